"""``python -m benchmarks.against COMMIT``: measure the working tree against a commit.

Kernels, search and serving of both are measured in turns, in rounds, and each round gives a ratio:
a machine that is busy for a while slows both alike.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import signal
import sys
from pathlib import Path
from typing import NoReturn

from benchmarks.builds import BadCommit, Build, builds, find_commit
from benchmarks.measures import AREAS, Measure
from benchmarks.processes import ProcessFailed, can_read_cpu_time
from benchmarks.ratios import ENOUGH_ROUNDS, Comparison, legend, report, table_of
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

ROOT = Path(__file__).resolve().parents[1]
FAILED, BAD_INPUT, INTERRUPTED, TERMINATED = 1, 2, 130, 143


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}\n")


def at_least_one(text: str) -> int:
    """A number of rounds."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of 1 or more")
    return int(text)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = _Parser(
        "benchmarks.against",
        description="Measure the working tree against a commit, in turns, and print the ratios.",
    )
    made.add_argument("commit", help="a commit, tag or branch of this checkout")
    made.add_argument(
        "--rounds",
        type=at_least_one,
        default=ENOUGH_ROUNDS,
        help=f"default %(default)s; fewer than {ENOUGH_ROUNDS} only to try the command",
    )
    made.add_argument("--only", choices=AREAS, help="measure this area alone")
    made.add_argument("--json", action="store_true", help="print JSON, with every round's figures")
    return made


def compare(
    old: Build, new: Build, areas: list[str], rounds: int, progress: Progress
) -> list[Comparison]:
    """Measure both builds in turns."""
    task = progress.add_task("", total=None)
    for build in (old, new):
        progress.update(task, description=f"compiling the kernels of {build.name}")
        build.jostle("compile")
    known = old.games()
    variants = [name for name in new.games() if name in known]
    costs: dict[tuple[Measure, str], dict[str, list[float]]] = {}
    progress.update(task, total=rounds * len(areas) * len(variants) * 2)
    for number in range(rounds):
        for area in areas:
            with contextlib.ExitStack() as stack:
                sessions = [
                    (build, stack.enter_context(AREAS[area](build))) for build in (old, new)
                ]
                for index, variant in enumerate(variants):
                    # The one that is measured first alternates.
                    for build, measure in sessions[:: -1 if (number + index) % 2 else 1]:
                        doing = f"round {number + 1} of {rounds}: {area}, {variant}, {build.name}"
                        progress.update(task, description=doing)
                        for what, cost in measure(variant).items():
                            both = costs.setdefault((what, variant), {old.name: [], new.name: []})
                            both[build.name].append(cost)
                        progress.advance(task)
    return [
        Comparison(what, variant, tuple(both[old.name]), tuple(both[new.name]))
        for (what, variant), both in costs.items()
    ]


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Run the command; return its exit status."""
    given = parser().parse_args(arguments)
    areas = [given.only] if given.only else list(AREAS)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    try:
        if not can_read_cpu_time():
            raise BadCommit("this system has no /proc to read CPU times from")
        commit = find_commit(root, given.commit)
        with builds(root, commit) as (old, new), progress:
            comparisons = compare(old, new, areas, given.rounds, progress)
    except BadCommit as error:
        return complain(str(error), BAD_INPUT)
    except ProcessFailed as error:
        return complain(str(error), FAILED)
    except KeyboardInterrupt:
        return INTERRUPTED
    console = Console()
    if given.json:
        console.out(json.dumps(report(commit, given.rounds, comparisons), indent=2))
    else:
        console.print(table_of(old.name, comparisons))
        console.print(legend(given.rounds), highlight=False)
    return 0


def complain(problem: str, status: int) -> int:
    """Write one line to standard error; return the exit status."""
    sys.stderr.write(f"benchmarks.against: {' '.join(problem.split())}\n")
    return status


if __name__ == "__main__":
    # SystemExit is raised where the signal arrives, and temporary folders are removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    sys.exit(main())
