"""Proving forced wins, written once and compiled for each game whose players take turns.

One call answers whether a player can force a win within so many plies. It looks at every move and
at nothing but results, so the answer is exact: no evaluation, no reduction, and no repetition,
since a shortest win never comes to the same position twice. The search for good moves says how far
to look; this says what is true.

In the shared table, under keys of their own, stand for each position the plies within which a win
is proven and those within which it is refuted::

    score's bits  0       8
                  proven  refuted + 1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import int64

from jostle.core.bits import GOLDEN, ONE, ZERO, Word, mix
from jostle.core.scores import ABORTED
from jostle.search.alpha_beta_kernel import (
    AGE,
    HISTORY,
    LIMIT,
    MOST_HISTORY,
    NODES,
    OVERFULL,
    STOP,
    TABLE_MOVE,
)
from jostle.search.table import EXACTLY, keep, packed, place_in, probe, score_in

if TYPE_CHECKING:
    State = tuple[int, ...]
    Rules = tuple[int, ...]
    WORDS = 0

    def to_fixed_tuple(array: np.ndarray, length: int) -> State: ...

    def legal(rules: Rules, state: State, moves: np.ndarray) -> int: ...
    def play(rules: Rules, state: State, move: int) -> State: ...
    def outcome(rules: Rules, state: State) -> int: ...
    def repetition_key(state: State) -> int: ...
    def clock(rules: Rules, state: State) -> int: ...
    def soonest(rules: Rules, state: State, by_mover: bool) -> int: ...
    def hint(rules: Rules, state: State, move: int, after: State) -> int: ...
else:
    from numba.np.unsafe.ndarray import to_fixed_tuple


MADE, NEXT = 0, 1  # of a frame of the stack
UNPROVEN = 255
ATTACKING, DEFENDING = Word(0x5851F42D4C957F2D), Word(0x14057B7EF767814F)  # mixed into the keys


def wins_within(
    rules: Rules,
    root: State,
    plies: int,
    mover_attacks: bool,
    table: np.ndarray,
    states: np.ndarray,
    moves: np.ndarray,
    orders: np.ndarray,
    frames: np.ndarray,
    lines: np.ndarray,
    history: np.ndarray,
    control: np.ndarray,
) -> int:
    """Whether the mover, or the other player, forces a win within so many plies: 1, 0 or ABORTED.

    The first move of a win, or of the defence that holds for so long, is in ``lines[0, 0]``.
    """
    for word in range(WORDS):
        states[0, word] = root[word]
    ply = 0
    arriving = True
    won = False
    while True:
        state = to_fixed_tuple(states[ply], WORDS)
        attacking = (ply & 1 == 0) == mover_attacks
        within = plies - ply
        decided = False
        frame = frames[ply]
        salt = ATTACKING if attacking else DEFENDING
        key = repetition_key(state) ^ mix(clock(rules, state) + GOLDEN) ^ salt
        if arriving:
            if control[STOP] != 0 or control[NODES] >= control[LIMIT]:
                return ABORTED

            # Step 1. Too far from any end, or known already; at the root the move is wanted too.
            best_known = -1
            if soonest(rules, state, attacking) > within:
                decided, won = ply > 0 or attacking, False
            elif within > 1:
                known = probe(table, key)
                if known != ZERO:
                    bounds = score_in(known)
                    best_known = place_in(known)
                    if bounds & 255 <= within:
                        decided, won = ply > 0 or not attacking, True
                    elif (bounds >> 8) - 1 >= within:
                        decided, won = ply > 0 or attacking, False

            # Step 2. Without moves the game is over.
            made = 0
            if not decided and within == 0:
                code = outcome(rules, state) % 4
                won = code != 0 and (code == 1 + int64(state[WORDS - 1] & ONE)) == attacking
                decided = True
            elif not decided:
                made = legal(rules, state, moves[ply])
                if made == 0:
                    code = outcome(rules, state) % 4
                    won = code != 0 and (code == 1 + int64(state[WORDS - 1] & ONE)) == attacking
                    decided = True
                elif made > moves.shape[1]:
                    control[OVERFULL] = 1
                    return ABORTED

            # Step 3. Order the moves.
            if not decided:
                frame[MADE], frame[NEXT] = made, 0
                side = int64(state[WORDS - 1] & ONE) * HISTORY
                for index in range(made):
                    move = moves[ply, index]
                    order = history[side + move % HISTORY] + hint(rules, state, move, state)
                    if index == best_known:
                        order += TABLE_MOVE
                    orders[ply, index] = order << 16 | index
        else:
            # Step 4. One winning move is enough to attack, one that does not lose to defend.
            place = orders[ply, frame[NEXT]] & 0xFFFF
            if won == attacking:
                side = int64(state[WORDS - 1] & ONE) * HISTORY
                weight = side + moves[ply, place] % HISTORY
                gain = within * within
                history[weight] += gain - history[weight] * gain // MOST_HISTORY
                if ply == 0:
                    lines[0, 0] = moves[0, place]
                frame[NEXT] = frame[MADE]
                decided = True
            else:
                frame[NEXT] += 1
                place = -1
                decided = frame[NEXT] == frame[MADE]
            if decided:
                bounds = UNPROVEN
                known = probe(table, key)
                if known != ZERO:
                    bounds = score_in(known)
                if won:
                    bounds = (bounds & ~255) | min(bounds & 255, within)
                else:
                    bounds = (bounds & 255) | max(bounds >> 8, within + 1) << 8
                keep(table, key, packed(place, bounds, within, EXACTLY, control[AGE]))

        # Step 5. The next move.
        if not decided:
            at = frame[NEXT]
            first = at
            for index in range(at + 1, frame[MADE]):
                if orders[ply, index] > orders[ply, first]:
                    first = index
            orders[ply, at], orders[ply, first] = orders[ply, first], orders[ply, at]
            after = play(rules, state, moves[ply, orders[ply, at] & 0xFFFF])
            control[NODES] += 1
            for word in range(WORDS):
                states[ply + 1, word] = after[word]
            ply += 1
            arriving = True
            continue
        if ply == 0:
            return 1 if won else 0
        ply -= 1
        arriving = False
