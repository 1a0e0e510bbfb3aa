"""Compiled code is kept between processes and never outlives an edit of what it was made from."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import pytest

import jostle
from jostle.core import compiling

PACKAGE = Path(jostle.__file__).parent
# A module of a copy of the package, which compiles a function that calls one of another module.
KERNEL = """
from numba import uint64
from jostle.core.bits import Word, mix
from jostle.core.compiling import compiled

@compiled(uint64(uint64))
def mixed(word):
    return mix(word)
"""
PROBE = "from jostle.core import probed; print(probed.mixed(probed.Word(1)))"


def run(place: Path) -> str:
    """What the probe prints with the copy of the package and the cache in this place."""
    environment = {**os.environ, "PYTHONPATH": str(place), "XDG_CACHE_HOME": str(place / "cache")}
    result = subprocess.run(
        [sys.executable, "-c", PROBE],
        env=environment,
        cwd=place,
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout


def kept(place: Path) -> set[Path]:
    return set((place / "cache").rglob("*.nb?"))


def test_an_edit_elsewhere_never_runs_a_stale_binary(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "jostle")
    (tmp_path / "jostle" / "core" / "probed.py").write_text(KERNEL)
    before = run(tmp_path)
    files = kept(tmp_path)
    assert files

    # A function in another file, which the kernel's own compiled code has swallowed.
    bits = tmp_path / "jostle" / "core" / "bits.py"
    text = bits.read_text()
    edited = text.replace("0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB")
    assert edited != text
    bits.write_text(edited)
    assert run(tmp_path) != before

    # Back again, the first binary serves, and nothing is compiled or written anew.
    everything = kept(tmp_path)
    bits.write_text(text)
    os.utime(bits, (0, 0))
    assert run(tmp_path) == before
    assert kept(tmp_path) == everything


def test_the_digest_covers_kernels_and_all_they_import() -> None:
    found = {path.relative_to(PACKAGE).as_posix() for path in compiling.compiled_sources()}
    for game in ("pomeczi", "push_push", "pushee_pieces"):
        assert f"games/{game}/kernel.py" in found
    assert {"core/bits.py", "core/loops.py", "core/squares.py", "core/outcome.py"} <= found
    # An edit of what only people see must not cost them another compilation.
    assert not any(name.startswith(("cli/", "tui/", "render/")) for name in found)
    assert not {"games/pomeczi/notation.py", "core/game.py", "core/record.py"} & found


def test_threads_that_compile_at_once_keep_their_code_in_one_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    places = []
    config: Any = numba.config

    def slow_njit(**_: object) -> Callable[[object], None]:
        def compile_now(_: object) -> None:
            for _ in range(3):
                places.append(config.CACHE_DIR)
                time.sleep(0.01)

        return compile_now

    monkeypatch.setattr(numba, "njit", slow_njit)
    with ThreadPoolExecutor(4) as threads:
        for _ in range(8):
            threads.submit(compiling._cached, kept)
            time.sleep(0.005)
    assert set(places) == {str(compiling.cache_directory())}


def test_old_caches_are_cleared(tmp_path: Path) -> None:
    directories = [tmp_path / f"{number:02}" for number in range(9)]
    for age, directory in enumerate(directories):
        directory.mkdir()
        os.utime(directory, (age, age))
    current = directories[0]
    compiling.clear_old_caches(current)
    left = sorted(tmp_path.iterdir())
    assert current in left
    assert len(left) == compiling.KEPT_CACHES
    assert directories[-1] in left
