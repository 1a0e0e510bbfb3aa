"""What a move does, piece by piece.

A move's effects come in steps. All effects of a step happen at once and name squares as they were
before it; applied in order to the old position, the steps give the new one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from jostle.core.compiling import inlined
from jostle.core.players import Player
from jostle.core.squares import SQUARES, Axis, Direction, Square


@dataclass(frozen=True, slots=True)
class Piece:
    """A kind of piece in one state: whose it is, how it lies, whether it was turned (V4)."""

    kind: str
    owner: Player | None
    axis: Axis | None = None
    turned: bool = False
    length: int = 1

    def cells(self, square: Square) -> tuple[Square, ...]:
        """The squares it covers when its left or lower end is on ``square``."""
        if self.length == 1:
            return (square,)
        onward = Direction.UP if self.axis is Axis.VERTICAL else Direction.RIGHT
        second = square.step(onward)
        assert second is not None  # positions hold whole dominoes only
        return (square, second)


class EffectKind(IntEnum):
    """What happened to a piece. The numbers are those of the kernels' packed effects."""

    PLACED = 0
    MOVED = 1
    PUSHED = 2
    DEFLECTED = 3
    TURNED = 4
    FLIPPED = 5
    ELIMINATED = 6
    SCORED = 7
    PASSED = 8

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that happens to one piece.

    ``origin`` and ``target`` are the squares the piece covers before and after, none if it comes
    from a hand or leaves the board. ``becomes`` is the piece afterwards: in the other player's hand
    if it was flipped, with another axis if it was turned, None if it is out of the game. ``by`` is
    the square of the piece that caused it, None for the piece that acts. A pass has no piece.
    """

    kind: EffectKind
    piece: Piece | None
    becomes: Piece | None
    origin: tuple[Square, ...]
    target: tuple[Square, ...]
    by: Square | None

    def to_json(self) -> dict[str, object]:
        """The effect in plain values, for pages and environments."""
        piece = self.piece
        shown: dict[str, object] = {"kind": str(self.kind)}
        if piece is not None:
            shown["piece"] = piece.kind
            shown["owner"] = None if piece.owner is None else int(piece.owner)
        shown["from"] = [str(square) for square in self.origin]
        shown["to"] = [str(square) for square in self.target]
        shown["by"] = None if self.by is None else str(self.by)
        return shown


Step = tuple[Effect, ...]
KINDS = tuple(EffectKind)

# A packed effect, as kernels write it (7 bits a square, NOWHERE for none; 5 bits a piece code):
#
#   bit 0   4      9        14      21      28  35
#       kind piece becomes  origin  target  by  step (7 bits; a game may use what is above)
NOWHERE = 64
NO_PIECE = 31


def unpack(packed: int, pieces: tuple[Piece, ...]) -> tuple[int, Effect]:
    """A packed effect as (step, Effect), ``pieces`` being the game's table of piece codes."""
    piece_code, becomes_code = packed >> 4 & 31, packed >> 9 & 31
    origin, target, by = packed >> 14 & 127, packed >> 21 & 127, packed >> 28 & 127
    piece = None if piece_code == NO_PIECE else pieces[piece_code]
    becomes = None if becomes_code == NO_PIECE else pieces[becomes_code]
    return packed >> 35 & 127, Effect(
        KINDS[packed & 15],
        piece,
        becomes,
        () if origin == NOWHERE or piece is None else piece.cells(SQUARES[origin]),
        () if target == NOWHERE or becomes is None else becomes.cells(SQUARES[target]),
        None if by == NOWHERE else SQUARES[by],
    )


@inlined
def pack(step: int, kind: int, piece: int, becomes: int, origin: int, target: int, by: int) -> int:
    """One effect as a number; squares are places, pieces the game's codes."""
    return kind | piece << 4 | becomes << 9 | origin << 14 | target << 21 | by << 28 | step << 35
