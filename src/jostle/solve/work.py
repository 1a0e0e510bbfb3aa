"""The work that a solver has done so far, kept on disk so that it can go on after any interruption.

Every file is written beside its place and then renamed, so it is there wholly or not at all. Each
holds one array and depends on nothing but the game, so work that was interrupted ends in the same
table.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from pathlib import Path
from types import TracebackType

import numpy as np

from jostle.core.compiling import cache_directory, digest
from jostle.core.messages import message
from jostle.solve.numbered import CannotSolve

BASIS = "basis.txt"


class Work:
    """A folder of arrays, which one solver at a time works in: it is a context to be left."""

    def __init__(self, folder: Path, *, anew: bool = False) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._lock = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._lock)
            raise CannotSolve(message("solve.busy")) from None
        # All that the arrays depend on: the compiled sources, and how the solver divides its work.
        solver = digest(sorted(Path(__file__).parent.glob("*.py")))
        basis = f"{cache_directory().name} {solver}"
        marker = folder / BASIS
        if anew or not marker.is_file() or marker.read_text(encoding="utf-8") != basis:
            for path in folder.iterdir():
                path.unlink()
            marker.write_text(basis, encoding="utf-8")

    def __enter__(self) -> Work:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.close(self._lock)

    def has(self, name: str) -> bool:
        return self._path(name).is_file()

    def load(self, name: str, *, mapped: bool = False) -> np.ndarray:
        array: np.ndarray = np.asarray(np.load(self._path(name), mmap_mode="c" if mapped else None))
        return array

    def save(self, name: str, array: np.ndarray) -> None:
        unfinished = self.folder / f"{name}.unfinished"
        with unfinished.open("wb") as file:
            np.save(file, array)
        os.replace(unfinished, self._path(name))

    def forget(self, pattern: str) -> None:
        """Remove the arrays whose names match."""
        for path in self.folder.glob(f"{pattern}.npy"):
            path.unlink()

    def clear(self) -> None:
        """Remove everything."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.npy"
