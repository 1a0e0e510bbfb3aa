"""A game's rules page as HTML: an anchor for each rule, and its figures drawn.

The pages are written in the small part of Markdown that ``core/rules_page.py`` names. Where the
text names a rule it becomes a link. The pictures are drawn in the page's colour variables, so that
they follow its theme.
"""

from __future__ import annotations

import re
from dataclasses import fields
from functools import cache
from html import escape
from importlib import resources

from jostle.core.effects import Step
from jostle.core.messages import DEFAULT_LANGUAGE, message, render
from jostle.core.rules_page import FENCE, Figure, RulesPage, Section
from jostle.games import game as find_game
from jostle.games import game_class
from jostle.render.drawn import DrawnGame
from jostle.render.theme import LIGHT, Theme
from jostle.server.site.templates import Html

SIZE = 300  # pixels, of a picture
USUAL_WIDTH = 7  # squares side by side that fingers can press in a figure of the usual width
LONG = 1200  # letters: more than a window shows at once beside the figures
NOTE_LABEL = re.compile(r"^\*\*[^*]+\*\* ")  # the page's own label stands in its place
CODE = re.compile(r"`([^`]*)`")
SET_ASIDE = "\x00"  # where code stands while the words around it are marked
BOLD, ITALICS = re.compile(r"\*\*(.+?)\*\*", re.DOTALL), re.compile(r"\*(.+?)\*", re.DOTALL)
RULE = re.compile(r"\b[A-Z]\d+\b")


@cache
def rules_page(game: str, language: str = DEFAULT_LANGUAGE) -> RulesPage:
    """The rules page in a game's folder: ``rules.md``, or the one of another language."""
    folder = resources.files(game_class(game).__module__.rpartition(".")[0])
    name = "rules.md" if language == DEFAULT_LANGUAGE else f"rules.{language}.md"
    return RulesPage.parse((folder / name).read_text(encoding="utf-8"))


def anchor(section: Section) -> str:
    """The id of a section's element, the same in all languages; one section is no rule."""
    return section.id or "notation"


def contents_html(page: RulesPage, language: str) -> Html:
    """Links to all sections, and to the quiz at the end."""
    links = (
        f'<li><a href="#{escape(anchor(section))}">{_entry(section)}</a></li>'
        for section in page.sections
    )
    quiz = escape(render(message("web.quiz.title"), language))
    return Html(
        f'<ol class="rules-contents">{"".join(links)}<li><a href="#quiz">{quiz}</a></li></ol>'
    )


class RulesWriter:
    """Writes one game's rules in HTML; counts the figures."""

    def __init__(self, game: str, language: str) -> None:
        self.game = game
        self.language = language
        self.page = rules_page(game, language)
        self.rules = {section.id for section in self.page.sections if section.id}
        self.figures = 0

    def html(self) -> Html:
        """The whole page."""
        introduction = f'<div class="rules-introduction">{self.text(self.page.introduction)}</div>'
        return Html(introduction + "".join(map(self.section, self.page.sections)))

    def section(self, section: Section) -> str:
        """A section with its words, its notes and its figures."""
        name = escape(anchor(section))
        is_long = len(section.text) > LONG
        kind = "rule-words is-long" if is_long else "rule-words"
        parts = [f'<section class="rule" aria-labelledby="{name}"><div class="{kind}">']
        parts.append(f'<h2 id="{name}">{_heading(section)}</h2>')
        parts.append(self.text(section.text))
        parts.append(self.notes(section.notes))
        parts.append("</div>")
        if section.figures:
            figures = "".join(self.figure(figure, section.id) for figure in section.figures)
            parts.append(f'<div class="figures">{figures}</div>')
        parts.append("</section>")
        return "".join(parts)

    def notes(self, notes: tuple[str, ...]) -> str:
        """The notes on rulings, to be opened by those who want to know."""
        if not notes:
            return ""
        label = escape(render(message("server.rules.note"), self.language))
        text = "".join(self.text(NOTE_LABEL.sub("", note)) for note in notes)
        return f'<details class="note"><summary>{label}</summary>{text}</details>'

    def figure(self, figure: Figure, rule: str | None) -> str:
        """A position, or the one after a move with what it did, and what it shows.

        The picture can be seen without a script; with one a live board takes its place, and finds
        in the attributes what is to be played on it.
        """
        self.figures += 1
        game = find_game(figure.variant or self.game)
        assert isinstance(game, DrawnGame)
        position = game.position(figure.position)
        steps: tuple[Step, ...] = ()
        if figure.move is not None and figure.refused is None:
            steps = position.effects(figure.move)
            position = position.play(figure.move)
        title = render(message("server.rules.figure", number=self.figures), self.language)
        # Ids are to be unique in a page, so each picture has a theme of its own.
        drawn = position.svg(steps, theme=page_theme(f"f{self.figures}"), size=SIZE, title=title)
        move = ""
        if figure.move is not None:
            told = f"<code>{escape(figure.move)}</code>"
            if figure.refused is not None:
                told += f" {self.refused_by(figure.refused)}"
            move = f'<span class="figure-move">{told}</span> '
        variant = ""
        if figure.variant is not None:
            told = escape(options_told(figure.variant, self.language))
            variant = f'<span class="figure-variant">{told}</span> '
        caption = f"{variant}{move}{self.inline(figure.shows)}"
        given = {
            "data-number": str(self.figures),
            "data-rule": rule,
            "data-variant": figure.variant or self.game,
            "data-position": figure.position,
            "data-move": figure.move,
            "data-after": figure.after,
            "data-refused": figure.refused,
        }
        attributes = "".join(
            f' {name}="{escape(value)}"' for name, value in given.items() if value is not None
        )
        kind = "figure is-wide" if game.size[0] > USUAL_WIDTH else "figure"
        return (
            f'<figure class="{kind}"{attributes}><div class="figure-picture">{drawn}</div>'
            f"<figcaption>{caption}</figcaption></figure>"
        )

    def refused_by(self, rule: str) -> str:
        """In words, with a link, which rule refuses the move."""
        said = render(message("server.rules.refused", rule=rule), self.language)
        return self.inline(said)

    def text(self, markdown: str) -> str:
        """Paragraphs, lists and fenced blocks."""
        parts = []
        fence: list[str] | None = None
        for block in markdown.split("\n\n"):
            if fence is not None:
                fence.append(block)
            elif block.startswith(FENCE):
                fence = [block]
            elif block.startswith("- "):
                items = re.split(r"^- ", block, flags=re.MULTILINE)[1:]
                parts.append(
                    f"<ul>{''.join(f'<li>{self.inline(item)}</li>' for item in items)}</ul>"
                )
            else:
                parts.append(f"<p>{self.inline(block)}</p>")
            if fence is not None and block.endswith(FENCE) and "\n" in "\n\n".join(fence):
                lines = "\n\n".join(fence).split("\n")[1:-1]
                parts.append(f"<pre><code>{escape(chr(10).join(lines))}</code></pre>")
                fence = None
        return "".join(parts)

    def inline(self, text: str) -> str:
        """Bold, italics, code and links to rules, within a paragraph."""
        codes: list[str] = []

        def set_aside(found: re.Match[str]) -> str:
            codes.append(f"<code>{found[1]}</code>")
            return SET_ASIDE

        marked = CODE.sub(set_aside, escape(text.strip("\n"), quote=False))
        marked = BOLD.sub(r"<strong>\1</strong>", marked)
        marked = RULE.sub(self.linked, ITALICS.sub(r"<em>\1</em>", marked))
        return re.sub(SET_ASIDE, lambda _: codes.pop(0), marked)

    def linked(self, found: re.Match[str]) -> str:
        """A rule's id as a link, if it is one of this page."""
        rule = found[0]
        return f'<a href="#{rule}">{rule}</a>' if rule in self.rules else rule


def options_told(variant: str, language: str) -> str:
    """In words, by which options a variant differs from the usual game."""
    game, _, options = variant.partition(":")
    chosen = (option.partition("=") for option in options.split(","))
    told = [
        message("server.words.option-value", label=message(f"{game}.label.{name}"), value=value)
        for name, _, value in chosen
    ]
    return render(message("server.rules.variant", options=told), language)


def _heading(section: Section) -> str:
    title = escape(section.title)
    return f'<span class="rule-id">{escape(section.id)}</span> {title}' if section.id else title


def _entry(section: Section) -> str:
    """A section in the list of contents; where there is little room, a rule's id stands for it."""
    if section.id is None:
        return escape(section.title)
    return (
        f'<span class="rule-id">{escape(section.id)}</span> '
        f'<span class="rule-title">{escape(section.title)}</span>'
    )


def page_theme(name: str) -> Theme:
    """A theme whose colours are those of the page that the picture stands in."""
    variables = dict(zip((f.name for f in fields(Theme)[1:]), LIGHT.variables, strict=True))
    return Theme(name, **{field: f"var({variable})" for field, variable in variables.items()})
