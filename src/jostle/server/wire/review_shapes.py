"""What is asked and told about hints and reviews, as models."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from jostle.server.wire.protocol import MOST_PLIES, Strict
from jostle.server.wire.shapes import Shape, Square, Steps

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
