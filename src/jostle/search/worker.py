"""One thread's search: its stack and memory, and calls of the compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from jostle.core.game import Game
from jostle.core.kernel import State
from jostle.core.scores import ABORTED, INFINITE, MOST_PLIES
from jostle.search.alpha_beta_kernel import (
    AGE,
    BEST,
    CONTROLS,
    FIELDS,
    HISTORY,
    LIMIT,
    NODES,
    OVERFULL,
    STOP,
)
from jostle.search.past import NO_KEYS
from jostle.search.specialised import searches
from jostle.search.table import AGES

UNLIMITED = 1 << 62
EXTRA_MOVES = 128  # room for what special cases add to a game's usual most
FIRST_WINDOW = 40  # centilogits around the last depth's score
NO_MOVES = np.zeros(0, dtype=np.int64)


class Stopped(Exception):
    """The search ran into a limit or was told to stop."""


class Worker:
    """What a search needs besides the shared table; nothing is allocated while it runs."""

    def __init__(self, game: Game, table: np.ndarray) -> None:
        self._game = game
        compiled = searches(type(game))
        compiled.prepare_search()  # now, so that no clock runs meanwhile
        self._searches = compiled
        self._table = table
        plies = MOST_PLIES + 1
        room = compiled.kernel.MOST_MOVES + EXTRA_MOVES
        self._states = np.zeros((plies, compiled.words), dtype=np.uint64)
        self._path = np.zeros(plies, dtype=np.uint64)
        self._moves = np.zeros((plies, room), dtype=np.int64)
        eager = room if compiled.knowledge.EAGER else 0
        self._children = np.zeros((plies, eager, compiled.words), dtype=np.uint64)
        self._orders = np.zeros((plies, room), dtype=np.int64)
        self._frames = np.zeros((plies, FIELDS), dtype=np.int64)
        self._lines = np.zeros((plies, plies), dtype=np.int64)
        self._lengths = np.zeros(plies, dtype=np.int64)
        self._killers = np.zeros((plies, 2), dtype=np.int64)
        self._history = np.zeros(2 * HISTORY, dtype=np.int64)
        self._control = np.zeros(CONTROLS, dtype=np.int64)

    def begin(self, nodes: int | None, age: int) -> None:
        """Make ready for a new search."""
        self._control[STOP] = self._control[NODES] = self._control[OVERFULL] = 0
        self._control[LIMIT] = UNLIMITED if nodes is None else nodes
        self._control[AGE] = age % AGES
        self._killers[:] = 0
        self._history //= 4

    def forget(self) -> None:
        """Unlearn which moves were good."""
        self._history[:] = 0

    def stop(self) -> None:
        """End the search as soon as it looks; any thread may call this."""
        self._control[STOP] = 1

    @contextmanager
    def unlimited(self) -> Iterator[None]:
        """Let the searches of a block make as many positions as they need."""
        limit = self._control[LIMIT]
        self._control[LIMIT] = UNLIMITED
        try:
            yield
        finally:
            self._control[LIMIT] = limit

    @contextmanager
    def spending(self, nodes: int) -> Iterator[None]:
        """Let the searches of a block make at most so many more positions."""
        limit = self._control[LIMIT]
        self._control[LIMIT] = min(limit, self._control[NODES] + nodes)
        try:
            yield
        finally:
            self._control[LIMIT] = limit

    @property
    def at_limit(self) -> bool:
        """Whether the search is over: it was told to stop, or has made all its positions."""
        return bool(self._control[STOP]) or bool(self._control[NODES] >= self._control[LIMIT])

    @property
    def nodes(self) -> int:
        """The positions made so far."""
        return int(self._control[NODES])

    @property
    def overfull(self) -> bool:
        """Whether a position had more moves than there is room for, so that nothing is proven."""
        return bool(self._control[OVERFULL])

    def search(
        self,
        state: State,
        depth: int,
        alpha: int = -INFINITE,
        beta: int = INFINITE,
        *,
        skipped: np.ndarray = NO_MOVES,
        past: np.ndarray = NO_KEYS,
    ) -> int:
        """The score of a state searched to a depth within a window; raises Stopped."""
        score = self._searches.descend(
            self._game.rules,
            state,
            depth,
            alpha,
            beta,
            skipped,
            past,
            self._table,
            self._states,
            self._path,
            self._moves,
            self._children,
            self._orders,
            self._frames,
            self._lines,
            self._lengths,
            self._killers,
            self._history,
            self._control,
        )
        if score == ABORTED:
            raise Stopped
        return score

    def search_near(
        self, state: State, depth: int, guess: int, skipped: np.ndarray, past: np.ndarray
    ) -> int:
        """The score of a state, searched in a small window around a guess that widens as needed."""
        width = FIRST_WINDOW
        low, high = max(guess - width, -INFINITE), min(guess + width, INFINITE)
        while True:
            score = self.search(state, depth, low, high, skipped=skipped, past=past)
            width *= 4
            if score <= low and low > -INFINITE:
                low = max(score - width, -INFINITE)
            elif score >= high and high < INFINITE:
                high = min(score + width, INFINITE)
            else:
                return score

    @property
    def line(self) -> list[int]:
        """The best line of the last search; empty if it was stopped before it found any."""
        line: list[int] = self._lines[0, : self._lengths[0]].tolist()
        return line

    @property
    def score(self) -> int:
        """The score of that line, also of a search that was stopped."""
        return int(self._frames[0, BEST])

    def wins_within(self, state: State, plies: int, *, mover: bool) -> tuple[bool, int]:
        """Whether the mover, or the other player, forces a win within so many plies.

        With it comes the winning move or the longest defence, if it is not the table that answered.
        Raises Stopped.
        """
        answer = self._searches.wins_within(
            self._game.rules,
            state,
            plies,
            mover,
            self._table,
            self._states,
            self._moves,
            self._orders,
            self._frames,
            self._lines,
            self._history,
            self._control,
        )
        if answer == ABORTED:
            raise Stopped
        return bool(answer), int(self._lines[0, 0])
