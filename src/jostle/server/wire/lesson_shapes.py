"""What learners are told, as models; ``study/lessons.py`` makes the values."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from jostle.server.wire.shapes import (
    BoardView,
    LastMove,
    MoveView,
    OutcomeView,
    PositionView,
    Shape,
)


class LessonStepView(Shape):
    """One position of a first game, and what is to be done in it."""

    id: str
    kind: Literal["task", "refusal", "game"] = Field(
        description="To make a move, to have one refused, or to win a game against the computer."
    )
    title: str
    task: str
    praise: str
    rule: str = Field(examples=["P4"])
    variant: str
    board: BoardView
    before: PositionView = Field(description="What is shown first.")
    first: LastMove | None = Field(description="A move of the other player's that comes first.")
    position: PositionView = Field(description="What the learner acts in.")
    fulfils: list[str] = Field(description="The moves that do what is asked for.")
    refused: str | None = Field(description="The rule by which a move shall be refused.")
    show: str = Field(description="A move that is right.")


class LessonView(Shape):
    """A first game for somebody who has not read the rules."""

    game: str
    title: str
    minutes: int = Field(description="How long it takes.")
    steps: list[LessonStepView]


class FrameView(Shape):
    """A move, and the position after it."""

    last: LastMove
    position: PositionView


class DemonstrationView(Shape):
    """A game in a few moves."""

    game: str
    title: str
    minutes: int
    steps: int = Field(description="How many steps its first game has.")
    board: BoardView
    position: PositionView
    frames: list[FrameView]


class Demonstrations(Shape):
    """All games in a few moves each."""

    games: list[DemonstrationView]


class ReplyView(Shape):
    """The computer's move in a first game, if it had to make one, and what can be played now."""

    last: LastMove | None
    position: PositionView
    moves: list[MoveView]
    outcome: OutcomeView | None
    best: str | None = Field(description="A good move for the learner.")
