"""Agents that hardly think: random moves, and the best at first sight."""

from __future__ import annotations

from random import Random

from jostle.core.game import Move, Position
from jostle.core.match import Match
from jostle.core.players import Player
from jostle.search.agent import Agent


class RandomAgent(Agent):
    """Plays any legal move."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, match: Match) -> Move:
        return self._random.choice(list(match.position.legal_moves))


class GreedyAgent(Agent):
    """Looks one move ahead and takes what looks best at once; at random between equal moves."""

    name = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, match: Match) -> Move:
        position = match.position
        worths = [(worth(branch.position, position.mover), branch) for branch in position.expand()]
        best = max(value for value, _ in worths)
        return self._random.choice([branch.move for value, branch in worths if value == best])


def worth(position: Position, player: Player) -> tuple[int, int, int, int]:
    """How good a position looks to a player, the weightiest first, without knowing the game.

    That is the outcome, then the score. Then the pieces a player owns on the board and in hand.
    Where what lies beside the board is out of the game, those are always equally many, and the
    pieces on the board decide.
    """
    outcome = position.outcome
    won = 0 if outcome is None or outcome.winner is None else 1 if outcome.winner is player else -1
    points = position.scores or (0, 0)
    on_board = [piece.owner for piece, _ in position.pieces]
    beside = [
        piece.owner for tray in position.beside for piece, count in tray for _ in range(count)
    ]
    owned, standing = on_board + beside, on_board
    return (
        won,
        points[player - 1] - points[player.other - 1],
        owned.count(player) - owned.count(player.other),
        standing.count(player) - standing.count(player.other),
    )
