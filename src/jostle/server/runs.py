"""When the server was alive: clocks stand still while it is down.

A run lasts from the start of a server to the last sign of life it wrote; the run that goes on has
no end. The time that has passed for a game is the part of it that lies within runs.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

FOREVER = 2**63


def time_ms() -> int:
    """The time of day in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Runs:
    """The runs that have ended, as pairs of start and end, and the start of the one that goes on.

    >>> Runs([(0, 10), (20, 30)], 50).elapsed(5, 60)
    25
    """

    def __init__(self, ended: Iterable[tuple[int, int]], started: int) -> None:
        # Runs overlap if the time of day was set back between them; such runs are one.
        merged: list[tuple[int, int]] = []
        for start, end in sorted([*ended, (started, FOREVER)]):
            if merged and start <= merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        self._runs = merged
        self._before = list(accumulate((end - start for start, end in merged), initial=0))

    def elapsed(self, start: int, end: int) -> int:
        """How many of the milliseconds between two instants lie within runs."""
        return max(0, self._lived(end) - self._lived(start))

    def _lived(self, instant: int) -> int:
        """The time within runs from the very beginning to an instant."""
        run = bisect_right(self._runs, (instant, FOREVER)) - 1
        if run < 0:
            return 0
        start, end = self._runs[run]
        return self._before[run] + min(instant, end) - start
