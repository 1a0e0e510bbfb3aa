"""Requests of a page that are held, as by a slow network, until a test lets them through."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route


class HeldRequests:
    """Holds all requests to an address, from now on and until ``release``."""

    def __init__(self, page: Page, address: str | re.Pattern[str]) -> None:
        self._held: list[Route] | None = []
        page.route(address, self._take)

    def _take(self, route: Route) -> None:
        if self._held is None:
            route.continue_()
        else:
            self._held.append(route)

    def release(self) -> None:
        """Let those that have come through, and all that follow."""
        held, self._held = self._held, None
        for route in held or ():
            route.continue_()
