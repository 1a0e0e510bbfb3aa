"""What the store keeps: a game's events, and its row in the lists.

Both are checked when they are made into values for the database, before they wait together with
those of other games: what the database would refuse must not get into a shared transaction.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

LARGEST = 2**63 - 1  # that a column of whole numbers holds
LARGEST_SEQ = 2**31 - 1

# A null character in JSON text: its backslash is not itself the second half of an escaped one.
ESCAPED_NULL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")

Values = dict[str, Any]


@dataclass(frozen=True)
class StoredEvent:
    """Something that happened in a game, as the ``seq``-th of it, at a time in milliseconds."""

    seq: int
    at: int
    kind: str
    payload: dict[str, Any]

    def values(self, game: str) -> Values:
        """The row of the table ``events``."""
        return {
            "game": checked_text(game),
            "seq": checked_number(self.seq, LARGEST_SEQ),
            "at": checked_number(self.at),
            "kind": checked_text(self.kind),
            "payload": json_text(self.payload),
        }

    @classmethod
    def from_values(cls, row: Mapping[str, Any]) -> StoredEvent:
        """The event of a row."""
        return cls(row["seq"], row["at"], row["kind"], json.loads(row["payload"]))


@dataclass(frozen=True)
class GameRow:
    """What lists, deadlines and the computer's turns look for; it follows from the events."""

    id: str
    variant: str
    status: str
    public: bool
    creator: str
    seat1: str | None
    seat2: str | None
    created: int
    updated: int
    deadline: int | None
    summary: dict[str, Any]
    waits_for_computer: bool = False
    guarded: str | None = None

    def values(self) -> Values:
        """The row of the table ``games``."""
        values = vars(self) | {"summary": json_text(self.summary)}
        for name in ("id", "variant", "status", "creator"):
            checked_text(values[name])
        for name in ("seat1", "seat2", "guarded"):
            checked_text(values[name] or "")
        for name in ("created", "updated"):
            checked_number(values[name])
        checked_number(self.deadline or 0)
        return values

    @classmethod
    def from_values(cls, row: Mapping[str, Any]) -> GameRow:
        """The game of a row."""
        return cls(**{**row, "summary": json.loads(row["summary"])})


def json_text(value: Mapping[str, Any]) -> str:
    """A value as JSON that both databases keep as it is."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    if ESCAPED_NULL.search(text):
        raise ValueError(f"a null character cannot be stored: {text}")
    return checked_text(text)


def checked_text(text: str) -> str:
    """A text that both databases take: no null character, no half of a surrogate pair."""
    if "\0" in text:
        raise ValueError(f"a null character cannot be stored: {text!r}")
    text.encode()
    return text


def checked_number(number: int, largest: int = LARGEST) -> int:
    """A whole number that fits into its column."""
    if not 0 <= number <= largest:
        raise ValueError(f"{number} is not from 0 to {largest}")
    return number
