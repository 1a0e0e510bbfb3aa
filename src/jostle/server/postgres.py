"""PostgreSQL: a server of its own, whose commits are durable as it comes.

The connection that writes holds an advisory lock: while it lives no other server writes here, and
when it breaks nothing is written until a new one has the lock again. Its driver needs an event
loop, so the thread that writes has one.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, NullPool, text
from sqlalchemy.exc import DataError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from jostle.server.database import Database, shown
from jostle.server.errors import StoreError, cannot

Result = TypeVar("Result")

# PostgreSQL takes a moment to notice that a server has died and its lock is free.
PATIENCE, PAUSE = 3.0, 0.05  # seconds

LOCK = {"family": int.from_bytes(b"jost"), "number": 1}  # two numbers that are ours

# The connection's name says where its server is; PostgreSQL keeps no more than 63 bytes of it.
TELL = text("SELECT set_config('application_name', :name, false)")
NAME = "jostle "

TRY_LOCK = text("SELECT pg_try_advisory_lock(:family, :number)").bindparams(**LOCK)
HOLDER = text(
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND datname = current_database()"
    " AND classid = :family AND objid = :number"
).bindparams(**LOCK)


class PostgresDatabase(Database):
    """A database of a PostgreSQL server."""

    def __init__(self, url: URL) -> None:
        self.url = shown(url)
        # The driver calls by another name what everybody else calls sslmode.
        options = {"ssl" if name == "sslmode" else name: url.query[name] for name in url.query}
        url = url.set(drivername="postgresql+asyncpg", query=options)
        self.reading = engine_of(url, isolation_level="AUTOCOMMIT", pool_pre_ping=True)
        self._writing = engine_of(url, poolclass=NullPool)
        self._connection: AsyncConnection | None = None
        self._thread = LoopThread()
        self._turn = asyncio.Lock()
        self._address = ""

    async def open(self) -> None:
        self._connection = await self._thread.run(self._connect())

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        return await self._thread.run(self._write_in_turn(work))

    async def _write_in_turn(self, work: Callable[[Connection], Result]) -> Result:
        async with self._turn:
            return await self._write(work)

    async def _write(self, work: Callable[[Connection], Result]) -> Result:
        connection = self._connection or await self._connect()
        self._connection = None
        try:
            async with connection.begin():
                result = await connection.run_sync(work)
        except (IntegrityError, DataError, StoreError):
            self._connection = connection
            raise
        except BaseException:
            await discard(connection)
            raise
        self._connection = connection
        return result

    async def tell(self, address: str) -> None:
        self._address = address
        name = {"name": NAME + address}
        await self.write(lambda connection: connection.execute(TELL, name))

    async def close(self) -> None:
        await self.reading.dispose()
        await self._thread.run(self._disconnect())
        self._thread.stop()

    async def _disconnect(self) -> None:
        if self._connection is not None:
            await self._connection.close()
            self._connection = None
        await self._writing.dispose()

    async def _connect(self) -> AsyncConnection:
        """A connection that holds the lock."""
        connection = await self._writing.connect()
        try:
            deadline = asyncio.get_running_loop().time() + PATIENCE
            while not await connection.scalar(TRY_LOCK):
                if asyncio.get_running_loop().time() > deadline:
                    holder = await connection.scalar(HOLDER) or ""
                    address = holder.removeprefix(NAME).strip()
                    where = {"address": address} if address else {}
                    raise cannot("in-use-at" if where else "in-use", database=self.url, **where)
                await asyncio.sleep(PAUSE)
            await connection.execute(TELL, {"name": NAME + self._address})
            await connection.commit()
        except BaseException:
            await discard(connection)
            raise
        return connection


class LoopThread:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="jostle-writing", daemon=True
        )
        self._thread.start()

    async def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        """What a coroutine gives that runs there."""
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    def stop(self) -> None:
        """End the thread."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def discard(connection: AsyncConnection) -> None:
    """End a connection that may be broken."""
    if not connection.invalidated:
        await connection.invalidate()
    await connection.close()


def engine_of(url: URL, **options: Any) -> AsyncEngine:
    """An engine that waits for no answer forever."""
    try:
        return create_async_engine(
            url, connect_args={"timeout": 10, "command_timeout": 60}, **options
        )
    except ModuleNotFoundError as error:
        raise cannot("driver") from error
