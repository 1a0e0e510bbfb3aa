"""Making sure of a decided score: the exact value, and a line of play that shows it."""

from __future__ import annotations

from jostle.core.game import Game
from jostle.core.kernel import State
from jostle.core.values import Loss, Value, Win
from jostle.search.specialised import searches
from jostle.search.worker import Worker


def shorter(game: Game) -> int:
    """By how many plies a win can be shorter than another of the same player."""
    return 1 if searches(type(game)).knowledge.OWN_GOALS else 2


def proven(worker: Worker, game: Game, state: State, plies: int, *, won: bool) -> Value:
    """The value of a position that is won, or lost, in at most so many plies; raises Stopped."""
    less = shorter(game)
    while plies > less and worker.wins_within(state, plies - less, mover=won)[0]:
        plies -= less
    return Win(plies) if won else Loss(plies)


def proven_line(worker: Worker, game: Game, state: State, value: Value) -> list[int]:
    """The moves from a proven position to the end: the winner hurries, the loser delays."""
    line: list[int] = []
    less = shorter(game)
    attacking = isinstance(value, Win)
    for plies in range(value.plies, 0, -1):
        if attacking:
            won, move = worker.wins_within(state, plies, mover=True)
            assert won, "the value was proven"
        elif plies > less:
            move = worker.wins_within(state, plies - less, mover=False)[1]
        else:
            move = int(game.kernel.legal(game.rules, state)[0])  # all lose as soon
        line.append(move)
        state = game.kernel.play(game.rules, state, move)
        attacking = not attacking
    return line


def ends_drawn(game: Game, state: State, plies: int) -> bool:
    """Whether all lines end within so many plies, and with best play in a draw."""
    return _result(game, state, plies) == 0


def _result(game: Game, state: State, plies: int) -> int | None:
    """1, 0 or -1 as the mover wins, draws or loses; None if a line goes on beyond the plies.

    The first such line is the end of it, so that this is quick wherever the end is far.
    """
    code = game.kernel.outcome(game.rules, state)
    if code:
        winner = code % 4
        return 0 if winner == 0 else 1 if winner == 1 + (state[-1] & 1) else -1
    if plies == 0:
        return None
    best = -1
    for move in game.kernel.legal(game.rules, state).tolist():
        result = _result(game, game.kernel.play(game.rules, state, move), plies - 1)
        if result is None:
            return None
        best = max(best, -result)
    return best
