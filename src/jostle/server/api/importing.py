"""The route that reads what people bring: records and position strings."""

from __future__ import annotations

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter
from starlette.responses import Response

from jostle.server.api.answers import Identity, Served, failures, told
from jostle.server.guard.rates import MESSAGES
from jostle.server.study.importing import import_text
from jostle.server.wire.import_shapes import ImportText, ImportView

router = APIRouter(prefix="/import", tags=["study"])

# The longest games take a second or two: one after the other, so that nobody's move waits for them.
ONE_AT_A_TIME = CapacityLimiter(1)


@router.post(
    "",
    response_model=ImportView,
    responses=failures(400, 403, 413),
    summary="Read a record or a position",
)
async def read_text(asked: ImportText, identity: Identity, served: Served) -> Response:
    """Read a text as people write it; what is wrong in it is told with its place."""
    served.rates.check(MESSAGES, identity)
    asking = asked.text, asked.variant, asked.game
    return told(await to_thread.run_sync(import_text, *asking, limiter=ONE_AT_A_TIME))
