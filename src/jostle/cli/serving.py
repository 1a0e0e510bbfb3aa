"""``jostle serve``: the games in the browser."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console

from jostle.cli.setting_up import prepare_kernels
from jostle.core.messages import say


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("serve", help=say("cli.help.serve"))(serve)


def serve(
    host: Annotated[str | None, typer.Option(help=say("cli.help.host"))] = None,
    port: Annotated[int | None, typer.Option(help=say("cli.help.port"))] = None,
    database: Annotated[str | None, typer.Option(help=say("cli.help.database"))] = None,
    open_browser: Annotated[bool, typer.Option("--open", help=say("cli.help.open"))] = False,
) -> int:
    """Serve the games to browsers until Ctrl-C."""
    # Imported here: no other command needs a web framework.
    from jostle.server import running
    from jostle.server.settings import load_settings

    given: dict[str, Any] = {"host": host, "port": port, "database": database}
    settings = load_settings(**{name: value for name, value in given.items() if value is not None})
    prepare_kernels()
    console = Console(soft_wrap=True, highlight=False)
    return running.serve(settings, open_browser=open_browser, tell=console.print)
