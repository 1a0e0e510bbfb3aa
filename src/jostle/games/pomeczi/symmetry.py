"""Positions of Pomeczi that are mirror images of each other."""

from __future__ import annotations

from collections.abc import Iterator

from jostle.core.game import Position
from jostle.core.squares import ORTHOGONAL, Square
from jostle.core.symmetry import ALL_SYMMETRIES, Symmetry
from jostle.games.pomeczi.notation import LETTERS, hands


def turned_motion(symmetry: Symmetry, position: Position, motion: str) -> str:
    """A motion is named by the left or lower cell of its tile, which may be another one then."""
    pieces = {square: piece for piece, square in position.pieces}
    square = Square.parse(motion[:2])
    direction = next(way for way in ORTHOGONAL if str(way) == motion[2])
    _, turned = symmetry.tile(pieces[square], square, position.game.size)
    return f"{turned}{symmetry.direction(direction)}"


def images(position: Position) -> Iterator[str]:
    """The position strings of a position and its mirror images."""
    _, _, forbidden, later = position.text.split(" ")
    size = position.game.size
    for symmetry in ALL_SYMMETRIES:
        if symmetry.size(size) != size:
            continue
        held = hands(position.state)
        first, second = reversed(held) if symmetry.exchanged else held
        in_hand = "S" * first[0] + "D" * first[1] + "s" * second[0] + "d" * second[1]
        denied, waiting = (
            sorted(turned_motion(symmetry, position, motion) for motion in field.split(","))
            if field != "-"
            else ["-"]
            for field in (forbidden, later)
        )
        ranks = symmetry.ranks(position.pieces, LETTERS, size)
        mover = symmetry.player(position.mover)
        yield f"{ranks}[{in_hand}] {mover:d} {','.join(denied)} {','.join(waiting)}"
