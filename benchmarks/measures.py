"""What is measured of a build: kernels, search and serving.

A build is reached only through its command line, UGI and the server's API, which stay while the
code behind them changes. Every figure is a time for a unit of work, so less is better.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import httpx2
from benchmarks.builds import JOSTLE, Build
from benchmarks.processes import ProcessFailed, conversation, cpu_seconds, last_line
from benchmarks.random_games import random_match
from benchmarks.serving import Listener
from tests import serving as servers
from tests.bots import client_of_many, seat_two
from websockets.exceptions import WebSocketException

BENCH_SECONDS = 0.2  # for each figure of ``jostle bench``

NODES = 500_000  # of each search
SEARCHED_PLIES = (0, 4, 8)  # of a random game, after which the position is searched
WARM_UP_NODES = 1000

TABLES = 50  # games that are played at the same time
PLIES = 30
WARM_UP_TABLES = 4
MOST_SECONDS = 60  # for all games of a variant; a few are usual


@dataclass(frozen=True)
class Measure:
    """A kind of work and the unit of its cost, in wall time if it does not say CPU."""

    area: str
    name: str
    unit: str


PLAYOUTS = Measure("kernels", "playouts", "ns/move")
PERFT = Measure("kernels", "perft", "ns/node")
EXPAND = Measure("kernels", "expand", "µs/position")
SEARCH = Measure("search", "search", "ns CPU/node")
SERVING = Measure("serving", "serving", "µs CPU/move")

Costs = dict[Measure, float]
Session = Callable[[str], Costs]  # measures a variant


@contextlib.contextmanager
def kernels(build: Build) -> Iterator[Session]:
    """Measure the compiled rules with ``jostle bench``."""

    def measure(variant: str) -> Costs:
        seconds = str(BENCH_SECONDS)
        output = build.jostle("bench", variant, "--seconds", seconds, "--json")
        return kernel_costs(json.loads(output)[0])

    yield measure


def kernel_costs(figures: dict[str, float]) -> Costs:
    """The costs from what ``jostle bench`` prints of a variant."""
    return {
        PLAYOUTS: 1e9 / figures["moves_per_second"],
        PERFT: 1e9 / figures["perft_nodes_per_second"],
        EXPAND: 1e3 * figures["expand_milliseconds"],
    }


@contextlib.contextmanager
def search(build: Build) -> Iterator[Session]:
    """Measure fixed searches of ``jostle ugi``."""
    with conversation([*JOSTLE, "ugi"], build.environment) as engine:

        def think(moves: tuple[str, ...], nodes: int) -> tuple[float, int]:
            """CPU time and nodes of a search after these moves."""
            engine.ask("uginewgame\nisready", "readyok")
            played = f" moves {' '.join(moves)}" if moves else ""
            engine.ask(f"position startpos{played}\nisready", "readyok")
            begun = cpu_seconds(engine.process_id)
            told = engine.ask(f"go nodes {nodes}", "bestmove")
            return cpu_seconds(engine.process_id) - begun, searched_nodes(told)

        def measure(variant: str) -> Costs:
            engine.ask(f"setoption name Variant value {variant}\nisready", "readyok")
            moves = scripted_games(variant)[0].moves
            think((), WARM_UP_NODES)
            made = [think(moves[:plies], NODES) for plies in SEARCHED_PLIES]
            return {SEARCH: 1e9 * sum(cpu for cpu, _ in made) / sum(nodes for _, nodes in made)}

        yield measure


def searched_nodes(lines: list[str]) -> int:
    """The nodes of a search, from the last line of UGI that has them."""
    for line in reversed(lines):
        words = line.split()
        if words[:1] == ["info"] and "nodes" in words:
            return int(words[words.index("nodes") + 1])
    raise ProcessFailed(f"a search told no nodes: {lines[-1]}")


@contextlib.contextmanager
def serving(build: Build) -> Iterator[Session]:
    """Measure what moves between two people cost ``jostle serve``."""
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        settings = {**servers.GENEROUS, **build.settings}
        with failures_of(build):
            server = stack.enter_context(servers.serving(Path(folder), "", settings))

        def measure(variant: str) -> Costs:
            games = scripted_games(variant)
            with failures_of(build):
                asyncio.run(played(server, variant, games[:WARM_UP_TABLES]))
                cpu = asyncio.run(played(server, variant, games))
            return {SERVING: 1e6 * cpu / sum(len(game.moves) for game in games)}

        yield measure


@contextlib.contextmanager
def failures_of(build: Build) -> Iterator[None]:
    """Raise what goes wrong between a server and its clients as ProcessFailed."""
    try:
        yield
    except (AssertionError, OSError, httpx2.HTTPError, WebSocketException) as error:
        reason = last_line(str(error)) or type(error).__name__
        raise ProcessFailed(f"jostle serve of {build.name}: {reason}") from error


@dataclass(frozen=True)
class ScriptedGame:
    """The moves of a game and who makes each: 0 is Player 1, 1 is Player 2."""

    moves: tuple[str, ...]
    seats: tuple[int, ...]


@cache
def scripted_games(variant: str) -> tuple[ScriptedGame, ...]:
    """The games that are played on both builds' servers."""
    random = Random(1)
    matches = [random_match(variant, random, PLIES) for _ in range(TABLES)]
    return tuple(
        ScriptedGame(
            tuple(map(str, match.moves)),
            tuple(position.mover - 1 for position in match.positions[: len(match.moves)]),
        )
        for match in matches
    )


async def played(server: servers.Served, variant: str, games: tuple[ScriptedGame, ...]) -> float:
    """Play all games at the same time; return the server's CPU time while moves are made."""
    async with asyncio.timeout(MOST_SECONDS), client_of_many() as client:
        tables = []
        for _ in games:
            game_id, *bots = await seat_two(client, server.url, variant)
            tables.append([await bot.socket(game_id) for bot in bots])
        listeners = [[Listener(socket, '{"type":"done"') for socket in table] for table in tables]

        async def play(game: ScriptedGame, seated: list[Listener]) -> None:
            for ply, (move, seat) in enumerate(zip(game.moves, game.seats, strict=True)):
                message = {"type": "move", "ply": ply, "move": move, "id": str(ply)}
                await seated[seat].round_trip(json.dumps(message))

        begun = cpu_seconds(server.process_id)
        await asyncio.gather(*map(play, games, listeners))
        spent = cpu_seconds(server.process_id) - begun
        for listener in (each for seated in listeners for each in seated):
            listener.close()
        await asyncio.gather(*(socket.close() for table in tables for socket in table))
    return spent


AREAS: dict[str, Callable[[Build], contextlib.AbstractContextManager[Session]]] = {
    "kernels": kernels,
    "search": search,
    "serving": serving,
}
