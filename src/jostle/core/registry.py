"""Finding a game by its name. Which games there are is told from above."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module

from jostle.core.errors import VariantError
from jostle.core.game import Game
from jostle.core.messages import message
from jostle.core.options import split_variant

_registered: dict[str, str] = {}


def register(games: Mapping[str, str]) -> None:
    """Make games known: each name with its class as ``module:Class``, imported when asked for."""
    _registered.update(games)


def game_class(name: str) -> type[Game]:
    """The class of a game by its name; its kernel is loaded now and not before."""
    if name not in _registered:
        raise VariantError(message("variant.unknown-game", name=name, right=list(_registered)))
    module, _, class_name = _registered[name].partition(":")
    found: type[Game] = getattr(import_module(module), class_name)
    return found


@lru_cache(maxsize=1024)
def game(variant: str) -> Game:
    """The game of a variant string, as in ``pomeczi`` or ``pushee-pieces:walls=off``."""
    name, options = split_variant(variant)
    return game_class(name)(options)
