"""Plain full-width minimax: the truth that the search is tested against.

No move is left out and nothing is remembered, so that it can be read and believed. There are three
of it: through the public face for a position (``minimax``), and for a match, whose history makes
repetitions possible (``minimax_of_match``); and compiled (``compiled_minimax``), which the tests
compare with the first. Only the compiled one is quick enough for thousands of positions.

A number says what a position is worth to the player to move: more for a greater margin, and for
the same margin more for a sooner win or a later loss. A draw is 0, whenever it comes. A position
that is not decided within the plies looked at is open.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numba
import numpy as np
from numba import int64

import jostle
from jostle import Game, Match, Player, Position
from jostle.core.bits import ONE
from jostle.core.kernel import Rules, State
from jostle.core.outcome import Outcome

# A decided value is margin · STEP + SOONEST - distance, or that with a minus. Where a game has no
# points, the margin is 1.
STEP, SOONEST = 4096, 2048
DRAW = 0
OPEN = 1 << 40
LOWEST = -(1 << 40)
# More plies than any game of Pushee Pieces has left: 30 placements, 4 turns and 2 passes.
TO_THE_END = 36


class Forced(NamedTuple):
    """What the player to move can force: ``win``, ``loss``, ``draw`` or ``open``.

    The distance is counted in plies, 0 unless it is a win or a loss. The best moves are those that
    keep result and distance; of an open position there are none.
    """

    result: str
    distance: int
    best_moves: tuple[str, ...]


class Solved(NamedTuple):
    """How a game that counts points ends: the mover's points less the other player's.

    The plies are 0 for a draw, whose end may be now or later.
    """

    margin: int
    plies: int
    best_moves: tuple[str, ...]


def forced(position: Position, plies: int) -> Forced:
    """What the player to move can force within so many plies, whatever happened before.

    Games with points are not decided before their ends: see ``solved``.
    """
    assert position.scores is None
    value, best_moves = decided(position, plies)
    if value == OPEN:
        return Forced("open", 0, ())
    margin, distance = taken_apart(value)
    return Forced("win" if margin > 0 else "loss" if margin else "draw", distance, best_moves)


def solved(position: Position) -> Solved:
    """The margin of a game with points when both play for the most; few turns must be left."""
    value, best_moves = decided(position, TO_THE_END)
    return Solved(*taken_apart(value), best_moves)


def decided(position: Position, plies: int) -> tuple[int, tuple[str, ...]]:
    """The value within so many plies, by the compiled minimax, and the moves that attain it."""
    game, mover = position.game, position.mover
    if position.outcome is not None:
        return end_value(position.outcome, mover), ()
    if plies == 0:
        return OPEN, ()
    value_of = minimax_for(game.name)
    values = {}
    for branch in position.expand():
        value = value_of(game.rules, branch.position.state, plies - 1)
        values[str(branch.move)] = one_ply_on(value, branch.position.mover is not mover)
    best = best_of(list(values.values()))
    best_moves = [move for move, value in values.items() if value == best != OPEN]
    return best, tuple(best_moves)


def minimax(position: Position, plies: int) -> int:
    """The value of a position for the player to move, through the public face."""
    if position.outcome is not None:
        return end_value(position.outcome, position.mover)
    if plies == 0:
        return OPEN
    values = []
    for move in position.legal_moves:
        after = position.play(move)
        values.append(one_ply_on(minimax(after, plies - 1), after.mover is not position.mover))
    return best_of(values)


def minimax_of_match(match: Match, plies: int) -> int:
    """The value of a match's position: a third occurrence is a draw (R1)."""
    mover = match.position.mover
    if match.outcome is not None:
        return end_value(match.outcome, mover)
    if plies == 0:
        return OPEN
    values = []
    for move in list(match.position.legal_moves):
        match.play(move)
        exchanged = match.position.mover is not mover
        values.append(one_ply_on(minimax_of_match(match, plies - 1), exchanged))
        match.undo()
    return best_of(values)


def end_value(outcome: Outcome, mover: Player) -> int:
    """The value of a finished game."""
    if outcome.winner is None:
        return DRAW
    margin = 1 if outcome.scores is None else abs(outcome.scores[0] - outcome.scores[1])
    value = margin * STEP + SOONEST
    return value if outcome.winner is mover else -value


def one_ply_on(value: int, exchanged: bool) -> int:
    """The value one ply before, for the player who moves there."""
    if value in (OPEN, DRAW):
        return value
    value = value - 1 if value > 0 else value + 1
    return -value if exchanged else value


def best_of(values: list[int]) -> int:
    """The value of a position from those of its moves.

    A win stands beside open moves, because they can only win later; all else is open as long as one
    of the moves is. (A greater margin can come later too, but games with points are looked at to
    their ends.)
    """
    best = max((value for value in values if value != OPEN), default=LOWEST)
    return OPEN if OPEN in values and best <= 0 else best


def taken_apart(value: int) -> tuple[int, int]:
    """The margin of a value, with its sign, and the distance."""
    if value == DRAW:
        return 0, 0
    margin = (abs(value) - 1) // STEP
    distance = SOONEST - (abs(value) - margin * STEP)
    return margin if value > 0 else -margin, distance


# The compiled minimax. ``compiled_afresh`` binds these names to one game's own functions.

if TYPE_CHECKING:
    from jostle.core.loops import MOST_MOVES, legal, outcome, play

    def scores(_rules: Rules, _state: State) -> tuple[int, int]: ...
    def winning_margin(_rules: Rules, _state: State) -> int: ...


def compiled_minimax(rules: Rules, state: State, plies: int) -> int:
    """The value of a state for the player to move."""
    mover = int64(state[len(state) - 1] & ONE)
    code = outcome(rules, state)
    if code:
        if code % 4 == 0:
            return DRAW
        value = winning_margin(rules, state) * STEP + SOONEST
        return value if code % 4 == mover + 1 else -value
    if plies == 0:
        return OPEN
    moves = np.empty(MOST_MOVES, dtype=np.int64)
    made = legal(rules, state, moves)
    if made > moves.size:
        moves = np.empty(made, dtype=np.int64)
        legal(rules, state, moves)
    best = LOWEST
    any_open = False
    for index in range(made):
        after = play(rules, state, moves[index])
        value = compiled_minimax(rules, after, plies - 1)
        if value == OPEN:
            any_open = True
            continue
        if value > 0:
            value -= 1
        elif value < 0:
            value += 1
        if int64(after[len(after) - 1] & ONE) != mover:
            value = -value
        best = max(best, value)
    return OPEN if any_open and best <= 0 else best


def compiled_afresh(
    template: Callable[..., Any], signature: Any, names: dict[str, Any]
) -> Callable[..., Any]:
    """A template compiled for one game, as ``core.compiling.specialise`` does it, but not kept.

    What is kept is found again by the sources in the package, and the tests are not among them.
    """
    scope = {**template.__globals__, **names}
    copy = numba.njit(nogil=True)(FunctionType(template.__code__, scope, template.__name__))
    scope[template.__name__] = copy  # so that it can call itself
    copy.compile(signature)
    return cast(Callable[..., Any], copy)


def margin_of_one(_rules: Rules, _state: State) -> int:
    return 1


def margin_of_points(rules: Rules, state: State) -> int:
    first, second = scores(rules, state)
    return abs(first - second)


@cache
def minimax_for(name: str) -> Callable[[Rules, State, int], int]:
    """The compiled minimax of a game."""
    kernel = jostle.game(name).kernel.module
    names = {**vars(kernel), "winning_margin": margin_for(name)}
    signature = int64(kernel.RULES, kernel.STATE, int64)
    return compiled_afresh(compiled_minimax, signature, names)


@cache
def margin_for(name: str) -> Callable[[Rules, State], int]:
    """The compiled margin of a game's finished states."""
    kernel = jostle.game(name).kernel.module
    template = margin_of_one if jostle.game(name).start().scores is None else margin_of_points
    return compiled_afresh(template, int64(kernel.RULES, kernel.STATE), vars(kernel))


# Positions to try it on.


def random_game(game: Game, chance: random.Random, longest: int = 400) -> list[Position]:
    """The positions of a game of random moves, from the start to the end or the longest."""
    pick, play = game.kernel.module.pick, game.kernel.play
    position = game.start()
    played = [position]
    while position.outcome is None and len(played) <= longest:
        code = pick(game.rules, position.state, chance.getrandbits(64))
        position = Position(game, play(game.rules, position.state, code))
        played.append(position)
    return played


def sampled_positions(variant: str, number: int, seed: int, *, last: int = 0) -> list[Position]:
    """Different unfinished positions of random games, up to four of each game.

    If ``last`` is given, they are among the last so many before a game ended.
    """
    game = jostle.game(variant)
    chance = random.Random(f"{variant} {seed} {last}")
    found: dict[Position, None] = {}
    while len(found) < number:
        played = random_game(game, chance)
        if last:
            played = played[-last - 1 :] if played[-1].outcome is not None else []
        unfinished = [position for position in played if position.outcome is None]
        for position in chance.sample(unfinished, min(4, len(unfinished))):
            found[position] = None
    return list(found)[:number]
