"""Puzzles for visitors: which one comes next, and what their moves are worth.

Who follows the stored line is answered at once; everything else is searched in the engine's
threads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache, partial
from random import Random

from jostle.core.messages import Message, message
from jostle.core.values import Draw, Loss, Win
from jostle.core.words import told_outcome
from jostle.games import GAMES
from jostle.puzzles import Band, Puzzle, load_puzzles
from jostle.puzzles.judging import Attempt, NeedsSearch, attempted
from jostle.puzzles.progress import MOST_DIFFICULTY, START_RATING, Standing
from jostle.puzzles.puzzle import ProofKind
from jostle.puzzles.sources import BEYOND, Source, source_for
from jostle.server.engine_pool import EnginePool
from jostle.server.play.refusals import Refusal
from jostle.server.storage.puzzle_progress import UNTRIED, Try

PROOF_NODES = 4_000_000  # about a second; what the shipped puzzles need is a fifth of it
PROOF_MEMORY = 16  # megabytes
KNOWN_ATTEMPTS = 2_000
NEAREST = 6  # puzzles about as difficult as somebody is good, of which one is chosen


@cache
def puzzles_by_id() -> dict[str, Puzzle]:
    """All puzzles, those of a game side by side and the easiest first."""
    return {puzzle.id: puzzle for name in GAMES for puzzle in load_puzzles(name)}


@cache
def numbers_by_id() -> dict[str, int]:
    """The place of each puzzle among those of its game."""
    return {
        puzzle.id: number
        for name in GAMES
        for number, puzzle in enumerate(load_puzzles(name), start=1)
    }


def number_of(puzzle: Puzzle) -> int:
    """A puzzle's place among those of its game, the easiest first."""
    return numbers_by_id()[puzzle.id]


def puzzle_of(puzzle_id: str) -> Puzzle:
    """The puzzle of an id; a refusal if there is none."""
    try:
        return puzzles_by_id()[puzzle_id]
    except KeyError:
        raise Refusal("unknown", message("puzzling.unknown", id=puzzle_id)) from None


def chosen_puzzles(game: str | None, band: Band | None) -> list[Puzzle]:
    """The puzzles of a game and a band, of all if none is named; VariantError if no such game."""
    names = GAMES if game is None else (game,)
    return [
        puzzle
        for name in names
        for puzzle in load_puzzles(name)
        if band is None or puzzle.band is band
    ]


def next_puzzle(
    puzzles: Sequence[Puzzle],
    tries: Mapping[str, Try],
    standings: Mapping[str, Standing],
    random: Random,
    after: str | None = None,
) -> Puzzle | None:
    """One that has not been solved and is about as difficult as the asker is good.

    Puzzles that were never tried come first. ``after`` is the one just left, which comes only if
    there is no other.
    """
    open_ones = [puzzle for puzzle in puzzles if not tries.get(puzzle.id, UNTRIED).solved]
    others = [puzzle for puzzle in open_ones if puzzle.id != after] or open_ones
    new = [puzzle for puzzle in others if tries.get(puzzle.id, UNTRIED).score is None]

    def distance(puzzle: Puzzle) -> tuple[int, int, str]:
        standing = standings.get(puzzle.game_name)
        rating = START_RATING if standing is None else standing.rating
        gap = abs(min(puzzle.rating, MOST_DIFFICULTY) - rating)
        return gap, puzzle.rating, puzzle.id

    near = sorted(new or others, key=distance)[:NEAREST]
    return random.choice(near) if near else None


async def attempt_at(
    pool: EnginePool, client: str, puzzle: Puzzle, moves: Sequence[str]
) -> Attempt:
    """What becomes of some moves; searched for only where the stored line does not tell it."""
    try:
        return attempted(puzzle, moves)
    except NeedsSearch:
        return await pool.run(client, partial(searched_attempt, puzzle.id, tuple(moves)))


async def best_move(pool: EnginePool, client: str, attempt: Attempt) -> str:
    """The move that a hint is about."""
    try:
        return attempt.best_move(None)
    except NeedsSearch:
        return await pool.run(client, lambda: attempt.best_move(source_at(attempt)))


@lru_cache(maxsize=KNOWN_ATTEMPTS)
def searched_attempt(puzzle_id: str, moves: tuple[str, ...]) -> Attempt:
    """What becomes of some moves; the same attempt is thought about once."""
    puzzle = puzzle_of(puzzle_id)
    if not moves:
        return Attempt(puzzle)
    before = searched_attempt(puzzle_id, moves[:-1])
    try:
        return before.tried(moves[-1], None)
    except NeedsSearch:
        return before.tried(moves[-1], source_at(before))


def source_at(attempt: Attempt) -> Source:
    """What knows the values of moves where the stored line does not tell them."""
    return source_for(attempt.position.game, nodes=PROOF_NODES, memory=PROOF_MEMORY)


# In words


def told_task(puzzle: Puzzle) -> Message:
    """What is to be achieved."""
    mover = puzzle.start().mover
    if puzzle.value.margin is not None:
        return message("puzzling.task.points", mover=mover, plies=puzzle.value.plies)
    if puzzle.turns_asked < puzzle.turns:
        return message("puzzling.task.first", mover=mover, turns=puzzle.turns)
    if puzzle.turns == 1:
        return message("puzzling.task.at-once", mover=mover)
    return message("puzzling.task.win", mover=mover, turns=puzzle.turns)


def told_solution(puzzle: Puzzle) -> Message:
    """What the solution comes to."""
    mover, margin = puzzle.start().mover, puzzle.value.margin
    if margin is not None:
        return message("puzzling.solution.points", mover=mover, margin=margin)
    return message("puzzling.solution.win", mover=mover, turns=puzzle.turns)


def told_why_not(attempt: Attempt) -> Message:
    """Why the last move is wrong."""
    assert attempt.refutation is not None
    ply, puzzle = attempt.plies[-1], attempt.puzzle
    move, solver, other = ply.move, ply.before.mover, ply.before.mover.other
    if ply.after.outcome is not None:
        return message("puzzling.why.ends", move=move, result=told_outcome(ply.after.outcome))
    reply, value = attempt.refutation.line[0].move, attempt.refutation.value
    left = puzzle.value.plies + BEYOND - (len(attempt.plies) - 1)
    turns = (left + 1) // 2
    if isinstance(value, Win):
        return message("puzzling.why.slow", move=move, turns=turns)
    if isinstance(value, Loss) and value.margin is not None:
        return message(
            "puzzling.why.fewer", move=move, reply=reply, winner=other, margin=value.margin
        )
    if isinstance(value, Loss):
        return message("puzzling.why.lost", move=move, winner=other, turns=(value.plies + 1) // 2)
    if isinstance(value, Draw):
        return message("puzzling.why.draw", move=move, reply=reply)
    if len(attempt.plies) == 1 and puzzle.proof.kind is ProofKind.TABLE:
        return message("puzzling.why.slipped", move=move, reply=reply, solver=solver)
    return message("puzzling.why.horizon", move=move, reply=reply, turns=turns)
