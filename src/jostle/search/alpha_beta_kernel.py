"""Alpha-beta search, written once and compiled for each game.

One call searches a position to one depth, with a stack of its own instead of recursion (which is
several times slower in compiled code). What it needs of a game are the kernel's rules and the
knowledge in the game's folder; ``specialise`` binds the names.

A score is that of the player to move. The next position may have the same player to move, so
whether a child's score changes its sign is asked each time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import int64

from jostle.core.bits import ONE, ZERO, mix
from jostle.core.scores import (
    ABORTED,
    DECIDED,
    INFINITE,
    MOST_PLIES,
    POINT,
    WON,
    at_node,
    at_root,
)
from jostle.search.table import (
    AT_LEAST,
    AT_MOST,
    EXACTLY,
    bound_in,
    depth_in,
    keep,
    packed,
    place_in,
    probe,
    score_in,
)

if TYPE_CHECKING:
    State = tuple[int, ...]
    Rules = tuple[int, ...]
    WORDS = 0

    def to_fixed_tuple(array: np.ndarray, length: int) -> State: ...

    REPEATS = False
    HINTED_DEPTH = 0
    EAGER = False
    QUIET_HINT = 0

    def legal(rules: Rules, state: State, moves: np.ndarray) -> int: ...
    def successors(rules: Rules, state: State, moves: np.ndarray, states: np.ndarray) -> int: ...
    def play(rules: Rules, state: State, move: int) -> State: ...
    def outcome(rules: Rules, state: State) -> int: ...
    def repetition_key(state: State) -> int: ...
    def clock(rules: Rules, state: State) -> int: ...
    def plies_left(rules: Rules, state: State) -> int: ...
    def margin(rules: Rules, state: State) -> int: ...
    def evaluate(rules: Rules, state: State) -> int: ...
    def noisy(rules: Rules, state: State, moves: np.ndarray) -> int: ...
    def threatened(rules: Rules, state: State) -> bool: ...
    def hint(rules: Rules, state: State, move: int, after: State) -> int: ...
else:
    from numba.np.unsafe.ndarray import to_fixed_tuple


# The numbers by which a search and its driver talk.
STOP, NODES, LIMIT, AGE, OVERFULL, CONTROLS = 0, 1, 2, 3, 4, 5

# A frame of the stack.
ALPHA, BETA, DEPTH, BEST, BEST_PLACE, MADE, NEXT, STAGE, FLOOR, FORCED, FIELDS = range(11)
# How a move is being searched: to a reduced depth, with no window, with the whole window.
REDUCED, NARROW, WHOLE = 0, 1, 2

HISTORY = 1024  # moves are told apart by their lowest ten bits
TABLE_MOVE, KILLER, MOST_HISTORY = 1 << 30, 1 << 20, 1 << 14
LEAST_REDUCED = 3  # the depth from which late moves are searched less deep
FIRST_REDUCED = 3  # the first move that is late

LATE = np.array(
    [
        [int(0.4 + np.log(max(depth, 1)) * np.log(max(number, 1)) / 2.0) for number in range(64)]
        for depth in range(64)
    ],
    dtype=np.int64,
)


def descend(
    rules: Rules,
    root: State,
    depth: int,
    alpha: int,
    beta: int,
    skipped: np.ndarray,
    past: np.ndarray,
    table: np.ndarray,
    states: np.ndarray,
    path: np.ndarray,
    moves: np.ndarray,
    children: np.ndarray,
    orders: np.ndarray,
    frames: np.ndarray,
    lines: np.ndarray,
    lengths: np.ndarray,
    killers: np.ndarray,
    history: np.ndarray,
    control: np.ndarray,
) -> int:
    """The score of a position searched to a depth, without the skipped moves at the root.

    The best line is in ``lines[0]`` as far as ``lengths[0]``, also when the search was stopped, if
    a move had been finished by then. ``past`` are the repetition keys that would come for the third
    time.
    """
    for word in range(WORDS):
        states[0, word] = root[word]
    frames[0, ALPHA], frames[0, BETA], frames[0, DEPTH] = alpha, beta, depth
    lengths[0] = 0
    age = control[AGE]
    deepest = min(2 * depth + 8, MOST_PLIES - 1)
    ply = 0
    arriving = True
    value = 0
    while True:
        state = to_fixed_tuple(states[ply], WORDS)
        frame = frames[ply]
        decided = False
        if arriving:
            # Step 1. Stop when told.
            if control[STOP] != 0 or control[NODES] >= control[LIMIT]:
                return ABORTED
            lengths[ply] = ply
            frame[FLOOR] = frame[ALPHA]
            frame[BEST], frame[BEST_PLACE], frame[NEXT] = -INFINITE, -1, 0

            # Step 2. A position that comes again in this line, or for the third time, is a draw.
            key = repetition_key(state)
            path[ply] = key
            if REPEATS and ply > 0:
                for before in range(ply - 4, -1, -2):
                    if path[before] == key:
                        decided = True
                for old in past:
                    if old == key:
                        decided = True
                value = 0

            # Step 3. What the table knows.
            key ^= mix(clock(rules, state))
            known = ZERO
            best_known = -1
            if not decided:
                known = probe(table, key)
            if known != ZERO:
                best_known = place_in(known)
                found = at_root(score_in(known), ply)
                bound = bound_in(known)
                enough = bound != AT_MOST and found >= frame[BETA]
                too_little = bound != AT_LEAST and found <= frame[ALPHA]
                if depth_in(known) >= max(frame[DEPTH], 0):
                    fits = enough or too_little or bound == EXACTLY
                else:  # a win or a loss is one at any depth
                    fits = enough and found >= DECIDED
                    fits |= too_little and found <= -DECIDED
                if ply > 0 and fits:
                    value = found
                    decided = True

            # Step 4. A loss that threatens is no place to stop thinking.
            left = plies_left(rules, state)
            if not decided:
                in_danger = threatened(rules, state)
                if in_danger and ply < deepest:
                    frame[DEPTH] = max(frame[DEPTH] + 1, 1)
                if ply >= deepest:
                    frame[DEPTH] = min(frame[DEPTH], 0)

            # Step 5. At the horizon: the evaluation, then only what would upset it.
            made = 0
            if not decided and frame[DEPTH] <= 0:
                value = evaluate(rules, state)
                if abs(value) >= DECIDED:
                    value = at_root(value, ply)
                    decided = True
                elif value >= frame[BETA] or ply >= deepest:
                    decided = True
                else:
                    made = noisy(rules, state, moves[ply])
                    decided = made == 0
                    frame[BEST] = value
                    frame[ALPHA] = max(frame[ALPHA], value)
                    best_known = -1
            elif not decided:
                if EAGER:
                    made = successors(rules, state, moves[ply], children[ply])
                else:
                    made = legal(rules, state, moves[ply])
                if made == 0:
                    code = outcome(rules, state) % 4
                    value = 0
                    if code != 0:
                        value = WON + POINT * margin(rules, state) - ply
                        if code != 1 + int64(state[WORDS - 1] & ONE):
                            value = -value
                    decided = True
                elif made > moves.shape[1]:
                    made = moves.shape[1]
                    control[OVERFULL] = 1

            # Step 6. Order the moves.
            if not decided:
                frame[MADE] = made
                frame[FORCED] = left <= frame[DEPTH]
                hinted = frame[DEPTH] >= HINTED_DEPTH or frame[DEPTH] <= 0
                side = int64(state[WORDS - 1] & ONE) * HISTORY
                for index in range(made):
                    move = moves[ply, index]
                    order = history[side + move % HISTORY]
                    if hinted:
                        after = state
                        if EAGER:
                            after = to_fixed_tuple(children[ply, index], WORDS)
                        order += hint(rules, state, move, after)
                    if move == killers[ply, 0]:
                        order += KILLER
                    elif move == killers[ply, 1]:
                        order += KILLER // 2
                    if index == best_known:
                        order += TABLE_MOVE
                    # The place in the list goes along, for the table.
                    orders[ply, index] = order << 16 | index
                if ply == 0:
                    for index in range(made):
                        for code in skipped:
                            if moves[ply, index] == code:
                                orders[ply, index] = -(1 << 60)
        else:
            # Step 7. A move's score has come back.
            move = moves[ply, orders[ply, frame[NEXT]] & 0xFFFF]
            if (states[ply + 1, WORDS - 1] ^ state[WORDS - 1]) & ONE:
                value = -value
            again = False
            if value > frame[ALPHA]:
                if frame[STAGE] == REDUCED:
                    frame[STAGE] = NARROW
                    again = True
                elif frame[STAGE] == NARROW and value < frame[BETA]:
                    frame[STAGE] = WHOLE
                    again = True
            if not again:
                if value > frame[BEST]:
                    frame[BEST] = value
                    if value > frame[ALPHA]:
                        frame[ALPHA] = value
                        frame[BEST_PLACE] = orders[ply, frame[NEXT]] & 0xFFFF
                        lines[ply, ply] = move
                        lengths[ply] = max(lengths[ply + 1], ply + 1)
                        for later in range(ply + 1, lengths[ply + 1]):
                            lines[ply, later] = lines[ply + 1, later]
                frame[NEXT] += 1
                frame[STAGE] = -1
                if frame[ALPHA] >= frame[BETA]:
                    # Step 8. Good enough: the other player will not come here.
                    if frame[DEPTH] > 0:
                        if killers[ply, 0] != move:
                            killers[ply, 1] = killers[ply, 0]
                            killers[ply, 0] = move
                        gain = frame[DEPTH] * frame[DEPTH]
                        side = int64(state[WORDS - 1] & ONE) * HISTORY
                        for index in range(frame[NEXT]):
                            tried = moves[ply, orders[ply, index] & 0xFFFF]
                            place = side + tried % HISTORY
                            change = gain if tried == move else -gain
                            weight = history[place]
                            history[place] += change - weight * abs(change) // MOST_HISTORY
                    frame[NEXT] = frame[MADE]
                    decided = False

        # Step 9. The next move, or the end of this position.
        if not decided:
            if arriving or frame[STAGE] < 0:
                at = frame[NEXT]
                if at < frame[MADE]:
                    first = at
                    for index in range(at + 1, frame[MADE]):
                        if orders[ply, index] > orders[ply, first]:
                            first = index
                    orders[ply, at], orders[ply, first] = orders[ply, first], orders[ply, at]
                    if orders[ply, at] <= -(1 << 59):
                        frame[NEXT] = frame[MADE]  # only skipped moves are left
                frame[STAGE] = WHOLE
                if at > 0 and frame[DEPTH] > 0:
                    frame[STAGE] = NARROW
                    late = at >= FIRST_REDUCED and frame[DEPTH] >= LEAST_REDUCED
                    if late and not frame[FORCED] and orders[ply, at] >> 16 < QUIET_HINT:
                        frame[STAGE] = REDUCED
            if frame[NEXT] < frame[MADE]:
                at = frame[NEXT]
                place = orders[ply, at] & 0xFFFF
                if EAGER:
                    after = to_fixed_tuple(children[ply, place], WORDS)
                else:
                    after = play(rules, state, moves[ply, place])
                control[NODES] += 1
                child = frames[ply + 1]
                for word in range(WORDS):
                    states[ply + 1, word] = after[word]
                child[DEPTH] = frame[DEPTH] - 1
                low, high = frame[ALPHA], frame[BETA]
                if frame[STAGE] != WHOLE:
                    high = low + 1
                if frame[STAGE] == REDUCED:
                    less = LATE[min(frame[DEPTH], 63), min(at, 63)]
                    child[DEPTH] = max(child[DEPTH] - less, 1)
                if (after[WORDS - 1] ^ state[WORDS - 1]) & ONE:
                    child[ALPHA], child[BETA] = -high, -low
                else:
                    child[ALPHA], child[BETA] = low, high
                ply += 1
                arriving = True
                continue
            value = frame[BEST]
            if ply > 0 or skipped.size == 0:
                bound = EXACTLY
                if value >= frame[BETA]:
                    bound = AT_LEAST
                elif value <= frame[FLOOR]:
                    bound = AT_MOST
                key = path[ply] ^ mix(clock(rules, state))
                stored = at_node(value, ply)
                searched = max(frame[DEPTH], 0)
                best = frame[BEST_PLACE] if searched > 0 else -1  # there, not all moves are listed
                keep(table, key, packed(best, stored, searched, bound, age))

        # Step 10. Back to the position before.
        if ply == 0:
            return value
        ply -= 1
        arriving = False
