"""What is good in Pushee Pieces: an evaluation, and which moves to look at first.

The points decide, and the fewer pieces are still to come the surer they are.
"""

from __future__ import annotations

import numpy as np
from numba import int64, types

from jostle.core.bits import ZERO, count, step
from jostle.core.compiling import compiled, inlined
from jostle.core.kernel import Rules, State
from jostle.core.scores import POINT, WON
from jostle.games.pushee_pieces.kernel import (
    DOWN,
    GIVEN_UP,
    LEFT,
    LEFT_MASK,
    MOVER,
    MY_LEFT,
    MY_TURNS,
    RIGHT,
    RULES,
    STATE,
    THEIR_LEFT,
    THEIR_TURNS,
    TURNS_MASK,
    UP,
    over,
    score,
)

SCALE = 118.0  # of the chances of a searched score
REPEATS = False
HINTED_DEPTH = 1
EAGER = True  # the kernel lists moves with the states after them
QUIET_HINT = 1 << 19
POINT_HINT = 256

UNIT = 64  # of the features
# In the order of the features, fitted by tools/fit_evaluation.py to 4,000 games that the engine
# played with itself on 2026-11-16, looking at 2,000 positions a move (seed 3).
WEIGHTS = np.array(
    [14, -18, 4, 5, 34, -5, -184, 32, 10, 67, 81, 15, -152, -25, 88, 0, -158, -29, -9, 11, 11, -3],
    dtype=np.int64,
)


@inlined
def clock(rules: Rules, state: State) -> int:
    """Nothing counts the turns but the pieces."""
    return ZERO


@inlined
def turns_left(memory: int, place: int) -> int:
    """V4: how many extra turns a player may still take."""
    extra = memory >> place & TURNS_MASK
    return 0 if extra == GIVEN_UP else int64(extra)


@inlined
def to_place(memory: int) -> int:
    """How many pieces both players have still to place."""
    return int64((memory >> MY_LEFT & LEFT_MASK) + (memory >> THEIR_LEFT & LEFT_MASK))


@compiled(int64(RULES, STATE))
def plies_left(rules: Rules, state: State) -> int:
    """The most plies that the game can still take."""
    memory = state[4]
    return to_place(memory) + turns_left(memory, MY_TURNS) + turns_left(memory, THEIR_TURNS)


@inlined
def lead(rules: Rules, state: State) -> int:
    """The mover's points less the other player's."""
    return score(rules, state[0]) - score(rules, state[1])


@inlined
def margin(rules: Rules, state: State) -> int:
    """By how many points the leader leads."""
    return abs(lead(rules, state))


@inlined
def threatened(rules: Rules, state: State) -> bool:
    """No single threat decides the game at once."""
    return False


@inlined
def noisy(rules: Rules, state: State, moves: np.ndarray) -> int:
    """Every placement is noisy, so none is looked at beyond the horizon."""
    return 0


@inlined
def hint(rules: Rules, state: State, move: int, after: State) -> int:
    """How promising a move looks: the points it gains at once."""
    gain = lead(rules, after)
    return POINT_HINT * (gain if not (after[4] ^ state[4]) & MOVER else -gain)


@inlined
def free_lines(full: int, occupied: int, one_way: int, other_way: int) -> int:
    """The pieces of all unbroken rows along one axis that have a free square at both ends."""
    empty = full & ~occupied
    before, behind = occupied & step(empty, other_way), occupied & step(empty, one_way)
    for _ in range(6):  # the longest row with both ends free on the largest board
        before |= occupied & step(before, other_way)
        behind |= occupied & step(behind, one_way)
    return before & behind


@inlined
def points_ahead(rules: Rules, mine: int, theirs: int) -> int:
    """The points of some squares less those of others."""
    return score(rules, mine) - score(rules, theirs)


@inlined
def around(rules: Rules, mine: int, theirs: int) -> int:
    """The points on the four neighbours of my squares less those on the neighbours of theirs."""
    total = 0
    for direction in range(4):
        total += points_ahead(rules, step(mine, direction), step(theirs, direction))
    return total


@inlined
def pushed(rules: Rules, mine: int, theirs: int, one_way: int, other_way: int) -> int:
    """What I gain if all these pieces go one way or the other, added up."""
    gain = points_ahead(rules, step(mine, one_way), step(theirs, one_way))
    gain += points_ahead(rules, step(mine, other_way), step(theirs, other_way))
    return gain - 2 * points_ahead(rules, mine, theirs)


@inlined
def crowding(rules: Rules, mine: int, theirs: int) -> tuple[int, int]:
    """The pieces next to mine less those next to theirs, and the same with each one's points."""
    occupied = mine | theirs
    pieces, points = 0, 0
    for direction in range(4):
        beside = step(occupied, direction)
        pieces += count(mine & beside) - count(theirs & beside)
        points += points_ahead(rules, mine & beside, theirs & beside)
    return pieces, points


@compiled(types.UniTuple(int64, len(WEIGHTS))(RULES, STATE))
def features(rules: Rules, state: State) -> tuple[int, ...]:
    """What the weights are for: points and what may become of them, in 64ths.

    The fewer pieces are to come, the more a point is worth. A piece that is pushed lands on a
    neighbour; the rows that one placement can push are those with a free square at both ends. A
    piece in no such row is held along that axis, and safe for now if it is held along both.
    """
    mine, theirs, full = state[0], state[1], rules[0]
    flat = free_lines(full, mine | theirs, LEFT, RIGHT)
    tall = free_lines(full, mine | theirs, DOWN, UP)
    left = to_place(state[4])
    late = UNIT * 8 // (8 + left)
    early = UNIT - late
    lead = points_ahead(rules, mine, theirs)
    nearby = around(rules, mine, theirs)
    pushes = pushed(rules, mine & flat, theirs & flat, LEFT, RIGHT)
    pushes += pushed(rules, mine & tall, theirs & tall, DOWN, UP)
    pieces = count(mine) - count(theirs)
    last = 1 if left % 2 else -1
    safe = points_ahead(rules, mine & ~(flat | tall), theirs & ~(flat | tall))
    safe_pieces = count(mine & ~(flat | tall)) - count(theirs & ~(flat | tall))
    loose = points_ahead(rules, mine & flat, theirs & flat)
    loose += points_ahead(rules, mine & tall, theirs & tall)
    loose_pieces = count(mine & flat) - count(theirs & flat)
    loose_pieces += count(mine & tall) - count(theirs & tall)
    crowd, crowd_points = crowding(rules, mine, theirs)
    return (
        lead * late,
        lead * early,
        nearby * late,
        nearby * early,
        pushes * late,
        pushes * early,
        pieces * late,
        pieces * early,
        last * late,
        last * early,
        safe * late,
        safe * early,
        safe_pieces * late,
        safe_pieces * early,
        loose * late,
        loose * early,
        loose_pieces * late,
        loose_pieces * early,
        crowd * late,
        crowd * early,
        crowd_points * late,
        crowd_points * early,
    )


@compiled(int64(RULES, STATE))
def evaluate(rules: Rules, state: State) -> int:
    """The mover's chances in centilogits, or the result of a game that is over."""
    if over(state):
        ahead = lead(rules, state)
        if ahead == 0:
            return 0
        return WON + POINT * ahead if ahead > 0 else POINT * ahead - WON
    total = 0
    place = 0
    for feature in features(rules, state):
        total += feature * WEIGHTS[place]
        place += 1
    return total // UNIT
