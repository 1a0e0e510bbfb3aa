"""Games to find puzzles in: the engine plays against itself, softly, as a seed decides."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from jostle.core.game import Game, Position
from jostle.core.match import Match
from jostle.search.levels import SLACK, levels_of, scored_moves, softly_chosen
from jostle.search.limits import Limits
from jostle.search.table import new_table
from jostle.search.worker import Worker

OPENING_PLIES = 4  # at random, so that games differ from the first move on
MOST_PLIES = 160
# Good enough for sensible positions, bad enough to leave wins on offer, and the weakest overlook
# what comes next.
PLAYED_LEVELS = range(1, 6)
SURE_DEPTH = 1
MEMORY = 4  # megabytes


def played_games(game: Game, seed: int) -> Iterator[tuple[Position, ...]]:
    """The positions of one game after another; the seed and the game's number decide it alone."""
    table = new_table(Limits().megabytes(MEMORY))
    worker = Worker(game, table)
    number = 0
    while True:
        table[:] = 0
        worker.forget()
        yield play_game(game, worker, Random(f"{seed} {game.variant} {number}"))
        number += 1


def play_game(game: Game, worker: Worker, random: Random) -> tuple[Position, ...]:
    """Play one game, each side at a level of its own."""
    match = Match(game)
    sides = [random.choice(PLAYED_LEVELS) for _ in range(2)]
    while match.outcome is None and len(match.moves) < MOST_PLIES:
        if len(match.moves) < OPENING_PLIES:
            match.play(random.choice(list(match.position.legal_moves)))
            continue
        nodes, softness = levels_of(type(game))[sides[match.position.mover - 1] - 1]
        worker.begin(nodes, 0)
        scores = scored_moves(worker, match, SLACK * softness, SURE_DEPTH)
        match.play(match.position.move_of(softly_chosen(scores, softness, random)))
    return tuple(match.positions)
