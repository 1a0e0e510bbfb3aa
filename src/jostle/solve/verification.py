"""Checking a table from the file alone, by the rules of the game and the definition of its values.

Nothing of the solver takes part in it: the entries are read back from the table, and every
position's moves are made anew.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from jostle.solve.enumeration import starts_of
from jostle.solve.stages import Progress, Stage, silent
from jostle.solve.tables import Table, value_of
from jostle.solve.verification_kernel import FIRST_WRONG, INCOMPLETE, REPORTS, RIGHT, WRONG

PART = 1 << 18


@dataclass(frozen=True)
class Verification:
    """What checking a table found."""

    positions: int
    right: int
    wrong: int
    incomplete: int  # positions with a move to one that the table does not have
    counts_right: bool  # whether the header tells what the entries are
    start_there: bool
    first_wrong: str | None  # a position

    @property
    def passed(self) -> bool:
        """Whether everything is as it must be."""
        return self.right == self.positions and self.counts_right and self.start_there


def verify(table: Table, *, threads: int = 1, on_progress: Progress = silent) -> Verification:
    """Check every position of a table."""
    on_progress(Stage.READING, 0, table.file.header.positions)
    numbers, values = table.entries()
    on_progress(Stage.READING, numbers.size, numbers.size)
    numbered, rules = table.numbered, table.game.rules
    starts = starts_of(numbered, numbers)

    def check_part(first: int) -> np.ndarray:
        report = np.zeros(REPORTS, dtype=np.int64)
        report[FIRST_WRONG] = -1
        last = min(first + PART, numbers.size)
        room, details = numbered.room(), numbered.details
        arrays = numbers, values, starts
        numbered.verify(rules, numbered.layout, details, *arrays, first, last, room, report)
        return report

    total = np.zeros(REPORTS, dtype=np.int64)
    first_wrong = None
    with ThreadPoolExecutor(threads) as pool:
        for report in pool.map(check_part, range(0, numbers.size, PART)):
            total += report
            if first_wrong is None and report[FIRST_WRONG] >= 0:
                first_wrong = table.position(int(numbers[report[FIRST_WRONG]])).text
            on_progress(Stage.VERIFYING, int(total[:FIRST_WRONG].sum()), numbers.size)
    return Verification(
        numbers.size,
        int(total[RIGHT]),
        int(total[WRONG]),
        int(total[INCOMPLETE]),
        _counts(values) == _told_counts(table)
        and _told_values_right(table)
        and bool((numbers[1:] > numbers[:-1]).all()),
        table.value(table.game.start()) is not None,
        first_wrong,
    )


def _counts(values: np.ndarray) -> tuple[int, ...]:
    kinds = (values > 0, values < 0, values == 0)
    longest = max(0, int(np.abs(values).max()) - 1)
    return (*(int(np.count_nonzero(kind)) for kind in kinds), longest)


def _told_values_right(table: Table) -> bool:
    """Whether the header tells the value of the start, and a position of the longest distance."""
    header, game = table.file.header, table.game
    start, longest = table.value(game.start()), table.value(game.position(header.longest_position))
    told = start is None or start == value_of(header.start)
    return told and longest is not None and longest.plies == header.longest


def _told_counts(table: Table) -> tuple[int, ...]:
    header = table.file.header
    return header.wins, header.losses, header.draws, header.longest
