"""Drawing for people who want to take something along: one thread, a short queue, a memory.

A film or a booklet takes a second of a processor. One thread draws them all, so that a player's
move never waits for more than its turn; whoever comes when the queue is long is asked to come
again. What was drawn lately is remembered, because the same picture is often asked for twice: for
a preview, and then for the file.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context

from jostle.server import metrics
from jostle.server.problems import Busy

QUEUE = 40  # drawings that may wait or be drawn, of everybody
SHARE = 8  # of one client: the pages of a booklet are asked for all at once
REMEMBERED = 24_000_000  # bytes


class Drawing:
    """Draws one thing after the other, and remembers what it drew."""

    def __init__(self, *, queue: int = QUEUE, share: int = SHARE, memory: int = REMEMBERED) -> None:
        self._queue, self._share, self._memory = queue, share, memory
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="drawing")
        self._held: Counter[str] = Counter()  # waiting and being drawn, by client
        self._drawn: OrderedDict[Hashable, bytes] = OrderedDict()  # the least wanted first
        self._size = 0

    async def draw(self, client: str, key: Hashable, work: Callable[[], bytes]) -> bytes:
        """What ``work`` draws, or what it drew before; ``key`` names all that it depends on."""
        found = self._drawn.get(key)
        if found is not None:
            self._drawn.move_to_end(key)
            return found
        if self._held[client] >= self._share or self._held.total() >= self._queue:
            metrics.REFUSED.labels("drawing").inc()
            raise Busy
        loop = asyncio.get_running_loop()

        def ended(_: Future[bytes]) -> None:
            with suppress(RuntimeError):  # the server has stopped meanwhile
                loop.call_soon_threadsafe(self._let_go, client)

        self._held[client] += 1
        # What is said in a drawing is said in its reader's language. A job counts until its thread
        # is done with it, even if whoever asked for it has gone.
        job = self._executor.submit(copy_context().run, work)
        job.add_done_callback(ended)
        drawn = await asyncio.wrap_future(job)
        self._remember(key, drawn)
        return drawn

    def close(self) -> None:
        """Draw nothing more."""
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _let_go(self, client: str) -> None:
        self._held[client] -= 1
        if not self._held[client]:
            del self._held[client]

    def _remember(self, key: Hashable, drawn: bytes) -> None:
        if key in self._drawn or len(drawn) > self._memory:
            return
        self._drawn[key] = drawn
        self._size += len(drawn)
        while self._size > self._memory:
            _, forgotten = self._drawn.popitem(last=False)
            self._size -= len(forgotten)
