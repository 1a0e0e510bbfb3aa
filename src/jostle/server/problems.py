"""What the server refuses: each error with a code for programs and a status for HTTP."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from jostle.core.errors import JostleError
from jostle.core.messages import Message, message
from jostle.server.wire.malformed import told_finding

# By the code of an error; what is wrong in itself is the request's fault (400), what is merely
# wrong at this moment a conflict (409).
STATUSES: Mapping[str, int] = {
    "claim": 409,
    "closed": 409,
    "conflict": 409,
    "format": 422,
    "full": 409,
    "hint": 409,
    "host": 421,
    "identity": 401,
    "illegal": 409,
    "internal": 500,
    "method": 405,
    "offer": 409,
    "origin": 403,
    "over": 409,
    "rate": 429,
    "review": 409,
    "running": 409,
    "seat": 403,
    "size": 413,
    "slow": 408,
    "stale": 409,
    "turn": 409,
    "unknown": 404,
    # What the server itself lacks at the moment.
    "busy": 503,
    "time": 503,
    "store": 503,
}
BAD_REQUEST = 400
POLICY_VIOLATION = 1008  # closes a socket whose server cannot answer with a status


class ServerError(JostleError):
    """A request that is refused; nothing has changed."""

    retry_after: int | None = None  # seconds
    field: str | None = None

    def to_json(self) -> dict[str, object]:
        shown = super().to_json()
        if self.field is not None:
            shown["field"] = self.field
        if self.retry_after is not None:
            shown["retry_after"] = self.retry_after
        return shown


class TooMany(ServerError):
    """More requests of a kind than one client may make."""

    code = "rate"

    def __init__(self, retry_after: int) -> None:
        super().__init__(message("server.error.rate", seconds=retry_after))
        self.retry_after = retry_after


class Busy(ServerError):
    """The engine's queue is full, or the client's share of it."""

    code = "busy"
    retry_after = 1

    def __init__(self) -> None:
        super().__init__(message("server.error.busy"))


class TookTooLong(ServerError):
    """The engine did not answer in the time it has."""

    code = "time"
    retry_after = 1

    def __init__(self) -> None:
        super().__init__(message("server.error.time"))


class WrongOrigin(ServerError):
    """A page of another site asks for something to be changed."""

    code = "origin"

    def __init__(self) -> None:
        super().__init__(message("server.error.origin"))


class BadHost(ServerError):
    """A name that this server does not answer to."""

    code = "host"

    def __init__(self) -> None:
        super().__init__(message("server.error.host"))


class BadToken(ServerError):
    """A token that this server has not signed."""

    code = "identity"

    def __init__(self) -> None:
        super().__init__(message("server.error.identity"))


class TooLarge(ServerError):
    """A request with a larger body than anything needs."""

    code = "size"

    def __init__(self, most: int) -> None:
        super().__init__(message("server.error.size", most=most))


class LongHead(ServerError):
    """A request with a longer address or more headers than anything needs."""

    code = "size"

    def __init__(self, most: int) -> None:
        super().__init__(message("server.error.head", most=most))


class TooSlow(ServerError):
    """A request that does not arrive."""

    code = "slow"

    def __init__(self) -> None:
        super().__init__(message("server.error.slow"))


class BadFormat(ServerError):
    """A request that does not have the shape it should."""

    code = "format"

    def __init__(self, field: str, problem: str | Message) -> None:
        super().__init__(message("server.error.format", field=field, problem=problem))
        self.field = field


class NoSuchPage(ServerError):
    """Nothing is at this path."""

    code = "unknown"

    def __init__(self, said: Message | None = None) -> None:
        super().__init__(said or message("server.error.unknown"))


class WrongMethod(ServerError):
    """Something is at this path, but not for this verb."""

    code = "method"

    def __init__(self) -> None:
        super().__init__(message("server.error.method"))


class Internal(ServerError):
    """Our own mistake; the log has the details."""

    code = "internal"

    def __init__(self) -> None:
        super().__init__(message("server.error.internal"))


def status_of(error: JostleError) -> int:
    """The HTTP status that fits an error."""
    return STATUSES.get(error.code, BAD_REQUEST)


def answer_to(error: JostleError) -> Response:
    """The answer that tells of an error."""
    headers = {}
    if isinstance(error, ServerError) and error.retry_after is not None:
        headers["Retry-After"] = str(error.retry_after)
    if isinstance(error, BadToken):
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse({"error": error.to_json()}, status_of(error), headers)


async def refuse(error: JostleError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request or the opening of a socket with an error, from below the routes."""
    if scope["type"] == "http" or "websocket.http.response" in scope.get("extensions", {}):
        await answer_to(error)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": error.code})


def handle_errors(app: FastAPI) -> None:
    """Let an app answer every error of ours, and every malformed request, in one shape."""

    async def on_error(_: Request, error: Exception) -> Response:
        assert isinstance(error, JostleError)
        return answer_to(error)

    async def on_malformed(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return answer_to(malformed(error))

    app.add_exception_handler(JostleError, on_error)
    app.add_exception_handler(RequestValidationError, on_malformed)


def malformed(error: RequestValidationError) -> BadFormat:
    """The first thing that is wrong with a request, and where."""
    findings = error.errors()
    first = findings[0]
    place = [str(part) for part in first["loc"] if part not in ("body", "query", "path", "header")]
    return BadFormat(".".join(place) or str(first["loc"][0]), told_finding(findings))
