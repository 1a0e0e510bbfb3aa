"""Checking values by what they must be, given those of the positions after them.

If every value follows from its successors' by the definition below, all of them are right: wins and
losses by induction over their distances, and who is in a drawn position can always go to another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import int64

from jostle.solve.walking_kernel import MISSING, place_of

if TYPE_CHECKING:
    State = tuple[int, ...]
    Rules = tuple[int, ...]

    def legal(rules: Rules, state: State, moves: np.ndarray) -> int: ...
    def play(rules: Rules, state: State, move: int) -> State: ...
    def outcome(rules: Rules, state: State) -> int: ...
    def canonical(layout: np.ndarray, state: State) -> State: ...
    def pack(layout: np.ndarray, state: State) -> int: ...
    def unpack(layout: np.ndarray, number: int) -> State: ...


# What there is to report.
RIGHT, WRONG, INCOMPLETE, FIRST_WRONG, REPORTS = 0, 1, 2, 3, 4


def verify(
    rules: Rules,
    layout: np.ndarray,
    details: int,
    numbers: np.ndarray,
    values: np.ndarray,
    starts: np.ndarray,
    first: int,
    last: int,
    moves: np.ndarray,
    report: np.ndarray,
) -> None:
    """Count the positions from ``first`` to ``last`` whose values are right, and the others."""
    for place in range(first, last):
        state = unpack(layout, numbers[place])
        count = legal(rules, state, moves)
        quickest, slowest = 0, 0  # distances + 1, of losses and wins after a move
        drawn, complete = False, True
        for index in range(count):
            after = pack(layout, canonical(layout, play(rules, state, moves[index])))
            there = place_of(numbers, starts, details, after)
            if there == MISSING:
                complete = False
                continue
            value = int64(values[there])
            if value == 0:
                drawn = True
            elif value < 0:
                quickest = -value if quickest == 0 else min(quickest, -value)
            else:
                slowest = max(slowest, value)
        if count == 0:
            winner = outcome(rules, state) % 4  # Player 1 is to move
            right = 0 if winner == 0 else 1 if winner == 1 else -1
        elif quickest > 0:
            right = quickest + 1
        elif drawn:
            right = 0
        else:
            right = -(slowest + 1)
        if not complete:
            report[INCOMPLETE] += 1
        elif values[place] == right:
            report[RIGHT] += 1
        else:
            report[WRONG] += 1
        if (not complete or values[place] != right) and report[FIRST_WRONG] < 0:
            report[FIRST_WRONG] = place
