"""What surrounds every route: the middleware in its order, and how errors are answered."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from jostle.server.guard.identity import Identify, Identities
from jostle.server.guard.language import Speak
from jostle.server.guard.rates import Rates
from jostle.server.guard.security import BodyLimit, Gate, RateLimit, SecureHeaders, is_in_api
from jostle.server.logs import RequestLog
from jostle.server.problems import (
    BadFormat,
    NoSuchPage,
    WrongMethod,
    answer_to,
    handle_errors,
)
from jostle.server.settings import Settings
from jostle.server.site.pages import Pages

SMALLEST_ZIPPED = 1000  # bytes
ZIP_LEVEL = 3  # positions with all their moves are large, and made for one reader


def surround(
    app: FastAPI, settings: Settings, identities: Identities, rates: Rates, pages: Pages
) -> None:
    """Put an app's middleware around it, and let it answer errors in one shape."""
    handle_errors(app)

    async def on_refusal(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404:
            is_for_program = is_in_api(request.scope) or not _wants_html(request)
            return answer_to(NoSuchPage()) if is_for_program else pages.missing(request)
        if error.status_code == 405:
            answer = answer_to(WrongMethod())
            answer.headers.update(error.headers or {})
            return answer
        answer = answer_to(BadFormat("request", str(error.detail)))
        answer.status_code = error.status_code
        return answer

    app.add_exception_handler(HTTPException, on_refusal)
    # The last one added is the outermost.
    app.add_middleware(BodyLimit, settings=settings)
    app.add_middleware(RateLimit, rates=rates)
    app.add_middleware(Identify, identities=identities, rates=rates, settings=settings)
    app.add_middleware(Gate, settings=settings)
    app.add_middleware(GZipMiddleware, minimum_size=SMALLEST_ZIPPED, compresslevel=ZIP_LEVEL)
    app.add_middleware(RequestLog)
    app.add_middleware(Speak)
    app.add_middleware(SecureHeaders, settings=settings)
    if settings.trusted_proxies:
        trusted = list(settings.trusted_proxies)
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=trusted)


def _wants_html(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")
