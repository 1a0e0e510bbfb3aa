"""Measures how strong the levels are, and writes the page that tells it.

Every level plays every other on each main variant. The games are kept in one file a variant, and a
run plays only what is missing there: it can be stopped at any time and goes on when it is started
again, be it with more games. The page is written from all the games there are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jostle.arena.ladder import (
    RANDOM_AND_LEVELS,
    Ladder,
    LadderProgress,
    play_ladder,
    read_ladder,
)
from jostle.arena.page import write_page
from jostle.arena.playing import GAMES_IN_PAIR, Conditions
from jostle.cli.matches import Bar, progress_bar
from jostle.cli.setting_up import prepare_kernels
from jostle.core.errors import JostleError
from jostle.games import GAMES, game, game_class

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "results" / "levels"
PAGE = ROOT / "docs" / "levels.md"
BAD_INPUT = 2
INTERRUPTED = 130


def measure(
    variant: Annotated[
        list[str] | None, typer.Option(help="play this variant alone; may be given several times")
    ] = None,
    games: Annotated[int, typer.Option(min=0, help="games of each pairing")] = 40,
    neighbour_games: Annotated[
        int | None, typer.Option(min=0, help="games of each pairing of neighbours, if not as many")
    ] = None,
    neighbours_only: Annotated[
        bool, typer.Option("--neighbours-only", help="leave out all other pairings for now")
    ] = False,
    agent: Annotated[
        list[str] | None,
        typer.Option(help="let only these agents play, from the weakest on; may be repeated"),
    ] = None,
    seed: Annotated[int, typer.Option(help="decides the openings and the agents' choices")] = 0,
    workers: Annotated[int | None, typer.Option(min=1, help="games at once")] = None,
    folder: Annotated[Path, typer.Option(help="where the games are kept")] = FOLDER,
    page: Annotated[Path, typer.Option(help="the page to write")] = PAGE,
    page_only: Annotated[bool, typer.Option("--page-only", help="play nothing")] = False,
) -> None:
    """Play what is missing and write the page."""
    try:
        prepare_kernels()
        everything = [text for name in GAMES for text in game_class(name).main_variants]
        chosen = [game(text).variant for text in variant] if variant else everything
        agents = tuple(agent) if agent else RANDOM_AND_LEVELS
        ladders = [
            Ladder(
                Conditions(text, seed=seed, tables=False),
                agents,
                pairs_of(games if neighbour_games is None else neighbour_games),
                0 if neighbours_only else pairs_of(games),
            )
            for text in chosen
        ]
        told = [
            Conditions(text, seed=seed, tables=False)
            for text in dict.fromkeys([*everything, *chosen])
        ]
        # The page tells of all agents there are, also if only some play now.
        ranked = RANDOM_AND_LEVELS if set(agents) <= set(RANDOM_AND_LEVELS) else agents
        if page_only:
            update(page, folder, told, ranked)
            return
        for ladder in ladders:
            try:
                play(ladder, folder, workers)
            finally:
                update(page, folder, told, ranked)
    except JostleError as error:
        typer.echo(f"measure_levels: {error}", err=True)
        raise typer.Exit(BAD_INPUT) from None
    except KeyboardInterrupt:
        typer.echo("measure_levels: stopped; the next run goes on from here", err=True)
        raise typer.Exit(INTERRUPTED) from None


def pairs_of(games: int) -> int:
    """Games as pairs; an odd one is made up to a pair."""
    return -(-games // GAMES_IN_PAIR)


def play(ladder: Ladder, folder: Path, workers: int | None) -> None:
    """Play what is missing of a ladder."""
    with progress_bar(ladder.conditions.variant) as bar:

        def tell(progress: LadderProgress, bar: Bar = bar) -> None:
            last = progress.game
            between = "" if last is None else " – ".join(last.agents)
            bar.show(progress.done, progress.total, between)

        play_ladder(ladder, folder, workers=workers, on_progress=tell)


def update(page: Path, folder: Path, conditions: list[Conditions], agents: tuple[str, ...]) -> None:
    """Write the page from all that the folder has."""
    found = [read_ladder(folder, each, agents) for each in conditions]
    results = [result for result in found if result is not None and result.games]
    if results:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(write_page(results), encoding="utf-8")


if __name__ == "__main__":
    typer.run(measure)
