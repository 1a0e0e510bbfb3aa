"""What the server says, as models: the documentation of the API, and what tests hold views against.

The values themselves are made in ``views.py`` and ``game_views.py`` as plain dicts, since making
and checking models would cost more than playing the moves.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from jostle.server.wire.protocol import DaysClock, MinutesClock, Side

Scores = Annotated[list[int], Field(min_length=2, max_length=2)]
Square = Annotated[str, Field(pattern="^[a-h][1-8]$", examples=["c3"])]
Milliseconds = Annotated[int, Field(ge=0)]
PieceIndex = Annotated[int, Field(ge=0, description="An index in the board's table of pieces.")]


EffectKind = Literal[
    "placed",
    "moved",
    "pushed",
    "deflected",
    "turned",
    "flipped",
    "eliminated",
    "scored",
    "passed",
]


class Shape(BaseModel):
    """Something the server says: exactly these fields."""

    model_config = ConfigDict(extra="forbid", strict=True)


class ErrorBody(Shape):
    """Why something was refused."""

    code: str = Field(examples=["illegal"], description="For programs.")
    message: str = Field(examples=["P4: b3 is not empty"], description="For people.")
    rule: str | None = Field(
        default=None, examples=["P4"], description="The rule that refuses a move."
    )
    field: str | None = Field(default=None, description="What is wrong in a malformed request.")
    retry_after: float | None = Field(
        default=None, description="Seconds until it may be tried again."
    )


class ErrorAnswer(Shape):
    """The body of every answer with an error status."""

    error: ErrorBody


class PieceView(Shape):
    """A kind of piece in one state."""

    symbol: str = Field(examples=["bar-1"], description="The name of its picture.")
    kind: str
    owner: Side | None
    axis: Literal["h", "v"] | None
    turned: bool
    length: Literal[1, 2]


class BoardView(Shape):
    """What does not change during a game."""

    width: int
    height: int
    numbers: list[list[int]] | None = Field(description="By rank from the bottom.")
    goals: bool = Field(description="Whether the bottom and top edges are the players' goals.")
    pieces: list[PieceView] = Field(description="The table that indices of pieces refer to.")


class PlacedView(Shape):
    """A piece on the board."""

    piece: PieceIndex
    cells: list[Square] = Field(description="The left or lower one first.")


class HeldView(Shape):
    """Pieces beside the board."""

    piece: PieceIndex
    count: int = Field(ge=1)


class OutcomeView(Shape):
    """How a game ended."""

    winner: Side | None = Field(description="Null for a draw.")
    reason: str = Field(examples=["goal"])
    scores: Scores | None
    words: str
    result: Literal["1-0", "0-1", "1/2-1/2"]


class PositionView(Shape):
    """One position."""

    text: str = Field(description="The position string, which names it everywhere.")
    mover: Side
    pieces: list[PlacedView]
    beside: Annotated[list[list[HeldView]], Field(min_length=2, max_length=2)]
    scores: Scores | None
    notes: list[str]
    outcome: OutcomeView | None


class EffectView(Shape):
    """What happens to one piece."""

    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

    kind: EffectKind
    piece: PieceIndex | None
    becomes: PieceIndex | None
    from_: list[Square] = Field(alias="from")
    to: list[Square]
    by: Square | None


Steps = list[list[EffectView]]


class MoveView(Shape):
    """A legal move and what it does, step by step; all effects of a step happen at once."""

    move: str
    steps: Steps
    scores: Scores | None = Field(description="After the move.")
    outcome: OutcomeView | None = Field(description="After the move.")


class PlayerView(Shape):
    """Who has a seat."""

    kind: Literal["person", "computer", "free"]
    name: str
    level: int | None


class ClockView(Shape):
    """What both players have left at the time of the message."""

    kind: Literal["minutes", "days"]
    remaining: Annotated[list[Milliseconds], Field(min_length=2, max_length=2)]
    running: Side | None
    increment: Milliseconds | None


class Offers(Shape):
    """Which player has asked for what."""

    draw: Side | None
    takeback: Side | None
    rematch: Side | None


class LastMove(Shape):
    """The last move and what it did."""

    move: str
    player: Side
    steps: Steps


class ClaimView(Shape):
    """Who may claim the game because the other one has gone, and from when on."""

    player: Side
    at: int


Status = Literal["open", "playing", "over", "withdrawn"]
Players = Annotated[list[PlayerView], Field(min_length=2, max_length=2)]


class State(Shape):
    """All that changes during a game; the same for everybody."""

    status: Status
    ply: int = Field(description="How many moves have been played.")
    position: PositionView
    last: LastMove | None
    players: Players
    clock: ClockView | None
    offers: Offers
    outcome: OutcomeView | None
    rematch: str | None = Field(description="The id of the next game between the same two.")
    present: Annotated[list[bool], Field(min_length=2, max_length=2)]
    watchers: int
    claim: ClaimView | None
    now: int = Field(description="The server's time in milliseconds since 1970.")


class PlayedMove(Shape):
    """A move of a game."""

    ply: int = Field(description="How many moves came before it.")
    player: Side
    round: int
    move: str
    clock: Milliseconds | None = Field(description="What the mover had left after it.")


ClockSetting = MinutesClock | DaysClock


class GameView(Shape):
    """A game whole, as who asks for it sees it."""

    seq: int = Field(description="The number of its last event.")
    id: str
    variant: str
    game: str
    title: str
    board: BoardView
    start: str
    created: int
    public: bool
    clock: ClockSetting | None
    mode: Literal["table", "computer", "person"]
    you: list[Side] = Field(description="The seats of who asks.")
    creator: bool = Field(description="Whether who asks made the game.")
    moves: list[PlayedMove]
    state: State


class GameSummary(Shape):
    """A game in a list."""

    id: str
    variant: str
    game: str
    title: str
    board: BoardView
    position: PositionView
    players: Players
    status: Status
    clock: ClockSetting | None
    ply: int
    created: int
    updated: int
    you: list[Side]
    outcome: OutcomeView | None


class GameList(Shape):
    """A page of a list of games."""

    games: list[GameSummary]
    next: str | None = Field(description="Ask for what is `before` it; null on the last page.")


class Done(Shape):
    """An action was done, now or before."""

    seq: int
    state: State


class ReplayMove(Shape):
    """A move of a replay."""

    move: str
    player: Side
    round: int
    steps: Steps


class Replay(Shape):
    """A game from its start on: a position more than moves."""

    board: BoardView
    positions: list[PositionView]
    moves: list[ReplayMove]


class Me(Shape):
    """What the server knows of who asks."""

    name: str


class OptionView(Shape):
    """An option of a game."""

    name: str
    label: str
    allowed: str = Field(description="What it may be, in words.")
    kind: Literal["number", "words", "text"]
    lowest: int | None
    highest: int | None
    words: list[str] | None
    default: str


class NamedVariant(Shape):
    """A variant that people play."""

    variant: str
    title: str


class GameInfo(Shape):
    """A game and its options."""

    name: str
    title: str
    summary: str
    expected: str = Field(description="How moves are written.")
    options: list[OptionView]
    main_variants: list[NamedVariant]


class Catalogue(Shape):
    """What can be played, and against whom."""

    games: list[GameInfo]
    levels: list[int]


class VariantView(Shape):
    """A variant in its normal form."""

    variant: str
    game: str
    settings: dict[str, str]
    board: BoardView
    start: PositionView


class MovesView(Shape):
    """A position and all its moves."""

    position: PositionView
    moves: list[MoveView]


class PlayedView(Shape):
    """What came of a move, and what can be played after it."""

    last: LastMove
    position: PositionView
    moves: list[MoveView]


class RefusalView(Shape):
    """Why a move is refused; null if it is legal."""

    error: ErrorBody | None


class PaperView(Shape):
    """A variant on paper."""

    title: str
    pages: list[str] = Field(description="What is on each page.", examples=[["Board", "Rules"]])
    square: int = Field(description="The side of a square in millimetres.")
    double_sided: bool = Field(description="Whether pieces have a back that matters.")


class RuleView(Shape):
    """A rule of a game."""

    rule: str
    title: str
    text: str
