"""The routes for learners: every first game as a page needs it, and won with the hints it gives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

import jostle
from jostle.core.messages import speaking
from jostle.server.study.lessons import first_game, lesson_view, replied
from jostle.server.wire.lesson_shapes import Demonstrations, LessonView, ReplyView
from tests.server.playing import Person, error_in, small_server

GAMES = list(jostle.GAMES)
MOST_MOVES = 12  # of a learner who has every move shown


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("learning")
    with TestClient(small_server(f"sqlite:///{folder / 'games.db'}")) as made:
        yield made


def test_every_game_is_shown_in_a_few_moves(ada: Person) -> None:
    answer = ada.get("/learning")
    Demonstrations.model_validate_json(answer.text)
    games = answer.json()["games"]
    assert [shown["game"] for shown in games] == GAMES
    for shown in games:
        position = shown["position"]["text"]
        for frame in shown["frames"]:
            asked = {"variant": shown["game"], "position": position, "move": frame["last"]["move"]}
            played = ada.get("/positions/play", **asked).json()
            assert frame == {"last": played["last"], "position": played["position"]}
            position = frame["position"]["text"]


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_told_whole(ada: Person, game: str) -> None:
    answer = ada.get(f"/learning/{game}")
    LessonView.model_validate_json(answer.text)
    lesson = answer.json()
    assert [step["id"] for step in lesson["steps"]] == [step.id for step in first_game(game).steps]
    for step in lesson["steps"]:
        asked = {"variant": step["variant"], "position": step["position"]["text"]}
        played = ada.get("/positions/play", **asked, move=step["show"])
        if step["kind"] == "refusal":
            assert error_in(played, 409)["rule"] == step["refused"]
        else:
            assert played.status_code == 200
        if step["first"]:
            before = ada.get(
                "/positions/play",
                variant=step["variant"],
                position=step["before"]["text"],
                move=step["first"]["move"],
            )
            assert before.json()["position"] == step["position"]
            assert before.json()["last"] == step["first"]


def test_a_first_game_is_told_in_the_language_spoken() -> None:
    with speaking("es"):
        assert lesson_view("pomeczi")["steps"][0]["title"] == "Coloca una ficha"
    assert lesson_view("pomeczi")["steps"][0]["title"] == "Place a tile"


@pytest.mark.parametrize("game", GAMES)
def test_the_last_step_is_won_by_the_moves_that_are_shown(ada: Person, game: str) -> None:
    lesson = ada.get(f"/learning/{game}").json()
    step = lesson["steps"][-1]
    moves: list[str] = []
    best, outcome = step["show"], None
    while outcome is None and len(moves) < 2 * MOST_MOVES:
        moves.append(best)
        answer = ada.client.get(
            f"/api/learning/{game}/{step['id']}/reply",
            params=[("move", move) for move in moves],
            headers=ada.headers,
        )
        assert answer.status_code == 200, answer.text
        ReplyView.model_validate_json(answer.text)
        told = answer.json()
        outcome, best = told["outcome"], told["best"]
        if told["last"]:
            moves.append(told["last"]["move"])
    assert outcome is not None
    assert outcome["winner"] == 1
    assert len(moves) >= 3  # it is a game, and no single blow


@pytest.mark.parametrize("game", GAMES)
def test_the_same_game_gets_the_same_answers(game: str) -> None:
    step = first_game(game).steps[-1]
    assert replied(step, [step.show]) == replied(step, [step.show])


def test_before_any_move_the_computer_waits(ada: Person) -> None:
    told = ada.get("/learning/pomeczi/play/reply").json()
    assert told["last"] is None
    assert told["best"]


def test_what_is_not_there_is_not_found(ada: Person) -> None:
    assert "pushee-pieces" in error_in(ada.get("/learning/chess"), 404)["message"]
    assert error_in(ada.get("/learning/chess/play/reply"), 404)["code"] == "unknown"
    message = error_in(ada.get("/learning/pomeczi/place/reply"), 404)["message"]
    assert "place" in message
    assert "play" in message


def test_moves_that_cannot_be_played_are_refused(ada: Person) -> None:
    asked = "/learning/push-push/play/reply"
    assert error_in(ada.get(asked, move="d4d6"), 409)["rule"] == "B3"
    assert error_in(ada.get(asked, move="nonsense"), 400)["code"] == "notation"
    many = ada.client.get(f"/api{asked}", params=[("move", "d4d5")] * 61, headers=ada.headers)
    assert error_in(many, 422)["field"] == "move"
