"""What the routes work with, made once when the server starts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from starlette.requests import HTTPConnection

from jostle.server.drawing import Drawing
from jostle.server.engine_pool import EnginePool
from jostle.server.guard.identity import Identities
from jostle.server.guard.rates import Rates
from jostle.server.play.rooms import Rooms
from jostle.server.settings import Settings
from jostle.server.storage.store import Store
from jostle.server.study.analysing import Analyses
from jostle.server.study.hinting import Hinting
from jostle.server.study.reviewing import Reviews


@dataclass(frozen=True)
class Services:
    """The parts of a running server."""

    settings: Settings
    store: Store
    pool: EnginePool
    rates: Rates
    identities: Identities
    rooms: Rooms
    reviews: Reviews
    hinting: Hinting = field(default_factory=Hinting)
    drawing: Drawing = field(default_factory=Drawing)

    @cached_property
    def analyses(self) -> Analyses:
        """The analyses that go on."""
        return Analyses(self.pool)


# Dependencies are asynchronous, so that the framework does not send each of them to a thread.


async def services(connection: HTTPConnection) -> Services:
    """The services behind a request or a socket; a dependency of routes."""
    found: Services = connection.app.state.jostle
    return found
