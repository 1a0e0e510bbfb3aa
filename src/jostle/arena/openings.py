"""Openings: a few random plies from which both agents of a pair have to play."""

from __future__ import annotations

from collections import Counter
from random import Random

from jostle.arena.errors import cannot
from jostle.core.game import Game, Move, Position
from jostle.core.match import Match

PLIES = 4
MOST_PLIES = 100
DRAWS = 200  # how often an opening is drawn again until it is playable and new

Opening = tuple[Move, ...]


class Openings:
    """The openings of a series by the number of the pair; the seed alone decides them.

    An opening is drawn again if the game would be decided by it: nobody can win at once, and not
    every move loses at once. The positions differ as far as there are enough; after that the one
    used least comes again.
    """

    def __init__(self, game: Game, plies: int, seed: int) -> None:
        self._game = game
        self._plies = plies
        self._seed = seed
        self._made: list[Opening] = []
        self._used: Counter[Position] = Counter()

    def __getitem__(self, pair: int) -> Opening:
        # Each depends on those before it, since it has to differ from them.
        while len(self._made) <= pair:
            self._made.append(self._make(len(self._made)))
        return self._made[pair]

    def _make(self, pair: int) -> Opening:
        """Draw the opening of the next pair."""
        source = Random(f"{self._seed} {pair}")
        playable: dict[Position, Opening] = {}
        for _ in range(DRAWS):
            match = self._drawn(source)
            if match.position in playable or not is_playable(match):
                continue
            playable[match.position] = match.moves
            if not self._used[match.position]:
                break
        if not playable:
            raise cannot("opening", variant=self._game.variant, plies=self._plies, draws=DRAWS)
        chosen = min(playable, key=lambda position: self._used[position])
        self._used[chosen] += 1
        return playable[chosen]

    def _drawn(self, source: Random) -> Match:
        """Random plies from the start, fewer if the game ends before."""
        match = Match(self._game)
        while len(match.moves) < self._plies and match.outcome is None:
            match.play(source.choice(list(match.position.legal_moves)))
        return match


def is_playable(match: Match) -> bool:
    """Whether a game can begin here: it goes on, and the next two plies do not decide it."""
    if match.outcome is not None:
        return False
    after = _followers(match.position)
    if any(position.outcome is not None for position in after):
        # A move that draws or loses at once is the mover's own affair, unless there is no other.
        if any(_is_won_by(position, match.position) for position in after):
            return False
        after = [position for position in after if position.outcome is None]
    return any(
        not any(_is_won_by(reply, position) for reply in _followers(position)) for position in after
    )


def _followers(position: Position) -> list[Position]:
    codes = position.legal_moves.codes.values()
    return [position.play_unchecked(code) for code in codes]


def _is_won_by(after: Position, before: Position) -> bool:
    """Whether the player to move before has won afterwards."""
    return after.outcome is not None and after.outcome.winner is before.mover
