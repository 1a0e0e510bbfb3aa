"""Commands that write files to take along: ``export`` and ``print``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from jostle.cli.setting_up import prepare_kernels
from jostle.core.effects import Step
from jostle.core.errors import JostleError
from jostle.core.match import Match
from jostle.core.messages import DEFAULT_LANGUAGE, languages, message, say
from jostle.games import game
from jostle.render.theme import THEMES
from jostle.tui import files

SMALLEST, LARGEST = 60, 2000  # pixels

FileOption = Path | None
SizeOption = Annotated[
    int, typer.Option("--size", min=SMALLEST, max=LARGEST, help=say("export.help.size"))
]
ThemeOption = Annotated[Literal["light", "dark"], typer.Option(help=say("export.help.theme"))]


class CannotWrite(JostleError):
    """A file that the system does not let us write."""

    code = "file"

    def __init__(self, file: Path, problem: OSError) -> None:
        super().__init__(message("export.cannot-write", file=file, problem=problem.strerror))


def register(app: typer.Typer) -> None:
    """Add these commands."""
    app.command("export", help=say("export.help.export"))(export)
    app.command("print", help=say("print.help.print"))(print_and_play)


def write_file(file: Path, content: bytes) -> None:
    """Write a file and say where it is."""
    try:
        file.write_bytes(content)
    except OSError as error:
        raise CannotWrite(file, error) from None
    typer.echo(say("export.written", file=file, size=max(1, len(content) // 1024)))


def export(
    record: Annotated[str, typer.Argument(help=say("export.help.record"))],
    gif: Annotated[FileOption, typer.Option("--gif", help=say("export.help.gif"))] = None,
    png: Annotated[FileOption, typer.Option("--png", help=say("export.help.last-png"))] = None,
    svg: Annotated[FileOption, typer.Option("--svg", help=say("export.help.last-svg"))] = None,
    ply: Annotated[int | None, typer.Option(min=0, help=say("export.help.ply"))] = None,
    theme: ThemeOption = "light",
    size: SizeOption = 480,
) -> None:
    """Pictures of a recorded game."""
    if not (gif or png or svg):
        raise typer.BadParameter(say("export.nothing-asked"))
    prepare_kernels()
    played = files.load(record).checked().match()
    if ply is not None:
        if ply > len(played.moves):
            raise typer.BadParameter(say("export.no-such-ply", ply=ply, most=len(played.moves)))
        played = first_moves(played, ply)
    steps: tuple[Step, ...] = ()
    if played.moves:
        before = first_moves(played, len(played.moves) - 1).position
        steps = before.effects(played.moves[-1])
    look: dict[str, Any] = {"theme": THEMES[theme], "size": size}
    if gif:
        write_file(gif, played.gif(**look))
    if png:
        write_file(png, played.position.png(steps, **look))
    if svg:
        write_file(svg, played.position.svg(steps, **look).encode())


def first_moves(match: Match, count: int) -> Match:
    """The first moves of a match, as a match."""
    shown = Match(match.game, match.start)
    for move in match.moves[:count]:
        shown.play(move)
    return shown


def print_and_play(
    variant: Annotated[str, typer.Argument(help=say("cli.help.variant"))],
    pdf: Annotated[Path, typer.Option("--pdf", help=say("print.help.pdf"))],
    paper: Annotated[Literal["a4", "letter"], typer.Option(help=say("print.help.paper"))] = "a4",
    language: Annotated[
        str, typer.Option(help=say("print.help.language", languages=list(languages())))
    ] = DEFAULT_LANGUAGE,
) -> None:
    """A game on paper."""
    # Imported here: no other command needs what prints.
    from jostle.server.api.printing import bound

    if language not in languages():
        raise typer.BadParameter(say("print.help.language", languages=list(languages())))
    write_file(pdf, bound(game(variant).variant, paper, language).pdf())
