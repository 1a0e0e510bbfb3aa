"""Hints: which piece, which move, and why."""

from __future__ import annotations

import json
from random import Random

import pytest

import jostle
from jostle import Match, Position
from jostle.search.hints import GRADES, Hints, acting, hints, told_piece
from jostle.search.words import told_score

NODES = 5_000


def position_of(variant: str, text: str) -> Position:
    return jostle.game(variant).position(text)


def why(found: Hints) -> str:
    return found.told(3)


@pytest.mark.parametrize("variant", [*jostle.GAMES, "pushee-pieces:pieces=2,turns=2"])
def test_hints_fit_the_position(variant: str) -> None:
    random = Random(variant)
    for _ in range(4):
        match = Match(jostle.game(variant))
        for _ in range(random.randrange(12)):
            if match.outcome is None:
                match.play(random.choice(list(match.position.legal_moves)))
        if match.outcome is not None:
            continue
        found = hints(match, nodes=NODES)
        move = found.analysis.best
        assert move in match.position.legal_moves
        first, second, third = (found.told(grade) for grade in GRADES)
        assert second == f"Play {move}."
        assert str(move) not in first.split()
        assert third.endswith(".")
        assert not any(mark in third for mark in ("..", "{", "}", "  "))
        steps = match.position.effects(move)
        assert found.squares == steps[0][0].origin
        if found.squares:
            assert f"on {found.squares[0]}" in first
        told = json.loads(json.dumps(found.to_json()))
        assert told == hints(match, nodes=NODES).to_json()
        assert told["move"] == str(move)
        assert told["grades"] == [first, second, third]


@pytest.mark.parametrize("variant", [*jostle.GAMES, "pushee-pieces:pieces=2,turns=2"])
def test_the_piece_of_every_move_can_be_told(variant: str) -> None:
    random, told = Random(variant), set()
    for _ in range(10):
        position = jostle.game(variant).start()
        while position.outcome is None and random.random() < 0.95:
            branches = position.expand()
            told |= {str(told_piece(position.game.name, acting(one.steps))) for one in branches}
            position = random.choice(branches).position
    assert len(told) > 5


def test_the_last_grade_is_told_again() -> None:
    found = hints(jostle.game("pomeczi").start(), nodes=NODES)
    assert found.told(4) == found.told(99) == found.told(3)
    assert len({found.told(grade) for grade in GRADES}) == 3


def test_a_win_at_once_is_told_with_its_result() -> None:
    found = hints(position_of("push-push", "o6/A6/7/7/7/7/6a 1 - 0"), nodes=NODES)
    assert found.told(1) == "Look at Player 1's 1 on a6."
    assert found.told(2) == "Play a6a7."
    assert why(found).endswith(
        "Then the game is over: Player 1 wins: the ball left over Player 2's side."
    )
    assert "Outlook" not in why(found)


def test_what_is_won_is_told() -> None:
    found = hints(position_of("pomeczi", "4/4/sS2/4[SDsd] 1 - -"), nodes=NODES)
    assert found.told(2) == "Play b2<."
    told = "Player 2's single is pushed off from a2, turns over and goes to Player 1's hand."
    assert why(found).startswith(told)


def test_a_threat_that_is_stopped_is_named() -> None:
    """Only one move keeps the ball from being pushed out at once."""
    found = hints(position_of("push-push", "7/7/4a2/7/3B3/4c2/3Ao2 1 - 0"), nodes=NODES)
    assert found.told(2) == "Play d1e1~."
    assert why(found).startswith("The ball is deflected from e1 to f2.")
    assert "It stops e2e1, which would win for Player 2 at once." in why(found)
    assert "Every other move loses." in why(found)


def test_a_threat_may_be_stopped_by_several_moves() -> None:
    found = hints(position_of("push-push", "6A/7/7/7/7/3a3/2Ao3 1 - 0"), nodes=NODES)
    assert found.told(2) in ("Play c1d1.", "Play c1d1~.")
    assert "It stops d2d1, which would win for Player 2 at once." in why(found)


def test_a_threat_that_is_not_there_is_not_named() -> None:
    found = hints(position_of("push-push", "6A/7/7/3o3/7/3a3/2A4 1 - 0"), nodes=NODES)
    assert "It stops" not in why(found)
    assert "Every other move loses." not in why(found)


def test_a_lost_position_is_called_so() -> None:
    lost = position_of("pomeczi", "1S2/LRss/1t1s/1b2[] 1 b4< c3v")
    found = hints(lost, nodes=NODES)
    assert "Every move loses; this one holds out longest." in why(found)
    assert f"Outlook: {told_score(found.analysis.score)}." in why(found)
    assert "Player 2 wins in 2 turns" in why(found)


def test_points_are_told() -> None:
    game = jostle.game("pushee-pieces:grid=0120/2312/1213/0210,pieces=2")
    position = game.start().play("a1h").play("a4h").play("d1h")
    found = hints(position, nodes=NODES)
    after = position.play(found.analysis.best)
    assert position.scores is not None
    assert after.scores is not None
    before, then = (":".join(map(str, scores)) for scores in (position.scores, after.scores))
    assert f"The score goes from {before} to {then}." in why(found)


def test_the_only_move_is_called_so() -> None:
    found = hints(position_of("push-push", "7/7/7/3o3/7/7/A6 2 - 0"), nodes=NODES)
    assert found.told(1) == "There is nothing left to do but pass."
    assert "Player 2 passes. There is no other move." in why(found)


def test_a_finished_game_has_no_hints() -> None:
    with pytest.raises(jostle.GameOver):
        hints(position_of("pomeczi", "LR2/2s1/st2/1b2[ss] 1 - c3^"))
