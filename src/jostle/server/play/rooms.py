"""The games that somebody is at: loaded when needed, let go when nobody is left.

``Rooms`` holds one ``Room`` for each. A background task ends games whose time is out, lets idle
rooms go and remembers who is here; the computer's turns are looked for when the server starts.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import structlog
from anyio import to_thread

from jostle.core.errors import PositionError
from jostle.core.messages import message
from jostle.core.words import told_outcome
from jostle.games import game as find_game
from jostle.server import metrics
from jostle.server.engine_pool import EnginePool
from jostle.server.play.events import FREE, GAME_ID, Event, Kind, Seat, new_game_id
from jostle.server.play.refusals import refusal
from jostle.server.play.room import Room
from jostle.server.play.table import Table, creation
from jostle.server.storage.runs import time_ms
from jostle.server.storage.store import Store, StoredEvent, StoreError
from jostle.server.study.openings import OpeningIndex
from jostle.server.wire.game_views import row_of
from jostle.server.wire.protocol import AgainstComputer, AgainstPerson, CreateGame

log = structlog.get_logger()

SWEEP = 1.0  # seconds between two looks at the deadlines
IDLE = 60_000  # milliseconds that a room without anybody in it is kept
REMEMBER = 15_000  # milliseconds between two notes of who is in a room


class Rooms:
    """All live games of a server. ``start`` lets them go on, ``close`` ends that."""

    def __init__(self, store: Store, pool: EnginePool, clock: Callable[[], int] = time_ms) -> None:
        self.store = store
        self.pool = pool
        self.clock = clock
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self.openings = OpeningIndex(store, self.load_table)

    async def start(self) -> None:
        """Begin to look after the games; those that wait for the computer go on."""
        self._tasks = [
            asyncio.create_task(self._keep_sweeping(), name="sweeping"),
            asyncio.create_task(self._resume_computer(), name="computer's turns"),
            asyncio.create_task(self.openings.work(), name="openings"),
        ]

    async def close(self) -> None:
        """Stop looking after them; nothing that was acknowledged is lost by that."""
        tasks = [*self._tasks, *self._loading.values()]
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        for room in self._rooms.values():
            await room.close()
        await self._remember(list(self._rooms.values()), self.clock())
        self._rooms.clear()
        metrics.ROOMS.set(0)

    async def get(self, game_id: str) -> Room:
        """The room of a game; refused as ``unknown`` if there is no such game."""
        room = self._rooms.get(game_id)
        if room is None:
            task = self._loading.get(game_id) or self._enter(game_id, self._load(game_id))
            room = await asyncio.shield(task)
        room.touched = self.clock()
        return room

    async def create(self, asked: CreateGame, identity: str) -> Room:
        """Set up a new game."""
        game = find_game(asked.variant)
        start = None
        if asked.start is not None:
            position = game.position(asked.start)
            if position.outcome is not None:
                said = message("over.position", result=told_outcome(position.outcome))
                raise PositionError(said)
            start = None if position == game.start() else position.text
        event = creation(
            variant=game.variant,
            start=start,
            seats=seats_for(asked, identity),
            clock=None if asked.clock is None else asked.clock.model_dump(),
            public=asked.public,
            creator=identity,
            now=self.clock(),
        )
        game_id = new_game_id()
        return await asyncio.shield(self._enter(game_id, self._create(game_id, event)))

    async def create_rematch(self, game_id: str, event: Event) -> None:
        """Set up the game that follows another one; its players' pages will ask for it."""
        await asyncio.shield(self._enter(game_id, self._create(game_id, event)))

    async def rename(self, identity: str, name: str) -> None:
        """Keep a name, and show it wherever its bearer sits."""
        await self.store.set_name(identity, name)
        for room in list(self._rooms.values()):
            room.rename(identity, name)

    async def load_table(self, game_id: str) -> Table:
        """A game from the store."""
        stored = await self.store.events(game_id) if GAME_ID.fullmatch(game_id) else []
        if not stored:
            raise refusal("unknown", "game")
        events = [Event(given.seq, given.at, Kind(given.kind), given.payload) for given in stored]
        # Playing a long game again takes a while, and others must not wait for it.
        return await to_thread.run_sync(Table.fold, game_id, events, self.store.runs.elapsed)

    def _enter(self, game_id: str, opening: Coroutine[Any, Any, Room]) -> asyncio.Task[Room]:
        """Open a room; all who come meanwhile wait for it, and none of them can break it off."""

        async def enter() -> Room:
            room = await opening
            for identity in {seat.identity for seat in room.table.seats if seat.identity}:
                await room.learn(identity)
            self._rooms[game_id] = room
            metrics.ROOMS.set(len(self._rooms))
            room.go_on()
            return room

        task = self._loading[game_id] = asyncio.create_task(enter())
        task.add_done_callback(lambda _: self._loading.pop(game_id))
        return task

    async def _load(self, game_id: str) -> Room:
        return Room(self, await self.load_table(game_id))

    async def _create(self, game_id: str, created: Event) -> Room:
        """Store a new game."""
        table = Table(game_id, created, self.store.runs.elapsed)
        waits = table.computer_duty() is not None
        row = row_of(table, created.at, waits_for_computer=waits)
        stored = StoredEvent(created.seq, created.at, created.kind, created.payload)
        await self.store.append(row, [stored])
        metrics.GAMES.labels(table.game.name).inc()
        return Room(self, table)

    # In the background.

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except StoreError as error:
                log.error("sweeping failed", error=str(error))

    async def sweep(self) -> None:
        """End games whose time is out, let idle rooms go, remember who is here."""
        now = self.clock()
        for game_id in await self.store.due(now):
            with self._logged(game_id):
                await (await self.get(game_id)).check_time()
        for room in list(self._rooms.values()):
            if room.is_idle and now - room.touched > IDLE:
                del self._rooms[room.table.id]
                await room.close()
        metrics.ROOMS.set(len(self._rooms))
        # Each room in its own time, so that a full house is not written down all at once.
        due = [room for room in self._rooms.values() if now - room.remembered >= REMEMBER]
        await self._remember(due, now)

    async def _remember(self, rooms: list[Room], now: int) -> None:
        """Note who is in some rooms, so that nobody is taken for long gone after a crash."""
        for room in rooms:
            room.remembered = now
        here = {identity for room in rooms for identity in room.players_here}
        if here:
            await asyncio.gather(*(self.store.seen(identity, now) for identity in here))

    async def _resume_computer(self) -> None:
        """Let the computer go on where the server was stopped while it was thinking."""
        for row in await self.store.playing_with_computer_to_move():
            with self._logged(row.id):
                await self.get(row.id)

    @contextmanager
    def _logged(self, game_id: str) -> Iterator[None]:
        """Go on with the other games when something is wrong with one."""
        try:
            yield
        except Exception:
            log.exception("a game cannot go on", game=game_id)


def seats_for(asked: CreateGame, identity: str) -> tuple[Seat, Seat]:
    """Who sits where in a new game."""
    mine = Seat(identity)
    if isinstance(asked.opponent, AgainstComputer):
        other = Seat(level=asked.opponent.level)
    elif isinstance(asked.opponent, AgainstPerson):
        other = FREE
    else:
        return mine, mine
    side = random.choice((1, 2)) if asked.side == "random" else asked.side
    return (mine, other) if side == 1 else (other, mine)
