"""The stages of solving a game, and how a solver tells how far it is."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum


class Stage(StrEnum):
    """What a solver or verifier is doing; the values are message keys."""

    ENUMERATING = "enumerating"
    LINKING = "linking"
    TURNING = "turning"
    SPREADING = "spreading"
    WRITING = "writing"
    READING = "reading"
    VERIFYING = "verifying"


# Told the stage, how many positions are done, and how many there are if that is known.
Progress = Callable[[Stage, int, int | None], None]


def silent(stage: Stage, done: int, total: int | None) -> None:
    """Tell nobody."""
