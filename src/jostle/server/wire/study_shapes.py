"""What is asked and told about positions that somebody analyses."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from jostle.server.play.events import GAME_ID
from jostle.server.wire.import_shapes import ImportedGame
from jostle.server.wire.protocol import (
    ActionId,
    MoveText,
    PositionText,
    Side,
    Strict,
    VariantText,
)
from jostle.server.wire.shapes import Shape

MOST_LINES = 5
MOST_SECONDS = 60
MOST_HISTORY = 400  # moves before the position that is asked about
LONGEST_RECORD = 40_000  # characters of a shared study


# On the socket.


class Think(Strict):
    """Analyse the position after some moves; what was asked before on any socket ends."""

    type: Literal["think"]
    id: ActionId | None = None
    variant: VariantText
    start: PositionText | None = None
    moves: list[MoveText] = Field(default=[], max_length=MOST_HISTORY)
    game: Annotated[str, Field(pattern=f"^{GAME_ID.pattern}$")] | None = None
    lines: int = Field(default=1, ge=1, le=MOST_LINES)
    seconds: float = Field(default=10, gt=0, le=MOST_SECONDS, allow_inf_nan=False)


class Stop(Strict):
    """End the analysis; what was found stands."""

    type: Literal["stop"]
    id: ActionId | None = None


AnalysisMessage = Annotated[Think | Stop, Field(discriminator="type")]
ANALYSIS_MESSAGE: TypeAdapter[Think | Stop] = TypeAdapter(AnalysisMessage)


# Exact values.


class ExactValue(Shape):
    """What is certain: who wins and how far the end is, for the player to move."""

    value: Literal["win", "loss", "draw"]
    plies: int = Field(ge=0, description="Moves of both until the end; 0 for an open draw.")
    margin: int | None = Field(description="The difference in points, where a game counts them.")


class ValuedMove(Shape):
    """A legal move and what it is worth to who plays it."""

    move: str
    exact: ExactValue
    words: str = Field(examples=["Player 1 wins in 7 turns"])


class ValuesView(Shape):
    """What a solved table knows of a position."""

    variant: str
    position: str
    mover: Side
    exact: ExactValue | None = Field(description="Null if no solved table knows the position.")
    words: str | None
    moves: list[ValuedMove] | None = Field(description="All moves, the best first.")


# Shared studies.


class ShareStudy(Strict):
    """A study to be shared."""

    record: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_RECORD)] = Field(
        examples=['[Variant "pomeczi"]\n\n1. Sb3! {to the middle} Sc2 (1... Sa1) *'],
        description="One record, with variations, comments and marks.",
    )


class StudyView(Shape):
    """A study: a game with variations and comments."""

    id: str | None = Field(description="Null if nobody has shared it.")
    study: ImportedGame
