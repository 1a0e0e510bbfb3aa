"""What the server writes down: one line an event, as JSON for programs or in colours for people.

Everything that uses Python's logging (the web server, migrations) goes the same way. A line never
has an identity, a cookie or a token in it.
"""

from __future__ import annotations

import logging
import secrets
import sys
import time
from typing import TextIO

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.types import EventDict, Processor, WrappedLogger

from jostle.core.messages import DEFAULT_LANGUAGE, speaking
from jostle.server import metrics
from jostle.server.guard.identity import VISITOR, Visitor, client_address, fingerprint
from jostle.server.problems import Internal, refuse
from jostle.server.settings import Settings

QUIET_PATHS = ("/healthz", "/readyz", "/metrics")
QUIET_LOGGERS = ("uvicorn.error", "websockets", "alembic", "aiosqlite", "asyncio")
UNEXPECTED_END = 1011  # of a socket
REQUEST_ID = "X-Request-ID"

log = structlog.get_logger("jostle")


def set_up_logs(settings: Settings, stream: TextIO | None = None) -> None:
    """Let all logs of this process go to a stream, by default the standard error output."""
    stream = stream or sys.stderr
    as_json = settings.log_format == "json" or (
        settings.log_format == "auto" and not stream.isatty()
    )
    level = settings.log_level.upper()
    if settings.log_level == "auto":
        level = "INFO" if as_json else "WARNING"  # somebody at a terminal wants to play
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        without_the_clients_fault,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    last: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        else [
            structlog.dev.ConsoleRenderer(
                colors=stream.isatty(),
                exception_formatter=structlog.dev.plain_traceback,  # without the variables' values
            )
        ]
    )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(
        InEnglish(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name in QUIET_LOGGERS:
        logging.getLogger(name).setLevel(max(logging.WARNING, root.level))


class InEnglish(structlog.stdlib.ProcessorFormatter):
    """Formats lines, with what errors say, for whoever runs the server: not for the reader."""

    def format(self, record: logging.LogRecord) -> str:
        with speaking(DEFAULT_LANGUAGE):
            return super().format(record)


def without_the_clients_fault(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    """Take the traceback out where the web server stumbles over bytes that are no text."""
    error = event.get("exc_info")
    if error is True:
        error = sys.exc_info()
    if isinstance(error, tuple) and isinstance(error[1], UnicodeDecodeError):
        event["exc_info"] = None
    return event


class RequestLog:
    """Middleware: a line and a figure for every request; an unexpected error is told here once."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        request = secrets.token_hex(6)
        status = 0  # until the answer starts

        async def send_noting(said: Message) -> None:
            nonlocal status
            if said["type"] in ("http.response.start", "websocket.http.response.start"):
                status = said["status"]
                said.setdefault("headers", []).append(
                    (REQUEST_ID.lower().encode(), request.encode())
                )
            elif said["type"] == "websocket.accept":
                status = 101
            elif said["type"] == "websocket.close" and not status:
                status = 403
            await send(said)

        with structlog.contextvars.bound_contextvars(request=request):
            try:
                await self.app(scope, receive, send_noting)
            except Exception:
                metrics.FAILURES.inc()
                log.exception("failed", path=scope["path"])
                if not status:
                    await refuse(Internal(), scope, receive, send_noting)
                elif scope["type"] == "websocket":
                    await _hang_up(send)
                else:
                    raise  # half an answer: the web server breaks the connection off
            finally:
                if scope["path"] not in QUIET_PATHS:
                    self.note(scope, status, time.perf_counter() - started)

    def note(self, scope: Scope, status: int, seconds: float) -> None:
        """Count and log a request that has been answered, or a socket that has ended."""
        method = scope.get("method", "WS")
        route = getattr(scope.get("route"), "path", "unknown")
        metrics.REQUESTS.labels(method, route, str(status)).inc()
        if scope["type"] == "http":
            metrics.REQUEST_SECONDS.labels(route).observe(seconds)
        visitor: Visitor | None = scope.get("state", {}).get(VISITOR)
        identity = visitor.identity if visitor else None
        log.info(
            "request" if scope["type"] == "http" else "socket",
            method=method,
            path=scope["path"],
            status=status,
            milliseconds=round(seconds * 1000, 1),
            client=client_address(scope),
            identity=fingerprint(identity) if identity else None,
        )


async def _hang_up(send: Send) -> None:
    try:
        await send({"type": "websocket.close", "code": UNEXPECTED_END})
    except RuntimeError:
        log.debug("hung-up-already")  # the socket was closed before the error
