"""What clients may say: the bodies of requests and the messages on a socket.

Nothing is guessed: unknown fields, other types and texts out of bounds are refused.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from jostle.core.messages import message
from jostle.games import GAMES
from jostle.server.wire.malformed import BadText

LONGEST_NAME = 30
LONGEST_ID = 40
LONGEST_VARIANT = 200
LONGEST_POSITION = 300
LONGEST_MOVE = 200
MOST_PLIES = 1_000_000

A_GAME = next(iter(GAMES))  # for examples


def _readable(text: str) -> str:
    """Refuse what is no text: control characters, halves of characters, unassigned ones."""
    if any(unicodedata.category(letter) in ("Cc", "Cs", "Cn", "Co") for letter in text):
        raise BadText(message("server.format.control"))
    return text


def _shown(text: str) -> str:
    """Refuse a name that nobody could see, or that changes the direction of what is beside it."""
    if any(unicodedata.category(letter) in ("Cf", "Zl", "Zp") for letter in text):
        raise BadText(message("server.format.invisible"))
    return text


def _text(longest: int) -> Any:
    """The constraints of a text: neither empty nor longer than this."""
    return StringConstraints(min_length=1, max_length=longest)


Readable = AfterValidator(_readable)
ActionId = Annotated[str, _text(LONGEST_ID), Readable]
VariantText = Annotated[str, _text(LONGEST_VARIANT), Readable]
PositionText = Annotated[str, _text(LONGEST_POSITION), Readable]
MoveText = Annotated[str, _text(LONGEST_MOVE), Readable]
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_NAME),
    Readable,
    AfterValidator(_shown),
]
Side = Literal[1, 2]
What = Literal["draw", "takeback", "rematch"]


class Strict(BaseModel):
    """A model that takes exactly what it names."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


# Setting up a game.


class MinutesClock(Strict):
    """Minutes for all of a player's moves, and seconds added after each."""

    minutes: float = Field(ge=0.25, le=180, allow_inf_nan=False, examples=[5])
    increment: float = Field(ge=0, le=60, allow_inf_nan=False, examples=[3])


class DaysClock(Strict):
    """Days for each move."""

    days: int = Field(ge=1, le=14, examples=[2])


Clock = MinutesClock | DaysClock


class AgainstComputer(Strict):
    """Play against the computer."""

    kind: Literal["computer"]
    level: int = Field(ge=1, le=10, description="From 1, which a beginner beats, to 10.")


class AtOneTable(Strict):
    """Two people at one screen, who both act through it."""

    kind: Literal["table"]


class AgainstPerson(Strict):
    """The other seat is free: the first who joins takes it."""

    kind: Literal["person"]


Opponent = Annotated[AgainstComputer | AtOneTable | AgainstPerson, Field(discriminator="kind")]


class CreateGame(Strict):
    """A game to be set up."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"variant": A_GAME, "opponent": {"kind": "computer", "level": 3}, "side": 1},
                {
                    "variant": A_GAME,
                    "opponent": {"kind": "person"},
                    "side": "random",
                    "clock": {"minutes": 5, "increment": 3},
                    "public": True,
                },
            ]
        }
    )

    variant: VariantText = Field(description="A variant string: `game` or `game:option=value,…`.")
    start: PositionText | None = Field(
        default=None, description="A position to start from; the game's own start if left out."
    )
    opponent: Opponent
    # Not a literal 1 or 2: true is equal to 1.
    side: Annotated[int, Field(ge=1, le=2)] | Literal["random"] = Field(
        default="random",
        description="The seat of who creates the game. At one table it does not matter.",
    )
    clock: Clock | None = Field(default=None, description="No clock if left out.")
    public: bool = Field(
        default=False, description="Whether the lists of games show it to everybody."
    )


class Rename(Strict):
    """A new name."""

    name: Name = Field(examples=["Ada"], description="1 to 30 visible characters.")


# Acting in a game.


class Act(Strict):
    """Something a client asks for; the answer carries the same ``id``.

    An action whose ``id`` was seen before, from the same seat and with the same content, is not
    done again: give each action an id of its own, and send it again if no answer came.
    """

    id: ActionId | None = Field(
        default=None, description="Chosen by the client, echoed in the answer."
    )


class Move(Act):
    """Play a move."""

    type: Literal["move"]
    ply: int = Field(ge=0, le=MOST_PLIES, description="How many moves have been played before it.")
    move: MoveText = Field(examples=["c3h"], description="The move as a person writes it.")


class Resign(Act):
    """Give up."""

    type: Literal["resign"]


class Offer(Act):
    """Ask the other player for something."""

    type: Literal["offer"]
    what: What


class Accept(Act):
    """Say yes to the other player's offer."""

    type: Literal["accept"]
    what: What


class Decline(Act):
    """Say no to the other player's offer."""

    type: Literal["decline"]
    what: What


class Claim(Act):
    """Claim the game when the other player has gone."""

    type: Literal["claim"]
    result: Literal["win", "draw"]


class Withdraw(Act):
    """Take back a challenge that nobody has accepted."""

    type: Literal["withdraw"]


class Sync(Act):
    """Ask for a snapshot."""

    type: Literal["sync"]


class Ping(Act):
    """Ask whether the server is there."""

    type: Literal["ping"]


AnyAction = Move | Resign | Offer | Accept | Decline | Claim | Withdraw
Action = Annotated[AnyAction, Field(discriminator="type")]
ClientMessage = Annotated[AnyAction | Sync | Ping, Field(discriminator="type")]

CLIENT_MESSAGE: TypeAdapter[AnyAction | Sync | Ping] = TypeAdapter(ClientMessage)
