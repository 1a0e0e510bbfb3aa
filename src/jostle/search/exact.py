"""Playing and analysing with an oracle, which knows the exact value of every position.

A solved table is one. An oracle's values are those of positions without a history. In a match, a
move by which a position comes for the third time is a draw whatever they say, and a win that the
other player can spoil in this way is none. Only positions that are won or lost matter in that: who
holds a draw loses nothing if it comes at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

import numpy as np

from jostle.core.game import Game, Position
from jostle.core.match import Match
from jostle.core.values import Draw, Value
from jostle.search.analysis import Analysis, Variation
from jostle.search.past import past_of, position_of
from jostle.search.score import Score


class Oracle(Protocol):
    """Something that knows exact values."""

    def value(self, position: Position) -> Value | None:
        """A position's value for the player to move; None if it is not known."""

    def values_after(self, position: Position) -> dict[int, Value]:
        """What each move, by its code, is worth to the player to move; empty if not known."""

    def line(self, position: Position) -> list[int]:
        """The codes of best play."""


MOST_LOOKED = 2_000  # positions at which a repetition is looked for

FindOracle = Callable[[Game], Oracle | None]


@dataclass(frozen=True)
class ExactMove:
    """A move and what it is worth; ``traps`` is how many of the answers to it would lose.

    It ``repeats`` if it ends the match by repetition, and is not ``certain`` if the history of the
    match may turn a win into a draw.
    """

    code: int
    value: Value
    traps: int = 0
    repeats: bool = False
    certain: bool = True

    @property
    def worth(self) -> tuple[int, Value, int]:
        """By what moves are compared: what may end in a draw lies between that and the certain."""
        return self.value.sign * (2 if self.certain else 1), self.value, self.traps


def exact_moves(oracle: Oracle, subject: Position | Match) -> list[ExactMove]:
    """All moves, best first; none if the oracle does not know the position.

    Of wins the quickest is best, of losses the longest, and of draws the one after which the other
    player has the most ways to go wrong.
    """
    position, past = position_of(subject), past_of(subject)
    history = History(oracle, subject, past)
    moves = []
    for code, value in oracle.values_after(position).items():
        after = position.play_unchecked(code)
        if after.repetition_key in past:
            moves.append(ExactMove(code, Draw(), repeats=True))
        elif value.sign == 0:
            answers = oracle.values_after(after).values()
            moves.append(ExactMove(code, value, sum(answer.sign < 0 for answer in answers)))
        else:
            left = type(value.opposite)(value.plies - 1)
            moves.append(ExactMove(code, value, certain=history.leaves(after, left)))
    return sorted(moves, key=lambda move: move.worth, reverse=True)


class History:
    """What the repetitions of a match may spoil."""

    def __init__(self, oracle: Oracle, subject: Position | Match, past: np.ndarray) -> None:
        self._oracle = oracle
        self._looked = 0
        positions = subject.positions if isinstance(subject, Match) and past.size else ()
        twice = {each.repetition_key: each for each in positions if each.repetition_key in past}
        # By key, how far the end was: on the way to a nearer one such a position cannot come again.
        self._spoiling = {
            key: value.plies
            for key, each in twice.items()
            if (value := oracle.value(each)) and value.sign
        }

    def leaves(self, position: Position, value: Value) -> bool:
        """Whether a won or lost position keeps its value for the player to move.

        False if that is not found out soon enough.
        """
        if all(value.plies < plies for plies in self._spoiling.values()):
            return True
        self._looked += 1
        if position.repetition_key in self._spoiling or self._looked > MOST_LOOKED:
            return False
        moves = self._oracle.values_after(position).items()
        afters = (
            (position.play_unchecked(code), type(after.opposite)(after.plies - 1))
            for code, after in moves
            if after == value or value.sign < 0
        )
        if value.sign > 0:
            return any(self.leaves(*after) for after in afters)
        return all(self.leaves(*after) for after in afters)


def best_moves(oracle: Oracle, match: Match) -> list[int]:
    """The codes of the moves to which none is to be preferred; none if nothing is known."""
    for _, equal in groupby(exact_moves(oracle, match), key=lambda move: move.worth):
        return [move.code for move in equal]
    return []


def exact_analysis(oracle: Oracle, subject: Position | Match, lines: int) -> Analysis | None:
    """The best lines with their exact values.

    None if the oracle does not know the position, or if a match's history may change the values.
    """
    begun = time.perf_counter()
    position = position_of(subject)
    moves = exact_moves(oracle, subject)
    if not moves or not all(move.certain for move in moves):
        return None
    variations = tuple(_variation(oracle, position, move) for move in moves[:lines])
    seconds = time.perf_counter() - begun
    return Analysis(position, variations, moves[0].value.plies, len(moves), seconds)


def _variation(oracle: Oracle, position: Position, move: ExactMove) -> Variation:
    """A move and the line of best play after it."""
    current = position.play_unchecked(move.code)
    moves = [position.move_of(move.code)]
    for code in [] if move.repeats else oracle.line(current):
        moves.append(current.move_of(code))
        current = current.play_unchecked(code)
    return Variation(tuple(moves), Score.exact(position.mover, move.value))
