"""Fifty games are played while the server is killed again and again: no move is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest

from tests.bots import Bot, at_random, client_of_many, seat_two
from tests.serving import GENEROUS, Served, serving

GAMES = 50
VARIANTS = ("pomeczi", "push-push", "pushee-pieces")
LEAST_MOVES = (
    20  # that must have been acknowledged between two kills, so that each one interrupts play
)


async def play_through(server: Served, kills: int, random: Random) -> dict[str, tuple[Bot, Bot]]:
    """Fifty games with bots; between kills some moves are made. Ends while games are going on."""
    stopped = False
    async with client_of_many() as client:
        games = {}
        for number in range(GAMES):
            variant = VARIANTS[number % len(VARIANTS)]
            clock = {"minutes": 60, "increment": 1} if number % 2 else None
            game_id, *bots = await seat_two(client, server.url, variant, clock=clock)
            games[game_id] = (variant, bots)
        bots = [bot for _, pair in games.values() for bot in pair]
        playing = [
            asyncio.create_task(bot.play(game_id, at_random(variant, random), lambda: stopped))
            for game_id, (variant, pair) in games.items()
            for bot in pair
        ]
        for _ in range(kills):
            before = sum(len(bot.acknowledged) for bot in bots)
            while sum(len(bot.acknowledged) for bot in bots) < before + LEAST_MOVES:
                assert not all(task.done() for task in playing), "all games have ended too early"
                await asyncio.sleep(0.01)
            await asyncio.sleep(random.random() * 0.2)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        stopped = True
        for task in playing:
            task.cancel()
        for result in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(result, Exception):
                raise result
    return {game_id: (pair[0], pair[1]) for game_id, (_, pair) in games.items()}


def check_nothing_is_lost(url: str, games: dict[str, tuple[Bot, Bot]]) -> int:
    """Every acknowledged move is in its game, and clocks and seats are still there."""
    found = 0
    for game_id, pair in games.items():
        for player, bot in enumerate(pair, start=1):
            answer = httpx2.get(f"{url}/api/games/{game_id}", headers=bot.headers)
            game: dict[str, Any] = answer.json()
            assert game["you"] == [player]
            moves = [move["move"] for move in game["moves"]]
            for ply, move in bot.acknowledged:
                assert moves[ply] == move, f"{game_id}: move {ply} was acknowledged as {move}"
                found += 1
            if game["clock"] is not None:
                assert all(left > 0 for left in game["state"]["clock"]["remaining"])
    return found


def crash(folder: Path, database: str, kills: int) -> None:
    with serving(folder, database, GENEROUS) as server:
        games = asyncio.run(play_through(server, kills, Random(kills)))
        assert check_nothing_is_lost(server.url, games) >= kills * LEAST_MOVES
        assert "Traceback" not in server.log.read_text()


def test_killed_three_times(tmp_path: Path, database_url: str) -> None:
    crash(tmp_path, database_url, kills=3)


@pytest.mark.slow
def test_killed_many_times(tmp_path: Path, database_url: str) -> None:
    crash(tmp_path, database_url, kills=25)
