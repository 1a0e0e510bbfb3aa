"""SQLite: a file, with a journal that is on the disk before a commit returns.

What writes uses the ordinary driver, in its own thread; what reads uses the async one.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, NullPool, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import create_async_engine

from jostle.server.database import Database, shown
from jostle.server.errors import cannot

if sys.platform != "win32":
    import fcntl

Result = TypeVar("Result")

# Every commit waits for the disk; readers and the writer do not wait for each other.
PRAGMAS = {
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "foreign_keys": "ON",
    "busy_timeout": "10000",
}


class SqliteDatabase(Database):
    """A database in a file."""

    def __init__(self, url: URL) -> None:
        if url.database in (None, "", ":memory:") or str(url.database).startswith("file:"):
            raise cannot("no-file")
        self.path = Path(str(url.database)).expanduser().resolve()
        file = URL.create("sqlite", database=str(self.path))
        self.url = shown(file)
        self.reading = create_async_engine(
            file.set(drivername="sqlite+aiosqlite"), isolation_level="AUTOCOMMIT"
        )
        self._writing = create_engine(file, poolclass=NullPool)
        prepare(self.reading.sync_engine)
        prepare(self._writing)
        event.listen(self._writing, "begin", begin_writing)
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="jostle-writing")
        self._lock: int | None = None

    async def open(self) -> None:
        self._lock = locked(self.path)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._write, work)

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        connection = self._connection or self._writing.connect()
        try:
            with connection.begin():
                result = work(connection)
        except BaseException:
            self._connection = None
            connection.close()
            raise
        self._connection = connection
        return result

    async def tell(self, address: str) -> None:
        assert self._lock is not None, "the database is not open"
        os.ftruncate(self._lock, 0)
        os.lseek(self._lock, 0, os.SEEK_SET)
        os.write(self._lock, address.encode())

    async def close(self) -> None:
        await self.reading.dispose()
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._thread, self._disconnect)
        self._thread.shutdown()
        if self._lock is not None:
            await self.tell("")
            os.close(self._lock)
            self._lock = None

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def prepare(engine: Engine) -> None:
    """Set each new connection up, and leave the beginning of transactions to us."""

    def set_up(connection: DBAPIConnection, _record: Any) -> None:
        cursor = connection.cursor()
        for name, value in PRAGMAS.items():
            cursor.execute(f"PRAGMA {name}={value}")
        cursor.close()
        connection.isolation_level = None

    event.listen(engine, "connect", set_up)


def begin_writing(connection: Connection) -> None:
    """Take the right to write at once: a transaction that only read before might not get it."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def locked(path: Path) -> int:
    """An open file beside the database, locked as long as it is open; the system lets go of it."""
    file = os.open(path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            address = os.read(file, 1000).decode(errors="replace").strip()
            os.close(file)
            where = {"address": address} if address else {}
            raise cannot("in-use-at" if where else "in-use", database=path, **where) from None
    return file
