"""Squares and directions, as all games name them.

Every board, whatever its size, is laid out in the same 64 places, so that one bit of a 64-bit word
is one square and a step is the same shift everywhere::

    rank 8   56 57 58 59 60 61 62 63
    ...
    rank 2    8  9 10 11 12 13 14 15
    rank 1    0  1  2  3  4  5  6  7
              a  b  c  d  e  f  g  h

A smaller board uses the places of its own files and ranks and leaves the others empty.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

STRIDE = 8
LARGEST = 8  # files and ranks: a board has at most 8×8 squares


class Square(NamedTuple):
    """One square: ``Square(1, 2)`` is b3.

    >>> str(Square.parse("b3")), Square.parse("b3").place
    ('b3', 17)
    """

    file: int
    rank: int

    @property
    def place(self) -> int:
        return self.rank * STRIDE + self.file

    def __str__(self) -> str:
        return "abcdefgh"[self.file] + "12345678"[self.rank]

    def __repr__(self) -> str:
        return f"Square({self.file}, {self.rank})"

    def step(self, direction: Direction) -> Square | None:
        """The next square that way, or None beyond the largest board."""
        file, rank = self.file + direction.files, self.rank + direction.ranks
        return Square(file, rank) if 0 <= file < LARGEST and 0 <= rank < LARGEST else None

    @staticmethod
    def parse(text: str) -> Square:
        """Read a square's name; a plain ValueError if it is none."""
        if len(text) != 2 or text[0] not in "abcdefgh" or text[1] not in "12345678":
            raise ValueError(f"not a square: {text!r}")
        return Square("abcdefgh".index(text[0]), "12345678".index(text[1]))


SQUARES: tuple[Square, ...] = tuple(Square(place % STRIDE, place // STRIDE) for place in range(64))


class Direction(IntEnum):
    """The eight ways to go; the four along the edges come first, in the order of their text."""

    LEFT = 0
    RIGHT = 1
    UP = 2
    DOWN = 3
    UP_LEFT = 4
    UP_RIGHT = 5
    DOWN_LEFT = 6
    DOWN_RIGHT = 7

    @property
    def files(self) -> int:
        return (-1, 1, 0, 0, -1, 1, -1, 1)[self]

    @property
    def ranks(self) -> int:
        return (0, 0, 1, -1, 1, 1, -1, -1)[self]

    @property
    def opposite(self) -> Direction:
        return Direction((1, 0, 3, 2, 7, 6, 5, 4)[self])

    def __str__(self) -> str:
        return "<>^v"[self] if self < 4 else self.name.lower().replace("_", "-")


ORTHOGONAL = (Direction.LEFT, Direction.RIGHT, Direction.UP, Direction.DOWN)


class Axis(IntEnum):
    """How a domino lies or a piece points."""

    HORIZONTAL = 0
    VERTICAL = 1

    @property
    def other(self) -> Axis:
        return Axis(1 - self)
