"""Routes about games: setting them up, finding them, acting in them, reading them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Annotated, Literal

import segno
from anyio import to_thread
from fastapi import APIRouter, Body, Query, Request
from starlette.responses import PlainTextResponse, Response

from jostle.core.messages import say
from jostle.core.record import Record
from jostle.server.api.answers import GameId, Identity, Served, failures, told
from jostle.server.events import GAME_ID
from jostle.server.folded import Folded
from jostle.server.game_views import Names, replay_view, summary_view
from jostle.server.protocol import Action, CreateGame
from jostle.server.rates import GAMES, MESSAGES
from jostle.server.services import Services
from jostle.server.shapes import Done, GameList, GameView, Replay
from jostle.server.store import GameRow

router = APIRouter(prefix="/games", tags=["games"])

PAGE = 30  # games of a list at once
CURSOR = re.compile(rf"([0-9]{{1,18}})-({GAME_ID.pattern})")
# Of each list: the status of its games, and whether only public ones are shown.
LISTS: dict[str, tuple[str | None, bool | None]] = {
    "open": ("open", True),
    "playing": ("playing", True),
    "mine": (None, None),
}


@router.post(
    "",
    status_code=201,
    response_model=GameView,
    responses=failures(400, 403, 413, 503),
    summary="Set up a game",
)
async def create_game(asked: CreateGame, identity: Identity, served: Served) -> Response:
    """Set up a game against the computer, at one table, or with whoever takes the free seat."""
    served.rates.check(GAMES, identity)
    room = await served.rooms.create(asked, identity)
    return told(room.view(identity), 201)


@router.get("", response_model=GameList, responses=failures(503), summary="Lists of games")
async def list_games(
    identity: Identity,
    served: Served,
    which: Annotated[
        Literal["open", "playing", "mine"],
        Query(alias="list", description="`open` and `playing` show public games only."),
    ],
    before: Annotated[
        str | None,
        Query(pattern=f"^{CURSOR.pattern}$", description="`next` of the page before."),
    ] = None,
) -> Response:
    """Open challenges, games being played, or your own games; the last changed ones first."""
    status, public = LISTS[which]
    cursor = None
    if before is not None:
        found = CURSOR.fullmatch(before)
        assert found is not None, "the query has been checked"
        cursor = int(found[1]), found[2]
    rows = await served.store.games(
        status=status,
        public=public,
        identity=identity if which == "mine" else None,
        before=cursor,
        limit=PAGE + 1,
    )
    shown = rows[:PAGE]
    names = await names_of(shown, served)
    following = f"{shown[-1].updated}-{shown[-1].id}" if len(rows) > PAGE else None
    games = await to_thread.run_sync(summaries, shown, names, identity)
    return told({"games": games, "next": following})


@router.get("/{game_id}", response_model=GameView, responses=failures(404, 503), summary="One game")
async def get_game(game_id: GameId, identity: Identity, served: Served) -> Response:
    """A game as you see it."""
    return told((await served.rooms.get(game_id)).view(identity))


@router.post(
    "/{game_id}/join",
    response_model=GameView,
    responses=failures(403, 404, 409, 503),
    summary="Take the free seat",
)
async def join_game(game_id: GameId, identity: Identity, served: Served) -> Response:
    """Take the free seat, if nobody was faster; harmless if you have a seat already."""
    served.rates.check(MESSAGES, identity)
    room = await served.rooms.get(game_id)
    await room.join(identity)
    return told(room.view(identity))


@router.post(
    "/{game_id}/actions",
    response_model=Done,
    responses=failures(400, 403, 404, 409, 413, 503),
    summary="Act in a game",
)
async def act_in_game(
    game_id: GameId, asked: Annotated[Action, Body()], identity: Identity, served: Served
) -> Response:
    """Do one of the things that can be done over the game's socket."""
    served.rates.check(MESSAGES, identity)
    room = await served.rooms.get(game_id)
    seq = await room.act(asked, identity)
    return told({"seq": seq, "state": room.state()})


@router.get(
    "/{game_id}/replay", response_model=Replay, responses=failures(404, 503), summary="Replay"
)
async def get_replay(game_id: GameId, served: Served) -> Response:
    """Every position of a game so far, and what each move did."""
    room = await served.rooms.get(game_id)
    return told(await to_thread.run_sync(replay_view, room.table))


@router.get(
    "/{game_id}/record",
    response_class=Response,  # errors are JSON here, too
    responses={
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}},
        **failures(404, 503),
    },
    summary="Record",
)
async def get_record(game_id: GameId, request: Request, served: Served) -> Response:
    """A game as text, in the shape of chess's PGN."""
    room = await served.rooms.get(game_id)
    record = record_of(room.table, room.names, link_to(room.table.id, request, served))
    return PlainTextResponse(f"{record}\n")


@router.get(
    "/{game_id}/qr.svg",
    responses={
        200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}},
        **failures(404, 503),
    },
    response_class=Response,
    summary="QR code",
)
async def get_qr_code(game_id: GameId, request: Request, served: Served) -> Response:
    """A picture of the game's link, for a phone's camera."""
    room = await served.rooms.get(game_id)
    code = segno.make(link_to(room.table.id, request, served), error="m")
    svg = code.svg_inline(scale=8, border=4, dark="#000", light="#fff", omitsize=True)
    return Response(svg, media_type="image/svg+xml")


async def names_of(rows: Iterable[GameRow], served: Services) -> Names:
    """The names of everybody who has a seat."""
    identities = list({seat for row in rows for seat in (row.seat1, row.seat2) if seat is not None})
    names = await asyncio.gather(*map(served.store.name_of, identities))
    return {identity: name for identity, name in zip(identities, names, strict=True) if name}


def summaries(rows: list[GameRow], names: Names, viewer: str) -> list[dict[str, object]]:
    return [summary_view(row, names, viewer) for row in rows]


def link_to(game_id: str, request: Request, served: Services) -> str:
    """The address of a game's page."""
    base = served.settings.public_url or str(request.base_url)
    return f"{base.rstrip('/')}/games/{game_id}"


def record_of(table: Folded, names: tuple[str, str], link: str) -> Record:
    """The record of a game, with the clock after each move."""
    began = datetime.fromtimestamp(table.created / 1000, UTC)
    tags = {
        "Event": say("server.words.event"),
        "Site": link,
        "Date": f"{began:%Y.%m.%d}",
        "Player1": names[0],
        "Player2": names[1],
        "TimeControl": time_control(table),
    }
    record = table.match.record(**tags)
    for recorded, ply in zip(record.line.moves, table.plies, strict=True):
        if ply.clock is not None and table.clock is not None and table.clock.kind == "minutes":
            seconds, thousandths = divmod(max(0, ply.clock), 1000)
            minutes, seconds = divmod(seconds, 60)
            hours, minutes = divmod(minutes, 60)
            recorded.after.append(f"[%clk {hours}:{minutes:02}:{seconds:02}.{thousandths:03}]")
    return record


def time_control(table: Folded) -> str:
    """The clock as records write it: seconds and increment, or seconds for each move."""
    rules = table.clock
    if rules is None:
        return "-"
    if rules.kind == "days":
        return f"1/{rules.base // 1000}"
    return f"{rules.base / 1000:g}+{rules.increment / 1000:g}"
