"""The store: every event of every game, durable before anybody hears of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy import Connection, Executable, Select, insert, literal, or_, select, tuple_

from jostle.server.storage.changes import Alive, Append, Met
from jostle.server.storage.database import Database, database_at
from jostle.server.storage.errors import Conflict, StoreError, telling
from jostle.server.storage.migrating import upgrade
from jostle.server.storage.openings import Opened
from jostle.server.storage.puzzle_progress import PuzzleProgress
from jostle.server.storage.review_shelf import ReviewShelf
from jostle.server.storage.runs import Runs, time_ms
from jostle.server.storage.stored import GameRow, StoredEvent
from jostle.server.storage.study_shelf import StudyShelf
from jostle.server.storage.tables import EVENTS, GAMES, IDENTITIES, RUNS
from jostle.server.storage.writing import Writer

__all__ = ["Conflict", "GameRow", "Store", "StoreError", "StoredEvent"]

HEARTBEAT = 1.0  # seconds

# The columns of a game's row that are the store's callers' business.
GAME_COLUMNS = [column for column in GAMES.c if column.name != "seq"]

log = structlog.get_logger()


class Store:
    """All that the server keeps; ``open`` makes one, ``close`` ends it."""

    def __init__(
        self, database: Database, run: int, runs: Runs, now: Callable[[], int] = time_ms
    ) -> None:
        self.runs = runs
        self._database = database
        self._run = run
        self._now = now
        self._writer = Writer(database)
        self.reviews = ReviewShelf(database, self._writer)
        self.puzzles = PuzzleProgress(database, self._writer)
        self.studies = StudyShelf(database, self._writer)
        self._heart = asyncio.create_task(self._beat(), name="heartbeat")

    @classmethod
    async def open(cls, url: str, *, address: str = "", now: Callable[[], int] = time_ms) -> Store:
        """Open a database for this server alone, with its tables as this version needs them.

        A second server on the same database is refused, and told the ``address`` of the first.
        """
        database = database_at(url)
        try:
            with telling("open", database=database.url):
                await database.open()
                await database.tell(address)
                run, runs = await database.write(lambda connection: started(connection, now()))
        except BaseException:
            await database.close()
            raise
        return cls(database, run, runs, now)

    async def close(self) -> None:
        """Write what waits and a last sign of life, and let go of the database."""
        self._heart.cancel()
        with suppress(asyncio.CancelledError):
            await self._heart
        await self._give_sign_of_life()
        await self._writer.close()
        await self._database.close()

    async def tell_address(self, address: str) -> None:
        """Say where this server is, for a second one that is refused."""
        await self._database.tell(address)

    async def ping(self) -> None:
        """Return if the database answers."""
        await self._database.read(select(literal(1)))

    # Games

    async def append(self, row: GameRow, events: Sequence[StoredEvent]) -> None:
        """Add events to a game, and put the game's row in the place of the one before.

        They are durable when this returns. ``Conflict`` says that they do not follow the last
        event; after any other ``StoreError`` only reading tells whether they were stored.
        """
        await self._writer.write(Append(row, events))

    async def events(self, game_id: str) -> list[StoredEvent]:
        """All events of a game; none if there is no such game."""
        rows = await self._database.read(
            select(EVENTS).where(EVENTS.c.game == game_id).order_by(EVENTS.c.seq)
        )
        return [StoredEvent.from_values(row) for row in rows]

    async def games(
        self,
        *,
        status: str | None = None,
        public: bool | None = None,
        identity: str | None = None,
        before: tuple[int, str] | None = None,
        limit: int = 30,
    ) -> list[GameRow]:
        """Games by status, publicity and who has a seat, the newest change first.

        ``before`` is the ``updated`` and the ``id`` of the last game of the page before.
        """
        query = select(*GAME_COLUMNS).order_by(GAMES.c.updated.desc(), GAMES.c.id.desc())
        if status is not None:
            query = query.where(GAMES.c.status == status)
        if public is not None:
            query = query.where(GAMES.c.public == public)
        if identity is not None:
            query = query.where(or_(GAMES.c.seat1 == identity, GAMES.c.seat2 == identity))
        if before is not None:
            query = query.where(tuple_(GAMES.c.updated, GAMES.c.id) < before)
        return await self._games(query.limit(limit))

    async def due(self, before: int) -> list[str]:
        """The games being played whose deadline is earlier, the earliest first."""
        rows = await self._database.read(
            select(GAMES.c.id)
            .where(GAMES.c.status == "playing", GAMES.c.deadline < before)
            .order_by(GAMES.c.deadline)
        )
        return [row["id"] for row in rows]

    async def playing_with_computer_to_move(self) -> list[GameRow]:
        """The games being played in which the computer has to move or to answer."""
        return await self._games(
            select(*GAME_COLUMNS).where(GAMES.c.status == "playing", GAMES.c.waits_for_computer)
        )

    async def is_guarded(self, boards: Iterable[str]) -> bool:
        """Whether one of these is the guarded board of a game that is being played."""
        rows = await self._database.read(
            select(GAMES.c.id).where(GAMES.c.guarded.in_(sorted(boards))).limit(1)
        )
        return bool(rows)

    async def games_of_ids(self, ids: Sequence[str]) -> list[GameRow]:
        """The games of some ids, in their order; those that there are not are left out."""
        found = await self._games(select(*GAME_COLUMNS).where(GAMES.c.id.in_(ids)))
        return sorted(found, key=lambda row: ids.index(row.id))

    # Openings

    async def add_opening(self, opened: Opened) -> None:
        """Keep and count the beginning of a game, unless it has been before."""
        await self._writer.write(opened)

    async def openings(self, query: Executable) -> list[dict[str, Any]]:
        """What one of the questions of ``storage/openings.py`` finds."""
        return await self._database.read(query)

    async def _games(self, query: Select[Any]) -> list[GameRow]:
        return [GameRow.from_values(row) for row in await self._database.read(query)]

    # People

    async def name_of(self, identity: str) -> str | None:
        """The name that somebody chose, if they did."""
        return (await self.names_of([identity])).get(identity)

    async def names_of(self, identities: Iterable[str]) -> dict[str, str]:
        """The names of those who chose one."""
        rows = await self._database.read(
            select(IDENTITIES.c.id, IDENTITIES.c.name).where(
                IDENTITIES.c.id.in_(sorted(set(identities))), IDENTITIES.c.name.is_not(None)
            )
        )
        return {row["id"]: row["name"] for row in rows}

    async def set_name(self, identity: str, name: str) -> None:
        """Keep a name."""
        await self._writer.write(Met(identity, name=name))

    async def last_seen(self, identity: str) -> int | None:
        """When somebody last had a game open."""
        rows = await self._database.read(
            select(IDENTITIES.c.seen).where(IDENTITIES.c.id == identity)
        )
        return rows[0]["seen"] if rows else None

    async def seen(self, identity: str, at: int) -> None:
        """Keep when somebody last had a game open."""
        await self._writer.write(Met(identity, seen=at))

    # Runs

    async def _beat(self) -> None:
        """Give a sign of life each second."""
        while True:
            await asyncio.sleep(HEARTBEAT)
            await self._give_sign_of_life()

    async def _give_sign_of_life(self) -> None:
        try:
            await self._writer.write(Alive(self._run, self._now()))
        except StoreError as error:  # the next one may succeed
            log.error("sign of life not written", error=str(error))


def started(connection: Connection, now: int) -> tuple[int, Runs]:
    """Bring the tables up to date and begin a run: its number, and all runs."""
    upgrade(connection)
    ended = connection.execute(select(RUNS.c.started, RUNS.c.last_seen)).all()
    run: int = connection.execute(
        insert(RUNS).values(started=now, last_seen=now).returning(RUNS.c.id)
    ).scalar_one()
    return run, Runs([(start, end) for start, end in ended], now)
