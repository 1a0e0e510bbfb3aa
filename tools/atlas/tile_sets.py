"""The boards and tile sets that the atlas tells of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jostle.core.errors import VariantError
from jostle.core.game import Game
from jostle.games import game

BOARDS = ("3x3", "3x4", "4x4")  # 4x3 is 3x4 turned by a quarter
MOST_SINGLES = MOST_DOMINOES = 2  # each
STANDARD = "pomeczi"


@dataclass(frozen=True)
class TileSet:
    """A board and the tiles that each player starts with."""

    board: str
    singles: int
    dominoes: int

    def game(self) -> Game:
        """The variant; VariantError if there is none."""
        options = f"board={self.board},singles={self.singles},dominoes={self.dominoes}"
        return game(f"pomeczi:{options}")

    @property
    def name(self) -> str:
        """What its files are called after.

        >>> TileSet("3x4", 2, 1).name
        '3x4-2s1d'
        """
        return f"{self.board}-{self.singles}s{self.dominoes}d"


def every_tile_set() -> Iterator[TileSet]:
    """All tile sets, also those that no variant has."""
    for board in BOARDS:
        for dominoes in range(MOST_DOMINOES + 1):
            for singles in range(MOST_SINGLES + 1):
                yield TileSet(board, singles, dominoes)


def playable() -> dict[TileSet, Game]:
    """The tile sets that can be played, with their variants."""
    games = {}
    for tiles in every_tile_set():
        try:
            games[tiles] = tiles.game()
        except VariantError:
            continue  # ``refused`` tells of it
    return games


def refused() -> dict[TileSet, str]:
    """The tile sets that cannot be played, and why."""
    reasons = {}
    for tiles in every_tile_set():
        try:
            tiles.game()
        except VariantError as error:
            reasons[tiles] = str(error)
    return reasons
