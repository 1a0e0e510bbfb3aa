"""A small app inside the server's frame, for tests of what surrounds the routes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI, Request, WebSocket
from httpx import Response
from pydantic import BaseModel, SecretStr
from starlette.testclient import TestClient

from jostle.core.errors import IllegalMove
from jostle.core.messages import message
from jostle.server.frame import surround
from jostle.server.identity import Identities, identity_of
from jostle.server.pages import PAGES, Pages, page_routes
from jostle.server.rates import Rates
from jostle.server.settings import Settings

SECRET = "a secret for tests only"
EXISTING = "abcdefghijklmnop"


class Note(BaseModel):
    """Something to send."""

    text: str


def write_web(folder: Path) -> Path:
    """A folder with the smallest of templates and a few assets."""
    pages = folder / "pages"
    pages.mkdir(parents=True)
    (pages / "frame.html").write_text(
        '<html lang="{{language}}"><title>{{title}}</title>'
        '<script src="{{assets}}/scripts/a.js"></script>{{content}}</html>'
    )
    for page, values in PAGES.items():
        given = "".join(f"<p>{{{{{value}}}}}</p>" for value in values)
        (pages / f"{page}.html").write_text(f"<h1>{page}</h1>{given}")
    for path, text in {
        "scripts/a.js": "export const a = 1;\n" * 100,
        "scripts/types.d.ts": "type A = 1;",
        "styles/a.css": "a {}",
        "icons/favicon.svg": "<svg/>",
    }.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)
    return folder


def small_app(folder: Path, now: Callable[[], float] | None = None, **settings: Any) -> FastAPI:
    """An app with a few routes of every kind."""
    chosen = Settings(secret=SecretStr(SECRET), **settings)
    rates = Rates(chosen) if now is None else Rates(chosen, now)
    app = FastAPI(docs_url=None, redoc_url=None)

    @app.get("/api/me", tags=["People"])
    async def me(identity: str = Depends(identity_of)) -> dict[str, str]:
        """Tell who `you` are."""
        return {"identity": identity}

    @app.post("/api/notes", tags=["Notes"])
    async def note(note: Note) -> dict[str, int]:
        return {"length": len(note.text)}

    @app.get("/api/open")
    async def anybody(request: Request) -> dict[str, str]:
        return {
            "client": request.client.host if request.client else "",
            "scheme": request.url.scheme,
        }

    @app.get("/api/broken")
    async def broken() -> None:
        raise RuntimeError("the secret plan")

    @app.get("/api/illegal")
    async def illegal() -> None:
        raise IllegalMove("P8", message("server.error.unknown"))

    @app.websocket("/api/socket")
    async def socket(socket: WebSocket, identity: str = Depends(identity_of)) -> None:
        await socket.accept()
        await socket.send_text(identity)
        async for text in socket.iter_text():
            if text == "fail":
                raise RuntimeError("the secret plan")
            await socket.send_text(text)

    async def exists(_: Request, game_id: str) -> bool:
        return game_id == EXISTING

    pages = Pages(app, write_web(folder / "web"))
    app.include_router(page_routes(pages, exists))
    app.state.pages = pages
    surround(app, chosen, Identities(SECRET), rates, pages)
    return app


def small_client(
    folder: Path, now: Callable[[], float] | None = None, **settings: Any
) -> TestClient:
    """A client of the small app."""
    return TestClient(small_app(folder, now, **settings), client=("198.51.100.7", 5000))


def error_of(response: Response) -> dict[str, Any]:
    """The error that an answer tells."""
    body = response.json()
    assert body.keys() == {"error"}
    error: dict[str, Any] = body["error"]
    assert error["message"]
    return error
