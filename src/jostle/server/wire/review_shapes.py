"""What is asked and told about hints and reviews, as models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints, model_validator

from jostle.core.messages import message
from jostle.server.play.events import GAME_ID
from jostle.server.wire.malformed import BadText
from jostle.server.wire.protocol import MOST_PLIES, Side, Strict
from jostle.server.wire.shapes import (
    BoardView,
    OutcomeView,
    PositionView,
    Shape,
    Square,
    Steps,
)

LONGEST_RECORD = 40_000

Grade = Annotated[int, Field(ge=1, le=3)]


class AskHint(Strict):
    """A question for a hint."""

    ply: int = Field(ge=0, le=MOST_PLIES, description="How many moves have been played.")
    grade: Grade = Field(description="1 tells which piece, 2 which move, 3 why.")


class HintView(Shape):
    """A hint for the position a game has come to."""

    ply: int
    grade: Literal[1, 2, 3]
    words: str
    squares: list[Square] = Field(
        description="Where the piece stands, or the file on which to place one."
    )
    move: str | None = Field(description="Not told by the first grade.")
    steps: Steps | None = Field(description="What the move does.")


class AskReview(Strict):
    """What is to be reviewed: a game of this server, or a record; one of the two."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [{"game": "0123456789abcdef"}, {"record": '[Variant "pomeczi"]\n1. Sb2 *'}]
        }
    )

    game: Annotated[str, StringConstraints(pattern=f"^{GAME_ID.pattern}$")] | None = Field(
        default=None, description="The id of a game."
    )
    record: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_RECORD)] | None = (
        Field(default=None, description="A game as text, in the shape of chess's PGN.")
    )

    @model_validator(mode="after")
    def _one_of_them(self) -> AskReview:
        if (self.game is None) == (self.record is None):
            raise BadText(message("reviewed.one-of-them"))
        return self


class ReviewProgress(Shape):
    """How far a review is."""

    id: str
    status: Literal["running", "finished"]
    done: int = Field(description="How many positions have been looked at.")
    total: int


class ChanceView(Shape):
    """How good a position is."""

    first: float = Field(ge=0, le=1, description="The chance of Player 1; draws count half.")
    exact: bool = Field(description="Whether that is proven.")
    words: str


class ReviewedMove(Shape):
    """A move and how good it was."""

    ply: int = Field(description="How many moves have been played with it.")
    number: str = Field(examples=["5..."], description="What stands before it in a record.")
    player: Side
    move: str
    steps: Steps
    judgement: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    loss: float = Field(description="The chance of winning that it gave away.")
    line: list[str] = Field(description="The best that could be played instead.")
    words: list[str]


class TurningPoint(Shape):
    """One of the moves that decided the game."""

    ply: int
    words: list[str]


class ReviewView(Shape):
    """A finished review: a position and a chance more than moves."""

    id: str
    status: Literal["finished"]
    variant: str
    game: str
    title: str
    board: BoardView
    nodes: int = Field(description="How many positions were searched for each one of the game.")
    positions: list[PositionView]
    chances: list[ChanceView]
    moves: list[ReviewedMove]
    turning_points: list[TurningPoint]
    outcome: OutcomeView | None


class ReviewRunning(ReviewProgress):
    """A review that is being made."""

    status: Literal["running"]
