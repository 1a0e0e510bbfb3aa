"""What all routes share: how they answer, and what can be wrong."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path
from starlette.responses import Response

from jostle.server.events import GAME_ID
from jostle.server.identity import identity_of
from jostle.server.room import encoded
from jostle.server.services import Services, services
from jostle.server.shapes import ErrorAnswer

Identity = Annotated[str, Depends(identity_of)]
Served = Annotated[Services, Depends(services)]
GameId = Annotated[
    str,
    Path(
        pattern=f"^{GAME_ID.pattern}$",
        description="The id of a game; whoever knows it may watch.",
        examples=["0123456789abcdef"],
    ),
]

EXPLAINED = {
    400: "What was asked for cannot be: no such variant, position or move.",
    401: "The token is not one of this server's.",
    403: "Not your seat, or another site's page.",
    404: "There is nothing of this name.",
    409: "Not now: the code says why.",
    413: "The request is too large.",
    422: "The request is malformed; the field is named.",
    429: "Too many requests; try again after `retry_after` seconds.",
    503: "The server cannot do it at this moment; try again.",
}


def failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The documentation of what can go wrong; too many requests and a lost token always can."""
    return {
        status: {"model": ErrorAnswer, "description": EXPLAINED[status]}
        for status in sorted({*statuses, 401, 422, 429})
    }


def told(value: dict[str, Any], status: int = 200, cache: str | None = None) -> Response:
    """A JSON answer of plain values, which need no second look."""
    headers = {} if cache is None else {"Cache-Control": cache}
    return Response(encoded(value), status, headers, "application/json")
