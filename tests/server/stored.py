"""Rows and events to store, where it does not matter which."""

from __future__ import annotations

from typing import Any

from jostle.server.store import GameRow, StoredEvent

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
