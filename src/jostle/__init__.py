"""Jostle: play, solve and study push games.

>>> import jostle
>>> position = jostle.game("push-push").start()
>>> position.play("d1d2").mover
<Player.TWO: 2>
"""

import importlib
import typing

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
from jostle.core.values import Draw, Loss, Value, Win
from jostle.games import GAMES, game

if typing.TYPE_CHECKING:
    from jostle.search.agent import Agent
    from jostle.search.analysis import Analysis, Variation
    from jostle.search.limits import Limits
    from jostle.search.review import Review
    from jostle.search.score import Score
    from jostle.search.thinking import Engine, Thinking
    from jostle.solve.informed import agent, review, think
    from jostle.solve.tables import probe

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Agent",
    "Analysis",
    "Axis",
    "Branch",
    "Direction",
    "Draw",
    "Effect",
    "EffectKind",
    "Engine",
    "Game",
    "GameOver",
    "IllegalMove",
    "JostleError",
    "Limits",
    "Line",
    "Loss",
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
    "Review",
    "Score",
    "Square",
    "Thinking",
    "Value",
    "VariantError",
    "Variation",
    "Win",
    "agent",
    "game",
    "probe",
    "read_all",
    "review",
    "think",
]

# Where to find what thinks; it is loaded when it is asked for, since few programs need it at once.
_LATER = {
    "Agent": "jostle.search.agent",
    "Analysis": "jostle.search.analysis",
    "Engine": "jostle.search.thinking",
    "Limits": "jostle.search.limits",
    "Review": "jostle.search.review",
    "Score": "jostle.search.score",
    "Thinking": "jostle.search.thinking",
    "Variation": "jostle.search.analysis",
    "agent": "jostle.solve.informed",
    "probe": "jostle.solve.tables",
    "review": "jostle.solve.informed",
    "think": "jostle.solve.informed",
}

if not typing.TYPE_CHECKING:  # or every name would seem to be there

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = getattr(importlib.import_module(_LATER[name]), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
