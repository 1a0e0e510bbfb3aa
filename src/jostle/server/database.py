"""A database: how it is opened, read and written, whichever of the two it is.

Reads go through SQLAlchemy's async engine, many at a time. Writes go through one connection, and
belong to one server: a database that another server uses is refused.

That connection has a thread of its own. A transaction is half a dozen statements, and on the
server's event loop each would wait for the loop's next turn, behind everything else that goes on:
on a busy server that is most of the time a transaction takes. So one waits for the whole instead.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Executable, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine

from jostle.server.errors import cannot, telling

Result = TypeVar("Result")


class Database(ABC):
    """A database that one server writes to."""

    url: str  # as people may see it
    reading: AsyncEngine

    @abstractmethod
    async def open(self) -> None:
        """Connect, and make sure that no other server is here."""

    @abstractmethod
    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Do some work in a transaction that is durable when this returns.

        After a failure the next call has a new connection, if there is one to be had.
        """

    @abstractmethod
    async def tell(self, address: str) -> None:
        """Leave word of where this server is, for another one that is refused."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of the database; harmless if it was never opened."""

    async def read(self, statement: Executable) -> list[dict[str, Any]]:
        """The rows of a query, by the names of their columns."""
        with telling("read"):
            async with self.reading.connect() as connection:
                result = await connection.execute(statement)
                return [row._asdict() for row in result]


def database_at(address: str) -> Database:
    """The database of an address such as ``sqlite:////path`` or ``postgresql://host/name``."""
    # Each imports its own driver; PostgreSQL's need not be installed.
    from jostle.server.postgres import PostgresDatabase
    from jostle.server.sqlite import SqliteDatabase

    kinds: dict[str, Callable[[URL], Database]] = {
        "sqlite": SqliteDatabase,
        "postgresql": PostgresDatabase,
        "postgres": PostgresDatabase,
    }
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.drivername.partition("+")[0] not in kinds:
        # The address may have a password in it: it is not repeated.
        raise cannot("address")
    return kinds[url.drivername.partition("+")[0]](url)


def shown(url: URL) -> str:
    """An address as people may see it."""
    return url.render_as_string(hide_password=True)
