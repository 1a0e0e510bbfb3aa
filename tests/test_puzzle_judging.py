"""Who solves a puzzle is judged rightly: by the stored line, and beyond it by proofs."""

from __future__ import annotations

from collections import Counter

import pytest

from jostle import Loss, Win
from jostle.core.errors import IllegalMove, NotationError
from jostle.puzzles import Puzzle, find_puzzle, load_puzzles
from jostle.puzzles.errors import AttemptOver
from jostle.puzzles.judging import (
    Attempt,
    NeedsSearch,
    Verdict,
    attempted,
    known,
    shown_solution,
)
from jostle.puzzles.progress import LEAST_RATING, Score, Standing
from jostle.puzzles.sources import BEYOND, source_for
from tests.package import GAMES

STORED = [puzzle for name in GAMES for puzzle in load_puzzles(name)]


def own_moves(puzzle: Puzzle) -> tuple[str, ...]:
    """The moves that are asked for."""
    return puzzle.solution[: 2 * puzzle.turns_asked : 2]


def test_every_stored_solution_is_accepted_without_any_search() -> None:
    wrong = []
    for puzzle in STORED:
        attempt = attempted(puzzle, own_moves(puzzle))
        if not (attempt.solved and attempt.verdict is Verdict.BEST and attempt.is_stored):
            wrong.append(puzzle.id)
    assert wrong == []


def test_the_players_take_turns_in_every_stored_solution() -> None:
    """So that every second move is the solver's."""
    for puzzle in STORED:
        line = shown_solution(puzzle, len(puzzle.solution))
        movers = [int(ply.before.mover) for ply in line]
        assert movers == [movers[0], 3 - movers[0]] * (len(movers) // 2) + movers[: len(movers) % 2]
        assert line[-1].after.outcome is not None
        assert line[-1].after.outcome.winner is line[0].before.mover


def test_short_wins_are_played_out_and_of_long_ones_the_first_move_is_asked() -> None:
    asked = Counter(
        (puzzle.value.plies > 9, puzzle.turns_asked == puzzle.turns) for puzzle in STORED
    )
    assert set(asked) == {(False, True), (True, False)}
    longest = max(STORED, key=lambda puzzle: puzzle.value.plies)
    attempt = attempted(longest, longest.solution[:1])
    assert attempt.solved
    assert attempt.replies == ()


@pytest.mark.parametrize("name", GAMES)
def test_any_other_first_move_is_wrong_and_refuted(name: str) -> None:
    puzzle = next(puzzle for puzzle in load_puzzles(name) if puzzle.turns_asked == 2)
    source = source_for(puzzle.start().game)
    for move in list(puzzle.start().legal_moves)[:6]:
        if str(move) == puzzle.solution[0]:
            continue
        with pytest.raises(NeedsSearch):
            attempted(puzzle, [str(move)])
        attempt = attempted(puzzle, [str(move)], source)
        assert attempt.verdict is Verdict.WRONG
        assert not attempt.solved
        assert attempt.replies == ()
        assert attempt.refutation is not None
        position = attempt.plies[-1].after
        assert position.outcome is not None or attempt.refutation.line
        for ply in attempt.refutation.line:  # it can be shown move by move
            assert ply.before == position
            position = ply.after
        if position.outcome is not None:
            assert position.outcome.winner is not attempt.solver
        with pytest.raises(AttemptOver, match="was not right"):
            attempt.tried(puzzle.solution[0], source)
        with pytest.raises(AttemptOver):
            attempt.best_move(source)


def alternatives(attempt: Attempt) -> dict[str, Verdict]:
    """The verdicts on all moves but the stored one."""
    source = source_for(attempt.position.game)
    stored = attempt.puzzle.solution[len(attempt.line)]
    found: dict[str, Verdict] = {}
    for move in map(str, attempt.position.legal_moves):
        if move != stored:
            verdict = attempt.tried(move, source).verdict
            assert verdict is not None
            found[move] = verdict
    return found


@pytest.mark.parametrize("name", GAMES)
def test_later_another_move_is_right_exactly_if_it_wins_soon_enough(name: str) -> None:
    """What wins is found by trying out all moves, by a search of their own."""
    puzzles = [puzzle for puzzle in load_puzzles(name) if puzzle.turns_asked == 2]
    several = next(puzzle for puzzle in puzzles if puzzle.only_moves == 1)
    attempt = attempted(several, several.solution[:1])
    verdicts = alternatives(attempt)
    values = known(attempt.position, source_for(attempt.position.game)).by_move
    most = several.value.plies + BEYOND - 2
    winning = {
        move
        for move, value in values.items()
        if isinstance(value, Win) and value.plies <= most and move in verdicts
    }
    assert winning, "exactly one move wins at the first turn alone"
    assert {move for move, verdict in verdicts.items() if verdict is not Verdict.WRONG} == winning
    best = max(value for value in values.values() if value is not None)
    for move in winning:
        assert (verdicts[move] is Verdict.BEST) == (values[move] == best)


@pytest.mark.parametrize("name", GAMES)
def test_an_own_way_is_answered_by_the_longest_defence_and_ends_in_a_win(name: str) -> None:
    source = source_for(load_puzzles(name)[0].start().game)
    puzzle, attempt = next(
        (puzzle, own)
        for puzzle in load_puzzles(name)
        if puzzle.turns_asked in (2, 3) and puzzle.only_moves == 1
        for begun in [attempted(puzzle, puzzle.solution[:1])]
        for move in map(str, begun.position.legal_moves)
        if move != puzzle.solution[2]
        for own in [begun.tried(move, source)]
        if own.verdict is not Verdict.WRONG and not own.solved
    )
    while not attempt.solved:
        reply = attempt.replies[-1]
        values = known(reply.before, source)
        value = values.by_move[reply.move]
        assert value == values.best[1]
        assert isinstance(value, Loss)
        attempt = attempt.tried(attempt.best_move(source), source)
    assert len(attempt.line) <= puzzle.value.plies + BEYOND
    with pytest.raises(AttemptOver, match="is solved"):
        attempt.tried("a1", source)


def test_what_is_no_move_is_refused_as_anywhere() -> None:
    puzzle = find_puzzle("push-push-0f481076")
    with pytest.raises(NotationError):
        attempted(puzzle, ["nonsense"])
    with pytest.raises(IllegalMove):
        attempted(puzzle, ["a2a3"])


def test_a_rating_follows_what_was_to_be_expected() -> None:
    beginner, expert = Standing(), Standing(rating=800, tried=50)
    assert beginner.after(600, Score.SOLVED).rating > beginner.after(200, Score.SOLVED).rating
    assert beginner.after(600, Score.FAILED).rating > beginner.after(200, Score.FAILED).rating
    steps = [beginner.after(300, score).rating for score in Score]
    assert steps == sorted(set(steps))
    assert abs(expert.after(800, Score.SOLVED).rating - 800) < 20
    assert expert.after(20_000, Score.SOLVED) == expert.after(1_000, Score.SOLVED)
    fallen = Standing()
    for _ in range(100):
        fallen = fallen.after(150, Score.FAILED)
    assert (fallen.rating, fallen.tried, fallen.best_streak) == (LEAST_RATING, 100, 0)


def test_a_streak_is_of_puzzles_solved_at_once_without_help() -> None:
    standing = Standing()
    for score in (Score.SOLVED, Score.SOLVED, Score.HELPED, Score.SOLVED, Score.FAILED):
        standing = standing.after(200, score)
    assert (standing.streak, standing.best_streak, standing.tried) == (0, 2, 5)
