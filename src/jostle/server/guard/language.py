"""Which language an answer is in: the one that was chosen, or else the browser's favourite.

The choice is kept in a cookie. Everything that a request leads to is said in its language, in
threads as well, since they inherit what is spoken; logs stay in English.
"""

from __future__ import annotations

from http.cookies import SimpleCookie

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from jostle.core.messages import DEFAULT_LANGUAGE, languages, speaking

COOKIE = "jostle-language"
LIFETIME = 365 * 24 * 3600  # seconds
# What is the same in all languages, or has its language in its address; all else may not be kept
# for somebody who reads another one.
SAME_FOR_ALL = ("/assets/", "/symbols/", "/styles/", "/messages/")
DEPENDS_ON = ("Accept-Language", "Cookie")


class Speak:
    """Middleware: answers in the reader's language, and tells caches what that depends on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        varies = scope["type"] == "http" and not scope["path"].startswith(SAME_FOR_ALL)

        async def send_varying(said: Message) -> None:
            if varies and said["type"] == "http.response.start":
                headers = MutableHeaders(scope=said)
                for name in DEPENDS_ON:
                    headers.add_vary_header(name)
            await send(said)

        with speaking(language_of(HTTPConnection(scope))):
            await self.app(scope, receive, send_varying)


def language_of(connection: HTTPConnection) -> str:
    """The language that was chosen, or the one that a browser likes best of those there are."""
    chosen = connection.cookies.get(COOKIE)
    if chosen in languages():
        return chosen
    wishes = []
    for wish in connection.headers.get("accept-language", "").split(","):
        tag, _, quality = wish.partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        wishes.append((weight, tag.strip().lower().partition("-")[0]))
    known = [(weight, tag) for weight, tag in wishes if tag in languages() and weight > 0]
    return max(known, key=lambda wish: wish[0])[1] if known else DEFAULT_LANGUAGE


def language_cookie(language: str, *, secure: bool) -> str:
    """The value of the Set-Cookie header that keeps a choice."""
    jar: SimpleCookie = SimpleCookie({COOKIE: language})
    morsel = jar[COOKIE]
    morsel["max-age"] = LIFETIME
    morsel["path"] = "/"
    morsel["httponly"] = True
    morsel["samesite"] = "Lax"
    if secure:
        morsel["secure"] = True
    return morsel.OutputString()
