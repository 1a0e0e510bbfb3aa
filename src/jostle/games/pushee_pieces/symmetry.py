"""Positions of Pushee Pieces that are mirror images of each other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from jostle.core.game import Game, Position
from jostle.core.squares import Square
from jostle.core.symmetry import ALL_SYMMETRIES, Symmetry
from jostle.games.pushee_pieces.notation import LETTERS

KNOWN_GRIDS = 1024


@lru_cache(maxsize=KNOWN_GRIDS)
def keeps_the_grid(symmetry: Symmetry, game: Game) -> bool:
    """C1: whether every square has the same number after turning the board."""
    rows = game.settings["grid"].split("/")[::-1]
    size = game.size
    if symmetry.size(size) != size:
        return False
    turned = {
        symmetry.square(Square(file, rank), size): digit
        for rank, row in enumerate(rows)
        for file, digit in enumerate(row)
    }
    return all(
        turned[Square(file, rank)] == digit
        for rank, row in enumerate(rows)
        for file, digit in enumerate(row)
    )


def images(position: Position) -> Iterator[str]:
    """The position strings of a position and its mirror images."""
    _, _, *pairs = position.text.split(" ")
    for symmetry in ALL_SYMMETRIES:
        if keeps_the_grid(symmetry, position.game):
            ranks = symmetry.ranks(position.pieces, LETTERS, position.game.size)
            turned = [
                "/".join(pair.split("/")[:: -1 if symmetry.exchanged else 1]) for pair in pairs
            ]
            yield " ".join([ranks, f"{symmetry.player(position.mover):d}", *turned])
