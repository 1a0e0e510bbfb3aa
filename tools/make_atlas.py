"""Solves the small boards of Pomeczi and writes the atlas that tells what came out.

A run solves what is missing and fits this machine. It can be stopped at any time and goes on when
it is started again: finished tables stay, an unfinished one goes on from its work on disk, and the
figures of each variant are kept as soon as they are known.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from tools.atlas.facts import facts_of, read
from tools.atlas.kept import Expected, Kept, read_kept, write_kept
from tools.atlas.page import write_page
from tools.atlas.pictures import draw_first_moves
from tools.atlas.standard import LONGEST_PICTURE, RECORD, hidden_picture
from tools.atlas.study import longest_record, study
from tools.atlas.tile_sets import STANDARD, playable

from jostle.cli.setting_up import prepare_kernels
from jostle.cli.solved import announce, progress_bars
from jostle.core.game import Game
from jostle.games import game
from jostle.solve.estimate import Estimate, available_memory, estimate
from jostle.solve.numbered import NumberedGame
from jostle.solve.places import work_of
from jostle.solve.solver import solve
from jostle.solve.tables import open_table

DOCS = Path(__file__).parents[1] / "docs"
PAGE = DOCS / "atlas.md"
FOLDER = DOCS / "atlas"
DATA = FOLDER / "data.json"
MOST_MINUTES = 30
PICTURE_SIZE = 260
INTERRUPTED = 130


def make(
    threads: Annotated[int | None, typer.Option(min=1, help="threads that solve")] = None,
    most_minutes: Annotated[
        float, typer.Option(min=0, help="leave out what takes longer by its estimate")
    ] = MOST_MINUTES,
    page_only: Annotated[bool, typer.Option("--page-only", help="solve nothing")] = False,
    anew: Annotated[
        bool, typer.Option("--anew", help="take all figures from the tables again")
    ] = False,
) -> None:
    """Solve what is missing and write the page."""
    kept = read_kept(DATA)
    try:
        if not page_only:
            prepare_kernels()
            complete(kept, threads or os.cpu_count() or 1, most_minutes, anew=anew)
    except KeyboardInterrupt:
        typer.echo("make_atlas: stopped; the next run goes on from here", err=True)
        raise typer.Exit(INTERRUPTED) from None
    finally:
        for path, text in files(kept).items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def complete(kept: Kept, threads: int, most_minutes: float, *, anew: bool = False) -> None:
    """Find the figures that are missing, or all of them anew, the small variants first."""
    missing = [
        variant for variant in playable().values() if anew or variant.variant not in kept["solved"]
    ]
    costs = {variant: estimate(NumberedGame(variant), threads) for variant in missing}
    for variant in sorted(missing, key=lambda variant: costs[variant].positions):
        why = why_not(costs[variant], most_minutes)
        if open_table(variant) is None and why is not None:
            typer.echo(f"{variant.variant}: left out ({why})", err=True)
            if variant.variant not in kept["solved"]:
                kept["unsolved"][variant.variant] = expected(costs[variant], why)
        else:
            add(kept, variant, costs[variant], threads)
        write_kept(DATA, kept)
    standard = open_table(game(STANDARD))
    if (anew or kept["study"] is None) and standard is not None:
        typer.echo(f"{STANDARD}: looking for positions to show", err=True)
        kept["study"] = study(standard)
        write_kept(DATA, kept)


def why_not(cost: Estimate, most_minutes: float) -> str | None:
    """Why a variant is not solved here; None if it can be."""
    if cost.memory > available_memory():
        return "memory"
    return "time" if cost.seconds > 60 * most_minutes else None


def expected(cost: Estimate, why: str) -> Expected:
    """An estimate as it is kept."""
    return {
        "positions": cost.positions,
        "memory": cost.memory,
        "seconds": round(cost.seconds),
        "why": why,
    }


def add(kept: Kept, variant: Game, cost: Estimate, threads: int) -> None:
    """Solve a variant, unless its table is there, and keep its figures."""
    typer.echo(variant.variant, err=True)
    table = open_table(variant)
    if table is None:
        announce(cost, going_on=work_of(variant).exists())
        with progress_bars() as on_progress:
            table = solve(variant, threads=threads, on_progress=on_progress)
    kept["solved"][variant.variant] = facts_of(table)
    kept["unsolved"].pop(variant.variant, None)


def files(kept: Kept) -> dict[Path, str]:
    """Every file of the atlas but the kept figures, made of these alone."""
    made = {PAGE: write_page(kept)}
    for tiles, variant in playable().items():
        facts = kept["solved"].get(variant.variant)
        if facts is not None:
            values = {move: read(text) for move, text in facts["first_moves"].items()}
            title = f"{variant.variant}: first moves"
            made[FOLDER / f"{tiles.name}.svg"] = draw_first_moves(variant.size, values, title)
    found = kept["study"]
    if found is not None:
        standard = game(STANDARD)
        made[FOLDER / RECORD] = f"{longest_record(standard, found)}\n"
        shown = {LONGEST_PICTURE: found["start"]}
        for number, hidden in enumerate(found["hidden"], 1):
            shown[hidden_picture(number)] = hidden["position"]
        for name, text in shown.items():
            made[FOLDER / name] = standard.position(text).svg(size=PICTURE_SIZE)
    return made


if __name__ == "__main__":
    typer.run(make)
