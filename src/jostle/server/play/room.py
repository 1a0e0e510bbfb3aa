"""One live game: its table, and everybody who is at it.

What somebody does is decided, durably stored, applied, told to all and then acknowledged, in this
order and under one lock. If storing fails, nothing is applied; and since it may have been stored
all the same, the game is read again before anything else is decided.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

import structlog

from jostle.core.errors import JostleError
from jostle.core.messages import DEFAULT_LANGUAGE, render, speaking, spoken_language
from jostle.core.players import Player
from jostle.server import metrics
from jostle.server.play.computer import take_turns
from jostle.server.play.events import Event, Kind
from jostle.server.play.folded import Away
from jostle.server.play.refusals import refusal
from jostle.server.play.subscriber import Subscriber
from jostle.server.play.table import Duty, Table
from jostle.server.storage.store import Conflict, GameRow, StoredEvent
from jostle.server.wire.game_views import (
    Attendance,
    event_view,
    game_view,
    last_view,
    player_view,
    presence_view,
    row_of,
    state_view,
)
from jostle.server.wire.protocol import AnyAction
from jostle.server.wire.views import View

if TYPE_CHECKING:
    from jostle.server.play.rooms import Rooms

log = structlog.get_logger()

PRESENCE_PAUSE = 0.2  # seconds in which comings and goings are told together


def encoded(value: View) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Room:
    """A game being played or looked at."""

    def __init__(self, rooms: Rooms, table: Table) -> None:
        self.table = table
        self.rooms = rooms
        self.touched = self.remembered = rooms.clock()
        self._names: dict[str, str] = {}
        self._subscribers: set[Subscriber] = set()
        self._here: Counter[str] = Counter()  # sockets by identity
        self._left: dict[str, int] = {}  # when a player was last here
        self._lock = asyncio.Lock()
        self._in_doubt = False
        self._flag: asyncio.TimerHandle | None = None
        self._presence: asyncio.TimerHandle | None = None
        self._computer: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._moves = metrics.MOVES.labels(table.game.name)

    async def learn(self, identity: str) -> None:
        """Find out what is known of a player."""
        name = await self.rooms.store.name_of(identity)
        if name is not None:
            self._names[identity] = name
        if identity not in self._left:
            self._left[identity] = await self.rooms.store.last_seen(identity) or 0

    def rename(self, identity: str, name: str) -> None:
        """Show a player's new name."""
        if self.table.players_of(identity):
            self._names[identity] = name
            self._refresh()

    # Who is here.

    def subscribe(self, identity: str) -> Subscriber:
        """Come in; the first thing the newcomer is told is a snapshot.

        All that the newcomer is told is in the language that is spoken now.
        """
        language = spoken_language()

        def snapshot() -> str:
            with speaking(language):
                return self.snapshot(identity)

        subscriber = Subscriber(identity, snapshot, language)
        self._subscribers.add(subscriber)
        self._here[identity] += 1
        self._presence_changed()
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Go away; a player is away when the last of their sockets is closed."""
        self._subscribers.remove(subscriber)
        identity = subscriber.identity
        self._here[identity] -= 1
        self.touched = self.rooms.clock()
        if not self._here[identity]:
            del self._here[identity]
            if self.table.players_of(identity):
                self._left[identity] = self.touched
                self._start(self.rooms.store.seen(identity, self.touched))
        self._presence_changed()

    @property
    def players_here(self) -> set[str]:
        """The identities of the players who are here."""
        seated = {seat.identity for seat in self.table.seats if seat.identity is not None}
        return seated & self._here.keys()

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing goes on."""
        busy = self._lock.locked() or self._computer is not None or bool(self._tasks)
        return not self._subscribers and not busy

    def attendance(self) -> Attendance:
        """Which players are here, since when others are away, and how many watch."""
        watchers = len(self._here) - len(self.players_here)
        first, second = (self._is_here(player) for player in Player)
        return Attendance((first, second), self._away(), watchers)

    def _is_here(self, player: Player) -> bool:
        seat = self.table.seat(player)
        return seat.identity in self._here if seat.identity is not None else seat.level is not None

    def _away(self) -> Away:
        first, second = (
            None
            if self._is_here(player)
            else self._left.get(self.table.seat(player).identity or "", 0)
            for player in Player
        )
        return first, second

    # What they do.

    async def act(self, action: AnyAction, identity: str) -> int:
        """Do what somebody asks for, or refuse; returns the number of the last event."""
        async with self._lock:
            now = await self._begin()
            await self._commit(self.table.decide(action, identity, now, self._away()))
            return self.table.seq

    async def act_for_computer(
        self, duty: tuple[Duty, Player], action: AnyAction, changes: int
    ) -> None:
        """Do what the computer has thought of, unless the game has gone on meanwhile."""
        async with self._lock:
            now = await self._begin()
            if self.table.changes == changes and self.table.computer_duty() == duty:
                await self._commit(self.table.decide_for_computer(duty[1], action, now))

    async def join(self, identity: str) -> None:
        """Let somebody take the free seat."""
        async with self._lock:
            now = await self._begin()
            events = self.table.join(identity, now)
            if events:
                await self.learn(identity)
            await self._commit(events)

    async def check_time(self) -> None:
        """End the game if the mover's time is out; else note the new deadline.

        The noted one is earlier than the true one if the server was down in between.
        """
        async with self._lock:
            now = await self._begin()
            if self.table.running is not None:
                await self.rooms.store.append(self._row(self.table, now), [])
                self._watch_time()

    async def _begin(self) -> int:
        """Make sure that what will be decided on is true; returns what time it is."""
        if self._in_doubt:
            await self._reload()
        now = self.touched = self.rooms.clock()
        await self._commit(self.table.flag_fall(now))
        return now

    async def _reload(self) -> None:
        """Read the game again after a failure, and tell all if something was stored after all."""
        table = await self.rooms.load_table(self.table.id)
        self._in_doubt = False
        if table.seq != self.table.seq:
            self.table = table
            self._refresh()
            self.go_on()

    async def _commit(self, events: list[Event]) -> None:
        """Store events, let them happen, and tell everybody."""
        if not events:
            return
        tables, table = [], self.table
        for event in events:
            table = table.after([event])
            tables.append(table)
        now = events[-1].at
        stored = [StoredEvent(event.seq, event.at, event.kind, event.payload) for event in events]
        if table.rematch is not None and self.table.rematch is None:
            await self.rooms.create_rematch(table.rematch, table.rematch_creation(now))
        try:
            await self.rooms.store.append(self._row(table, now), stored)
        except Conflict:
            self._in_doubt = True
            raise refusal("stale", "conflict") from None
        except BaseException:
            self._in_doubt = True
            raise
        for event, table in zip(events, tables, strict=True):
            self.table = table
            self._tell(event, now)
            if event.kind is Kind.ENDED:
                self.rooms.openings.note(table)
        self.go_on()

    @staticmethod
    def _row(table: Table, now: int) -> GameRow:
        return row_of(table, now, waits_for_computer=table.computer_duty() is not None)

    # What they are told.

    def _tell(self, event: Event, now: int) -> None:
        """Tell all of an event; the text is made once for each language that is read here."""
        if event.kind is Kind.MOVED:
            self._moves.inc()
        if not self._subscribers:
            return
        last, attendance = last_view(self.table), self.attendance()
        joiner = event.payload["identity"] if event.kind is Kind.JOINED else None
        texts: dict[str, str] = {}
        for subscriber in self._subscribers:
            if subscriber.identity == joiner:
                subscriber.refresh()  # who has taken a seat must learn that it is theirs
                continue
            language = subscriber.language
            if language not in texts:
                with speaking(language):
                    view = event_view(self.table, event, last)
                    state = state_view(self.table, now, attendance, self._names, last)
                told = {"type": "event", "seq": event.seq, "event": view, "state": state}
                texts[language] = encoded(told)
            subscriber.tell(texts[language])

    def _refresh(self) -> None:
        for subscriber in self._subscribers:
            subscriber.refresh()

    def _presence_changed(self) -> None:
        if self._presence is None:
            loop = asyncio.get_running_loop()
            self._presence = loop.call_later(PRESENCE_PAUSE, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
        now = self.rooms.clock()
        view = {"type": "presence", **presence_view(self.table, now, self.attendance())}
        text = encoded(view)
        for subscriber in self._subscribers:
            subscriber.tell(text)

    def state(self) -> View:
        """What changes during the game, as everybody sees it."""
        now, last = self.rooms.clock(), last_view(self.table)
        return state_view(self.table, now, self.attendance(), self._names, last)

    def view(self, identity: str) -> View:
        """The whole game as somebody sees it."""
        return game_view(self.table, self.state(), identity)

    def snapshot(self, identity: str) -> str:
        """The message with the whole game."""
        return encoded({"type": "snapshot", "game": self.view(identity)})

    @property
    def names(self) -> tuple[str, str]:
        """The players' names as everybody sees them."""
        first, second = (player_view(seat, self._names)["name"] for seat in self.table.seats)
        return first, second

    # What goes on by itself.

    def go_on(self) -> None:
        """Let the clock run and the computer think, where they have to."""
        self._watch_time()
        if self._computer is None and self.table.computer_duty() is not None:
            self._computer = asyncio.create_task(take_turns(self), name="computer")
            self._computer.add_done_callback(self._computer_done)

    async def close(self) -> None:
        """Stop what goes on by itself."""
        for timer in (self._flag, self._presence):
            if timer is not None:
                timer.cancel()
        if self._computer is not None:
            self._computer.cancel()
            await asyncio.wait([self._computer])
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _computer_done(self, task: asyncio.Task[None]) -> None:
        self._computer = None
        if not task.cancelled():
            self.go_on()  # there may be something to do since its last look

    def _watch_time(self) -> None:
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        now = self.rooms.clock()
        deadline = self.table.deadline(now)
        if deadline is not None:
            loop = asyncio.get_running_loop()
            self._flag = loop.call_later((deadline - now) / 1000, self._time_out)

    def _time_out(self) -> None:
        self._flag = None
        self._start(self.check_time())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background."""
        task = asyncio.create_task(self._logged(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _logged(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except JostleError as error:
            log.error("work at a game failed", error=render(error.message, DEFAULT_LANGUAGE))
