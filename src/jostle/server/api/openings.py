"""The route of the explorer: what was played from a position."""

from __future__ import annotations

from typing import Annotated, Literal

from anyio import to_thread
from fastapi import APIRouter, Query
from starlette.responses import Response

from jostle.games import game as find_game
from jostle.server.api.answers import Identity, Served, failures, told
from jostle.server.api.games import names_of, summaries
from jostle.server.api.rules import VariantQuery
from jostle.server.storage.openings import counts_from, counts_of, games_of, games_through
from jostle.server.study.openings import (
    LEVELS,
    MOST_PLIES,
    Explored,
    line_from,
    place_of,
    results_view,
)
from jostle.server.wire.opening_shapes import OpeningsView
from jostle.server.wire.protocol import MoveText, PositionText
from jostle.server.wire.views import board_view, position_view, variant_title

router = APIRouter(prefix="/openings", tags=["openings"])

MOST_GAMES = 5  # that are named
MOST_MOVES = 60  # that lead to the position asked for

Level = Literal["all", "people", "1-3", "4-6", "7-10"]


@router.get(
    "", response_model=OpeningsView, responses=failures(400, 409, 503), summary="What was played"
)
async def get_openings(
    variant: VariantQuery,
    identity: Identity,
    served: Served,
    position: Annotated[
        PositionText | None, Query(description="The start of the game if it is left out.")
    ] = None,
    moves: Annotated[
        list[MoveText] | None,
        Query(alias="move", max_length=MOST_MOVES, description="Moves from there on."),
    ] = None,
    level: Annotated[
        Level,
        Query(description="Games between people, or against the computer at these levels."),
    ] = "all",
    mine: Annotated[bool, Query(description="Your own games alone.")] = False,
) -> Response:
    """The moves that were played from a position, with their results, in finished public games."""
    game = find_game(variant)
    start = game.start() if position is None else game.position(position)
    found, line = await to_thread.run_sync(line_from, start, moves or [])
    place, brackets = await to_thread.run_sync(place_of, found), LEVELS[level]
    asked = (game.variant, place, brackets)
    counts = counts_of(identity, *asked) if mine else counts_from(*asked)
    explored = Explored.of(found, await served.store.openings(counts))
    last = games_of(identity, *asked, MOST_GAMES) if mine else games_through(*asked, MOST_GAMES)
    ids = [row["game"] for row in await served.store.openings(last)]
    rows = await served.store.games_of_ids(ids)
    names = await names_of(rows, served)
    return told(
        {
            "variant": game.variant,
            "game": game.name,
            "title": variant_title(game),
            "board": board_view(game),
            "line": line,
            "position": position_view(found),
            "deepest": MOST_PLIES,
            "results": results_view(explored.total),
            "moves": await to_thread.run_sync(explored.moves_view),
            "games": await to_thread.run_sync(summaries, rows, names, identity),
        }
    )
