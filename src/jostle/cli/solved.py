"""What solving says: exact values of all positions of a variant."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.console import Console
from rich.progress import BarColumn, TaskID, TextColumn
from rich.progress import Progress as Bars

from jostle.cli.probed import valued_moves
from jostle.cli.setting_up import prepare_kernels
from jostle.core.errors import JostleError
from jostle.core.messages import message, say
from jostle.core.players import Player
from jostle.core.values import Value
from jostle.games import game
from jostle.search.score import Score
from jostle.search.words import told_score
from jostle.solve.estimate import Estimate
from jostle.solve.numbered import check_numbered
from jostle.solve.places import installed, path_of, work_of
from jostle.solve.solver import check_solvable, clear_left_work, solve
from jostle.solve.stages import Progress, Stage
from jostle.solve.table_file import TableError
from jostle.solve.tables import Table, open_table, opened, value_of
from jostle.solve.verification import Verification, verify

MEGABYTE = 2**20
GIGABYTE = 2**30
FAILED = 1


def solve_variant(variant: str, *, check: bool, anew: bool, threads: int, as_json: bool) -> None:
    """Solve a variant unless that is done, check the table if that is asked for, and tell."""
    prepare_kernels()
    chosen = game(variant)
    table = None if anew else open_table(chosen)
    if table is None:
        expected = check_solvable(chosen, threads)
        announce(expected, going_on=not anew and work_of(chosen).exists())
        try:
            with progress_bars() as on_progress:
                table = solve(chosen, threads=threads, anew=anew, on_progress=on_progress)
        except OSError as error:
            raise TableError(message("table.cannot-write", problem=str(error))) from error
    else:
        clear_left_work(chosen)
    found = None
    if check:
        with progress_bars() as on_progress:
            found = verify(table, threads=threads, on_progress=on_progress)
    if as_json:
        told = described(table)
        if found is not None:
            told["verification"] = checked(found)
        typer.echo(json.dumps(told, indent=2))
    else:
        show_table(table)
        if found is not None:
            show_verification(found)
    if found is not None and not found.passed:
        raise typer.Exit(FAILED)


def announce(expected: Estimate, *, going_on: bool) -> None:
    """Tell what solving will take, before it starts."""
    figures = {
        "positions": f"{expected.positions:,}",
        "memory": f"{expected.memory / GIGABYTE:.1f}",
        "disk": f"{expected.disk / GIGABYTE:.1f}",
        "minutes": f"{expected.seconds / 60:.1f}",
    }
    typer.echo(say("cli.solve.estimate", **figures), err=True)
    if going_on:
        typer.echo(say("cli.solve.going-on"), err=True)


@contextmanager
def progress_bars() -> Iterator[Progress]:
    """A bar for each stage: what it is, how far, how fast, and how long it still takes."""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[told]}"))
    bars = Bars(*columns, console=Console(stderr=True))
    tasks: dict[Stage, TaskID] = {}
    begun: dict[Stage, tuple[float, int]] = {}

    def on_progress(stage: Stage, done: int, total: int | None) -> None:
        now = time.monotonic()
        if stage not in tasks:
            title = say(f"solve.stage.{stage}")
            tasks[stage] = bars.add_task(title, total=total, told="")
            begun[stage] = now, done
        since, first = begun[stage]
        rate = (done - first) / max(now - since, 1e-6)
        figures = {"done": f"{done:,}", "rate": f"{rate:,.0f}"}
        if done == total:
            told = say("cli.solve.done", done=f"{done:,}", seconds=f"{now - since:.0f}")
        elif total is None or rate == 0:
            told = say("cli.solve.rate", **figures)
        else:
            told = say("cli.solve.left", **figures, seconds=f"{(total - done) / rate:.0f}")
        bars.update(tasks[stage], completed=done, total=total, told=told)

    with bars:
        yield on_progress


def described(table: Table) -> dict[str, object]:
    """What a table knows, in plain values."""
    header, start = table.file.header, table.game.start()
    return {
        "variant": header.variant,
        "positions": header.positions,
        "wins": header.wins,
        "losses": header.losses,
        "draws": header.draws,
        "longest": {"plies": header.longest, "position": header.longest_position},
        "start": value_of(header.start).to_json(),
        "first_moves": {move: value.to_json() for move, value in valued_moves(table, start)},
        "file": str(table.file.path),
        "bytes": table.file.path.stat().st_size,
    }


def show_table(table: Table) -> None:
    """Print what a table knows, for people."""
    header = table.file.header
    told = told_score(Score.exact(Player.ONE, value_of(header.start)))
    rows = {
        "positions": f"{header.positions:,}",
        "results": say(
            "cli.solve.results-told",
            wins=f"{header.wins:,}",
            losses=f"{header.losses:,}",
            draws=f"{header.draws:,}",
        ),
        "start": str(told),
        "longest": say("cli.solve.longest-told", plies=header.longest),
        "longest-position": header.longest_position,
        "file": str(table.file.path),
        "size": say("cli.solve.megabytes", size=f"{table.file.path.stat().st_size / MEGABYTE:.2f}"),
    }
    names = {key: say(f"cli.solve.{key}") for key in rows}
    widest = max(map(len, names.values()))
    typer.echo(header.variant)
    for key, text in rows.items():
        typer.echo(f"  {names[key].ljust(widest)}  {text}")
    texts: dict[Value, list[str]] = {}
    for move, value in valued_moves(table, table.game.start()):
        texts.setdefault(value, []).append(move)
    typer.echo(say("cli.solve.first-moves"))
    for value, named in texts.items():
        told = told_score(Score.exact(Player.ONE, value))
        typer.echo(say("cli.solve.first-move", told=told, moves=" ".join(named)))


def checked(found: Verification) -> dict[str, object]:
    """What a check found, in plain values."""
    return {
        "passed": found.passed,
        "positions": found.positions,
        "right": found.right,
        "wrong": found.wrong,
        "incomplete": found.incomplete,
        "counts_right": found.counts_right,
        "start_there": found.start_there,
        "first_wrong": found.first_wrong,
    }


def show_verification(found: Verification) -> None:
    """Print what a check found."""
    figures = {name: f"{getattr(found, name):,}" for name in ("positions", "right", "wrong")}
    figures["incomplete"] = f"{found.incomplete:,}"
    typer.echo(say(f"cli.solve.{'verified' if found.passed else 'not-verified'}", **figures))
    if found.first_wrong is not None:
        typer.echo(say("cli.solve.first-wrong", position=found.first_wrong))
    if not found.counts_right:
        typer.echo(say("cli.solve.counts-wrong"))
    if not found.start_there:
        typer.echo(say("cli.solve.start-missing"))


def show_installed(*, as_json: bool) -> None:
    """List the tables, also those that cannot be used, with the reason."""
    rows: list[dict[str, object]] = []
    for path in installed():
        row: dict[str, object] = {"file": str(path), "bytes": path.stat().st_size}
        try:
            header = opened(path).file.header
            row |= {"variant": header.variant, "positions": header.positions, "problem": None}
        except JostleError as error:
            row |= {"variant": None, "positions": None, "problem": str(error)}
        rows.append(row)
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    if not rows:
        typer.echo(say("cli.solve.none"))
    for row in rows:
        size = f"{int(str(row['bytes'])) / MEGABYTE:.2f}"
        if row["problem"] is None:
            positions = f"{row['positions']:,}"
            typer.echo(
                say("cli.solve.listed", variant=row["variant"], positions=positions, size=size)
            )
        else:
            typer.echo(say("cli.solve.listed-bad", problem=row["problem"]))


def delete_table(variant: str) -> None:
    """Remove a variant's table, and the work of one that was not finished."""
    chosen = game(variant)
    check_numbered(chosen)
    path, work = path_of(chosen), work_of(chosen)
    if not path.exists() and not work.exists():
        raise TableError(message("table.none", variant=chosen.variant))
    path.unlink(missing_ok=True)
    shutil.rmtree(work, ignore_errors=True)
    typer.echo(say("cli.solve.deleted", path=str(path)))
