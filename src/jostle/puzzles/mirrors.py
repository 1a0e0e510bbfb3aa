"""Telling mirror images of a position from new positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module

from jostle.core.game import Game, Position


@cache
def images_of(game: type[Game]) -> Callable[[Position], Iterator[str]]:
    """A game's own function that turns its positions; it stands in the game's ``symmetry.py``."""
    module = import_module(f"{game.__module__.rpartition('.')[0]}.symmetry")
    images: Callable[[Position], Iterator[str]] = module.images
    return images


def canonical(position: Position) -> str:
    """The same text for all positions of a variant that are mirror images of each other.

    Exchanging the players counts as a mirror, where the game is the same for both.
    """
    return min(images_of(type(position.game))(position))
