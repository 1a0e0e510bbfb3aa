"""Reading what people bring: what was read, and every problem at its place."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import jostle
from jostle.core.match import Match
from jostle.server.guard.security import LARGE_BODIES
from jostle.server.study.importing import MOST_MOVES, MOST_NESTED
from jostle.server.wire.import_shapes import LONGEST_TEXT, MOST_GAMES, ImportView
from tests.server.playing import Person, error_in, small_server

ANNOTATED = """\
[Event "Final"]
[Variant "push-push"]
[Player1 "Ada"]

1. c1c2! {Towards the ball.} 1... d7d6 (1... b7b6 {slower} 2. d1d2 (2. c2c3)) 2. {before} d1d2 *
"""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("importing")
    with TestClient(small_server(f"sqlite:///{folder / 'games.db'}")) as made:
        yield made


def imported(person: Person, text: str, **given: Any) -> dict[str, Any]:
    answer = person.post("/import", {"text": text, **given})
    assert answer.status_code == 200, answer.text
    ImportView.model_validate_json(answer.text)
    found: dict[str, Any] = answer.json()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in found["problems"]:  # every place is one of the text
        line = lines[problem["line"] - 1]
        assert problem["column"] - 1 + problem["length"] <= max(len(line), problem["column"])
    return found


def marked(text: str, problem: dict[str, Any]) -> str:
    """The part of a text that a problem is about."""
    line: str = text.split("\n")[problem["line"] - 1]
    return line[problem["column"] - 1 :][: problem["length"]]


# Records.


def test_a_record_is_told_as_a_tree(ada: Person) -> None:
    found = imported(ada, ANNOTATED)
    assert (found["kind"], found["chosen"], found["problems"]) == ("record", 0, [])
    assert found["records"][0]["players"] == ["Ada", "?"]
    read = found["read"]
    game = jostle.game("push-push")
    assert (read["variant"], read["start"]) == ("push-push", game.start().text)
    assert read["tags"]["Event"] == "Final"
    moves = read["line"]["moves"]
    assert [move["move"] for move in moves] == ["c1c2", "d7d6", "d1d2"]
    assert [move["player"] for move in moves] == [1, 2, 1]
    assert (moves[0]["marks"], moves[0]["after"]) == (["!"], ["Towards the ball."])
    assert moves[2]["before"] == ["before"]
    (variation,) = moves[1]["variations"]
    assert [move["move"] for move in variation["moves"]] == ["b7b6", "d1d2"]
    assert variation["moves"][0]["position"] == game.start().play("c1c2").play("b7b6").text
    assert variation["moves"][1]["variations"][0]["moves"][0]["move"] == "c2c3"
    assert read["end"] == moves[-1]["position"]
    assert jostle.Record.read(read["record"]) == jostle.Record.read(ANNOTATED)


@pytest.mark.parametrize("name", jostle.GAMES)
def test_every_game_that_was_played_can_be_brought_back(ada: Person, name: str) -> None:
    chance = random.Random(7)
    for variant in jostle.game(name).main_variants:
        match = Match(jostle.game(variant))
        while match.outcome is None and len(match.moves) < 40:
            match.play(chance.choice(list(match.position.legal_moves)))
        found = imported(ada, str(match.record()))
        assert found["problems"] == []
        assert found["read"]["end"] == match.position.text
        assert found["read"]["record"] == str(match.record())


def test_every_problem_is_told_at_its_place(ada: Person) -> None:
    text = '[Event "x"]\n[Variant "pomeczi"]\n[broken]\n\n1. Sb3! sc2 $\n2. b3^ (2. zz) (2. c2<\n'
    found = imported(ada, text)
    assert [marked(text, problem) for problem in found["problems"]] == [
        "[broken]",
        "$",
        "zz",
        "(",
        "c2<",
    ]
    assert "P5" in found["problems"][-1]["message"]
    assert [move["move"] for move in found["read"]["line"]["moves"]] == ["Sb3", "Sc2", "b3^"]


def test_a_record_need_not_name_its_game_where_it_is_known(ada: Person) -> None:
    bare = "1. Sb3 Sc2"
    unknown = imported(ada, bare)
    assert unknown["read"] is None
    assert "Variant" in unknown["problems"][0]["message"]
    known = imported(ada, bare, variant="pomeczi:board=3x3")
    assert known["problems"] == []
    assert known["read"]["variant"] == "pomeczi:board=3x3"


def test_one_of_several_records_is_read_and_its_places_are_those_of_the_text(ada: Person) -> None:
    second = '[Variant "pomeczi"]\n[Player2 "Bob"]\n\n1. Sb3 oops *'
    text = f"{ANNOTATED}\n{second}\n\n{ANNOTATED}"
    first = imported(ada, text)
    assert [listed["line"] for listed in first["records"]] == [1, 7, 12]
    assert (first["problems"], first["read"]["variant"]) == ([], "push-push")
    found = imported(ada, text, game=1)
    assert (found["chosen"], found["records"][1]["players"]) == (1, ["?", "Bob"])
    (problem,) = found["problems"]
    assert (marked(text, problem), problem["line"]) == ("oops", 10)
    assert imported(ada, text, game=99)["chosen"] == 2


# Positions.


@pytest.mark.parametrize(
    ("text", "variant", "expected"),
    [
        ("4/4/4/4[SSDssd] 1 - -", None, "pomeczi"),
        ("3/3/3[SDsd] 1 - -", None, "pomeczi:board=3x3"),
        (jostle.game("push-push").start().text, None, "push-push"),
        ("6/6/6/6/6/6 1 15/15 -", None, "pushee-pieces"),
        ("6/6/6/6/6/6 1 15/15 2/2", None, "pushee-pieces:turns=2"),
        ("  4/4/4/4[SSDssd]\t1  -\n- ", None, "pomeczi"),
        ("5/5/5[SSDssd] 1 - -", "pomeczi:board=5x3", "pomeczi:board=5x3"),
        ("Pomeczi:board=3x3 3/3/3[SDsd] 1 - -", "push-push", "pomeczi:board=3x3"),
        ("pushee-pieces:walls=off", None, "pushee-pieces:walls=off"),
    ],
)
def test_positions_are_recognised(
    ada: Person, text: str, variant: str | None, expected: str
) -> None:
    found = imported(ada, text, **({"variant": variant} if variant else {}))
    assert (found["kind"], found["records"], found["problems"]) == ("position", [], [])
    read = found["read"]
    assert read["variant"] == expected
    assert read["start"] == read["end"]
    assert jostle.game(expected).position(read["start"]).text == read["start"]
    assert read["line"]["moves"] == []


@pytest.mark.parametrize(
    ("text", "variant", "part"),
    [
        ("4/4/4/4[SSDssd] 3 - -", "pomeczi", "3"),
        ("4/4/4/4[SSDssd]   3   - -", "pomeczi", "3"),
        ("4/4/L3/4[SSDssd] 1 - -", "pomeczi", "L"),
        ("4/4/4/4[SSDssd] 1 b3 -", "pomeczi", "b3"),
        ("4/5/4/4[SSDssd] 1 - -", "pomeczi", "5"),
        ("AAA4/7/7/3o3/7/7/7 1 - 0", "push-push", "A"),
        ("7/7/7/3o3/7/7/7 1 - 200", "push-push", "200"),
        ("7/7/7/3q3/7/7/7 1 - 0", "push-push", "q"),
        ("6/6/6/6/6/6 1 15-15 -", "pushee-pieces", "15-15"),
        ("pomeczi:board=99x1 4/4/4/4[] 1 - -", None, "pomeczi:board=99x1"),
    ],
)
def test_what_is_wrong_in_a_position_is_told_at_its_place(
    ada: Person, text: str, variant: str | None, part: str
) -> None:
    found = imported(ada, text, **({"variant": variant} if variant else {}))
    assert (found["kind"], found["read"]) == ("position", None)
    (problem,) = found["problems"]
    assert marked(text, problem) == part


def test_a_position_that_fits_no_usual_variant_says_what_to_do(ada: Person) -> None:
    found = imported(ada, "5/5/5[SSDssd] 1 - -")
    assert "variant" in found["problems"][0]["message"]


# Bounds, and texts that nobody means well with.


def test_too_much_is_told_and_not_read(ada: Person) -> None:
    many = '[Variant "pomeczi"]\n' + "Sb3 " * (MOST_MOVES + 1)
    found = imported(ada, many)
    assert found["read"] is None
    assert found["problems"][0]["column"] == 4 * MOST_MOVES + 1
    deep = '[Variant "pomeczi"]\n1. Sb3' + " (1. Sb2" * (MOST_NESTED + 1)
    assert str(MOST_NESTED) in imported(ada, deep)["problems"][0]["message"]
    nested = '[Variant "pomeczi"] 1. Sb3' + " (1. Sb2" * MOST_NESTED + ")" * MOST_NESTED
    assert imported(ada, nested)["problems"] == []
    listed = imported(ada, '[Variant "pomeczi"] *\n' * (MOST_GAMES + 1))
    assert len(listed["records"]) == MOST_GAMES
    assert listed["problems"][0]["line"] == MOST_GAMES + 1


def test_a_text_has_a_longest_size(ada: Person) -> None:
    assert imported(ada, "%" * LONGEST_TEXT)["kind"] == "nothing"
    refused = error_in(ada.post("/import", {"text": "x" * (LONGEST_TEXT + 1)}), 422)
    assert refused["field"] == "text"
    huge = {"text": "x" * LARGE_BODIES["/api/import"]}
    assert error_in(ada.post("/import", huge), 413)["code"] == "size"
    # No other route takes so much.
    assert error_in(ada.post("/games", huge), 413)["code"] == "size"


@pytest.mark.parametrize("text", ["", "  \n\t ", "\ufeff", "% a line for other programs"])
def test_nothing_to_read_says_what_can_be_read(ada: Person, text: str) -> None:
    found = imported(ada, text)
    assert (found["kind"], found["read"]) == ("nothing", None)
    assert "Variant" in found["problems"][0]["message"]


def test_hostile_texts_get_answers(ada: Person) -> None:
    chance = random.Random(3)
    parts = ["(", ")", "{", "}", "[", "]", '"', "[Variant ", '"pomeczi"]', "1.", "Sb3", "\x00", "/"]
    parts += [
        "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
        "\u202e",
        "$1",
        "*",
    ]
    parts += ["4/4/4/4[SSDssd]", " ", "\r", "\n", "1", "-", "pomeczi", "\\", ";", "%", "½-½"]
    for _ in range(300):
        imported(ada, "".join(chance.choice(parts) for _ in range(chance.randrange(1, 30))))
    imported(ada, "(" * 100_000)
    imported(ada, "{" * 100_000)
    imported(ada, "[" * 100_000)
    imported(ada, "/" * 100_000)


def test_malformed_requests_are_refused(ada: Person) -> None:
    assert (
        error_in(ada.post("/import", {"text": "x", "variant": "chess"}), 400)["code"] == "variant"
    )
    assert error_in(ada.post("/import", {"text": 3}), 422)["field"] == "text"
    assert error_in(ada.post("/import", {"text": "x", "game": -1}), 422)["field"] == "game"
    assert error_in(ada.post("/import", {}), 422)["field"] == "text"
