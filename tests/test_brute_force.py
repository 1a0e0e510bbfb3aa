"""The truth itself: plain minimax by hand, and the quicker exact searches against it.

The tactical suite's rows are checked here without the project's search.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import jostle
from jostle import Match
from tests.brute_force import (
    DRAW,
    Forced,
    Solved,
    decided,
    forced,
    minimax,
    minimax_of_match,
    sampled_positions,
    solved,
    taken_apart,
)
from tests.prover import Prover

TACTICS = Path(__file__).parent / "data" / "tactics"
WITHOUT_POINTS = [
    "pomeczi",
    "pomeczi:board=3x3",
    "pomeczi:board=8x4",
    "push-push",
    "push-push:quiet=20",
]
WITH_POINTS = [
    "pushee-pieces",
    "pushee-pieces:walls=off",
    "pushee-pieces:tiers=unlimited",
    "pushee-pieces:turns=2",
    "pushee-pieces:grid=1234/5678/9012/3456,pieces=3,turns=2",
]

# Positions whose value anyone can see.
PLAIN_CASES = [
    # P12: Player 1 has no action.
    ("pomeczi", "LR2/2s1/st2/1b2[ss] 1 - c3^", 3, Forced("loss", 0, ())),
    # B8: the ball goes over the top.
    ("push-push", "o6/A6/7/7/7/7/7 1 - 0", 3, Forced("win", 1, ("a6a7",))),
    ("push-push", "o6/1A5/7/7/7/7/7 1 - 0", 1, Forced("win", 1, ("b6a7",))),
    # The same a step away, with an opponent who can only look on; nearer is not near enough.
    ("push-push", "o6/7/A6/7/7/7/6a 1 - 0", 2, Forced("open", 0, ())),
    ("push-push", "o6/7/A6/7/7/7/6a 1 - 0", 3, Forced("win", 3, ("a5a6", "a5b6"))),
    ("push-push", "o6/A6/7/7/7/7/6a 2 - 0", 2, Forced("loss", 2, ("g1f1", "g1f2", "g1g2"))),
    # B8: the only move pushes the ball over the own side.
    ("push-push", "7/7/7/7/aa5/Ab5/ob5 1 - 0", 3, Forced("loss", 1, ("a2a1",))),
    # B11: the next turn is the last one.
    ("push-push", "A6/7/7/3o3/7/7/6a 1 - 99", 1, Forced("draw", 0, ("a7a6", "a7b6", "a7b7"))),
    ("push-push", "A6/7/7/3o3/7/7/6a 1 - 98", 1, Forced("open", 0, ())),
    ("push-push", "7/7/7/3o3/7/7/7 1 - 5", 0, Forced("draw", 0, ())),
]


@cache
def suite() -> list[dict[str, Any]]:
    rows = []
    for path in sorted(TACTICS.glob("*.json")):
        rows += json.loads(path.read_text(encoding="utf-8"))["positions"]
    return rows


@cache
def prover(variant: str) -> Prover:
    return Prover(jostle.game(variant))


@pytest.mark.parametrize(("variant", "text", "plies", "expected"), PLAIN_CASES)
def test_plain_cases(variant: str, text: str, plies: int, expected: Forced) -> None:
    position = jostle.game(variant).position(text)
    assert forced(position, plies) == expected
    value = minimax(position, plies)
    assert value == decided(position, plies)[0]
    if expected.result in ("win", "loss"):
        assert taken_apart(value) == (1 if expected.result == "win" else -1, expected.distance)
        assert prover(variant).forced(position, plies) == expected


def test_the_last_placement_takes_most_points() -> None:
    """On b3 (2) or c3 (3) beside the other's piece, pushing it to where nothing is gained."""
    game = jostle.game("pushee-pieces:grid=0000/0230/0000/0000,pieces=1")
    assert solved(game.position("4/1v2/4/4 1 1/0 -")) == Solved(3, 1, ("c3h",))
    assert solved(game.position("4/2v1/4/4 1 1/0 -")) == Solved(2, 1, ("b3h",))


@pytest.mark.parametrize("variant", WITHOUT_POINTS)
def test_the_compiled_minimax_is_the_plain_one(variant: str) -> None:
    plies = 3 if variant == "pomeczi:board=3x3" else 2
    for last in (0, 4):
        for position in sampled_positions(variant, 12, seed=11, last=last):
            assert decided(position, plies)[0] == minimax(position, plies)
            assert minimax_of_match(Match(position.game, position), 1) == minimax(position, 1)


@pytest.mark.parametrize("variant", WITH_POINTS)
def test_the_compiled_minimax_is_the_plain_one_with_points(variant: str) -> None:
    for position in sampled_positions(variant, 12, seed=11, last=2):
        margin, plies, best_moves = solved(position)
        assert (margin, plies) == taken_apart(minimax(position, 10))
        for move in position.legal_moves:
            after = position.play(move)
            other, distance = taken_apart(minimax(after, 10))
            other = -other if after.mover is not position.mover else other
            attained = other == margin and (margin == 0 or distance + 1 == plies)
            assert (str(move) in best_moves) == attained


def test_a_third_occurrence_is_a_draw_in_a_match_alone() -> None:
    game = jostle.game("push-push")
    match = Match(game, game.position("o6/7/A6/7/7/7/6a 1 - 0"))
    for move in ("a5a6", "g1g2", "a6a5", "g2g1", "a5a6", "g1g2", "a6a5"):
        match.play(move)
    assert forced(match.position, 4).result == "loss"
    # g2g1 leads to where the match began, for the third time.
    assert minimax_of_match(match, 4) == DRAW


@pytest.mark.parametrize("variant", WITHOUT_POINTS)
def test_the_prover_is_right(variant: str) -> None:
    plies = 3 if variant.startswith("push-push") else 4
    results: Counter[str] = Counter()
    for last in (0, 8):
        for position in sampled_positions(variant, 60, seed=12, last=last):
            truth = forced(position, plies)
            if truth.result in ("draw", "open"):
                truth = Forced("open", 0, ())
            assert prover(variant).forced(position, plies) == truth
            results[truth.result] += 1
    if variant != "push-push:quiet=20":  # random players rarely get anywhere in 20 turns
        assert set(results) == {"win", "loss", "open"}


@pytest.mark.parametrize("variant", WITH_POINTS)
def test_the_prover_is_right_about_points(variant: str) -> None:
    for position in sampled_positions(variant, 40, seed=12, last=3):
        assert prover(variant).solved(position) == solved(position)


# The tactical suite.


def test_the_suite_is_complete() -> None:
    assert len({(row["variant"], row["position"]) for row in suite()}) == len(suite())
    kinds = Counter(
        (row["variant"], row["value"], row["plies"]) for row in suite() if row["margin"] is None
    )
    for variant in ("pomeczi", "pomeczi:board=8x4", "push-push"):
        for value, plies, number in (
            ("win", 1, 40),
            ("win", 3, 40),
            ("win", 5, 40),
            ("win", 7, 25),
            ("loss", 2, 15),
            ("loss", 4, 15),
            ("loss", 6, 15),
        ):
            assert kinds[variant, value, plies] == number
    endings = Counter(row["variant"] for row in suite() if row["margin"] is not None)
    assert set(endings) == set(WITH_POINTS[:4])
    assert set(endings.values()) == {38}


@pytest.mark.parametrize("variant", ["pomeczi", "pomeczi:board=8x4", "push-push"])
def test_the_suite_is_right(variant: str) -> None:
    """By minimax as far as it is quick, by the prover beyond."""
    for row in suite():
        position = jostle.game(row["variant"]).position(row["position"])
        if row["variant"] != variant or row["plies"] > 6:
            continue
        truth = forced if row["plies"] <= 3 or variant == "pomeczi" else prover(variant).forced
        expected = Forced(row["value"], row["plies"], tuple(row["best"]))
        assert truth(position, row["plies"]) == expected


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["pomeczi", "pomeczi:board=8x4", "push-push"])
def test_the_deep_part_of_the_suite_is_right(variant: str) -> None:
    for row in suite():
        if row["variant"] == variant and row["plies"] > 4:
            position = jostle.game(variant).position(row["position"])
            expected = Forced(row["value"], row["plies"], tuple(row["best"]))
            quick = row["plies"] <= 5 or variant == "pomeczi"
            truth = forced if quick else prover(variant).forced
            assert truth(position, row["plies"]) == expected


@pytest.mark.parametrize("variant", WITH_POINTS[:4])
def test_the_endings_of_the_suite_are_right(variant: str) -> None:
    """By minimax where four turns are left."""
    checked = 0
    for row in suite():
        if row["variant"] == variant and row["plies"] == 4:
            position = jostle.game(variant).position(row["position"])
            margin = row["margin"] * {"win": 1, "loss": -1}[row["value"]]
            assert solved(position) == Solved(margin, row["plies"], tuple(row["best"]))
            checked += 1
    assert checked >= 5
