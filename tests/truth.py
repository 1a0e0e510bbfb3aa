"""A small Pomeczi solved in plain Python: the truth that solved tables are tested against.

The graph is walked by the slow reference, on texts, one position for all its mirror images and
both players. The values follow from their definition, distance by distance. No code of the project
is asked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

from tests.reference import reference
from tests.symmetry import ALL_SYMMETRIES, board_size, turned_pomeczi

# A value is (1, n) for a win in n plies, (-1, n) for a loss, and (0, 0) for a draw.
Told = tuple[int, int]
DRAWN = (0, 0)


@dataclass(frozen=True)
class Walk:
    """Every position that can occur: its class by its text, and the classes after each class."""

    classes: dict[str, int]
    after: list[set[int]]


def images(text: str) -> set[str]:
    """All mirror images of a position, also with the players exchanged."""
    width, height = board_size(text.partition("[")[0])
    return {
        turned_pomeczi(turn, text)
        for turn in ALL_SYMMETRIES
        if turn.size(width, height) == (width, height)
    }


@cache
def walked(variant: str) -> Walk:
    """Go to every position from the start."""
    engine = reference(variant)
    classes: dict[str, int] = {}
    waiting: list[str] = []

    def class_of(text: str) -> int:
        if text not in classes:
            classes.update(dict.fromkeys(images(text), len(waiting)))
            waiting.append(text)
        return classes[text]

    class_of(engine.start())
    after = [{class_of(following) for following in engine.moves(text).values()} for text in waiting]
    return Walk(classes, after)


@cache
def values(variant: str) -> list[Told]:
    """The value of each class for the player to move; who cannot move has lost (P12)."""
    after = walked(variant).after
    known: dict[int, Told] = {}
    for distance in range(len(after)):
        settled: dict[int, Told] = {}
        for place, following in enumerate(after):
            if place in known:
                continue
            told = [known.get(other, DRAWN) for other in following]
            if (-1, distance - 1) in told:
                settled[place] = (1, distance)
            elif all(sign > 0 for sign, _ in told):
                settled[place] = (-1, distance)
        if not settled:
            break
        known |= settled
    return [known.get(place, DRAWN) for place in range(len(after))]


def counts(variant: str) -> Counter[int]:
    """How many classes are won, lost and drawn, by the sign of their values."""
    return Counter(sign for sign, _ in values(variant))
