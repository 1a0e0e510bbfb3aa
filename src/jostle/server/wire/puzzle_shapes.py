"""What the server says about puzzles, and what it may be asked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from jostle.server.wire.protocol import MoveText, Side, Strict
from jostle.server.wire.shapes import BoardView, LastMove, PositionView, Shape, Square, Steps

MOST_MOVES = 16  # of a solver; no puzzle has as many

BandName = Literal["easy", "medium", "hard", "expert"]
PuzzleState = Literal["untried", "failed", "solved"]

SolverMoves = Annotated[
    list[MoveText],
    Field(
        max_length=MOST_MOVES,
        description="The solver's moves from the start on, without the answers to them.",
    ),
]


class TryMoves(Strict):
    """Moves to be judged; all but the last have been found right before."""

    moves: Annotated[SolverMoves, Field(min_length=1)]


class AskPuzzleHint(Strict):
    """A hint for the move after these."""

    moves: SolverMoves = Field(default_factory=list)
    grade: int = Field(ge=1, le=2, description="1 tells the piece, 2 the move.")


class StandingView(Shape):
    """What you have achieved in a game's puzzles."""

    rating: int | None = Field(description="Null before the first puzzle has counted.")
    tried: int = Field(description="The puzzles that have counted.")
    solved: int = Field(description="At whichever attempt.")
    streak: int = Field(description="Solved one after the other at once and without help.")
    best_streak: int


class BandCount(Shape):
    """The puzzles of a game that are about as difficult."""

    band: BandName
    name: str
    count: int
    solved: int


class GamePuzzles(Shape):
    """The puzzles of a game."""

    game: str
    title: str
    count: int
    bands: list[BandCount]
    standing: StandingView


class PuzzleProgressView(Shape):
    """All puzzles there are, by game, and what you have achieved in them."""

    games: list[GamePuzzles]


class PuzzleSummary(Shape):
    """A puzzle in a list."""

    id: str
    number: int = Field(description="Its place among those of its game, the easiest first.")
    variant: str
    game: str
    title: str
    band: BandName
    band_name: str
    rating: int
    task: str = Field(description="What is to be achieved, in words.")
    board: BoardView
    position: PositionView
    state: PuzzleState = Field(description="What you have made of it.")


class PuzzleList(Shape):
    """A page of a list of puzzles, the easiest first."""

    puzzles: list[PuzzleSummary]
    total: int = Field(description="How many there are on all pages.")
    next: int | None = Field(description="Ask for what comes `after` it; null on the last page.")


class NextPuzzle(Shape):
    """A puzzle to be solved next."""

    id: str | None = Field(description="Null if you have solved all there are.")


class PuzzleView(PuzzleSummary):
    """A puzzle to be solved. The solution is told to who gives up."""

    solver: Side
    turns: int = Field(description="How many moves are to be found.")
    long: bool = Field(description="Whether the win goes on after what is asked.")
    counted: Literal["failed", "helped", "solved"] | None = Field(
        description="What the first attempt counted; null if it has not yet."
    )
    helped: bool = Field(description="Whether a hint was given before it counted.")
    standing: StandingView


class ShownMove(Shape):
    """A move, what it did, and the position after it."""

    last: LastMove
    position: PositionView


class RefutationView(Shape):
    """Why a move is wrong, in words and on the board."""

    words: str
    line: list[ShownMove] = Field(description="The best play after it, the opponent's first.")


class Judged(Shape):
    """What became of a move."""

    verdict: Literal["best", "slower", "wrong"]
    played: ShownMove
    replies: list[ShownMove] = Field(description="The best defence; empty if the move was wrong.")
    solved: bool
    refutation: RefutationView | None
    state: PuzzleState
    counted: Literal["failed", "helped", "solved"] | None
    gained: int | None = Field(description="What the first attempt did to the rating.")
    standing: StandingView


class PuzzleHint(Shape):
    """Something that helps."""

    grade: int
    words: str
    squares: list[Square] = Field(description="Where the piece stands; none if it is placed.")
    move: str | None
    steps: Steps | None = Field(description="What the move does, if it is told.")
    standing: StandingView


class PuzzleSolution(Shape):
    """The line of best play from the start on."""

    line: list[ShownMove]
    more: int = Field(description="How many more moves both make until the game is won.")
    words: str
    standing: StandingView
