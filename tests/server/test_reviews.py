"""Reviews over the API: made in the background, kept for good, refused while others play."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import jostle
from jostle.core.messages import speaking
from jostle.search.review import review
from jostle.server.engine_pool import EnginePool
from jostle.server.problems import Busy, TookTooLong
from jostle.server.storage.store import Store
from jostle.server.study import reviewing
from jostle.server.study.reviewing import Progress, Reviews, id_of, payload_of
from jostle.server.wire.review_shapes import ReviewProgress, ReviewView
from jostle.server.wire.review_views import review_view, told_turning_point
from tests.server.playing import Person, error_in, small_server

TABLE = {"kind": "table"}
GOAL = "7/6a/7/3B3/7/A6/o6 1 - 0"  # Player 1 should not push the ball out
RECORDS = {
    "pomeczi": "1. Sb2 sc3 2. Sc2 sb3 *",
    "push-push": "1. c1c2 d7d6 2. d1d2 *",
    "pushee-pieces": "1. c3h d4v 2. c4h *",
}


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "NODES", 2_000)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("reviews")
    with TestClient(small_server(f"sqlite:///{folder / 'games.db'}")) as made:
        yield made


def record(variant: str, moves: str, start: str | None = None) -> str:
    tag = "" if start is None else f'[Start "{start}"]\n'
    return f'[Variant "{variant}"]\n{tag}\n{moves}'


def finished(person: Person, review_id: str) -> dict[str, Any]:
    """A review when it is done."""
    while (answer := person.get(f"/reviews/{review_id}")).json()["status"] == "running":
        ReviewProgress.model_validate_json(answer.text)
        done, total = answer.json()["done"], answer.json()["total"]
        assert 0 <= done <= total
    ReviewView.model_validate_json(answer.text)
    view: dict[str, Any] = answer.json()
    return view


def asks(person: Person, **asked: Any) -> dict[str, Any]:
    answer = person.post("/reviews", asked)
    assert answer.status_code == 200, answer.text
    ReviewProgress.model_validate_json(answer.text)
    progress: dict[str, Any] = answer.json()
    return progress


@pytest.mark.parametrize("variant", list(RECORDS))
def test_a_record_is_reviewed(ada: Person, variant: str) -> None:
    text = record(variant, RECORDS[variant])
    begun = asks(ada, record=text)
    match = jostle.Record.parse(text).match()
    assert begun["total"] == len(match.moves) + 1
    view = finished(ada, begun["id"])
    judged = review(match, nodes=2_000)
    assert [move["judgement"] for move in view["moves"]] == [
        str(move.judgement) for move in judged.moves
    ]
    assert [move["move"] for move in view["moves"]] == list(map(str, match.moves))
    assert [position["text"] for position in view["positions"]] == [
        position.text for position in match.positions
    ]
    assert len(view["chances"]) == len(view["positions"])
    assert view["variant"] == variant


def test_the_same_moves_have_the_same_review_for_everybody(ada: Person, bob: Person) -> None:
    game = ada.creates(variant="push-push", opponent=TABLE)
    for ply, move in enumerate(("c1c2", "d7d6", "c2c3")):
        ada.acts(game["id"], "move", ply=ply, move=move)
    ada.acts(game["id"], "resign")
    begun = asks(ada, game=game["id"])
    view = finished(ada, begun["id"])
    again = asks(bob, record=record("push-push", "1. c1c2 d7d6 2. c2c3 *"))
    assert again == {"id": begun["id"], "status": "finished", "done": 4, "total": 4}
    assert finished(bob, again["id"]) == view


def test_a_blunder_is_told_with_what_was_better(ada: Person) -> None:
    text = record("push-push", "1. d4d5 g6g5 2. a2a1 0-1", GOAL)
    view = finished(ada, asks(ada, record=text)["id"])
    turning = view["turning_points"][-1]
    assert turning["ply"] == 3
    better = view["moves"][2]["line"][0]
    words = " ".join(turning["words"])
    assert "2. a2a1 by Player 1 was a blunder." in words
    assert f"Better was {better}: Player 1's " in words
    assert view["chances"][3]["exact"]
    assert view["chances"][3]["first"] == 0
    assert view["chances"][3]["words"] == "Player 2 has won"
    assert view["outcome"]["reason"] == "goal"


def test_where_points_count_they_are_told_with_what_is_pushed() -> None:
    match = jostle.Match(jostle.game("pushee-pieces"))
    for move in ("c3h", "d4v", "d3h", "a1h"):
        match.play(move)
    moves = json.loads(payload_of(match, review(match, nodes=2_000)))["moves"]
    moves[2]["line"] = ["d3h"]  # which pushes the piece on c3, whatever is best
    told = " ".join(map(str, told_turning_point(match, moves, 3)))
    assert "Better was d3h: Player 1's piece is placed on d3. Player 1's piece is pushed" in told
    assert "The score goes from " in told


def test_words_are_made_for_the_reader() -> None:
    game = jostle.game("push-push")
    match = jostle.Match(game, game.position(GOAL))
    match.play("a2a1")
    payload = payload_of(match, review(match, nodes=2_000))
    assert "blunder." not in payload
    assert "Player" not in payload
    english = review_view("0" * 24, payload)
    with speaking("es"):
        spanish = review_view("0" * 24, payload)
    assert english["moves"][0]["words"] != spanish["moves"][0]["words"]
    assert english["moves"][0]["line"] == spanish["moves"][0]["line"]


# What is refused.


def test_a_game_of_two_people_is_not_reviewed_before_it_is_over(ada: Person, bob: Person) -> None:
    game = ada.creates(variant="push-push")["id"]
    bob.post(f"/games/{game}/join")
    moves = ("c1c2", "d7d6", "d1d2", "b7b6", "b1b2", "a7a6")
    for ply, move in enumerate(moves):
        (ada, bob)[ply % 2].acts(game, "move", ply=ply, move=move)
    assert error_in(ada.post("/reviews", {"game": game}), 409)["code"] == "running"
    # Nor by its moves, nor when more are written behind them.
    played = "1. c1c2 d7d6 2. d1d2 b7b6 3. b1b2 a7a6"
    for text in (f"{played} *", f"{played} 4. b2b3 *"):
        answer = ada.post("/reviews", {"record": record("push-push", text)})
        assert error_in(answer, 409)["code"] == "running"
    bob.acts(game, "resign")
    assert finished(ada, asks(ada, game=game)["id"])["moves"][5]["move"] == "a7a6"


def test_a_board_of_others_is_not_asked_about_by_hints(ada: Person, bob: Person) -> None:
    game = ada.creates(variant="push-push")["id"]
    bob.post(f"/games/{game}/join")
    for ply, move in enumerate(("a1a2", "b7b6", "a2a3", "b6b5")):
        answer = (ada, bob)[ply % 2].acts(game, "move", ply=ply, move=move)
    board = answer.json()["state"]["position"]["text"]
    computer = {"kind": "computer", "level": 1}
    copied = ada.creates(variant="push-push", opponent=computer, start=board)["id"]
    asked = {"ply": 0, "grade": 1}
    assert error_in(ada.post(f"/games/{copied}/hint", asked), 409)["code"] == "running"
    ada.acts(game, "resign")
    assert ada.post(f"/games/{copied}/hint", asked).status_code == 200


def test_there_must_be_something_to_review(ada: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = ada.creates(opponent=TABLE)["id"]
    assert error_in(ada.post("/reviews", {"game": empty}), 409)["code"] == "review"
    assert error_in(ada.post("/reviews", {"record": record("pomeczi", "*")}), 409)
    monkeypatch.setattr(reviewing, "LONGEST", 2)
    answer = ada.post("/reviews", {"record": record("pomeczi", RECORDS["pomeczi"])})
    assert "at most 2 moves" in error_in(answer, 409)["message"]


def test_a_bad_record_is_refused_with_the_place(ada: Person) -> None:
    answer = ada.post("/reviews", {"record": record("pomeczi", "1. Sb2 sb2 *")})
    error = error_in(answer, 400)
    assert error["code"] == "record"
    assert "line 3" in error["message"]
    assert error_in(ada.post("/reviews", {"record": "1. c1c2"}), 400)["code"] == "record"


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"game": "x"},
        {"record": ""},
        {"game": "0" * 16, "record": "*"},
        {"record": "x" * 40_001},
    ],
)
def test_a_question_has_its_shape(ada: Person, asked: Any) -> None:
    assert error_in(ada.post("/reviews", asked), 422)["code"] == "format"


def test_unknown_ones_are_called_so(ada: Person) -> None:
    assert error_in(ada.get("/reviews/" + "0" * 24), 404)["code"] == "unknown"
    assert error_in(ada.get("/reviews/nothing"), 422)["field"] == "review_id"
    assert error_in(ada.post("/reviews", {"game": "0" * 16}), 404)["code"] == "unknown"


def test_reviews_are_asked_for_at_a_rate(tmp_path: Path) -> None:
    server = small_server(f"sqlite:///{tmp_path / 'games.db'}", rate_reviews="2/hour")
    with TestClient(server) as client:
        somebody = Person(client, "s" * 22)
        asked = {"record": record("pomeczi", RECORDS["pomeczi"])}
        statuses = [somebody.post("/reviews", asked).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]


# How they are made.


def match_of(moves: str) -> jostle.Match:
    match = jostle.Match(jostle.game("push-push"))
    for move in moves.split():
        match.play(move)
    return match


class Slow(EnginePool):
    """An engine that does one job each time it is allowed to."""

    def __init__(self) -> None:
        super().__init__(1, queue=8, share=4, seconds=60)
        self.allowed = asyncio.Semaphore(0)
        self.clients: list[str] = []
        self.stepped: list[str] = []
        self.problems: list[Exception] = []

    async def run(self, client: str, work: Any) -> Any:
        self.clients.append(client)
        await self.allowed.acquire()
        if self.problems:
            raise self.problems.pop()
        self.stepped.append(work.__self__.id)
        return work()


async def until_kept(reviews: Reviews, review_id: str) -> str:
    while (payload := await reviews.payload(review_id)) is None:
        await asyncio.sleep(0)
    return payload


@pytest.mark.anyio
async def test_reviews_take_turns_and_tell_how_far_they_are(store: Store) -> None:
    pool = Slow()
    reviews = Reviews(store, pool)
    one, two = match_of("c1c2 d7d6 c2c3 d6d5"), match_of("b1b2 d7d6")
    assert await reviews.ask(one, "ada") == Progress(id_of(one), 0, 5)
    assert (await reviews.ask(one, "bob")).id == id_of(one)  # the same one, not a second
    await reviews.ask(two, "bob")
    pool.allowed.release()
    while reviews.progress(id_of(one)) != Progress(id_of(one), 1, 5):
        await asyncio.sleep(0)
    for _ in range(7):
        pool.allowed.release()
    payload = await until_kept(reviews, id_of(one))
    assert json.loads(payload)["moves"] == review(one, nodes=2_000).to_json()["moves"]
    await until_kept(reviews, id_of(two))
    # The shorter one was not kept waiting until the longer one was done.
    assert pool.stepped[-1] == id_of(one)
    assert set(pool.clients) == {reviewing.CLIENT}
    assert (await reviews.ask(one, "eve")).is_finished
    await reviews.close()


def test_a_review_stands_back_and_nobody_else_does() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = niceness()
    with ThreadPoolExecutor(1, initializer=reviewing.stand_back) as executor:
        inside = executor.submit(niceness).result()
    expected = max(before, reviewing.NICENESS) if sys.platform == "linux" else before
    assert inside == expected
    assert niceness() == before


@pytest.mark.anyio
async def test_only_so_many_are_made_at_once(store: Store) -> None:
    reviews = Reviews(store, Slow())
    first_moves = [str(move) for move in jostle.game("push-push").start().legal_moves]
    assert len(first_moves) > reviewing.MOST
    of_ada = first_moves[: reviewing.MOST_OF_CLIENT]
    for move in of_ada:
        await reviews.ask(match_of(move), "ada")
    with pytest.raises(Busy):
        await reviews.ask(match_of(first_moves[-1]), "ada")
    await reviews.ask(match_of(of_ada[0]), "ada")  # which is being made already
    others = first_moves[reviewing.MOST_OF_CLIENT : reviewing.MOST]
    for number, move in enumerate(others):
        await reviews.ask(match_of(move), f"client {number}")
    with pytest.raises(Busy):
        await reviews.ask(match_of(first_moves[-1]), "somebody else")
    await reviews.close()
    assert reviews.progress(id_of(match_of(of_ada[0]))) is None


@pytest.mark.anyio
async def test_a_review_waits_for_a_busy_engine(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "PAUSE", 0)
    pool = Slow()
    pool.problems = [TookTooLong(), Busy()]
    reviews = Reviews(store, pool)
    match = match_of("c1c2")
    await reviews.ask(match, "ada")
    for _ in range(4):
        pool.allowed.release()
    assert await until_kept(reviews, id_of(match))
    await reviews.close()


@pytest.mark.anyio
async def test_a_review_that_fails_leaves_the_others_alone(store: Store) -> None:
    pool = Slow()
    pool.problems = [ZeroDivisionError()]
    reviews = Reviews(store, pool)
    broken, sound = match_of("c1c2"), match_of("d1d2")
    await reviews.ask(broken, "ada")
    await reviews.ask(sound, "ada")
    for _ in range(3):
        pool.allowed.release()
    assert await until_kept(reviews, id_of(sound))
    assert reviews.progress(id_of(broken)) is None
    assert await reviews.payload(id_of(broken)) is None
    await reviews.close()
