"""What waits to be sent to one socket: never much, and never at anybody else's expense."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from jostle.core.messages import DEFAULT_LANGUAGE

MOST_WAITING = 32


class Subscriber:
    """One open socket at a game.

    Broadcasts to a slow reader are not kept: it gets a snapshot when it reads again, as it does at
    first. Answers are kept, and a client that does not read them is not listened to either.
    """

    def __init__(
        self, identity: str, snapshot: Callable[[], str], language: str = DEFAULT_LANGUAGE
    ) -> None:
        self.identity = identity
        self.language = language
        self._snapshot = snapshot
        self._needs_snapshot = True
        self._waiting: deque[tuple[str, bool]] = deque()  # texts, and whether they are answers
        self._ready = asyncio.Event()
        self._ready.set()
        self._space = asyncio.Event()
        self._space.set()

    def tell(self, text: str) -> None:
        """Send a broadcast, unless a snapshot is due that will say the same and more."""
        if self._needs_snapshot:
            return
        if len(self._waiting) >= MOST_WAITING:
            self.refresh()
            return
        self._waiting.append((text, False))
        self._ready.set()

    def refresh(self) -> None:
        """Send a snapshot in the place of all broadcasts that wait."""
        self._needs_snapshot = True
        self._waiting = deque(item for item in self._waiting if item[1])
        self._measure()

    async def answer(self, *texts: str) -> None:
        """Send an answer, as soon as there is room for it."""
        await self._space.wait()
        self._waiting.extend((text, True) for text in texts)
        self._measure()

    async def next(self) -> str:
        """The next text to send."""
        await self._ready.wait()
        if self._needs_snapshot:
            self._needs_snapshot = False
            text = self._snapshot()
        else:
            text, _ = self._waiting.popleft()
        self._measure()
        return text

    def _measure(self) -> None:
        if self._waiting or self._needs_snapshot:
            self._ready.set()
        else:
            self._ready.clear()
        if len(self._waiting) < MOST_WAITING:
            self._space.set()
        else:
            self._space.clear()
