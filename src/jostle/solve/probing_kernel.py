"""Asking a solved table, written once and compiled for each game.

``contents`` are what a table's look-ups need after the number of a position (see ``look_up``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from jostle.core.bits import mix, next_seed
from jostle.solve.entries_kernel import MISSING, look_up

if TYPE_CHECKING:
    State = tuple[int, ...]
    Rules = tuple[int, ...]

    def legal(rules: Rules, state: State, moves: np.ndarray) -> int: ...
    def pick(rules: Rules, state: State, random: int) -> int: ...
    def play(rules: Rules, state: State, move: int) -> State: ...
    def start(rules: Rules) -> State: ...
    def canonical(layout: np.ndarray, state: State) -> State: ...
    def pack(layout: np.ndarray, state: State) -> int: ...


DRAWN_RANK, LOST_RANK = 1 << 16, 1 << 18  # beyond all distances


def probe(layout: np.ndarray, state: State, contents: Any) -> int:
    """The value of a state; MISSING if the table does not have it."""
    return look_up(pack(layout, canonical(layout, state)), *contents)


def probe_moves(
    rules: Rules,
    layout: np.ndarray,
    state: State,
    contents: Any,
    moves: np.ndarray,
    values: np.ndarray,
) -> int:
    """Write all moves and the values of the positions after them; returns how many there are."""
    made = legal(rules, state, moves)
    for index in range(made):
        after = canonical(layout, play(rules, state, moves[index]))
        values[index] = look_up(pack(layout, after), *contents)
    return made


def best_line(
    rules: Rules,
    layout: np.ndarray,
    state: State,
    contents: Any,
    moves: np.ndarray,
    line: np.ndarray,
) -> int:
    """Write the moves by which the winner hurries and the loser delays; returns how many.

    In a drawn position it goes from draw to draw, as far as there is room.
    """
    made = 0
    while made < line.size:
        best, best_rank = -1, 0
        for index in range(legal(rules, state, moves)):
            after = canonical(layout, play(rules, state, moves[index]))
            value = look_up(pack(layout, after), *contents)
            if value == MISSING:
                continue
            rank = value  # of a win of the other player's: the farther the better
            if value == 0:
                rank = DRAWN_RANK
            elif value < 0:
                rank = LOST_RANK + value  # the nearer the better
            if best < 0 or rank > best_rank:
                best, best_rank = moves[index], rank
        if best < 0:
            break
        line[made] = best
        made += 1
        state = play(rules, state, best)
    return made


def probe_games(rules: Rules, layout: np.ndarray, contents: Any, probes: int, seed: int) -> int:
    """Ask for every position of random games, so many times; returns how many were missing."""
    missing, done = 0, 0
    state = start(rules)
    while done < probes:
        missing += look_up(pack(layout, canonical(layout, state)), *contents) == MISSING
        done += 1
        seed = next_seed(seed)
        move = pick(rules, state, mix(seed))
        state = start(rules) if move < 0 else play(rules, state, move)
    return missing
