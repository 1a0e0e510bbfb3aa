"""The explorer of openings: what was played in the finished public games of this server.

A position and its mirror images are the same here, as far as the players keep their sides. So a
move is not its text but where it leads to, and moves that lead to mirror images are one move.

Games are looked at in the background, one after the other, when they have ended; those that ended
while nobody looked are found when the server starts.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from itertools import pairwise
from typing import Any

import structlog
from anyio import to_thread

from jostle.core.errors import JostleError
from jostle.core.game import Game, Position
from jostle.server.play.folded import Folded
from jostle.server.storage.openings import DRAW, Cursor, Opened, unopened
from jostle.server.storage.store import Store
from jostle.server.wire.views import View, steps_view

log = structlog.get_logger()

MOST_PLIES = 30  # of a game's beginning
PAGE = 50  # games that are looked for at once when the server starts
KNOWN_POSITIONS = 20_000

# Whom the games of a bracket were played against: people (0), or the computer at these levels.
BRACKETS: Mapping[int, range] = {1: range(1, 4), 2: range(4, 7), 3: range(7, 11)}
LEVELS: Mapping[str, tuple[int, ...]] = {
    "all": (0, *BRACKETS),
    "people": (0,),
    **{f"{levels[0]}-{levels[-1]}": (bracket,) for bracket, levels in BRACKETS.items()},
}


@cache
def images_of(game: type[Game]) -> Callable[[Position], Iterator[str]]:
    """A game's own function that turns its positions; it stands in the game's ``symmetry.py``."""
    module = import_module(f"{game.__module__.rpartition('.')[0]}.symmetry")
    images: Callable[[Position], Iterator[str]] = module.images
    return images


@lru_cache(maxsize=KNOWN_POSITIONS)
def place_of(position: Position) -> str:
    """One text for a position and its mirror images; the players do not change sides in them."""
    mover = str(int(position.mover))
    images = images_of(type(position.game))(position)
    return min(image for image in images if image.split(" ")[1] == mover)


def bracket_of(table: Folded) -> int:
    """Whom a game was played against."""
    levels = [seat.level for seat in table.seats if seat.level is not None]
    if not levels:
        return 0
    return next(bracket for bracket, range_ in BRACKETS.items() if levels[0] in range_)


def opened(table: Folded) -> Opened:
    """What is kept of a game's beginning: nothing, unless it is public, over and from the start."""
    outcome = table.outcome
    if not table.public or outcome is None or table.match.start != table.game.start():
        return Opened(table.id)
    places = [place_of(position) for position in table.match.positions[: MOST_PLIES + 1]]
    steps: dict[str, tuple[int, str, str]] = {}
    for ply, (before, after) in enumerate(pairwise(places)):
        # A game that comes back to a position counts there once, with what came first.
        steps.setdefault(before, (ply, before, after))
    return Opened(
        game=table.id,
        variant=table.game.variant,
        bracket=bracket_of(table),
        winner=DRAW if outcome.winner is None else int(outcome.winner),
        ended=table.updated,
        seat1=table.seats[0].identity,
        seat2=table.seats[1].identity,
        steps=tuple(steps.values()),
    )


class OpeningIndex:
    """Looks at games that have ended. ``work`` goes on until it is cancelled."""

    def __init__(self, store: Store, load: Callable[[str], Awaitable[Folded]]) -> None:
        self._store = store
        self._load = load
        self._ended: asyncio.Queue[Folded] = asyncio.Queue()
        self._caught_up = asyncio.Event()

    def note(self, table: Folded) -> None:
        """Look at a game that has just ended, as soon as there is time."""
        if table.public:
            self._ended.put_nowait(table)

    async def settled(self) -> None:
        """Wait until all games that have ended so far have been looked at."""
        await self._caught_up.wait()
        await self._ended.join()

    async def work(self) -> None:
        """Look at what was missed, then at what ends."""
        try:
            await self._catch_up()
        except JostleError as error:  # the database is out of reach: at the next start, then
            log.error("openings could not be looked for", error=str(error))
        self._caught_up.set()
        while True:
            table = await self._ended.get()
            await self._look_at(table)
            self._ended.task_done()

    async def _catch_up(self) -> None:
        """Look at the games that ended while nobody did."""
        after: Cursor = (0, "")
        while rows := await self._store.openings(unopened(after, PAGE)):
            for row in rows:
                try:
                    table = await self._load(row["id"])
                except Exception:  # one game that cannot be read must not hide the others
                    log.exception("a game's opening cannot be read", game=row["id"])
                    continue
                await self._look_at(table)
            after = rows[-1]["updated"], rows[-1]["id"]

    async def _look_at(self, table: Folded) -> None:
        try:
            await self._store.add_opening(await to_thread.run_sync(opened, table))
        except Exception:  # it will be found again at the next start
            log.exception("a game's opening was not kept", game=table.id)


@dataclass(frozen=True)
class Explored:
    """The moves that were played from a position, the most frequent first."""

    position: Position
    results: Mapping[str, Counter[int]]  # winners, by where a move leads to

    @classmethod
    def of(cls, position: Position, rows: Iterable[Mapping[str, Any]]) -> Explored:
        """From rows with ``following``, ``winner`` and ``count``."""
        results: dict[str, Counter[int]] = {}
        for row in rows:
            results.setdefault(row["following"], Counter())[row["winner"]] += int(row["count"])
        return cls(position, results)

    def moves_view(self) -> list[View]:
        """The moves with their results; of moves that are mirror images, the first in the list."""
        if self.position.outcome is not None or not self.results:
            return []
        left = dict(self.results)
        moves = []
        for branch in self.position.expand():
            results = left.pop(place_of(branch.position), None)
            if results is None:
                continue
            steps = steps_view(self.position.game, branch.steps)
            move = {"move": str(branch.move), "player": int(self.position.mover), "steps": steps}
            moves.append({**move, "results": results_view(results)})
        return sorted(moves, key=lambda move: -move["results"]["total"])

    @property
    def total(self) -> Counter[int]:
        """The results of all games that went on from the position."""
        return sum(self.results.values(), Counter())


def line_from(start: Position, texts: Iterable[str]) -> tuple[Position, list[View]]:
    """The position after some moves, and the moves as they are written."""
    position, line = start, []
    for text in texts:
        move = position.parse(text)
        line.append({"move": str(move), "player": int(position.mover)})
        position = position.play(move)
    return position, line


def results_view(results: Counter[int]) -> View:
    """How many games there were, and who won them."""
    return {
        "total": results.total(),
        "first": results[1],
        "draws": results[DRAW],
        "second": results[2],
    }
