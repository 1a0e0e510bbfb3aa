"""Routes for studies: shared ones, and games to be studied."""

from __future__ import annotations

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from jostle.core.messages import message
from jostle.server.api.answers import GameId, Identity, Served, failures, told
from jostle.server.api.games import link_to, record_of
from jostle.server.api.importing import ONE_AT_A_TIME
from jostle.server.guard.rates import GAMES
from jostle.server.problems import NoSuchPage
from jostle.server.study.guard import refuse_running_game
from jostle.server.study.studies import STUDY_ID, read_study, study_id, without_clocks
from jostle.server.wire.study_shapes import ShareStudy, StudyView
from jostle.server.wire.views import View

router = APIRouter(tags=["study"])

StudyId = Annotated[
    str,
    Path(
        pattern=f"^{STUDY_ID.pattern}$",
        description="The id of a shared study.",
        examples=["0123456789abcdef0123"],
    ),
]


@router.post(
    "/studies",
    status_code=201,
    response_model=StudyView,
    responses=failures(400, 403, 413, 503),
    summary="Share a study",
)
async def share_study(asked: ShareStudy, identity: Identity, served: Served) -> Response:
    """Keep a record with its variations and comments under an id that never changes.

    The same study always has the same id.
    """
    served.rates.check(GAMES, identity)  # what is kept for good, of whatever kind
    read = await study_in(asked.record)
    found = study_id(read["record"])
    await served.store.studies.keep(found, read["record"], served.rooms.clock())
    return told({"id": found, "study": read}, 201)


@router.get(
    "/studies/{study}",
    response_model=StudyView,
    responses=failures(404, 503),
    summary="A shared study",
)
async def get_study(study: StudyId, served: Served) -> Response:
    """A study that somebody has shared."""
    record = await served.store.studies.record(study)
    if record is None:
        raise NoSuchPage(message("study.unknown"))
    return told({"id": study, "study": await study_in(record)})


@router.get(
    "/games/{game_id}/study",
    response_model=StudyView,
    responses=failures(404, 409, 503),
    summary="A game to be studied",
)
async def get_game_study(game_id: GameId, request: Request, served: Served) -> Response:
    """A game with its moves and positions; refused while two people are playing it."""
    room = await served.rooms.get(game_id)
    refuse_running_game(room.table)
    record = record_of(room.table, room.names, link_to(room.table.id, request, served))
    return told({"id": None, "study": await study_in(str(without_clocks(record)))})


async def study_in(record: str) -> View:
    """A record as plain values, read beside the event loop."""
    return await to_thread.run_sync(read_study, record, limiter=ONE_AT_A_TIME)
