"""The rules of a game, shown by their ids."""

from __future__ import annotations

from functools import cache
from importlib import resources

from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from jostle.core.effects import Step
from jostle.core.game import Game
from jostle.core.messages import say
from jostle.core.rules_page import Figure, RulesPage, Section
from jostle.games import game as find_game
from jostle.tui import board
from jostle.tui.errors import cannot
from jostle.tui.terminal import Terminal

INDENT = (0, 0, 0, 2)


@cache
def rules_page(game: type[Game]) -> RulesPage:
    """The rules page in a game's folder."""
    package = game.__module__.rpartition(".")[0]
    text = (resources.files(package) / "rules.md").read_text(encoding="utf-8")
    return RulesPage.parse(text)


def names(page: RulesPage) -> list[str]:
    """What a section can be asked for by: a rule's id, or its title if it is no rule."""
    return [section.id or section.title for section in page.sections]


def find(page: RulesPage, name: str) -> Section:
    """The section of this id or title, in any case; the error lists what there is."""
    for section, known in zip(page.sections, names(page), strict=True):
        if known.lower() == name.lower():
            return section
    raise cannot("no-rule", name=name, right=names(page))


def show_contents(terminal: Terminal, page: RulesPage) -> None:
    """What the game is about, and what can be asked for."""
    terminal.console.print(Markdown(page.introduction))
    terminal.say()
    for section in page.sections:
        terminal.say(say("play.rule", id=(section.id or "").ljust(3), title=section.title))


def show_all(terminal: Terminal, page: RulesPage) -> None:
    """The whole page, but for the figures."""
    for section in page.sections:
        _show_words(terminal, section)
        terminal.say()


def show_section(terminal: Terminal, game: Game, section: Section) -> None:
    """What a section says, with its first figure."""
    _show_words(terminal, section)
    if section.figures:
        _show_figure(terminal, game, section.figures[0])


def _show_words(terminal: Terminal, section: Section) -> None:
    heading = f"{section.id} {section.title}" if section.id else section.title
    terminal.say(heading, "label")
    for number, text in enumerate((section.text, *section.notes)):
        if number:
            terminal.say()
        terminal.console.print(Padding(Markdown(text), INDENT))


def _show_figure(terminal: Terminal, game: Game, figure: Figure) -> None:
    """The position, or the one after the move with what it did."""
    position = find_game(figure.variant or game.name).position(figure.position)
    steps: tuple[Step, ...] = ()
    if figure.move is not None and figure.refused is None:
        steps = position.effects(figure.move)
        position = position.play(figure.move)
    first, second = (say("player.name", number=number) for number in (1, 2))
    drawn = board.drawn(terminal.console, position, steps, (first, second))
    terminal.say()
    terminal.console.print(Padding(drawn, INDENT, expand=False))
    terminal.say()
    terminal.console.print(Padding(Text(figure.shows), INDENT))
