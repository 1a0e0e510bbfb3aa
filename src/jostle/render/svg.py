"""A position as one SVG picture that needs nothing else: no style sheet, no font, no other file.

A square is 100 units wide, as the pieces' symbols are. From the top: Player 2's tray, the board in
its frame, Player 1's tray; the trays only where a game has any. Everything is written in the
symbols' colour variables, and the theme's colours are put in at the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from math import hypot

from jostle.core.effects import Effect, EffectKind, Piece, Step
from jostle.core.players import Player
from jostle.core.squares import Axis, Square
from jostle.render.lettering import write
from jostle.render.scene import Scene
from jostle.render.theme import LIGHT, Theme

CELL = 100
MARGIN = 46  # from the frame's side to the squares
EDGE = 4  # how far the wood's thickness shows at the lower right
TRAY = 66
GAP = 12  # between a tray and the frame
SMALL = 0.5  # a piece in a tray, to one on the board
DEEPEST = 0.5  # how opaque the tint of the highest number is

Point = tuple[float, float]
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
    symbols = _symbols(scene, theme)
    tray = TRAY + GAP if any(scene.trays) else 0
    width = scene.width * CELL + 2 * MARGIN + EDGE
    height = scene.height * CELL + 2 * MARGIN + EDGE + 2 * tray
    parts = [
        "<defs>",
        *(f'<g id="{name}">{drawing}</g>' for name, drawing in symbols.values()),
        f'</defs><g transform="translate({MARGIN} {MARGIN + tray})">',
        *_board(scene),
        *_pieces(scene, symbols),
        *_last_move(scene, steps),
        "</g>",
    ]
    if tray:
        parts += _tray(scene, symbols, Player.TWO, 0)
        parts += _tray(scene, symbols, Player.ONE, height - EDGE - TRAY)
    colours = theme.variables
    picture = re.sub(r"var\((--[\w-]+)\)", lambda use: colours[use[1]], "".join(parts))
    heading = f"<title>{escape(title, quote=False)}</title>" if title else ""
    scale = size / max(width, height)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' role="img" viewBox="0 0 {width} {height}"'
        f' width="{_short(width * scale)}" height="{_short(height * scale)}">'
        f"{heading}{picture}</svg>\n"
    )


def symbol_name(piece: Piece) -> str:
    """The name of a piece's symbol, and of its file."""
    owner = "" if piece.owner is None else f"-{int(piece.owner)}"
    return piece.kind + owner + ("-turned" if piece.turned else "")


# ---- the board -----------------------------------------------------------------------------------
# Everything on the board is drawn from the upper left corner of its upper left square.


def _board(scene: Scene) -> Iterator[str]:
    width, height = scene.width * CELL, scene.height * CELL
    squares = [Square(file, rank) for rank in range(scene.height) for file in range(scene.width)]
    yield from _wood(-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN, 30)
    yield _rectangle(-3, -3, width + 6, height + 6, 13, "groove")
    yield f'<path fill="var(--square)" d="{_tiles(scene, squares)}"/>'
    if scene.numbers is not None:
        yield from _numbers(scene, scene.numbers, squares)
    if scene.goals:
        yield from _goals(width, height)
    yield _labels(scene)


def _wood(x: float, y: float, width: float, height: float, radius: float) -> Iterator[str]:
    yield _rectangle(x + EDGE, y + EDGE, width, height, radius, "frame-edge")
    yield _rectangle(x, y, width, height, radius, "frame")


def _tiles(scene: Scene, squares: Iterable[Square]) -> str:
    """Some squares as path data, which is far shorter than as many rectangles."""
    side, turn = CELL - 18, "a7 7 0 0 1"
    outline = f"h{side}{turn} 7 7v{side}{turn}-7 7h-{side}{turn}-7-7v-{side}{turn} 7-7z"
    corners = (_corner(scene, square) for square in squares)
    return "".join(f"M{_short(x + 9)} {_short(y + 2)}{outline}" for x, y in corners)


def _numbers(
    scene: Scene, numbers: tuple[tuple[int, ...], ...], squares: Sequence[Square]
) -> Iterator[str]:
    """The squares' numbers: a tint, and a figure that makes room for a piece."""

    def number_of(square: Square) -> int:
        return numbers[square.rank][square.file]

    highest = max(map(number_of, squares))
    for number, alike in groupby(sorted(squares, key=number_of), number_of):
        if number:
            opacity = _short(DEEPEST * number / highest)
            yield f'<path fill="var(--value)" opacity="{opacity}" d="{_tiles(scene, alike)}"/>'
    covered = {cell for piece, square in scene.pieces for cell in piece.cells(square)}
    in_corner, in_centre = [], []
    for square in squares:
        x, y = _corner(scene, square)
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
        yield _rectangle(x, 4, 12, height - 8, 6, "neutral")
    for y, player, start, dashes in ((height + 5, 1, 25, "0 25"), (-17, 2, 19, "12 13")):
        yield _rectangle(4, y, width - 8, 12, 6, f"player{player}")
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


def _symbols(scene: Scene, theme: Theme) -> Symbols:
    """What this picture needs of the symbols.

    They become plain groups, which even simple viewers can repeat, and their ids get the theme's
    name, since a page may hold pictures in several colours.
    """
    held = (piece for tray in scene.trays for piece, count in tray if count)
    names = {symbol_name(piece) for piece in (*(piece for piece, _ in scene.pieces), *held)}
    symbols = {}
    for name in sorted(names):
        text = (scene.symbols / f"{name}.svg").read_text(encoding="utf-8")
        found = re.search(r'<symbol id="([^"]+)"[^>]*>(.*)</symbol>', text, re.DOTALL)
        assert found is not None, f"no symbol in {name}.svg"
        symbols[name] = (f"{found[1]}-{theme.name}", re.sub(r"\s*\n\s*", "", found[2]))
    return symbols


def _pieces(scene: Scene, symbols: Symbols) -> Iterator[str]:
    for piece, square in sorted(scene.pieces, key=lambda placed: placed[1]):
        upper_left = max(piece.cells(square), key=lambda cell: (cell.rank, -cell.file))
        yield _use(symbols, piece, *_corner(scene, upper_left))


def _use(symbols: Symbols, piece: Piece, x: float, y: float, scale: float = 1) -> str:
    """A piece with its upper left corner at a place.

    A vertical piece is mirrored in the falling diagonal, not turned: light falls along that
    diagonal, and so comes from the same side for all pieces.
    """
    vertical = piece.axis is Axis.VERTICAL
    matrix = (0, scale, scale, 0, x, y) if vertical else (scale, 0, 0, scale, x, y)
    numbers = " ".join(map(_short, matrix))
    return f'<use xlink:href="#{symbols[symbol_name(piece)][0]}" transform="matrix({numbers})"/>'


def _tray(scene: Scene, symbols: Symbols, player: Player, top: float) -> Iterator[str]:
    """What a player has beside the board: every piece if they fit, else one of each and a count."""
    middle = top + TRAY / 2
    yield from _wood(0, top, scene.width * CELL + 2 * MARGIN, TRAY, 22)
    if player is Player.ONE:
        yield _rectangle(MARGIN / 2 - 7, middle - 7, 14, 14, 7, "label")
    else:
        yield _rectangle(MARGIN / 2 - 10, middle - 4, 20, 8, 4, "label")
    held = [(piece, count) for piece, count in scene.trays[player - 1] if count]
    fits = sum(count * piece.length for piece, count in held) * SMALL <= scene.width
    x: float = MARGIN
    counts = []
    for piece, count in held:
        for _ in range(count if fits else 1):
            yield _use(symbols, piece, x, middle - CELL * SMALL / 2, SMALL)
            x += piece.length * CELL * SMALL
        if not fits:
            counts.append((f"x{count}", x + 30, middle))
            x += 80
    if counts:
        yield write(counts, 19, "var(--label)")


# ---- the last move -------------------------------------------------------------------------------
# Arrows lie across the line between two squares, where they cover the least of the pieces.


def _last_move(scene: Scene, steps: Sequence[Step]) -> Iterator[str]:
    """What the move did; a step after the first puts its number on its arrows."""
    for number, step in enumerate(steps):
        label = str(number) if number else ""
        for effect in step:
            if effect.kind is EffectKind.PASSED:
                continue
            if not effect.origin or effect.kind is EffectKind.TURNED:
                yield _ring(scene, effect)
            elif effect.target:
                start, end = _centre(scene, effect.origin), _centre(scene, effect.target)
                way = (end[0] - start[0], end[1] - start[1])
                yield _arrow(start, way, label, hollow=effect.by is not None)
            else:
                yield _departure(scene, step, effect, label)


def _ring(scene: Scene, effect: Effect) -> str:
    """Round the squares of a piece that was placed (whole) or turned (broken)."""
    corners = [_corner(scene, square) for square in effect.target]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    width = max(x for x, _ in corners) - left + CELL
    height = max(y for _, y in corners) - top + CELL
    dashes = ' stroke-dasharray="20 14"' if effect.kind is EffectKind.TURNED else ""
    return "".join(
        f'<rect x="{_short(left + 2)}" y="{_short(top + 2)}" width="{_short(width - 4)}"'
        f' height="{_short(height - 4)}" rx="9" fill="none" stroke="var(--{colour})"'
        f' stroke-width="{thickness}" opacity=".8"{dash}/>'
        for colour, thickness, dash in (("arrow-edge", 9, ""), ("arrow", 4, dashes))
    )


def _departure(scene: Scene, step: Step, effect: Effect, label: str) -> str:
    """An arrow over the edge, or a cross where a piece was taken from the middle of the board."""
    files, ranks = _heading(step, effect)
    beyond = [(square.file + files, square.rank + ranks) for square in effect.origin]
    if all(0 <= file < scene.width and 0 <= rank < scene.height for file, rank in beyond):
        x, y = _corner(scene, effect.origin[0])
        return _badge("x", x + 84, y + 16)
    return _arrow(_centre(scene, effect.origin), (files * CELL, -ranks * CELL), label, hollow=True)


def _heading(step: Step, effect: Effect) -> tuple[int, int]:
    """Which way a piece went that left the board: away from the piece that pushed it."""
    if effect.by is None:
        return (0, 0)
    pushers = next((other.origin for other in step if effect.by in other.origin), (effect.by,))
    _, files, ranks = min(
        (abs(pushed.file - pusher.file) + abs(pushed.rank - pusher.rank), *way)
        for pushed in effect.origin
        for pusher in pushers
        for way in [(_sign(pushed.file - pusher.file), _sign(pushed.rank - pusher.rank))]
    )
    return files, ranks


def _arrow(start: Point, way: Point, label: str, *, hollow: bool) -> str:
    """An arrow half-way along ``way``, filled for the piece that acts and hollow for others."""
    length = hypot(*way)
    along = (way[0] / length, way[1] / length)
    middle = (start[0] + way[0] / 2, start[1] + way[1] / 2)
    tail, tip = (-23, 31) if label else (-27, 27)
    fill, line = ("arrow-edge", "arrow") if hollow else ("arrow", "arrow-edge")
    # From the tail round the head and back: steps along the arrow, and to its left.
    outline = ((tail, 4), (tip - 17, 4), (tip - 17, 12), (tip, 0))
    outline += tuple((forward, -aside) for forward, aside in reversed(outline[:-1]))
    corners = " ".join(
        f"{_short(middle[0] + forward * along[0] + aside * along[1])} "
        f"{_short(middle[1] + forward * along[1] - aside * along[0])}"
        for forward, aside in outline
    )
    badge = _badge(label, *middle) if label else ""
    return (
        f'<path d="M{corners}z" fill="var(--{fill})" stroke="var(--{line})" stroke-width="3"'
        f' stroke-linejoin="round" opacity=".85"/>{badge}'
    )


def _badge(label: str, x: float, y: float) -> str:
    return (
        f'<circle cx="{_short(x)}" cy="{_short(y)}" r="12" fill="var(--arrow)"'
        f' stroke="var(--arrow-edge)" stroke-width="2.5"/>'
        + write([(label, x, y)], 13 if len(label) == 1 else 9, "var(--arrow-edge)")
    )


# ---- measures ------------------------------------------------------------------------------------


def _corner(scene: Scene, square: Square) -> Point:
    """The upper left corner of a square."""
    return square.file * CELL, (scene.height - 1 - square.rank) * CELL


def _centre(scene: Scene, squares: Sequence[Square]) -> Point:
    corners = [_corner(scene, square) for square in squares]
    x = sum(corner[0] for corner in corners) / len(corners) + CELL / 2
    y = sum(corner[1] for corner in corners) / len(corners) + CELL / 2
    return x, y


def _rectangle(x: float, y: float, width: float, height: float, radius: float, fill: str) -> str:
    return (
        f'<rect x="{_short(x)}" y="{_short(y)}" width="{_short(width)}" height="{_short(height)}"'
        f' rx="{_short(radius)}" fill="var(--{fill})"/>'
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _short(number: float) -> str:
    """A number to two places at most, so that pictures stay small and the same everywhere."""
    return f"{round(number, 2) + 0:g}"
