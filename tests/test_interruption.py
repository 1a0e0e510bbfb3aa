"""Solving that is interrupted, at any moment and in any way, ends in the same table."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import jostle
from jostle.solve import enumeration, retrograde, solver
from jostle.solve.places import folder, work_of
from jostle.solve.work import BASIS, Work
from tests import interrupted
from tests.command import Command
from tests.solved import DRAWN, LARGER, SMALLEST, table_path

PATIENCE = 120  # seconds, for a machine that has much else to do
# What the command line does, with a pause after each file so that there is time to interrupt it.
SLOWLY = """
import sys, time
from jostle.cli import run
from jostle.solve.work import Work
from tests.interrupted import many_checkpoints
many_checkpoints()
save = Work.save
def save_slowly(work, name, array):
    save(work, name, array)
    time.sleep(0.05)
Work.save = save_slowly
sys.exit(run(sys.argv[1:]))
"""


@pytest.fixture
def expected(solved_home: Path) -> dict[str, bytes]:
    """The tables that were made without an interruption."""
    tables = solved_home / "jostle" / "tables"
    return {path.name: path.read_bytes() for path in tables.glob("*.table")}


def files() -> list[str]:
    return sorted(path.name for path in folder().iterdir())


def killed_attempts(variant: str, threads: int, seed: str) -> list[list[str]]:
    ran = subprocess.run(
        [sys.executable, interrupted.__file__, variant, str(threads), seed],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    left: list[list[str]] = json.loads(ran.stdout)
    return left


def check_killed(variant: str, threads: int, seed: str, expected: dict[str, bytes]) -> set[str]:
    """Kill the solver until it gets through; gives the kinds of files that were left meanwhile."""
    left = killed_attempts(variant, threads, seed)
    assert left
    path = table_path(variant)
    assert path.read_bytes() == expected[path.name]
    assert files() == [path.name]
    return {kind for kinds in left for kind in kinds}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.usefixtures("empty_home")
def test_a_solver_that_is_killed_goes_on(threads: int, expected: dict[str, bytes]) -> None:
    met = check_killed(SMALLEST, threads, f"{threads} threads", expected)
    assert met >= {"wave", "part", "positions", "links", "values"}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(15))
@pytest.mark.usefixtures("empty_home")
def test_a_solver_that_is_killed_at_many_moments_goes_on(
    seed: int, expected: dict[str, bytes]
) -> None:
    check_killed(SMALLEST if seed % 3 else LARGER, 1 + seed % 2, str(seed), expected)


def begun_slowly(variant: str) -> subprocess.Popen[str]:
    """A process that solves a variant and has kept some of its work."""
    process = subprocess.Popen(
        [sys.executable, "-c", SLOWLY, "solve", variant],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    )
    work = work_of(jostle.game(variant))
    deadline = time.monotonic() + PATIENCE
    while len(list(work.glob("*.npy"))) < 3:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return process


@pytest.mark.usefixtures("empty_home")
def test_ctrl_c_ends_it_without_a_traceback_and_it_goes_on(
    command: Command, monkeypatch: pytest.MonkeyPatch, expected: dict[str, bytes]
) -> None:
    with begun_slowly(SMALLEST) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err
    assert "Going on" not in err
    assert not table_path(SMALLEST).exists()
    assert work_of(jostle.game(SMALLEST)).exists()
    go_on_with_small_parts(monkeypatch)
    ran = command("solve", SMALLEST)
    assert ran.status == 0
    assert "Going on with work that was interrupted." in ran.err
    assert table_path(SMALLEST).read_bytes() == expected[table_path(SMALLEST).name]
    assert files() == [table_path(SMALLEST).name]


@pytest.mark.usefixtures("empty_home")
def test_a_command_that_is_killed_goes_on(
    command: Command, monkeypatch: pytest.MonkeyPatch, expected: dict[str, bytes]
) -> None:
    with begun_slowly(SMALLEST) as process:
        process.kill()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == -signal.SIGKILL
    go_on_with_small_parts(monkeypatch)
    ran = command("solve", SMALLEST, "--threads", "2")
    assert ran.status == 0
    assert "Going on with work that was interrupted." in ran.err
    assert table_path(SMALLEST).read_bytes() == expected[table_path(SMALLEST).name]
    assert files() == [table_path(SMALLEST).name]


def go_on_with_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As ``interrupted.many_checkpoints`` does it, but not for good."""
    monkeypatch.setattr(enumeration, "PART", 256)
    monkeypatch.setattr(enumeration, "PIECE", 64)
    monkeypatch.setattr(retrograde, "PART", 512)


class Stopped(Exception):
    pass


def interrupt_after(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Stop solving when a file of this name has been kept."""
    save = Work.save

    def save_and_stop(work: Work, saved: str, array: object) -> None:
        save(work, saved, array)  # type: ignore[arg-type]
        if saved == name:
            raise Stopped

    monkeypatch.setattr(Work, "save", save_and_stop)


@pytest.mark.usefixtures("empty_home")
def test_what_was_found_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept is believed: work that stands there with less in it would give less."""
    game = jostle.game(SMALLEST)
    with monkeypatch.context() as patch:
        interrupt_after(patch, "wave-6")
        with pytest.raises(Stopped):
            solver.solve(game)
    made: list[str] = []
    save = Work.save

    def note(work: Work, name: str, array: object) -> None:
        made.append(name)
        save(work, name, array)  # type: ignore[arg-type]

    monkeypatch.setattr(Work, "save", note)
    solver.solve(game)
    assert "wave-7" in made
    assert not {f"wave-{ply}" for ply in range(1, 7)} & set(made)


@pytest.mark.usefixtures("empty_home")
def test_anew_starts_over(
    command: Command, monkeypatch: pytest.MonkeyPatch, expected: dict[str, bytes]
) -> None:
    game = jostle.game(SMALLEST)
    with monkeypatch.context() as patch:
        interrupt_after(patch, "wave-4")
        with pytest.raises(Stopped):
            solver.solve(game)
    (work_of(game) / "wave-2.npy").write_bytes(b"this would not be read")
    ran = command("solve", SMALLEST, "--anew")
    assert ran.status == 0
    assert "Going on" not in ran.err
    assert table_path(SMALLEST).read_bytes() == expected[table_path(SMALLEST).name]
    assert files() == [table_path(SMALLEST).name]


@pytest.mark.usefixtures("own_tables")
def test_anew_solves_what_was_solved_before(command: Command) -> None:
    path = table_path(DRAWN)
    before = path.read_bytes()
    assert "positions in" not in command("solve", DRAWN).err
    assert "positions in" in command("solve", DRAWN, "--anew").err
    assert path.read_bytes() == before


@pytest.mark.usefixtures("empty_home")
def test_work_of_other_sources_is_not_gone_on_with(
    monkeypatch: pytest.MonkeyPatch, expected: dict[str, bytes]
) -> None:
    game = jostle.game(SMALLEST)
    with monkeypatch.context() as patch:
        interrupt_after(patch, "wave-4")
        with pytest.raises(Stopped):
            solver.solve(game)
    (work_of(game) / BASIS).write_text("another time", encoding="utf-8")
    (work_of(game) / "wave-2.npy").write_bytes(b"this would not be read")
    solver.solve(game)
    assert table_path(SMALLEST).read_bytes() == expected[table_path(SMALLEST).name]


@pytest.mark.usefixtures("empty_home")
def test_work_that_was_left_beside_a_finished_table_is_cleared_away(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last thing a solver does; if it is interrupted there, nothing is left to go on with."""

    def interrupted_there(_work: Work) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Work, "clear", interrupted_there)
        assert command("solve", DRAWN).status == 130
    assert work_of(jostle.game(DRAWN)).exists()
    assert command("solve", DRAWN).status == 0
    assert files() == [table_path(DRAWN).name]


@pytest.mark.usefixtures("own_tables")
def test_a_table_stays_until_the_new_one_is_there(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, work = table_path(DRAWN), work_of(jostle.game(DRAWN))
    before = path.read_bytes()
    interrupt_after(monkeypatch, "positions")
    with pytest.raises(Stopped):
        solver.solve(jostle.game(DRAWN), anew=True)
    assert path.read_bytes() == before
    # Who looks at the table meanwhile does not disturb the work on the new one.
    os.utime(path, ns=(1, 1))
    assert command("solve", DRAWN).status == 0
    assert (work / "positions.npy").exists()


@pytest.mark.usefixtures("empty_home")
def test_one_solver_at_a_time(command: Command) -> None:
    with Work(work_of(jostle.game(DRAWN))):
        ran = command("solve", DRAWN)
        assert ran.status == 2
        assert "another program is solving this variant just now" in ran.err
    assert command("solve", DRAWN).status == 0
