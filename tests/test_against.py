"""The comparison with a commit (``benchmarks.against``): ratios, builds, errors, clean-up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path

import pytest
from benchmarks import against
from benchmarks.builds import BadCommit, Build, builds, find_commit
from benchmarks.measures import (
    EXPAND,
    PERFT,
    PLAYOUTS,
    Measure,
    Session,
    kernel_costs,
    searched_nodes,
)
from benchmarks.processes import ProcessFailed, conversation, cpu_seconds, run
from benchmarks.ratios import Comparison, legend, report, table_of
from rich.console import Console

BUSY = "import time\nwhile time.process_time() < 0.3: pass"
WAIT = "\nprint(flush=True)\ninput()"
WORK = Measure("kernels", "work", "ns/unit")
# Answers what the command asks of every version; its price is what the commits differ in.
PACKAGE = """
import json, sys
PRICE = {price}
if sys.argv[1:] == ["games", "--json"]:
    print(json.dumps([{{"game": name}} for name in {games}]))
elif sys.argv[1:] == ["price"]:
    print(PRICE)
"""


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    subprocess.run(["git", "-C", str(root), *identity, *arguments], check=True, capture_output=True)


def write_package(root: Path, price: float, games: list[str]) -> None:
    package = root / "src" / "jostle"
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text(PACKAGE.format(price=price, games=games))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A small checkout whose working tree differs from its only commit."""
    root = tmp_path / "checkout"
    write_package(root, 4, ["first", "removed"])
    git(root, "init")
    git(root, "add", ".")
    git(root, "commit", "-m", "first")
    write_package(root, 5, ["first", "added"])
    return root


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary folders, which is empty at first."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def comparison(commit: list[float], ratios: list[float]) -> Comparison:
    working_tree = tuple(cost * ratio for cost, ratio in zip(commit, ratios, strict=True))
    return Comparison(WORK, "pomeczi", tuple(commit), working_tree)


def test_ratios_are_taken_round_by_round() -> None:
    # The machine is three times slower from the fourth round on, for both.
    found = comparison([1, 1, 1, 3, 3, 3, 3], [1.1, 1.2, 1.05, 1.1, 1.3, 0.9, 1.1])
    assert found.ratio == pytest.approx(1.1)
    assert found.quartiles == pytest.approx((1.05, 1.2))
    assert found.verdict == "slower"


@pytest.mark.parametrize(
    ("ratios", "verdict"),
    [
        ([0.9, 0.91, 0.92, 0.9, 0.93, 0.97, 1.4], "faster"),
        ([1.1, 1.09, 1.08, 1.1, 1.07, 1.03, 0.6], "slower"),
        ([1.01] * 7, "same"),
        ([0.9, 0.9, 1.1, 1.1, 1.1, 1.1, 1.1], "same"),
        ([1.5] * 6, "?"),
    ],
)
def test_verdicts(ratios: list[float], verdict: str) -> None:
    assert comparison([2.0] * len(ratios), ratios).verdict == verdict


def test_one_round_has_a_ratio() -> None:
    found = comparison([2.0], [1.5])
    assert (found.ratio, *found.quartiles) == (1.5, 1.5, 1.5)


def test_quartiles_of_two_rounds_stay_between_them() -> None:
    assert comparison([1.0, 1.0], [1.0, 2.0]).quartiles == (1.0, 2.0)


def test_the_table_fits_80_columns() -> None:
    console = Console(width=80, record=True, file=StringIO())
    found = Comparison(EXPAND, "pushee-pieces", (451.23,) * 7, (1449.7,) * 7)
    console.print(table_of("863fcfd", [found]))
    lines = console.export_text().splitlines()
    titles, shown = (" ".join(line.split()) for line in lines)
    assert titles == "measure variant 863fcfd working tree ratio quartiles"
    assert shown == "expand µs/position pushee-pieces 451 1.45e+03 3.213 3.213–3.213 slower"


def test_the_legend_tells_the_direction_and_a_trial() -> None:
    assert "Below 1 it became faster" in legend(7)
    assert "not a measurement" not in legend(7)
    assert "not a measurement" in legend(6)


def test_the_report_for_programs() -> None:
    told = json.loads(json.dumps(report("abc", 7, [comparison([2.0] * 7, [1.5] * 7)])))
    assert (told["commit"], told["rounds"], told["enough_rounds"]) == ("abc", 7, True)
    (entry,) = told["comparisons"]
    assert (entry["measure"], entry["variant"], entry["unit"]) == ("work", "pomeczi", "ns/unit")
    assert (entry["commit"], entry["working_tree"]) == ([2.0] * 7, [3.0] * 7)
    assert (entry["ratio"], entry["verdict"]) == (1.5, "slower")


def test_rates_become_times() -> None:
    figures = {
        "moves_per_second": 1e7,
        "perft_nodes_per_second": 1e8,
        "expand_milliseconds": 0.25,
    }
    assert kernel_costs(figures) == {PLAYOUTS: 100, PERFT: 10, EXPAND: 250}


def test_nodes_are_those_that_were_told_last() -> None:
    lines = ["info depth 1 nodes 40 pv Sb2", "info nodes 90 nps 9", "", "bestmove Sb2"]
    assert searched_nodes(lines) == 90
    with pytest.raises(ProcessFailed, match="a search told no nodes: bestmove Sb2"):
        searched_nodes(lines[2:])


def test_cpu_time_includes_children() -> None:
    code = f"""
import subprocess, sys
subprocess.run([sys.executable, "-c", {BUSY!r}])  # has ended
child = subprocess.Popen([sys.executable, "-c", {BUSY + WAIT!r}],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
for line in sys.stdin:
    child.stdout.readline()
    print("busy", flush=True)
"""
    with conversation(["-c", code], os.environ) as process:
        process.ask("go", "busy")
        assert cpu_seconds(process.process_id) > 0.5


def test_a_process_that_fails_is_told_in_one_line() -> None:
    with pytest.raises(ProcessFailed, match=r"^python -c .* failed: ValueError: no$"):
        run(["-c", "raise ValueError('no')"], os.environ)
    with (
        conversation(["-c", "input()"], os.environ) as process,
        pytest.raises(ProcessFailed, match="ended without an answer to 'go'"),
    ):
        process.ask("go", "done")


def test_both_versions_are_run_and_removed(checkout: Path, temporary: Path) -> None:
    with builds(checkout, find_commit(checkout, "HEAD")) as (old, new):
        assert (old.jostle("price"), new.jostle("price")) == ("4\n", "5\n")
        write_package(checkout, 6, [])  # an edit meanwhile
        assert new.jostle("price") == "5\n"
    assert list(temporary.iterdir()) == []


def test_another_version_than_the_one_meant_is_refused(tmp_path: Path) -> None:
    # The folder is empty, so that Python finds the installed package.
    with pytest.raises(BadCommit, match=r"abc: Python imports .*jostle.* instead of"):
        Build("abc", tmp_path).check_import()


@contextmanager
def priced(build: Build) -> Iterator[Session]:
    yield lambda _: {WORK: float(build.jostle("price"))}


@contextmanager
def interrupted(_: Build) -> Iterator[Session]:
    raise KeyboardInterrupt
    yield


@contextmanager
def failing(build: Build) -> Iterator[Session]:
    yield lambda _: {WORK: float(run(["-c", "raise ValueError('no')"], build.environment))}


def test_the_command_measures_the_games_of_both(
    checkout: Path,
    temporary: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(against, "AREAS", {"kernels": priced})
    assert against.main(["HEAD", "--rounds", "2", "--json"], checkout) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["commit"] == find_commit(checkout, "HEAD")
    (entry,) = told["comparisons"]
    assert (entry["variant"], entry["ratios"]) == ("first", [1.25, 1.25])
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(("area", "status"), [(interrupted, 130), (failing, 1)])
def test_nothing_is_left_after_an_interruption_or_a_failure(
    area: object,
    status: int,
    checkout: Path,
    temporary: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(against, "AREAS", {"kernels": area})
    assert against.main(["HEAD", "--rounds", "1"], checkout) == status
    assert "Traceback" not in capsys.readouterr().err
    assert list(temporary.iterdir()) == []


def complaint(
    capsys: pytest.CaptureFixture[str], arguments: list[str], root: Path = against.ROOT
) -> str:
    """The one line that the command writes about bad input."""
    with pytest.raises(SystemExit) as end:
        sys.exit(against.main(arguments, root))
    output = capsys.readouterr()
    assert (end.value.code, output.out, output.err.count("\n")) == (2, "", 1)
    return output.err


def test_bad_input_is_one_line(
    checkout: Path, tmp_path: Path, temporary: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no commit 'nonsense'" in complaint(capsys, ["nonsense"], checkout)
    assert "is not a git checkout" in complaint(capsys, ["HEAD"], tmp_path)
    assert "is not a git checkout" in complaint(capsys, ["HEAD"], checkout / "src")
    assert "'0' is not a number of 1 or more" in complaint(capsys, ["HEAD", "--rounds", "0"])
    assert "invalid choice: 'speed'" in complaint(capsys, ["HEAD", "--only", "speed"])
    assert "required: commit" in complaint(capsys, [])
    assert list(temporary.iterdir()) == []


def test_a_commit_without_the_package_is_refused(
    checkout: Path, temporary: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "note").touch()
    git(checkout, "rm", "-r", "--cached", "src")
    git(checkout, "add", "note")
    git(checkout, "commit", "-m", "second")
    assert "has no src/jostle" in complaint(capsys, ["HEAD"], checkout)
    assert list(temporary.iterdir()) == []


def test_it_is_a_command() -> None:
    command = [sys.executable, "-m", "benchmarks.against", "--help"]
    done = subprocess.run(command, cwd=against.ROOT, capture_output=True, text=True, check=True)
    assert "--rounds" in done.stdout
