"""How fast a solved table answers: from compiled code, from Python, and as a share of playing.

    python benchmarks/probing.py pomeczi

The positions are those of random games. The ratio is of the time that compiled code needs to play
such games and ask for every position, and to play them alone.
"""

from __future__ import annotations

import sys
import time
from random import Random

import numpy as np
import typer

import jostle
from jostle.solve.tables import open_table

PROBES = 500_000
PYTHON_PROBES = 20_000


def main() -> None:
    """Measure and print."""
    game = jostle.game(sys.argv[1] if len(sys.argv) > 1 else "pomeczi")
    table = open_table(game)
    if table is None:
        typer.echo(f"solve it first: jostle solve {game.variant}", err=True)
        raise SystemExit(2)
    table.missing_in_games(1000)
    begun = time.perf_counter()
    missing = table.missing_in_games(PROBES, seed=1)
    probing = time.perf_counter() - begun
    results = np.zeros(4, dtype=np.int64)
    begun = time.perf_counter()
    moves = game.kernel.playouts(game.rules, game.start().state, 20_000, 10_000, 1, results)
    playing = (time.perf_counter() - begun) / moves * PROBES
    positions = some_positions(game, PYTHON_PROBES)
    begun = time.perf_counter()
    for position in positions:
        jostle.probe(position)
    python = (time.perf_counter() - begun) / len(positions)
    typer.echo(f"compiled: {PROBES / probing:,.0f} probes a second, {missing} positions missing")
    typer.echo(f"          {probing / playing:.0f} times the time of playing the same moves alone")
    typer.echo(f"Python:   {1e6 * python:.1f} µs for jostle.probe(position)")


def some_positions(game: jostle.Game, wanted: int) -> list[jostle.Position]:
    """Positions of random games."""
    random = Random(1)
    positions: list[jostle.Position] = []
    while len(positions) < wanted:
        position = game.start()
        while position.outcome is None and len(positions) < wanted:
            positions.append(position)
            position = position.play(random.choice(list(position.legal_moves)))
    return positions


if __name__ == "__main__":
    main()
