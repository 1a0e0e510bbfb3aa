"""Fit the weights of a game's evaluation to the results of games that the engine plays with itself.

    python tools/fit_evaluation.py push-push --games 2000 --nodes 1000

Each game begins with some random moves and goes on with moves that are nearly best. Of every quiet
position the features are noted, with what the search thought of it and how the game ended. A
logistic regression gives the weights (in centilogits), another the scale by which a searched score
becomes a chance. Both are printed; they stand in the game's ``knowledge.py``.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

import numpy as np
import typer
from rich.progress import track

import jostle
from jostle.core.players import Player
from jostle.core.scores import DECIDED
from jostle.search.deepening import DEEPEST, Deepening
from jostle.search.past import past_of
from jostle.search.specialised import searches
from jostle.search.table import new_table
from jostle.search.worker import Worker

LONGEST = 300  # plies; a game that is not over by then counts as a draw
LINES = 3  # among which the next move is chosen
SOFTNESS = 25  # in centilogits
PENALTY = 1e-3  # on large weights, in the units of the regression
ROUNDS = 30


def play(variant: str, nodes: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Play a game; returns features, searched scores and results of its quiet positions."""
    random = Random(seed)
    game = jostle.game(variant)
    knowledge = searches(type(game)).knowledge
    room = np.empty(game.kernel.module.MOST_MOVES, dtype=np.int64)
    worker = Worker(game, new_table(max(0.25, nodes * 32 / 2**20)))
    match = jostle.Match(game)
    for _ in range(random.randrange(2, 9)):
        if match.outcome is None:
            match.play(random.choice(list(match.position.legal_moves)))
    rows: list[np.ndarray] = []
    scores: list[int] = []
    movers: list[Player] = []
    while match.outcome is None and len(match.moves) < LONGEST:
        state = match.position.state
        worker.begin(nodes, len(match.moves))
        search = Deepening(game, worker, state, past_of(match))
        wanted = min(LINES, len(match.position.legal_moves))
        for depth in range(1, DEEPEST):
            if not search.deepen(depth, wanted) or search.settled:
                break
        best = search.lines[0].score
        quiet = not knowledge.threatened(game.rules, state)
        quiet = quiet and not knowledge.noisy(game.rules, state, room)
        if quiet and abs(best) < DECIDED:
            rows.append(np.array(knowledge.features(game.rules, state)) / knowledge.UNIT)
            scores.append(best)
            movers.append(match.position.mover)
        chances = [
            np.exp(min(max(line.score - best, -2000), 0) / SOFTNESS) for line in search.lines
        ]
        code = random.choices(search.lines, chances)[0].codes[0]
        match.play(match.position.move_of(code))
    winner = None if match.outcome is None else match.outcome.winner
    results = [0.5 if winner is None else float(winner is mover) for mover in movers]
    width = len(knowledge.WEIGHTS)
    return np.array(rows, dtype=float).reshape(-1, width), np.array(scores), np.array(results)


def regression(inputs: np.ndarray, results: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Logistic regression by Newton's method: the weights and their standard errors."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(ROUNDS):
        chances = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (results - chances) - PENALTY * weights
        curve = (inputs * (chances * (1 - chances))[:, None]).T @ inputs
        curve += PENALTY * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights, np.sqrt(np.diag(np.linalg.inv(curve)))


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description="fit the weights of an evaluation")
    parser.add_argument("variants", nargs="+")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    chosen = parser.parse_args()
    parts = []
    with ProcessPoolExecutor(chosen.workers) as pool:
        for variant in chosen.variants:
            seeds = range(chosen.seed * 1_000_000, chosen.seed * 1_000_000 + chosen.games)
            games = pool.map(partial(play, variant, chosen.nodes), seeds, chunksize=8)
            parts += list(track(games, description=variant, total=chosen.games))
    inputs, scores, results = (np.concatenate(column) for column in zip(*parts, strict=True))
    weights, errors = regression(inputs, results)
    scale, _ = regression(scores[:, None] / 100, results)
    for weight, error in zip(weights, errors, strict=True):
        typer.echo(f"{100 * weight:9.2f} ± {100 * error:.2f}")
    typer.echo(f"WEIGHTS = {[round(100 * weight) for weight in weights]}")
    drawn = f"{np.mean(results == 0.5):.0%} of them in draws"
    source = f"from {len(results)} positions, {len(parts)} games, {drawn}"
    typer.echo(f"SCALE = {round(100 / scale[0])} {source}")
    told = 1 / (1 + np.exp(-scores / 100 * scale[0]))
    for low in np.arange(0, 1, 0.1):
        inside = (told >= low) & (told < low + 0.1)
        if inside.any():
            seen = f"told {told[inside].mean():.3f}, seen {results[inside].mean():.3f}"
            typer.echo(f"{low:.1f}: {seen} ({inside.sum()})")


if __name__ == "__main__":
    main()
