"""The route for hints: help for whoever plays the computer."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from jostle.server.api.answers import GameId, Identity, Served, failures, told
from jostle.server.guard.rates import MESSAGES
from jostle.server.study.hinting import hint_view
from jostle.server.wire.review_shapes import AskHint, HintView

router = APIRouter(prefix="/games", tags=["games"])


@router.post(
    "/{game_id}/hint",
    response_model=HintView,
    responses=failures(400, 403, 404, 409, 413, 503),
    summary="A hint",
)
async def ask_for_hint(
    game_id: GameId, asked: AskHint, identity: Identity, served: Served
) -> Response:
    """What to do now in your game against the computer, by grades: which piece, which move, why."""
    served.rates.check(MESSAGES, identity)
    room = await served.rooms.get(game_id)
    found = await served.hinting.hints(room.table, asked.ply, identity, served.pool, served.store)
    return told(hint_view(found, asked.ply, asked.grade))
