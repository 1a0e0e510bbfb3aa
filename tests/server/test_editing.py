"""Setting up positions: descriptions and texts, what turns them, and what is said of wrong ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

import jostle
from jostle.server.wire.editor_shapes import SetUpView
from tests.server.playing import Person, error_in, small_server

VARIANTS = [
    *(variant for name in jostle.GAMES for variant in jostle.game(name).main_variants),
    "pomeczi:board=5x3,dominoes=2,singles=3",
    "push-push:quiet=off",
    "pushee-pieces:grid=1234/5678/9012/3456,pieces=4,tiers=1,turns=2,walls=off",
]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("editing")
    with TestClient(small_server(f"sqlite:///{folder / 'games.db'}")) as made:
        yield made


def asked(person: Person, variant: str, **given: Any) -> dict[str, Any]:
    answer = person.post("/editor", {"variant": variant, **given})
    assert answer.status_code == 200, answer.text
    SetUpView.model_validate_json(answer.text)
    found: dict[str, Any] = answer.json()
    assert (found["problem"] is None) == (found["position"] is not None)
    return found


def description(view: dict[str, Any]) -> dict[str, Any]:
    """What was told, as it is asked."""
    told = view["described"]
    pieces = [{"piece": put["piece"], "square": put["cells"][0]} for put in told["pieces"]]
    return {**told, "pieces": pieces}


def random_positions(variant: str, games: int = 2) -> Iterator[jostle.Position]:
    """Every few positions of games in which anything is played."""
    chance = random.Random(variant)
    for _ in range(games):
        position = jostle.game(variant).start()
        for ply in range(60):
            if ply % 4 == 0 or position.outcome is not None:
                yield position
            if position.outcome is not None:
                break
            position = position.play(chance.choice(list(position.legal_moves)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_position_taken_apart_and_put_together_is_the_same(ada: Person, variant: str) -> None:
    for position in random_positions(variant):
        apart = asked(ada, variant, position=position.text)
        assert apart["text"] == position.text
        again = asked(ada, variant, described=description(apart))
        assert (again["text"], again["problem"]) == (position.text, None)
        assert again["position"]["text"] == position.text
        for field in apart["fields"]:  # what a field says is among what it may say
            value = apart["described"]["fields"][field["name"]]
            listed = {choice["value"] for choice in field["choices"]}
            if field["kind"] == "number":
                assert field["lowest"] <= int(value) <= field["highest"]
            elif position.outcome is None and value != "-":
                assert set(value.split(",")) <= listed, (position.text, field)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("change", ["mirror", "turn", "exchange"])
def test_what_is_turned_twice_is_the_same(ada: Person, variant: str, change: str) -> None:
    for position in random_positions(variant, games=1):
        if variant.startswith("push-push") and position.text.split()[2] not in ("-", "1-0", "0-1"):
            continue  # B10 speaks of Player 1's first move alone
        once = asked(ada, variant, position=position.text, change=change)
        twice = asked(ada, variant, described=description(once), change=change)
        assert twice["text"] == position.text
        if once["problem"] is None:
            assert jostle.game(variant).position(once["text"]).text == once["text"]
        else:  # exchanged players may leave the mover idle where the numbers are not the same
            assert change == "exchange"


def test_the_opening_is_mirrored_with_the_board(ada: Person) -> None:
    reply = jostle.game("push-push").start().play("c1c2")
    mirrored = asked(ada, "push-push", position=reply.text, change="mirror")
    assert mirrored["text"].split()[2] == "Ce2"
    assert mirrored["problem"] is None
    exchanged = asked(ada, "push-push", position=reply.text, change="exchange")
    assert exchanged["text"].split()[2] == "-"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_cleared_board_is_a_position(ada: Person, variant: str) -> None:
    start = asked(ada, variant)
    assert start["text"] == jostle.game(variant).start().text
    cleared = asked(ada, variant, change="clear")
    assert cleared["problem"] is None
    assert len(cleared["described"]["pieces"]) == (1 if variant.startswith("push-push") else 0)


def test_the_palette_is_what_the_variant_has(ada: Person) -> None:
    assert len(asked(ada, "pomeczi")["palette"]) == 6
    assert len(asked(ada, "push-push")["palette"]) == 9
    assert len(asked(ada, "pushee-pieces")["palette"]) == 4
    assert len(asked(ada, "pushee-pieces:turns=2")["palette"]) == 8


# Wrong ones.


def index(view: dict[str, Any], symbol: str) -> int:
    found: int = [piece["symbol"] for piece in view["board"]["pieces"]].index(symbol)
    return found


def test_too_many_figures_are_named_and_marked(ada: Person) -> None:
    view = asked(ada, "push-push", change="clear")
    given = description(view)
    one = view["palette"][0]
    given["pieces"] += [{"piece": one, "square": square} for square in ("a1", "b1", "c3")]
    wrong = asked(ada, "push-push", described=given)["problem"]
    assert "Player 1's 1" in wrong["message"]
    assert sorted(wrong["squares"]) == ["a1", "b1", "c3"]


def test_a_missing_ball_and_a_second_one_are_told(ada: Person) -> None:
    view = asked(ada, "push-push", change="clear")
    given = description(view)
    ball = given["pieces"][0]
    none = asked(ada, "push-push", described={**given, "pieces": []})
    assert "ball" in none["problem"]["message"].lower()
    (opening,) = (field for field in none["fields"] if field["name"] == "opening")
    assert [choice["value"] for choice in opening["choices"]] == ["-", "1-0", "0-1"]
    won = {**given, "pieces": [], "fields": {"opening": "1-0", "quiet": "0"}}
    assert asked(ada, "push-push", described=won)["position"]["outcome"]["winner"] == 1
    two = {**given, "pieces": [ball, {**ball, "square": "a1"}]}
    assert sorted(asked(ada, "push-push", described=two)["problem"]["squares"]) == ["a1", "d4"]


def test_pieces_over_the_edge_or_on_each_other_are_marked(ada: Person) -> None:
    view = asked(ada, "pomeczi")
    given = description(view)
    flat = view["palette"][1]
    over = {**given, "pieces": [{"piece": flat, "square": "d1"}]}
    assert asked(ada, "pomeczi", described=over)["problem"]["squares"] == ["d1"]
    both = {**given, "pieces": [{"piece": flat, "square": square} for square in ("a1", "b1")]}
    assert asked(ada, "pomeczi", described=both)["problem"]["squares"] == ["b1"]
    far = {**given, "pieces": [{"piece": flat, "square": "h8"}]}
    assert asked(ada, "pomeczi:board=8x8", described=far)["problem"]["squares"] == ["h8"]
    turned = asked(ada, "pomeczi", described=both, change="mirror")
    assert turned["problem"]["squares"] == ["b1"]


@pytest.mark.parametrize(
    ("variant", "text", "part"),
    [
        ("pomeczi", "4/4/4/4[SSDssd] 3 - -", "3"),
        ("pomeczi", "4/4/4/4[SSDssd] 1 b3 -", "b3"),
        ("push-push", "7/7/7/3o3/7/7/7 1 - 200", "200"),
        ("pushee-pieces", "6/6/6/6/6/6 1 15-15 -", "15-15"),
        ("pushee-pieces", "6/6/6/6/6/6 1 14/15 -", "6/6/6/6/6/6 1 14/15 -"),
    ],
)
def test_a_text_that_is_no_position_says_where(
    ada: Person, variant: str, text: str, part: str
) -> None:
    found = asked(ada, variant, position=text)
    assert (found["described"], found["text"]) == (None, text)
    problem = found["problem"]
    assert text[problem["column"] - 1 :][: problem["length"]] == part
    assert text not in problem["message"]  # it stands in the field already


def test_hostile_descriptions_get_answers(ada: Person) -> None:
    chance = random.Random(5)
    values = [
        "",
        "-",
        "first",
        "1-0",
        "Cc2",
        "Zz9",
        "p",
        "9",
        "a1<,b2>,,",
        "99999",
        "//[]",
    ]
    for variant in VARIANTS:
        palette = asked(ada, variant)["palette"]
        held = [
            [{"piece": one["piece"], "count": 0} for one in hand]
            for hand in asked(ada, variant)["described"]["hands"]
        ]
        for _ in range(25):
            pieces = [
                {"piece": chance.choice(palette), "square": chance.choice("abcdefgh") + str(rank)}
                for rank in chance.sample(range(1, 9), chance.randrange(0, 6))
            ]
            hands = [[{**one, "count": chance.randrange(31)} for one in hand] for hand in held]
            names = ("opening", "quiet", "forbidden", "later", "turns-1", "turns-2", "odd")
            fields = {name: chance.choice(values) for name in names}
            described = {"pieces": pieces, "hands": hands, "mover": 2, "fields": fields}
            for change in (None, "mirror", "exchange"):
                more = {} if change is None else {"change": change}
                asked(ada, variant, described=described, **more)


def test_malformed_requests_are_refused(ada: Person) -> None:
    def refused(status: int, **given: Any) -> dict[str, Any]:
        return error_in(ada.post("/editor", {"variant": "pushee-pieces", **given}), status)

    good = description(asked(ada, "pushee-pieces"))
    assert refused(400, variant="chess")["code"] == "variant"
    turned = {**good, "pieces": [{"piece": 2, "square": "a1"}]}
    assert refused(422, described=turned)["field"] == "described.pieces"
    beyond = {**good, "pieces": [{"piece": 60, "square": "a1"}]}
    assert refused(422, described=beyond)["field"] == "described.pieces"
    assert (
        "square"
        in refused(422, described={**good, "pieces": [{"piece": 0, "square": "i9"}]})["field"]
    )
    assert "mover" in refused(422, described={**good, "mover": 3})["field"]
    assert "fields" in refused(422, described={**good, "fields": {"x": "two words"}})["field"]
    assert refused(422, change="explode")["field"] == "change"
