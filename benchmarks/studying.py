"""What those who study cost the others, and how long they wait.

A game of 60 moves of each kind (or as many as the game has) is reviewed from nothing. Then people
play each other at an even pace, with and without reviews being made all the time, in turns: the
99th percentile of a move's round trip with them is told as a multiple of that without.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

import httpx2
from benchmarks.random_games import random_match
from benchmarks.serving import Listener
from rich.console import Console
from rich.progress import track
from rich.table import Table
from tests.bots import Bot, client_of_many, seat_two
from tests.serving import GENEROUS, serving

import jostle
from jostle.games import GAMES

PLIES = 60

PAIRS = 60
MOVES_PER_SECOND = 40
SECONDS = 15
ROUNDS = 3
STUDIES = 4  # games of each kind to be reviewed in a round: more than there is time for
LOOK = 0.4  # seconds between two looks at a review, as the page does it


async def reviewed(client: httpx2.AsyncClient, bot: Bot, match: jostle.Match) -> float:
    """How many seconds a review takes, from asking for it to having it."""
    begun = time.perf_counter()
    asked = {"record": str(match.record())}
    told = await bot.request(client, "POST", "/api/reviews", asked)
    while told["status"] == "running" or "moves" not in told:
        await asyncio.sleep(LOOK)
        told = await bot.request(client, "GET", f"/api/reviews/{told['id']}")
    return time.perf_counter() - begun


async def review_times(url: str) -> dict[str, tuple[int, float]]:
    """Of each game: how many moves, and how long their review takes."""
    random = Random(1)
    async with client_of_many() as client:
        found = {}
        for variant in GAMES:
            match = random_match(variant, random, PLIES)
            found[variant] = len(match.moves), await reviewed(client, Bot(url), match)
    return found


async def move_times(url: str, seed: int, *, studied: bool) -> tuple[list[float], int]:
    """Round trips of moves between people, and how many reviews were made meanwhile."""
    random = Random(seed)
    plies = SECONDS * MOVES_PER_SECOND // PAIRS
    variant = next(iter(GAMES))
    # All that takes time here is done before, so that only the server's time is measured.
    games = [random_match(variant, random, PLIES).moves[:plies] for _ in range(PAIRS)]
    studies = [random_match(each, random, PLIES) for each in GAMES for _ in range(STUDIES)]
    random.shuffle(studies)
    times: list[float] = []
    reviews = 0

    async def review_all_the_time(client: httpx2.AsyncClient) -> None:
        nonlocal reviews
        for match in studies:
            await reviewed(client, Bot(url), match)
            reviews += 1

    async with client_of_many() as client:
        tables = [await seat_two(client, url, variant) for _ in range(PAIRS)]
        studying = asyncio.create_task(review_all_the_time(client)) if studied else None
        begun = asyncio.get_running_loop().time() + 1

        async def play(place: int) -> None:
            game_id, *bots = tables[place]
            listeners = [Listener(await bot.socket(game_id), '{"type":"done"') for bot in bots]
            for turn, move in enumerate(games[place]):
                due = begun + (turn + place / PAIRS) * PAIRS / MOVES_PER_SECOND
                await asyncio.sleep(due - asyncio.get_running_loop().time())
                said = {"type": "move", "ply": turn, "move": str(move), "id": str(turn)}
                # Nobody is skipped in this game, so the players move in turn.
                times.append(await listeners[turn % 2].round_trip(json.dumps(said)))
            for listener in listeners:
                listener.close()

        await asyncio.gather(*(play(place) for place in range(PAIRS)))
        if studying is not None:
            studying.cancel()
            await asyncio.gather(studying, return_exceptions=True)
    return times, reviews


def main() -> None:
    """Measure and print."""
    console = Console()
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "", GENEROUS) as server:
        table = Table("reviewed", "moves", "seconds")
        for variant, (moves, seconds) in asyncio.run(review_times(server.url)).items():
            table.add_row(variant, str(moves), f"{seconds:.1f}")
        console.print(table)
    slowest: dict[bool, list[float]] = {False: [], True: []}
    table = Table("milliseconds of a move", "moves", "median", "99 %", "longest", "reviews")
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "", GENEROUS) as server:
        rounds = list(enumerate([False, True] * ROUNDS))
        for seed, studied in track(rounds, f"{PAIRS} games", console=console):
            times, reviews = asyncio.run(move_times(server.url, seed, studied=studied))
            percentile = statistics.quantiles(times, n=100)[98]
            figures = (statistics.median(times), percentile, max(times))
            shown = (f"{figure:.1f}" for figure in figures)
            name = "with reviews" if studied else "without"
            table.add_row(name, str(len(times)), *shown, str(reviews))
            slowest[studied].append(percentile)
    console.print(table)
    without, with_them = (statistics.median(slowest[studied]) for studied in (False, True))
    console.print(
        f"99th percentile of a move while games are reviewed: {with_them / without:.2f} times"
    )


if __name__ == "__main__":
    main()
