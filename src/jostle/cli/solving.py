"""``jostle solve`` and ``jostle probe``; what they do is loaded when it is asked for."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from jostle.cli.inspect import START, JsonOption, PositionArgument, VariantArgument, read_position
from jostle.core.messages import say


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("solve", help=say("cli.help.solve"))(solve)
    app.command("probe", help=say("cli.help.probe"))(probe)


def solve(
    variant: Annotated[str | None, typer.Argument(help=say("cli.help.variant"))] = None,
    check: Annotated[bool, typer.Option("--verify", help=say("cli.help.solve-verify"))] = False,
    resume: Annotated[
        bool, typer.Option("--resume/--anew", help=say("cli.help.solve-resume"))
    ] = True,
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help=say("cli.help.solve-threads"))
    ] = None,
    list_tables: Annotated[bool, typer.Option("--list", help=say("cli.help.solve-list"))] = False,
    delete: Annotated[bool, typer.Option("--delete", help=say("cli.help.solve-delete"))] = False,
    as_json: JsonOption = False,
) -> None:
    """Solve a variant, or look after the tables of those that are solved."""
    from jostle.cli.solved import delete_table, show_installed, solve_variant

    if list_tables:
        show_installed(as_json=as_json)
        return
    if variant is None:
        raise typer.BadParameter(say("cli.solve.no-variant"))
    if delete:
        delete_table(variant)
        return
    workers = threads or os.cpu_count() or 1
    solve_variant(variant, check=check, anew=not resume, threads=workers, as_json=as_json)


def probe(
    variant: VariantArgument, position: PositionArgument = START, as_json: JsonOption = False
) -> None:
    """Tell the exact value of a position and of its moves."""
    asked = read_position(variant, position)
    from jostle.cli.probed import show_probe

    show_probe(asked, as_json=as_json)
