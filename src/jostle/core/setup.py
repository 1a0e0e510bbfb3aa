"""Setting up positions: what one is made of, piece by piece, before it has to be right.

A description holds whatever somebody puts on a board; only its text, read by the game, says whether
that is a position. What a game's positions hold besides pieces, hands and the player to move are
*fields*, which its module ``setup.py`` names. That module has:

- ``palette(game)``: the pieces that can be put on the board;
- ``describe(position)``: a position taken apart;
- ``write(game, description)``: the position string, right or not;
- ``fields(game, description)``: the fields, with what each may be here;
- ``turned(symmetry, game, description)``: the fields after the board was turned or the players
  changed places;
- ``cleared(game)``: the emptiest board there can be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Literal

from jostle.core.effects import Piece
from jostle.core.errors import PositionError
from jostle.core.game import Game
from jostle.core.messages import Message, message
from jostle.core.players import Player
from jostle.core.ranks import write_ranks
from jostle.core.squares import Axis, Square
from jostle.core.symmetry import Symmetry

Hand = tuple[tuple[Piece, int], ...]
NOTHING = "-"  # what a field says that says nothing


@dataclass(frozen=True)
class Description:
    """What stands on a board and beside it, right or not."""

    pieces: tuple[tuple[Piece, Square], ...]  # each with its left or lower square
    hands: tuple[Hand, Hand] = ((), ())
    mover: Player = Player.ONE
    fields: Mapping[str, str] = field(default_factory=dict)

    def count(self, player: Player, kind: str) -> int:
        """How many pieces of a kind a player has in hand."""
        hand = self.hands[player - 1]
        return sum(count for piece, count in hand if piece.kind == kind)


@dataclass(frozen=True)
class Choice:
    """One thing that a field may be."""

    value: str
    words: Message


@dataclass(frozen=True)
class SetupField:
    """Something that a position holds besides its pieces.

    A ``choice`` is one of its choices; ``several`` is up to ``most`` of them, joined by commas; a
    ``number`` lies between two others. What ``follows`` the pieces says nothing any more when these
    change.
    """

    name: str
    kind: Literal["choice", "several", "number"]
    label: Message
    note: Message
    choices: tuple[Choice, ...] = ()
    most: int = 1
    lowest: int = 0
    highest: int = 0
    follows: bool = True


def setup_of(game: Game) -> ModuleType:
    """The module of a game that sets up its positions."""
    return import_module(f"{type(game).__module__.rpartition('.')[0]}.setup")


def cells_of(piece: Piece, square: Square) -> list[Square]:
    """The squares that a piece would cover, on the board or not."""
    if piece.length == 1:
        return [square]
    files, ranks = (0, 1) if piece.axis is Axis.VERTICAL else (1, 0)
    return [square, Square(square.file + files, square.rank + ranks)]


def check_squares(game: Game, described: Description) -> None:
    """Refuse pieces that reach over the edge or lie on each other, which no text could tell."""
    width, height = game.size
    covered: set[Square] = set()
    for piece, square in described.pieces:
        for cell in cells_of(piece, square):
            if cell.file >= width or cell.rank >= height:
                raise PositionError(message("setup.off-board", square=square))
            if cell in covered:
                raise PositionError(message("setup.overlap", square=cell))
            covered.add(cell)


def ranks_text(game: Game, described: Description, letters: Mapping[Piece, str]) -> str:
    """The ranks of the position string; every piece must lie on squares of its own."""
    check_squares(game, described)
    written = [
        (cell.place, letter)
        for piece, square in described.pieces
        for cell, letter in zip(cells_of(piece, square), letters[piece], strict=True)
    ]
    return write_ranks(written, *game.size)


def turn(symmetry: Symmetry, game: Game, described: Description) -> Description:
    """A description after the board was turned or the players changed places."""
    check_squares(game, described)
    first, second = described.hands
    if symmetry.exchanged:
        first, second = _given(second, Player.ONE), _given(first, Player.TWO)
    return Description(
        tuple(symmetry.tile(piece, square, game.size) for piece, square in described.pieces),
        (first, second),
        symmetry.player(described.mover),
        setup_of(game).turned(symmetry, game, described),
    )


def _given(hand: Hand, owner: Player) -> Hand:
    """A hand whose pieces are given to another player."""
    return tuple(
        (Piece(piece.kind, owner, piece.axis, piece.turned, piece.length), count)
        for piece, count in hand
    )
