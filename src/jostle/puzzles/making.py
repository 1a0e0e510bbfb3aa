"""Making puzzles of a variant from nothing: from its solved table, or from games played for it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from jostle.core.game import Game, Position
from jostle.puzzles.mining import Collection, Told, mine
from jostle.puzzles.playing import played_games
from jostle.puzzles.sources import TableSource, source_for
from jostle.solve.tables import Table, open_table, value_of

GROWTH = 1.25  # of the distances that puzzles are taken from, one after the other
TRIED = 500  # positions of one distance at a time, of which at most one is taken
CHOICES = 3  # puzzles among which that one is chosen


def make_puzzles(
    game: Game, count: int, *, seed: int, collection: Collection, tell: Told = lambda _tried: None
) -> None:
    """Collect puzzles until there are enough; the same seed finds the same ones.

    They come from the solved table if there is one. Else games are played, and wins in them proven.
    """
    table = open_table(game)
    if table is None:
        mine(played_games(game, seed), source_for(game), count, collection=collection, tell=tell)
        return
    by_distance = wins_by_distance(table)
    source = TableSource(table, len(by_distance))
    batches = won_positions(table, by_distance, seed)
    mine(
        batches,
        source,
        count,
        collection=collection,
        choices=CHOICES,
        tried_each=TRIED,
        tell=tell,
    )


def wins_by_distance(table: Table) -> dict[int, np.ndarray]:
    """The numbers of won positions of a table, by the distances of the end that are taken.

    Near distances are taken nearly all, far ones ever more sparsely, the farthest in any case:
    people like to begin with quick wins, and a win in 101 hardly differs from one in 103.
    """
    numbers, values = table.entries()
    distances = [value_of(code).plies for code in np.unique(values[values > 0]).tolist()]
    taken = [distances[-1]]
    for distance in reversed(distances):
        if distance * GROWTH <= taken[-1]:
            taken.append(distance)
    return {distance: numbers[values == distance + 1] for distance in reversed(taken)}


def won_positions(
    table: Table, by_distance: dict[int, np.ndarray], seed: int
) -> Iterator[list[Position]]:
    """Won positions drawn at random, some of one distance, then some of the next, for ever."""
    random = np.random.default_rng(seed)
    while True:
        for numbers in by_distance.values():
            drawn = numbers[random.integers(0, numbers.size, TRIED)]
            yield [table.position(int(number)) for number in drawn]
