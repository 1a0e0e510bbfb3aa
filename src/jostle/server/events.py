"""What can happen to a game. A game is nothing but the list of its events, from its creation on.

=============  ===================================================================================
kind           payload
=============  ===================================================================================
``created``    ``variant``, ``start`` (a position, or null for the game's own), ``seats``,
               ``clock``, ``public``, ``creator``
``joined``     ``player``, ``identity``
``moved``      ``ply`` (how many moves came before it), ``player``, ``move``, ``times`` (what both
               have left after it)
``taken-back`` ``to`` (how many moves remain), ``times`` (as they were then)
``offered``    ``what`` (``draw``, ``takeback`` or ``rematch``), ``player``
``declined``   ``what``, ``player``
``ended``      ``outcome``, ``times`` (what both had left)
``rematched``  ``game`` (the id of the next game)
``withdrawn``
=============  ===================================================================================

An event that a player's action with an ``id`` caused has a ``cause`` as well, by which the same
action, sent again, is known.
"""

from __future__ import annotations

import re
import secrets
import string
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from jostle.core.outcome import Outcome, Reason
from jostle.core.players import Player

ID_LETTERS = string.ascii_letters + string.digits
GAME_ID_LENGTH = 16
GAME_ID = re.compile(f"[A-Za-z0-9]{{{GAME_ID_LENGTH}}}")


class Kind(StrEnum):
    """The kinds of events; the values stand in the database and in messages."""

    CREATED = "created"
    JOINED = "joined"
    MOVED = "moved"
    TAKEN_BACK = "taken-back"
    OFFERED = "offered"
    DECLINED = "declined"
    ENDED = "ended"
    REMATCHED = "rematched"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: its number in the game, when (ms since 1970), and what."""

    seq: int
    at: int
    kind: Kind
    payload: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits on a side of the board: a person, the computer at a level, or nobody yet."""

    identity: str | None = None
    level: int | None = None

    @property
    def kind(self) -> str:
        if self.identity is not None:
            return "person"
        return "free" if self.level is None else "computer"

    @classmethod
    def of(cls, value: dict[str, Any]) -> Seat:
        return cls(value.get("identity"), value.get("level"))

    def to_json(self) -> dict[str, Any]:
        shown: dict[str, Any] = {"kind": self.kind}
        if self.identity is not None:
            shown["identity"] = self.identity
        if self.level is not None:
            shown["level"] = self.level
        return shown


FREE = Seat()


def new_game_id() -> str:
    """An id that nobody can guess."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(GAME_ID_LENGTH))


def read_outcome(value: dict[str, Any]) -> Outcome:
    """An outcome from its plain values."""
    winner, scores = value["winner"], value["scores"]
    return Outcome(
        None if winner is None else Player(winner),
        Reason(value["reason"]),
        None if scores is None else (scores[0], scores[1]),
    )
