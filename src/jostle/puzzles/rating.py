"""How difficult a puzzle is.

Two things make a puzzle difficult: that the win is far away, and that other moves look good. So::

    rating = 100 × turns + 100 × misses + 20 × min(cost of the traps, 10)

*Turns* are the solver's turns until the game is won. *Misses* count the quick looks of the engine,
at 100, 1 000 and 10 000 positions, that choose another move. A *trap* is a move that looks good and
does not win: a choice of a quick look, one of the three moves after which the evaluation is
highest, or one that a greedy player takes, who wants points and pieces at once. A trap costs 2 if
it loses and 1 if it only lets the win slip. Each term can only raise the rating.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from jostle.core.game import Position
from jostle.core.scores import DECIDED
from jostle.core.values import Loss, Value
from jostle.search.limits import Limits
from jostle.search.simple_agents import worth
from jostle.search.specialised import searches
from jostle.search.thinking import Engine

LOOKS = (100, 1_000, 10_000)  # positions
FAVOURITES = 3
LOST_COST, SLIPPED_COST = 2, 1

TURN_POINTS = 100
MISS_POINTS = 100
TRAP_POINTS, MOST_TRAP_COST = 20, 10


class Band(StrEnum):
    """Difficulty in a word."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"


UPPER_BOUNDS = {Band.EASY: 300, Band.MEDIUM: 500, Band.HARD: 700}  # ratings below these


def band_of(rating: int) -> Band:
    """The band of a rating.

    >>> str(band_of(299)), str(band_of(300)), str(band_of(5000))
    ('easy', 'medium', 'expert')
    """
    for band, bound in UPPER_BOUNDS.items():
        if rating < bound:
            return band
    return Band.EXPERT


@dataclass(frozen=True)
class Difficulty:
    """What a rating is made of."""

    turns: int
    misses: int
    trap_cost: int

    @property
    def rating(self) -> int:
        """The puzzle's rating.

        >>> Difficulty(turns=2, misses=1, trap_cost=3).rating
        360
        """
        cost = min(self.trap_cost, MOST_TRAP_COST)
        return TURN_POINTS * self.turns + MISS_POINTS * self.misses + TRAP_POINTS * cost


def difficulty(
    position: Position, solution: str, turns: int, values: Mapping[str, Value | None]
) -> Difficulty:
    """How hard a move is to find, given the values of all."""
    looks = list(quick_looks(position))
    tempting = {*looks, *favourites(position), *greedy_choices(position)} - {solution}
    cost = sum(LOST_COST if isinstance(values[move], Loss) else SLIPPED_COST for move in tempting)
    return Difficulty(turns, sum(move != solution for move in looks), cost)


def quick_looks(position: Position) -> Iterator[str]:
    """What the engine chooses if it hardly thinks."""
    for nodes in LOOKS:
        limits = Limits(nodes=nodes)
        engine = Engine(position.game, memory=limits.megabytes(1))
        yield str(engine.think(position, limits).best)


def favourites(position: Position) -> list[str]:
    """The moves after which the evaluation is highest.

    A move that ends the game counts as what it is: a win before all others, a loss after them.
    """
    evaluate = searches(type(position.game)).knowledge.evaluate
    looks: dict[str, int] = {}
    for move, code in position.legal_moves.codes.items():
        after = position.play_unchecked(code)
        outcome = after.outcome
        if outcome is None:
            seen = int(evaluate(position.game.rules, after.state))
            looks[move] = seen if after.mover is position.mover else -seen
        elif outcome.winner is None:
            looks[move] = 0
        else:
            looks[move] = DECIDED if outcome.winner is position.mover else -DECIDED
    return sorted(looks, key=lambda move: (-looks[move], move))[:FAVOURITES]


def greedy_choices(position: Position) -> list[str]:
    """The moves that take most at once; none if they are no fewer than the others."""
    worths = {
        str(branch.move): worth(branch.position, position.mover) for branch in position.expand()
    }
    most = max(worths.values())
    best = [move for move, value in worths.items() if value == most]
    return best if 2 * len(best) <= len(worths) else []
