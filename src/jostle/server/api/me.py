"""Routes about who is asking."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from jostle.core.messages import say
from jostle.server.api.answers import Identity, Served, failures, told
from jostle.server.protocol import Rename
from jostle.server.shapes import Me

router = APIRouter(prefix="/me", tags=["me"])


@router.get("", response_model=Me, responses=failures(503), summary="Your name")
async def get_me(identity: Identity, served: Served) -> Response:
    """The name that others see."""
    name = await served.store.name_of(identity)
    return told({"name": name or say("server.words.guest")})


@router.patch(
    "", response_model=Me, responses=failures(400, 403, 413, 503), summary="Change your name"
)
async def patch_me(asked: Rename, identity: Identity, served: Served) -> Response:
    """Choose the name that others see, in all your games from now on."""
    await served.rooms.rename(identity, asked.name)
    return told({"name": asked.name})
