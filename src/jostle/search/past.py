"""What is asked about: a position, or a match with its history."""

from __future__ import annotations

from collections import Counter

import numpy as np

from jostle.core.game import Position
from jostle.core.match import REPETITIONS, Match

NO_KEYS = np.empty(0, dtype=np.uint64)


def position_of(subject: Position | Match) -> Position:
    """The position that is asked about."""
    return subject.position if isinstance(subject, Match) else subject


def past_of(subject: Position | Match) -> np.ndarray:
    """The positions of a match's history that would come for the third time, as keys."""
    if isinstance(subject, Position):
        return NO_KEYS
    seen = Counter(position.repetition_key for position in subject.positions)
    keys = [key for key, times in seen.items() if times >= REPETITIONS - 1]
    return np.array(sorted(keys), dtype=np.uint64)
