"""All pages of a game to print and play.

Pieces with a back are printed on both sides of their sheet. Turned over its long edge, what was on
the left of a sheet is on the right, so the backs are laid out mirrored; and since whoever prints on
both sides prints everything so, the rules are the back of the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from jostle.core.effects import Piece
from jostle.core.messages import say
from jostle.core.rules_page import RulesPage
from jostle.render import svg
from jostle.render.drawn import DrawnGame
from jostle.render.measures import CELL, short
from jostle.render.paper.pdf import write_pdf
from jostle.render.paper.rules_sheet import rules_sheet
from jostle.render.paper.sheet import GREY, MARGIN, PAPER_THEME, Paper, Sheet, Words
from jostle.render.scene import Scene

LARGEST_SQUARE = 40  # millimetres
HEAD, FOOT = 20.0, 14.0
SMALLER = 2.0  # how much a piece is smaller than its squares
CHECKED = 50.0  # the line by which the size can be checked


@dataclass(frozen=True, slots=True)
class Box:
    """A piece's place on a sheet."""

    x: float
    y: float
    width: float
    height: float
    face: Piece
    back: Piece | None


@dataclass(frozen=True)
class Booklet:
    """A game on paper: its pages, a square's side in millimetres, whether pieces have backs."""

    title: str
    sheets: tuple[Sheet, ...]
    square: int
    is_double_sided: bool

    def pdf(self) -> bytes:
        """All pages as one file."""
        return write_pdf(self.sheets, self.title)


def booklet(game: DrawnGame, page: RulesPage, title: str, paper: Paper) -> Booklet:
    """The pages of a variant, whose name is ``title``, in the language spoken now."""
    scene = replace(game.scene(game.start()), pieces=(), trays=((), ()))
    square = square_size(scene, paper)
    double = any(supply.back is not None for supply in game.supply)
    board = _board_sheet(scene, title, paper, square, double=double)
    rules = rules_sheet(paper, say("print.rules"), page, title)
    pieces = list(_piece_sheets(game, scene, title, paper, square))
    sheets = (board, rules, *pieces) if double else (board, *pieces, rules)
    return Booklet(title, sheets, square, double)


def square_size(scene: Scene, paper: Paper) -> int:
    """The side of a square in whole millimetres: as large as the page allows, up to a limit."""
    margin = 2 * svg.MARGIN / CELL
    narrow, long = sorted((scene.width + margin, scene.height + margin))
    wide, high = paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - HEAD - FOOT
    return min(LARGEST_SQUARE, int(wide / narrow), int(high / long))


def _board_sheet(scene: Scene, title: str, paper: Paper, square: int, *, double: bool) -> Sheet:
    sheet = Sheet(paper, say("print.board"))
    _head(sheet, title, say("print.squares", size=square))
    scale = square / CELL
    width, height = scene.width * square, scene.height * square
    middle = MARGIN + HEAD + (paper.height - 2 * MARGIN - HEAD - FOOT) / 2
    drawn = svg.coloured("".join(svg.board(scene)), PAPER_THEME)
    if width > height:  # a page is upright, so such a board stands on its side
        x, y, turn = paper.width / 2 + height / 2, middle - width / 2, "rotate(90) "
    else:
        x, y, turn = paper.width / 2 - width / 2, middle - height / 2, ""
    place = f"translate({short(x)} {short(y)}) {turn}scale({scale:g})"
    sheet.parts.append(f'<g transform="{place}">{drawn}</g>')
    y = paper.height - MARGIN - 3
    for end in (0.0, CHECKED):
        sheet.line(MARGIN + end, y - 1.5, MARGIN + end, y + 1.5)
    sheet.line(MARGIN, y, MARGIN + CHECKED, y)
    told = say("print.scale", size=int(CHECKED))
    if double:
        told = f"{told} {say('print.both-sides')}"
    sheet.head(Words(told), y - 4, 9, GREY)
    return sheet


def _piece_sheets(
    game: DrawnGame, scene: Scene, title: str, paper: Paper, square: int
) -> Iterator[Sheet]:
    """The sheets of pieces, each followed by its backs if there are any."""
    pieces = {piece for supply in game.supply for piece in (supply.face, supply.back) if piece}
    symbols = svg.symbols_of(pieces, scene.symbols, PAPER_THEME)
    for boxes in _pages(_boxes(game, paper, square), paper):
        fronts = Sheet(paper, say("print.pieces"))
        _head(fronts, title, say("print.cut", count=len(boxes)))
        for box in boxes:
            fronts.parts.append(_piece(symbols, box.face, box.x, box.y, square))
        for line in sorted({line for box in boxes for line in _edges(box)}):
            fronts.line(*line, dashed=True)
        yield fronts
        if any(box.back is not None for box in boxes):
            backs = Sheet(paper, say("print.backs"))
            _head(backs, title, say("print.other-side"))
            for box in boxes:
                if box.back is not None:
                    x = paper.width - box.x - box.width
                    backs.parts.append(_piece(symbols, box.back, x, box.y, square))
            yield backs


def _boxes(game: DrawnGame, paper: Paper, square: int) -> Iterator[Box]:
    """The pieces in rows, from the top of an endless page; each player's begin a row."""
    x, y, high = MARGIN, 0.0, square - SMALLER
    owner = game.supply[0].face.owner
    for supply in game.supply:
        wide = supply.face.length * square - SMALLER
        for _ in range(supply.count):
            if x + wide > paper.width - MARGIN or supply.face.owner is not owner:
                owner = supply.face.owner
                x, y = MARGIN, y + high
            yield Box(x, y, wide, high, supply.face, supply.back)
            x += wide


def _pages(boxes: Iterator[Box], paper: Paper) -> list[list[Box]]:
    """The rows on as many pages as they need."""
    top, bottom = MARGIN + HEAD, paper.height - MARGIN
    pages: list[list[Box]] = []
    above = 0.0
    for box in boxes:
        if not pages or top + box.y - above + box.height > bottom:
            pages.append([])
            above = box.y
        pages[-1].append(replace(box, y=top + box.y - above))
    return pages


def _piece(symbols: svg.Symbols, piece: Piece, x: float, y: float, square: int) -> str:
    """A piece as large as on the board; what is cut away of it is empty."""
    drawing = svg.coloured(symbols[svg.symbol_name(piece)][1], PAPER_THEME)
    place = f"{short(x - SMALLER / 2)} {short(y - SMALLER / 2)}"
    return f'<g transform="translate({place}) scale({square / CELL:g})">{drawing}</g>'


def _edges(box: Box) -> Iterator[tuple[float, float, float, float]]:
    left, top = round(box.x, 2), round(box.y, 2)
    right, bottom = round(box.x + box.width, 2), round(box.y + box.height, 2)
    yield left, top, right, top
    yield left, bottom, right, bottom
    yield left, top, left, bottom
    yield right, top, right, bottom


def _head(sheet: Sheet, title: str, told: str) -> None:
    sheet.head(Words(title, bold=True), MARGIN + 6, 16)
    sheet.head(Words(told), MARGIN + 12, 9, GREY)
