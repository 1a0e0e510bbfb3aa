"""The games: the one table that lists them."""

from __future__ import annotations

from jostle.core.registry import game, game_class, register

__all__ = ["GAMES", "game", "game_class"]

GAMES = {
    "pomeczi": "jostle.games.pomeczi.game:Pomeczi",
    "push-push": "jostle.games.push_push.game:PushPush",
    "pushee-pieces": "jostle.games.pushee_pieces.game:PusheePieces",
}

register(GAMES)
