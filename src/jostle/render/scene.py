"""What there is to draw: a board, the pieces on it and beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from jostle.core.effects import Piece
from jostle.core.squares import Square

Tray = tuple[tuple[Piece, int], ...]


@dataclass(frozen=True)
class Scene:
    """One position as a picture needs it.

    ``pieces`` names each piece by its left or lower square. ``trays`` holds what lies beside the
    board for Player 1 and Player 2, a piece and how many of it. ``numbers`` are printed on the
    squares, by rank from the bottom. ``goals`` says that the bottom edge is Player 1's and the top
    edge Player 2's. ``letters`` are the pieces in text, one letter a square, left or lower first.
    """

    width: int
    height: int
    pieces: tuple[tuple[Piece, Square], ...]
    letters: Mapping[Piece, str]
    symbols: Traversable
    trays: tuple[Tray, Tray] = ((), ())
    numbers: tuple[tuple[int, ...], ...] | None = None
    goals: bool = False


@dataclass(frozen=True)
class Supply:
    """A kind of piece that a game is played with: its face, its back if that matters, how many."""

    face: Piece
    count: int
    back: Piece | None = None
