"""Stopping as soon as it is clear: a sequential test, and claims that a score be above a figure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from jostle.arena.errors import cannot
from jostle.arena.statistics import POINTS, PairScores, expected

UNSEEN = 1e-3  # pairs; a result that has not come yet is not taken to be impossible
HALVINGS = 45

# A claim is looked at before the end after so many pairs, and then each time the series has grown
# by a quarter. Whoever looks at a 95 % interval after every pair, and stops once it suits, claims
# what is not so in one series of five; with these looks at a wider interval it is one in twenty.
FIRST_LOOK = 10
GROWTH = 1.25
EARLY_CONFIDENCE = 0.99


class Verdict(StrEnum):
    """What a test says; the values stand in JSON."""

    HIGHER = "elo1"
    LOWER = "elo0"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Sprt:
    """The sequential probability ratio test between two differences in Elo points.

    ``alpha`` is the risk of deciding for the higher one where the lower holds, ``beta`` that of the
    opposite. It looks at the scores of pairs and takes their distribution from what is seen: each
    hypothesis is represented by the distribution nearest to that among those with its mean.
    """

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise cannot("elo", elo0=self.elo0, elo1=self.elo1)
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise cannot("risk", alpha=self.alpha, beta=self.beta)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which it is decided."""
        low = math.log(self.beta / (1 - self.alpha))
        return low, math.log((1 - self.beta) / self.alpha)

    def ratio(self, scores: PairScores) -> float:
        """The logarithm of how much more likely the scores are with ``elo1`` than with ``elo0``."""
        if not scores.pairs:
            return 0.0
        counts = [count or UNSEEN for count in scores.counts]
        return log_likelihood(counts, expected(self.elo1)) - log_likelihood(
            counts, expected(self.elo0)
        )

    def verdict(self, scores: PairScores) -> Verdict:
        """What the scores so far decide."""
        low, high = self.bounds
        ratio = self.ratio(scores)
        if ratio >= high:
            return Verdict.HIGHER
        return Verdict.LOWER if ratio <= low else Verdict.UNDECIDED

    def to_json(self) -> dict[str, float]:
        return {"elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta}


@dataclass(frozen=True)
class Claim:
    """The claim that A's share of the points is above a figure."""

    above: float

    def __post_init__(self) -> None:
        if not 0 <= self.above < 1:
            raise cannot("above", above=self.above)

    def is_shown(self, scores: PairScores, *, is_last: bool) -> bool:
        """Whether the scores show it, at the end of a series or before that."""
        if is_last:
            return scores.interval().low > self.above
        is_look = scores.pairs in looks(scores.pairs)
        return is_look and scores.interval(EARLY_CONFIDENCE).low > self.above


def looks(pairs: int) -> Iterator[int]:
    """After which pairs a claim is looked at, as far as this one.

    >>> list(looks(30))
    [10, 13, 17, 22, 28]
    """
    look = FIRST_LOOK
    while look <= pairs:
        yield look
        look = math.ceil(look * GROWTH)


def log_likelihood(counts: Sequence[float], mean: float) -> float:
    """How likely counts of the pairs' scores are at most if those have this mean.

    Lagrange: the likeliest probabilities with a given mean are the frequencies divided by
    1 + slope · (points − mean), with the one slope that makes the mean come out. What the slope
    is solved for falls steadily between the two slopes at which a probability would be infinite.
    The constant that all means share is left out.
    """
    away = [point - mean for point in POINTS]
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(HALVINGS):
        slope = (low + high) / 2
        if sum(n * gap / (1 + slope * gap) for n, gap in zip(counts, away, strict=True)) > 0:
            low = slope
        else:
            high = slope
    slope = (low + high) / 2
    return -sum(n * math.log1p(slope * gap) for n, gap in zip(counts, away, strict=True))
