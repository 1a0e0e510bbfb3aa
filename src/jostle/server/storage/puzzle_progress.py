"""What people have achieved in puzzles, as far as the store keeps it: for each of them alone."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from jostle.puzzles.progress import Score, Standing
from jostle.server.storage.database import Database
from jostle.server.storage.puzzle_tries import Tried, standing_of
from jostle.server.storage.tables import PUZZLE_RATINGS, PUZZLE_TRIES
from jostle.server.storage.writing import Writer


@dataclass(frozen=True)
class Try:
    """What somebody has made of a puzzle."""

    solved: bool = False
    helped: bool = False
    score: Score | None = None  # of the first attempt, when it has counted
    gained: int | None = None  # what that did to the rating

    @property
    def state(self) -> str:
        """In a word."""
        return "solved" if self.solved else "untried" if self.score is None else "failed"


UNTRIED = Try()


class PuzzleProgress:
    """Attempts at puzzles in a database, and what follows from them."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def record(self, tried: Tried) -> None:
        """Keep what happened in an attempt, once; it is durable when this returns."""
        await self._writer.write(tried)

    async def tries(self, identity: str) -> dict[str, Try]:
        """What somebody has made of each puzzle that they have touched."""
        columns = PUZZLE_TRIES.c
        rows = await self._database.read(
            select(
                columns.puzzle, columns.solved, columns.helped, columns.score, columns.gained
            ).where(columns.identity == identity)
        )
        return {
            row["puzzle"]: Try(
                row["solved"],
                row["helped"],
                None if row["score"] is None else Score(row["score"]),
                row["gained"],
            )
            for row in rows
        }

    async def standings(self, identity: str) -> dict[str, Standing]:
        """Somebody's standing in each game whose puzzles they have tried."""
        rows = await self._database.read(
            select(PUZZLE_RATINGS).where(PUZZLE_RATINGS.c.identity == identity)
        )
        return {row["game"]: standing_of(row) for row in rows}
