"""What is good in Pomeczi: an evaluation, and which moves to look at first.

Who runs out of actions loses, so what counts is tiles, those in hand most of all, and ways to act.
"""

from __future__ import annotations

import numpy as np
from numba import int64, types

from jostle.core.bits import ONE, OPPOSITE, ZERO, Word, count, lowest, step
from jostle.core.compiling import compiled, inlined
from jostle.core.kernel import Rules, State
from jostle.core.scores import WON
from jostle.games.pomeczi.kernel import (
    DOMINOES_MASK,
    MY_DOMINOES,
    MY_SINGLES,
    PLACE_SINGLE,
    RULES,
    SINGLES_MASK,
    STATE,
    THEIR_DOMINOES,
    THEIR_SINGLES,
    acting,
    groups,
    hand_over,
    struck,
)

SCALE = 94.0  # of the chances of a searched score
REPEATS = True
OWN_GOALS = False  # nobody loses by their own move
HINTED_DEPTH = 1
EAGER = False
QUIET_HINT = 1 << 19
FLIP_HINT = 1 << 20

UNIT = 1  # of the features
# In the order of the features, fitted by tools/fit_evaluation.py to 500 games of 4×4 and 500 of
# 8×4 that the engine played with itself on 2026-11-16, at 1,000 positions a move (seed 7).
WEIGHTS = np.array([2, 16, 44, 46, 8, -1], dtype=np.int64)


@inlined
def clock(rules: Rules, state: State) -> int:
    """Nothing counts the turns."""
    return ZERO


@compiled(int64(RULES, STATE))
def plies_left(rules: Rules, state: State) -> int:
    """A game may take any number of plies."""
    return 1 << 20


@inlined
def margin(rules: Rules, state: State) -> int:
    """A win is a win."""
    return 0


@inlined
def soonest(rules: Rules, state: State, by_mover: bool) -> int:
    """A number of plies before which the mover, or the other player, cannot have won.

    Who holds singles can act while there is an empty cell, and a single leaves a hand only in its
    owner's turn. There is always an empty cell if all tiles together are smaller than the board.
    """
    if Word(2) * (rules[1] + Word(2) * rules[2]) >= Word(count(rules[0])):
        return 0
    if by_mover:
        return 2 * int64(state[6] >> THEIR_SINGLES & SINGLES_MASK) + 1
    return 2 * int64(state[6] >> MY_SINGLES & SINGLES_MASK)


@inlined
def threatened(rules: Rules, state: State) -> bool:
    """No single threat decides the game at once."""
    return False


@inlined
def flips(full: int, state: State, group: int, cell: int) -> int:
    """P9: how many of their tiles a motion takes, less those of mine that it gives away."""
    cells = acting(state, cell)[3]
    hit = struck(state, step(cells, group) & ~cells)
    edge = full & ~step(full, OPPOSITE[group])
    taken = count(hit[3] & edge) + count(hit[4] & edge) + count(hit[5] & edge)
    return taken - count(hit[0] & edge) - count(hit[1] & edge) - count(hit[2] & edge)


@compiled(int64(RULES, STATE, int64[::1]))
def noisy(rules: Rules, state: State, moves: np.ndarray) -> int:
    """Write the pushes that take tiles; returns how many there are."""
    ways = groups(rules[0], state)
    made = 0
    group = 0
    for cells in ways[:PLACE_SINGLE]:
        while cells:
            cell = lowest(cells)
            cells = cells & (cells - ONE)
            if flips(rules[0], state, group, cell) > 0:
                moves[made] = group * 64 + cell
                made += 1
        group += 1
    return made


@inlined
def hint(rules: Rules, state: State, move: int, after: State) -> int:
    """How promising a move looks: pushes that take tiles first."""
    group, cell = move >> 6, move & 63
    if group >= PLACE_SINGLE:
        return 0
    return FLIP_HINT * flips(rules[0], state, group, cell)


@compiled(types.UniTuple(int64, len(WEIGHTS))(RULES, STATE))
def features(rules: Rules, state: State) -> tuple[int, ...]:
    """What the weights are for: differences between the mover and the other player."""
    memory = state[6]
    mine, theirs = groups(rules[0], state), groups(rules[0], hand_over(state))
    my_ways, their_ways = 0, 0
    for group in range(PLACE_SINGLE):
        my_ways += count(mine[group])
        their_ways += count(theirs[group])
    singles = int64(memory >> MY_SINGLES & SINGLES_MASK)
    dominoes = int64(memory >> MY_DOMINOES & DOMINOES_MASK)
    return (
        count(state[0]) - count(state[3]),
        count(state[1] | state[2]) - count(state[4] | state[5]),
        singles - int64(memory >> THEIR_SINGLES & SINGLES_MASK),
        dominoes - int64(memory >> THEIR_DOMINOES & DOMINOES_MASK),
        my_ways - their_ways,
        1,
    )


@compiled(int64(RULES, STATE))
def evaluate(rules: Rules, state: State) -> int:
    """The mover's chances in centilogits, or the loss of a mover who has no action."""
    ways = groups(rules[0], state)
    if not (ways[0] | ways[1] | ways[2] | ways[3] | ways[4] | ways[5] | ways[6]):
        return -WON
    total = 0
    place = 0
    for feature in features(rules, state):
        total += feature * WEIGHTS[place]
        place += 1
    return total
