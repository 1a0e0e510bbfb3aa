"""``jostle best``: the best moves of a position."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from jostle.cli.inspect import START, JsonOption, PositionArgument, VariantArgument, read_position
from jostle.core.errors import GameOver
from jostle.core.game import Position
from jostle.core.match import Match
from jostle.core.messages import message, say
from jostle.core.words import told_outcome
from jostle.search.agents import LEVEL
from jostle.search.analysis import Analysis
from jostle.search.levels import LEVELS
from jostle.search.limits import Limits
from jostle.search.thinking import DEFAULT_MEMORY, DEFAULT_SECONDS, Engine
from jostle.search.words import told_line, told_score
from jostle.solve.informed import agent, table_for

MOST_SECONDS = 1_000_000
MOST_NODES = 10**15
MOST_THREADS = 256
MOST_LINES = 1000
MOST_MEMORY = 65_536  # megabytes
LONGEST_LINE = 100


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("best", help=say("cli.help.best"))(best)


def best(
    variant: VariantArgument,
    position: PositionArgument = START,
    seconds: Annotated[float | None, typer.Option(help=say("cli.help.best-seconds"))] = None,
    depth: Annotated[int | None, typer.Option(min=1, help=say("cli.help.best-depth"))] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, max=MOST_NODES, help=say("cli.help.best-nodes"))
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=MOST_THREADS, help=say("cli.help.best-threads"))
    ] = None,
    lines: Annotated[
        int | None, typer.Option(min=1, max=MOST_LINES, help=say("cli.help.best-lines"))
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(min=LEVELS[0], max=LEVELS[-1], help=say("cli.help.best-level")),
    ] = None,
    memory: Annotated[
        int | None, typer.Option(min=1, max=MOST_MEMORY, help=say("cli.help.best-memory"))
    ] = None,
    seed: Annotated[int, typer.Option(help=say("cli.help.best-seed"))] = 0,
    as_json: JsonOption = False,
) -> None:
    """Find the best moves, or the move of a level."""
    limits = Limits(seconds, depth, nodes)
    options = {"--seconds": seconds, "--depth": depth, "--nodes": nodes, "--threads": threads}
    options |= {"--lines": lines, "--memory": memory}
    given = [name for name, value in options.items() if value is not None]
    if level is not None and given:
        raise typer.BadParameter(say("cli.best.level-alone", options=given))
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        raise typer.BadParameter(say("cli.best.seconds", seconds=seconds, most=MOST_SECONDS))
    asked = read_position(variant, position)
    if asked.outcome is not None:
        raise GameOver(message("over.position", result=told_outcome(asked.outcome)))
    if level is not None:
        show_level(asked, level, seed, as_json=as_json)
        return
    if limits == Limits():
        limits = Limits(DEFAULT_SECONDS)
    table = limits.megabytes(DEFAULT_MEMORY if memory is None else memory)
    try:
        engine = Engine(
            asked.game,
            threads=threads or 1,
            memory=table,
            seed=seed,
            oracle=table_for(asked.game),
        )
    except MemoryError:
        raise typer.BadParameter(say("cli.best.no-memory", wanted=round(table))) from None
    show_best(engine, asked, limits, lines or 1, as_json=as_json)


def show_level(position: Position, level: int, seed: int, *, as_json: bool) -> None:
    """Print the move that a level plays."""
    move = agent(f"{LEVEL}{level}", seed=seed).choose(Match(position.game, position))
    if as_json:
        told = {"variant": position.game.variant, "position": position.text}
        typer.echo(json.dumps({**told, "level": level, "move": str(move)}))
    else:
        typer.echo(str(move))


def show_best(
    engine: Engine, position: Position, limits: Limits, lines: int, *, as_json: bool
) -> None:
    """Think, showing on the way what is found if a person looks on, and print what came of it.

    When Ctrl-C is pressed, what has been found by then is printed.
    """
    found: Analysis | None = None
    interrupted: KeyboardInterrupt | None = None
    screen = Console(stderr=True)
    with ExitStack() as stack:
        live = None
        if screen.is_terminal:
            live = stack.enter_context(Live(console=screen, transient=True, auto_refresh=False))
        thinking = stack.enter_context(engine.stream(position, limits, lines=lines))
        try:
            for found in thinking:
                if live is not None:
                    shown = Text("\n".join(told_analysis(found)), no_wrap=True, overflow="ellipsis")
                    live.update(shown, refresh=True)
        except KeyboardInterrupt as error:
            interrupted = error
    if found is not None:
        if as_json:
            typer.echo(json.dumps(found.to_json()))
        else:
            typer.echo("\n".join(told_analysis(found)))
    if interrupted is not None:
        raise interrupted


def told_analysis(analysis: Analysis) -> Iterator[str]:
    """The lines of play, best first, and what it took to find them."""
    scores = [str(told_score(line.score)) for line in analysis.lines]
    widest = max(map(len, scores))
    for score, line in zip(scores, analysis.lines, strict=True):
        moves = told_line(line.moves, LONGEST_LINE)
        yield say("cli.best.line", score=score.ljust(widest), moves=moves)
    yield say(
        "cli.best.effort",
        depth=analysis.depth,
        nodes=f"{analysis.nodes:,}",
        seconds=f"{analysis.seconds:.2f}",
    )
