"""Scores with their uncertainty, from the results of pairs of games.

The two games of a pair start from the same opening, so they are not independent; pairs are. All
that is said about uncertainty is therefore computed from the scores of whole pairs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
POINTS = (0.0, 0.25, 0.5, 0.75, 1.0)  # a pair's score as a share of its two points
# How much is known beforehand of the scatter of pairs: as if that many more had been seen. It
# matters in short series alone, above all in those without any scatter.
PRIOR_PAIRS = 2.0
ELO_SCALE = 400 / math.log(10)  # Elo points to a factor e in the odds


@dataclass(frozen=True)
class Interval:
    """The values that agree with what was seen."""

    low: float
    high: float


@dataclass(frozen=True)
class PairScores:
    """How many pairs brought A 0, ½, 1, 1½ and 2 points.

    >>> scores = PairScores.of([2, 1.5, 1, 1])
    >>> scores.counts, scores.pairs, scores.mean
    ((0, 0, 2, 1, 1), 4, 0.6875)
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, points: Iterable[float]) -> PairScores:
        """Count the points of pairs."""
        counts = [0] * len(POINTS)
        for value in points:
            counts[round(2 * value)] += 1
        first, second, third, fourth, fifth = counts
        return cls((first, second, third, fourth, fifth))

    def plus(self, points: float) -> PairScores:
        """These and one pair more."""
        place = round(2 * points)
        first, second, third, fourth, fifth = (
            count + (index == place) for index, count in enumerate(self.counts)
        )
        return PairScores((first, second, third, fourth, fifth))

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def points(self) -> float:
        """What A has scored, a point a game won."""
        return 2 * _dot(self.counts, POINTS)

    @property
    def mean(self) -> float:
        """A's share of the points."""
        return _dot(self.counts, POINTS) / self.pairs

    @property
    def scatter(self) -> float:
        """The variance of a pair's score beside that of a single game which is won or lost.

        It is ½ for two independent games without draws, less where draws or sides level the
        pairs out, and 1 where an opening decides both games alike. What is known beforehand is ½.
        """
        seen, mean = self.pairs - 1, self.mean
        if mean in (0, 1):
            return 0.5  # nothing can be seen of it there
        squares = _dot(self.counts, [(point - mean) ** 2 for point in POINTS])
        spread = squares / (mean * (1 - mean))
        return (spread + PRIOR_PAIRS / 2) / (seen + PRIOR_PAIRS)

    @property
    def variance(self) -> float:
        """The variance of a pair's score, never quite nothing."""
        softened = (self.points + 0.5) / (2 * self.pairs + 1)
        return self.scatter * softened * (1 - softened)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Where the true share of the points lies.

        That is Wilson's interval for as many independent games as carry the same information as
        these pairs: a share p is inside if the mean is not too far from it for the variance that
        there would be *at p*. So it has a width even if every game was won.
        """
        return wilson(self.mean, self.pairs / self.scatter, confidence)


def wilson(mean: float, trials: float, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's interval for a share that was seen in so many independent trials.

    >>> interval = wilson(1.0, 20)
    >>> round(interval.low, 4), interval.high
    (0.8389, 1.0)
    """
    quantile = NormalDist().inv_cdf((1 + confidence) / 2)
    weight = quantile**2 / trials
    middle = (mean + weight / 2) / (1 + weight)
    half = quantile / (1 + weight) * math.sqrt(mean * (1 - mean) / trials + weight / (4 * trials))
    # Rounding must not push an end out, nor past the mean.
    return Interval(max(0.0, min(mean, middle - half)), min(1.0, max(mean, middle + half)))


def elo(score: float) -> float:
    """The difference in Elo points that an expected score stands for; infinite at 0 and 1.

    >>> round(elo(0.75), 1), elo(0.5), elo(1.0)
    (190.8, 0.0, inf)
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return ELO_SCALE * math.log(score / (1 - score))


def expected(difference: float) -> float:
    """The score that a difference in Elo points lets expect.

    >>> expected(0), round(expected(400), 4)
    (0.5, 0.9091)
    """
    # Written with tanh, it neither overflows nor loses digits.
    return 0.5 + 0.5 * math.tanh(difference / (2 * ELO_SCALE))


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(first, second, strict=True))
