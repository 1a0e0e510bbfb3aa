"""Turning and mirroring boards: positions that differ in nothing else are the same to a player.

Which symmetries a game has, and what becomes of the rest of a position, its ``symmetry.py`` says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product

from jostle.core.effects import Piece
from jostle.core.players import Player
from jostle.core.ranks import write_ranks
from jostle.core.squares import ORTHOGONAL, Direction, Square

Size = tuple[int, int]


@dataclass(frozen=True)
class Symmetry:
    """Files and ranks change places, then each of them may run backwards.

    If the players are exchanged, each has the other's pieces and turn.
    """

    transposed: bool = False
    files_reversed: bool = False
    ranks_reversed: bool = False
    exchanged: bool = False

    def size(self, size: Size) -> Size:
        """The size of the turned board."""
        return (size[1], size[0]) if self.transposed else size

    def square(self, square: Square, size: Size) -> Square:
        """Where a square of a board of this size comes to lie."""
        file, rank = (square.rank, square.file) if self.transposed else square
        width, height = self.size(size)
        return Square(
            width - 1 - file if self.files_reversed else file,
            height - 1 - rank if self.ranks_reversed else rank,
        )

    def direction(self, direction: Direction) -> Direction:
        """What becomes of a direction along the edges."""
        files, ranks = direction.files, direction.ranks
        if self.transposed:
            files, ranks = ranks, files
        turned = (
            -files if self.files_reversed else files,
            -ranks if self.ranks_reversed else ranks,
        )
        return next(way for way in ORTHOGONAL if (way.files, way.ranks) == turned)

    def player(self, player: Player) -> Player:
        """Who plays a player's part."""
        return player.other if self.exchanged else player

    def tile(self, piece: Piece, square: Square, size: Size) -> tuple[Piece, Square]:
        """What becomes of a piece, and its left or lower square then."""
        owner = None if piece.owner is None else self.player(piece.owner)
        axis = piece.axis.other if piece.axis is not None and self.transposed else piece.axis
        turned = min(self.square(cell, size) for cell in piece.cells(square))
        return replace(piece, owner=owner, axis=axis), turned

    def ranks(
        self,
        tiles: Iterable[tuple[Piece, Square]],
        letters: Mapping[Piece, str],
        size: Size,
    ) -> str:
        """The ranks of the turned board's position string; each cell of a piece has a letter."""
        written = []
        for piece, square in tiles:
            turned, end = self.tile(piece, square, size)
            cells = turned.cells(end)
            written += [
                (cell.place, letter) for cell, letter in zip(cells, letters[turned], strict=True)
            ]
        return write_ranks(written, *self.size(size))


ALL_SYMMETRIES = tuple(Symmetry(*turns) for turns in product((False, True), repeat=4))
