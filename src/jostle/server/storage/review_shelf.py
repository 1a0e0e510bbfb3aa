"""The reviews that have been finished, each under the digest of what was asked."""

from __future__ import annotations

from sqlalchemy import select

from jostle.server.storage.changes import Keep
from jostle.server.storage.database import Database
from jostle.server.storage.tables import REVIEWS
from jostle.server.storage.writing import Writer


class ReviewShelf:
    """Finished reviews: put there for good, and read by everybody who knows the id."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def keep(self, review_id: str, payload: str, now: int) -> None:
        """Put a review there; one that is there already stays as it is."""
        row = {"id": review_id, "payload": payload, "created": now}
        await self._writer.write(Keep(REVIEWS, row))

    async def payload(self, review_id: str) -> str | None:
        """The review under an id."""
        rows = await self._database.read(select(REVIEWS.c.payload).where(REVIEWS.c.id == review_id))
        return rows[0]["payload"] if rows else None
