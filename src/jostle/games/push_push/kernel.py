"""Push Push's rules on bitboards.

A state is five words, seen by the player to move::

    my figures, their figures, low, high, memory

``low`` and ``high`` are the two bits of a figure's value less one, for both players' figures. The
memory word::

    bit  0      1           7        8        11       13       19
         mover  ball's      ball on  opening  opening  opening  quiet
         (0: 1) square      board             value-1  square   turns

The opening is one of NOTHING, FIRST (before the first move), REPLY (value and target of the first
move follow), and after a goal WON_BY_1 or WON_BY_2.

A move is 64 · group + the moved figure's square. Groups 0–7 are the directions, 8–11 the deflected
pushes in the first four of them, 12 is the pass.

The rules of a variant are one word: the limit of quiet turns, 0 for none.
"""

from __future__ import annotations

import numpy as np
from numba import int64, types, uint64

from jostle.core.bits import (
    ONE,
    OPPOSITE,
    ZERO,
    Word,
    bit,
    board,
    fingerprint,
    lowest,
    step,
)
from jostle.core.compiling import compiled, inlined
from jostle.core.effects import NO_PIECE, NOWHERE, EffectKind, pack
from jostle.core.kernel import Rules, State
from jostle.core.move_groups import drawn, listed
from jostle.core.outcome import Reason, outcome_code
from jostle.core.squares import ORTHOGONAL, SQUARES, Direction, Square

STATE = types.UniTuple(uint64, 5)
RULES = types.UniTuple(uint64, 1)

SIZE = 7
BOARD = Word(board(SIZE, SIZE))
CENTRE = 3  # the centre's file and rank
ONE_SIDE, OTHER_SIDE = 0, SIZE - 1  # the ranks of B1's two sides

DEFLECTED, PASS = 8, 12
GROUPS = 12
MOST_MOVES = 7 * 8 + 4 * 4  # seven figures each way; at most four deflect in each direction

NOTHING, FIRST, REPLY, WON_BY_1, WON_BY_2 = Word(0), Word(1), Word(2), Word(3), Word(4)
MOVER = ONE
BALL_SQUARE, BALL_ON, OPENING = Word(1), Word(1 << 7), Word(8)
OPENING_VALUE, OPENING_SQUARE, QUIET = Word(11), Word(13), Word(19)
OPENING_MASK, SQUARE_MASK, VALUE_MASK = Word(7), Word(63), Word(3)
MOST_QUIET = Word(9999)  # what a position string can hold when no limit ends the game

GOAL = outcome_code(Reason.GOAL)
STUCK, QUIET_DRAW = outcome_code(Reason.STUCK), outcome_code(Reason.QUIET)
MOVED, PUSHED, BALL_DEFLECTED = (
    int(EffectKind.MOVED),
    int(EffectKind.PUSHED),
    int(EffectKind.DEFLECTED),
)
ELIMINATED, SCORED, PASSED = (
    int(EffectKind.ELIMINATED),
    int(EffectKind.SCORED),
    int(EffectKind.PASSED),
)

# Piece codes of effects: the value less one, plus 4 for Player 2's; the ball.
SECOND_PLAYER, BALL = 4, 8


def on_board(file: int, rank: int) -> bool:
    return 0 <= file < SIZE and 0 <= rank < SIZE


def squares_where(condition: list[bool]) -> int:
    return sum(1 << place for place, holds in enumerate(condition) if holds)


def leaves(square: Square, direction: Direction) -> bool:
    """Whether a piece pushed from this square leaves the board."""
    return on_board(*square) and not on_board(
        square.file + direction.files, square.rank + direction.ranks
    )


def scores(square: Square, direction: Direction) -> bool:
    """B8: whether the ball pushed from this square leaves over a player's side."""
    return on_board(*square) and not 0 <= square.rank + direction.ranks < SIZE


def deflected_square(square: Square, direction: Direction) -> int:
    """B9: where the ball goes when a push along an edge is deflected; NOWHERE if it cannot be."""
    file, rank = square
    behind = file - direction.files, rank - direction.ranks
    if not on_board(file, rank) or not on_board(*behind):
        return NOWHERE
    across = rank if direction.files else file  # an edge of the board if it is the first or last
    if across not in (ONE_SIDE, OTHER_SIDE):
        return NOWHERE
    inward = 1 if across == ONE_SIDE else -1
    ahead = file + direction.files, rank + direction.ranks
    if not on_board(*ahead):
        ahead = file, rank  # on the corner: at right angles to the push
    inner = (ahead[0], ahead[1] + inward) if direction.files else (ahead[0] + inward, ahead[1])
    return Square(*inner).place


def in_line_with_centre(first: Square, second: Square) -> bool:
    """B10: whether two squares and the centre lie on one straight line."""
    files, ranks = first.file - CENTRE, first.rank - CENTRE
    return files * (second.rank - CENTRE) == ranks * (second.file - CENTRE)


EDGE = np.array(
    [squares_where([leaves(square, way) for square in SQUARES]) for way in Direction],
    dtype=np.uint64,
)
GOAL_LINE = np.array(
    [squares_where([scores(square, way) for square in SQUARES]) for way in Direction],
    dtype=np.uint64,
)
LINE_WITH_CENTRE = np.array(
    [
        squares_where([in_line_with_centre(first, second) for second in SQUARES])
        for first in SQUARES
    ],
    dtype=np.uint64,
)
LEAVES_AT_TOP = np.array([direction.ranks > 0 for direction in Direction])
DEFLECTION = np.array(
    [[deflected_square(square, way) for square in SQUARES] for way in ORTHOGONAL], dtype=np.int64
)


@compiled(STATE(RULES))
def start(rules: Rules) -> State:
    """B2: 1 2 3 4 3 2 1 on each first rank, the ball in the centre."""
    low = Word(0b0101010)  # of 0 1 2 3 2 1 0
    high = Word(0b0011100)
    rank = Word(0b1111111)
    far = Word(8 * OTHER_SIDE)
    memory = Word(9 * CENTRE) << BALL_SQUARE | BALL_ON | FIRST << OPENING
    return rank, rank << far, low | low << far, high | high << far, memory


@inlined
def ball_of(memory: int) -> int:
    """The ball as a bitboard, empty after a goal."""
    return bit(int64(memory >> BALL_SQUARE & SQUARE_MASK)) if memory & BALL_ON else ZERO


@inlined
def goers(mine: int, theirs: int, low: int, high: int, ball: int, direction: int) -> int:
    """My figures that may go this way without a deflection (B3–B8); B10 aside."""
    back = OPPOSITE[direction]
    edge = EDGE[direction]
    figures = mine | theirs
    ones, twos = figures & ~low & ~high, low & ~high
    threes, fours = high & ~low, low & high
    empty = BOARD & ~(figures | ball)
    # B4: what each value may enter is what the value below may, and that value itself where it can
    # be pushed on: off the edge (B5) or to where it may enter. B7, B8: the ball needs an empty
    # square or a player's side.
    by_one = empty | (ball & (step(empty, back) | GOAL_LINE[direction]))
    by_two = by_one | (ones & (step(by_one, back) | edge))
    by_three = by_two | (twos & (step(by_two, back) | edge))
    by_four = by_three | (threes & (step(by_three, back) | edge))
    by_one |= theirs & fours  # B6
    return mine & (
        (ones & step(by_one, back))
        | (twos & step(by_two, back))
        | (threes & step(by_three, back))
        | (fours & step(by_four, back))
    )


@inlined
def value_at(low: int, high: int, square: int) -> int:
    """The value of the figure on a square."""
    return 1 + int64(low >> Word(square) & ONE) + 2 * int64(high >> Word(square) & ONE)


@inlined
def deflectors(state: State, ball: int, direction: int) -> int:
    """B9: my figures that may push this way, along an edge, and deflect the ball."""
    mine, theirs, low, high = state[0], state[1], state[2], state[3]
    if not ball:
        return ZERO
    target = DEFLECTION[direction, lowest(ball)]
    if target == NOWHERE or (mine | theirs) & bit(target):
        return ZERO
    found = ZERO
    back = OPPOSITE[direction]
    value = 0
    square = step(ball, back)
    while square & (mine | theirs) and value_at(low, high, lowest(square)) > value:  # B4
        value = value_at(low, high, lowest(square))
        found |= square & mine
        square = step(square, back)
    return found


@inlined
def barred(state: State) -> tuple[int, int]:
    """B10: my figures of the value that was moved first, and the squares they may not enter."""
    low, high, memory = state[2], state[3], state[4]
    if memory >> OPENING & OPENING_MASK != REPLY:
        return ZERO, ZERO
    value = int64(memory >> OPENING_VALUE & VALUE_MASK)
    figures = state[0] & (low if value & 1 else ~low) & (high if value & 2 else ~high)
    return figures, LINE_WITH_CENTRE[int64(memory >> OPENING_SQUARE & SQUARE_MASK)]


@inlined
def movers(state: State, ball: int, bar: tuple[int, int], group: int) -> int:
    """The squares of my legal moves of one group."""
    mine, theirs, low, high, _ = state
    direction = group if group < DEFLECTED else group - DEFLECTED
    if group < DEFLECTED:
        figures = goers(mine, theirs, low, high, ball, direction)
    else:
        figures = deflectors(state, ball, direction)
    return figures & ~(bar[0] & step(bar[1], OPPOSITE[direction]))


@inlined
def groups(state: State) -> tuple[int, ...]:
    """The squares of all legal moves but the pass, group by group."""
    ball, bar = ball_of(state[4]), barred(state)
    return (
        movers(state, ball, bar, 0),
        movers(state, ball, bar, 1),
        movers(state, ball, bar, 2),
        movers(state, ball, bar, 3),
        movers(state, ball, bar, 4),
        movers(state, ball, bar, 5),
        movers(state, ball, bar, 6),
        movers(state, ball, bar, 7),
        movers(state, ball, bar, 8),
        movers(state, ball, bar, 9),
        movers(state, ball, bar, 10),
        movers(state, ball, bar, 11),
    )


@inlined
def can_move(state: State) -> bool:
    """Whether the player to move has a move other than the pass."""
    ball, bar = ball_of(state[4]), barred(state)
    for group in range(GROUPS):
        if movers(state, ball, bar, group):
            return True
    return False


@inlined
def turned_round(state: State) -> State:
    """The same board with the other player to move and no memory of the opening."""
    memory = (state[4] & ~(OPENING_MASK << OPENING)) ^ MOVER
    return state[1], state[0], state[2], state[3], memory


@inlined
def ended(rules: Rules, memory: int) -> bool:
    """Whether a goal or the limit of quiet turns has ended the game."""
    return not memory & BALL_ON or (rules[0] != ZERO and memory >> QUIET >= rules[0])


@compiled(int64(RULES, STATE))
def outcome(rules: Rules, state: State) -> int:
    """B8, B11: the goal comes before the draws, and these in the order of their rule."""
    memory = state[4]
    if not memory & BALL_ON:
        return GOAL + (1 if memory >> OPENING & OPENING_MASK == WON_BY_1 else 2)
    if not can_move(state) and not can_move(turned_round(state)):
        return STUCK
    return QUIET_DRAW if ended(rules, memory) else 0


@compiled(int64(RULES, STATE, int64[::1]))
def legal(rules: Rules, state: State, moves: np.ndarray) -> int:
    """Write the legal moves; returns how many there are."""
    if ended(rules, state[4]):
        return 0
    made = listed(groups(state), moves)
    if made == 0 and can_move(turned_round(state)):  # B3
        if moves.size:
            moves[0] = PASS * 64
        made = 1
    return made


@compiled(int64(RULES, STATE, uint64))
def pick(rules: Rules, state: State, random: int) -> int:
    """A legal move, each as likely as the others; -1 if the game is over."""
    if ended(rules, state[4]):
        return -1
    move = drawn(groups(state), random)
    if move < 0 and can_move(turned_round(state)):  # B3
        return PASS * 64
    return move


@inlined
def shifted(plane: int, chain: int, direction: int) -> int:
    """A plane after the chain's squares went one step; what leaves the board is gone."""
    return (plane & ~chain) | (step(plane & chain, direction) & BOARD)


@compiled(STATE(RULES, STATE, int64))
def play(rules: Rules, state: State, move: int) -> State:
    """The state after a legal move."""
    mine, theirs, low, high, memory = state
    quiet = min((memory >> QUIET) + ONE, MOST_QUIET)
    opening = memory >> OPENING & OPENING_MASK
    mover = memory & MOVER
    ball = ball_of(memory)
    group, origin = move >> 6, move & 63
    recalled = NOTHING << OPENING
    if group != PASS:
        direction = group if group < DEFLECTED else group - DEFLECTED
        chain = bit(origin)
        ahead = step(chain, direction)
        if opening == FIRST:
            value = Word(value_at(low, high, origin) - 1)
            recalled = REPLY << OPENING | value << OPENING_VALUE
            recalled |= Word(lowest(ahead)) << OPENING_SQUARE
        if theirs & low & high & ahead:
            theirs, low, high = theirs & ~ahead, low & ~ahead, high & ~ahead  # B6
            quiet = ZERO
        else:
            while ahead & (mine | theirs):
                chain |= ahead
                ahead = step(ahead, direction)
            if not ahead & BOARD:
                quiet = ZERO  # B5: the foremost figure goes off
        mine, theirs = shifted(mine, chain, direction), shifted(theirs, chain, direction)
        low, high = shifted(low, chain, direction), shifted(high, chain, direction)
        if ahead & ball:
            if group >= DEFLECTED:
                ball = bit(DEFLECTION[direction, lowest(ball)])
            elif ball & GOAL_LINE[direction]:
                upward = LEAVES_AT_TOP[direction]
                recalled = (WON_BY_1 if upward else WON_BY_2) << OPENING  # B8
                ball = ZERO
            else:
                ball = step(ball, direction)
    memory = (mover ^ MOVER) | recalled | quiet << QUIET
    if ball:
        memory |= BALL_ON | Word(lowest(ball)) << BALL_SQUARE
    return theirs, mine, low, high, memory


@compiled(uint64(STATE))
def key(state: State) -> int:
    """A 64-bit fingerprint of everything in the position."""
    return fingerprint(state)


@compiled(uint64(STATE))
def repetition_key(state: State) -> int:
    """R1: a fingerprint of everything but the quiet turns."""
    memory = state[4] & ((ONE << QUIET) - ONE)
    return fingerprint((state[0], state[1], state[2], state[3], memory))


@inlined
def code_at(state: State, square: int) -> int:
    """The piece code of the figure on a square."""
    mine_is_first = (state[4] & MOVER) == ZERO
    is_mine = (state[0] & bit(square)) != ZERO
    owner = 0 if is_mine == mine_is_first else SECOND_PLAYER
    return value_at(state[2], state[3], square) - 1 + owner


@compiled(int64(RULES, STATE, int64, int64[::1]))
def effects(rules: Rules, state: State, move: int, out: np.ndarray) -> int:
    """Write what a legal move does, packed; returns how many effects there are."""
    group, origin = move >> 6, move & 63
    if group == PASS:
        out[0] = pack(0, PASSED, NO_PIECE, NO_PIECE, NOWHERE, NOWHERE, NOWHERE)
        return 1
    direction = group if group < DEFLECTED else group - DEFLECTED
    figures, ball = state[0] | state[1], ball_of(state[4])
    piece = code_at(state, origin)
    square = lowest(step(bit(origin), direction))
    out[0] = pack(0, MOVED, piece, piece, origin, square, NOWHERE)
    made = 1
    if state[1] & state[2] & state[3] & bit(square):  # B6
        out[1] = pack(0, ELIMINATED, code_at(state, square), NO_PIECE, square, NOWHERE, origin)
        return 2
    by = origin
    while figures & bit(square):
        piece = code_at(state, square)
        onward = step(bit(square), direction) & BOARD
        if not onward:
            out[made] = pack(0, ELIMINATED, piece, NO_PIECE, square, NOWHERE, by)
            return made + 1
        out[made] = pack(0, PUSHED, piece, piece, square, lowest(onward), by)
        made += 1
        by, square = square, lowest(onward)
    if ball & bit(square):
        if group >= DEFLECTED:
            target = DEFLECTION[direction, square]
            out[made] = pack(0, BALL_DEFLECTED, BALL, BALL, square, target, by)
        elif ball & GOAL_LINE[direction]:
            out[made] = pack(0, SCORED, BALL, NO_PIECE, square, NOWHERE, by)
        else:
            target = lowest(step(ball, direction))
            out[made] = pack(0, PUSHED, BALL, BALL, square, target, by)
        made += 1
    return made
