"""Positions of Push Push that are mirror images of each other."""

from __future__ import annotations

from collections.abc import Iterator

from jostle.core.game import Position
from jostle.core.squares import Square
from jostle.core.symmetry import Symmetry
from jostle.games.push_push.notation import LETTERS

# B1: the sides belong to the players, so turning the board upside down exchanges them.
SYMMETRIES = tuple(
    Symmetry(files_reversed=mirrored, ranks_reversed=exchanged, exchanged=exchanged)
    for exchanged in (False, True)
    for mirrored in (False, True)
)


def images(position: Position) -> Iterator[str]:
    """The position strings of a position and its mirror images."""
    _, _, opening, quiet = position.text.split(" ")
    size = position.game.size
    for symmetry in SYMMETRIES:
        turned = opening
        if opening != "-":
            if symmetry.exchanged:
                continue  # B10 speaks of Player 1's first move alone
            if opening[0] in "ABCD":
                turned = opening[0] + str(symmetry.square(Square.parse(opening[1:]), size))
        ranks = symmetry.ranks(position.pieces, LETTERS, size)
        yield f"{ranks} {symmetry.player(position.mover):d} {turned} {quiet}"
