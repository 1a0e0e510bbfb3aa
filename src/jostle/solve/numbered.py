"""A game whose positions are numbered, with the compiled loops that a solver needs.

A game can be solved if its folder has a module ``numbering`` with ``layout``, ``groups`` and the
compiled functions ``canonical``, ``pack`` and ``unpack``; besides, its players must take turns and
the layout's entry ``DETAILS`` must tell how many details a group has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import boolean, int8, int64, types, uint16, uint32, uint64

from jostle.core.compiling import specialise
from jostle.core.errors import JostleError
from jostle.core.messages import message
from jostle.solve import LOOPS, probing_kernel, verification_kernel, walking_kernel
from jostle.solve.entries_kernel import CODE, OFFSETS, STREAM, VALUES

if TYPE_CHECKING:
    from jostle.core.game import Game

MOVES, LAYOUT = types.Array(int64, 1, "C"), types.Array(int64, 1, "C")
NUMBERS, PLACES = types.Array(uint64, 1, "C"), types.Array(uint32, 1, "C")
tuple_of: Any = types.Tuple
CONTENTS = tuple_of(
    (uint64, types.Array(uint32, 1, "C"), OFFSETS, STREAM, CODE, CODE, CODE, VALUES)
)
RULES_NAMES = ("start", "legal", "pick", "play", "outcome")
NUMBERING_NAMES = ("canonical", "pack", "unpack")
COUNTS, ENDS = types.Array(uint16, 1, "C"), types.Array(int8, 1, "C")


def numbering_of(game: type[Game]) -> str:
    """The name of the module that numbers a game's positions, whether it is there or not."""
    return f"{game.__module__.rpartition('.')[0]}.numbering"


def can_be_numbered(game: type[Game]) -> bool:
    """Whether the positions of a game have numbers."""
    return find_spec(numbering_of(game)) is not None


class CannotSolve(JostleError):
    """A variant that cannot be solved here."""

    code = "solve"


def check_numbered(game: Game) -> None:
    """Refuse a game whose positions have no numbers."""
    if not can_be_numbered(type(game)):
        raise CannotSolve(message("solve.not-numbered", game=game.name))


class NumberedGame:
    """One variant of a game with numbered positions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.module = import_module(numbering_of(type(game)))
        self.layout: np.ndarray = self.module.layout(game.rules, *game.size)
        self.details: int = int(self.layout[self.module.DETAILS])
        self.groups: int = self.module.groups(self.layout)
        self._kernel = game.kernel.module

    def number(self, state: tuple[int, ...]) -> int:
        """The number of a state and its mirror images."""
        return int(self.module.pack(self.layout, self.module.canonical(self.layout, state)))

    def state(self, number: int) -> tuple[int, ...]:
        """The state that stands for a number, with Player 1 to move."""
        state: tuple[int, ...] = self.module.unpack(self.layout, np.uint64(number))
        return state

    def room(self) -> np.ndarray:
        """Room for a list of moves."""
        return np.empty(self._kernel.MOST_MOVES, dtype=np.int64)

    @cached_property
    def count_moves(self) -> Callable[..., int]:
        """The count of positions' moves."""
        signature = int64(self._kernel.RULES, LAYOUT, NUMBERS, MOVES, COUNTS, ENDS)
        return self._specialised(walking_kernel.count_moves, signature)

    def counted(self, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray, int]:
        """Each position's number of moves, who has won where there are none, and the sum."""
        counts = np.empty(numbers.size, dtype=np.uint16)
        ends = np.empty(numbers.size, dtype=np.int8)
        total = self.count_moves(self.game.rules, self.layout, numbers, self.room(), counts, ends)
        return counts, ends, total

    @cached_property
    def expand(self) -> Callable[..., None]:
        """The step to the positions after some."""
        signature = types.void(self._kernel.RULES, LAYOUT, NUMBERS, MOVES, NUMBERS)
        return self._specialised(walking_kernel.expand, signature)

    def expanded(self, numbers: np.ndarray) -> np.ndarray:
        """The numbers of the positions after these, one after the other."""
        after = np.empty(self.counted(numbers)[2], dtype=np.uint64)
        self.expand(self.game.rules, self.layout, numbers, self.room(), after)
        return after

    @cached_property
    def link(self) -> Callable[..., bool]:
        """The same step, to places among all positions."""
        signature = boolean(
            self._kernel.RULES, LAYOUT, int64, NUMBERS, PLACES, int64, int64, MOVES, PLACES
        )
        return self._specialised(walking_kernel.link, signature)

    def linked(
        self, numbers: np.ndarray, starts: np.ndarray, first: int, last: int, edges: int
    ) -> np.ndarray:
        """The places of all positions after those from one place to another."""
        after = np.empty(edges, dtype=np.uint32)
        room, rules = self.room(), self.game.rules
        complete = self.link(
            rules, self.layout, self.details, numbers, starts, first, last, room, after
        )
        if not complete:
            raise AssertionError("a position was not reached by the enumeration")
        return after

    @cached_property
    def probe(self) -> Callable[..., int]:
        """A state's value in a table."""
        signature = int64(LAYOUT, self._kernel.STATE, CONTENTS)
        return self._specialised(probing_kernel.probe, signature)

    @cached_property
    def probe_moves(self) -> Callable[..., int]:
        """The values after all moves."""
        signature = int64(self._kernel.RULES, LAYOUT, self._kernel.STATE, CONTENTS, MOVES, MOVES)
        return self._specialised(probing_kernel.probe_moves, signature)

    @cached_property
    def best_line(self) -> Callable[..., int]:
        """Best play to the end."""
        signature = int64(self._kernel.RULES, LAYOUT, self._kernel.STATE, CONTENTS, MOVES, MOVES)
        return self._specialised(probing_kernel.best_line, signature)

    @cached_property
    def probe_games(self) -> Callable[..., int]:
        """The values of positions of random games."""
        signature = int64(self._kernel.RULES, LAYOUT, CONTENTS, int64, uint64)
        return self._specialised(probing_kernel.probe_games, signature)

    @cached_property
    def verify(self) -> Callable[..., None]:
        """The check of some of a table's positions."""
        bounds = (int64, int64)
        signature = types.void(
            *(self._kernel.RULES, LAYOUT, int64, NUMBERS, VALUES, PLACES, *bounds, MOVES, MOVES)
        )
        return self._specialised(verification_kernel.verify, signature)

    def _specialised(self, template: Callable[..., Any], signature: Any) -> Callable[..., Any]:
        """A template compiled for this game."""
        # Nothing else of the modules: a constant of theirs may have the name of a template's own.
        names = {name: getattr(self._kernel, name) for name in RULES_NAMES}
        names |= {name: getattr(self.module, name) for name in NUMBERING_NAMES}
        return specialise(template, self._kernel.__name__, signature, names)

    def prepare(self) -> None:
        """Compile, or load, everything now."""
        for name in LOOPS:
            getattr(self, name)
