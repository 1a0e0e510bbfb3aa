"""A game's compiled rules.

A kernel module holds pure functions on a state (a tuple of words) under the rules of one variant
(another tuple of words): ``start``, ``legal``, ``pick``, ``play``, ``outcome``, ``key``,
``repetition_key`` and ``effects``; besides them the types ``STATE`` and ``RULES`` and the room
``MOST_MOVES`` that a list of moves needs. The lowest bit of a state's last word is the player to
move, 0 for Player 1. ``Kernel`` adds the loops that all games share, each
compiled when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
from numba import int64, types, uint64

from jostle.core import loops
from jostle.core.compiling import specialise

State = tuple[int, ...]
Rules = tuple[int, ...]

MOST_EFFECTS = 64  # of one move: each of at most 31 pieces is placed or turned, and pushed once
LOOPS = ("perft", "playouts", "expand")


class Kernel:
    """The compiled rules of one game."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module
        self.start: Callable[[Rules], State] = module.start
        self.play: Callable[[Rules, State, int], State] = module.play
        self.outcome: Callable[[Rules, State], int] = module.outcome
        self.key: Callable[[State], int] = module.key
        self.repetition_key: Callable[[State], int] = module.repetition_key

    def legal(self, rules: Rules, state: State) -> np.ndarray:
        """The codes of all legal moves."""
        moves = np.empty(self.module.MOST_MOVES, dtype=np.int64)
        made = self.module.legal(rules, state, moves)
        if made > moves.size:
            moves = np.empty(made, dtype=np.int64)
            self.module.legal(rules, state, moves)
        return moves[:made]

    def effects(self, rules: Rules, state: State, move: int) -> list[int]:
        """What a legal move does, packed."""
        out = np.empty(MOST_EFFECTS, dtype=np.int64)
        made = self.module.effects(rules, state, move, out)
        packed: list[int] = out[:made].tolist()
        return packed

    @cached_property
    def perft(self) -> Callable[[Rules, State, int], int]:
        """Count the ways to play some moves."""
        return self._loop(loops.perft, int64(self.module.RULES, self.module.STATE, int64))

    @cached_property
    def playouts(self) -> Callable[[Rules, State, int, int, int, np.ndarray], int]:
        """Play random games."""
        signature = int64(
            self.module.RULES, self.module.STATE, int64, int64, uint64, types.Array(int64, 1, "C")
        )
        return self._loop(loops.playouts, signature)

    @cached_property
    def expand(self) -> Callable[..., None]:
        """All moves with their effects and the states after them."""
        array = types.Array(int64, 1, "C")
        states = types.Array(uint64, 2, "C")
        return self._loop(
            loops.expand,
            types.void(self.module.RULES, self.module.STATE, array, states, array, array),
        )

    def prepare(self) -> None:
        """Compile, or load, everything now."""
        for name in LOOPS:
            getattr(self, name)

    def _loop(self, template: Callable[..., Any], signature: Any) -> Callable[..., Any]:
        return specialise(template, self.module.__name__, signature, vars(self.module))
