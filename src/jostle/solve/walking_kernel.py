"""Going from positions to those after them, written once and compiled for each game.

Positions are numbers (see a game's ``numbering.py``): ``group · details + detail``, the same for
all mirror images. Of all positions of a game, sorted, ``starts`` tells where each group begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import int64, uint64

from jostle.core.bits import ONE
from jostle.core.compiling import inlined

if TYPE_CHECKING:
    State = tuple[int, ...]
    Rules = tuple[int, ...]

    def legal(rules: Rules, state: State, moves: np.ndarray) -> int: ...
    def play(rules: Rules, state: State, move: int) -> State: ...
    def outcome(rules: Rules, state: State) -> int: ...
    def canonical(layout: np.ndarray, state: State) -> State: ...
    def pack(layout: np.ndarray, state: State) -> int: ...
    def unpack(layout: np.ndarray, number: int) -> State: ...


MISSING = -1


def count_moves(
    rules: Rules,
    layout: np.ndarray,
    numbers: np.ndarray,
    moves: np.ndarray,
    counts: np.ndarray,
    ends: np.ndarray,
) -> int:
    """Count the moves of each position; returns their sum.

    Where there are none, ``ends`` gets 1 if the player to move has won, -1 if lost, 0 if nobody.
    """
    total = 0
    for index in range(numbers.size):
        state = unpack(layout, numbers[index])
        count = legal(rules, state, moves)
        counts[index] = count
        total += count
        ends[index] = 0
        if count == 0:
            winner = outcome(rules, state) % 4  # Player 1 is to move
            ends[index] = 0 if winner == 0 else 1 if winner == 1 else -1
    return total


def expand(
    rules: Rules, layout: np.ndarray, numbers: np.ndarray, moves: np.ndarray, after: np.ndarray
) -> None:
    """Write the numbers of all positions after these, one after the other."""
    made = 0
    for number in numbers:
        state = unpack(layout, number)
        for move in range(legal(rules, state, moves)):
            after[made] = pack(layout, canonical(layout, play(rules, state, moves[move])))
            made += 1


@inlined
def place_of(numbers: np.ndarray, starts: np.ndarray, details: int, number: int) -> int:
    """Where a position is among all; MISSING if it is not there."""
    group = number // uint64(details)
    low, high = int64(starts[group]), int64(starts[group + ONE])
    while low < high:
        middle = (low + high) // 2
        if numbers[middle] < number:
            low = middle + 1
        else:
            high = middle
    if low < int64(starts[group + ONE]) and numbers[low] == number:
        return low
    return MISSING


def link(
    rules: Rules,
    layout: np.ndarray,
    details: int,
    numbers: np.ndarray,
    starts: np.ndarray,
    first: int,
    last: int,
    moves: np.ndarray,
    after: np.ndarray,
) -> bool:
    """Write the places of all positions after those from ``first`` to ``last``.

    Returns whether they are all among the positions.
    """
    made = 0
    for place in range(first, last):
        state = unpack(layout, numbers[place])
        for move in range(legal(rules, state, moves)):
            number = pack(layout, canonical(layout, play(rules, state, moves[move])))
            there = place_of(numbers, starts, details, number)
            if there == MISSING:
                return False
            after[made] = there
            made += 1
    return True
