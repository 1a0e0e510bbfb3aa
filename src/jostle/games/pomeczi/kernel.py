"""Pomeczi's rules on bitboards.

A state is seven words, seen by the player to move::

    my singles, my flat dominoes, my tall dominoes,
    their singles, their flat dominoes, their tall dominoes, memory

A domino is named by one bit, that of its left (flat: lying horizontally) or lower (tall: standing
vertically) cell. The memory word::

    bit  0      1        6         10       15        19         28  37  46
         mover  my       my        their    their     forbidden          later
         (0: 1) singles  dominoes  singles  dominoes  three motions      a motion
                in hand  in hand   in hand  in hand

Hands need 5 and 4 bits: all 16 singles or 8 dominoes may end up in one hand. A motion takes 9 bits:
0 for none, else 256 + 64 · direction + cell. Forbidden motions are sorted, none first, so that one
position has one state.

A move is 64 · group + cell, the groups being the motions in the four directions (0–3) and the
placing of a single (4), a flat domino (5) and a tall one (6).

The rules of a variant are three words: the board's cells, and each player's singles and dominoes.
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
    count,
    fingerprint,
    lowest,
    step,
)
from jostle.core.compiling import compiled, inlined
from jostle.core.effects import NOWHERE, EffectKind, pack
from jostle.core.kernel import Rules, State
from jostle.core.move_groups import drawn, listed
from jostle.core.outcome import Reason, outcome_code
from jostle.core.squares import Direction

STATE = types.UniTuple(uint64, 7)
RULES = types.UniTuple(uint64, 3)

LEFT, RIGHT = int(Direction.LEFT), int(Direction.RIGHT)
UP, DOWN = int(Direction.UP), int(Direction.DOWN)
PLACE_SINGLE, PLACE_FLAT, PLACE_TALL = 4, 5, 6

# Every cell filled with singles (64), every pair with a flat or tall domino (56 each), and four
# motions for each of at most 24 tiles.
MOST_MOVES = 64 + 56 + 56 + 4 * 24

MY_SINGLES, MY_DOMINOES = Word(1), Word(6)
THEIR_SINGLES, THEIR_DOMINOES = Word(10), Word(15)
FORBIDDEN, LATER = Word(19), Word(46)
SINGLES_MASK, DOMINOES_MASK, MOTION_MASK = Word(31), Word(15), Word(511)
MOTION = 256

NO_ACTION = outcome_code(Reason.NO_ACTION)
PLACED, MOVED = int(EffectKind.PLACED), int(EffectKind.MOVED)
PUSHED, FLIPPED = int(EffectKind.PUSHED), int(EffectKind.FLIPPED)

# Piece codes of effects: the shape (0 single, 1 flat, 2 tall), plus 3 for Player 2's.
FLAT, TALL, SECOND_PLAYER = 1, 2, 3


@compiled(STATE(RULES))
def start(rules: Rules) -> State:
    """P2: an empty board and full hands."""
    singles, dominoes = rules[1], rules[2]
    hands = (singles << MY_SINGLES) | (dominoes << MY_DOMINOES)
    hands |= (singles << THEIR_SINGLES) | (dominoes << THEIR_DOMINOES)
    return ZERO, ZERO, ZERO, ZERO, ZERO, ZERO, hands


@inlined
def covered(state: State) -> int:
    """All cells under tiles."""
    flat, tall = state[1] | state[4], state[2] | state[5]
    return state[0] | state[3] | flat | step(flat, RIGHT) | tall | step(tall, UP)


@inlined
def going(full: int, state: State, direction: int) -> int:
    """My tiles that may go this way (P5–P8), by their left or lower cells; P10 and P11 aside."""
    back = OPPOSITE[direction]
    empty = full & ~covered(state)
    before_empty = step(empty, back) & full
    before_free = before_empty | (full & ~step(full, back))  # an empty cell or the edge is ahead
    flat, tall = state[1] | state[4], state[2] | state[5]
    if direction <= RIGHT:
        lined, broad, my_lined, my_broad = flat, tall, state[1], state[2]
        onward, across = RIGHT, UP
    else:
        lined, broad, my_lined, my_broad = tall, flat, state[2], state[1]
        onward, across = UP, RIGHT
    forward = direction == onward  # the front of a lined domino is its far cell

    # P7, P8: what may be pushed. A domino along the line needs an empty cell before it, since at
    # the edge half of it would hang; broadside it needs two free ones and may go off.
    if forward:
        lined_pushable = step(step(lined, onward) & before_empty, back)
    else:
        lined_pushable = lined & before_empty
    broad_pushable = broad & before_free & step(before_free, OPPOSITE[across])
    pushable = (state[0] | state[3]) & before_free
    pushable |= lined_pushable | step(lined_pushable, onward)
    pushable |= broad_pushable | step(broad_pushable, across)

    # P5: a single may go to an empty cell; P6: every tile may push, a domino must.
    before_push = step(pushable, back)
    before_open = before_empty | before_push
    goers = state[0] & before_open
    goers |= my_lined & (step(before_push, back) if forward else before_push)
    pushes = before_push | step(before_push, OPPOSITE[across])
    goers |= my_broad & before_open & step(before_open, OPPOSITE[across]) & pushes
    return goers


@inlined
def groups(full: int, state: State) -> tuple[int, int, int, int, int, int, int]:
    """The cells of all legal moves, group by group."""
    memory = state[6]
    left, right = going(full, state, LEFT), going(full, state, RIGHT)
    up, down = going(full, state, UP), going(full, state, DOWN)
    forbidden = memory >> FORBIDDEN & Word(0x7FFFFFF)
    while forbidden:  # P10, P11
        motion = int64(forbidden & MOTION_MASK)
        forbidden >>= Word(9)
        if motion:
            free = ~bit(motion & 63)
            direction = motion >> 6 & 3
            left &= free if direction == LEFT else ~ZERO
            right &= free if direction == RIGHT else ~ZERO
            up &= free if direction == UP else ~ZERO
            down &= free if direction == DOWN else ~ZERO
    # P4
    empty = full & ~covered(state)
    singles = empty if memory >> MY_SINGLES & SINGLES_MASK else ZERO
    has_domino = (memory >> MY_DOMINOES & DOMINOES_MASK) != ZERO
    flat = empty & step(empty, LEFT) if has_domino else ZERO
    tall = empty & step(empty, DOWN) if has_domino else ZERO
    return left, right, up, down, singles, flat, tall


@compiled(int64(RULES, STATE, int64[::1]))
def legal(rules: Rules, state: State, moves: np.ndarray) -> int:
    """Write the legal moves; returns how many there are."""
    return listed(groups(rules[0], state), moves)


@compiled(int64(RULES, STATE, uint64))
def pick(rules: Rules, state: State, random: int) -> int:
    """A legal move, each as likely as the others; -1 if there is none."""
    return drawn(groups(rules[0], state), random)


@compiled(int64(RULES, STATE))
def outcome(rules: Rules, state: State) -> int:
    """P12: who has no action has lost."""
    left, right, up, down, singles, flat, tall = groups(rules[0], state)
    if left | right | up | down | singles | flat | tall:
        return 0
    return NO_ACTION + 2 - int64(state[6] & ONE)


@inlined
def struck(state: State, cells: int) -> State:
    """The tiles of both players on these cells, in a state's first six words."""
    flat_end, tall_end = cells | step(cells, LEFT), cells | step(cells, DOWN)
    return (
        state[0] & cells,
        state[1] & flat_end,
        state[2] & tall_end,
        state[3] & cells,
        state[4] & flat_end,
        state[5] & tall_end,
        ZERO,
    )


@inlined
def acting(state: State, cell: int) -> tuple[int, int, int, int]:
    """My tile on a cell as (single, flat, tall) and all the cells it covers."""
    here = bit(cell)
    single, flat, tall = state[0] & here, state[1] & here, state[2] & here
    return single, flat, tall, here | step(flat, RIGHT) | step(tall, UP)


@inlined
def place(state: State, group: int, cell: int) -> State:
    """P4: a tile from my hand on the board; the state is still seen by me."""
    single, flat, tall, memory = state[0], state[1], state[2], state[6]
    if group == PLACE_SINGLE:
        single |= bit(cell)
        memory -= ONE << MY_SINGLES
    else:
        memory -= ONE << MY_DOMINOES
        if group == PLACE_FLAT:
            flat |= bit(cell)
        else:
            tall |= bit(cell)
    return single, flat, tall, state[3], state[4], state[5], memory


@inlined
def go(full: int, state: State, direction: int, cell: int, hit: State) -> State:
    """P6, P9: my tile goes and what it hit is pushed; the state is still seen by me."""
    single, flat, tall, _ = acting(state, cell)
    # Tiles at the edge go off: into the other player's hand than the one they belonged to.
    edge = full & ~step(full, OPPOSITE[direction])
    memory = state[6]
    memory += Word(count(hit[0] & edge)) << THEIR_SINGLES
    memory += Word(count(hit[1] & edge) + count(hit[2] & edge)) << THEIR_DOMINOES
    memory += Word(count(hit[3] & edge)) << MY_SINGLES
    memory += Word(count(hit[4] & edge) + count(hit[5] & edge)) << MY_DOMINOES
    return (
        (state[0] & ~hit[0] & ~single)
        | (step(hit[0] & ~edge, direction) | step(single, direction)),
        (state[1] & ~hit[1] & ~flat) | (step(hit[1] & ~edge, direction) | step(flat, direction)),
        (state[2] & ~hit[2] & ~tall) | (step(hit[2] & ~edge, direction) | step(tall, direction)),
        (state[3] & ~hit[3]) | step(hit[3] & ~edge, direction),
        (state[4] & ~hit[4]) | step(hit[4] & ~edge, direction),
        (state[5] & ~hit[5]) | step(hit[5] & ~edge, direction),
        memory,
    )


@inlined
def hand_over(state: State) -> State:
    """The same position seen by the other player, who moves now; nothing is remembered."""
    memory = state[6]
    hands = (memory >> MY_SINGLES & Word(511)) << THEIR_SINGLES
    hands |= (memory >> THEIR_SINGLES & Word(511)) << MY_SINGLES
    mover = (memory & ONE) ^ ONE
    return state[3], state[4], state[5], state[0], state[1], state[2], hands | mover


@inlined
def in_order(first: int, second: int, third: int) -> int:
    """Three motions as the memory's field, the smallest first."""
    low, high = min(first, second), max(first, second)
    return min(low, third) | max(low, min(high, third)) << Word(9) | max(high, third) << Word(18)


@compiled(STATE(RULES, STATE, int64))
def play(rules: Rules, state: State, move: int) -> State:
    """The state after a legal move."""
    full = rules[0]
    group, cell = move >> 6, move & 63
    returning = int64(state[6] >> LATER & MOTION_MASK)  # P11: of the tile the other player moved
    later = ZERO
    bound = ZERO
    back = 0
    if group >= PLACE_SINGLE:
        after = hand_over(place(state, group, cell))
    else:
        back = OPPOSITE[group]
        cells = acting(state, cell)[3]
        hit = struck(state, step(cells, group) & ~cells)
        after = hand_over(go(full, state, group, cell, hit))
        target = lowest(step(bit(cell), group))
        later = Word(MOTION | back << 6 | target)
        # P10: their pushed tiles that are still on the board may not go back.
        bound = step(hit[3] | hit[4] | hit[5], group) & full
        # P11: a tile that was pushed since is free to return.
        if returning and (hit[3] | hit[4] | hit[5]) & bit(returning & 63):
            returning = 0

    first, second, third = ZERO, ZERO, ZERO
    if bound:
        bound &= going(full, after, back)
        if bound:
            first = Word(MOTION | back << 6 | lowest(bound))
            bound = bound & (bound - ONE)
            if bound:
                second = Word(MOTION | back << 6 | lowest(bound))
    if returning and going(full, after, returning >> 6 & 3) & bit(returning & 63):
        third = Word(returning)
    memory = after[6] | in_order(first, second, third) << FORBIDDEN | later << LATER
    return after[0], after[1], after[2], after[3], after[4], after[5], memory


@compiled(uint64(STATE))
def key(state: State) -> int:
    """A 64-bit fingerprint of everything in the position."""
    return fingerprint(state)


repetition_key = key  # nothing in a position is left out


@compiled(int64(RULES, STATE, int64, int64[::1]))
def effects(rules: Rules, state: State, move: int, out: np.ndarray) -> int:
    """Write what a legal move does, packed; returns how many effects there are."""
    mine = SECOND_PLAYER if state[6] & ONE else 0
    group, cell = move >> 6, move & 63
    if group >= PLACE_SINGLE:
        piece = mine + group - PLACE_SINGLE
        out[0] = pack(0, PLACED, piece, piece, NOWHERE, cell, NOWHERE)
        return 1

    single, flat, _, cells = acting(state, cell)
    piece = mine + (0 if single else FLAT if flat else TALL)
    target = lowest(step(bit(cell), group))
    out[0] = pack(0, MOVED, piece, piece, cell, target, NOWHERE)
    made = 1
    edge = rules[0] & ~step(rules[0], OPPOSITE[group])
    hit = struck(state, step(cells, group) & ~cells)
    shape = 0
    for tiles in hit[:6]:
        owner = mine if shape < 3 else SECOND_PLAYER - mine
        other = SECOND_PLAYER - owner
        while tiles:
            origin = lowest(tiles)
            tiles = tiles & (tiles - ONE)
            piece = owner + shape % 3
            if edge & bit(origin):
                out[made] = pack(0, FLIPPED, piece, other + shape % 3, origin, NOWHERE, cell)
            else:
                target = lowest(step(bit(origin), group))
                out[made] = pack(0, PUSHED, piece, piece, origin, target, cell)
            made += 1
        shape += 1
    return made
