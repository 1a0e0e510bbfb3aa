"""The rules on one page: what the rules page says, without notes, figures and notation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from jostle.core.rules_page import FENCE, RulesPage
from jostle.render.paper.sheet import GREY, MARGIN, POINT, Paper, Sheet, Words

COLUMNS, BETWEEN = 2, 8.0  # millimetres between them
HEADED = 17.0  # the heading's height
# The letters are as large as the page allows.
LARGEST, SMALLEST, FINER = 10.5, 6.0, 0.25  # points
LEADING = 1.28  # from line to line, to the letters' size
INDENT = 3.0

_MARKED = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`([^`]*)`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """Words that belong together: a paragraph, an item of a list, a heading."""

    words: tuple[Words, ...]
    is_heading: bool = False
    is_item: bool = False


def rules_sheet(paper: Paper, name: str, page: RulesPage, about: str) -> Sheet:
    """The rules in the largest letters with which they fit; ``about`` names what is played."""
    blocks = list(blocks_of(page))
    points = LARGEST
    while points >= SMALLEST:
        sheet = Sheet(paper, name)
        sheet.head(Words(page.title, bold=True), MARGIN + 6, 20)
        if about != page.title:
            sheet.head(Words(about), MARGIN + 12, 9, GREY)
        if _set(sheet, blocks, points):
            return sheet
        points -= FINER
    raise AssertionError(f"the rules of {page.title} do not fit on one page")


def blocks_of(page: RulesPage) -> Iterator[Block]:
    """What is printed of a page, in its order."""
    yield from _blocks(page.introduction)
    for section in page.sections:
        if section.id is not None:
            yield Block((Words(f"{section.id}  {section.title}", bold=True),), is_heading=True)
            yield from _blocks(section.text)


def _blocks(markdown: str) -> Iterator[Block]:
    for text in markdown.split("\n\n"):
        if text.startswith(FENCE):
            for line in text.split("\n")[1:-1]:
                yield Block((Words(line),), is_item=True)
        elif text.startswith("- "):
            for item in re.split(r"^- ", text, flags=re.MULTILINE)[1:]:
                yield Block((Words("• "), *_words(item)), is_item=True)
        else:
            yield Block(tuple(_words(text)))


def _words(text: str) -> Iterator[Words]:
    """The words of a paragraph, each with its face; a space stands between them."""
    text = " ".join(text.split())
    end = 0
    for found in _MARKED.finditer(text):
        if found.start() > end:
            yield Words(text[end : found.start()])
        bold, italic, code = found.groups()
        yield Words(bold or italic or code, bold=bold is not None, italic=italic is not None)
        end = found.end()
    if end < len(text):
        yield Words(text[end:])


def _set(sheet: Sheet, blocks: list[Block], points: float) -> bool:
    """Set the blocks in columns, in letters of this size; whether they fit."""
    size = points * POINT
    leading = size * LEADING
    width = (sheet.paper.width - 2 * MARGIN - (COLUMNS - 1) * BETWEEN) / COLUMNS
    top, bottom = MARGIN + HEADED, sheet.paper.height - MARGIN
    column, y = 0, top
    for number, block in enumerate(blocks):
        lines = _lines(block, size, width - INDENT * block.is_item)
        is_list = block.is_item and number > 0 and blocks[number - 1].is_item
        if y > top:
            y += leading * (0.75 if block.is_heading else 0.1 if is_list else 0.35)
        # A heading does not stand alone at the foot of a column.
        needed = leading * (3 if block.is_heading else 1)
        for line in lines:
            if y + needed > bottom:
                column, y = column + 1, top
                if column == COLUMNS:
                    return False
            needed = leading
            y += leading
            x = MARGIN + column * (width + BETWEEN) + INDENT * block.is_item
            for words in line:
                x = sheet.write(words, x, y - 0.25 * leading, points)
    return True


def _lines(block: Block, size: float, width: float) -> Iterator[list[Words]]:
    """A block's words in lines, broken at spaces; words in one face are one piece of a line."""
    line: list[Words] = []
    used = 0.0
    for words in block.words:
        for part in re.findall(r"\S+\s*|\s+", words.text):
            piece = Words(part, words.bold, words.italic)
            if line and used + Words(part.rstrip(), words.bold, words.italic).width(size) > width:
                yield _joined(line)
                line, used = [], 0.0
                if not part.strip():
                    continue
            line.append(piece)
            used += piece.width(size)
    if line:
        yield _joined(line)


def _joined(line: list[Words]) -> list[Words]:
    joined: list[Words] = []
    for words in line:
        last = joined[-1] if joined else None
        if last is not None and (last.bold, last.italic) == (words.bold, words.italic):
            joined[-1] = Words(last.text + words.text, words.bold, words.italic)
        else:
            joined.append(words)
    joined[-1] = Words(joined[-1].text.rstrip(), joined[-1].bold, joined[-1].italic)
    return joined
