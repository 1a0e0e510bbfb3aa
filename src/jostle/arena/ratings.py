"""Ratings of several agents from the games between them.

In the model of Bradley and Terry an agent rated r Elo points above another scores
1 / (1 + 10^(−r/400)) against it; draws count half. The ratings are those that make the results most
likely, with the first agent at 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from jostle.arena.statistics import CONFIDENCE, ELO_SCALE, PairScores

STEPS = 100
ENOUGH = 1e-9  # logarithmic odds


@dataclass(frozen=True)
class Pairing:
    """What one agent scored against another, each given by its place in a list."""

    first: int
    second: int
    scores: PairScores


@dataclass(frozen=True)
class Rating:
    """An agent's strength in Elo points, and the half width of its 95 % interval."""

    elo: float
    error: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of all agents; None for one that no games link with the first.

    Where nobody on one side of a divide ever scored against the other side, the gap would be
    infinite. A drawn game is added to the pairings across it, which stand in ``softened``: such a
    gap is larger than it looks.
    """

    agents: tuple[Rating | None, ...]
    softened: tuple[Pairing, ...]


def rate(count: int, pairings: Sequence[Pairing]) -> Ratings:
    """The likeliest ratings of so many agents."""
    used = [pairing for pairing in pairings if pairing.scores.pairs]
    points, games, variance = (np.zeros((count, count)) for _ in range(3))
    for pairing in used:
        first, second, scores = pairing.first, pairing.second, pairing.scores
        points[first, second] += scores.points
        points[second, first] += 2 * scores.pairs - scores.points
        for places in ((first, second), (second, first)):
            games[places] += 2 * scores.pairs
            variance[places] += scores.pairs * 4 * scores.variance
    linked = _reachable(games > 0)[0]
    members = np.flatnonzero(linked)
    softened = _soften(points, games, used)
    within = np.ix_(members, members)
    odds = _likeliest(points[within], games[within])
    errors = _errors(odds, games[within], variance[within])
    found: list[Rating | None] = [None] * count
    for place, member in enumerate(members.tolist()):
        found[member] = Rating(float(ELO_SCALE * odds[place]), float(ELO_SCALE * errors[place]))
    return Ratings(tuple(found), tuple(softened))


def _soften(points: np.ndarray, games: np.ndarray, pairings: list[Pairing]) -> list[Pairing]:
    """Add a draw to each pairing across a divide, and tell which these are.

    The likeliest ratings are finite if and only if there is a chain of points from every agent to
    every other (Ford, 1957).
    """
    reachable = _reachable(points > 0)
    across = [
        pairing
        for pairing in pairings
        if not (
            reachable[pairing.first, pairing.second] and reachable[pairing.second, pairing.first]
        )
    ]
    for pairing in across:
        for places in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            points[places] += 0.5
            games[places] += 1
    return across


def _reachable(links: np.ndarray) -> np.ndarray:
    """Which places can be reached from which by links, each from itself in any case."""
    reached = links | np.eye(len(links), dtype=bool)
    for middle in range(len(links)):
        reached |= np.outer(reached[:, middle], reached[middle])
    return reached


def _likeliest(points: np.ndarray, games: np.ndarray) -> np.ndarray:
    """The logarithmic odds of each agent against the first, by Newton's method.

    The likelihood has one maximum. A step that would lower it was too long and is halved.
    """
    odds = np.zeros(len(points))
    for _ in range(STEPS):
        expected = _expected(odds)
        slope = (points - games * expected).sum(axis=1)[1:]
        step = np.linalg.solve(_information(games, expected)[1:, 1:], slope)
        length, before = 1.0, _log_likelihood(points, odds)
        while _log_likelihood(points, odds + np.append(0, length * step)) < before - ENOUGH:
            length /= 2
        odds[1:] += length * step
        if np.abs(step).max(initial=0) < ENOUGH:
            break
    return odds


def _expected(odds: np.ndarray) -> np.ndarray:
    """What each scores against each."""
    shares: np.ndarray = 0.5 + 0.5 * np.tanh((odds[:, None] - odds[None, :]) / 2)
    return shares


def _log_likelihood(points: np.ndarray, odds: np.ndarray) -> float:
    gaps = odds[:, None] - odds[None, :]
    return -float((points * np.logaddexp(0, -gaps)).sum())


def _information(games: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Fisher's information about the odds, if all games were independent and none drawn."""
    return _laplacian(games * expected * (1 - expected))


def _laplacian(weights: np.ndarray) -> np.ndarray:
    laplacian: np.ndarray = np.diag(weights.sum(axis=1)) - weights
    return laplacian


def _errors(odds: np.ndarray, games: np.ndarray, variance: np.ndarray) -> np.ndarray:
    """Half the widths of the intervals, by the delta method.

    The variance of the points is taken from the pairs and not from the model, which knows neither
    of draws nor of the two games of a pair having an opening in common.
    """
    inverse = np.linalg.inv(_information(games, _expected(odds))[1:, 1:])
    covariance = inverse @ _laplacian(variance)[1:, 1:] @ inverse
    quantile = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    errors: np.ndarray = quantile * np.sqrt(np.append(0, np.diag(covariance)))
    return errors
