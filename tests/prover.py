"""Exact answers for positions that are too deep for plain minimax.

Two searches, both exhaustive: whether a player can force a win within so many plies
(``attacker_wins``), and how a game with points ends (``points_value``). They leave out only what
cannot change the answer, and remember what they have found. The tests compare them with
``tests.brute_force``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from numba import boolean, int64, types, uint64

import jostle
from jostle import Game, Position
from jostle.core.bits import ONE, Word, mix
from jostle.core.kernel import Rules, State
from tests.brute_force import (
    DRAW,
    LOWEST,
    OPEN,
    SOONEST,
    STEP,
    Forced,
    Solved,
    compiled_afresh,
    end_value,
    margin_for,
    one_ply_on,
    taken_apart,
)

TABLE_BITS = 20
# What is remembered of a possible win: the fewest plies within which there is one (NEVER if none is
# known), the most within which there is none, and from bit MOVE on the move that showed it (-1 if
# all had to be tried).
NEVER = 255
NONE_WITHIN, MOVE = 8, 16
# What is remembered of a value: itself, or a bound of it.
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


class Prover:
    """Finds what can be forced in the positions of one variant, and remembers it for the next."""

    def __init__(self, game: Game, table_bits: int = TABLE_BITS) -> None:
        self.game = game
        self._keys = np.zeros(1 << table_bits, dtype=np.uint64)
        self._known = np.full(1 << table_bits, NEVER, dtype=np.int64)
        self._has_points = game.start().scores is not None
        self._search = search_for(game.name)

    def forced(self, position: Position, plies: int, *, asked: str = "win or loss") -> Forced:
        """What can be forced within so many plies, as ``brute_force.forced``.

        A draw is not told from an open position. Of wins and losses only those asked for are looked
        for.
        """
        assert not self._has_points
        mover = position.mover - 1
        for distance in range(plies + 1):
            if "win" in asked and self._wins(position, mover, distance):
                best = [
                    str(branch.move)
                    for branch in position.expand()
                    if self._wins(branch.position, mover, distance - 1)
                ]
                return Forced("win", distance, tuple(best))
            if "loss" in asked and self._wins(position, 1 - mover, distance):
                best = [
                    str(branch.move)
                    for branch in position.expand()
                    if distance == 1 or not self._wins(branch.position, 1 - mover, distance - 2)
                ]
                return Forced("loss", distance, tuple(best))
        return Forced("open", 0, ())

    def solved(self, position: Position) -> Solved:
        """How a game with points ends, as ``brute_force.solved``."""
        assert self._has_points
        if position.outcome is not None:
            return Solved(*taken_apart(end_value(position.outcome, position.mover)), ())
        best = self._value(position, LOWEST, OPEN)
        best_moves = []
        for branch in position.expand():
            exchanged = branch.position.mover is not position.mover
            near = -best if exchanged else best  # the values one ply on differ by one
            value = self._value(branch.position, near - 2, near + 2)
            if one_ply_on(value, exchanged) == best:
                best_moves.append(str(branch.move))
        return Solved(*taken_apart(best), tuple(best_moves))

    def _wins(self, position: Position, attacker: int, plies: int) -> bool:
        return bool(
            self._search(self.game.rules, position.state, attacker, plies, self._keys, self._known)
        )

    def _value(self, position: Position, low: int, high: int) -> int:
        return int(
            self._search(self.game.rules, position.state, low, high, self._keys, self._known)
        )


# The compiled searches. ``compiled_afresh`` binds these names to one game's own functions.

if TYPE_CHECKING:
    from jostle.core.loops import MOST_MOVES, legal, outcome, play

    def key(_state: State) -> int: ...
    def scores(_rules: Rules, _state: State) -> tuple[int, int]: ...
    def winning_margin(_rules: Rules, _state: State) -> int: ...


def attacker_wins(
    rules: Rules, state: State, attacker: int, plies: int, keys: np.ndarray, known: np.ndarray
) -> bool:
    """Whether the attacker (0: Player 1) can force a win within so many plies.

    For games whose moves fit into MOST_MOVES. Of the attacker's moves those that leave the fewest
    replies are tried first, of the defender's those that leave the most; before all of them the
    one that was decisive when fewer plies were asked for.
    """
    moves = np.empty(MOST_MOVES, dtype=np.int64)
    made = legal(rules, state, moves)
    if made == 0:
        return outcome(rules, state) % 4 == attacker + 1
    if plies == 0:
        return False
    attacking: bool = int64(state[len(state) - 1] & ONE) == attacker
    if plies == 1:
        for index in range(made):
            after = play(rules, state, moves[index])
            # Not a plain 0: for that Numba compiles another copy, and crashes on it when it comes
            # from the cache.
            if attacker_wins(rules, after, attacker, plies - 1, keys, known) == attacking:
                return attacking
        return not attacking

    mark = mix(key(state) + Word(attacker))
    slot = int64(mark % Word(keys.size))
    fewest, most, remembered = NEVER, 0, -1
    if keys[slot] == mark:
        fewest, most = known[slot] & NEVER, known[slot] >> NONE_WITHIN & NEVER
        remembered = known[slot] >> MOVE
        if fewest <= plies:
            return True
        if most >= plies:
            return False

    ranks = np.empty(made, dtype=np.int64)
    replies = np.empty(MOST_MOVES, dtype=np.int64)
    for index in range(made):
        count = legal(rules, play(rules, state, moves[index]), replies)
        ranks[index] = count if attacking else -count
        if moves[index] == remembered:
            ranks[index] = -MOST_MOVES - 1
    found = not attacking
    decisive = remembered
    for index in np.argsort(ranks, kind="mergesort"):
        after = play(rules, state, moves[index])
        if attacker_wins(rules, after, attacker, plies - 1, keys, known) == attacking:
            found = attacking
            decisive = moves[index]
            break

    if found:
        fewest = plies
    else:
        most = plies
    keys[slot] = mark
    known[slot] = decisive << MOVE | most << NONE_WITHIN | fewest
    return found


def points_value(
    rules: Rules, state: State, low: int, high: int, keys: np.ndarray, known: np.ndarray
) -> int:
    """The value of a state, or a bound of it if it is not between low and high (alpha-beta).

    A value changes by one from ply to ply, so each ply asks for one more on both sides. Moves with
    more points at once are tried first.
    """
    mover = int64(state[len(state) - 1] & ONE)
    code = outcome(rules, state)
    if code:
        if code % 4 == 0:
            return DRAW
        value = winning_margin(rules, state) * STEP + SOONEST
        return value if code % 4 == mover + 1 else -value

    mark = mix(key(state) + ONE)
    slot = int64(mark % Word(keys.size))
    if keys[slot] == mark:
        bound: int = known[slot] >> 2
        kind = known[slot] & 3
        if (
            kind == EXACT
            or (kind == AT_LEAST and bound >= high)
            or (kind == AT_MOST and bound <= low)
        ):
            return bound

    moves = np.empty(MOST_MOVES, dtype=np.int64)
    made = legal(rules, state, moves)
    if made > moves.size:
        moves = np.empty(made, dtype=np.int64)
        legal(rules, state, moves)
    ranks = np.empty(made, dtype=np.int64)
    for index in range(made):
        first, second = scores(rules, play(rules, state, moves[index]))
        ranks[index] = first - second if mover else second - first

    best = LOWEST
    for index in np.argsort(ranks, kind="mergesort"):
        after = play(rules, state, moves[index])
        least = max(low, best)
        if int64(after[len(after) - 1] & ONE) != mover:
            value = -points_value(rules, after, -high - 1, -least + 1, keys, known)
        else:
            value = points_value(rules, after, least - 1, high + 1, keys, known)
        if value > 0:
            value -= 1
        elif value < 0:
            value += 1
        best = max(best, value)
        if best >= high:
            break

    kind = AT_LEAST if best >= high else AT_MOST if best <= low else EXACT
    keys[slot] = mark
    known[slot] = best << 2 | kind
    return best


@cache
def search_for(name: str) -> Callable[[Rules, State, int, int, np.ndarray, np.ndarray], int]:
    """The compiled search of a game: by points where it has them."""
    game = jostle.game(name)
    kernel = game.kernel.module
    has_points = game.start().scores is not None
    template, result = (points_value, int64) if has_points else (attacker_wins, boolean)
    signature = result(
        kernel.RULES,
        kernel.STATE,
        int64,
        int64,
        types.Array(uint64, 1, "C"),
        types.Array(int64, 1, "C"),
    )
    names = {**vars(kernel), "winning_margin": margin_for(name)}
    return compiled_afresh(template, signature, names)
