"""The whole server as one app."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from jostle.core.messages import say
from jostle.server import api, health
from jostle.server.api import sockets
from jostle.server.engine_pool import EnginePool
from jostle.server.frame import surround
from jostle.server.guard.identity import Identities, secret_of
from jostle.server.guard.rates import Rates
from jostle.server.health import Readiness, calm_collector, load_engines
from jostle.server.play.refusals import Refusal
from jostle.server.play.rooms import Rooms
from jostle.server.services import Services, services
from jostle.server.settings import Settings
from jostle.server.site.pages import Pages, page_routes
from jostle.server.storage.store import Store
from jostle.server.study.reviewing import Reviews

API_VERSION = "1"
GAME_ID = re.compile("[A-Za-z0-9]{16}")

log = structlog.get_logger("jostle")


def create_app(settings: Settings, address: str = "") -> FastAPI:
    """The app; what cannot work (a template, a database) fails now or when it starts, never later.

    ``address`` is told to whoever starts another server on the same database.
    """
    identities = Identities(secret_of(settings))
    rates = Rates(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(settings.database_url, address=address)
        pool = EnginePool(
            settings.threads,
            queue=settings.engine_queue,
            share=settings.engine_share,
            seconds=settings.engine_seconds,
        )
        rooms, reviews = Rooms(store, pool), Reviews(store, pool)
        readiness = Readiness()
        app.state.jostle = Services(settings, store, pool, rates, identities, rooms, reviews)
        app.state.readiness = readiness
        try:
            await rooms.start()
            readiness.start(load_engines, calm_collector)
            log.info("started", threads=settings.threads)
            yield
        finally:
            await readiness.close()
            await rooms.close()
            await reviews.close()
            await pool.close()
            app.state.jostle.drawing.close()
            await store.close()
            log.info("stopped")

    app = FastAPI(
        title="Jostle",
        version=API_VERSION,
        description=say("server.api.description"),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,  # the route below makes the description where it holds nobody up
        lifespan=lifespan,
    )
    pages = Pages(app)

    @app.get("/openapi.json", include_in_schema=False)
    async def openapi() -> Response:
        return JSONResponse(await asyncio.to_thread(app.openapi))

    app.include_router(health.router)
    app.include_router(api.router)
    app.include_router(sockets.router)
    app.include_router(page_routes(pages, game_exists))
    surround(app, settings, identities, rates, pages)
    return app


async def game_exists(request: Request, game_id: str) -> bool:
    """Whether there is a game of this id; its page is about to ask for its room."""
    if not GAME_ID.fullmatch(game_id):
        return False
    try:
        await (await services(request)).rooms.get(game_id)
    except Refusal as error:
        if error.code != "unknown":
            raise
        return False
    return True
