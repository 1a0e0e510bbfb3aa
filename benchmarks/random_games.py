"""Random games, which the benchmarks replay."""

from __future__ import annotations

from random import Random

import jostle

TRIES = 400  # random games, until one is long enough


def random_match(variant: str, random: Random, plies: int) -> jostle.Match:
    """Play a random game of so many plies; if there is none, give the longest of many."""
    longest = jostle.Match(jostle.game(variant))
    for _ in range(TRIES):
        match = jostle.Match(jostle.game(variant))
        while match.outcome is None and len(match.moves) < plies:
            match.play(random.choice(list(match.position.legal_moves)))
        longest = max(longest, match, key=lambda one: len(one.moves))
        if len(longest.moves) == plies:
            break
    return longest
