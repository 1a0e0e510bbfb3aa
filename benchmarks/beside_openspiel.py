"""``jostle bench`` beside OpenSpiel's own C++ random rollouts of Breakthrough 7×7, in one run.

OpenSpiel's evaluator plays whole random games in C++ and tells only how they ended, so its moves a
second are its games a second times the mean length of random games, measured apart.
"""

from __future__ import annotations

import random
import time

import pyspiel
from rich.console import Console

from jostle.cli.benchmark import measure, table_of
from jostle.games import GAMES, game, game_class

SECONDS = 2.0
LENGTH_SAMPLE = 2000
ROLLOUTS = 200


def mean_length(breakthrough: pyspiel.Game) -> float:
    """The mean number of moves of a random game."""
    source = random.Random(1)
    moves = 0
    for _ in range(LENGTH_SAMPLE):
        state = breakthrough.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
            moves += 1
    return moves / LENGTH_SAMPLE


def rollouts_per_second(breakthrough: pyspiel.Game) -> float:
    """Random games that OpenSpiel plays in a second, in C++ and on one thread.

    Its evaluator cannot be called from Python; a search of one simulation calls it once, on the
    start position, and does nothing else.
    """
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=ROLLOUTS, seed=1)
    bot = pyspiel.MCTSBot(
        breakthrough,
        evaluator,
        uct_c=2.0,
        max_simulations=1,
        max_memory_mb=10,
        solve=False,
        seed=1,
        verbose=False,
    )
    start = breakthrough.new_initial_state()
    games = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < SECONDS:
        bot.mcts_search(start)
        games += ROLLOUTS
    return games / (time.perf_counter() - begun)


def main() -> None:
    """Measure both and print them."""
    console = Console()
    breakthrough = pyspiel.load_game("breakthrough(rows=7,columns=7)")
    length = mean_length(breakthrough)
    before = rollouts_per_second(breakthrough)
    variants = [variant for name in GAMES for variant in game_class(name).main_variants]
    figures = [measure(game(variant), SECONDS) for variant in variants]
    # Once before and once after, so that a machine that grows busy meanwhile is noticed.
    games = (before + rollouts_per_second(breakthrough)) / 2
    theirs = games * length
    console.print(table_of(figures))
    console.print(
        f"OpenSpiel, Breakthrough 7×7: {games:,.0f} games/s × {length:.1f} moves"
        f" = {theirs / 1e6:.2f} M moves/s on one thread"
    )
    for entry in figures:
        console.print(f"{entry.variant}: {entry.moves_per_second / theirs:.1f} times OpenSpiel")


if __name__ == "__main__":
    main()
