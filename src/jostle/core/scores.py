"""Scores inside the search: whole numbers, seen by the player to move.

A guess is a number of centilogits: p = 1 / (1 + exp(-score / 100)) is the chance to win. A decided
game is worth WON or more to its winner: 256 for each point of the margin, less one for each ply
from the root, so that a quick win is better than a slow one and a late loss better than an early
one::

    -WON - 256 · margin + plies      guesses, draws (0)      WON + 256 · margin - plies
"""

from __future__ import annotations

from jostle.core.compiling import inlined

WON = 1 << 20
POINT = 256  # a point of the margin: more than the plies of any search
DECIDED = WON - POINT  # more than any guess
MOST_PLIES = 96  # from the root; the deepest that the stack of a search reaches
INFINITE = 1 << 21
ABORTED = 1 << 22  # no score: the search was stopped


@inlined
def at_node(score: int, ply: int) -> int:
    """A score seen from the root as one seen from this many plies on."""
    if score >= DECIDED:
        return score + ply
    return score - ply if score <= -DECIDED else score


@inlined
def at_root(score: int, ply: int) -> int:
    """A score seen from this many plies on as one seen from the root."""
    if score >= DECIDED:
        return score - ply
    return score + ply if score <= -DECIDED else score
