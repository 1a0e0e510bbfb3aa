"""The writer: everything that waits is written in one transaction.

A commit costs a write to the disk, whatever is in it. While one is under way the next changes
gather, so a busy server makes larger transactions instead of a longer queue, and an idle one does
not wait for company. Who awaits ``write`` goes on when the change is durable.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from jostle.server.changes import Append, Change, conflict, write
from jostle.server.database import Database
from jostle.server.errors import StoreError, cannot, told

LARGEST_GROUP = 1000

Waiting = tuple[Change, asyncio.Future[None]]


class Writer:
    """Writes to a database that is open; closes with what still waits written."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Waiting] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._work(), name="writer")

    async def write(self, change: Change) -> None:
        """Return when the change is durable; raise what stands against it.

        After a ``StoreError`` that is no ``Conflict`` the change may have been written or not: the
        connection can break before the answer comes. Who must know reads.
        """
        if self._closing:
            raise cannot("closed")
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((change, future))
        self._wake.set()
        await future

    async def close(self) -> None:
        """Write what waits, and take nothing more."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _work(self) -> None:
        while self._waiting or not self._closing:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                group = self._waiting[:LARGEST_GROUP]
                del self._waiting[:LARGEST_GROUP]
                # Who has given up before the writing began gets nothing written.
                await self._write([item for item in group if not item[1].done()])

    async def _write(self, group: Sequence[Waiting]) -> None:
        """Write a group, and tell everyone how it went."""
        if not group:
            return
        changes = [change for change, _ in group]
        try:
            conflicts = await self._database.write(partial(write, changes=changes))
        except (IntegrityError, DataError) as error:
            # Something in it is refused. One by one, only that one is.
            if len(group) > 1:
                for waiting in group:
                    await self._write([waiting])
            else:
                settle(group[0][1], refusal(changes[0], error), error)
        except Exception as error:
            for _, future in group:
                settle(future, told("write", error), error)
        else:
            for (_, future), clash in zip(group, conflicts, strict=True):
                settle(future, clash)


def refusal(change: Change, error: DBAPIError) -> StoreError:
    """Why the database refused a change: events that are there already, or something else."""
    if isinstance(change, Append) and isinstance(error, IntegrityError):
        return conflict(change)
    return told("write", error)


def settle(
    future: asyncio.Future[None], failure: StoreError | None, cause: Exception | None = None
) -> None:
    """Give an answer to who still waits for it."""
    if future.done():
        return
    if failure is None:
        future.set_result(None)
    else:
        failure.__cause__ = cause
        future.set_exception(failure)
