"""Jostle: play, solve and study push games.

>>> import jostle
>>> position = jostle.game("push-push").start()
>>> position.play("d1d2").mover
<Player.TWO: 2>
"""

from jostle.core.effects import Effect, EffectKind, Piece
from jostle.core.errors import (
    GameOver,
    IllegalMove,
    JostleError,
    NotationError,
    PositionError,
    RecordError,
    VariantError,
)
from jostle.core.game import Branch, Game, Move, Position
from jostle.core.match import Match
from jostle.core.outcome import Outcome, Reason
from jostle.core.players import Player
from jostle.core.record import Line, Problem, Record, RecordedMove, read_all
from jostle.core.squares import Axis, Direction, Square
from jostle.games import GAMES, game

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Axis",
    "Branch",
    "Direction",
    "Effect",
    "EffectKind",
    "Game",
    "GameOver",
    "IllegalMove",
    "JostleError",
    "Line",
    "Match",
    "Move",
    "NotationError",
    "Outcome",
    "Piece",
    "Player",
    "Position",
    "PositionError",
    "Problem",
    "Reason",
    "Record",
    "RecordError",
    "RecordedMove",
    "Square",
    "VariantError",
    "game",
    "read_all",
]
