"""Thinking about a position: deeper and deeper, on several threads, until a limit or a word.

The threads search the same position and share one table; what one finds spares the others the work.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from queue import SimpleQueue
from types import TracebackType

from jostle.core.errors import GameOver
from jostle.core.game import Game, Move, Position
from jostle.core.match import Match
from jostle.core.messages import message
from jostle.core.words import told_outcome
from jostle.search.analysis import Analysis, Variation
from jostle.search.deepening import DEEPEST, Deepening, Line
from jostle.search.exact import Oracle, exact_analysis
from jostle.search.limits import Limits
from jostle.search.past import past_of, position_of
from jostle.search.score import Score
from jostle.search.specialised import chance
from jostle.search.table import new_table
from jostle.search.worker import NO_MOVES, Stopped, Worker

DEFAULT_MEMORY = 64  # megabytes
DEFAULT_SECONDS = 1.0

Finding = Callable[[], Analysis]


def think(
    subject: Position | Match,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    lines: int = 1,
    memory: float = DEFAULT_MEMORY,
    seed: int = 0,
    oracle: Oracle | None = None,
) -> Analysis:
    """Find the best lines of play; without a limit it thinks for a second.

    An oracle that knows the position is asked instead.
    A match, unlike a position, has a history that may make repetitions a draw. With one thread and
    without ``seconds`` the same question always gets the same answer.
    """
    if seconds is None and depth is None and nodes is None:
        seconds = DEFAULT_SECONDS
    limits = Limits(seconds, depth, nodes)
    game, needed = position_of(subject).game, limits.megabytes(memory)
    engine = Engine(game, threads=threads, memory=needed, seed=seed, oracle=oracle)
    return engine.think(subject, limits, lines=lines)


class Engine:
    """The search of one game with the table it keeps between moves."""

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        memory: float = DEFAULT_MEMORY,
        seed: int = 0,
        oracle: Oracle | None = None,
    ) -> None:
        self.game = game
        self.oracle = oracle  # asked first, and searched only for what it does not know
        self.table = new_table(memory)
        self.workers = [Worker(game, self.table) for _ in range(threads)]
        self.age = seed
        self._thinking: Thinking | None = None

    def clear(self) -> None:
        """Forget everything."""
        self.table[:] = 0
        self.age = 0
        for worker in self.workers:
            worker.forget()

    def think(self, subject: Position | Match, limits: Limits, *, lines: int = 1) -> Analysis:
        """Think until a limit; returns the last word."""
        with self.stream(subject, limits, lines=lines) as thinking:
            *_, last = thinking.findings()  # there is one: the first depth finds a move
        self._thinking = None  # or they would keep each other, and the table, alive
        return last()

    def stream(self, subject: Position | Match, limits: Limits, *, lines: int = 1) -> Thinking:
        """Think in the background; what the engine was thinking about before ends."""
        if self._thinking is not None:
            self._thinking.close()
        self.age += 1
        self._thinking = Thinking(self, subject, limits, lines)
        return self._thinking


class Thinking:
    """Thinking that goes on: iterate over it for an analysis each time it gets deeper.

    Stop it with ``stop`` from any thread, or by leaving the ``with`` block.
    """

    def __init__(
        self, engine: Engine, subject: Position | Match, limits: Limits, lines: int
    ) -> None:
        self._position = position_of(subject)
        outcome = subject.outcome
        if outcome is not None:
            raise GameOver(message("over.position", result=told_outcome(outcome)))
        self._engine = engine
        self._limits = limits
        self._lines = max(1, min(lines, len(self._position.legal_moves)))
        self._past = past_of(subject)
        self._begun = time.perf_counter()
        self._found: SimpleQueue[Finding | BaseException | None] = SimpleQueue()
        self._timer: threading.Timer | None = None
        self._threads: list[threading.Thread] = []
        if engine.oracle is not None:
            exact = exact_analysis(engine.oracle, subject, self._lines)
            if exact is not None:
                self._found.put(lambda: exact)
                self._found.put(None)
                return
        nodes = None if limits.nodes is None else max(1, limits.nodes // len(engine.workers))
        for worker in engine.workers:
            worker.begin(nodes, engine.age)
        if limits.seconds is not None:
            self._timer = threading.Timer(limits.seconds, self.stop)
            self._timer.daemon = True
            self._timer.start()
        self._threads = [
            threading.Thread(target=self._lead, daemon=True),
            *(
                threading.Thread(target=self._assist, args=(number,), daemon=True)
                for number in range(1, len(engine.workers))
            ),
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Thinking:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[Analysis]:
        return (found() for found in self.findings())

    def findings(self) -> Iterator[Finding]:
        """The analyses before they are put into words, which takes a while."""
        while (found := self._found.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            yield found

    def stop(self) -> None:
        """End it at once; what was found so far stands."""
        for worker in self._engine.workers:
            worker.stop()

    def close(self) -> None:
        """Stop, and wait until all threads have ended."""
        self.stop()
        for thread in self._threads:
            thread.join()

    # In threads of their own.

    def _lead(self) -> None:
        try:
            self._deepen()
            self._found.put(None)
        except BaseException as error:  # the thread that iterates is to see it
            self._found.put(error)
        finally:
            if self._timer is not None:
                self._timer.cancel()
            self.stop()

    def _deepen(self) -> None:
        """Search deeper and deeper, and publish what is found."""
        worker = self._engine.workers[0]
        searched = Deepening(self._engine.game, worker, self._position.state, self._past)
        deepest = min(self._limits.depth or DEEPEST, DEEPEST)
        for depth in range(1, deepest + 1):
            thorough = self._limits.depth is not None
            complete = searched.deepen(depth, self._lines, thorough=thorough)
            if searched.lines:
                self._found.put(self._finding(searched, depth if complete else depth - 1))
            if not complete or searched.settled:
                return

    def _assist(self, number: int) -> None:
        """Fill the table, a little ahead of the leader or beside it."""
        worker, state = self._engine.workers[number], self._position.state
        score = 0
        try:
            for depth in range(1 + number % 2, DEEPEST + 1):
                score = worker.search_near(state, depth, score, NO_MOVES, self._past)
        except Stopped:
            return

    def _finding(self, searched: Deepening, depth: int) -> Finding:
        lines = deepcopy(searched.lines)
        nodes = sum(worker.nodes for worker in self._engine.workers)
        seconds = time.perf_counter() - self._begun
        return lambda: Analysis(
            self._position, tuple(map(self._told, lines)), depth, nodes, seconds
        )

    def _told(self, line: Line) -> Variation:
        moves: list[Move] = []
        position = self._position
        for code in line.codes:
            moves.append(position.move_of(code))
            position = position.play_unchecked(code)
        player = self._position.mover
        if line.value is not None:
            return Variation(tuple(moves), Score.exact(player, line.value))
        return Variation(tuple(moves), Score(player, chance(self._position.game, line.score)))
