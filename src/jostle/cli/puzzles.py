"""``jostle puzzles``: make puzzles, list them, and show one."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from jostle.cli.inspect import JsonOption
from jostle.cli.setting_up import prepare_kernels
from jostle.core.messages import say
from jostle.games import GAMES, game, game_class
from jostle.puzzles.mining import Collection
from jostle.puzzles.puzzle import Puzzle
from jostle.puzzles.rating import Band
from jostle.puzzles.store import (
    check_new_file,
    find_puzzle,
    load_puzzles,
    write_puzzles,
    written,
)
from jostle.puzzles.words import told_proof, told_solution, told_task

MOST = 10_000


def register(app: typer.Typer) -> None:
    """Add these commands."""
    puzzles = typer.Typer(help=say("cli.help.puzzles"))
    puzzles.command("make", help=say("cli.help.puzzles-make"))(make)
    puzzles.command("list", help=say("cli.help.puzzles-list"))(list_puzzles)
    puzzles.command("show", help=say("cli.help.puzzles-show"))(show)
    app.add_typer(puzzles, name="puzzles")


def make(
    variant: Annotated[str, typer.Argument(help=say("cli.help.variant"))],
    count: Annotated[int, typer.Option(min=1, max=MOST, help=say("cli.help.puzzles-count"))] = 100,
    seed: Annotated[int, typer.Option(help=say("cli.help.puzzles-seed"))] = 0,
    out: Annotated[Path | None, typer.Option(help=say("cli.help.puzzles-out"))] = None,
) -> None:
    """Find puzzles; what is found before Ctrl-C is kept."""
    chosen = game(variant)
    if out is not None:
        check_new_file(out)
    prepare_kernels()
    from jostle.puzzles.making import make_puzzles  # which loads compiled code

    collection = Collection()
    interrupted: KeyboardInterrupt | None = None
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[games]}"),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
    )
    with progress:
        task = progress.add_task(escape(chosen.variant), total=count, games="")

        def tell(tried: int) -> None:
            progress.update(
                task,
                completed=min(count, len(collection.found)),
                games=say("puzzle.tried", games=tried),
            )

        try:
            make_puzzles(chosen, count, seed=seed, collection=collection, tell=tell)
        except KeyboardInterrupt as error:
            interrupted = error
    kept = collection.by_difficulty()
    if out is None:
        typer.echo(written(kept), nl=False)
    else:
        write_puzzles(out, kept)
    place = say("puzzle.printed") if out is None else str(out)
    key = "puzzle.made" if interrupted is None else "puzzle.interrupted"
    typer.echo(say(key, count=len(kept), asked=count, file=place), err=True)
    if interrupted is not None:
        raise interrupted


def list_puzzles(
    game_name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help=say("cli.help.puzzles-game"))
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """How many puzzles there are, and which."""
    names = list(GAMES) if game_name is None else [game_class(game_name).name]
    if as_json:
        typer.echo(json.dumps([described(name, whole=game_name is not None) for name in names]))
        return
    console = Console()
    console.print(counted(names), highlight=False)
    if game_name is not None:
        console.print(listed(load_puzzles(names[0])), highlight=False)


def show(
    puzzle_id: Annotated[str, typer.Argument(metavar="ID", help=say("cli.help.puzzles-id"))],
    solution: Annotated[
        bool, typer.Option("--solution", help=say("cli.help.puzzles-solution"))
    ] = False,
) -> None:
    """The board and the task; the solution for those who ask."""
    puzzle = find_puzzle(puzzle_id)
    prepare_kernels()
    position = puzzle.start()
    typer.echo(str(position))
    if position.scores is not None:
        typer.echo(say("cli.scores", first=position.scores[0], second=position.scores[1]))
    for note in position.notes:
        typer.echo(str(note))
    band = say(f"puzzle.band.{puzzle.band}")
    typer.echo(say("puzzle.heading", id=puzzle.id, band=band, rating=puzzle.rating))
    typer.echo(say("puzzle.position", variant=puzzle.variant, position=puzzle.position))
    typer.echo(str(told_task(puzzle)))
    if solution:
        typer.echo(str(told_solution(puzzle)))
        typer.echo(str(told_proof(puzzle)))


def described(name: str, *, whole: bool) -> dict[str, object]:
    """A game's puzzles in plain values: how many, and all of them if they are asked for."""
    puzzles = load_puzzles(name)
    bands = Counter(puzzle.band for puzzle in puzzles)
    told: dict[str, object] = {
        "game": name,
        "count": len(puzzles),
        "bands": {str(band): bands[band] for band in Band},
    }
    if whole:
        told["puzzles"] = [{**puzzle.to_json(), "band": str(puzzle.band)} for puzzle in puzzles]
    return told


def counted(names: list[str]) -> Table:
    """How many puzzles of each band the games have."""
    table = Table(box=None, padding=(0, 2))
    table.add_column(say("puzzle.column.game"))
    for title in (*(say(f"puzzle.band.{band}") for band in Band), say("puzzle.column.all")):
        table.add_column(title, justify="right")
    for name in names:
        puzzles = load_puzzles(name)
        bands = Counter(puzzle.band for puzzle in puzzles)
        table.add_row(name, *(str(bands[band]) for band in Band), str(len(puzzles)))
    return table


def listed(puzzles: tuple[Puzzle, ...]) -> Table:
    """A line for each puzzle."""
    table = Table(box=None, padding=(0, 2))
    for column in ("id", "variant", "band", "rating", "plies", "only-moves"):
        numbers = column in ("rating", "plies", "only-moves")
        table.add_column(
            say(f"puzzle.column.{column}"), justify="right" if numbers else "left", no_wrap=True
        )
    for puzzle in puzzles:
        table.add_row(
            puzzle.id,
            escape(puzzle.variant),
            say(f"puzzle.band.{puzzle.band}"),
            str(puzzle.rating),
            str(puzzle.value.plies),
            str(puzzle.only_moves),
        )
    return table
