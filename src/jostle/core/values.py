"""What a position is worth exactly: a win, a loss or a draw, and how far the end is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import total_ordering
from typing import Any, ClassVar


@total_ordering
@dataclass(frozen=True, eq=False)
class Value:
    """The exact value of a position for one player: Win, Loss or Draw.

    ``plies`` is the distance to the end when the winner hurries and the loser delays. Where a game
    counts points, ``margin`` is their difference, and it ranks before the distance.

    >>> sorted([Win(3), Draw(), Loss(2), Win(1), Loss(4)])
    [Loss(2), Loss(4), Draw(), Win(3), Win(1)]
    >>> Win(9, margin=3) > Win(7, margin=2)
    True
    """

    plies: int = 0
    margin: int | None = field(default=None, kw_only=True)
    sign: ClassVar[int] = 0
    name: ClassVar[str]

    def __repr__(self) -> str:
        plies = str(self.plies) if self.plies else ""
        margin = "" if self.margin is None else f"margin={self.margin}"
        return f"{type(self).__name__}({', '.join(filter(None, (plies, margin)))})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Value) and self._rank == other._rank

    def __lt__(self, other: Value) -> bool:
        return self._rank < other._rank

    def __hash__(self) -> int:
        return hash(self._rank)

    @property
    def _rank(self) -> tuple[int, int, int]:
        return self.sign, self.sign * (self.margin or 0), -self.sign * self.plies

    @property
    def opposite(self) -> Value:
        """The same value seen by the other player."""
        return (Loss, Draw, Win)[1 - self.sign](self.plies, margin=self.margin)

    @property
    def probability(self) -> float:
        """The share of the point that it brings."""
        return (1 + self.sign) / 2

    def to_json(self) -> dict[str, object]:
        return {"value": self.name, "plies": self.plies, "margin": self.margin}


class Win(Value):
    """A win in so many plies, the player's own and the opponent's counted."""

    sign = 1
    name = "win"


class Loss(Value):
    """A loss in so many plies."""

    sign = -1
    name = "loss"


class Draw(Value):
    """Neither can force a win; the plies say how far the end is, 0 if that is open."""

    name = "draw"


def read_value(told: Mapping[str, Any]) -> Value:
    """The value that ``to_json`` told.

    >>> read_value(Win(3, margin=2).to_json())
    Win(3, margin=2)
    """
    kind = next(kind for kind in (Win, Loss, Draw) if kind.name == told["value"])
    return kind(told["plies"], margin=told["margin"])
