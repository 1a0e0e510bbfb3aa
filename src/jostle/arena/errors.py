"""What the arena refuses, and what it has to report."""

from __future__ import annotations

from typing import Any

from jostle.core.errors import JostleError
from jostle.core.messages import message


class ArenaError(JostleError):
    """A series that cannot be played as it was asked for."""

    code = "arena"


class SeriesBroken(ArenaError):
    """A series that had to stop while it was played; the games before that are kept."""


def cannot(key: str, **parameters: Any) -> ArenaError:
    """The error for a key of the catalogue's section ``arena.cannot``."""
    return ArenaError(message(f"arena.cannot.{key}", **parameters))
