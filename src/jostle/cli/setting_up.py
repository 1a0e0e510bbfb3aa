"""Compiling every kernel once, with a progress bar, so that later starts are quick."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from importlib import resources

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
)

from jostle.core.compiling import cache_directory, clear_old_caches, on_compiled
from jostle.core.kernel import LOOPS
from jostle.core.messages import say
from jostle.games import GAMES, game_class
from jostle.games import game as game_of
from jostle.search.specialised import COMPILED, searches
from jostle.solve import LOOPS as SOLVING_LOOPS

NUMBERING = "numbering.py"  # which a game has that can be solved


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("compile", help=say("cli.help.compile"))(prepare_kernels)


@cache
def prepare_kernels() -> None:
    """Compile the kernels of all games, unless this version has done so on this machine."""
    done = cache_directory() / "complete"
    if done.exists():
        return
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )
    with progress, ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        bar = progress.add_task(say("cli.compiling"), total=sum(map(functions_of, GAMES)))
        # Each in a process of its own: the compiler holds a lock that threads would wait for.
        list(pool.map(partial(compile_apart, progress, bar), GAMES))
    clear_old_caches(cache_directory())
    done.touch()


def package_of(game: str) -> str:
    """The name of a game's folder as a package."""
    return GAMES[game].partition(":")[0].rpartition(".")[0]


def functions_of(game: str) -> int:
    """How many functions of a game are to be compiled."""
    package = package_of(game)
    count = len(LOOPS) + COMPILED
    sources = [resources.files(package) / name for name in ("kernel.py", "knowledge.py")]
    numbering = resources.files(package) / NUMBERING
    if numbering.is_file():
        solving = resources.files("jostle.solve").iterdir()
        sources += [numbering, *(file for file in solving if file.name.endswith(".py"))]
        count += len(SOLVING_LOOPS)
    for file in sources:
        source = file.read_text(encoding="utf-8")
        count += source.count("@compiled(") + source.count("def soonest(")  # wins are proven by it
    return count


def compile_apart(progress: Progress, bar: TaskID, name: str) -> None:
    """Compile a game's kernel in another process, which writes a line for each function."""
    code = f"from jostle.cli.setting_up import compile_here; compile_here({name!r})"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        for _ in worker.stdout:
            progress.advance(bar)
    if worker.returncode != 0:
        raise subprocess.CalledProcessError(worker.returncode, command)


def compile_here(name: str) -> None:
    """Compile a game's kernel, its searches and what solves it in this process."""
    on_compiled.append(lambda function: typer.echo(function))
    game = game_class(name)
    game.kernel.prepare()
    searches(game).prepare()
    if (resources.files(package_of(name)) / NUMBERING).is_file():
        # Imported here, since these modules compile what all games share.
        from jostle.solve import solver
        from jostle.solve.numbered import NumberedGame

        assert solver is not None
        NumberedGame(game_of(name)).prepare()
