"""Routes to take something along: positions as SVG and PNG, moves as animated GIF and record."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from typing import Annotated, Any, Literal

from anyio import to_thread
from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.responses import Response

from jostle.core.effects import Step
from jostle.core.game import Position
from jostle.core.match import Match
from jostle.games import game as find_game
from jostle.render.gif import MOST_PLIES
from jostle.render.theme import THEMES
from jostle.server.api.answers import GameId, Identity, Served, failures
from jostle.server.api.rules import KEPT, PositionQuery, VariantQuery
from jostle.server.guard.rates import MESSAGES
from jostle.server.site.assets import ASK_AGAIN, tagged
from jostle.server.wire.protocol import A_GAME, MoveText, PositionText, Strict, VariantText

router = APIRouter(tags=["pictures"])

SVG, PNG, GIF, TEXT = "image/svg+xml", "image/png", "image/gif", "text/plain"
SMALLEST, LARGEST, LARGEST_GIF = 60, 1200, 640  # pixels

Theme = Annotated[Literal["light", "dark"], Query(description="The colours.", examples=["light"])]
Size = Annotated[
    int,
    Query(ge=SMALLEST, le=LARGEST, description="Pixels along the longer side.", examples=[480]),
]
GifSize = Annotated[
    int,
    Query(ge=SMALLEST, le=LARGEST_GIF, description="Pixels along the longer side.", examples=[400]),
]
LastMove = Annotated[
    MoveText | None,
    Query(
        description="A move to be played first; what it did is shown by arrows.",
        examples=["Sb3"],
    ),
]


class PlayedLine(Strict):
    """Some moves from a position on."""

    variant: VariantText = Field(examples=[A_GAME])
    position: PositionText = Field(
        examples=["4/4/4/4[SSDssd] 1 - -"], description="Where the moves begin."
    )
    moves: list[MoveText] = Field(max_length=MOST_PLIES, examples=[["Sb3", "Sb4", "b3^"]])

    def match(self) -> Match:
        """The moves, played; the error says which of them cannot be."""
        game = find_game(self.variant)
        match = Match(game, game.position(self.position))
        for move in self.moves:
            match.play(move)
        return match


class LineToDraw(PlayedLine):
    """Some moves that are to be drawn."""

    theme: Literal["light", "dark"] = Field(default="light", description="The colours.")
    size: int = Field(
        default=400, ge=SMALLEST, le=LARGEST_GIF, description="Pixels along the longer side."
    )


def drawn_as(media_type: str, *problems: int) -> dict[str, Any]:
    """What the documentation of a route says about a picture."""
    shown = {"schema": {"type": "string", "format": "binary"}}
    if media_type in (SVG, TEXT):
        shown = {"schema": {"type": "string"}}
    return {
        "response_class": Response,  # errors are JSON here, too
        "responses": {200: {"content": {media_type: shown}}, **failures(*problems)},
    }


@router.get(
    "/positions/picture.svg", **drawn_as(SVG, 400, 409), summary="A position as SVG picture"
)
async def get_svg(
    request: Request,
    variant: VariantQuery,
    position: PositionQuery,
    move: LastMove = None,
    theme: Theme = "light",
    size: Size = 480,
) -> Response:
    """A picture that needs nothing else: no style sheet, no font."""
    shown, steps = await to_thread.run_sync(seen, variant, position, move)
    look: dict[str, Any] = {"theme": THEMES[theme], "size": size}
    drawing = await to_thread.run_sync(partial(shown.svg, steps, **look))
    return sent(request, drawing.encode(), SVG, f"{shown.game.name}.svg", KEPT)


@router.get(
    "/positions/picture.png", **drawn_as(PNG, 400, 409, 503), summary="A position as PNG picture"
)
async def get_png(
    request: Request,
    identity: Identity,
    served: Served,
    variant: VariantQuery,
    position: PositionQuery,
    move: LastMove = None,
    theme: Theme = "light",
    size: Size = 480,
) -> Response:
    """The same picture in pixels; it is transparent around the board."""
    served.rates.check(MESSAGES, identity)
    shown, steps = await to_thread.run_sync(seen, variant, position, move)
    look: dict[str, Any] = {"theme": THEMES[theme], "size": size}
    key = ("png", shown.game.variant, position, move, theme, size)
    drawing = await served.drawing.draw(identity, key, partial(shown.png, steps, **look))
    return sent(request, drawing, PNG, f"{shown.game.name}.png", KEPT)


@router.post(
    "/positions/game.gif",
    **drawn_as(GIF, 400, 403, 409, 413, 503),
    summary="Some moves as animated GIF",
)
async def draw_line(
    request: Request, asked: LineToDraw, identity: Identity, served: Served
) -> Response:
    """The moves played from a position, every push seen to happen."""
    served.rates.check(MESSAGES, identity)
    game = find_game(asked.variant)

    def draw() -> bytes:
        return asked.match().gif(theme=THEMES[asked.theme], size=asked.size)

    line = (game.variant, asked.position, tuple(asked.moves), asked.theme, asked.size)
    drawing = await served.drawing.draw(identity, ("line", *line), draw)
    return sent(request, drawing, GIF, f"{game.name}.gif", ASK_AGAIN)


@router.post(
    "/positions/record",
    **drawn_as(TEXT, 400, 403, 409, 413, 503),
    summary="Some moves as record",
)
async def write_record(
    request: Request, asked: PlayedLine, identity: Identity, served: Served
) -> Response:
    """The moves played from a position, in the shape of chess's PGN."""
    served.rates.check(MESSAGES, identity)
    game = find_game(asked.variant)
    line = (game.variant, asked.position, tuple(asked.moves))

    def write() -> bytes:
        return f"{asked.match().record()}\n".encode()

    text = await served.drawing.draw(identity, ("record", *line), write)
    return sent(request, text, TEXT, f"{game.name}.jostle", ASK_AGAIN)


@router.get("/games/{game_id}/game.gif", **drawn_as(GIF, 400, 404, 503), summary="A game as GIF")
async def get_game_gif(
    request: Request,
    identity: Identity,
    served: Served,
    game_id: GameId,
    theme: Theme = "light",
    size: GifSize = 400,
) -> Response:
    """A game so far as animated GIF, every push seen to happen."""
    served.rates.check(MESSAGES, identity)
    room = await served.rooms.get(game_id)
    match = room.table.match.copy()  # it may go on while it is drawn
    key: Hashable = (match.game.variant, match.start.text, match.moves, theme, size)
    draw = partial(match.gif, theme=THEMES[theme], size=size)
    drawing = await served.drawing.draw(identity, key, draw)
    return sent(request, drawing, GIF, f"{match.game.name}-{game_id}.gif", ASK_AGAIN)


def seen(variant: str, position: str, move: str | None) -> tuple[Position, tuple[Step, ...]]:
    """The position to be drawn, and what the move did that led to it."""
    found = find_game(variant).position(position)
    if move is None:
        return found, ()
    return found.play(move), found.effects(move)


def sent(request: Request, content: bytes, media_type: str, name: str, keep: str) -> Response:
    """A file under a name of its own, which a browser need not fetch again while it is the same."""
    answer = tagged(request, content, media_type, keep)
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return answer
