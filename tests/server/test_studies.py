"""Studies: records that are shared under an id which never changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from jostle.server.wire import study_shapes
from tests.server.playing import Person, error_in, small_server

STUDY = """[Event "Two ideas"]
[Variant "pomeczi"]

{Where to begin?} 1. Sb3! {to the middle <b>first</b>} Sc2 (1... Sa1 {slow} 2. Sd4 (2. Sc3?!)) *"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(small_server(f"sqlite:///{tmp_path / 'games.db'}")) as made:
        yield made


def test_a_shared_study_is_the_same_for_everybody(ada: Person, bob: Person) -> None:
    shared = ada.post("/studies", {"record": STUDY})
    assert shared.status_code == 201
    study_shapes.StudyView.model_validate_json(shared.text)
    study_id = shared.json()["id"]
    found = bob.get(f"/studies/{study_id}")
    assert found.json() == shared.json()
    study = found.json()["study"]
    assert study["tags"]["Event"] == "Two ideas"
    assert study["line"]["comments"] == ["Where to begin?"]
    first, second = study["line"]["moves"]
    assert (first["move"], first["marks"], first["player"]) == ("Sb3", ["!"], 1)
    assert first["after"] == ["to the middle <b>first</b>"]
    [variation] = second["variations"]
    assert [move["move"] for move in variation["moves"]] == ["Sa1", "Sd4"]
    assert variation["moves"][1]["variations"][0]["moves"][0]["marks"] == ["?!"]


def test_the_same_study_has_the_same_id_however_it_is_written(ada: Person, bob: Person) -> None:
    first = ada.post("/studies", {"record": STUDY}).json()["id"]
    canonical = ada.get(f"/studies/{first}").json()["study"]["record"]
    untidy = STUDY.replace("1. ", "").replace(" *", "\n\n*")
    for record in (canonical, untidy):
        assert bob.post("/studies", {"record": record}).json()["id"] == first
    other = STUDY.replace("slow", "fast")
    assert bob.post("/studies", {"record": other}).json()["id"] != first


def test_a_study_must_be_right(ada: Person) -> None:
    error = error_in(ada.post("/studies", {"record": STUDY.replace("Sc2", "Sb3")}), 400)
    assert error["code"] == "record"
    assert "4" in error["message"]  # the line
    for record in ("hello", "pomeczi", f"{STUDY}\n\n{STUDY}", '[Event "?"]\n\n*'):
        assert error_in(ada.post("/studies", {"record": record}), 400)["code"] == "record"


def test_studies_are_bounded(ada: Person) -> None:
    long = STUDY.replace("slow", "s" * study_shapes.LONGEST_RECORD)
    assert error_in(ada.post("/studies", {"record": long}), 422)["field"] == "record"
    larger = STUDY.replace("slow", "ñ" * 60_000)
    error_in(ada.post("/studies", {"record": larger}), 413)
    error_in(ada.post("/studies", {"record": ""}), 422)
    fits = STUDY.replace("slow", "slowly " * 5000)
    assert ada.post("/studies", {"record": fits}).status_code == 201


def test_there_are_not_all_studies(ada: Person) -> None:
    assert error_in(ada.get(f"/studies/{'0' * 20}"), 404)["code"] == "unknown"
    error_in(ada.get("/studies/nonsense"), 422)


def test_sharing_is_limited(tmp_path: Path) -> None:
    app = small_server(f"sqlite:///{tmp_path / 'few.db'}", rate_games="1/hour")
    with TestClient(app) as client:
        person = Person(client, "p" * 22)
        assert person.post("/studies", {"record": STUDY}).status_code == 201
        error_in(person.post("/studies", {"record": STUDY}), 429)


def test_a_game_can_be_studied(ada: Person) -> None:
    clock = {"minutes": 5, "increment": 3}
    game = ada.creates(opponent={"kind": "table"}, clock=clock)["id"]
    ada.acts(game, "move", ply=0, move="Sb3")
    ada.acts(game, "move", ply=1, move="Sc2")
    answer = ada.get(f"/games/{game}/study")
    study_shapes.StudyView.model_validate_json(answer.text)
    study = answer.json()["study"]
    assert answer.json()["id"] is None
    assert [move["move"] for move in study["line"]["moves"]] == ["Sb3", "Sc2"]
    assert "clk" not in study["record"]
    error_in(ada.get(f"/games/{'0' * 16}/study"), 404)
