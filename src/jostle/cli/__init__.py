"""The ``jostle`` command: reads its arguments, calls the package, prints what comes back."""

from __future__ import annotations

import os
import sys

import typer

from jostle.cli import (
    benchmark,
    exporting,
    inspect,
    matches,
    playing,
    protocol,
    puzzles,
    serving,
    setting_up,
    solving,
    thinking,
)
from jostle.core.errors import JostleError
from jostle.core.messages import say

app = typer.Typer(
    name="jostle",
    help=say("cli.help.jostle"),
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
inspect.register(app)
exporting.register(app)
playing.register(app)
serving.register(app)
thinking.register(app)
solving.register(app)
protocol.register(app)
matches.register(app)
puzzles.register(app)
benchmark.register(app)
setting_up.register(app)

READER_GONE = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command: bad input is one clear line and exit status 2, never a traceback."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run the command with these arguments; returns its exit status."""
    try:
        command = typer.main.get_command(app)
        status = command.main(arguments or ["--help"], "jostle", standalone_mode=False)
        sys.stdout.flush()
    except JostleError as error:
        return complain(str(error))
    except typer.TyperException as error:
        return complain(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has gone; what is still buffered must not be complained about at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE
    return status if isinstance(status, int) else 0


def complain(problem: str) -> int:
    """Say what was wrong with the input, on one line."""
    typer.echo(say("cli.error", problem=" ".join(problem.split())), err=True)
    return BAD_INPUT
