"""Small pictures of what each first move is worth.

One board for singles, one for flat dominoes, one for tall ones, as far as a variant has them. A
mark stands in the middle of the cells that a tile would cover: a disc for a win, a square for a
loss, both with the number of turns, and a diamond for a draw. The picture brings its own ground, so
it can be read on light and on dark pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from jostle.core.squares import Square
from jostle.core.values import Value
from jostle.render.lettering import write
from jostle.render.theme import LIGHT

CELL = 100
LABELS, MARGIN, HEAD = 46, 24, 92  # left and below, right, above
SCALE = 0.45  # pixels for each unit
WON, DRAWN, LOST, INK = "#17694f", "#6f6a60", "#a83a22", "#ffffff"
# Each kind: how its moves begin and end, and the cells of a tile to the right and above.
KINDS = {"single": ("S", "", 0, 0), "flat": ("D", ">", 1, 0), "tall": ("D", "^", 0, 1)}


def draw_first_moves(size: tuple[int, int], values: Mapping[str, Value], title: str) -> str:
    """The picture of all first moves."""
    width, height = size
    boards = [(kind, found) for kind in KINDS if (found := moves_of(kind, values))]
    across = LABELS + width * CELL + MARGIN
    total, down = across * len(boards), HEAD + height * CELL + LABELS
    parts = [f'<rect width="{total}" height="{down}" rx="24" fill="{LIGHT.frame}"/>']
    for place, (kind, found) in enumerate(boards):
        parts.append(f'<g transform="translate({place * across + LABELS} {HEAD})">')
        parts += [heading(kind, width), cells(width, height), labels(width, height)]
        parts += marks(kind, height, found)
        parts.append("</g>")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {total} {down}"'
        f' width="{total * SCALE:g}" height="{down * SCALE:g}">'
        f"<title>{escape(title, quote=False)}</title>{''.join(parts)}</svg>\n"
    )


def moves_of(kind: str, values: Mapping[str, Value]) -> dict[Square, Value]:
    """What placing this kind of tile is worth, by its left or lower cell."""
    letter, way, _, _ = KINDS[kind]
    return {
        Square.parse(move[1:3]): value
        for move, value in values.items()
        if move[0] == letter and move[3:] == way
    }


def heading(kind: str, width: int) -> str:
    """The tile, above the board's middle."""
    _, _, right, up = KINDS[kind]
    across, down = 34 * (1 + right), 34 * (1 + up)
    left, top = width * CELL / 2 - across / 2, -HEAD / 2 - down / 2 - 2
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{across}" height="{down}" rx="8"'
        f' fill="{LIGHT.player1}" stroke="{LIGHT.player1_edge}" stroke-width="4"/>'
    )


def cells(width: int, height: int) -> str:
    """All cells, as one path."""
    side = CELL - 6
    corners = [
        (file * CELL + 3, rank * CELL + 3) for rank in range(height) for file in range(width)
    ]
    outlines = "".join(f"M{x} {y}h{side}v{side}h-{side}z" for x, y in corners)
    return f'<path fill="{LIGHT.square}" d="{outlines}"/>'


def labels(width: int, height: int) -> str:
    """Letters under the files, figures left of the ranks."""
    files = [("abcdefgh"[file], file * CELL + 50, height * CELL + 21) for file in range(width)]
    ranks = [(str(rank + 1), -22, (height - rank) * CELL - 50) for rank in range(height)]
    return write([*files, *ranks], 20, LIGHT.label)


def marks(kind: str, height: int, values: Mapping[Square, Value]) -> Iterable[str]:
    """A mark for each move."""
    _, _, right, up = KINDS[kind]
    words = []
    for square, value in values.items():
        x = square.file * CELL + 50 + right * 50
        y = (height - square.rank) * CELL - 50 - up * 50
        if value.sign > 0:
            yield f'<circle cx="{x}" cy="{y}" r="37" fill="{WON}"/>'
        elif value.sign < 0:
            yield f'<path fill="{LOST}" d="M{x - 34} {y - 34}h68v68h-68z"/>'
        else:
            yield f'<path fill="{DRAWN}" d="M{x} {y - 38}l38 38-38 38-38-38z"/>'
            yield f'<path stroke="{INK}" stroke-width="6" d="M{x - 12} {y - 7}h24m0 14h-24"/>'
        if value.sign:
            words.append((str(value.plies), x, y))
    if words:
        yield write(words, 26 if max(len(word) for word, _, _ in words) < 3 else 22, INK)
