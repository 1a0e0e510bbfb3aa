"""Where things lie in a picture: a square is 100 units wide, as the pieces' symbols are.

Everything on the board is drawn from the upper left corner of its upper left square.
"""

from __future__ import annotations

from collections.abc import Sequence

from jostle.core.squares import Square
from jostle.render.scene import Scene

CELL = 100

Point = tuple[float, float]


def corner(scene: Scene, square: Square) -> Point:
    """The upper left corner of a square."""
    return square.file * CELL, (scene.height - 1 - square.rank) * CELL


def centre(scene: Scene, squares: Sequence[Square]) -> Point:
    """The middle of what some squares cover."""
    corners = [corner(scene, square) for square in squares]
    x = sum(corner[0] for corner in corners) / len(corners) + CELL / 2
    y = sum(corner[1] for corner in corners) / len(corners) + CELL / 2
    return x, y


def rectangle(x: float, y: float, width: float, height: float, radius: float, fill: str) -> str:
    """A rectangle with round corners, in one of the theme's colours."""
    return (
        f'<rect x="{short(x)}" y="{short(y)}" width="{short(width)}" height="{short(height)}"'
        f' rx="{short(radius)}" fill="var(--{fill})"/>'
    )


def short(number: float) -> str:
    """A number to two places at most, so that pictures stay small and the same everywhere."""
    return f"{round(number, 2) + 0:g}"
