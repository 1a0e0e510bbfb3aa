"""Rows and events to store, where it does not matter which, and a way past the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from jostle.server.storage.database import Database
from jostle.server.storage.store import GameRow, Store, StoredEvent

NOBODY = "nobody" * 3


def game_row(game: str, **changes: Any) -> GameRow:
    """A game's row, with what a test is about."""
    values: dict[str, Any] = {
        "id": game,
        "variant": "pomeczi",
        "status": "playing",
        "public": True,
        "creator": NOBODY,
        "seat1": None,
        "seat2": None,
        "created": 1,
        "updated": 1,
        "deadline": None,
        "summary": {},
    }
    return GameRow(**values | changes)


def event(seq: int) -> StoredEvent:
    """An event that tells its number."""
    return StoredEvent(seq, 1_000 + seq, "moved", {"ply": seq})


def database_of(store: Store) -> Database:
    return store._database


async def written(store: Store, work: Callable[[Connection], Any]) -> Any:
    """Do something in the database that the store would not."""
    return await database_of(store).write(work)
