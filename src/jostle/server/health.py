"""Whether the server lives, and whether it can serve; and warming up so that it can.

Compiled code is loaded from the disk when it is first used, which takes a second or two for each
game. A thread does it at the start, so that no player waits for it and the event loop never does.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

import structlog
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from jostle.core.match import Match
from jostle.core.messages import say
from jostle.games import GAMES, game
from jostle.search.levels import LEVELS
from jostle.server.metrics import metrics_page
from jostle.server.services import services
from jostle.solve.informed import agent, table_for, think

STORE_SECONDS = 2.0
NODES = 100  # enough to have run everything once
GENERATIONS = (2_000, 50, 20)  # new objects to the first collection, and collections to the next

log = structlog.get_logger("jostle")
router = APIRouter(include_in_schema=False)
router.add_api_route("/metrics", metrics_page)


class Readiness:
    """Whether the server can serve yet, or not any more."""

    def __init__(self) -> None:
        self._warm = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.is_closing = False

    @property
    def is_warm(self) -> bool:
        """Whether all compiled code has been loaded."""
        return self._warm.is_set()

    def start(self, *work: Callable[[], object]) -> None:
        """Begin to warm up, by doing some work in a thread."""
        self._task = asyncio.create_task(self._warm_up(work))

    async def wait(self) -> None:
        """Wait until everything is warm; an error of the warming up is raised here, too."""
        assert self._task is not None
        await asyncio.shield(self._task)

    async def close(self) -> None:
        """Tell that the end is near."""
        self.is_closing = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])

    async def _warm_up(self, work: tuple[Callable[[], object], ...]) -> None:
        for part in work:
            await asyncio.to_thread(part)
        self._warm.set()
        log.info("warm")


def load_engines() -> None:
    """Run each game's rules and searches once, on next to nothing."""
    for name in GAMES:
        match = Match(game(name))
        match.position.expand()
        agent(f"level:{LEVELS[0]}").choose(match)
        think(match, nodes=NODES)
        match.play(next(iter(match.position.legal_moves)))
        for variant in match.game.main_variants:
            table_for(game(variant))


def calm_collector() -> None:
    """Let the garbage collector hold up nobody who plays.

    What compiled code and libraries leave stays for good and is taken out of its sight. What games
    and sockets are made of lives long, too, and looking through that of 500 games takes a sixth of
    a second: it does so once in two million objects instead of once in ten thousand.
    """
    gc.set_threshold(*GENERATIONS)
    gc.collect()
    gc.freeze()


@router.get("/healthz")
async def healthz() -> Response:
    """Tell that the event loop turns."""
    return JSONResponse({"status": "alive"})


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """Tell whether requests should be sent here, and if not, why."""
    readiness: Readiness = request.app.state.readiness
    reasons = []
    if readiness.is_closing:
        reasons.append(say("server.not-ready.closing"))
    elif not readiness.is_warm:
        reasons.append(say("server.not-ready.warming"))
    try:
        async with asyncio.timeout(STORE_SECONDS):
            await (await services(request)).store.ping()
    except TimeoutError:
        log.warning("store-is-slow", seconds=STORE_SECONDS)
        reasons.append(say("server.not-ready.store"))
    except Exception:
        log.exception("store-does-not-answer")
        reasons.append(say("server.not-ready.store"))
    if reasons:
        return JSONResponse({"status": "not-ready", "reasons": reasons}, 503)
    return JSONResponse({"status": "ready"})
