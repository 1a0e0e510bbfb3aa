"""Reviews of games: made in the background, position by position, and kept for good.

A review is named by what it is of: the same moves are reviewed once, for everybody. All reviews
together are one client of the engine's threads, so that a person's opponent waits for at most one
position of a review, however many are being made. What is kept are values, not words: those are
made for each reader, in their language.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock, get_native_id
from typing import Any

import structlog

from jostle.core.match import Match
from jostle.core.record import Record
from jostle.search import review as judging
from jostle.server.engine_pool import EnginePool
from jostle.server.play.refusals import refusal
from jostle.server.problems import Busy, TookTooLong
from jostle.server.storage.runs import time_ms
from jostle.server.storage.store import Store, StoreError
from jostle.solve.informed import table_for

log = structlog.get_logger()

VERSION = 1  # of the judgements: another one means that all reviews are made anew
NODES = 200_000  # for each position: a tenth of a second
LONGEST = 400  # moves
MOST = 6  # reviews that are made at once, each with a table of 16 megabytes …
MOST_OF_CLIENT = 2  # … and of these for one client
CLIENT = "reviews"  # as which all of them wait for the engine
NICENESS = 5  # of the threads in which they are made, where the system knows such a thing
PAUSE = 0.2  # seconds until a busy engine is asked again

DIGEST = 12  # bytes
REVIEW_ID = re.compile(f"[0-9a-f]{{{2 * DIGEST}}}")


@dataclass(frozen=True)
class Progress:
    """How far a review is; it is kept when all positions have been looked at."""

    id: str
    done: int
    total: int
    is_finished: bool = False


class _Running:
    """A review that is being made. Only ``step`` runs in the engine's threads."""

    def __init__(self, review_id: str, client: str, match: Match) -> None:
        self.id = review_id
        self.client = client
        self.progress = Progress(review_id, 0, len(match.positions))
        self._match = match
        self._making: judging.Reviewing | None = None
        self._lock = Lock()  # a job that took too long may still be at it when the next one starts

    def step(self) -> str | None:
        """Look at one more position; the review as text when that was the last one."""
        with self._lock, ThreadPoolExecutor(1, initializer=stand_back) as executor:
            return executor.submit(self._step).result()

    def _step(self) -> str | None:
        if self._making is None:
            oracle = table_for(self._match.game)
            self._making = judging.Reviewing(self._match, nodes=NODES, oracle=oracle)
        if not self._making.is_finished:
            self._making.step()
        self.progress = Progress(self.id, self._making.done, self._making.total)
        if not self._making.is_finished:
            return None
        return payload_of(self._match, self._making.review())


class Reviews:
    """The reviews that are being made, and those that are kept."""

    def __init__(self, store: Store, pool: EnginePool) -> None:
        self._store = store
        self._pool = pool
        self._running: dict[str, _Running] = {}
        self._worker: asyncio.Task[None] | None = None

    async def ask(self, match: Match, client: str) -> Progress:
        """Have a match reviewed; Busy if too many reviews are being made.

        One that has been finished, or is being made, is not made again.
        """
        review_id = id_of(match)
        total = len(match.positions)
        if review_id not in self._running and await self.payload(review_id) is not None:
            return Progress(review_id, total, total, is_finished=True)
        running = self._running.get(review_id)
        if running is None:
            of_client = sum(other.client == client for other in self._running.values())
            if len(self._running) >= MOST or of_client >= MOST_OF_CLIENT:
                raise Busy
            running = self._running[review_id] = _Running(review_id, client, match)
            if self._worker is None or self._worker.done():
                self._worker = asyncio.create_task(self._work(), name="reviews")
        return running.progress

    def progress(self, review_id: str) -> Progress | None:
        """How far a review is that is being made."""
        running = self._running.get(review_id)
        return None if running is None else running.progress

    async def payload(self, review_id: str) -> str | None:
        """A review that has been finished."""
        return await self._store.reviews.payload(review_id)

    async def close(self) -> None:
        """Give up what is being made; who asks again gets it from the beginning."""
        if self._worker is not None:
            self._worker.cancel()
            with suppress(asyncio.CancelledError):
                await self._worker
        self._running.clear()

    async def _work(self) -> None:
        """Make the reviews side by side, a position of each in turn."""
        while self._running:
            for running in list(self._running.values()):
                try:
                    await self._advance(running)
                except (Busy, TookTooLong):
                    await asyncio.sleep(PAUSE)  # others are being served
                except StoreError as error:
                    log.error("a review could not be kept", review=running.id, error=str(error))
                    del self._running[running.id]
                except Exception:  # the other reviews must go on
                    log.exception("a review failed", review=running.id)
                    del self._running[running.id]

    async def _advance(self, running: _Running) -> None:
        payload = await self._pool.run(CLIENT, running.step)
        if payload is not None:
            await self._store.reviews.keep(running.id, payload, time_ms())
            del self._running[running.id]


def stand_back() -> None:
    """Let this thread, and those it starts, stand back where the processor is short.

    Nobody waits for a review as they do for a move. A thread cannot be made as important again as
    it was, so each position has a thread of its own.
    """
    if sys.platform == "linux":  # elsewhere the number of a thread may name another process
        thread = get_native_id()
        with suppress(OSError):
            now = os.getpriority(os.PRIO_PROCESS, thread)
            os.setpriority(os.PRIO_PROCESS, thread, max(now, NICENESS))


def id_of(match: Match) -> str:
    """The name of a match's review: a digest of all that it depends on.

    >>> import jostle
    >>> match = jostle.Match(jostle.game("pomeczi"))
    >>> before = id_of(match)
    >>> _ = match.play("Sb2")
    >>> REVIEW_ID.fullmatch(id_of(match)) is not None, id_of(match) == before
    (True, False)
    """
    asked = [VERSION, NODES, match.game.variant, match.start.text, *map(str, match.moves)]
    return blake2b(json.dumps(asked).encode(), digest_size=DIGEST).hexdigest()


def payload_of(match: Match, review: judging.Review) -> str:
    """What is kept of a review."""
    told: dict[str, Any] = {"start": match.start.text, **review.to_json()}
    return json.dumps(told, separators=(",", ":"))


def read_match(text: str) -> Match:
    """The match of a record; RecordError names the place of the first problem."""
    return checked(Record.parse(text).match())


def checked(match: Match) -> Match:
    """Refuse a match that has nothing to review, or too much."""
    if not match.moves:
        raise refusal("review", "no-moves")
    if len(match.moves) > LONGEST:
        raise refusal("review", "too-long", most=LONGEST)
    return match
