"""The games, and the one table that knows where each of them is."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from jostle.core.errors import VariantError
from jostle.core.game import Game
from jostle.core.messages import message
from jostle.core.options import split_variant

GAMES = {
    "pomeczi": "jostle.games.pomeczi.game:Pomeczi",
    "push-push": "jostle.games.push_push.game:PushPush",
    "pushee-pieces": "jostle.games.pushee_pieces.game:PusheePieces",
}


def game_class(name: str) -> type[Game]:
    """The class of a game by its name; its kernel is loaded now and not before."""
    if name not in GAMES:
        raise VariantError(message("variant.unknown-game", name=name, right=list(GAMES)))
    module, _, class_name = GAMES[name].partition(":")
    found: type[Game] = getattr(import_module(module), class_name)
    return found


@lru_cache(maxsize=1024)
def game(variant: str) -> Game:
    """The game of a variant string, as in ``pomeczi`` or ``pushee-pieces:walls=off``."""
    name, options = split_variant(variant)
    return game_class(name)(options)
