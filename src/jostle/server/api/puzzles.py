"""Routes to the puzzles, and to what the asker has made of them."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from jostle.core.messages import say
from jostle.games import GAMES
from jostle.puzzles import Band, Puzzle
from jostle.puzzles.judging import Verdict, shown_solution
from jostle.search.hints import acting, told_piece
from jostle.server.api.answers import Identity, Served, failures, told
from jostle.server.guard.rates import MESSAGES
from jostle.server.storage.puzzle_progress import UNTRIED
from jostle.server.storage.puzzle_tries import Event, Tried
from jostle.server.storage.runs import time_ms
from jostle.server.study.puzzling import (
    attempt_at,
    best_move,
    chosen_puzzles,
    next_puzzle,
    puzzle_of,
    told_solution,
)
from jostle.server.wire.protocol import A_GAME
from jostle.server.wire.puzzle_shapes import (
    AskPuzzleHint,
    Judged,
    NextPuzzle,
    PuzzleHint,
    PuzzleList,
    PuzzleProgressView,
    PuzzleSolution,
    PuzzleView,
    TryMoves,
)
from jostle.server.wire.puzzle_views import (
    judged_view,
    line_view,
    puzzle_view,
    standing_view,
    summary_view,
)
from jostle.server.wire.views import steps_view

router = APIRouter(prefix="/puzzles", tags=["puzzles"])

PAGE = 24
MOST_SHOWN = 24  # plies of a solution
MOVE = 2  # the grade of hints that tells it

GameQuery = Annotated[
    str | None, Query(max_length=40, examples=[A_GAME], description="All games if left out.")
]
BandQuery = Annotated[Band | None, Query(description="All of them if left out.")]
PuzzleId = Annotated[str, Path(pattern="^[a-z-]{1,40}-[0-9a-f]{8}$", examples=["pomeczi-1637bbd4"])]


@router.get("", response_model=PuzzleList, responses=failures(400, 503), summary="Puzzles")
async def list_puzzles(
    identity: Identity,
    served: Served,
    game: GameQuery = None,
    band: BandQuery = None,
    after: Annotated[int, Query(ge=0, le=1_000_000, description="`next` of the page before.")] = 0,
) -> Response:
    """Puzzles of a game and a difficulty with your marks, the easiest of a game first."""
    found = chosen_puzzles(game, band)
    tries = await served.store.puzzles.tries(identity)

    def summaries() -> list[dict[str, Any]]:
        page = found[after : after + PAGE]
        return [summary_view(puzzle, tries.get(puzzle.id, UNTRIED)) for puzzle in page]

    following = after + PAGE if after + PAGE < len(found) else None
    shown = await to_thread.run_sync(summaries)
    return told({"puzzles": shown, "total": len(found), "next": following})


@router.get(
    "/progress", response_model=PuzzleProgressView, responses=failures(503), summary="Your progress"
)
async def get_progress(identity: Identity, served: Served) -> Response:
    """How many puzzles there are, and what you have achieved in them."""
    tries = await served.store.puzzles.tries(identity)
    standings = await served.store.puzzles.standings(identity)

    def band_view(puzzles: list[Puzzle], band: Band) -> dict[str, Any]:
        of_band = [puzzle for puzzle in puzzles if puzzle.band is band]
        solved = sum(tries.get(puzzle.id, UNTRIED).solved for puzzle in of_band)
        name = say(f"puzzle.band.{band}")
        return {"band": str(band), "name": name, "count": len(of_band), "solved": solved}

    games = []
    for name in GAMES:
        puzzles = chosen_puzzles(name, None)
        games.append(
            {
                "game": name,
                "title": say(f"{name}.title"),
                "count": len(puzzles),
                "bands": [band_view(puzzles, band) for band in Band],
                "standing": standing_view(standings.get(name)),
            }
        )
    return told({"games": games})


@router.get("/next", response_model=NextPuzzle, responses=failures(400, 503), summary="What next")
async def get_next(
    identity: Identity,
    served: Served,
    game: GameQuery = None,
    band: BandQuery = None,
    after: Annotated[
        str | None, Query(max_length=60, description="The puzzle that you come from.")
    ] = None,
) -> Response:
    """A puzzle that you have not solved, about as difficult as you are good."""
    puzzles = chosen_puzzles(game, band)
    tries = await served.store.puzzles.tries(identity)
    standings = await served.store.puzzles.standings(identity)
    found = next_puzzle(puzzles, tries, standings, Random(), after)
    return told({"id": None if found is None else found.id})


@router.get(
    "/{puzzle_id}", response_model=PuzzleView, responses=failures(404, 503), summary="One puzzle"
)
async def get_puzzle(puzzle_id: PuzzleId, identity: Identity, served: Served) -> Response:
    """A puzzle to be solved: the position, and what is to be achieved."""
    puzzle = puzzle_of(puzzle_id)
    tried = (await served.store.puzzles.tries(identity)).get(puzzle_id, UNTRIED)
    standing = (await served.store.puzzles.standings(identity)).get(puzzle.game_name)
    return told(puzzle_view(puzzle, tried, standing))


@router.post(
    "/{puzzle_id}/try",
    response_model=Judged,
    responses=failures(400, 403, 404, 409, 413, 503),
    summary="Try a move",
)
async def try_moves(
    puzzle_id: PuzzleId, asked: TryMoves, identity: Identity, served: Served
) -> Response:
    """Judge your last move: the best defence follows a right one, the refutation a wrong one.

    The first attempt at a puzzle counts for the rating, and only that; the same moves may be sent
    again without harm.
    """
    served.rates.check(MESSAGES, identity)
    puzzle = puzzle_of(puzzle_id)
    attempt = await attempt_at(served.pool, identity, puzzle, asked.moves)
    if attempt.solved:
        await record(served, identity, puzzle, Event.SOLVED)
    elif attempt.verdict is Verdict.WRONG:
        await record(served, identity, puzzle, Event.FAILED)
    tried = (await served.store.puzzles.tries(identity)).get(puzzle_id, UNTRIED)
    standing = (await served.store.puzzles.standings(identity)).get(puzzle.game_name)
    return told(judged_view(attempt, tried, standing))


@router.post(
    "/{puzzle_id}/hint",
    response_model=PuzzleHint,
    responses=failures(400, 403, 404, 409, 413, 503),
    summary="Hint",
)
async def give_hint(
    puzzle_id: PuzzleId, asked: AskPuzzleHint, identity: Identity, served: Served
) -> Response:
    """Tell the piece that moves next, or the move itself.

    The first makes a solution count half, the second makes the puzzle count as failed, unless it
    has counted before.
    """
    served.rates.check(MESSAGES, identity)
    puzzle = puzzle_of(puzzle_id)
    attempt = await attempt_at(served.pool, identity, puzzle, asked.moves)
    move = await best_move(served.pool, identity, attempt)
    await record(served, identity, puzzle, Event.FAILED if asked.grade == MOVE else Event.HINTED)
    position = attempt.position
    steps = position.effects(move)
    standing = (await served.store.puzzles.standings(identity)).get(puzzle.game_name)
    actor = acting(steps)
    tells_move = asked.grade == MOVE
    return told(
        {
            "grade": asked.grade,
            "words": say("hint.move", move=move)
            if tells_move
            else str(told_piece(position.game.name, actor)),
            "squares": [str(square) for square in actor.origin],
            "move": move if tells_move else None,
            "steps": steps_view(position.game, steps) if tells_move else None,
            "standing": standing_view(standing),
        }
    )


@router.post(
    "/{puzzle_id}/solution",
    response_model=PuzzleSolution,
    responses=failures(403, 404, 503),
    summary="Give up",
)
async def show_solution(puzzle_id: PuzzleId, identity: Identity, served: Served) -> Response:
    """Tell how a puzzle is solved; it counts as failed unless it has counted before."""
    served.rates.check(MESSAGES, identity)
    puzzle = puzzle_of(puzzle_id)
    await record(served, identity, puzzle, Event.FAILED)
    line = shown_solution(puzzle, MOST_SHOWN)
    standing = (await served.store.puzzles.standings(identity)).get(puzzle.game_name)
    return told(
        {
            "line": line_view(line),
            "more": len(puzzle.solution) - len(line),
            "words": str(told_solution(puzzle)),
            "standing": standing_view(standing),
        }
    )


async def record(served: Served, identity: str, puzzle: Puzzle, event: Event) -> None:
    """Keep what happened in an attempt."""
    tried = Tried(identity, puzzle.id, puzzle.game_name, puzzle.rating, event, time_ms())
    await served.store.puzzles.record(tried)
