"""The socket of a game: every message is answered, whatever it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.server.playing import Person, small_server
from tests.server.tables import ADA, BOB, EVE


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(small_server(f"sqlite:///{tmp_path / 'games.db'}")) as made:
        yield made


@pytest.fixture
def ada(client: TestClient) -> Person:
    return Person(client, ADA)


@pytest.fixture
def bob(client: TestClient) -> Person:
    return Person(client, BOB)


@pytest.fixture
def game(ada: Person, bob: Person) -> str:
    """A game of Ada's, which Bob has joined."""
    game_id: str = ada.creates()["id"]
    assert bob.post(f"/games/{game_id}/join").status_code == 200
    return game_id


def test_a_game_over_sockets(client: TestClient, ada: Person, bob: Person, game: str) -> None:
    eve = Person(client, EVE)
    with ada.at(game) as first, bob.at(game) as second, eve.at(game) as watching:
        for line, you in ((first, [1]), (second, [2]), (watching, [])):
            told = line.hears()
            assert told["type"] == "snapshot"
            assert told["game"]["you"] == you
        first.says({"type": "move", "ply": 0, "move": "Sb3", "id": "m1"})
        event = first.hears_of("event")
        assert (event["seq"], event["event"]["move"]) == (3, "Sb3")
        assert first.hears_of("done") == {"type": "done", "id": "m1", "seq": 3}
        assert second.hears_of("event") == event
        assert watching.hears_of("event") == event
        answer = second.asks(type="move", ply=1, move="Sb3", id="m2")
        assert answer["id"] == "m2"
        assert (answer["error"]["code"], answer["error"]["rule"]) == ("illegal", "P4")
        assert watching.asks(type="move", ply=1, move="Sc2")["error"]["code"] == "seat"
        assert second.asks(type="resign")["type"] == "done"
        assert first.hears_of("event")["state"]["outcome"]["winner"] == 1


def test_a_repeated_move_is_done_and_a_stale_one_brings_a_snapshot(ada: Person, game: str) -> None:
    with ada.at(game) as line:
        line.hears()
        assert line.asks(type="move", ply=0, move="Sb3", id="a")["seq"] == 3
        assert line.asks(type="move", ply=0, move="Sb3", id="b") == {
            "type": "done",
            "id": "b",
            "seq": 3,
        }
        assert line.asks(type="move", ply=0, move="Sa1", id="c")["error"]["code"] == "stale"
        assert line.hears()["type"] == "snapshot"


def test_sync_and_ping(ada: Person, game: str) -> None:
    with ada.at(game) as line:
        line.hears()
        assert line.asks(type="sync")["game"]["id"] == game
        pong = line.asks(type="ping", id="p")
        assert (pong["type"], pong["id"]) == ("pong", "p")
        assert pong["now"] > 0


def test_a_reconnecting_client_gets_everything(ada: Person, bob: Person, game: str) -> None:
    with ada.at(game) as line:
        line.hears()
        line.asks(type="move", ply=0, move="Sb3")
    assert bob.acts(game, "move", ply=1, move="Sc2").status_code == 200
    with ada.at(game) as line:
        view = line.hears()["game"]
        assert [ply["move"] for ply in view["moves"]] == ["Sb3", "Sc2"]
        assert view["state"]["last"]["move"] == "Sc2"


def test_presence_is_told(ada: Person, bob: Person, game: str) -> None:
    with ada.at(game) as first:
        assert first.hears()["game"]["state"]["present"] == [True, False]
        with bob.at(game):
            while first.hears_of("presence")["present"] != [True, True]:
                pass
        while first.hears_of("presence")["present"] != [True, False]:
            pass


@pytest.mark.parametrize("game_id", ["0" * 16, "short", "%00" * 16, "é" * 16])
def test_an_unknown_game_closes_the_socket(ada: Person, game_id: str) -> None:
    with ada.at(game_id) as line:
        assert line.hears()["error"]["code"] == "unknown"
        with pytest.raises(WebSocketDisconnect) as caught:
            line.socket.receive_text()
        assert caught.value.code == 4404


MALFORMED = [
    "",
    "nothing",
    "null",
    "[]",
    "{}",
    '{"type": "dance"}',
    '{"type": "move"}',
    '{"type": "move", "ply": -1, "move": "Sb3"}',
    '{"type": "move", "ply": 0.5, "move": "Sb3"}',
    '{"type": "move", "ply": "0", "move": "Sb3"}',
    '{"type": "move", "ply": true, "move": "Sb3"}',
    '{"type": "move", "ply": NaN, "move": "Sb3"}',
    '{"type": "move", "ply": 1e400, "move": "Sb3"}',
    '{"type": "move", "ply": ' + "9" * 400 + ', "move": "Sb3"}',
    '{"type": "move", "ply": 0, "move": "' + "S" * 201 + '"}',
    '{"type": "move", "ply": 0, "move": "S\\u0000b3"}',
    '{"type": "move", "ply": 0, "move": "\\ud800"}',
    '{"type": "move", "ply": 0, "move": "Sb3", "id": ""}',
    '{"type": "move", "ply": 0, "move": "Sb3", "id": "a\\u0000"}',
    '{"type": "move", "ply": 0, "move": "Sb3", "id": "' + "i" * 41 + '"}',
    '{"type": "move", "ply": 0, "move": "Sb3", "as": 2}',
    '{"type": "offer", "what": "tea"}',
    '{"type": "claim", "result": "loss"}',
    "[" * 2000,
    '{"type":' * 500,
]


def test_malformed_messages_are_refused(ada: Person, game: str) -> None:
    with ada.at(game) as line:
        line.hears()
        for text in MALFORMED:
            line.says(text)
            answer = line.hears_of("done", "error", "snapshot", "pong")
            assert answer["type"] == "error", text
            assert answer["error"]["code"] == "format", text
            assert answer["error"]["message"]
        line.socket.send_bytes(b"\xff\xfe")
        assert line.hears_of("error")["error"]["code"] == "format"
        line.says(json.dumps({"type": "ping", "id": "x" * 5000}))
        assert line.hears_of("error")["error"]["code"] == "size"
        line.says({"type": "move", "ply": -1, "move": "Sb3", "id": "mine"})
        assert line.hears_of("error")["id"] == "mine"
        assert line.asks(type="sync")["game"]["seq"] == 2


@pytest.fixture(scope="module")
def lasting_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("socket")
    with TestClient(small_server(f"sqlite:///{folder / 'games.db'}")) as made:
        yield made


TEXTS = st.text(max_size=60)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
TYPES = st.sampled_from(
    ["move", "offer", "accept", "decline", "claim", "sync", "ping", "resign", "withdraw"]
)
MESSAGES = st.fixed_dictionaries(
    {"type": TYPES | TEXTS},
    optional={
        "ply": st.integers(-2, 3) | VALUES,
        "move": st.sampled_from(["Sb3", "Db1>", "b3^"]) | TEXTS,
        "what": st.sampled_from(["draw", "takeback", "rematch"]) | TEXTS,
        "result": st.sampled_from(["win", "draw"]) | TEXTS,
        "id": TEXTS,
        "other": VALUES,
    },
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(said=st.lists(MESSAGES | VALUES, min_size=1, max_size=8))
def test_every_message_gets_exactly_one_answer(lasting_client: TestClient, said: list[Any]) -> None:
    """A watcher changes nothing, whatever it says."""
    ada, eve = Person(lasting_client, ADA), Person(lasting_client, EVE)
    game_id = ada.creates()["id"]
    with eve.at(game_id) as line:
        line.hears()
        for message in said:
            line.says(json.dumps(message))
            assert line.hears_of("done", "error", "snapshot", "pong")["type"] != "done"
        line.says({"type": "ping", "id": "end"})
        assert line.hears_of("done", "error", "snapshot", "pong")["id"] == "end"
    assert ada.get(f"/games/{game_id}").json()["seq"] == 1


def test_too_many_messages_are_refused_with_their_id(tmp_path: Path) -> None:
    app = small_server(f"sqlite:///{tmp_path / 'games.db'}", rate_messages="3/minute")
    with TestClient(app) as client:
        ada = Person(client, ADA)
        game_id = ada.creates()["id"]
        with ada.at(game_id) as line:
            line.hears()
            for _ in range(3):
                assert line.asks(type="ping")["type"] == "pong"
            answer = line.asks(type="ping", id="one-more")
            assert answer["id"] == "one-more"
            assert answer["error"]["code"] == "rate"
            assert answer["error"]["retry_after"] > 0
