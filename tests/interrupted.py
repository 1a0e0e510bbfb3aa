"""A program that solves a variant and is killed again and again while it does, by signal 9.

It is no test itself: ``test_interruption`` runs it. Each attempt is a process of its own, forked
after everything has been loaded. It dies in the middle of writing a file, before or after a file
gets its name, or before or after one is removed: at a moment that chance chooses beforehand, so
that it depends on nothing else. What is killed is followed by another attempt, until one ends.

Prints a line of JSON: for each attempt that was killed, the kinds of files that it left behind.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import jostle
from jostle.solve import enumeration, retrograde
from jostle.solve.places import work_of
from jostle.solve.solver import solve

MOST_MOMENTS = 200  # that an attempt lives


class Life:
    """So many moments, and then the end."""

    def __init__(self, moments: int) -> None:
        self.moments = moments

    def tick(self) -> None:
        self.moments -= 1
        if self.moments == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function with a moment before and one after it."""

        def between(*arguments: Any, **named: Any) -> Any:
            self.tick()
            result = function(*arguments, **named)
            self.tick()
            return result

        return between

    def saving(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function that writes an array, with a moment when half of something is written."""

        def halfway(file: Any, array: np.ndarray) -> None:
            file.write(array.tobytes()[: array.nbytes // 2])
            file.flush()
            self.tick()
            file.seek(0)
            file.truncate()
            function(file, array)

        return halfway


def many_checkpoints() -> None:
    """Keep everything in small pieces, and at once."""
    enumeration.PART, enumeration.PIECE = 256, 64
    retrograde.PART, retrograde.PAUSE = 512, -1.0


def attempt(variant: str, threads: int, moments: int) -> None:
    """Solve, or die on the way."""
    life = Life(moments)
    patched: Any = os
    patched.replace = life.around(os.replace)
    patched = np
    patched.save = life.saving(np.save)
    patched = Path
    patched.unlink = life.around(Path.unlink)
    solve(jostle.game(variant), threads=threads)


def kinds_of_files(folder: Path) -> list[str]:
    """What is in a work folder: waves, parts, links, values, …"""
    return sorted({path.name.partition(".")[0].partition("-")[0] for path in folder.glob("*.*")})


def main() -> None:
    variant, threads, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    many_checkpoints()
    chance, left = random.Random(seed), []
    while True:
        moments = chance.randrange(1, MOST_MOMENTS)
        process = os.fork()
        if process == 0:
            status = 1
            try:
                attempt(variant, threads, moments)
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(process, 0)
        if os.WIFEXITED(status):
            break
        left.append(kinds_of_files(work_of(jostle.game(variant))))
    sys.stdout.write(json.dumps(left) + "\n")
    sys.exit(os.WEXITSTATUS(status))


if __name__ == "__main__":
    main()
