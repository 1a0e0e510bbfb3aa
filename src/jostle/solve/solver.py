"""Solving a variant: from the rules to a table on disk."""

from __future__ import annotations

import shutil
from typing import Any

import numpy as np

from jostle.core.game import Game, Position
from jostle.core.messages import message
from jostle.solve.enumeration import all_positions
from jostle.solve.estimate import (
    MOST_NUMBERS,
    MOST_PLACES,
    Estimate,
    available_disk,
    available_memory,
    estimate,
)
from jostle.solve.numbered import CannotSolve, NumberedGame, check_numbered
from jostle.solve.places import path_of, work_of
from jostle.solve.retrograde import solved_values
from jostle.solve.stages import Progress, Stage, silent
from jostle.solve.table_file import write_table
from jostle.solve.tables import Table, open_table
from jostle.solve.work import BASIS, Work

GIGABYTE = 2**30


def check_solvable(game: Game, threads: int) -> Estimate:
    """What solving will take; refused if the game cannot be solved or the machine is too small."""
    check_numbered(game)
    too_large = CannotSolve(message("solve.too-many", variant=game.variant))
    try:
        numbered = NumberedGame(game)
    except OverflowError:  # the numbers do not even fit into words
        raise too_large from None
    if numbered.groups >= MOST_PLACES or numbered.groups * numbered.details >= MOST_NUMBERS:
        raise too_large
    expected = estimate(numbered, threads)
    if expected.positions >= MOST_PLACES:
        raise too_large
    memory, disk = available_memory(), available_disk(path_of(game).parent)
    for needed, there, key in (
        (expected.memory, memory, "solve.no-memory"),
        (expected.disk, disk, "solve.no-disk"),
    ):
        if needed > there:
            raise CannotSolve(
                message(
                    key,
                    variant=game.variant,
                    positions=f"{expected.positions:,}",
                    needed=f"{needed / GIGABYTE:.1f}",
                    there=f"{there / GIGABYTE:.1f}",
                )
            )
    return expected


def solve(
    game: Game, *, threads: int = 1, anew: bool = False, on_progress: Progress = silent
) -> Table:
    """Solve a variant and keep the table; goes on with work that was interrupted.

    The table is the same, byte for byte, however often it was.
    """
    numbered = NumberedGame(game)
    with Work(work_of(game), anew=anew) as work:
        numbers = all_positions(numbered, work, threads, on_progress)
        values = solved_values(numbered, work, numbers, threads, on_progress)
        on_progress(Stage.WRITING, 0, numbers.size)
        write_table(path_of(game), numbers, values, facts_of(numbered, numbers, values))
        on_progress(Stage.WRITING, numbers.size, numbers.size)
        work.clear()
    table = open_table(game)
    assert table is not None
    return table


def facts_of(numbered: NumberedGame, numbers: np.ndarray, values: np.ndarray) -> dict[str, Any]:
    """What a table says of itself."""
    game = numbered.game
    farthest = int(np.argmax(np.abs(values)))
    start = np.searchsorted(numbers, np.uint64(numbered.number(game.start().state)))
    return {
        "variant": game.variant,
        "rules_version": game.rules_version,
        "numbering_version": numbered.module.VERSION,
        "details": numbered.details,
        "positions": numbers.size,
        "wins": int(np.count_nonzero(values > 0)),
        "losses": int(np.count_nonzero(values < 0)),
        "draws": int(np.count_nonzero(values == 0)),
        "longest": max(0, abs(int(values[farthest])) - 1),
        "longest_position": Position(game, numbered.state(int(numbers[farthest]))).text,
        "start": int(values[start]),
    }


def clear_left_work(game: Game) -> None:
    """Remove the work of a solver that was stopped after it had written the table.

    Work that was begun after that is somebody's who solves the variant anew.
    """
    work, marker = work_of(game), work_of(game) / BASIS
    if not marker.exists() or marker.stat().st_mtime_ns <= path_of(game).stat().st_mtime_ns:
        shutil.rmtree(work, ignore_errors=True)
