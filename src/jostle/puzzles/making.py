"""Making puzzles of a variant from nothing: games are played, and wins in them are proven."""

from __future__ import annotations

from jostle.core.game import Game
from jostle.puzzles.mining import Collection, Told, mine
from jostle.puzzles.playing import played_games
from jostle.puzzles.sources import source_for


def make_puzzles(
    game: Game, count: int, *, seed: int, collection: Collection, tell: Told = lambda _tried: None
) -> None:
    """Play games and collect puzzles until there are enough; the same seed finds the same ones."""
    source = source_for(game)
    batches = played_games(game, seed)
    mine(batches, source, count, collection=collection, tell=tell)
