"""What the last move did, as arrows and rings over the board.

Arrows lie across the line between two squares, where they cover the least of the pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from jostle.core.effects import Effect, EffectKind, Step
from jostle.render.lettering import write
from jostle.render.measures import CELL, Point, centre, corner, short
from jostle.render.moving import heading, leaves_by_edge
from jostle.render.scene import Scene


def last_move(scene: Scene, steps: Sequence[Step]) -> Iterator[str]:
    """What the move did; a step after the first puts its number on its arrows."""
    for number, step in enumerate(steps):
        label = str(number) if number else ""
        for effect in step:
            if effect.kind is EffectKind.PASSED:
                continue
            if not effect.origin or effect.kind is EffectKind.TURNED:
                yield _ring(scene, effect)
            elif effect.target:
                start, end = centre(scene, effect.origin), centre(scene, effect.target)
                way = (end[0] - start[0], end[1] - start[1])
                yield _arrow(start, way, label, hollow=effect.by is not None)
            else:
                yield _departure(scene, step, effect, label)


def _ring(scene: Scene, effect: Effect) -> str:
    """Round the squares of a piece that was placed (whole) or turned (broken)."""
    corners = [corner(scene, square) for square in effect.target]
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    width = max(x for x, _ in corners) - left + CELL
    height = max(y for _, y in corners) - top + CELL
    dashes = ' stroke-dasharray="20 14"' if effect.kind is EffectKind.TURNED else ""
    return "".join(
        f'<rect x="{short(left + 2)}" y="{short(top + 2)}" width="{short(width - 4)}"'
        f' height="{short(height - 4)}" rx="9" fill="none" stroke="var(--{colour})"'
        f' stroke-width="{thickness}" opacity=".8"{dash}/>'
        for colour, thickness, dash in (("arrow-edge", 9, ""), ("arrow", 4, dashes))
    )


def _departure(scene: Scene, step: Step, effect: Effect, label: str) -> str:
    """An arrow over the edge, or a cross where a piece was taken from the middle of the board."""
    files, ranks = heading(step, effect)
    if not leaves_by_edge(step, effect, scene.width, scene.height):
        x, y = corner(scene, effect.origin[0])
        return _badge("x", x + 84, y + 16)
    return _arrow(centre(scene, effect.origin), (files * CELL, -ranks * CELL), label, hollow=True)


def _arrow(start: Point, way: Point, label: str, *, hollow: bool) -> str:
    """An arrow half-way along ``way``, filled for the piece that acts and hollow for others."""
    length = hypot(*way)
    along = (way[0] / length, way[1] / length)
    middle = (start[0] + way[0] / 2, start[1] + way[1] / 2)
    tail, tip = (-23, 31) if label else (-27, 27)
    fill, line = ("arrow-edge", "arrow") if hollow else ("arrow", "arrow-edge")
    # From the tail round the head and back: steps along the arrow, and to its left.
    outline = ((tail, 4), (tip - 17, 4), (tip - 17, 12), (tip, 0))
    outline += tuple((forward, -aside) for forward, aside in reversed(outline[:-1]))
    corners = " ".join(
        f"{short(middle[0] + forward * along[0] + aside * along[1])} "
        f"{short(middle[1] + forward * along[1] - aside * along[0])}"
        for forward, aside in outline
    )
    badge = _badge(label, *middle) if label else ""
    return (
        f'<path d="M{corners}z" fill="var(--{fill})" stroke="var(--{line})" stroke-width="3"'
        f' stroke-linejoin="round" opacity=".85"/>{badge}'
    )


def _badge(label: str, x: float, y: float) -> str:
    return (
        f'<circle cx="{short(x)}" cy="{short(y)}" r="12" fill="var(--arrow)"'
        f' stroke="var(--arrow-edge)" stroke-width="2.5"/>'
        + write([(label, x, y)], 13 if len(label) == 1 else 9, "var(--arrow-edge)")
    )
