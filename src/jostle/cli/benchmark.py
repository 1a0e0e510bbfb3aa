"""``jostle bench``: how fast the games are on this machine."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from statistics import median
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from jostle.cli import batch
from jostle.cli.setting_up import prepare_kernels
from jostle.core.game import Game, Position
from jostle.core.messages import say
from jostle.games import GAMES, game, game_class
from jostle.search.limits import Limits
from jostle.search.thinking import Engine

LONGEST_PLAYOUT = 10_000  # moves; a game that goes round in circles is stopped there
ROUNDS = 5  # of playouts, of which the median counts
POSITIONS = 200  # in a sample from random games


@dataclass(frozen=True)
class Figures:
    """What was measured of one variant."""

    variant: str
    moves_per_second: float
    games_per_second: float
    moves_per_game: float
    moves_per_second_all_cores: float
    cores: int
    perft_nodes_per_second: float
    search_positions_per_second: float
    batch_positions_per_second: float
    expand_milliseconds: float


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("bench", help=say("cli.help.bench"))(bench)


def bench(
    variants: Annotated[
        list[str] | None, typer.Argument(help=say("cli.help.bench-variants"))
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, max=60, help=say("cli.help.seconds"))] = 1.0,
    as_json: Annotated[bool, typer.Option("--json", help=say("cli.help.json"))] = False,
) -> None:
    """Measure playouts, perft, search and batches."""
    prepare_kernels()
    chosen = variants or [text for name in GAMES for text in game_class(name).main_variants]
    games = [game(variant) for variant in chosen]
    figures = []
    for current in games:
        if not as_json:
            Console(stderr=True).print(say("cli.bench.measuring", variant=current.variant))
        figures.append(measure(current, seconds))
    if as_json:
        typer.echo(json.dumps([asdict(entry) for entry in figures], indent=2))
    else:
        Console().print(table_of(figures))


def measure(current: Game, seconds: float) -> Figures:
    """Measure one variant, each figure for about this long."""
    cores = os.cpu_count() or 1
    games, length = calibrated(current, seconds / ROUNDS)
    # By turns, so that a machine that is busy for a while slows both alike.
    rounds = [(timed(current, games, 1), timed(current, games, cores)) for _ in range(ROUNDS)]
    alone, together = (median(rates) for rates in zip(*rounds, strict=True))
    sample = sample_positions(current)
    nodes, nodes_spent = perft_nodes(current, sample, seconds)
    return Figures(
        variant=current.variant,
        moves_per_second=alone,
        games_per_second=alone / length,
        moves_per_game=length,
        moves_per_second_all_cores=together,
        cores=cores,
        perft_nodes_per_second=nodes / nodes_spent,
        search_positions_per_second=searched(current, seconds),
        batch_positions_per_second=1 / seconds_each(sample, answered, seconds),
        expand_milliseconds=1000 * seconds_each(sample, expanded, seconds),
    )


def playouts(current: Game, games: int) -> int:
    """Play random games from the start; returns the number of moves."""
    start, results = current.start().state, np.zeros(4, dtype=np.int64)
    seed = random.getrandbits(64)
    return current.kernel.playouts(current.rules, start, games, LONGEST_PLAYOUT, seed, results)


def calibrated(current: Game, seconds: float) -> tuple[int, float]:
    """How many random games take about this long, and their mean length."""
    games, moves, size = 0, 0, 8
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        moves += playouts(current, size)
        games, size = games + size, size * 2
    spent = time.perf_counter() - begun
    return max(1, int(games / spent * seconds)), moves / games


def timed(current: Game, games: int, threads: int) -> float:
    """Moves a second when each of some threads plays so many random games."""
    with ThreadPoolExecutor(threads) as pool:
        begun = time.perf_counter()
        moves = sum(pool.map(lambda share: playouts(current, share), [games] * threads))
        return moves / (time.perf_counter() - begun)


def sample_positions(current: Game) -> list[Position]:
    """Unfinished positions from random games, the same ones every time."""
    source = random.Random(1)
    sample: list[Position] = []
    while len(sample) < POSITIONS:
        position = current.start()
        for _ in range(source.randrange(60)):
            if position.outcome is not None:
                break
            position = position.play_unchecked(
                source.choice(list(position.legal_moves.codes.values()))
            )
        if position.outcome is None:
            sample.append(position)
    return sample


def perft_nodes(current: Game, sample: list[Position], seconds: float) -> tuple[int, float]:
    """Paths of three moves from positions of the sample, and the time they took."""
    nodes = 0
    begun = time.perf_counter()
    for position in sample * 1000:
        nodes += current.kernel.perft(current.rules, position.state, 3)
        if time.perf_counter() - begun >= seconds:
            break
    return nodes, time.perf_counter() - begun


def searched(current: Game, seconds: float) -> float:
    """Positions a second that one thread makes when it thinks about the start."""
    analysis = Engine(current).think(current.start(), Limits(seconds=seconds))
    return analysis.nodes / analysis.seconds


def seconds_each(
    sample: list[Position], work: Callable[[Position], object], seconds: float
) -> float:
    """The mean time of some work on a position."""
    done = 0
    begun = time.perf_counter()
    for position in sample * 1000:
        work(position)
        done += 1
        if time.perf_counter() - begun >= seconds:
            break
    return (time.perf_counter() - begun) / done


def answered(position: Position) -> object:
    """What ``moves --batch`` does for a line."""
    return json.dumps(batch.answer(f"{position.game.variant}\t{position.text}"))


def expanded(position: Position) -> object:
    """All moves with their effects and resulting positions, from nothing but the state."""
    branches = Position(position.game, position.state).expand()
    return [branch.position.text for branch in branches]


def table_of(figures: list[Figures]) -> Table:
    """The figures for people."""
    columns = ("variant", "moves", "all-cores", "gain", "perft", "search", "batch", "expand")
    # Without lines it fits into 80 columns.
    table = Table(caption=say("cli.bench.caption"), caption_justify="left", box=None)
    for name in columns:
        if name == "variant":
            table.add_column(say(f"cli.bench.{name}"), overflow="fold", min_width=14)
        else:
            table.add_column(say(f"cli.bench.{name}"), justify="right")
    for entry in figures:
        table.add_row(
            entry.variant,
            f"{entry.moves_per_second / 1e6:.1f} M",
            f"{entry.moves_per_second_all_cores / 1e6:.1f} M",
            f"{entry.moves_per_second_all_cores / entry.moves_per_second:.2f}",
            f"{entry.perft_nodes_per_second / 1e6:.0f} M",
            f"{entry.search_positions_per_second / 1e6:.1f} M",
            f"{entry.batch_positions_per_second:,.0f}",
            f"{entry.expand_milliseconds:.2f} ms",
        )
    return table
