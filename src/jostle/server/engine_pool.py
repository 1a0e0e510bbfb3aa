"""The engine's threads: a bounded queue in which clients take turns.

A client that asks for much waits behind itself, not the others behind it: the next job is always
the oldest one of the client whose turn it is. Everything but the work itself happens on the event
loop, so nothing here needs a lock. A thread cannot be stopped, so a job that takes too long is
answered with an error while its thread goes on; the levels keep within a second by themselves.
"""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from jostle.server import metrics
from jostle.server.problems import Busy, TookTooLong

Answer = TypeVar("Answer")


@dataclass(eq=False)
class _Job:
    """Something to do for a client, and who waits for it."""

    client: str
    work: Callable[[], Any]
    answer: asyncio.Future[Any]
    # Where it was asked for, and so in which language it is to be answered.
    context: contextvars.Context = field(default_factory=contextvars.copy_context)


class EnginePool:
    """Threads that work for clients in turn.

    ``queue`` jobs may wait in all, ``share`` of one client wait or run. A job may run for
    ``seconds``.
    """

    def __init__(self, threads: int, *, queue: int, share: int, seconds: float) -> None:
        self.threads = threads
        self._queue, self._share, self._seconds = queue, share, seconds
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="engine")
        self._waiting: dict[str, deque[_Job]] = {}  # by client, in the order of their turns
        self._held: Counter[str] = Counter()  # waiting and running, by client
        self._running: set[asyncio.Future[Any]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return sum(map(len, self._waiting.values()))

    async def run(self, client: str, work: Callable[[], Answer]) -> Answer:
        """Do some work in a thread; Busy if it cannot even wait, TookTooLong if it does not end.

        Who stops waiting takes the job along, unless it runs already.
        """
        if self._closed or self._held[client] >= self._share or self.waiting >= self._queue:
            metrics.REFUSED.labels("engine").inc()
            raise Busy
        job = _Job(client, work, asyncio.get_running_loop().create_future())
        self._held[client] += 1
        self._waiting.setdefault(client, deque()).append(job)
        self._start_jobs()
        try:
            answer: Answer = await job.answer
        except asyncio.CancelledError:
            self._withdraw(job)
            raise
        return answer

    async def close(self) -> None:
        """Take no more jobs, refuse those that wait, and see the running ones end."""
        self._closed = True
        for jobs in self._waiting.values():
            for job in jobs:
                self._let_go(job)
                if not job.answer.done():
                    job.answer.set_exception(Busy())
        self._waiting.clear()
        self._measure()
        if self._running:
            await asyncio.wait(self._running, timeout=self._seconds)
        self._executor.shutdown(wait=False)

    def _start_jobs(self) -> None:
        """Give free threads to the clients whose turn it is."""
        while self._waiting and len(self._running) < self.threads:
            client, jobs = next(iter(self._waiting.items()))
            del self._waiting[client]
            job = jobs.popleft()
            if jobs:
                self._waiting[client] = jobs  # the last turn now
            self._start(job)
        self._measure()

    def _start(self, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        started = time.perf_counter()
        task = loop.run_in_executor(self._executor, job.context.run, job.work)
        self._running.add(task)
        limit = loop.call_later(self._seconds, self._overrun, job)

        def ended(task: asyncio.Future[Any]) -> None:
            limit.cancel()
            metrics.ENGINE_SECONDS.observe(time.perf_counter() - started)
            self._running.discard(task)
            self._let_go(job)
            error = task.exception()
            if not job.answer.done():
                if error is None:
                    job.answer.set_result(task.result())
                else:
                    job.answer.set_exception(error)
            self._start_jobs()

        task.add_done_callback(ended)

    def _overrun(self, job: _Job) -> None:
        metrics.ENGINE_OVERRUNS.inc()
        if not job.answer.done():
            job.answer.set_exception(TookTooLong())

    def _withdraw(self, job: _Job) -> None:
        """Forget a job that waits and whose answer nobody wants any more."""
        jobs = self._waiting.get(job.client, deque())
        if job in jobs:
            jobs.remove(job)
            self._let_go(job)
            if not jobs:
                del self._waiting[job.client]
            self._measure()

    def _let_go(self, job: _Job) -> None:
        self._held[job.client] -= 1
        if not self._held[job.client]:
            del self._held[job.client]

    def _measure(self) -> None:
        metrics.ENGINE_QUEUE.set(self.waiting)
        metrics.ENGINE_RUNNING.set(len(self._running))
