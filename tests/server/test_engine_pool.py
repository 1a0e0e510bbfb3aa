"""The engine's queue: fair, bounded, clean to close. Threads wait for events, never for time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from jostle.server import metrics
from jostle.server.engine_pool import EnginePool
from jostle.server.problems import Busy, TookTooLong


class Work:
    """Jobs that tell their names when they run, and go on when they are let."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.gate = threading.Event()
        self.begun = threading.Event()

    def blocking(self) -> str:
        self.ran.append("first")
        self.begun.set()
        assert self.gate.wait(30)
        return "first"

    def job(self, name: str) -> Callable[[], str]:
        def run() -> str:
            self.ran.append(name)
            return name

        return run


def pool_of(
    threads: int = 1, *, queue: int = 100, share: int = 100, seconds: float = 60
) -> EnginePool:
    return EnginePool(threads, queue=queue, share=share, seconds=seconds)


async def settled() -> None:
    """Let every task run until it waits."""
    for _ in range(5):
        await asyncio.sleep(0)


async def blocked(pool: EnginePool, work: Work) -> asyncio.Task[str]:
    """A job that holds the pool's only thread."""
    task = asyncio.create_task(pool.run("first", work.blocking))
    await asyncio.to_thread(work.begun.wait, 30)
    return task


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(60):
            await test()

    asyncio.run(limited())


def test_work_is_done_in_another_thread() -> None:
    async def test() -> None:
        pool = pool_of(2)
        name = await pool.run("a", lambda: threading.current_thread().name)
        assert name.startswith("engine")
        await pool.close()

    run(test)


def test_clients_take_turns() -> None:
    async def test() -> None:
        pool, work = pool_of(), Work()
        first = await blocked(pool, work)
        waiting = [
            asyncio.create_task(pool.run(client, work.job(f"{client}{number}")))
            for client, count in (("a", 4), ("b", 2), ("c", 1))
            for number in range(count)
        ]
        await settled()
        assert pool.waiting == 7
        work.gate.set()
        await asyncio.gather(first, *waiting)
        assert work.ran == ["first", "a0", "b0", "c0", "a1", "b1", "a2", "a3"]
        await pool.close()

    run(test)


def test_a_full_queue_refuses() -> None:
    async def test() -> None:
        pool, work = pool_of(queue=2), Work()
        first = await blocked(pool, work)
        waiting = [asyncio.create_task(pool.run(c, work.job(c))) for c in "ab"]
        await settled()
        with pytest.raises(Busy):
            await pool.run("c", work.job("c"))
        work.gate.set()
        await asyncio.gather(first, *waiting)
        assert await pool.run("c", work.job("c")) == "c"
        await pool.close()

    run(test)


def test_a_client_has_its_share_and_no_more() -> None:
    async def test() -> None:
        pool, work = pool_of(share=2), Work()
        first = await blocked(pool, work)
        second = asyncio.create_task(pool.run("first", work.job("second")))
        await settled()
        with pytest.raises(Busy):
            await pool.run("first", work.job("third"))
        other = asyncio.create_task(pool.run("other", work.job("other")))
        await settled()
        work.gate.set()
        await asyncio.gather(first, second, other)
        assert await pool.run("first", work.job("third")) == "third"
        await pool.close()

    run(test)


def test_who_stops_waiting_takes_the_job_along() -> None:
    async def test() -> None:
        pool, work = pool_of(share=2), Work()
        first = await blocked(pool, work)
        given_up = asyncio.create_task(pool.run("a", work.job("given up")))
        kept = asyncio.create_task(pool.run("a", work.job("kept")))
        await settled()
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
        assert pool.waiting == 1
        another = asyncio.create_task(pool.run("a", work.job("another")))  # the share is free again
        await settled()
        work.gate.set()
        await asyncio.gather(first, kept, another)
        assert work.ran == ["first", "kept", "another"]
        await pool.close()

    run(test)


def test_a_running_job_that_nobody_waits_for_ends_quietly() -> None:
    async def test() -> None:
        pool, work = pool_of(share=1), Work()
        first = await blocked(pool, work)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        with pytest.raises(Busy):  # its thread is still at work
            await pool.run("first", work.job("second"))
        after = asyncio.create_task(pool.run("other", work.job("after")))
        await settled()
        assert work.ran == ["first"]
        work.gate.set()
        assert await after == "after"
        await pool.close()

    run(test)


def test_a_job_that_takes_too_long_is_answered() -> None:
    async def test() -> None:
        before = metrics.REGISTRY.get_sample_value("jostle_engine_overruns_total") or 0
        pool, work = pool_of(seconds=0.01), Work()
        with pytest.raises(TookTooLong):
            await pool.run("a", work.blocking)
        after = metrics.REGISTRY.get_sample_value("jostle_engine_overruns_total")
        assert after == before + 1
        work.gate.set()
        await pool.close()

    run(test)


def test_an_error_reaches_who_waits_for_it() -> None:
    async def test() -> None:
        pool = pool_of()
        with pytest.raises(ZeroDivisionError):
            await pool.run("a", lambda: 1 // 0)
        assert await pool.run("a", lambda: 2) == 2
        await pool.close()

    run(test)


def test_closing_refuses_what_waits_and_sees_the_rest_end() -> None:
    async def test() -> None:
        pool, work = pool_of(), Work()
        first = await blocked(pool, work)
        waiting = asyncio.create_task(pool.run("a", work.job("a")))
        await settled()
        closing = asyncio.create_task(pool.close())
        with pytest.raises(Busy):
            await waiting
        with pytest.raises(Busy):
            await pool.run("b", work.job("b"))
        assert not closing.done()
        work.gate.set()
        assert await first == "first"
        await closing
        assert work.ran == ["first"]
        assert metrics.REGISTRY.get_sample_value("jostle_engine_queue") == 0

    run(test)
