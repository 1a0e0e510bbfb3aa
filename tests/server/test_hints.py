"""Hints over the API: graded, for who plays the computer and is to move, and for nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import jostle
from jostle.core.messages import speaking
from jostle.server.study import hinting
from jostle.server.study.hinting import found_hints, hint_view
from jostle.server.wire.review_shapes import HintView
from tests.server.playing import Person, error_in, small_server

COMPUTER = {"kind": "computer", "level": 1}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("hints")
    with TestClient(small_server(f"sqlite:///{folder / 'games.db'}")) as made:
        yield made


def hint(person: Person, game: dict[str, Any], grade: int, ply: int = 0) -> Any:
    return person.post(f"/games/{game['id']}/hint", {"ply": ply, "grade": grade})


@pytest.mark.parametrize("variant", list(jostle.GAMES))
def test_each_grade_tells_more(ada: Person, variant: str) -> None:
    game = ada.creates(variant=variant, opponent=COMPUTER)
    first, second, third = (hint(ada, game, grade) for grade in (1, 2, 3))
    told = [HintView.model_validate_json(answer.text) for answer in (first, second, third)]
    assert [view.grade for view in told] == [1, 2, 3]
    assert len({view.words for view in told}) == 3
    assert told[0].squares
    assert (told[0].move, told[0].steps) == (None, None)
    assert told[1].move is not None
    assert told[1].move in jostle.game(variant).start().legal_moves
    assert told[1].move in told[1].words
    assert (told[1].move, told[1].steps) == (told[2].move, told[2].steps)


def test_a_piece_is_pointed_at_or_the_file_to_place_one_on(ada: Person) -> None:
    moving = hint(ada, ada.creates(variant="push-push", opponent=COMPUTER), 2).json()
    assert moving["squares"] == [moving["move"][:2]]
    placing = hint(ada, ada.creates(variant="pushee-pieces", opponent=COMPUTER), 2).json()
    assert placing["squares"] == [f"{placing['move'][0]}{rank}" for rank in range(1, 7)]


def test_a_position_is_thought_about_once(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ada.creates(variant="push-push", opponent=COMPUTER)
    before = hint(ada, game, 1).json()
    monkeypatch.setattr(hinting, "found_hints", None)  # so that nobody can call it
    assert hint(ada, game, 1).json() == before
    assert hint(ada, game, 3).json()["grade"] == 3


def test_hints_are_told_in_the_language_spoken() -> None:
    found = found_hints(jostle.Match(jostle.game("push-push")))
    with speaking("es"):
        told = hint_view(found, 0, 3)
    assert told["move"] == hint_view(found, 0, 3)["move"]


def test_a_pass_points_at_nothing() -> None:
    game = jostle.game("push-push")
    found = found_hints(jostle.Match(game, game.position("7/7/7/3o3/7/7/A6 2 - 0")))
    assert hint_view(found, 0, 1)["squares"] == []


def test_only_games_against_the_computer_have_hints(ada: Person, bob: Person) -> None:
    waiting = ada.creates()
    assert error_in(hint(ada, waiting, 1), 409)["code"] == "hint"
    bob.post(f"/games/{waiting['id']}/join")
    assert error_in(hint(ada, waiting, 1), 409)["code"] == "hint"
    table = ada.creates(opponent={"kind": "table"})
    assert error_in(hint(ada, table, 1), 409)["code"] == "hint"


def test_only_who_is_to_move_gets_a_hint(ada: Person, bob: Person) -> None:
    game = ada.creates(variant="push-push", opponent=COMPUTER)
    assert error_in(hint(bob, game, 1), 403)["code"] == "seat"
    assert error_in(hint(ada, game, 1, ply=1), 409)["code"] == "stale"
    with ada.at(game["id"]) as line:
        line.asks(type="move", ply=0, move="c1c2", id="1")
        while line.hears_of("event")["state"]["ply"] < 2:  # until the computer has moved
            pass
    assert hint(ada, game, 1, ply=2).status_code == 200
    assert ada.acts(game["id"], "resign").status_code == 200
    assert error_in(hint(ada, game, 1, ply=2), 409)["code"] == "over"


def test_the_computers_turn_is_not_yours(ada: Person) -> None:
    table = ada.creates(variant="push-push", opponent=COMPUTER)
    room = ada.client.portal.call(ada.client.app.state.jostle.rooms.get, table["id"])  # type: ignore[union-attr,attr-defined]
    after = room.table.after([])
    after.match.play("c1c2")
    after.plies.append(room.table.plies)
    with pytest.raises(jostle.JostleError) as refused:
        hinting.check_may_ask(after, 1, ada.identity)
    assert refused.value.code == "turn"


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"ply": 0, "grade": 0}, "grade"),
        ({"ply": 0, "grade": 4}, "grade"),
        ({"ply": -1, "grade": 1}, "ply"),
        ({"grade": 1}, "ply"),
        ({"ply": 0, "grade": 1, "more": 1}, "more"),
    ],
)
def test_a_question_has_its_shape(ada: Person, asked: Any, field: str) -> None:
    game = ada.creates(opponent=COMPUTER)
    answer = ada.post(f"/games/{game['id']}/hint", asked)
    assert error_in(answer, 422)["field"] == field


def test_there_is_no_hint_for_no_game(ada: Person) -> None:
    assert error_in(ada.post("/games/" + "0" * 16 + "/hint", {"ply": 0, "grade": 1}), 404)
