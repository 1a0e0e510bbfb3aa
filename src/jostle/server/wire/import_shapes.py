"""What is asked and told about texts that people bring: records and position strings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from jostle.server.wire.protocol import A_GAME, Side, Strict, VariantText
from jostle.server.wire.shapes import Shape

LONGEST_TEXT = 200_000  # characters: a few hundred games
MOST_GAMES = 500  # of one text that are listed

Result = Literal["1-0", "0-1", "1/2-1/2", "*"]
FromOne = Annotated[int, Field(ge=1)]


class ImportText(Strict):
    """A text to be read."""

    text: Annotated[str, StringConstraints(max_length=LONGEST_TEXT)] = Field(
        examples=['[Variant "pomeczi"]\n\n1. Sb3 sc2 *'],
        description="One record, several of them, or a position string, as people write them.",
    )
    variant: VariantText | None = Field(
        default=None,
        examples=[A_GAME],
        description="What is played where the text itself does not tell it.",
    )
    game: int = Field(
        default=0,
        ge=0,
        lt=MOST_GAMES,
        description="Which of several records is to be read, counted from 0.",
    )


class ProblemView(Shape):
    """Something wrong in a text, and where: lines and columns count from 1."""

    line: FromOne
    column: FromOne
    length: FromOne = Field(description="How many characters are meant, on this line.")
    message: str = Field(description="What is wrong, and what would be right.")


class ImportedMove(Shape):
    """A move of a record and what was said about it."""

    move: str = Field(examples=["c1c2"])
    player: Side
    position: str = Field(description="The position after it.")
    marks: list[str] = Field(examples=[["!"]], description="`!` and its kin, or `$14`.")
    before: list[str] = Field(description="Comments that stand before the move.")
    after: list[str] = Field(description="Comments that stand after the move.")
    variations: list[ImportedLine] = Field(
        description="Lines that could have been played instead of this move."
    )


class ImportedLine(Shape):
    """Moves one after the other: a game's main line or a variation."""

    comments: list[str] = Field(description="About the line as a whole.")
    moves: list[ImportedMove]
    broken: bool = Field(description="Whether more moves stood there, but could not be read.")


class ListedRecord(Shape):
    """A record of a text, by its tags."""

    line: FromOne = Field(description="Where it begins.")
    variant: str | None = Field(description="As it was written.")
    players: Annotated[list[str], Field(min_length=2, max_length=2)]
    event: str
    date: str
    result: str


class ImportedGame(Shape):
    """What was read: a game, or a position without moves."""

    variant: str
    game: str
    title: str
    start: str = Field(description="The position string that it starts from.")
    end: str = Field(description="The position string at the end of the main line.")
    tags: dict[str, str]
    result: Result
    line: ImportedLine
    record: str = Field(description="All that was read, as a record.")


class ImportView(Shape):
    """What a text was found to be."""

    kind: Literal["record", "position", "nothing"]
    records: Annotated[list[ListedRecord], Field(max_length=MOST_GAMES)] = Field(
        description="The records of the text; none for a position."
    )
    chosen: int = Field(ge=0, description="Which of them is told here.")
    read: ImportedGame | None = Field(
        description="Null if the text does not tell what is played, or from where."
    )
    problems: list[ProblemView]
