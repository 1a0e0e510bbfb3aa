"""Going through a game: what its moves were worth, and which ones decided it."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random

import pytest

import jostle
from jostle import Draw, Loss, Match, Move, Player, Position, Score, Value, Win
from jostle.core.outcome import Outcome, Reason
from jostle.search.review import (
    JudgedMove,
    Judgement,
    Review,
    judge,
    outcome_score,
    review,
    told_turning_point,
)
from jostle.search.words import told_line, told_score

NODES = 2_000
ONE, TWO = Player.ONE, Player.TWO


def chance(probability: float) -> Score:
    return Score(ONE, probability)


def exact(value: Value) -> Score:
    return Score.exact(ONE, value)


def random_match(variant: str, seed: int, most: int = 60) -> Match:
    random, match = Random(seed), Match(jostle.game(variant))
    while match.outcome is None and len(match.moves) < most:
        match.play(random.choice(list(match.position.legal_moves)))
    return match


# Words.


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (chance(0.62), "62 % for Player 1"),
        (chance(0.38), "62 % for Player 2"),
        (chance(0.503), "50 % each"),
        (chance(0.999), "99 % for Player 1"),
        (chance(0.0), "99 % for Player 2"),
        (Score(TWO, 0.9), "90 % for Player 2"),
        (exact(Win(5)), "Player 1 wins in 5 turns"),
        (exact(Win(1)), "Player 1 wins in 1 turn"),
        (exact(Loss(2)), "Player 2 wins in 2 turns"),
        (exact(Loss(9, margin=3)), "Player 2 wins by 3 points"),
        (exact(Win(9, margin=1)), "Player 1 wins by 1 point"),
        (exact(Win()), "Player 1 has won"),
        (exact(Draw()), "a draw"),
        (exact(Draw(margin=0)), "a draw"),
    ],
)
def test_scores_in_words(score: Score, told: str) -> None:
    assert str(told_score(score)) == told
    assert str(told_score(score.seen_by(score.player.other))) == told


def test_lines_in_words() -> None:
    moves = [Move("a1"), Move("b2"), Move("c3")]
    assert told_line(moves, 3) == "a1 b2 c3"
    assert told_line(moves, 2) == "a1 b2 …"


# Judging one move.


@pytest.mark.parametrize(
    ("before", "after", "judgement"),
    [
        (0.60, 0.60, Judgement.BEST),
        (0.60, 0.70, Judgement.BEST),
        (0.60, 0.56, Judgement.GOOD),
        (0.60, 0.54, Judgement.INACCURACY),
        (0.60, 0.48, Judgement.MISTAKE),
        (0.60, 0.38, Judgement.BLUNDER),
        (0.04, 0.00, Judgement.GOOD),  # nothing much was left to lose
    ],
)
def test_chances_are_judged_by_what_was_lost(
    before: float, after: float, judgement: Judgement
) -> None:
    assert judge(chance(before), chance(after)) is judgement


@pytest.mark.parametrize(
    ("before", "after", "judgement"),
    [
        (Win(3), Win(2), Judgement.BEST),
        (Win(3), Win(4), Judgement.GOOD),
        (Win(3), Draw(), Judgement.BLUNDER),
        (Win(3), Loss(2), Judgement.BLUNDER),
        (Draw(), Draw(), Judgement.BEST),
        (Draw(), Loss(8), Judgement.BLUNDER),
        (Loss(4), Loss(3), Judgement.BEST),
        (Loss(4), Loss(1), Judgement.GOOD),  # lost is lost
        (Win(5, margin=3), Win(4, margin=3), Judgement.BEST),
        (Win(5, margin=3), Win(4, margin=1), Judgement.GOOD),
        (Win(5, margin=1), Draw(margin=0), Judgement.BLUNDER),
        (Loss(5, margin=1), Loss(4, margin=9), Judgement.GOOD),
    ],
)
def test_proven_values_are_judged_by_what_they_are(
    before: Value, after: Value, judgement: Judgement
) -> None:
    assert judge(exact(before), exact(after)) is judgement


@pytest.mark.parametrize(
    ("before", "after", "judgement"),
    [
        (exact(Win(3)), chance(0.97), Judgement.GOOD),
        (exact(Win(3)), chance(0.70), Judgement.BLUNDER),
        (chance(0.30), exact(Loss(2)), Judgement.BLUNDER),
        (chance(0.02), exact(Loss(2)), Judgement.GOOD),
        (chance(0.90), exact(Win(2)), Judgement.BEST),
        (exact(Loss(2)), chance(0.01), Judgement.BEST),
    ],
)
def test_proven_values_and_chances_are_compared(
    before: Score, after: Score, judgement: Judgement
) -> None:
    assert judge(before, after) is judgement


def test_the_score_of_a_finished_game() -> None:
    won = Outcome(TWO, Reason.GOAL)
    assert outcome_score(won, ONE) == exact(Loss())
    assert outcome_score(won, TWO) == Score.exact(TWO, Win())
    assert outcome_score(Outcome(None, Reason.REPETITION), ONE) == exact(Draw())
    by_points = outcome_score(Outcome(ONE, Reason.SCORE, (7, 4)), ONE).value
    assert (by_points, by_points and by_points.margin) == (Win(margin=3), 3)


# Judging a game.


@cache
def best_margin(position: Position) -> int:
    """What Player 1 wins by if both play for the most points."""
    if position.outcome is not None:
        assert position.scores is not None
        return position.scores[0] - position.scores[1]
    margins = [best_margin(branch.position) for branch in position.expand()]
    return max(margins) if position.mover is ONE else min(margins)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_that_can_be_solved_is_judged_exactly(seed: int) -> None:
    match = random_match("pushee-pieces:grid=0120/2312/1213/0210,pieces=2", seed)
    judged = review(match, nodes=20_000).moves
    assert len(judged) == 4
    for move, position in zip(judged[1:], match.positions[1:], strict=False):
        sign = 1 if position.mover is ONE else -1
        before = sign * best_margin(position)
        after = sign * best_margin(position.play(move.move))
        for score, margin in ((move.before, before), (move.after, after)):
            assert score.value is not None
            assert score.value.sign * (score.value.margin or 0) == margin
        if after == before:
            expected = Judgement.BEST
        elif (after > 0) - (after < 0) < (before > 0) - (before < 0):
            expected = Judgement.BLUNDER
        else:
            expected = Judgement.GOOD
        assert move.judgement is expected
        assert best_margin(position.play(move.best)) * sign == before


def test_a_win_that_is_not_taken_is_found() -> None:
    game = jostle.game("push-push")
    match = Match(game, game.position("o6/A6/7/7/7/6A/6b 1 - 0"))
    for move in ("a6b6", "g1f1", "b6a6", "f1g1"):
        match.play(move)
    found = review(match, nodes=NODES)
    first = found.moves[0]
    assert (str(first.best), first.before.value) == ("a6a7", Win(1))
    assert first.judgement is not Judgement.BEST
    assert found.moves[3].before.player is TWO
    match.play("a6a7")
    last = review(match, nodes=NODES).moves[-1]
    assert (last.judgement, last.before.value, last.after.value) == (
        Judgement.BEST,
        Win(1),
        Win(0),
    )


def test_an_own_goal_is_a_blunder() -> None:
    game = jostle.game("push-push")
    match = Match(game, game.position("7/6a/7/3B3/7/A6/o6 1 - 0"))
    match.play("a2a1")
    assert match.outcome is not None
    [judged] = review(match, nodes=NODES).moves
    assert (judged.judgement, judged.after.value) == (Judgement.BLUNDER, Loss(0))
    told = str(told_turning_point(judged))
    assert told.startswith("1. a2a1 by Player 1 was a blunder: ")
    assert told.endswith(f"Player 2 has won after it. Better was {judged.best}.")


@pytest.mark.parametrize("variant", jostle.GAMES)
def test_a_review_can_be_repeated_and_stored(variant: str) -> None:
    match = random_match(variant, seed=4, most=24)
    found = review(match, nodes=NODES)
    assert found == review(match, nodes=NODES)
    told = json.loads(json.dumps(found.to_json()))
    assert told["variant"] == variant
    assert [move["move"] for move in told["moves"]] == [str(move) for move in match.moves]
    assert [move["ply"] for move in told["moves"]] == list(range(1, len(match.moves) + 1))
    assert told["turning_points"] == [point.ply for point in found.turning_points()]
    for move, position in zip(found.moves, match.positions, strict=False):
        assert move.player is move.before.player is move.after.player is position.mover
        assert move.best in position.legal_moves
        assert (move.loss == 0) or move.judgement is not Judgement.BEST
    counted = sum(found.count(player, kind) for player in Player for kind in Judgement)
    assert counted == len(match.moves)


@pytest.mark.parametrize("variant", ["push-push", "pushee-pieces:pieces=2,turns=2"])
def test_moves_are_numbered_as_in_a_record(variant: str) -> None:
    match = random_match(variant, seed=5, most=12)
    record = " ".join(str(match.record()).partition("\n\n")[2].split())
    for judged in review(match, nodes=200).moves:
        if judged.player is ONE:
            assert re.fullmatch(r"\d+\.", judged.number)
            assert f"{judged.number} {judged.move}" in record
        else:
            assert re.fullmatch(r"\d+\.\.\.", judged.number)
    firsts = [move.number for move in review(match, nodes=200).moves if move.player is ONE]
    assert firsts == re.findall(r"\b\d+\.(?!\.)", record)


def test_progress_is_told() -> None:
    match = random_match("pomeczi", seed=1, most=6)
    told: list[tuple[int, int]] = []
    review(match, nodes=200, on_progress=lambda done, total: told.append((done, total)))
    assert told == [(number, 7) for number in range(1, 8)]


def test_a_match_is_not_changed_and_may_be_resigned() -> None:
    match = random_match("pomeczi", seed=1, most=6)
    match.resign(match.position.mover)
    before = str(match.record())
    assert len(review(match, nodes=200).moves) == 6
    assert str(match.record()) == before


def test_a_match_without_moves_has_nothing_to_judge() -> None:
    found = review(Match(jostle.game("pomeczi")), nodes=200)
    assert found.moves == found.turning_points() == ()


def test_a_draw_by_repetition_is_known() -> None:
    match = Match(jostle.game("push-push"))
    there, back = ("c1c2", "d7d6"), ("c2c1", "d6d7")
    for move in (*there, *back, *there, *back, *there):
        match.play(move)
    assert match.outcome is not None
    last = review(match, nodes=NODES).moves[-1]
    assert last.after == Score.exact(TWO, Draw())


# Turning points.


def judged(ply: int, before: float, after: float) -> JudgedMove:
    player = Player(2 - ply % 2)
    scores = Score(player, before), Score(player, after)
    return JudgedMove(ply, f"{ply}.", player, Move("a1"), judge(*scores), *scores, (Move("b2"),))


def test_the_costliest_mistakes_are_the_turning_points() -> None:
    moves = (
        judged(1, 0.5, 0.2),
        judged(2, 0.8, 0.76),
        judged(3, 0.3, 0.24),
        judged(4, 0.9, 0.1),
        judged(5, 0.9, 0.75),
        judged(6, 0.6, 0.2),
    )
    found = Review(jostle.game("pomeczi"), moves, 1)
    assert [point.ply for point in found.turning_points()] == [1, 4, 6]
    assert [point.ply for point in found.turning_points(most=1)] == [4]
    assert [point.ply for point in found.turning_points(most=9)] == [1, 4, 5, 6]


def test_of_equal_mistakes_the_last_ones_are_the_turning_points() -> None:
    moves = tuple(judged(ply, 0.95, 0.05 + ply / 1000) for ply in range(1, 7))
    found = Review(jostle.game("pomeczi"), moves, 1)
    assert [point.ply for point in found.turning_points()] == [4, 5, 6]


def test_small_inaccuracies_are_no_turning_points() -> None:
    moves = (judged(1, 0.55, 0.48), judged(2, 0.52, 0.52))
    assert Review(jostle.game("pomeczi"), moves, 1).turning_points() == ()
