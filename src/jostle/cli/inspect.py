"""Commands that look at games and positions: games, show, moves, perft, explain, version."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from jostle import __version__
from jostle.cli import batch
from jostle.cli.exporting import SizeOption, ThemeOption, write_file
from jostle.cli.setting_up import prepare_kernels
from jostle.core.errors import JostleError
from jostle.core.game import Position
from jostle.core.messages import say
from jostle.core.words import told_effect, told_outcome
from jostle.games import GAMES, game, game_class
from jostle.render.theme import THEMES

START = "start"

VariantArgument = Annotated[str, typer.Argument(help=say("cli.help.variant"))]
PositionArgument = Annotated[str, typer.Argument(help=say("cli.help.position"))]
JsonOption = Annotated[bool, typer.Option("--json", help=say("cli.help.json"))]


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("games", help=say("cli.help.games"))(list_games)
    app.command("show", help=say("cli.help.show"))(show)
    app.command("moves", help=say("cli.help.moves"))(moves)
    app.command("perft", help=say("cli.help.perft"))(perft)
    app.command("explain", help=say("cli.help.explain"))(explain)
    app.command("version", help=say("cli.help.version"))(version)


def read_position(variant: str, text: str) -> Position:
    """The position an argument names, after the kernels are ready."""
    prepare_kernels()
    chosen = game(variant)
    return chosen.start() if text == START else chosen.position(text.strip())


def list_games(as_json: JsonOption = False) -> None:
    """The games and their options."""
    prepare_kernels()
    if as_json:
        typer.echo(json.dumps([described(name) for name in GAMES], indent=2))
        return
    console = Console()
    for name in GAMES:
        console.print(f"[bold]{name}[/bold]  {escape(say(f'{name}.summary'))}")
        table = Table(box=None, padding=(0, 2), show_header=False)
        for option in game_class(name).options:
            default = game(name).settings[option.name]
            table.add_row(f"  {option.name}={default}", escape(str(option.allowed)))
        table.columns[0].overflow = "fold"
        console.print(table)
        console.print()


def described(name: str) -> dict[str, object]:
    """A game and its options in plain values."""
    found = game_class(name)
    return {
        "game": name,
        "title": say(f"{name}.title"),
        "summary": say(f"{name}.summary"),
        "options": [
            {
                "name": option.name,
                "default": game(name).settings[option.name],
                "allowed": str(option.allowed),
            }
            for option in found.options
        ],
        "variants": list(found.main_variants),
    }


def show(
    variant: VariantArgument,
    position: PositionArgument = START,
    as_json: JsonOption = False,
    as_svg: Annotated[bool, typer.Option("--svg", help=say("cli.help.svg"))] = False,
    png: Annotated[Path | None, typer.Option("--png", help=say("export.help.png"))] = None,
    theme: ThemeOption = "light",
    size: SizeOption = 480,
) -> None:
    """The board, whose turn, the outcome."""
    shown = read_position(variant, position)
    look: dict[str, Any] = {"theme": THEMES[theme], "size": size}
    if png:
        write_file(png, shown.png(**look))
    if as_svg:
        typer.echo(shown.svg(**look))
    if png or as_svg:
        return
    outcome = shown.outcome
    if as_json:
        told = {
            "variant": shown.game.variant,
            "position": shown.text,
            "mover": int(shown.mover),
            "scores": shown.scores,
            "outcome": outcome and outcome.to_json(),
        }
        typer.echo(json.dumps(told))
        return
    typer.echo(str(shown))
    if shown.scores is not None:
        typer.echo(say("cli.scores", first=shown.scores[0], second=shown.scores[1]))
    for note in shown.notes:
        typer.echo(str(note))
    if outcome is None:
        typer.echo(say("cli.to-move", mover=shown.mover))
    else:
        typer.echo(say("cli.over", result=told_outcome(outcome)))


def moves(
    variant: Annotated[str | None, typer.Argument(help=say("cli.help.variant"))] = None,
    position: PositionArgument = START,
    as_batch: Annotated[bool, typer.Option("--batch", help=say("cli.help.batch"))] = False,
    as_json: JsonOption = False,
) -> None:
    """Each legal move and the position after it."""
    if as_batch:
        if variant is not None:
            raise typer.BadParameter(say("cli.batch-alone"))
        prepare_kernels()
        batch.run(sys.stdin.buffer, sys.stdout)
        return
    if variant is None:
        raise typer.BadParameter(say("cli.variant-needed"))
    listed = batch.moves_of(read_position(variant, position))
    if as_json:
        typer.echo(json.dumps(listed))
        return
    for move, after in listed.items():
        typer.echo(f"{move}\t{after}")


def perft(
    variant: VariantArgument,
    position: PositionArgument = START,
    depth: Annotated[int, typer.Option(min=0, max=64, help=say("cli.help.depth"))] = 1,
    divide: Annotated[bool, typer.Option("--divide", help=say("cli.help.divide"))] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the ways to play some moves."""
    counted = read_position(variant, position)
    rules, kernel = counted.game.rules, counted.game.kernel
    parts: dict[str, int] = {}
    if divide and depth > 0:
        for text, code in counted.legal_moves.codes.items():
            after = counted.play_unchecked(code)
            parts[text] = kernel.perft(rules, after.state, depth - 1)
        total = sum(parts.values())
    else:
        total = kernel.perft(rules, counted.state, depth)
    if as_json:
        typer.echo(
            json.dumps({"depth": depth, "count": total, **({"moves": parts} if divide else {})})
        )
        return
    for text, count in parts.items():
        typer.echo(f"{text}\t{count}")
    typer.echo(str(total))


def explain(
    variant: VariantArgument,
    position: PositionArgument,
    move: Annotated[str, typer.Argument(help=say("cli.help.move"))],
    as_json: JsonOption = False,
) -> None:
    """What a move does, or which rule refuses it."""
    asked = read_position(variant, position)
    reason = asked.why_not(move)
    if as_json:
        typer.echo(json.dumps(explained(asked, move, reason)))
        return
    if reason is not None:
        typer.echo(str(reason))
        return
    steps = asked.effects(move)
    for number, step in enumerate(steps):
        if number > 0:
            typer.echo(say("cli.step", number=number))
        for effect in step:
            told = told_effect(asked.game.name, asked.mover, effect)
            typer.echo(say("cli.effect", effect=told))
    typer.echo(asked.play(move).text)


def explained(asked: Position, move: str, reason: JostleError | None) -> dict[str, object]:
    """An explanation in plain values."""
    if reason is not None:
        return {"move": move, "legal": False, "error": reason.to_json()}
    return {
        "move": str(asked.parse(move)),
        "legal": True,
        "steps": [[effect.to_json() for effect in step] for step in asked.effects(move)],
        "position": asked.play(move).text,
    }


def version(as_json: JsonOption = False) -> None:
    """The version of the package and of each game's rules."""
    rules = {name: game_class(name).rules_version for name in GAMES}
    if as_json:
        typer.echo(json.dumps({"version": __version__, "rules": rules}))
        return
    told = [f"{name} {number}" for name, number in rules.items()]
    typer.echo(say("cli.version", version=__version__, rules=told))
