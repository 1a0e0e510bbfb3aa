"""``jostle ugi``: the engine behind a protocol, for other programs."""

from __future__ import annotations

import sys
from io import FileIO
from typing import Annotated

import typer

from jostle import __version__
from jostle.cli.setting_up import prepare_kernels
from jostle.core.messages import say
from jostle.games import game
from jostle.ugi.lines import Answers, lines_of
from jostle.ugi.options import Options
from jostle.ugi.session import Session


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("ugi", help=say("cli.help.ugi"))(ugi)


def ugi(
    variant: Annotated[str | None, typer.Argument(help=say("cli.help.ugi-variant"))] = None,
) -> None:
    """Speak the protocol until the other side leaves."""
    options = Options()
    if variant is not None:
        prepare_kernels()
        options = Options(game(variant).variant)
    session = Session(
        Answers(sys.stdout.buffer), version=__version__, options=options, prepare=prepare_kernels
    )
    # Standard input may be closed.
    session.run(lines_of(FileIO(sys.stdin.fileno(), closefd=False)) if sys.stdin else ())
