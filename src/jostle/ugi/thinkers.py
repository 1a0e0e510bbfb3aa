"""Who thinks: the engine at full strength, or one of the lower levels."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread

from jostle.core.game import Game, Move
from jostle.core.match import Match
from jostle.search.analysis import Analysis
from jostle.search.limits import Limits
from jostle.search.specialised import searches
from jostle.search.thinking import Engine, Thinking
from jostle.solve.informed import agent, table_for
from jostle.ugi.options import FULL_STRENGTH, HASH, MULTI_PV, SKILL, THREADS, Options


class Thinker(ABC):
    """One move being thought about."""

    @abstractmethod
    def think(self, found: Callable[[Analysis], None]) -> Move:
        """The move to play; what is found on the way is handed over."""

    @abstractmethod
    def stop(self) -> None:
        """Come to an end at once; called from another thread, perhaps before thinking begins."""


class EngineThinker(Thinker):
    """The engine at full strength."""

    def __init__(self, thinking: Thinking) -> None:
        self._thinking = thinking

    def think(self, found: Callable[[Analysis], None]) -> Move:
        with self._thinking:
            for analysis in self._thinking:
                found(analysis)
        return analysis.best

    def stop(self) -> None:
        self._thinking.stop()


class LevelThinker(Thinker):
    """One of the lower levels, which tells its move and nothing else.

    A level chooses as it does and cannot be hurried. So the levels below it choose first, which
    takes them less and less; out of time, or stopped, the highest that was ready has chosen.
    """

    def __init__(self, level: int, match: Match, seconds: float | None, seed: int) -> None:
        self._agents = [agent(f"level:{number}", seed=seed) for number in range(1, level + 1)]
        self._match = match
        self._end = None if seconds is None else time.monotonic() + seconds
        self._events: SimpleQueue[Move | Exception | None] = SimpleQueue()  # None is the end
        self._is_over = False

    def think(self, found: Callable[[Analysis], None]) -> Move:
        Thread(target=self._climb, name="levels", daemon=True).start()
        move = None
        while move is None or not self._is_over:
            try:
                event = self._events.get(timeout=None if move is None else self._seconds_left())
            except Empty:
                self._is_over = True
                continue
            if isinstance(event, Exception):
                raise event
            if event is None:
                self._is_over = True
            else:
                move = event
        return move

    def stop(self) -> None:
        self._events.put(None)

    def _seconds_left(self) -> float | None:
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    def _climb(self) -> None:
        """Let the levels choose, the lowest first; nobody waits for the rest once it is over."""
        try:
            for level in self._agents:
                self._events.put(level.choose(self._match))
                if self._is_over:  # asked after a choice: there must be a move to play
                    return
        except Exception as error:  # for the thread that waits
            self._events.put(error)
        else:
            self._events.put(None)


class Thinkers:
    """Keeps the engine between moves, as long as it fits the game and the options."""

    def __init__(self) -> None:
        self._engine: Engine | None = None
        self._made_for: tuple[Game, int, int] | None = None
        self._random = Random()

    def make_ready(self, game: Game, options: Options) -> None:
        """Have an engine for this game and these options; MemoryError if its table is too large."""
        wanted = game, options[THREADS], options[HASH]
        if wanted != self._made_for:
            self._engine = self._made_for = None  # the old table goes before the new one comes
            searches(type(game)).prepare()
            self._engine = Engine(
                game,
                threads=options[THREADS],
                memory=options[HASH],
                oracle=table_for(game),
            )
            self._made_for = wanted

    def thinker(self, match: Match, limits: Limits, options: Options) -> Thinker:
        """Begin a move of the match."""
        if options[SKILL] < FULL_STRENGTH:
            seed = self._random.getrandbits(32)  # or every game would be the same
            return LevelThinker(options[SKILL], match, limits.seconds, seed)
        assert self._engine is not None
        return EngineThinker(self._engine.stream(match, limits, lines=options[MULTI_PV]))

    def start_anew(self) -> None:
        """Forget the last game."""
        if self._engine is not None:
            self._engine.clear()

    def close(self) -> None:
        """Give back what is held."""
        self._engine = self._made_for = None
