"""What stands between the network and the routes, as plain ASGI middleware.

From the outside in: headers that tell browsers what our pages may do, the check of host and origin,
the limits of a body's size and slowness, the limits of rates. Who is asking is read in
``identity.py``, and what is logged in ``logs.py``.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jostle.server.early_script import EARLY_SCRIPT_HASH
from jostle.server.guard.identity import visitor_of
from jostle.server.guard.rates import REQUESTS, Rates
from jostle.server.problems import BadHost, TooLarge, TooMany, TooSlow, WrongOrigin, refuse
from jostle.server.settings import Settings

API = "/api"
HEADERS: Mapping[str, str] = {
    # Scripts, styles and pictures of our own only, and inline nothing but the early script.
    "Content-Security-Policy": (
        f"default-src 'none'; script-src 'self' 'sha256-{EARLY_SCRIPT_HASH}';"
        " style-src 'self'; img-src 'self' data:;"
        " connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# What may be larger than the setting allows, by its path: texts that people bring as files,
# and long games.
LARGE_BODIES: Mapping[str, int] = {
    "/api/import": 500_000,
    "/api/reviews": 160_000,
    "/api/studies": 120_000,
    "/api/positions/game.gif": 500_000,
    "/api/positions/record": 500_000,
}
ONE_YEAR = 365 * 24 * 3600
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
DEFAULT_PORTS = {"http": ":80", "https": ":443"}
HOST = re.compile(r"([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?")


class SecureHeaders:
    """Middleware: every answer tells browsers what it may do, and the API's are not kept."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.always_secure = settings.public_url.startswith("https:")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        secure = self.always_secure or scope["scheme"] == "https"
        is_api = is_in_api(scope)

        async def send_with_headers(said: Message) -> None:
            if said["type"] == "http.response.start":
                headers = MutableHeaders(scope=said)
                headers.update(HEADERS)
                if secure:
                    headers["Strict-Transport-Security"] = f"max-age={ONE_YEAR}"
                if is_api:
                    headers.setdefault("Cache-Control", "no-store")
            await send(said)

        await self.app(scope, receive, send_with_headers)


class Gate:
    """Middleware: refuses names that are not ours, and other sites' pages.

    A browser says where a page comes from that opens a socket or changes something. Programs that
    say nothing pass: they have no cookies that a page could misuse.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.hosts = {name.lower() for name in settings.allowed_hosts}
        self.public = _place(settings.public_url) if settings.public_url else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            headers = Headers(scope=scope)
            if not self.is_host(headers):
                await refuse(BadHost(), scope, receive, send)
                return
            changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
            if changes and not self.is_own_page(headers):
                await refuse(WrongOrigin(), scope, receive, send)
                return
        await self.app(scope, receive, send)

    def is_host(self, headers: Headers) -> bool:
        """Whether the request is for a name that this server answers to."""
        found = HOST.fullmatch(headers.get("host", "").lower())
        return found is not None and (not self.hosts or found[1] in self.hosts)

    def is_own_page(self, headers: Headers) -> bool:
        """Whether the request comes from one of our pages, or from no page at all."""
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return False
        origin = headers.get("origin")
        if origin is None:
            return True
        place = _place(origin)
        host = headers["host"].lower()
        scheme = origin.partition(":")[0].lower()
        return place is not None and place in (
            host.removesuffix(DEFAULT_PORTS[scheme]),
            self.public,
        )


def _place(origin: str) -> str | None:
    """An origin's host with its port, if that is not the usual one; None if it is no origin.

    >>> _place("https://Example.org:443"), _place("http://127.0.0.1:8471"), _place("null")
    ('example.org', '127.0.0.1:8471', None)
    """
    parts = urlsplit(origin.lower())
    if parts.scheme not in DEFAULT_PORTS or not parts.netloc:
        return None
    return parts.netloc.removesuffix(DEFAULT_PORTS[parts.scheme])


class BodyLimit:
    """Middleware: reads a request's body whole, if it is small and comes in time.

    Routes only ever start with the body at hand, so a slow client holds up nobody, and no work is
    broken off half way.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.most = settings.body_bytes
        self.seconds = settings.request_seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        most = max(self.most, LARGE_BODIES.get(scope["path"], 0))
        try:
            if announced.isdecimal() and int(announced) > most:
                raise TooLarge(most)
            async with asyncio.timeout(self.seconds):
                body = await self.body(receive, most)
        except TooLarge as error:
            await refuse(error, scope, receive, send)
            return
        except TimeoutError:
            await refuse(TooSlow(), scope, receive, send)
            return
        if body is None:
            return  # the client has gone
        waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return waiting.pop() if waiting else await receive()

        await self.app(scope, receive_again, send)

    async def body(self, receive: Receive, most: int) -> bytes | None:
        """All of the body, or None if the client goes before its end."""
        parts: list[bytes] = []
        size = 0
        while True:
            said = await receive()
            if said["type"] == "http.disconnect":
                return None
            parts.append(said.get("body", b""))
            size += len(parts[-1])
            if size > most:
                raise TooLarge(most)
            if not said.get("more_body", False):
                return b"".join(parts)


class RateLimit:
    """Middleware: limits a client's requests to the API and its open sockets."""

    def __init__(self, app: ASGIApp, rates: Rates) -> None:
        self.app = app
        self.rates = rates

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or not is_in_api(scope):
            await self.app(scope, receive, send)
            return
        client = visitor_of(scope).client
        is_socket = scope["type"] == "websocket"
        try:
            self.rates.check(REQUESTS, client)
            if is_socket:
                self.rates.take_socket(client)
        except TooMany as error:
            await refuse(error, scope, receive, send)
            return
        try:
            await self.app(scope, receive, send)
        finally:
            if is_socket:
                self.rates.give_socket_back(client)


def is_in_api(scope: Scope) -> bool:
    """Whether a request is a program's, to be answered in JSON."""
    path: str = scope["path"]
    return path == API or path.startswith(f"{API}/")
