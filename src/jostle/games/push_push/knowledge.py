"""What is good in Push Push: an evaluation, and which moves to look at first.

The goal decides, so what counts most is how far the ball is and who can push it.
"""

from __future__ import annotations

import numpy as np
from numba import boolean, int64, types, uint64

from jostle.core.bits import ONE, OPPOSITE, ZERO, Word, bit, count, lowest, step
from jostle.core.compiling import compiled, inlined
from jostle.core.kernel import Rules, State
from jostle.core.scores import MOST_PLIES, WON
from jostle.core.squares import Direction
from jostle.games.push_push.kernel import (
    BALL_ON,
    BALL_SQUARE,
    BOARD,
    CENTRE,
    DEFLECTED,
    EDGE,
    GOAL_LINE,
    LEAVES_AT_TOP,
    MOVER,
    OPENING,
    OPENING_MASK,
    QUIET,
    RULES,
    SIZE,
    SQUARE_MASK,
    STATE,
    WON_BY_1,
    ball_of,
    barred,
    ended,
    value_at,
)

SCALE = 98.0  # of the chances of a searched score
REPEATS = True
OWN_GOALS = True  # a move can lose the game at once
HINTED_DEPTH = 1
EAGER = False
QUIET_HINT = 1 << 19
GOAL_HINT, CAPTURE_HINT = 1 << 22, 1 << 21

# The three directions towards the other side, by who moves.
FORWARD = np.array(
    [[way for way in Direction if way.ranks == ranks] for ranks in (1, -1)], dtype=np.int64
)
LEFT, RIGHT = int(Direction.LEFT), int(Direction.RIGHT)
UP, DOWN = int(Direction.UP), int(Direction.DOWN)
HORIZON = Word(MOST_PLIES)  # quiet turns before the limit from which on their number matters

UNIT = 1  # of the features
# In the order of the features, fitted by tools/fit_evaluation.py to 400 games that the engine
# played with itself on 2026-11-16, looking at 1,000 positions a move (seed 9).
WEIGHTS = np.array([37, 17, 80, 127, 41, 13, 32, 24, 22, 5], dtype=np.int64)


@compiled(uint64(RULES, STATE))
def clock(rules: Rules, state: State) -> int:
    """The quiet turns, where so few are left that they change what a position is worth."""
    quiet = state[4] >> QUIET
    return quiet + ONE if rules[0] != ZERO and quiet + HORIZON >= rules[0] else ZERO


@compiled(int64(RULES, STATE))
def plies_left(rules: Rules, state: State) -> int:
    """A game may take any number of plies."""
    return 1 << 20


@inlined
def margin(rules: Rules, state: State) -> int:
    """Goals are not counted."""
    return 0


@inlined
def soonest(rules: Rules, state: State, by_mover: bool) -> int:
    """A number of plies before which the mover, or the other player, cannot have won.

    The ball goes at most one rank in a ply, whoever pushes it.
    """
    if not state[4] & BALL_ON:
        return 0
    rank = int64(state[4] >> BALL_SQUARE & SQUARE_MASK) >> 3
    upward = ((state[4] & MOVER) == ZERO) == by_mover
    return SIZE - rank if upward else rank + 1


@inlined
def pushers(state: State, target: int, value: int, direction: int) -> int:
    """My figures that push what stands on this square, of this value, directly or not (B4)."""
    mine, figures = state[0], state[0] | state[1]
    found = ZERO
    back = OPPOSITE[direction]
    square = step(target, back)
    while square & figures and value_at(state[2], state[3], lowest(square)) > value:
        value = value_at(state[2], state[3], lowest(square))
        found |= square & mine
        square = step(square, back)
    return found


@inlined
def scorers(state: State, ball: int, direction: int) -> int:
    """B8: my figures that push the ball out this way, over a player's side."""
    return pushers(state, ball, 0, direction) if ball & GOAL_LINE[direction] else ZERO


@inlined
def seen_by_other(state: State) -> State:
    """The board as the other player sees it."""
    return state[1], state[0], state[2], state[3], state[4] ^ MOVER


@compiled(boolean(RULES, STATE))
def threatened(rules: Rules, state: State) -> bool:
    """Whether the other player would score if it were their turn."""
    ball = ball_of(state[4])
    other = seen_by_other(state)
    for direction in FORWARD[int64(other[4] & MOVER)]:
        if scorers(other, ball, direction):
            return True
    return False


@compiled(int64(RULES, STATE, int64[::1]))
def noisy(rules: Rules, state: State, moves: np.ndarray) -> int:
    """Write the moves that score or eliminate one of their figures; returns how many there are."""
    if ended(rules, state[4]):
        return 0
    ball, bar = ball_of(state[4]), barred(state)
    ones, fours = state[0] & ~state[2] & ~state[3], state[1] & state[2] & state[3]
    forward_ranks = 1 if (state[4] & MOVER) == ZERO else -1
    made = 0
    for direction in range(DEFLECTED):
        back = OPPOSITE[direction]
        found = ones & step(fours, back)  # B6
        victims = state[1] & EDGE[direction]  # B5
        while victims:
            square = lowest(victims)
            victims = victims & (victims - ONE)
            found |= pushers(state, bit(square), value_at(state[2], state[3], square), direction)
        if ball & GOAL_LINE[direction] and LEAVES_AT_TOP[direction] == (forward_ranks > 0):
            found |= pushers(state, ball, 0, direction)
        found &= ~(bar[0] & step(bar[1], back))
        while found:
            moves[made] = direction * 64 + lowest(found)
            made += 1
            found = found & (found - ONE)
    return made


@inlined
def hint(rules: Rules, state: State, move: int, after: State) -> int:
    """How promising a move looks: goals, then eliminations, then the ball's way forward."""
    group, origin = move >> 6, move & 63
    if group >= DEFLECTED:
        return 0
    mine, theirs, low, high, memory = state
    ahead = step(bit(origin), group)
    if theirs & low & high & ahead:
        return CAPTURE_HINT + 4  # B6
    forward = (LEAVES_AT_TOP[group] and (memory & MOVER) == ZERO) or (
        LEAVES_AT_TOP[OPPOSITE[group]] and (memory & MOVER) != ZERO
    )
    ball = ball_of(memory)
    last = ZERO
    while ahead & (mine | theirs):
        last = ahead
        ahead = step(ahead, group)
    if not ahead & BOARD:
        if last & theirs:
            return CAPTURE_HINT + value_at(low, high, lowest(last))
        return -CAPTURE_HINT
    if ahead & ball:
        if ball & GOAL_LINE[group]:
            return GOAL_HINT if forward else -GOAL_HINT
        return 3000 if forward else -1000
    return 300 if forward else 0


@inlined
def near(square: int) -> int:
    """A square and its neighbours."""
    row = square | step(square, LEFT) | step(square, RIGHT)
    return row | step(row, UP) | step(row, DOWN)


@compiled(types.UniTuple(int64, len(WEIGHTS))(RULES, STATE))
def features(rules: Rules, state: State) -> tuple[int, ...]:
    """What the weights are for: differences between the mover and the other player."""
    mine, theirs, low, high, memory = state
    ones, twos = BOARD & ~low & ~high, low & ~high
    threes, fours = high & ~low, low & high
    ball = ball_of(memory)
    square = int64(memory >> BALL_SQUARE & SQUARE_MASK)
    first = (memory & MOVER) == ZERO
    rank = square >> 3
    advance = rank - CENTRE if first else CENTRE - rank
    close = near(ball)
    ring = near(close) & ~close
    row = Word(0xFF) << Word(8 * rank)
    above = ~ZERO << Word(8 * rank) & ~row
    below = ~above & ~row
    behind = (below if first else above) & close
    before = (above if first else below) & close
    my_goal = 0
    if advance == CENTRE:
        my_goal = 1
    elif advance == -CENTRE:
        my_goal = -1
    return (
        count(mine & ones) - count(theirs & ones),
        count(mine & twos) - count(theirs & twos),
        count(mine & threes) - count(theirs & threes),
        count(mine & fours) - count(theirs & fours),
        advance,
        my_goal,
        count(mine & behind) - count(theirs & before),
        count(mine & close) - count(theirs & close),
        count(mine & ring) - count(theirs & ring),
        1,
    )


@compiled(int64(RULES, STATE))
def evaluate(rules: Rules, state: State) -> int:
    """The mover's chances in centilogits, or the result of a game that is over."""
    memory = state[4]
    if not memory & BALL_ON:
        first_won = memory >> OPENING & OPENING_MASK == WON_BY_1
        return WON if first_won == ((memory & MOVER) == ZERO) else -WON
    if ended(rules, memory):
        return 0
    total = 0
    place = 0
    for feature in features(rules, state):
        total += feature * WEIGHTS[place]
        place += 1
    return total
