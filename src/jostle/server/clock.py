"""Clocks: how much time each player has, and how it passes.

All times are whole milliseconds. Clocks stand still while the server is down: what passes between
two instants is only the part of it that lies within the server's runs (``runs.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from jostle.core.players import Player

SECOND = 1000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE

Times = tuple[int, int]  # what Player 1 and Player 2 have left
Elapsed = Callable[[int, int], int]  # from one instant to another


def always(start: int, end: int) -> int:
    """The time between two instants of a server that never was down."""
    return max(0, end - start)


@dataclass(frozen=True, slots=True)
class ClockRules:
    """One of the two kinds of clock: minutes for all moves, or days for each."""

    kind: Literal["minutes", "days"]
    base: int
    increment: int = 0

    @classmethod
    def of(cls, setting: Mapping[str, Any] | None) -> ClockRules | None:
        """The rules of a setting: ``{"minutes": 5, "increment": 3}``, ``{"days": 2}`` or None."""
        if setting is None:
            return None
        if "days" in setting:
            return cls("days", int(setting["days"]) * DAY)
        return cls(
            "minutes", round(setting["minutes"] * MINUTE), round(setting["increment"] * SECOND)
        )

    @property
    def start(self) -> Times:
        """What both players have before the first move."""
        return self.base, self.base

    def runs(self, ply: int) -> bool:
        """Whether the mover's clock runs when so many moves have been played.

        Minutes stand still until the first move has been made; days run from the start.
        """
        return self.kind == "days" or ply > 0

    def after_move(self, times: Times, player: Player, spent: int, ply: int) -> Times:
        """The times after a player's move, for which the clock ran so long."""
        if self.kind == "days":
            return self.start
        if not self.runs(ply):
            return times
        left = times[player - 1] - spent + self.increment
        return (left, times[1]) if player is Player.ONE else (times[0], left)
