"""Fifty games are played while the server is killed again and again: no move is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.bots import Bot, at_random, client_of_many, seat_two
from tests.serving import GENEROUS, Served, serving

TABLES = 50
VARIANTS = ("pomeczi", "push-push", "pushee-pieces")
LEAST_MOVES = 20  # acknowledged between two kills


async def play_through(server: Served, kills: int, random: Random) -> dict[str, tuple[Bot, Bot]]:
    """Fifty games at a time; where one ends the next begins, so that every kill interrupts play."""
    games: dict[str, tuple[Bot, Bot]] = {}
    async with client_of_many() as client:

        async def play_on(table: int) -> None:
            variant = VARIANTS[table % len(VARIANTS)]
            clock = {"minutes": 60, "increment": 1} if table % 2 else None
            while True:
                game_id, *pair = await seat_two(client, server.url, variant, clock=clock)
                games[game_id] = (pair[0], pair[1])
                choose = at_random(variant, random)
                await asyncio.gather(*(bot.play(game_id, choose, lambda: False) for bot in pair))

        def acknowledged() -> int:
            return sum(len(bot.acknowledged) for pair in games.values() for bot in pair)

        async def kill_again_and_again() -> None:
            for _ in range(kills):
                before = acknowledged()
                while acknowledged() < before + LEAST_MOVES or len(games) < TABLES:
                    await asyncio.sleep(0.01)
                await asyncio.sleep(random.random() * 0.2)
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)

        playing = [asyncio.create_task(play_on(table)) for table in range(TABLES)]
        killing = asyncio.create_task(kill_again_and_again())
        done, _ = await asyncio.wait([killing, *playing], return_when=asyncio.FIRST_COMPLETED)
        for task in (killing, *playing):
            task.cancel()
        await asyncio.gather(killing, *playing, return_exceptions=True)
        for task in done:
            task.result()
    return games


async def check_nothing_is_lost(games: dict[str, tuple[Bot, Bot]]) -> int:
    """Every acknowledged move is in its game, and clocks and seats are still there."""
    found = 0
    async with client_of_many() as client:
        for game_id, pair in games.items():
            for player, bot in enumerate(pair, start=1):
                game = await bot.request(client, "GET", f"/api/games/{game_id}")
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
        assert asyncio.run(check_nothing_is_lost(games)) >= kills * LEAST_MOVES
        assert "Traceback" not in server.log.read_text()


def test_killed_three_times(tmp_path: Path, database_url: str) -> None:
    crash(tmp_path, database_url, kills=3)


@pytest.mark.slow
def test_killed_many_times(tmp_path: Path, database_url: str) -> None:
    crash(tmp_path, database_url, kills=25)
