"""The server under load, beside a bare echo of durable messages under the same load, in one run.

500 games with 1,000 sockets make 250 moves a second together. A move's round trip is the time from
sending it to hearing that it is done, when it is on disk. The echo (``echo_server.py``) has as many
sockets and stores one row for each message. Then 20 people play the highest level at once, and the
health check is asked how long it takes to answer meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx2
from benchmarks.random_games import random_match
from rich.console import Console
from rich.progress import track
from rich.table import Table
from tests.bots import Bot, client_of_many, seat_two
from tests.serving import GENEROUS, free_port, serving
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import jostle
from jostle.games import GAMES

PAIRS = 500
MOVES_PER_SECOND = 250
SECONDS = 20
PLIES = SECONDS * MOVES_PER_SECOND // PAIRS
ROUNDS = 3
AT_ONCE = 20  # games being set up at the same time

THINKERS = 20
THINKING_SECONDS = 15
TOP_LEVEL = 10


@dataclass(frozen=True)
class Pair:
    """Two connections that speak in turn, what they say, and what each answer begins with."""

    sockets: tuple[ClientConnection, ClientConnection]
    messages: tuple[str, ...]
    answer: str


class Listener:
    """Reads all that comes in on a connection, and notes when an answer does."""

    def __init__(self, socket: ClientConnection, answer: str) -> None:
        self._answer = answer
        self._answered: asyncio.Future[float] | None = None
        self._socket = socket
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self._socket:
                assert isinstance(text, str)
                if self._answered is None or self._answered.done():
                    continue
                if text.startswith(self._answer):
                    self._answered.set_result(time.perf_counter())
                elif text.startswith('{"type":"error"'):
                    self._answered.set_exception(AssertionError(text))
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(AssertionError("the server closed a connection"))

    async def round_trip(self, message: str) -> float:
        """Send a message and wait for its answer; the milliseconds between."""
        self._answered = asyncio.get_running_loop().create_future()
        begun = time.perf_counter()
        await self._socket.send(message)
        return (await self._answered - begun) * 1000

    def close(self) -> None:
        self._task.cancel()


async def under_load(pairs: list[Pair]) -> list[float]:
    """The round trips of all messages, sent at an even pace."""
    gc.collect()
    gc.freeze()  # a third of a second for the collector here would be counted as the server's
    begun = asyncio.get_running_loop().time() + 1
    times: list[float] = []

    async def speak(place: int, pair: Pair) -> None:
        listeners = [Listener(socket, pair.answer) for socket in pair.sockets]
        for turn, message in enumerate(pair.messages):
            due = begun + (turn + place / len(pairs)) * PAIRS / MOVES_PER_SECOND
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            times.append(await listeners[turn % 2].round_trip(message))
        for listener in listeners:
            listener.close()

    await asyncio.gather(*(speak(place, pair) for place, pair in enumerate(pairs)))
    return times


async def loaded_server(url: str) -> list[float]:
    """Round trips of moves."""
    random = Random(1)
    variants = [list(GAMES)[number % len(GAMES)] for number in range(PAIRS)]
    games = [random_match(variant, random, PLIES).moves for variant in variants]
    gate = asyncio.Semaphore(AT_ONCE)
    async with client_of_many() as client:

        async def seat(number: int) -> Pair:
            async with gate:
                game_id, *bots = await seat_two(client, url, variants[number])
                first, second = [await bot.socket(game_id) for bot in bots]
            messages = tuple(
                json.dumps({"type": "move", "ply": ply, "move": str(move), "id": str(ply)})
                for ply, move in enumerate(games[number])
            )
            return Pair((first, second), messages, '{"type":"done"')

        pairs = await asyncio.gather(*(seat(number) for number in range(PAIRS)))
    times = await under_load(pairs)
    await asyncio.gather(*(socket.close() for pair in pairs for socket in pair.sockets))
    return times


async def loaded_echo(port: int) -> list[float]:
    """Round trips of echoes."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def join() -> Pair:
        async with gate:
            address = f"ws://127.0.0.1:{port}/socket"
            sockets = (await connect(address), await connect(address))
        messages = tuple(json.dumps({"type": "move", "ply": ply}) for ply in range(PLIES))
        return Pair(sockets, messages, '{"type": "move"')

    pairs = await asyncio.gather(*(join() for _ in range(PAIRS)))
    times = await under_load(pairs)
    await asyncio.gather(*(socket.close() for pair in pairs for socket in pair.sockets))
    return times


def echo_times() -> list[float]:
    """Start the echo, load it, stop it."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "benchmarks.echo_server",
            str(port),
            f"{folder}/rows.sqlite",
        ]
        process = subprocess.Popen(command)
        try:
            while True:
                try:
                    httpx2.get(f"http://127.0.0.1:{port}/readyz")
                    break
                except httpx2.TransportError:
                    time.sleep(0.1)
            return asyncio.run(loaded_echo(port))
        finally:
            process.terminate()
            process.wait()


def server_times() -> list[float]:
    """Start the server, load it, stop it."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "", GENEROUS) as server:
        return asyncio.run(loaded_server(server.url))


async def health_times(url: str) -> tuple[list[float], int]:
    """How long the health check takes while people play the highest level, and their moves."""
    stopped = False
    random = Random(2)
    moves = 0

    async def play(client: httpx2.AsyncClient, variant: str) -> None:
        nonlocal moves
        bot = Bot(url)
        asked = {
            "variant": variant,
            "opponent": {"kind": "computer", "level": TOP_LEVEL},
            "side": 1,
            "clock": None,
        }
        game = jostle.game(variant)

        def choose(text: str) -> str:
            nonlocal moves
            moves += 1
            return str(random.choice(list(game.position(text).legal_moves)))

        while not stopped:
            created = await bot.request(client, "POST", "/api/games", asked)
            await bot.play(created["id"], choose, lambda: stopped)

    times = []
    async with client_of_many() as client:
        names = list(GAMES)
        players = [
            asyncio.create_task(play(client, names[number % len(names)]))
            for number in range(THINKERS)
        ]
        until = time.perf_counter() + THINKING_SECONDS
        while time.perf_counter() < until:
            begun = time.perf_counter()
            (await client.get(f"{url}/healthz")).raise_for_status()
            times.append((time.perf_counter() - begun) * 1000)
            await asyncio.sleep(0.05)
        stopped = True
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return times, moves


def main() -> None:
    """Measure and print."""
    console = Console()
    # In turns, and the middle one of each kind counts: a busy minute does not decide.
    runs = {"echo": echo_times, "server": server_times}
    slowest: dict[str, list[float]] = {name: [] for name in runs}
    table = Table("milliseconds", "messages", "median", "99 %", "longest")
    for name in track([*runs] * ROUNDS, f"{PAIRS} games, {2 * PAIRS:,} sockets", console=console):
        times = runs[name]()
        figures = (statistics.median(times), statistics.quantiles(times, n=100)[98], max(times))
        table.add_row(name, f"{len(times):,}", *(f"{figure:.1f}" for figure in figures))
        slowest[name].append(figures[1])
    console.print(table)
    echo, server = (statistics.median(slowest[name]) for name in runs)
    console.print(f"99th percentile of a move, to that of an echo: {server / echo:.2f} times")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "", GENEROUS) as running:
        times, moves = asyncio.run(health_times(running.url))
    console.print(
        f"/healthz while {THINKERS} people play level {TOP_LEVEL} ({moves} moves):"
        f" {max(times):.0f} ms at the longest of {len(times)}"
    )


if __name__ == "__main__":
    main()
