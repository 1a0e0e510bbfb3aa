"""The two players."""

from __future__ import annotations

from enum import IntEnum


class Player(IntEnum):
    """Player 1 sits at the bottom and moves first.

    >>> Player.ONE.other
    <Player.TWO: 2>
    """

    ONE = 1
    TWO = 2

    @property
    def other(self) -> Player:
        return Player(3 - self)
