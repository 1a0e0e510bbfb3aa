"""What solving a variant will take: positions, memory, disk and time, told before it starts."""

from __future__ import annotations

import os
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from jostle.solve.numbered import NumberedGame

SAMPLE = 2_000  # groups that are looked at
REPEATS = 20  # of the sample when its speed is taken
# Bytes for each position: numbers twice while waves are merged, offsets, values, counts, places.
POSITION_BYTES = 8 + 8 + 8 + 2 + 2 + 2 + 4
GROUP_BYTES = 4
EDGE_BYTES = 4
BASE_BYTES = 400 * 2**20  # the program itself and what its threads have at hand
DISK_EDGE_BYTES, DISK_POSITION_BYTES = 4, 16
WALKS = 2.2  # times that all moves are made: enumerating, listing, and what else there is to do
MOST_NUMBERS = 2**64
MOST_PLACES = 2**32


@dataclass(frozen=True)
class Estimate:
    """What solving will take, roughly; ``memory`` and ``disk`` are in bytes."""

    positions: int
    moves: int
    memory: int
    disk: int
    seconds: float


def estimate(game: NumberedGame, threads: int) -> Estimate:
    """Guess from some groups, drawn at random, what solving the variant will take."""
    random = Random(0)
    numbers = [random.randrange(game.groups) * game.details for _ in range(SAMPLE)]
    rules = game.game.rules
    details = [game.module.likely_details(rules, game.state(number)) for number in numbers]
    share = sum(details) / len(details) / game.module.symmetries(game.layout)
    positions = max(1, round(game.groups * share))
    sample = np.array(numbers * REPEATS, dtype=np.uint64)
    game.expanded(sample[:1])
    begun = time.perf_counter()
    made = game.expanded(sample).size
    seconds_each = (time.perf_counter() - begun) / max(1, made)
    moves = positions * made // sample.size
    return Estimate(
        positions,
        moves,
        BASE_BYTES + positions * POSITION_BYTES + game.groups * GROUP_BYTES + moves * EDGE_BYTES,
        positions * DISK_POSITION_BYTES + moves * DISK_EDGE_BYTES,
        moves * seconds_each * WALKS / threads,
    )


def available_memory() -> int:
    """How many bytes of memory can be had now."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass  # not every system has it
    pages: int = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return pages


def available_disk(folder: Path) -> int:
    """How many bytes can be written below a folder, which need not exist yet."""
    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free
