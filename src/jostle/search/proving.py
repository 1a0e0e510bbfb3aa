"""Making sure of a decided score: the exact value, and a line of play that shows it."""

from __future__ import annotations

from jostle.core.game import Game
from jostle.core.kernel import State
from jostle.search.specialised import searches
from jostle.search.values import Loss, Value, Win
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
