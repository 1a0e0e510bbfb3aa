"""A position as one SVG picture that needs nothing else: no style sheet, no font, no other file.

A square is 100 units wide, as the pieces' symbols are. From the top: Player 2's tray, the board in
its frame, Player 1's tray; the trays only where a game has any. Everything is written in the
symbols' colour variables, and the theme's colours are put in at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from importlib.resources.abc import Traversable
from itertools import groupby

from jostle.core.effects import Piece, Step
from jostle.core.players import Player
from jostle.core.squares import Axis, Square
from jostle.render.arrows import last_move
from jostle.render.lettering import write
from jostle.render.measures import CELL, corner, rectangle, short
from jostle.render.scene import Scene
from jostle.render.theme import LIGHT, Theme

MARGIN = 46  # from the frame's side to the squares
EDGE = 4  # how far the wood's thickness shows at the lower right
TRAY = 66
GAP = 12  # between a tray and the frame
SMALL = 0.5  # a piece in a tray, to one on the board
DEEPEST = 0.5  # how opaque the tint of the highest number is

Symbols = Mapping[str, tuple[str, str]]  # by name: the id in this picture, and what is drawn


def draw(
    scene: Scene,
    steps: Sequence[Step] = (),
    *,
    theme: Theme = LIGHT,
    size: int = 480,
    title: str = "",
) -> str:
    """The picture, ``size`` pixels along its longer side.

    ``steps`` are the effects of the move that led to this position, shown as arrows and rings.
    ``title`` is what a screen reader says in the picture's stead.
    """
    symbols = symbols_of(shown_pieces(scene), scene.symbols, theme)
    tray = TRAY + GAP if any(scene.trays) else 0
    width = scene.width * CELL + 2 * MARGIN + EDGE
    height = scene.height * CELL + 2 * MARGIN + EDGE + 2 * tray
    parts = [
        f'<g transform="translate({MARGIN} {MARGIN + tray})">',
        *board(scene),
        *_pieces(scene, symbols),
        *last_move(scene, steps),
        "</g>",
    ]
    if tray:
        parts += tray_parts(scene, symbols, Player.TWO, 0)
        parts += tray_parts(scene, symbols, Player.ONE, height - EDGE - TRAY)
    scale = size / max(width, height)
    return whole(
        parts, symbols, theme, (0, 0, width, height), (width * scale, height * scale), title
    )


def whole(
    parts: Iterable[str],
    symbols: Symbols,
    theme: Theme,
    box: tuple[float, float, float, float],
    size: tuple[float, float],
    title: str = "",
) -> str:
    """Some parts as a picture: what lies in ``box`` (left, top, width, height), so many pixels."""
    named = "".join(f'<g id="{name}">{drawing}</g>' for name, drawing in symbols.values())
    picture = coloured(f"<defs>{named}</defs>{''.join(parts)}", theme)
    heading = f"<title>{escape(title, quote=False)}</title>" if title else ""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' role="img" viewBox="{" ".join(map(short, box))}"'
        f' width="{short(size[0])}" height="{short(size[1])}">'
        f"{heading}{picture}</svg>\n"
    )


def coloured(drawing: str, theme: Theme) -> str:
    """A drawing with a theme's colours in the place of the variables."""
    colours = theme.variables
    return re.sub(r"var\((--[\w-]+)\)", lambda use: colours[use[1]], drawing)


def symbol_name(piece: Piece) -> str:
    """The name of a piece's symbol, and of its file."""
    owner = "" if piece.owner is None else f"-{int(piece.owner)}"
    return piece.kind + owner + ("-turned" if piece.turned else "")


# ---- the board -----------------------------------------------------------------------------------
# Everything on the board is drawn from the upper left corner of its upper left square.


def board(scene: Scene) -> Iterator[str]:
    """The frame, the squares and what is written on them."""
    width, height = scene.width * CELL, scene.height * CELL
    squares = [Square(file, rank) for rank in range(scene.height) for file in range(scene.width)]
    yield from wood(-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN, 30)
    yield rectangle(-3, -3, width + 6, height + 6, 13, "groove")
    yield f'<path fill="var(--square)" d="{_tiles(scene, squares)}"/>'
    if scene.numbers is not None:
        yield from _numbers(scene, scene.numbers, squares)
    if scene.goals:
        yield from _goals(width, height)
    yield _labels(scene)


def wood(x: float, y: float, width: float, height: float, radius: float) -> Iterator[str]:
    """A plank with round corners."""
    yield rectangle(x + EDGE, y + EDGE, width, height, radius, "frame-edge")
    yield rectangle(x, y, width, height, radius, "frame")


def _tiles(scene: Scene, squares: Iterable[Square]) -> str:
    """Some squares as path data, which is far shorter than as many rectangles."""
    side, turn = CELL - 18, "a7 7 0 0 1"
    outline = f"h{side}{turn} 7 7v{side}{turn}-7 7h-{side}{turn}-7-7v-{side}{turn} 7-7z"
    corners = (corner(scene, square) for square in squares)
    return "".join(f"M{short(x + 9)} {short(y + 2)}{outline}" for x, y in corners)


def _numbers(
    scene: Scene, numbers: tuple[tuple[int, ...], ...], squares: Sequence[Square]
) -> Iterator[str]:
    """The squares' numbers: a tint, and a figure that makes room for a piece."""

    def number_of(square: Square) -> int:
        return numbers[square.rank][square.file]

    highest = max(map(number_of, squares))
    for number, alike in groupby(sorted(squares, key=number_of), number_of):
        if number:
            opacity = short(DEEPEST * number / highest)
            yield f'<path fill="var(--value)" opacity="{opacity}" d="{_tiles(scene, alike)}"/>'
    covered = {cell for piece, square in scene.pieces for cell in piece.cells(square)}
    in_corner, in_centre = [], []
    for square in squares:
        x, y = corner(scene, square)
        if square in covered:
            in_corner.append((str(number_of(square)), x + 14, y + 14))
        else:
            in_centre.append((str(number_of(square)), x + 50, y + 50))
    for words, height in ((in_corner, 15), (in_centre, 26)):
        if words:
            yield write(words, height, "var(--number)")


def _goals(width: int, height: int) -> Iterator[str]:
    """The edges: Player 1's with dots, Player 2's with lines, the others plain."""
    for x in (-17, width + 5):
        yield rectangle(x, 4, 12, height - 8, 6, "neutral")
    for y, player, start, dashes in ((height + 5, 1, 25, "0 25"), (-17, 2, 19, "12 13")):
        yield rectangle(4, y, width - 8, 12, 6, f"player{player}")
        yield (
            f'<path stroke="var(--player{player}-ink)" stroke-width="5" stroke-linecap="round"'
            f' stroke-dasharray="{dashes}" d="M{start} {y + 6}H{width - 18}"/>'
        )


def _labels(scene: Scene) -> str:
    """Letters under the files, figures left of the ranks."""
    away = 31 if scene.goals else 23
    foot = scene.height * CELL
    files = [
        (str(Square(file, 0))[0], file * CELL + CELL / 2, foot + away - 2)
        for file in range(scene.width)
    ]
    ranks = [(str(rank + 1), -away, foot - rank * CELL - CELL / 2) for rank in range(scene.height)]
    return write([*files, *ranks], 17, "var(--label)")


# ---- the pieces ----------------------------------------------------------------------------------


def shown_pieces(scene: Scene) -> Iterator[Piece]:
    """Every piece on the board and beside it."""
    yield from (piece for piece, _ in scene.pieces)
    yield from (piece for tray in scene.trays for piece, count in tray if count)


def symbols_of(pieces: Iterable[Piece], folder: Traversable, theme: Theme) -> Symbols:
    """What a picture of these pieces needs of the symbols.

    They become plain groups, which even simple viewers can repeat, and their ids get the theme's
    name, since a page may hold pictures in several colours.
    """
    symbols = {}
    for name in sorted(set(map(symbol_name, pieces))):
        text = (folder / f"{name}.svg").read_text(encoding="utf-8")
        found = re.search(r'<symbol id="([^"]+)"[^>]*>(.*)</symbol>', text, re.DOTALL)
        assert found is not None, f"no symbol in {name}.svg"
        symbols[name] = (f"{found[1]}-{theme.name}", re.sub(r"\s*\n\s*", "", found[2]))
    return symbols


def _pieces(scene: Scene, symbols: Symbols) -> Iterator[str]:
    for piece, square in sorted(scene.pieces, key=lambda placed: placed[1]):
        upper_left = max(piece.cells(square), key=lambda cell: (cell.rank, -cell.file))
        yield use(symbols, piece, *corner(scene, upper_left))


def use(symbols: Symbols, piece: Piece, x: float, y: float, scale: float = 1) -> str:
    """A piece with its upper left corner at a place.

    A vertical piece is mirrored in the falling diagonal, not turned: light falls along that
    diagonal, and so comes from the same side for all pieces.
    """
    vertical = piece.axis is Axis.VERTICAL
    matrix = (0, scale, scale, 0, x, y) if vertical else (scale, 0, 0, scale, x, y)
    numbers = " ".join(map(short, matrix))
    return f'<use xlink:href="#{symbols[symbol_name(piece)][0]}" transform="matrix({numbers})"/>'


def player_mark(player: Player, x: float, y: float) -> str:
    """The dot or the line that tells the players apart."""
    if player is Player.ONE:
        return rectangle(x - 7, y - 7, 14, 14, 7, "label")
    return rectangle(x - 10, y - 4, 20, 8, 4, "label")


def tray_parts(scene: Scene, symbols: Symbols, player: Player, top: float) -> Iterator[str]:
    """What a player has beside the board: every piece if they fit, else one of each and a count."""
    middle = top + TRAY / 2
    yield from wood(0, top, scene.width * CELL + 2 * MARGIN, TRAY, 22)
    yield player_mark(player, MARGIN / 2, middle)
    held = [(piece, count) for piece, count in scene.trays[player - 1] if count]
    fits = sum(count * piece.length for piece, count in held) * SMALL <= scene.width
    x: float = MARGIN
    counts = []
    for piece, count in held:
        for _ in range(count if fits else 1):
            yield use(symbols, piece, x, middle - CELL * SMALL / 2, SMALL)
            x += piece.length * CELL * SMALL
        if not fits:
            counts.append((f"x{count}", x + 30, middle))
            x += 80
    if counts:
        yield write(counts, 19, "var(--label)")
