"""What is refused about puzzles."""

from __future__ import annotations

from typing import Any

from jostle.core.errors import JostleError
from jostle.core.messages import message


class PuzzleError(JostleError):
    """A puzzle that is not there, a damaged file, or a wish that cannot be met."""

    code = "puzzle"


def cannot(key: str, **parameters: Any) -> PuzzleError:
    """The error for a key of the catalogue's section ``puzzle.cannot``."""
    return PuzzleError(message(f"puzzle.cannot.{key}", **parameters))


class AttemptOver(PuzzleError):
    """A move where nothing may follow any more."""

    code = "over"


class TooDeep(PuzzleError):
    """A question that would need more search than anybody waits for."""

    code = "time"
