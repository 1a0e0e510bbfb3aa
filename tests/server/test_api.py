"""The JSON API: what it answers, what it refuses, and what it does not tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import jostle
from jostle.server.wire import shapes
from tests.server.playing import Person, error_in, small_server
from tests.server.tables import ADA, BOB


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("api")
    with TestClient(small_server(f"sqlite:///{folder / 'games.db'}")) as made:
        yield made


def read(shape: type[shapes.Shape], answer: Any) -> Any:
    """The body of an answer that has the documented shape."""
    assert answer.status_code in (200, 201), answer.text
    shape.model_validate_json(answer.text)
    return answer.json()


# Pure questions.


def test_the_catalogue_lists_every_game_with_every_option(ada: Person) -> None:
    found = read(shapes.Catalogue, ada.get("/catalogue"))
    assert found["levels"] == list(range(1, 11))
    assert [game["name"] for game in found["games"]] == list(jostle.GAMES)
    for info in found["games"]:
        game = jostle.game(info["name"])
        assert {option["name"]: option["default"] for option in info["options"]} == game.settings
        assert info["main_variants"][0] == {"variant": game.name, "title": info["title"]}
    options = {option["name"]: option for info in found["games"] for option in info["options"]}
    assert (options["quiet"]["lowest"], options["quiet"]["words"]) == (20, ["off"])
    assert (options["walls"]["kind"], options["walls"]["words"]) == ("words", ["on", "off"])
    assert options["grid"]["kind"] == "text"


def test_variants_are_normalised(ada: Person) -> None:
    found = read(shapes.VariantView, ada.get("/variants", variant="POMECZI:singles=1,board=3x3"))
    assert found["variant"] == "pomeczi:board=3x3"
    assert found["settings"]["dominoes"] == "1"
    assert found["start"]["text"] == "3/3/3[SDsd] 1 - -"
    assert error_in(ada.get("/variants", variant="chess"), 400)["code"] == "variant"
    assert error_in(ada.get("/variants"), 422)["field"] == "variant"


def test_positions_come_with_all_moves(ada: Person) -> None:
    position = jostle.game("push-push").start()
    answer = ada.get("/positions", variant="push-push", position=position.text)
    found = read(shapes.MovesView, answer)
    assert [view["move"] for view in found["moves"]] == list(map(str, position.legal_moves))
    assert "max-age" in answer.headers["cache-control"]
    wrong = ada.get("/positions", variant="push-push", position="7/7")
    assert error_in(wrong, 400)["code"] == "position"


def test_a_move_is_played_for_nobody(ada: Person) -> None:
    start = jostle.game("pomeczi").start()
    asked = {"variant": "pomeczi", "position": start.text}
    played = read(shapes.PlayedView, ada.get("/positions/play", **asked, move="sB3"))
    after = start.play("Sb3")
    assert played["last"]["move"] == "Sb3"
    assert played["position"]["text"] == after.text
    assert [view["move"] for view in played["moves"]] == list(map(str, after.legal_moves))
    refused = error_in(ada.get("/positions/play", **asked, move="b3^"), 409)
    assert (refused["code"], refused["rule"]) == ("illegal", "P5")


def test_a_refusal_names_the_rule(ada: Person) -> None:
    asked = {"variant": "pomeczi", "position": "4/1S2/4/4[SDssd] 2 - -"}
    refused = read(shapes.RefusalView, ada.get("/positions/refusal", **asked, move="Sb3"))
    assert (refused["error"]["code"], refused["error"]["rule"]) == ("illegal", "P4")
    assert ada.get("/positions/refusal", **asked, move="Sb2").json() == {"error": None}
    assert ada.get("/positions/refusal", **asked, move="hm").json()["error"]["code"] == "notation"


def test_rules_are_told_in_plain_text(ada: Person) -> None:
    found = read(shapes.RuleView, ada.get("/rules/pomeczi/P3"))
    assert found["title"] == "A turn"
    assert found["text"].startswith("The players take turns.")
    assert "*" not in read(shapes.RuleView, ada.get("/rules/pomeczi/P1"))["text"]
    assert "P4" in error_in(ada.get("/rules/pomeczi/Z9"), 404)["message"]
    assert error_in(ada.get("/rules/chess/P3"), 404)["code"] == "unknown"


# People.


def test_a_name_can_be_chosen(client: TestClient) -> None:
    somebody = Person(client, "n" * 22)
    assert read(shapes.Me, somebody.get("/me")) == {"name": "Guest"}
    assert read(shapes.Me, somebody.patch("/me", {"name": "  Zoë 1 "})) == {"name": "Zoë 1"}
    assert somebody.get("/me").json() == {"name": "Zoë 1"}


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 31, "a\0b", "a\nb", "a\u202eb", "a\u200bb", 5, None, ["a"]]
)
def test_a_name_is_visible_text(ada: Person, name: Any) -> None:
    error = error_in(ada.patch("/me", {"name": name}), 422)
    assert (error["code"], error["field"]) == ("format", "name")


def test_half_a_character_is_no_name(ada: Person) -> None:
    for body in (b'{"name": "\\ud800"}', b'{"name": "\xff"}', b"[" * 9000, b'{"name": NaN}'):
        answer = ada.client.patch(
            "/api/me", content=body, headers={**ada.headers, "Content-Type": "application/json"}
        )
        assert 400 <= answer.status_code < 500


# Games.


def test_a_game_with_a_friend(ada: Person, bob: Person, eve: Person) -> None:
    created = ada.creates(clock={"minutes": 5, "increment": 3})
    shapes.GameView.model_validate_json(json.dumps(created))
    game = created["id"]
    assert created["you"] == [1]
    assert created["creator"]
    assert created["state"]["status"] == "open"
    assert error_in(ada.acts(game, "move", ply=0, move="Sb3"), 409)["code"] == "turn"
    joined = read(shapes.GameView, bob.post(f"/games/{game}/join"))
    assert joined["you"] == [2]
    assert bob.post(f"/games/{game}/join").status_code == 200
    assert error_in(eve.post(f"/games/{game}/join"), 409)["code"] == "full"
    done = read(shapes.Done, ada.acts(game, "move", ply=0, move="Sb3"))
    assert done["seq"] == 3
    assert error_in(eve.acts(game, "move", ply=1, move="Sc2"), 403)["code"] == "seat"
    assert error_in(bob.acts(game, "move", ply=1, move="Sb3"), 409)["rule"] == "P4"
    assert error_in(bob.acts(game, "move", ply=5, move="Sc2"), 409)["code"] == "stale"
    read(shapes.Done, bob.acts(game, "move", ply=1, move="Sc2"))
    seen = read(shapes.GameView, eve.get(f"/games/{game}"))
    assert [ply["move"] for ply in seen["moves"]] == ["Sb3", "Sc2"]
    assert seen["moves"][1]["clock"] > 300_000
    replay = read(shapes.Replay, eve.get(f"/games/{game}/replay"))
    assert len(replay["positions"]) == 3
    assert replay["positions"][-1] == seen["state"]["position"]


def test_nothing_tells_an_identity(ada: Person, bob: Person, eve: Person) -> None:
    game = ada.creates(public=True)["id"]
    bob.post(f"/games/{game}/join")
    told = [eve.get(f"/games/{game}{part}").text for part in ("", "/replay", "/record")]
    told += [eve.get("/games", list=which).text for which in ("open", "playing", "mine")]
    for identity in (ADA, BOB):
        assert all(identity not in text for text in told)


def test_games_start_from_any_position(ada: Person) -> None:
    start = "4/4/sS2/4[SDsd] 2 - -"
    view = ada.creates(opponent={"kind": "table"}, start=start)
    assert view["start"] == start
    assert view["you"] == [1, 2]
    assert view["mode"] == "table"
    standard = jostle.game("pomeczi").start().text
    assert ada.creates(opponent={"kind": "table"}, start=standard)["start"] == standard


def test_sides_are_chosen_or_drawn(ada: Person) -> None:
    assert ada.creates(side=2)["you"] == [2]
    drawn = {ada.creates(side="random")["you"][0] for _ in range(40)}
    assert drawn == {1, 2}


BAD_GAMES = [
    ({"variant": "chess"}, 400, "variant"),
    ({"variant": "pomeczi:board=9x9"}, 400, "variant"),
    ({"start": "nonsense"}, 400, "position"),
    ({"variant": "push-push", "start": "7/7/7/7/7/7/7 1 1-0 0"}, 400, "position"),
    ({"variant": ""}, 422, "format"),
    ({"variant": "x" * 201}, 422, "format"),
    ({"variant": "pomeczi\0"}, 422, "format"),
    ({"side": 3}, 422, "format"),
    ({"side": True}, 422, "format"),
    ({"opponent": {"kind": "computer"}}, 422, "format"),
    ({"opponent": {"kind": "computer", "level": 11}}, 422, "format"),
    ({"opponent": {"kind": "computer", "level": 1.5}}, 422, "format"),
    ({"opponent": {"kind": "ghost"}}, 422, "format"),
    ({"opponent": {"kind": "person", "identity": "x"}}, 422, "format"),
    ({"clock": {"minutes": 0, "increment": 0}}, 422, "format"),
    ({"clock": {"minutes": 5}}, 422, "format"),
    ({"clock": {"days": 15}}, 422, "format"),
    ({"clock": {"days": 1, "minutes": 5, "increment": 0}}, 422, "format"),
    ({"public": "yes"}, 422, "format"),
    ({"creator": "me"}, 422, "format"),
]


@pytest.mark.parametrize(("wrong", "status", "code"), BAD_GAMES)
def test_a_bad_game_is_refused(ada: Person, wrong: dict[str, Any], status: int, code: str) -> None:
    body = {"variant": "pomeczi", "opponent": {"kind": "person"}, **wrong}
    assert error_in(ada.post("/games", body), status)["code"] == code


def test_an_unknown_game_is_not_found(ada: Person) -> None:
    for part in ("", "/replay", "/record", "/qr.svg"):
        assert error_in(ada.get(f"/games/{'0' * 16}{part}"), 404)["code"] == "unknown"
        assert error_in(ada.get(f"/games/short{part}"), 422)["code"] == "format"
    assert error_in(ada.post(f"/games/{'0' * 16}/join"), 404)["code"] == "unknown"
    assert error_in(ada.acts("0" * 16, "resign"), 404)["code"] == "unknown"


def test_lists_show_public_games_and_ones_own(client: TestClient) -> None:
    ann, ben, cat = (Person(client, letter * 22) for letter in "xyz")
    private = ann.creates()["id"]
    public = ann.creates(public=True)["id"]
    playing = ann.creates(public=True)["id"]
    ben.post(f"/games/{playing}/join")

    def listed(person: Person, which: str) -> dict[str, Any]:
        found = read(shapes.GameList, person.get("/games", list=which))
        return {game["id"]: game for game in found["games"]}

    assert public in listed(cat, "open")
    assert private not in listed(cat, "open")
    assert private not in listed(ann, "open")
    assert playing in listed(cat, "playing")
    assert set(listed(ann, "mine")) == {private, public, playing}
    assert set(listed(ben, "mine")) == {playing}
    assert listed(cat, "mine") == {}
    assert listed(ben, "mine")[playing]["you"] == [2]
    ann.acts(public, "withdraw")
    assert public not in listed(cat, "open")
    assert error_in(ann.get("/games", list="all"), 422)["field"] == "list"
    assert error_in(ann.get("/games", list="mine", before="x"), 422)["field"] == "before"


def test_long_lists_come_in_pages(client: TestClient) -> None:
    busy = Person(client, "p" * 22)
    made = [busy.creates()["id"] for _ in range(35)]
    first = read(shapes.GameList, busy.get("/games", list="mine"))
    second = read(shapes.GameList, busy.get("/games", list="mine", before=first["next"]))
    assert (len(first["games"]), len(second["games"]), second["next"]) == (30, 5, None)
    seen = [game["id"] for game in first["games"] + second["games"]]
    assert sorted(seen) == sorted(made)


def test_the_record_can_be_read_again(ada: Person) -> None:
    game = ada.creates(opponent={"kind": "table"}, clock={"minutes": 0.5, "increment": 2})["id"]
    for ply, move in enumerate(("Sb3", "Sc2")):
        assert ada.acts(game, "move", ply=ply, move=move).status_code == 200
    ada.acts(game, "resign")
    answer = ada.get(f"/games/{game}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    record = jostle.Record.parse(answer.text)
    assert record.headers["TimeControl"] == "30+2"
    assert record.headers["Site"].endswith(f"/games/{game}")
    assert record.headers["Result"] == "0-1"
    assert [str(move) for move in record.moves] == ["Sb3", "Sc2"]
    clock = record.line.moves[0].clock
    assert clock is not None
    assert clock.total_seconds() == 30


def test_the_link_as_a_qr_code(ada: Person) -> None:
    game = ada.creates()["id"]
    answer = ada.get(f"/games/{game}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_against_the_computer_with_a_takeback(ada: Person) -> None:
    game = ada.creates(opponent={"kind": "computer", "level": 1})["id"]
    assert ada.get(f"/games/{game}").json()["mode"] == "computer"
    with ada.at(game) as line:
        line.hears()
        line.says({"type": "move", "ply": 0, "move": "Sb3"})
        assert line.hears_of("event")["event"]["player"] == 1
        assert line.hears_of("event")["event"]["player"] == 2
        line.says({"type": "offer", "what": "takeback"})
        taken = line.hears_of("event")
        assert taken["event"] == {"kind": "taken-back", "to": 0}
        assert taken["state"]["ply"] == 0


def test_games_are_limited(tmp_path: Path) -> None:
    app = small_server(f"sqlite:///{tmp_path / 'games.db'}", rate_games="2/minute")
    with TestClient(app) as client:
        ada = Person(client, ADA)
        ada.creates()
        ada.creates()
        body = {"variant": "pomeczi", "opponent": {"kind": "person"}}
        answer = ada.post("/games", body)
        assert error_in(answer, 429)["code"] == "rate"
        assert int(answer.headers["retry-after"]) > 0


# The documentation.


def test_every_route_is_documented(client: TestClient) -> None:
    described = client.get("/openapi.json").json()
    assert len(described["paths"]) >= 12
    for path, verbs in described["paths"].items():
        for verb, route in verbs.items():
            assert route["summary"], (verb, path)
            assert route["description"], (verb, path)
            assert "429" in route["responses"], (verb, path)
            refused = route["responses"]["422"]["content"]["application/json"]["schema"]
            assert refused["$ref"].endswith("/ErrorAnswer")
            makes_something = (verb, path) in {("post", "/api/games"), ("post", "/api/studies")}
            success = "201" if makes_something else "200"
            assert route["responses"][success]["content"], (verb, path)
