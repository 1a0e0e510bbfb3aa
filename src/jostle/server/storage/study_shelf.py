"""The analyses that somebody has shared, each under the digest of its record."""

from __future__ import annotations

from sqlalchemy import select

from jostle.server.storage.changes import Keep
from jostle.server.storage.database import Database
from jostle.server.storage.tables import STUDIES
from jostle.server.storage.writing import Writer


class StudyShelf:
    """Shared studies: put there for good, and read by everybody who knows the id."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._database = database
        self._writer = writer

    async def keep(self, study_id: str, record: str, now: int) -> None:
        """Put a record there; one that is there already stays as it is."""
        await self._writer.write(Keep(STUDIES, {"id": study_id, "record": record, "created": now}))

    async def record(self, study_id: str) -> str | None:
        """The record under an id."""
        rows = await self._database.read(select(STUDIES.c.record).where(STUDIES.c.id == study_id))
        return rows[0]["record"] if rows else None
