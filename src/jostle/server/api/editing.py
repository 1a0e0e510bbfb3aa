"""The route that sets up positions."""

from __future__ import annotations

from anyio import to_thread
from fastapi import APIRouter
from starlette.responses import Response

from jostle.server.api.answers import failures, told
from jostle.server.study.editing import set_up
from jostle.server.wire.editor_shapes import SetUp, SetUpView

router = APIRouter(prefix="/editor", tags=["study"])


@router.post(
    "",
    response_model=SetUpView,
    responses=failures(400, 403, 413),
    summary="Set up a position",
)
async def set_up_position(asked: SetUp) -> Response:
    """Write a position piece by piece, or take one apart; what is wrong is told in words."""
    return told(await to_thread.run_sync(set_up, asked))
