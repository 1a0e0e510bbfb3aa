"""Analyses: the socket on which the engine thinks aloud, exact values, and what nobody is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

import jostle
from jostle.server.study import analysing
from jostle.server.wire import study_shapes
from tests.server.playing import Line, Person, error_in, small_server
from tests.server.tables import ADA
from tests.server.test_guard import MOVES
from tests.solved import SMALLEST

LONG = 60


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(small_server(f"sqlite:///{tmp_path / 'games.db'}")) as made:
        yield made


@contextmanager
def analysing_line(person: Person) -> Iterator[Line]:
    """An open socket to the engine."""
    path = "/api/analysis/socket"
    with person.client.websocket_connect(path, headers=person.headers) as socket:
        yield Line(socket)


def think(**given: Any) -> dict[str, Any]:
    return {"type": "think", "id": "q", "variant": "pomeczi", "seconds": LONG, **given}


def analyses_of(client: TestClient) -> analysing.Analyses:
    found: analysing.Analyses = client.app.state.jostle.analyses  # type: ignore[attr-defined]
    return found


def running_game(ada: Person, bob: Person, moves: int = len(MOVES)) -> str:
    """A game of two people, some moves after its start."""
    game: str = ada.creates()["id"]
    assert bob.post(f"/games/{game}/join").status_code == 200
    for ply, move in enumerate(MOVES[:moves]):
        player = (ada, bob)[ply % 2]
        assert player.acts(game, "move", ply=ply, move=move).status_code == 200
    return game


# The socket.


def test_an_analysis_gets_deeper_until_it_is_stopped(client: TestClient, ada: Person) -> None:
    with analysing_line(ada) as line:
        line.says(think(lines=3, moves=["Sb3"]))
        first = line.hears()
        assert first["type"] == "analysis"
        assert first["id"] == "q"
        after = jostle.game("pomeczi").start().play("Sb3")
        assert first["position"] == after.text
        depths = [first["depth"]]
        while len(depths) < 4:
            told = line.hears()
            assert told["type"] == "analysis"
            depths.append(told["depth"])
            assert len(told["lines"]) == 3
            for found in told["lines"]:
                position = after
                for move in found["moves"]:
                    position = position.play(move)
                assert found["score"]["player"] == 2
                assert found["words"]
        assert depths == sorted(set(depths))
        line.says({"type": "stop", "id": "s"})
        assert line.hears_of("done") == {"type": "done", "id": "q", "reason": "stopped"}
        assert line.hears() == {"type": "stopped", "id": "s"}
        assert analyses_of(client).running == 0


def test_an_analysis_ends_with_its_time(ada: Person) -> None:
    with analysing_line(ada) as line:
        line.says(think(seconds=0.05))
        assert line.hears_of("done")["reason"] == "time"
        assert any(told["type"] == "analysis" for told in line.heard)


def test_what_is_proven_ends_an_analysis(ada: Person) -> None:
    start = "7/3o3/3C3/7/7/7/3c3 1 - 3"  # two pushes from the goal
    with analysing_line(ada) as line:
        line.says(think(variant="push-push", start=start))
        assert line.hears_of("done")["reason"] == "settled"
        found = [told for told in line.heard if told["type"] == "analysis"][-1]
        exact = found["lines"][0]["score"]["exact"]
        assert exact["value"] == "win"
        assert len(found["lines"][0]["moves"]) == exact["plies"]


def test_a_new_question_ends_the_one_before(client: TestClient, ada: Person) -> None:
    with analysing_line(ada) as line, analysing_line(ada) as other:
        line.says(think(id="first"))
        line.hears_of("analysis")
        line.says(think(id="second", variant="push-push"))
        assert line.hears_of("done") == {"type": "done", "id": "first", "reason": "replaced"}
        assert line.hears_of("analysis")["id"] == "second"
        other.says(think(id="third"))
        assert other.hears_of("analysis")["id"] == "third"
        assert line.hears_of("done") == {"type": "done", "id": "second", "reason": "replaced"}
        assert analyses_of(client).running == 1
        assert analyses_of(client).engines == 1


def test_a_closed_socket_frees_its_engine(client: TestClient, ada: Person) -> None:
    with analysing_line(ada) as line:
        line.says(think())
        line.hears_of("analysis")
    while analyses_of(client).engines or analyses_of(client).running:
        assert client.get("/api/catalogue").status_code == 200  # the loop goes round


def test_only_so_many_analyse_at_once(
    ada: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "MOST_ENGINES", 1)
    with analysing_line(ada) as first, analysing_line(bob) as second:
        first.says(think())
        first.hears_of("analysis")
        second.says(think())
        assert second.hears()["error"]["code"] == "busy"
        first.says({"type": "stop"})
        first.hears_of("stopped")
        second.says(think())
        assert second.hears()["type"] == "analysis"


def test_others_get_the_engine_while_somebody_analyses(ada: Person, bob: Person) -> None:
    game = bob.creates(opponent={"kind": "computer", "level": 1}, side=1)["id"]
    with analysing_line(ada) as line, bob.at(game) as playing:
        line.says(think(lines=5))
        line.hears_of("analysis")
        playing.says({"type": "move", "ply": 0, "move": "Sb3"})
        while playing.hears_of("event")["event"].get("ply") != 1:
            pass
        line.says({"type": "stop"})
        line.hears_of("stopped")
        assert not [told for told in line.heard if told["type"] == "done"][:-1]


@pytest.mark.parametrize(
    ("said", "code", "field"),
    [
        ("no JSON", "format", "type"),
        ({"type": "dance"}, "format", "type"),
        (think(lines=6), "format", "lines"),
        (think(lines=0), "format", "lines"),
        (think(seconds=61), "format", "seconds"),
        (think(seconds=0), "format", "seconds"),
        (think(moves=["Sb3"] * 401), "format", "moves"),
        (think(extra=1), "format", "extra"),
        (think(variant="chess"), "variant", None),
        (think(start="4/4"), "position", None),
        (think(moves=["Sb3", "Sb3"]), "illegal", None),
        (think(moves=["nonsense"]), "notation", None),
        (think(game="0" * 16), "unknown", None),
        (think(variant="push-push", start="7/7/7/7/7/7/7 1 1-0 0"), "over", None),
        ("x" * 5000, "size", None),
    ],
)
def test_bad_messages_are_answered(ada: Person, said: Any, code: str, field: str | None) -> None:
    with analysing_line(ada) as line:
        line.says(said)
        error = line.hears()["error"]
        assert error["code"] == code
        assert error.get("field") == field
        assert error["message"]
        line.says(think(seconds=0.01))
        assert line.hears_of("done")["id"] == "q"


def test_bytes_are_refused(ada: Person) -> None:
    with analysing_line(ada) as line:
        line.socket.send_bytes(json.dumps(think()).encode())
        assert line.hears()["error"]["code"] == "format"


def test_a_finished_position_is_not_analysed(ada: Person) -> None:
    game = jostle.Match(jostle.game("pomeczi:board=3x3"))
    while game.outcome is None:
        game.play(min(map(str, game.position.legal_moves)))
    with analysing_line(ada) as line:
        line.says(think(variant=game.game.variant, start=game.position.text))
        assert line.hears()["error"]["code"] == "over"


def test_a_game_that_repetition_ended_can_be_analysed_further(ada: Person) -> None:
    there_and_back = ["a1a2", "b7b6", "a2a1", "b6b7"]
    with analysing_line(ada) as line:
        for moves in ([*there_and_back * 2, *there_and_back[:2]], there_and_back * 3):
            line.says(think(variant="push-push", moves=moves, seconds=0.05))
            assert line.hears()["type"] == "analysis"
            line.hears_of("done")


def test_strangers_are_turned_away(client: TestClient) -> None:
    bad = {"Authorization": "Bearer nobody"}
    with pytest.raises(WebSocketDenialResponse) as refused:
        client.websocket_connect("/api/analysis/socket", headers=bad).__enter__()
    assert refused.value.json()["error"]["code"] == "identity"


def test_messages_are_limited(tmp_path: Path) -> None:
    app = small_server(f"sqlite:///{tmp_path / 'games.db'}", rate_messages="2/hour")
    with TestClient(app) as client, analysing_line(Person(client, ADA)) as line:
        for _ in range(2):
            line.says({"type": "stop"})
            assert line.hears()["type"] == "stopped"
        line.says({"type": "stop"})
        assert line.hears()["error"]["code"] == "rate"


# What nobody is told.


def test_a_running_game_is_refused_by_its_id(ada: Person, bob: Person, eve: Person) -> None:
    game = running_game(ada, bob, 2)
    with analysing_line(eve) as line:
        line.says(think(game=game, moves=list(MOVES[:2])))
        assert line.hears()["error"]["code"] == "running"
        assert error_in(eve.get(f"/games/{game}/study"), 409)["code"] == "running"
        assert ada.acts(game, "resign").status_code == 200
        line.says(think(game=game, moves=list(MOVES[:2])))
        assert line.hears()["type"] == "analysis"
    assert eve.get(f"/games/{game}/study").status_code == 200


def test_a_running_position_is_refused_to_everybody(ada: Person, bob: Person, eve: Person) -> None:
    game = running_game(ada, bob)
    match = jostle.Match(jostle.game("pomeczi"))
    for move in MOVES:
        match.play(move)
    text = match.position.text
    asked = {"variant": "pomeczi", "position": text}
    for person in (ada, bob, eve):
        with analysing_line(person) as line:
            line.says(think(moves=list(MOVES)))
            assert line.hears()["error"]["code"] == "running"
            line.says(think(start=text))
            assert line.hears()["error"]["code"] == "running"
        assert error_in(person.get("/positions/values", **asked), 409)["code"] == "running"
    # One move further nothing is refused, and where it was before neither.
    after = str(next(iter(match.position.legal_moves)))
    with analysing_line(eve) as line:
        line.says(think(moves=[*MOVES, after]))
        assert line.hears()["type"] == "analysis"
        line.says(think(moves=list(MOVES[:-1])))
        assert line.hears_of("analysis", "error")["type"] == "analysis"
        bob.acts(game, "resign")
        line.says(think(moves=list(MOVES)))
        assert line.hears_of("analysis", "error")["type"] == "analysis"
    assert eve.get("/positions/values", **asked).status_code == 200


def test_the_first_moves_are_common_knowledge(ada: Person, bob: Person) -> None:
    running_game(ada, bob, 3)
    with analysing_line(ada) as line:
        line.says(think(moves=list(MOVES[:3])))
        assert line.hears()["type"] == "analysis"


# Exact values.


@pytest.mark.usefixtures("tables")
def test_values_of_a_solved_position(ada: Person) -> None:
    start = jostle.game(SMALLEST).start()
    answer = ada.get("/positions/values", variant=SMALLEST, position=start.text)
    study_shapes.ValuesView.model_validate_json(answer.text)
    told = answer.json()
    assert told["exact"]["value"] == "win"
    assert {move["move"] for move in told["moves"]} == set(map(str, start.legal_moves))
    best = told["moves"][0]
    assert best["exact"] == told["exact"]
    for move in told["moves"]:
        after = jostle.probe(start.play(move["move"]))
        assert after is not None
        assert move["exact"]["value"] == {1: "loss", 0: "draw", -1: "win"}[after.sign]
        assert move["words"]
    worth = [("loss", "draw", "win").index(move["exact"]["value"]) for move in told["moves"]]
    assert worth == sorted(worth, reverse=True)
    with analysing_line(ada) as line:
        line.says(think(variant=SMALLEST, lines=2))
        found = line.hears()
        assert found["lines"][0]["score"]["exact"] == told["exact"]
        assert line.hears() == {"type": "done", "id": "q", "reason": "settled"}


def test_values_where_nothing_is_solved(ada: Person) -> None:
    start = jostle.game("push-push").start()
    answer = ada.get("/positions/values", variant="push-push", position=start.text)
    study_shapes.ValuesView.model_validate_json(answer.text)
    assert (answer.json()["exact"], answer.json()["moves"]) == (None, None)
    error_in(ada.get("/positions/values", variant="push-push", position="x"), 400)
