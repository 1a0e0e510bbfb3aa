"""A game's searches: the generic algorithms, bound to its rules and knowledge and compiled."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from importlib import import_module
from math import exp
from types import ModuleType
from typing import TYPE_CHECKING

from numba import boolean, int64, types, uint64

from jostle.core.compiling import specialise
from jostle.core.scores import DECIDED
from jostle.search import alpha_beta_kernel, proof_kernel

if TYPE_CHECKING:
    from jostle.core.game import Game

NUMBERS, WORDS = types.Array(int64, 1, "C"), types.Array(uint64, 1, "C")
NUMBER_ROWS, WORD_ROWS = types.Array(int64, 2, "C"), types.Array(uint64, 2, "C")

COMPILED = 4  # functions that every game's searches are compiled to, besides the proofs
ALMOST_SURE = 0.999  # the chance of a win that is certain, while its distance is not


class Searches:
    """The compiled searches of one game."""

    def __init__(self, game: type[Game]) -> None:
        self.kernel: ModuleType = game.kernel.module
        self.knowledge = import_module(f"{game.__module__.rpartition('.')[0]}.knowledge")
        self.words: int = self.kernel.STATE.count
        self._names = {**vars(self.kernel), **vars(self.knowledge), "WORDS": self.words}

    @property
    def takes_turns(self) -> bool:
        """Whether the players always take turns, and wins have no margins."""
        return hasattr(self.knowledge, "soonest")

    @cached_property
    def descend(self) -> Callable[..., int]:
        """Alpha-beta to one depth."""
        signature = int64(
            self.kernel.RULES,
            self.kernel.STATE,
            int64,
            int64,
            int64,
            NUMBERS,
            WORDS,
            WORDS,
            WORD_ROWS,
            WORDS,
            NUMBER_ROWS,
            types.Array(uint64, 3, "C"),
            NUMBER_ROWS,
            NUMBER_ROWS,
            NUMBER_ROWS,
            NUMBERS,
            NUMBER_ROWS,
            NUMBERS,
            NUMBERS,
        )
        return self._specialised(alpha_beta_kernel.descend, signature)

    @cached_property
    def wins_within(self) -> Callable[..., int]:
        """The proof of a forced win."""
        signature = int64(
            self.kernel.RULES,
            self.kernel.STATE,
            int64,
            boolean,
            WORDS,
            WORD_ROWS,
            NUMBER_ROWS,
            NUMBER_ROWS,
            NUMBER_ROWS,
            NUMBER_ROWS,
            NUMBERS,
            NUMBERS,
        )
        return self._specialised(proof_kernel.wins_within, signature)

    def prepare(self) -> None:
        """Compile, or load, everything now."""
        # Loading it takes a while, and alpha-beta does without it.
        from jostle.search.tree_kernel import simulation

        self.prepare_search()
        for evaluated in (False, True):
            simulation(self.kernel, evaluated)

    def prepare_search(self) -> None:
        """Compile, or load, what alpha-beta needs."""
        _ = self.descend
        if self.takes_turns:
            _ = self.wins_within

    def _specialised(self, template: Callable[..., int], signature: object) -> Callable[..., int]:
        return specialise(template, self.kernel.__name__, signature, self._names)


@cache
def searches(game: type[Game]) -> Searches:
    """The searches of a game, shared by all who use them."""
    return Searches(game)


def chance(game: Game, score: int) -> float:
    """The chance of winning that a search's score stands for, draws counting half."""
    if abs(score) >= DECIDED:
        return ALMOST_SURE if score > 0 else 1 - ALMOST_SURE
    scale: float = searches(type(game)).knowledge.SCALE
    return 1 / (1 + exp(-score / scale))
