"""Pushee Pieces' rules on bitboards.

A state is five words, seen by the player to move::

    my pieces, their pieces, flat, turned, memory

``flat`` are the pieces that point horizontally and ``turned`` those that have been turned (V4),
both players' alike. The memory word::

    bit  0      1        5           9         11
         mover  my       their       my        their
         (0: 1) pieces   pieces      extra     extra turns
                to place to place    turns     (3: given up)

A move is 256 · choice + 64 · kind + square, the kinds being a placement pointing horizontally or
vertically, a turn and the pass. The choice settles the special case (C8) tier by tier: where a tier
offers n choices, the remainder by n is the one taken and the quotient is left for later tiers. At
most 62 pushes are possible in a turn (each of 31 pieces becomes active once and pushes two ways),
and n pushes have at most 3^(n/3) choices, so a choice stays below 3^21 < 2^34.

The rules of a variant are nine words: the board's squares, four bit planes of the numbers on them,
walls (1 or 0), the tier limit (0: none), pieces and extra turns for each player.
"""

from __future__ import annotations

import numpy as np
from numba import int64, types, uint64

from jostle.core.bits import (
    ONE,
    ZERO,
    Word,
    below,
    bit,
    count,
    fingerprint,
    highest,
    lowest,
    nth,
    step,
)
from jostle.core.compiling import compiled, inlined
from jostle.core.effects import NO_PIECE, NOWHERE, EffectKind, pack
from jostle.core.kernel import Rules, State
from jostle.core.outcome import Reason, outcome_code
from jostle.core.squares import ORTHOGONAL, SQUARES, Direction

Rows = tuple[int, int, int, int]  # pieces that move left, right, up and down

STATE = types.UniTuple(uint64, 5)
RULES = types.UniTuple(uint64, 9)

LEFT, RIGHT = int(Direction.LEFT), int(Direction.RIGHT)
UP, DOWN = int(Direction.UP), int(Direction.DOWN)
PLACE_FLAT, PLACE_TALL, TURN, PASS = 0, 1, 2, 3

# Two placements on every square. Special cases can add to that; callers with a buffer of this size
# look at the count that ``legal`` returns.
MOST_MOVES = 128

MOVER = ONE
MY_LEFT, THEIR_LEFT, LEFT_MASK = Word(1), Word(5), Word(15)
MY_TURNS, THEIR_TURNS, TURNS_MASK = Word(9), Word(11), Word(3)
GIVEN_UP = Word(3)

SCORE = outcome_code(Reason.SCORE)
PLACED, PUSHED, TURNED = int(EffectKind.PLACED), int(EffectKind.PUSHED), int(EffectKind.TURNED)
ELIMINATED, PASSED = int(EffectKind.ELIMINATED), int(EffectKind.PASSED)

# Piece codes of effects: 1 for vertical, plus 2 for turned, plus 4 for Player 2's.
TALL, TURNED_PIECE, SECOND_PLAYER = 1, 2, 4
# Set in the packed effect of the first piece of a row that the player chose (C8).
CHOSEN = 1 << 48


def ray(place: int, direction: Direction) -> int:
    """All squares that way, to the edge of the largest board."""
    squares = 0
    square = SQUARES[place].step(direction)
    while square is not None:
        squares |= 1 << square.place
        square = square.step(direction)
    return squares


RAYS = np.array([[ray(place, way) for place in range(64)] for way in ORTHOGONAL], dtype=np.uint64)


@compiled(STATE(RULES))
def start(rules: Rules) -> State:
    """C1, C2: an empty board and all pieces to place."""
    pieces, turns = rules[7], rules[8]
    memory = pieces << MY_LEFT | pieces << THEIR_LEFT | turns << MY_TURNS | turns << THEIR_TURNS
    return ZERO, ZERO, ZERO, ZERO, memory


@inlined
def row_from(rules: Rules, occupied: int, moved: int, place: int, direction: int) -> int:
    """C4, C5: the row that a piece on this square would move in one direction; none if blocked."""
    way = RAYS[direction, place] & rules[0]
    gaps = way & ~occupied
    if gaps == ZERO:
        row = way if rules[5] == ZERO else ZERO  # V2, or the wall
    elif direction == RIGHT or direction == UP:
        row = way & ((gaps & (~gaps + ONE)) - ONE)
    else:
        nearest = bit(highest(gaps))
        row = way & ~(nearest | (nearest - ONE))
    return row if row & moved == ZERO else ZERO  # C7


@inlined
def wanted_rows(rules: Rules, occupied: int, flat: int, active: int, moved: int) -> Rows:
    """C4: all rows that the active pieces push, united by direction.

    Two rows of one line and direction cannot meet: the nearer active piece would be part of the
    farther one's row, and has been pushed (or is the only one active).
    """
    left, right, up, down = ZERO, ZERO, ZERO, ZERO
    while active:
        place = lowest(active)
        active = active & (active - ONE)
        if flat & bit(place):
            left |= row_from(rules, occupied, moved, place, LEFT)
            right |= row_from(rules, occupied, moved, place, RIGHT)
        else:
            up |= row_from(rules, occupied, moved, place, UP)
            down |= row_from(rules, occupied, moved, place, DOWN)
    return left, right, up, down


@inlined
def clash(full: int, occupied: int, rows: Rows) -> bool:
    """C8: whether two of these pushes want the same piece or the same empty square."""
    left, right, up, down = rows
    empty = full & ~occupied
    to_left, to_right = step(left, LEFT) & empty, step(right, RIGHT) & empty
    to_up, to_down = step(up, UP) & empty, step(down, DOWN) & empty
    same_piece = (left | right) & (up | down)
    same_square = (
        (to_left & to_right) | (to_up & to_down) | ((to_left | to_right) & (to_up | to_down))
    )
    return (same_piece | same_square) != ZERO


@inlined
def maximal_set(clashes: np.ndarray, listed: int, wanted: int) -> tuple[int, int]:
    """The wanted set of pushes without clashes to which none could be added, and sets seen so far.

    A set number that is not reached counts them all. This is Bron and Kerbosch's search: each level
    holds the pushes chosen, those still open, those closed because their sets have been seen, and
    the branches to try, which need only be one open push and what clashes with it.
    """
    chosen = np.zeros(65, dtype=np.uint64)
    opened = np.zeros(65, dtype=np.uint64)
    closed = np.zeros(65, dtype=np.uint64)
    branches = np.zeros(65, dtype=np.uint64)
    opened[0] = listed
    branches[0] = listed & (clashes[lowest(listed)] | bit(lowest(listed)))
    depth = 0
    seen = 0
    while depth >= 0:
        if branches[depth] == ZERO:
            depth -= 1
            continue
        push = lowest(branches[depth])
        one = bit(push)
        branches[depth] &= ~one
        taken = chosen[depth] | one
        rest = opened[depth] & ~clashes[push] & ~one
        barred = closed[depth] & ~clashes[push]
        opened[depth] &= ~one
        closed[depth] |= one
        if rest == ZERO and barred == ZERO:
            if seen == wanted:
                return taken, seen
            seen += 1
        elif rest:
            depth += 1
            chosen[depth], opened[depth], closed[depth] = taken, rest, barred
            branches[depth] = rest & (clashes[lowest(rest)] | bit(lowest(rest)))
    return ZERO, seen


@inlined
def settle(
    rules: Rules, occupied: int, flat: int, active: int, moved: int, choice: int
) -> tuple[Rows, Rows, int]:
    """C8: the rows that move, the chosen ones among them, and how many choices there were."""
    # Rare (one placement in thousands), so this may take its time and memory.
    rows = np.zeros(64, dtype=np.uint64)
    directions = np.zeros(64, dtype=np.int64)
    pushes = 0
    while active:
        place = lowest(active)
        active = active & (active - ONE)
        first = LEFT if flat & bit(place) else UP
        for direction in range(first, first + 2):
            row = row_from(rules, occupied, moved, place, direction)
            if row:
                rows[pushes] = row
                directions[pushes] = direction
                pushes += 1

    empty = rules[0] & ~occupied
    clashes = np.zeros(64, dtype=np.uint64)
    listed = ZERO
    for one in range(pushes):
        target = step(rows[one], directions[one]) & empty
        for other in range(pushes):
            other_target = step(rows[other], directions[other]) & empty
            if other != one and ((rows[one] & rows[other]) | (target & other_target)):
                clashes[one] |= bit(other)
                listed |= bit(one)

    choices = maximal_set(clashes, listed, -1)[1]
    winners = maximal_set(clashes, listed, choice % choices)[0]
    moving = np.zeros(4, dtype=np.uint64)
    chosen = np.zeros(4, dtype=np.uint64)
    for push in range(pushes):
        if winners & bit(push):
            chosen[directions[push]] |= rows[push]
        if winners & bit(push) or not listed & bit(push):
            moving[directions[push]] |= rows[push]
    return (
        (moving[0], moving[1], moving[2], moving[3]),
        (chosen[0], chosen[1], chosen[2], chosen[3]),
        choices,
    )


@inlined
def shifted(full: int, plane: int, rows: Rows) -> int:
    """A plane after the rows went one step; what leaves the board is gone."""
    left, right, up, down = rows
    gone = step(plane & left, LEFT) | step(plane & right, RIGHT)
    gone |= step(plane & up, UP) | step(plane & down, DOWN)
    return (plane & ~(left | right | up | down)) | (gone & full)


@inlined
def piece_code(state: State, place: int) -> int:
    """The piece code of the piece on a square."""
    here = bit(place)
    mine_is_first = (state[4] & MOVER) == ZERO
    code = 0 if ((state[0] & here) != ZERO) == mine_is_first else SECOND_PLAYER
    if not state[2] & here:
        code += TALL
    if state[3] & here:
        code += TURNED_PIECE
    return code


@inlined
def log_tier(
    full: int,
    state: State,
    tier: int,
    active: int,
    rows: Rows,
    chosen: Rows,
    log: np.ndarray,
    made: int,
) -> int:
    """Write the packed effects of one tier, row by row; returns how many effects there are now."""
    while active:
        pusher = lowest(active)
        active = active & (active - ONE)
        first = LEFT if state[2] & bit(pusher) else UP
        for direction in range(first, first + 2):
            moving, picked = ZERO, ZERO
            for way in range(4):
                if way == direction:
                    moving, picked = rows[way], chosen[way]
            square = step(bit(pusher), direction)
            flag = CHOSEN if square & picked else 0
            while square & moving:
                origin = lowest(square)
                piece = piece_code(state, origin)
                square = step(square, direction) & full
                if square:
                    target = lowest(square)
                    effect = pack(tier, PUSHED, piece, piece, origin, target, pusher)
                else:
                    effect = pack(tier, ELIMINATED, piece, NO_PIECE, origin, NOWHERE, pusher)
                log[made] = effect | flag
                made += 1
                flag = 0
    return made


@inlined
def resolve(
    rules: Rules, state: State, place: int, choice: int, log: np.ndarray | None, made: int
) -> tuple[State, int, int]:
    """C4–C8: the state after the chain that the piece on this square sets off.

    With it come the choice that follows in the order of all choices, 0 after the last, and the
    number of effects in the log, if there is one.
    """
    full, limit = rules[0], int64(rules[6])
    active, moved = bit(place), ZERO
    tier = 0
    weight, taken, successor = 1, 0, 0
    while active and (limit == 0 or tier < limit):  # C6, V3
        tier += 1
        mine, theirs, flat, turned, memory = state
        occupied = mine | theirs
        rows = wanted_rows(rules, occupied, flat, active, moved)
        chosen = (ZERO, ZERO, ZERO, ZERO)
        if clash(full, occupied, rows):
            rows, chosen, choices = settle(rules, occupied, flat, active, moved, choice)
            digit = choice % choices
            choice //= choices
            if digit + 1 < choices:
                successor = taken + (digit + 1) * weight
            taken += digit * weight
            weight *= choices
        left, right, up, down = rows
        if not left | right | up | down:
            break
        if log is not None:
            made = log_tier(full, state, tier, active, rows, chosen, log, made)
        active = step(left, LEFT) | step(right, RIGHT) | step(up, UP) | step(down, DOWN)
        active &= full
        moved |= active
        state = (
            shifted(full, mine, rows),
            shifted(full, theirs, rows),
            shifted(full, flat, rows),
            shifted(full, turned, rows),
            memory,
        )
    return state, successor, made


@inlined
def prepared(state: State, kind: int, place: int) -> State:
    """C3, V4: the board with the piece placed or turned, before it pushes."""
    mine, theirs, flat, turned, memory = state
    here = bit(place)
    if kind == TURN:
        return mine, theirs, flat ^ here, turned | here, memory - (ONE << MY_TURNS)
    if kind == PLACE_FLAT:
        flat |= here
    return mine | here, theirs, flat, turned, memory - (ONE << MY_LEFT)


@inlined
def can_act(memory: int, left: int, turns: int) -> bool:
    """V4: whether a player has a piece to place or an extra turn."""
    extra = memory >> turns & TURNS_MASK
    return memory >> left & LEFT_MASK != ZERO or (extra != ZERO and extra != GIVEN_UP)


@inlined
def over(state: State) -> bool:
    """C9: whether neither player has anything left to do."""
    memory = state[4]
    return not can_act(memory, MY_LEFT, MY_TURNS) and not can_act(memory, THEIR_LEFT, THEIR_TURNS)


@inlined
def turnable(state: State) -> int:
    """V4: my pieces that I may turn."""
    extra = state[4] >> MY_TURNS & TURNS_MASK
    return state[0] & ~state[3] if extra != ZERO and extra != GIVEN_UP else ZERO


@inlined
def handed_over(state: State) -> State:
    """The state seen by whoever moves next: the other player, unless they have nothing to do."""
    mine, theirs, flat, turned, memory = state
    if not can_act(memory, THEIR_LEFT, THEIR_TURNS) and can_act(memory, MY_LEFT, MY_TURNS):
        return state
    exchanged = (memory >> MY_LEFT & LEFT_MASK) << THEIR_LEFT
    exchanged |= (memory >> THEIR_LEFT & LEFT_MASK) << MY_LEFT
    exchanged |= (memory >> MY_TURNS & TURNS_MASK) << THEIR_TURNS
    exchanged |= (memory >> THEIR_TURNS & TURNS_MASK) << MY_TURNS
    return theirs, mine, flat, turned, exchanged | ((memory & MOVER) ^ MOVER)


@inlined
def passed(state: State) -> State:
    """V4: the state after a player gave up the extra turns."""
    memory = state[4] | GIVEN_UP << MY_TURNS
    return handed_over((state[0], state[1], state[2], state[3], memory))


@inlined
def list_moves(rules: Rules, state: State, moves: np.ndarray, states: np.ndarray | None) -> int:
    """Write the legal moves, and the states after them if there is an array for these."""
    if over(state):
        return 0
    made = 0
    placing = state[4] >> MY_LEFT & LEFT_MASK != ZERO
    empty = rules[0] & ~(state[0] | state[1]) if placing else ZERO
    for kind in range(PASS):
        squares = turnable(state) if kind == TURN else empty
        while squares:
            place = lowest(squares)
            squares = squares & (squares - ONE)
            before = prepared(state, kind, place)
            choice = 0
            while True:
                after, successor, _ = resolve(rules, before, place, choice, None, 0)
                if made < moves.size:
                    moves[made] = choice << 8 | kind << 6 | place
                    if states is not None:
                        write_state(states[made], handed_over(after))
                made += 1
                choice = successor
                if choice == 0:
                    break
    if not placing:
        if made < moves.size:
            moves[made] = PASS << 6
            if states is not None:
                write_state(states[made], passed(state))
        made += 1
    return made


@inlined
def write_state(row: np.ndarray, state: State) -> None:
    for word in range(len(state)):
        row[word] = state[word]


@compiled(int64(RULES, STATE, int64[::1]))
def legal(rules: Rules, state: State, moves: np.ndarray) -> int:
    """Write the legal moves; returns how many there are, which may be more than there is room."""
    return list_moves(rules, state, moves, None)


@compiled(int64(RULES, STATE, int64[::1], uint64[:, ::1]))
def successors(rules: Rules, state: State, moves: np.ndarray, states: np.ndarray) -> int:
    """Write the legal moves and the states after them.

    To know a move's choices its chain must be followed anyway, so the states cost nothing more.
    """
    return list_moves(rules, state, moves, states)


@compiled(int64(RULES, STATE, uint64))
def pick(rules: Rules, state: State, random: int) -> int:
    """A random legal move; -1 if the game is over.

    Every placement, turn and pass is as likely as the others. The choice is random bits, of which
    ``play`` uses as many as special cases arise.
    """
    if over(state):
        return -1
    placing = state[4] >> MY_LEFT & LEFT_MASK != ZERO
    empty = rules[0] & ~(state[0] | state[1]) if placing else ZERO
    turning = turnable(state)
    squares = count(empty)
    others = 0 if placing else 1
    index = below(random, 2 * squares + count(turning) + others)
    choice = int64(random & Word(0xFFFFFFFF)) << 8
    if index < 2 * squares:
        return choice | (index & 1) << 6 | nth(empty, index >> 1)
    index -= 2 * squares
    if index < count(turning):
        return choice | TURN << 6 | nth(turning, index)
    return PASS << 6


@inlined
def played(
    rules: Rules, state: State, move: int, log: np.ndarray | None, made: int
) -> tuple[State, int]:
    """The state after a legal move, and the number of effects in the log."""
    kind, place, choice = move >> 6 & 3, move & 63, move >> 8
    if kind == PASS:
        return passed(state), made
    after, _, made = resolve(rules, prepared(state, kind, place), place, choice, log, made)
    return handed_over(after), made


@compiled(STATE(RULES, STATE, int64))
def play(rules: Rules, state: State, move: int) -> State:
    """The state after a legal move."""
    return played(rules, state, move, None, 0)[0]


@inlined
def score(rules: Rules, pieces: int) -> int:
    """C9: the sum of the numbers under these pieces."""
    total = count(pieces & rules[1]) + 2 * count(pieces & rules[2])
    return total + 4 * count(pieces & rules[3]) + 8 * count(pieces & rules[4])


@compiled(types.UniTuple(int64, 2)(RULES, STATE))
def scores(rules: Rules, state: State) -> tuple[int, int]:
    """Player 1's and Player 2's running scores."""
    mine, theirs = score(rules, state[0]), score(rules, state[1])
    return (theirs, mine) if state[4] & MOVER else (mine, theirs)


@compiled(int64(RULES, STATE))
def outcome(rules: Rules, state: State) -> int:
    """C9: the higher score wins."""
    if not over(state):
        return 0
    first, second = scores(rules, state)
    return SCORE + (1 if first > second else 2 if second > first else 0)


@compiled(uint64(STATE))
def key(state: State) -> int:
    """A 64-bit fingerprint of everything in the position."""
    return fingerprint(state)


repetition_key = key  # nothing in a position is left out


@compiled(int64(RULES, STATE, int64, int64[::1]))
def effects(rules: Rules, state: State, move: int, out: np.ndarray) -> int:
    """Write what a legal move does, packed, tier by tier; returns how many effects there are."""
    kind, place = move >> 6 & 3, move & 63
    if kind == PASS:
        out[0] = pack(0, PASSED, NO_PIECE, NO_PIECE, NOWHERE, NOWHERE, NOWHERE)
        return 1
    after = piece_code(prepared(state, kind, place), place)
    if kind == TURN:
        out[0] = pack(0, TURNED, piece_code(state, place), after, place, place, NOWHERE)
    else:
        out[0] = pack(0, PLACED, after, after, NOWHERE, place, NOWHERE)
    return played(rules, state, move, out, 1)[1]
