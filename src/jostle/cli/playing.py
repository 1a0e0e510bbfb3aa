"""``jostle play``: the game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from jostle.cli.setting_up import prepare_kernels
from jostle.core.messages import say
from jostle.tui import session


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("play", help=say("cli.help.play"))(play)


def play(
    variant: Annotated[str | None, typer.Argument(help=say("cli.help.play-variant"))] = None,
    opponent: Annotated[str, typer.Option(help=say("cli.help.opponent"))] = "",
    side: Annotated[str, typer.Option(help=say("cli.help.side"))] = "1",
    seed: Annotated[int | None, typer.Option(help=say("cli.help.seed"))] = None,
    load: Annotated[Path | None, typer.Option(help=say("cli.help.load"))] = None,
) -> int:
    """Play in the terminal."""
    prepare_kernels()
    return session.play(variant, opponent=opponent, side=side, seed=seed, load=load)
