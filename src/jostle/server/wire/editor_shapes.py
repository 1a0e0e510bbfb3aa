"""What is asked and told when somebody sets up a position."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, StringConstraints

from jostle.server.wire.protocol import A_GAME, PositionText, Side, Strict, VariantText
from jostle.server.wire.shapes import BoardView, PieceIndex, PlacedView, PositionView, Shape
from jostle.server.wire.shapes import Square as SquareName

MOST_PIECES = 64
MOST_HELD = 30  # of one kind in a hand
MOST_FIELDS = 8

Count = Annotated[int, Field(ge=0, le=MOST_HELD)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=20)]
Value = Annotated[str, StringConstraints(max_length=40, pattern=r"^[!-~]*$")]


class PutPiece(Strict):
    """A piece that was put on the board."""

    piece: int = Field(ge=0, lt=MOST_PIECES, description="An index in the board's table of pieces.")
    square: Annotated[str, StringConstraints(pattern="^[a-h][1-8]$")] = Field(
        description="Its left or lower square."
    )


class HeldPiece(Strict):
    """Pieces that were put into a hand."""

    piece: int = Field(ge=0, lt=MOST_PIECES)
    count: Count


Hands = Annotated[
    list[Annotated[list[HeldPiece], Field(max_length=MOST_FIELDS)]],
    Field(min_length=2, max_length=2),
]


class Described(Strict):
    """A position piece by piece, right or not."""

    pieces: Annotated[list[PutPiece], Field(max_length=MOST_PIECES)]
    hands: Hands
    mover: int = Field(ge=1, le=2)
    fields: Annotated[dict[Name, Value], Field(max_length=MOST_FIELDS)] = Field(
        description="What the position holds besides, by the names of its fields."
    )


class SetUp(Strict):
    """A position to be set up; the variant's start if neither a text nor pieces are given."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"variant": A_GAME, "change": "clear"},
                {"variant": A_GAME, "position": "4/4/4/4[SSDssd] 1 - -", "change": "mirror"},
            ]
        }
    )

    variant: VariantText
    position: PositionText | None = Field(default=None, description="A position string.")
    described: Described | None = Field(default=None, description="Taken before a position string.")
    change: Literal["mirror", "turn", "exchange", "clear"] | None = Field(
        default=None,
        description=(
            "What is done to it: left and right change places, the board is turned half around, "
            "the players change places, or everything is taken off."
        ),
    )


class HeldCount(Shape):
    """How many pieces of a kind are in a hand."""

    piece: PieceIndex
    count: int


class DescriptionView(Shape):
    """A position piece by piece."""

    pieces: list[PlacedView]
    hands: Annotated[list[list[HeldCount]], Field(min_length=2, max_length=2)]
    mover: Side
    fields: dict[str, str]


class ChoiceView(Shape):
    """One thing that a field may be."""

    value: str
    words: str


class FieldView(Shape):
    """Something that a position holds besides its pieces."""

    name: str
    kind: Literal["choice", "several", "number"]
    label: str
    note: str
    choices: list[ChoiceView]
    most: int = Field(description="How many of the choices can be taken together.")
    lowest: int
    highest: int
    follows: bool = Field(description="Whether it says nothing any more when the pieces change.")


class SetUpProblem(Shape):
    """Why this is no position."""

    message: str
    squares: list[SquareName] = Field(description="Where, if it is about squares.")
    column: int = Field(ge=1, description="Where in the text, counted from 1.")
    length: int = Field(ge=1)


class SetUpView(Shape):
    """What was set up."""

    variant: str
    game: str
    title: str
    board: BoardView
    palette: list[PieceIndex] = Field(description="What can be put on the board.")
    described: DescriptionView | None = Field(
        description="Null if a text was given that is no position."
    )
    fields: list[FieldView]
    text: str = Field(description="The position string, right or not.")
    problem: SetUpProblem | None
    position: PositionView | None = Field(description="Null if there is a problem.")
