"""One puzzle: a position in which exactly one move wins."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from jostle.core.game import Position
from jostle.core.options import split_variant
from jostle.core.values import Win
from jostle.games import game
from jostle.puzzles.rating import Band, band_of

ID_DIGITS = 8
# The longest win that is played out. Of a longer one the first move is asked: nobody finds a line
# of a hundred moves, and no search could tell whether another move of it is as good.
MOST_PLIES_ASKED = 9


class ProofKind(StrEnum):
    """Where the exact values come from."""

    TABLE = "table"
    SEARCH = "search"


@dataclass(frozen=True)
class Proof:
    """How a puzzle was proven.

    A table knows every value. A search that was ``complete`` has followed every line to the end of
    the game. One that was not has shown the win, and that no other move wins within so many
    ``plies``; a slower win by another move is then not excluded.
    """

    kind: ProofKind
    plies: int = 0
    complete: bool = True

    def to_json(self) -> dict[str, object]:
        return {"by": str(self.kind), "plies": self.plies, "complete": self.complete}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Proof:
        return cls(ProofKind(row["by"]), _number(row["plies"]), _typed(row["complete"], bool))


@dataclass(frozen=True)
class Puzzle:
    """A position with one winning move, and the line that it leads to.

    ``only_moves`` is at how many of the solver's turns in the line exactly one move wins; the first
    is always such a turn.
    """

    id: str
    variant: str
    position: str
    solution: tuple[str, ...]
    value: Win
    only_moves: int
    rating: int
    proof: Proof

    @property
    def game_name(self) -> str:
        """The name of the puzzle's game."""
        return split_variant(self.variant)[0]

    @property
    def band(self) -> Band:
        """How difficult it is, in a word."""
        return band_of(self.rating)

    @property
    def turns(self) -> int:
        """How many moves the solver makes until the game is won."""
        return (len(self.solution) + 1) // 2

    @property
    def turns_asked(self) -> int:
        """How many of them somebody who solves it has to find; of a long win it is the first."""
        return self.turns if self.value.plies <= MOST_PLIES_ASKED else 1

    def start(self) -> Position:
        """The position to solve."""
        return game(self.variant).position(self.position)

    def to_json(self) -> dict[str, object]:
        return {
            "id": self.id,
            "variant": self.variant,
            "position": self.position,
            "solution": list(self.solution),
            "plies": self.value.plies,
            "margin": self.value.margin,
            "only_moves": self.only_moves,
            "rating": self.rating,
            "proof": self.proof.to_json(),
        }

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Puzzle:
        """A puzzle from plain values; KeyError, TypeError or ValueError if they are none."""
        margin = None if row["margin"] is None else _number(row["margin"])
        solution = tuple(_typed(move, str) for move in _typed(row["solution"], list))
        if not solution:
            raise ValueError("a puzzle has a solution")
        return cls(
            _typed(row["id"], str),
            _typed(row["variant"], str),
            _typed(row["position"], str),
            solution,
            Win(_number(row["plies"]), margin=margin),
            _number(row["only_moves"]),
            _number(row["rating"]),
            Proof.from_json(row["proof"]),
        )


def id_of(position: Position) -> str:
    """A puzzle's id: the game and a digest of variant and position, so it never changes."""
    text = f"{position.game.variant} {position.text}"
    return f"{position.game.name}-{hashlib.sha256(text.encode()).hexdigest()[:ID_DIGITS]}"


def _typed(value: Any, kind: type) -> Any:
    """The value, if it is of this very type: True is no number here."""
    if type(value) is not kind:
        raise TypeError(value)
    return value


def _number(value: Any) -> int:
    number: int = _typed(value, int)
    if number < 0:
        raise ValueError(number)
    return number
