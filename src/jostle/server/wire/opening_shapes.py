"""What the explorer of openings tells, as models; ``study/openings.py`` makes the values."""

from __future__ import annotations

from pydantic import Field

from jostle.server.wire.protocol import Side
from jostle.server.wire.shapes import BoardView, GameSummary, PositionView, Shape, Steps


class ResultsView(Shape):
    """How many games there were, and how they ended."""

    total: int
    first: int = Field(description="Games that Player 1 won.")
    draws: int
    second: int = Field(description="Games that Player 2 won.")


class OpeningMove(Shape):
    """A move that was played; moves that are mirror images of each other are one."""

    move: str
    player: Side
    steps: Steps
    results: ResultsView


class LineMove(Shape):
    """A move on the way to a position."""

    move: str
    player: Side


class OpeningsView(Shape):
    """What was played from a position in the finished public games of this server."""

    variant: str
    game: str
    title: str
    board: BoardView
    line: list[LineMove] = Field(description="The moves that were asked for, as they are written.")
    position: PositionView
    deepest: int = Field(description="How many moves of each game are looked at.")
    results: ResultsView = Field(description="Of all games that went on from the position.")
    moves: list[OpeningMove] = Field(description="The most frequent first.")
    games: list[GameSummary] = Field(description="The last of these games.")
