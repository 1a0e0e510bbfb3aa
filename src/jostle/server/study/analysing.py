"""Analyses that go on and on: deeper and deeper for one client, without taking from others.

An analysis takes the engine's threads in slices, through the same fair queue as everything else.
While nobody waits a slice is long; as soon as somebody does, it ends, and the analysis queues up
again. The engine is kept between slices, and its table makes getting back to the same depth cheap.
A client has one analysis at a time and so one engine; only so many are kept in all.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Literal

from jostle.core.game import Game, Position
from jostle.core.match import Match
from jostle.games import game as find_game
from jostle.search.analysis import Analysis
from jostle.search.limits import Limits
from jostle.search.past import position_of
from jostle.search.thinking import Engine, Thinking
from jostle.server.engine_pool import EnginePool
from jostle.server.problems import Busy, TookTooLong
from jostle.server.wire.study_shapes import Think
from jostle.solve.informed import table_for

MOST_ENGINES = 16  # kept at once
MEMORY = 16  # megabytes of an engine's table
FIRST_SLICE = 0.25  # seconds: what is found first comes within one of these
LONGEST_SLICE = 2.0
SHORTEST_SLICE = 0.1  # that an analysis has before it makes room for who waits
LOOK = 0.05  # seconds between two looks at who waits
PAUSE = 0.2  # before asking again when the queue is full
MOST_WAITING = 10.0  # seconds that an analysis waits for the engine without a single turn

Ending = Literal["time", "settled", "stopped", "replaced"]


def subject_of(asked: Think) -> Match | Position:
    """What is asked about: a match if its history tells anything, which takes a while to play.

    An analysis may go on where repetition would have ended a game; then only what came after
    counts.
    """
    game = find_game(asked.variant)
    match = Match(game, None if asked.start is None else game.position(asked.start))
    for move in asked.moves:
        if match.outcome is not None and match.position.outcome is None:
            match = Match(game, match.position)
        match.play(move)
    if match.outcome is not None and match.position.outcome is None:
        return match.position
    return match


@dataclass(eq=False)
class Question:
    """One analysis: what it is about, and the ways to end it from any thread."""

    subject: Match | Position
    lines: int
    seconds: float
    ending: Ending | None = None  # why it was ended from outside
    depth: int = 0  # that has been told
    spent: float = 0.0  # seconds of thinking
    is_last: bool = False  # whether who asked has gone
    thinking: Thinking | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def end(self, why: Ending) -> None:
        """End it at once; the first reason given stands."""
        with self._lock:
            self.ending = self.ending or why
        self.make_room()

    def make_room(self) -> None:
        """End the present slice."""
        thinking = self.thinking
        if thinking is not None:
            thinking.stop()


class Analyses:
    """All analyses of a server; ``ask`` makes one go on."""

    def __init__(self, pool: EnginePool) -> None:
        self._pool = pool
        self._running: dict[str, Question] = {}  # by client
        self._engines: dict[str, _Kept] = {}  # by client, the last used last

    @property
    def running(self) -> int:
        """How many go on."""
        return len(self._running)

    @property
    def engines(self) -> int:
        """How many engines are kept."""
        return len(self._engines)

    def forget(self, client: str) -> None:
        """Let a client's engine go, now or when what it works on has ended."""
        question = self._running.get(client)
        if question is None:
            self._engines.pop(client, None)
        else:
            question.is_last = True

    async def ask(self, client: str, question: Question) -> AsyncGenerator[Analysis]:
        """What is found, each time it is deeper; ``question.ending`` tells at last why it ended.

        Busy if too many analyse now; GameOver if there is nothing to analyse.
        """
        self._take_place(client, question)
        try:
            kept = await self._engine_for(client, position_of(question.subject).game)
            async with aclosing(self._slices(client, kept, question)) as found:
                async for analysis in found:
                    yield analysis
        finally:
            question.end("stopped")
            if self._running.get(client) is question:
                del self._running[client]
                if question.is_last:
                    self.forget(client)

    def _take_place(self, client: str, question: Question) -> None:
        """Take the client's place; whoever has it lets it go."""
        other = self._running.get(client)
        if other is not None:
            other.end("replaced")
        elif len(self._running) >= MOST_ENGINES:
            raise Busy
        self._running[client] = question

    async def _engine_for(self, client: str, game: Game) -> _Kept:
        """The client's engine, if it is for this game, or a new one in the place of an idle one."""
        kept = self._engines.pop(client, None)
        if kept is None or kept.engine.game != game:
            kept = _Kept(await self._pool.run(client, lambda: _new_engine(game)))
        self._engines[client] = kept
        idle = [one for one in self._engines if one not in self._running]
        for one in idle[: max(0, len(self._engines) - MOST_ENGINES)]:
            del self._engines[one]
        return kept

    async def _slices(
        self, client: str, kept: _Kept, question: Question
    ) -> AsyncGenerator[Analysis]:
        """Think in turns until an ending."""
        seconds, waited = FIRST_SLICE, 0.0
        while question.ending is None:
            left = question.seconds - question.spent
            if left <= 0:
                question.end("time")
                return
            found = _Found()
            work = _Slice(kept, question, min(seconds, left), found)
            turn = asyncio.ensure_future(self._pool.run(client, work.run))
            try:
                async with aclosing(self._watched(question, turn, found)) as watched:
                    async for analysis in watched:
                        yield analysis
                await turn
            except (Busy, TookTooLong):
                waited += PAUSE
                if waited > MOST_WAITING:
                    raise
                await asyncio.sleep(PAUSE)
                continue
            finally:
                question.make_room()
                turn.cancel()  # nobody waits for it any more, if it has not ended
            waited, seconds = 0.0, LONGEST_SLICE
            if found.is_settled:
                question.end("settled")

    async def _watched(
        self, question: Question, turn: asyncio.Future[None], found: _Found
    ) -> AsyncGenerator[Analysis]:
        """What a slice finds; it is ended when somebody waits for the engine."""
        while True:
            waiting = asyncio.ensure_future(found.ready.wait())
            await asyncio.wait((waiting, turn), timeout=LOOK, return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
            ended = turn.done()
            analysis = found.take()
            if analysis is not None:
                yield analysis
            if ended:
                return
            begun = found.begun
            long_enough = begun is not None and time.perf_counter() - begun > SHORTEST_SLICE
            if long_enough and self._pool.waiting:
                question.make_room()


def _new_engine(game: Game) -> Engine:
    return Engine(game, memory=MEMORY, oracle=table_for(game))


@dataclass(eq=False)
class _Kept:
    """An engine, and the right to use it: what a client asked before may still be ending."""

    engine: Engine
    turn: threading.Lock = field(default_factory=threading.Lock)


class _Found:
    """The newest finding on its way from the engine's thread to the event loop."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()
        self.begun: float | None = None
        self.is_settled = False
        self._loop = asyncio.get_running_loop()
        self._newest: Analysis | None = None

    def put(self, analysis: Analysis) -> None:
        """Hand over, from the engine's thread; what was not taken yet is forgotten."""
        self._loop.call_soon_threadsafe(self._keep, analysis)

    def _keep(self, analysis: Analysis) -> None:
        self._newest = analysis
        self.ready.set()

    def take(self) -> Analysis | None:
        newest, self._newest = self._newest, None
        self.ready.clear()
        return newest


@dataclass(frozen=True)
class _Slice:
    """One turn at the engine's thread."""

    kept: _Kept
    question: Question
    seconds: float
    found: _Found

    def run(self) -> None:
        with self.kept.turn:
            if self.question.ending is None:
                self._think()

    def _think(self) -> None:
        question, found = self.question, self.found
        begun = found.begun = time.perf_counter()
        limits = Limits(seconds=self.seconds)
        stream = self.kept.engine.stream(question.subject, limits, lines=question.lines)
        with stream as thinking:
            question.thinking = thinking
            if question.ending is not None:
                thinking.stop()
            for finding in thinking.findings():
                analysis = finding()
                found.is_settled = is_settled(analysis)
                if analysis.depth > question.depth or found.is_settled:
                    question.depth = max(question.depth, analysis.depth)
                    found.put(analysis)
        question.thinking = None
        question.spent += time.perf_counter() - begun


def is_settled(analysis: Analysis) -> bool:
    """Whether all is proven, so that thinking on would tell nothing new."""
    return all(line.score.value is not None for line in analysis.lines)
