"""A program that appends to a store and is killed again and again while it does, by signal 9.

It is no test itself: ``test_store_killed`` runs it. Each attempt is a process of its own, forked
after everything has been loaded; it goes on with the games as the store has them, and says of each
event when it is acknowledged. It dies after so many of them, and a little later, as chance has it.

Prints a line of JSON: the number of the last event of each game that was acknowledged.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time

from jostle.server.store import Store
from tests.server.stored import event, game_row

GAMES = 40
MOST_ACKNOWLEDGED = 400  # before an attempt is killed
MOST_DELAY = 0.02  # seconds


async def append_on(store: Store, game: str, chance: random.Random, told: int) -> None:
    """Append for ever, one to three events at a time, and tell what is acknowledged."""
    last = len(await store.events(game))
    while True:
        events = [event(last + number) for number in range(1, chance.randint(2, 4))]
        last += len(events)
        await store.append(game_row(game), events)
        os.write(told, f"{game} {last}\n".encode())


async def attempt(url: str, seed: str, told: int) -> None:
    """Let many games go on at the same time."""
    store = await Store.open(url)
    names = [f"game{number}" for number in range(GAMES)]
    chances = [random.Random(f"{seed} {name}") for name in names]
    await asyncio.gather(
        *(append_on(store, name, chance, told) for name, chance in zip(names, chances, strict=True))
    )


def killed_attempt(url: str, seed: str, chance: random.Random) -> list[str]:
    """The lines that an attempt told before it was killed."""
    reading, writing = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            os.close(reading)
            asyncio.run(attempt(url, seed, writing))
        finally:
            os._exit(1)
    os.close(writing)
    wanted, text = chance.randint(1, MOST_ACKNOWLEDGED), b""
    while text.count(b"\n") < wanted:
        part = os.read(reading, 10_000)
        if not part:
            raise RuntimeError("an attempt ended by itself")
        text += part
    time.sleep(chance.uniform(0, MOST_DELAY))
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    while part := os.read(reading, 10_000):
        text += part
    os.close(reading)
    return text.decode().splitlines()


def main() -> None:
    url, attempts, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    chance = random.Random(seed)
    acknowledged: dict[str, int] = {}
    for number in range(attempts):
        for line in killed_attempt(url, f"{seed} {number}", chance):
            game, seq = line.split()
            acknowledged[game] = int(seq)
    sys.stdout.write(json.dumps(acknowledged) + "\n")


if __name__ == "__main__":
    main()
