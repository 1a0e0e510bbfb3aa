"""How soon those who analyse are answered, by a real server.

An analysis is asked for as the page asks: over a socket that has just been opened, with an engine
yet to be made, and then move after move over the same one. Measured is the time from the question
to the first line of play that comes back.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

from rich.console import Console
from rich.table import Table
from tests.serving import GENEROUS, serving
from websockets.asyncio.client import ClientConnection, connect

import jostle
from jostle.games import GAMES

VISITS = 5  # for each game
MOVES = 6  # of a game that somebody goes through
LINES = 3
SECONDS = 10
WANTED = 300  # milliseconds until an analysis begins to stream


async def first_answer(
    socket: ClientConnection, variant: str, moves: list[str], name: str
) -> float:
    """Ask, and give the milliseconds until the first answer to this question."""
    asked = {"type": "think", "id": name, "variant": variant, "moves": moves}
    begun = time.perf_counter()
    await socket.send(json.dumps({**asked, "lines": LINES, "seconds": SECONDS}))
    while True:
        told = json.loads(await socket.recv())
        if told["id"] == name and told["type"] == "analysis":
            return (time.perf_counter() - begun) * 1000
        assert told["type"] != "error", told


async def streaming_times(url: str) -> tuple[list[float], list[float]]:
    """The first answers over new sockets, and over those that are open already."""
    chance = Random(3)
    address = f"{url.replace('http', 'ws', 1)}/api/analysis/socket"
    fresh: list[float] = []
    further: list[float] = []
    for visit in range(VISITS):
        for variant in GAMES:
            async with connect(address, additional_headers={"Origin": url}) as socket:
                position = jostle.game(variant).start()
                moves: list[str] = []
                fresh.append(await first_answer(socket, variant, moves, f"{visit}"))
                for _ in range(MOVES):
                    moves.append(str(chance.choice(list(position.legal_moves))))
                    position = position.play(moves[-1])
                    name = f"{visit}-{len(moves)}"
                    further.append(await first_answer(socket, variant, moves, name))
    return fresh, further


def main() -> None:
    """Measure, and show the figures."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), "", GENEROUS) as server:
        fresh, further = asyncio.run(streaming_times(server.url))
    table = Table(title=f"Milliseconds until an analysis streams (wanted: {WANTED})")
    for column in ("", "questions", "median", "longest"):
        table.add_column(column, justify="left" if not column else "right")
    for name, times in (("a new socket and engine", fresh), ("the next position", further)):
        middle, longest = statistics.median(times), max(times)
        table.add_row(name, str(len(times)), f"{middle:.0f}", f"{longest:.0f}")
    Console().print(table)


if __name__ == "__main__":
    main()
