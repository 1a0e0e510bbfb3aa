"""How good a position is for a player: exact if that is proven, else a chance of winning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jostle.core.players import Player
from jostle.core.values import Value, read_value


@dataclass(frozen=True)
class Score:
    """How good a position is for a player: a chance of winning, or an exact value if proven.

    Draws count half in the chance.
    """

    player: Player
    probability: float
    value: Value | None = None

    @classmethod
    def exact(cls, player: Player, value: Value) -> Score:
        """A proven score."""
        return cls(player, value.probability, value)

    def seen_by(self, player: Player) -> Score:
        """The same score from a player's point of view."""
        if player is self.player:
            return self
        value = None if self.value is None else self.value.opposite
        return Score(player, 1 - self.probability, value)

    def to_json(self) -> dict[str, object]:
        exact = None if self.value is None else self.value.to_json()
        return {
            "player": int(self.player),
            "probability": round(self.probability, 4),
            "exact": exact,
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Score:
        """The score that ``to_json`` told, but for what rounding took from its chance.

        >>> Score.from_json(Score(Player.TWO, 0.25).to_json())
        Score(player=<Player.TWO: 2>, probability=0.25, value=None)
        """
        exact = told["exact"]
        value = None if exact is None else read_value(exact)
        return cls(Player(told["player"]), told["probability"], value)
