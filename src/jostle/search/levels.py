"""Ten levels of play, from one that a child beats to the best there is.

A level sees only so many positions before it chooses, and it chooses among the moves that look
nearly best: the softer it is, the more freely. It never blunders on purpose. The numbers stand in
each game's ``levels.py``; how strong they make each level is measured in ``docs/levels.md``.
"""

from __future__ import annotations

import threading
from functools import cache
from importlib import import_module
from math import exp
from random import Random

import numpy as np

from jostle.core.game import Game, Move
from jostle.core.match import Match
from jostle.core.scores import DECIDED, INFINITE
from jostle.search.agent import Agent
from jostle.search.deepening import DEEPEST
from jostle.search.exact import FindOracle, best_moves
from jostle.search.limits import Limits
from jostle.search.past import past_of
from jostle.search.thinking import DEFAULT_MEMORY, Engine
from jostle.search.worker import Stopped, Worker

LEVELS = range(1, 11)
MOST_SECONDS = 1.0  # for a move, whatever the level
CAREFUL = 3  # the level from which on the opponent's replies are always looked at
EAGER = 2  # times the softness: how much better than the rest a win looks to the levels below
SLACK = 5  # times the softness: a move that is worse by more is never chosen


@cache
def levels_of(game: type[Game]) -> tuple[tuple[int, float], ...]:
    """A game's levels: how many positions each looks at, and how soft its choice is."""
    module = import_module(f"{game.__module__.rpartition('.')[0]}.levels")
    levels: tuple[tuple[int, float], ...] = module.LEVELS
    return levels


class LevelAgent(Agent):
    """Plays at one of the ten levels; the highest plays perfectly where there is an oracle."""

    def __init__(self, level: int, *, seed: int = 0, oracles: FindOracle | None = None) -> None:
        self.name = f"level:{level}"
        self.level = level
        self._seed = seed
        self._oracles = oracles if level == LEVELS[-1] else None
        self._engine: Engine | None = None

    def choose(self, match: Match) -> Move:
        random = Random(f"{self._seed} {len(match.moves)} {match.position.text}")
        oracle = None if self._oracles is None else self._oracles(match.game)
        if oracle is not None and match.outcome is None and (best := best_moves(oracle, match)):
            return match.position.move_of(random.choice(best))
        nodes, softness = levels_of(type(match.game))[self.level - 1]
        if self._engine is None or self._engine.game != match.game:
            memory = Limits(nodes=nodes).megabytes(DEFAULT_MEMORY)
            self._engine = Engine(match.game, memory=memory)
        self._engine.clear()  # so that the choice depends on nothing but the match and the seed
        if softness == 0:
            return self._engine.think(match, Limits(MOST_SECONDS, None, nodes)).best
        worker = self._engine.workers[0]
        worker.begin(nodes, 0)
        timer = threading.Timer(MOST_SECONDS, worker.stop)
        timer.start()
        try:
            sure_depth = 2 if self.level >= CAREFUL else 1
            scores = scored_moves(worker, match, SLACK * softness, sure_depth)
        finally:
            timer.cancel()
        if self.level < CAREFUL:
            scores = overlooking(scores, softness)
        code = softly_chosen(scores, softness, random)
        return match.position.move_of(code)

    def start_anew(self) -> None:
        self._engine = None


def scored_moves(worker: Worker, match: Match, slack: float, sure_depth: int) -> dict[int, int]:
    """The score of every move that is not worse than the best by more than some slack.

    The moves are searched deeper and deeper until the worker's limit, the first depths whatever
    the limit.
    """
    game, state, past = match.game, match.position.state, past_of(match)
    scores = dict.fromkeys(game.kernel.legal(game.rules, state).tolist(), 0)
    for depth in range(1, DEEPEST):
        try:
            if depth <= sure_depth:
                with worker.unlimited():
                    scores = _searched(worker, game, state, past, scores, depth, slack)
            else:
                scores = _searched(worker, game, state, past, scores, depth, slack)
        except Stopped:
            break
        if abs(max(scores.values())) >= DECIDED:
            break
    return scores


def _searched(
    worker: Worker,
    game: Game,
    state: tuple[int, ...],
    past: np.ndarray,
    before: dict[int, int],
    depth: int,
    slack: float,
) -> dict[int, int]:
    """The moves' scores one ply deeper; a move far below the best has a bound for a score."""
    scores: dict[int, int] = {}
    best = -INFINITE
    for code in sorted(before, key=lambda code: -before[code]):
        after = game.kernel.play(game.rules, state, code)
        other = (after[-1] ^ state[-1]) & 1
        low = max(best - int(slack) - 1, -INFINITE)
        if game.kernel.repetition_key(after) in past:
            score = 0
        elif other:
            score = -worker.search(after, depth - 1, -INFINITE, -low, past=past)
        else:
            score = worker.search(after, depth - 1, low, INFINITE, past=past)
        if abs(score) >= DECIDED:
            score -= 1 if score > 0 else -1  # the move itself is a ply
        scores[code] = score
        best = max(best, score)
    return scores


def overlooking(scores: dict[int, int], softness: float) -> dict[int, int]:
    """The scores as a beginner sees them, who likes a win but may overlook it, and a loss too."""
    guesses = [score for score in scores.values() if abs(score) < DECIDED] or [0]
    best, worst = max(guesses) + int(EAGER * softness), min(guesses)
    return {
        code: score if abs(score) < DECIDED else best if score > 0 else worst
        for code, score in scores.items()
    }


def softly_chosen(scores: dict[int, int], softness: float, random: Random) -> int:
    """One of the moves, the better the likelier; a win is taken and a loss avoided."""
    best = max(scores.values())
    if abs(best) >= DECIDED:
        return random.choice([code for code, score in scores.items() if score == best])
    near = {
        code: exp((score - best) / softness)
        for code, score in scores.items()
        if score >= best - SLACK * softness and score > -DECIDED
    }
    return random.choices(list(near), list(near.values()))[0]
