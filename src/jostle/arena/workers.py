"""Playing games in several processes at once.

Each worker has a pipe of its own, by which it gets a task and answers with the game. So it is known
what every worker is at: one that dies is noticed at once, and all can be ended in the midst of a
game.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from jostle.arena.errors import SeriesBroken
from jostle.arena.playing import PlayedGame, Task, play
from jostle.core.errors import JostleError
from jostle.core.messages import message

PATIENCE = 2.0  # seconds for a worker to close its agents before it is killed


@dataclass(frozen=True)
class Failure:
    """A game that could not be played to its end, told by the worker."""

    problem: str
    details: str


class WorkerFailed(Exception):
    """What a worker's own error looked like; the cause of what is reported."""


def default_workers(threads: int) -> int:
    """As many as the machine can run at once without one slowing another."""
    return max(1, (os.cpu_count() or 1) // threads)


def played(tasks: Iterable[Task], workers: int) -> Generator[PlayedGame, None, None]:
    """Play games in processes of their own; each is handed over as soon as it is finished.

    Tasks are begun in their order. Leaving off ends the workers, whatever they are at.
    """
    waiting = iter(tasks)
    at_work: dict[object, _Worker] = {}
    idle: list[_Worker] = []
    started: list[_Worker] = []
    try:
        while True:
            # Begin as many as there are hands for; a process is started when there is need of it.
            while idle or len(started) < workers:
                task = next(waiting, None)
                if task is None:
                    break
                if not idle:
                    idle.append(_Worker())
                    started.append(idle[-1])
                worker = idle.pop()
                worker.begin(task)
                at_work[worker.pipe] = worker
            if not at_work:
                return
            ready = [at_work.pop(pipe) for pipe in wait([w.pipe for w in at_work.values()])]
            answers = [worker.answer() for worker in ready]
            # What was finished is handed over before anything that went wrong is told.
            yield from (answer for answer in answers if isinstance(answer, PlayedGame))
            for answer in answers:
                if isinstance(answer, SeriesBroken):
                    raise answer
            idle += ready
    finally:
        _end(started)


class _Worker:
    """A process that plays games, seen from outside."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, inside = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_serve, args=(inside,), name="jostle-arena", daemon=True
        )
        self.task: Task | None = None
        with _interrupts_ignored():
            self.process.start()
        inside.close()  # with its only end inside, the pipe ends when the worker does

    def begin(self, task: Task) -> None:
        """Hand over a task."""
        self.task = task
        # If it has died meanwhile, waiting for its answer will tell.
        with suppress(BrokenPipeError):
            self.pipe.send(task)

    def answer(self) -> PlayedGame | SeriesBroken:
        """The game it has played, or what became of it."""
        try:
            answer = self.pipe.recv()
        except (EOFError, ConnectionResetError):
            self.process.join(PATIENCE)
            return self._broken("died", code=self.process.exitcode)
        if isinstance(answer, Failure):
            broken = self._broken("failed", problem=answer.problem)
            broken.__cause__ = WorkerFailed(answer.details)
            return broken
        assert isinstance(answer, PlayedGame)
        return answer

    def _broken(self, key: str, **parameters: Any) -> SeriesBroken:
        assert self.task is not None
        first, second = self.task.agents
        place = {"first": first, "second": second, "pair": self.task.pair + 1}
        place["game"] = self.task.game + 1
        return SeriesBroken(message(f"arena.broken.{key}", **place, **parameters))


def _end(workers: list[_Worker]) -> None:
    """End workers: idle ones by the end of their pipe, the others by force if need be."""
    for worker in workers:
        worker.pipe.close()
        worker.process.terminate()
    for worker in workers:
        worker.process.join(PATIENCE)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Let what is started meanwhile ignore Ctrl-C, which the terminal sends to every process.

    It is for the one that was called to decide what becomes of the others. A process inherits this
    from its first instant on; only the main thread can do it.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(pipe: Connection) -> None:
    """Play what comes through the pipe until it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        answer: PlayedGame | Failure
        try:
            answer = play(task)
        except JostleError as error:
            answer = Failure(str(error), traceback.format_exc())
        except Exception as error:
            answer = Failure(f"{type(error).__name__}: {error}", traceback.format_exc())
        try:
            pipe.send(answer)
        except BrokenPipeError:
            return  # nobody waits for it any more


def _leave(*_: object) -> None:
    """Leave in the midst of a game, and close the agents on the way out."""
    # The way out may begin in a destructor, which would complain about it and go on; then the
    # one who waits for the end loses patience.
    sys.unraisablehook = lambda _: None
    sys.exit(0)
