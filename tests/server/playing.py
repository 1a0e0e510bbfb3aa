"""A whole server for tests of the API and of sockets, with people who play on it.

The server is an app without pages, on a database of its own; each person has a token.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

from fastapi import FastAPI
from httpx2 import Response
from pydantic import SecretStr
from starlette.testclient import TestClient, WebSocketTestSession

from jostle.server import api
from jostle.server.api import sockets
from jostle.server.engine_pool import EnginePool
from jostle.server.guard.identity import Identify, Identities
from jostle.server.guard.language import Speak
from jostle.server.guard.rates import Rates
from jostle.server.guard.security import BodyLimit, RateLimit
from jostle.server.play.rooms import Rooms
from jostle.server.problems import handle_errors
from jostle.server.services import Services
from jostle.server.settings import Settings
from jostle.server.storage.store import Store
from jostle.server.study.reviewing import Reviews

SECRET = "a secret for tests only"
GENEROUS = "100000/second"


def small_server(database: str, **given: Any) -> FastAPI:
    """The API and the sockets, with what they need."""
    rates_of_tests = {
        f"rate_{kind}": GENEROUS for kind in ("requests", "games", "messages", "reviews")
    }
    settings = Settings(secret=SecretStr(SECRET), database=database, **{**rates_of_tests, **given})
    rates, identities = Rates(settings), Identities(SECRET)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(database)
        pool = EnginePool(1, queue=8, share=4, seconds=60)
        rooms, reviews = Rooms(store, pool), Reviews(store, pool)
        app.state.jostle = Services(settings, store, pool, rates, identities, rooms, reviews)
        await rooms.start()
        yield
        await rooms.close()
        await reviews.close()
        await pool.close()
        await store.close()

    app = FastAPI(lifespan=lifespan)
    handle_errors(app)
    app.include_router(api.router)
    app.include_router(sockets.router)
    app.add_middleware(BodyLimit, settings=settings)
    app.add_middleware(RateLimit, rates=rates)
    app.add_middleware(Identify, identities=identities, rates=rates, settings=settings)
    app.add_middleware(Speak)
    return app


class Person:
    """Somebody with an identity of their own."""

    def __init__(self, client: TestClient, identity: str) -> None:
        self.client = client
        self.identity = identity
        self.headers = {"Authorization": f"Bearer {Identities(SECRET).sign(identity)}"}

    def get(self, path: str, **query: str) -> Response:
        answer: Response = self.client.get(f"/api{path}", params=query, headers=self.headers)
        return answer

    def post(self, path: str, body: Any = None) -> Response:
        answer: Response = self.client.post(f"/api{path}", json=body, headers=self.headers)
        return answer

    def patch(self, path: str, body: Any) -> Response:
        answer: Response = self.client.patch(f"/api{path}", json=body, headers=self.headers)
        return answer

    def creates(self, **asked: Any) -> dict[str, Any]:
        """Set up a game; by default with whoever comes."""
        body = {"variant": "pomeczi", "opponent": {"kind": "person"}, "side": 1, **asked}
        answer = self.post("/games", body)
        assert answer.status_code == 201, answer.text
        view: dict[str, Any] = answer.json()
        return view

    def acts(self, game_id: str, kind: str, **given: Any) -> Response:
        return self.post(f"/games/{game_id}/actions", {"type": kind, **given})

    @contextmanager
    def at(self, game_id: str) -> Iterator[Line]:
        """An open socket at a game, after its first snapshot."""
        path = f"/api/games/{game_id}/socket"
        with self.client.websocket_connect(path, headers=self.headers) as socket:
            yield Line(socket)


class Line:
    """A socket and what came over it."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    def says(self, message: Any) -> None:
        self.socket.send_text(message if isinstance(message, str) else json.dumps(message))

    def hears(self) -> dict[str, Any]:
        """The next message."""
        told: dict[str, Any] = json.loads(self.socket.receive_text())
        self.heard.append(told)
        return told

    def hears_of(self, *types: str) -> dict[str, Any]:
        """The next message of one of these types."""
        while (told := self.hears())["type"] not in types:
            pass
        return told

    def asks(self, **message: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        self.says(message)
        return self.hears_of("done", "error", "snapshot", "pong")


def error_in(answer: Response, status: int) -> dict[str, Any]:
    """The error that an answer tells."""
    assert answer.status_code == status, answer.text
    error: dict[str, Any] = answer.json()["error"]
    assert answer.json().keys() == {"error"}
    assert error["message"]
    return error
