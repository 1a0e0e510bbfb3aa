"""What Jostle found, in the words of the protocol."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from jostle.core.outcome import Outcome
from jostle.core.players import Player
from jostle.search.analysis import Analysis
from jostle.search.score import Score

MOST_CENTIPOINTS = 1000
RESULTS = {Player.ONE: "p1win", Player.TWO: "p2win", None: "draw"}


def told_score(score: Score) -> str:
    """A score: ``mate`` with a number of plies if it is proven, centipoints otherwise.

    The protocol counts plies, not moves, and writes losses with a minus. Centipoints are a hundred
    times the logarithm of the odds: 0 is an even game or a proven draw, 100 a chance of 73 %.

    >>> from jostle.core.values import Loss
    >>> told_score(Score.exact(Player.ONE, Loss(4))), told_score(Score(Player.ONE, 0.73))
    ('mate -4', 'cp 99')
    """
    if score.value is not None and score.value.sign and score.value.plies:
        return f"mate {score.value.sign * score.value.plies}"
    chance = min(max(score.probability, 1e-9), 1 - 1e-9)
    centipoints = round(100 * log(chance / (1 - chance)))
    return f"cp {min(max(centipoints, -MOST_CENTIPOINTS), MOST_CENTIPOINTS)}"


def told_analysis(analysis: Analysis) -> Iterator[str]:
    """A line ``info …`` for each line of play, the best first."""
    for rank, line in enumerate(analysis.lines, 1):
        moves = " ".join(map(str, line.moves))
        yield (
            f"info depth {analysis.depth} multipv {rank} score {told_score(line.score)} "
            f"{told_effort(analysis.nodes, analysis.seconds)} pv {moves}"
        )


def told_effort(nodes: int, seconds: float) -> str:
    """How much thinking it took."""
    speed = round(nodes / seconds) if seconds > 0 else nodes
    return f"nodes {nodes} nps {speed} time {round(seconds * 1000)}"


def told_result(outcome: Outcome | None) -> str:
    """How a game ended, or ``none`` while it goes on."""
    return "none" if outcome is None else RESULTS[outcome.winner]


def told_truth(truth: bool) -> str:
    """Yes or no."""
    return "true" if truth else "false"
