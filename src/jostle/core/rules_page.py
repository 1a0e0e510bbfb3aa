"""Rules pages: a game's rules for people, with figures that a program can check.

A page is Markdown, in one language. It opens with the game's name as its ``#`` heading and an
introduction; each ``##`` heading begins a section, and a rule's section begins with the rule's id::

    ## P8 No hanging

    What the rule says, in a player's words.

    > **Note.** What the printed rules say, what was decided here, and why.

    ```figure
    position: 4/4/1Slr/4[SDss] 1 - -
    move: b2>
    refused: P8
    shows: The domino would hang over the edge.
    ```

Words come first in a section, then its notes, then its figures, so that nothing is lost when they
are shown apart. The words need no more of Markdown than paragraphs, ``-`` lists, fenced blocks,
bold, italics and code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from jostle.core.outcome import Outcome, Reason
from jostle.core.players import Player

FENCE = "```"
FIGURE_FENCE = "```figure"
DRAW = "draw"
KEYS = ("variant", "position", "move", "after", "refused", "outcome", "shows")

_RULE_HEADING = re.compile(r"([A-Z][0-9]+) (.+)")


@dataclass(frozen=True, slots=True)
class Figure:
    """A position, perhaps with a move and what comes of it, and a sentence on what it shows.

    A move leads to the position ``after`` it or is ``refused`` by the rule of that id; a finished
    position has its ``outcome`` (without scores). A figure with none of them shows the position.
    """

    position: str
    shows: str
    variant: str | None = None  # None: the game's default
    move: str | None = None
    after: str | None = None
    refused: str | None = None
    outcome: Outcome | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Section:
    """What a page says under one heading; ``id`` is None where it is no rule."""

    id: str | None
    title: str
    text: str
    notes: tuple[str, ...]
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class RulesPage:
    r"""One game's rules in one language.

    >>> page = RulesPage.parse("# Go\n\nOld.\n\n## G1 Board\n\nWood.\n\n> Or slate.")
    >>> page.title, page.introduction, page.section("G1").notes
    ('Go', 'Old.', ('Or slate.',))
    """

    title: str
    introduction: str
    sections: tuple[Section, ...]

    @classmethod
    def parse(cls, text: str) -> RulesPage:
        """Read a page; ValueError names the line of what is wrong with it."""
        blocks = list(_blocks(text))
        if not blocks or not blocks[0].is_heading("# "):
            raise ValueError("line 1: a page opens with its # heading")
        starts = [index for index, block in enumerate(blocks) if block.is_heading("## ")]
        introduction = blocks[1 : starts[0] if starts else len(blocks)]
        for block in introduction:
            if block.is_note or block.is_figure:
                raise ValueError(f"line {block.line}: a note or figure before the first section")
        ends = [*starts[1:], len(blocks)]
        sections = tuple(
            _section(blocks[start:end]) for start, end in zip(starts, ends, strict=True)
        )
        seen = set()
        for start, section in zip(starts, sections, strict=True):
            if section.id in seen:
                raise ValueError(f"line {blocks[start].line}: a second section {section.id}")
            seen |= {section.id} - {None}
        return cls(blocks[0].text[2:].strip(), _joined(introduction), sections)

    def section(self, rule: str) -> Section:
        """The section of a rule, by its id; KeyError if the page has none."""
        for section in self.sections:
            if section.id == rule:
                return section
        raise KeyError(rule)


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that belong together: a paragraph, list, heading, note or fenced block."""

    line: int
    text: str

    def is_heading(self, mark: str) -> bool:
        return self.text.startswith(mark)

    @property
    def is_note(self) -> bool:
        return self.text.startswith(">")

    @property
    def is_figure(self) -> bool:
        return self.text.startswith(FIGURE_FENCE + "\n")


def _blocks(text: str) -> Iterator[_Block]:
    """Split a page at its empty lines, but not inside fenced blocks."""
    lines: list[str] = []
    first = 0
    in_fence = False
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.rstrip()
        if line or in_fence:
            if not lines:
                first = number
            lines.append(line)
        if line.startswith(FENCE):
            if len(lines) > 1 and not in_fence:
                raise ValueError(f"line {number}: an empty line is needed before a fenced block")
            in_fence = not in_fence
        is_heading = line.startswith("#") and not in_fence
        if is_heading and len(lines) > 1:
            raise ValueError(f"line {number}: an empty line is needed before a heading")
        if lines and not in_fence and (not line or is_heading or line == FENCE):
            yield _Block(first, "\n".join(lines))
            lines = []
    if in_fence:
        raise ValueError(f"line {first}: this fenced block has no end")
    if lines:
        yield _Block(first, "\n".join(lines))


def _joined(blocks: list[_Block]) -> str:
    return "\n\n".join(block.text for block in blocks)


def _section(blocks: list[_Block]) -> Section:
    """Read a section from its heading and what follows it."""
    heading, *rest = blocks
    words: list[_Block] = []
    notes: list[str] = []
    figures: list[Figure] = []
    for block in rest:
        if block.is_heading("#"):
            raise ValueError(f"line {block.line}: a heading that begins neither page nor section")
        if block.is_figure:
            figures.append(_figure(block))
            continue
        if figures or (notes and not block.is_note):
            raise ValueError(f"line {block.line}: the order is words, notes, figures")
        if block.is_note:
            notes.append(_note(block))
        else:
            words.append(block)
    title = heading.text[3:].strip()
    rule = _RULE_HEADING.fullmatch(title)
    if rule is None:
        return Section(None, title, _joined(words), tuple(notes), tuple(figures))
    return Section(rule[1], rule[2], _joined(words), tuple(notes), tuple(figures))


def _note(block: _Block) -> str:
    """A note's own Markdown, without the quotation marks of its lines."""
    lines = block.text.split("\n")
    for number, line in enumerate(lines, start=block.line):
        if not line.startswith(">"):
            raise ValueError(f"line {number}: a line of a note begins with >")
    return "\n".join(line[1:].strip() for line in lines)


def _figure(block: _Block) -> Figure:
    """Read a figure from its ``key: value`` lines."""
    values: dict[str, str] = {}
    for number, line in enumerate(block.text.split("\n")[1:-1], start=block.line + 1):
        key, separator, value = line.partition(": ")
        if not separator or key not in KEYS or not value.strip():
            raise ValueError(f"line {number}: not a line of a figure: {line!r}")
        if key in values:
            raise ValueError(f"line {number}: a second {key!r} in one figure")
        values[key] = value.strip()
    for key in ("position", "shows"):
        if key not in values:
            raise ValueError(f"line {block.line}: a figure needs {key!r}")
    results = values.keys() & {"after", "refused", "outcome"}
    if len(results) > 1:
        raise ValueError(f"line {block.line}: a figure has one result, not {sorted(results)}")
    if ("move" in values) != bool(results & {"after", "refused"}):
        raise ValueError(f"line {block.line}: a move goes with 'after' or 'refused'")
    outcome = values.pop("outcome", None)
    return Figure(
        **values,
        outcome=None if outcome is None else _outcome(outcome, block.line),
        line=block.line,
    )


def _outcome(text: str, line: int) -> Outcome:
    """Read ``1 goal`` or ``draw quiet``."""
    winner, _, reason = text.partition(" ")
    try:
        return Outcome(None if winner == DRAW else Player(int(winner)), Reason(reason))
    except ValueError as error:
        raise ValueError(f"line {line}: not an outcome: {text!r}") from error
