"""From the ends of the game backwards: who wins which position, and how far the end is.

First every position's successors are listed and kept in the work, then the lists are turned around.
From the ends on, the positions of each distance tell those before them (see the kernel). What
never gets a value is drawn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from jostle.solve.enumeration import starts_of
from jostle.solve.numbered import NumberedGame
from jostle.solve.retrograde_kernel import recount, spread, tally, turn_around
from jostle.solve.stages import Progress, Stage
from jostle.solve.work import Work

PART = 1 << 20  # positions whose successors are listed in one piece
PAUSE = 20.0  # seconds between two times that the values are kept
LONGEST = 32_000  # plies, the farthest that values can tell

Ranges = list[tuple[int, int]]


def solved_values(
    game: NumberedGame, work: Work, numbers: np.ndarray, threads: int, on_progress: Progress
) -> np.ndarray:
    """The value of each position, as the kernel writes them."""
    with ThreadPoolExecutor(threads) as pool:
        _list_successors(game, work, pool, numbers, on_progress)
        bounds = [numbers.size * thread // threads for thread in range(threads + 1)]
        ranges = list(pairwise(bounds))
        return _spread(work, pool, ranges, numbers.size, on_progress)


def _list_successors(
    game: NumberedGame,
    work: Work,
    pool: ThreadPoolExecutor,
    numbers: np.ndarray,
    on_progress: Progress,
) -> None:
    """Keep the successors of all positions in the work, part by part."""
    missing = [part for part in range(_parts(numbers.size)) if not work.has(f"links-{part}")]
    if not missing:
        return
    starts = starts_of(game, numbers)

    def list_part(part: int) -> None:
        first, last = part * PART, min((part + 1) * PART, numbers.size)
        counts, ends, edges = game.counted(numbers[first:last])
        work.save(f"counts-{part}", counts)
        work.save(f"ends-{part}", ends)
        work.save(f"links-{part}", game.linked(numbers, starts, first, last, edges))

    done = _parts(numbers.size) - len(missing)
    for _ in pool.map(list_part, missing):
        done += 1
        on_progress(Stage.LINKING, min(done * PART, numbers.size), numbers.size)


def _spread(
    work: Work, pool: ThreadPoolExecutor, ranges: Ranges, size: int, on_progress: Progress
) -> np.ndarray:
    """Settle what can be settled, distance by distance."""
    parts = range(_parts(size))
    open_moves = np.concatenate([work.load(f"counts-{part}") for part in parts])
    offsets, sources = _turned_around(work, pool, ranges, size, on_progress)
    distance = _kept_distance(work)
    if distance == 0:
        values = np.concatenate([work.load(f"ends-{part}") for part in parts]).astype(np.int16)
    else:
        values = work.load(f"values-{distance}")
        _in_ranges(
            pool,
            ranges,
            lambda low, high: recount(distance, offsets, sources, low, high, values, open_moves),
        )
    settled = np.flatnonzero(np.abs(values) == distance + 1).astype(np.uint32)
    done = int(np.count_nonzero(values))
    rooms = [np.empty(high - low, dtype=np.uint32) for low, high in ranges]
    kept = time.monotonic()
    while settled.size:
        on_progress(Stage.SPREADING, done, size)
        tasks = [
            pool.submit(spread, settled, offsets, sources, low, high, values, open_moves, room)
            for (low, high), room in zip(ranges, rooms, strict=True)
        ]
        found = [room[: task.result()] for task, room in zip(tasks, rooms, strict=True)]
        settled = np.concatenate(found)
        done += settled.size
        distance += 1
        if distance == LONGEST:
            raise OverflowError("the game takes longer than its values can tell")
        if time.monotonic() - kept > PAUSE:
            work.save(f"values-{distance}", values)
            _forget_values_before(work, distance)
            kept = time.monotonic()
    on_progress(Stage.SPREADING, size, size)  # what is left is drawn
    return values


def _turned_around(
    work: Work, pool: ThreadPoolExecutor, ranges: Ranges, size: int, on_progress: Progress
) -> tuple[np.ndarray, np.ndarray]:
    """The positions before each position: where they begin, and the list of all."""
    parts = range(_parts(size))
    offsets = np.zeros(size + 1, dtype=np.int64)
    for part in parts:
        links = work.load(f"links-{part}", mapped=True)
        _in_ranges(pool, ranges, lambda low, high, links=links: tally(links, low, high, offsets))
        on_progress(Stage.TURNING, min((part + 1) * PART, size) // 2, size)
    np.cumsum(offsets[:-1], out=offsets[:-1])
    offsets[-1] = offsets[-2]
    sources = np.empty(offsets[-1], dtype=np.uint32)
    for part in parts:
        links, counts = work.load(f"links-{part}", mapped=True), work.load(f"counts-{part}")
        _in_ranges(
            pool,
            ranges,
            lambda low, high, links=links, counts=counts, part=part: turn_around(
                links, counts, part * PART, low, high, offsets, sources
            ),
        )
        on_progress(Stage.TURNING, (size + min((part + 1) * PART, size)) // 2, size)
    return offsets, sources


def _parts(size: int) -> int:
    return -(-size // PART)


def _in_ranges(pool: ThreadPoolExecutor, ranges: Ranges, task: Callable[..., Any]) -> None:
    """Do something for every range at once."""
    for _ in pool.map(lambda bounds: task(*bounds), ranges):
        pass


def _kept_distance(work: Work) -> int:
    """The distance that the kept values reach; 0 if there are none."""
    names = (path.stem for path in work.folder.glob("values-*.npy"))
    return max((int(name.partition("-")[2]) for name in names), default=0)


def _forget_values_before(work: Work, distance: int) -> None:
    for path in work.folder.glob("values-*.npy"):
        if int(path.stem.partition("-")[2]) < distance:
            path.unlink()
