"""Playing and analysing with an oracle, which knows the exact value of every position.

A solved table is one. An oracle's values are those of positions without a history; a move by which
a match's position comes for the third time is a draw whatever they say.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

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


FindOracle = Callable[[Game], Oracle | None]


@dataclass(frozen=True)
class ExactMove:
    """A move and what it is worth; ``traps`` is how many of the answers to it would lose.

    A move that ``repeats`` brings a position for the third time, and the match is over.
    """

    code: int
    value: Value
    traps: int = 0
    repeats: bool = False

    @property
    def worth(self) -> tuple[Value, int]:
        return self.value, self.traps


def exact_moves(oracle: Oracle, subject: Position | Match) -> list[ExactMove]:
    """All moves, best first; none if the oracle does not know the position.

    Of wins the quickest is best, of losses the longest, and of draws the one after which the other
    player has the most ways to go wrong.
    """
    position, past = position_of(subject), past_of(subject)
    moves = []
    for code, value in oracle.values_after(position).items():
        after = position.play_unchecked(code)
        if after.repetition_key in past:
            moves.append(ExactMove(code, Draw(), repeats=True))
        elif value.sign == 0:
            answers = oracle.values_after(after).values()
            moves.append(ExactMove(code, value, sum(answer.sign < 0 for answer in answers)))
        else:
            moves.append(ExactMove(code, value))
    return sorted(moves, key=lambda move: move.worth, reverse=True)


def best_moves(oracle: Oracle, match: Match) -> list[int]:
    """The codes of the moves to which none is to be preferred; none if nothing is known."""
    for _, equal in groupby(exact_moves(oracle, match), key=lambda move: move.worth):
        return [move.code for move in equal]
    return []


def exact_analysis(oracle: Oracle, subject: Position | Match, lines: int) -> Analysis | None:
    """The best lines with their exact values; None if the oracle does not know the position."""
    begun = time.perf_counter()
    position = position_of(subject)
    moves = exact_moves(oracle, subject)
    if not moves:
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
