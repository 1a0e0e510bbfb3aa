"""Finding every position that can occur, in waves: what can be reached in 0, 1, 2, … plies.

Each wave is kept in the work as the sorted numbers of its new positions. While it is being made,
its parts are kept: the new positions that come after some of the wave before.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from jostle.core.bits import Word
from jostle.solve.numbered import NumberedGame
from jostle.solve.sorted_numbers import distinct, union, unknown, write_starts
from jostle.solve.stages import Progress, Stage
from jostle.solve.work import Work

PART = 1 << 20  # positions of a wave that are expanded in one piece
PIECE = 1 << 17  # and at once, which bounds the memory that a thread needs

EVERYTHING = "positions"


def all_positions(
    game: NumberedGame, work: Work, threads: int, on_progress: Progress
) -> np.ndarray:
    """The numbers of all positions that can be reached from the start, sorted."""
    if work.has(EVERYTHING):
        return work.load(EVERYTHING)
    start = game.number(game.game.kernel.start(game.game.rules))
    wave = np.array([start], dtype=np.uint64)
    known = wave
    expanded, ply = 0, 0
    with ThreadPoolExecutor(threads) as pool:
        while wave.size:
            ply += 1
            if work.has(_wave(ply)):
                wave = work.load(_wave(ply))
            else:
                parts = []
                for part in _parts(game, work, pool, known, wave, ply):
                    parts.append(part)
                    done = expanded + min(len(parts) * PART, wave.size)
                    on_progress(Stage.ENUMERATING, done, None)
                wave = distinct(np.concatenate(parts))
                work.save(_wave(ply), wave)
                work.forget(_part(ply, "*"))
            expanded = known.size
            known = union(known, wave)
            on_progress(Stage.ENUMERATING, expanded, None)
    work.save(EVERYTHING, known)
    work.forget(_wave("*"))
    on_progress(Stage.ENUMERATING, known.size, known.size)
    return known


def starts_of(game: NumberedGame, numbers: np.ndarray) -> np.ndarray:
    """Where each group begins among the sorted positions, and where the last one ends."""
    starts = np.empty(game.groups + 1, dtype=np.uint32)
    write_starts(numbers, Word(game.details), starts)
    return starts


def _wave(ply: int | str) -> str:
    return f"wave-{ply}"


def _part(ply: int, part: int | str) -> str:
    return f"part-{ply}-{part}"


def _parts(
    game: NumberedGame,
    work: Work,
    pool: ThreadPoolExecutor,
    known: np.ndarray,
    wave: np.ndarray,
    ply: int,
) -> Iterator[np.ndarray]:
    """What comes new after each part of a wave; parts already in the work are not made again."""

    def made(part: int) -> np.ndarray:
        name = _part(ply, part)
        if work.has(name):
            return work.load(name)
        pieces = []
        for first in range(part * PART, min((part + 1) * PART, wave.size), PIECE):
            last = min(first + PIECE, (part + 1) * PART)
            pieces.append(unknown(known, distinct(game.expanded(wave[first:last]))))
        new = distinct(np.concatenate(pieces))
        work.save(name, new)
        return new

    return pool.map(made, range(-(-wave.size // PART)))
