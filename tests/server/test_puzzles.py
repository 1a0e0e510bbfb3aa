"""Puzzles over the API: what moves are worth, what counts, and what nobody else is told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import jostle
from jostle.core.messages import languages, speaking
from jostle.puzzles import Band, Puzzle, find_puzzle, load_puzzles
from jostle.puzzles.progress import START_RATING, Score, Standing
from jostle.server.health import load_engines
from jostle.server.storage.puzzle_progress import Try
from jostle.server.storage.puzzle_tries import Event, Tried
from jostle.server.storage.store import Store
from jostle.server.study.puzzling import next_puzzle, searched_attempt, told_task, told_why_not
from jostle.server.wire import puzzle_shapes as shapes
from tests.server.playing import Person, error_in, small_server
from tests.server.tables import ADA, BOB
from tests.server.test_api import read

TWO_MOVES = find_puzzle("push-push-0f481076")


@pytest.fixture(scope="module", autouse=True)
def engines() -> None:
    """The searches are compiled before the server has to keep to its times."""
    load_engines()


@pytest.fixture
def client(database_url: str) -> Iterator[TestClient]:
    """A server on each of the two databases."""
    with TestClient(small_server(database_url)) as made:
        yield made


def tries(person: Person, puzzle: Puzzle, *moves: str) -> dict[str, Any]:
    """Try some moves of a puzzle."""
    asked = {"moves": list(moves)}
    judged: dict[str, Any] = read(shapes.Judged, person.post(f"/puzzles/{puzzle.id}/try", asked))
    return judged


def asks(person: Person, puzzle: Puzzle, grade: int, *moves: str) -> dict[str, Any]:
    """Ask for a hint."""
    asked = {"moves": list(moves), "grade": grade}
    hint: dict[str, Any] = read(shapes.PuzzleHint, person.post(f"/puzzles/{puzzle.id}/hint", asked))
    return hint


def standing(person: Person, game: str) -> dict[str, Any]:
    """What somebody is told of their progress in a game."""
    told = read(shapes.PuzzleProgressView, person.get("/puzzles/progress"))
    found: dict[str, Any] = next(one for one in told["games"] if one["game"] == game)
    return found


def wrong_move(puzzle: Puzzle) -> str:
    """A first move that does not win."""
    return next(str(move) for move in puzzle.start().legal_moves if str(move) != puzzle.solution[0])


def test_puzzles_are_listed_by_game_and_difficulty_page_by_page(ada: Person) -> None:
    found: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = read(
            shapes.PuzzleList, ada.get("/puzzles", game="push-push", band="hard", after=str(after))
        )
        found += page["puzzles"]
        assert page["total"] == 38
        after = page["next"]
    expected = [puzzle for puzzle in load_puzzles("push-push") if puzzle.band is Band.HARD]
    assert [one["id"] for one in found] == [puzzle.id for puzzle in expected]
    assert {one["state"] for one in found} == {"untried"}
    everything = read(shapes.PuzzleList, ada.get("/puzzles"))
    assert everything["total"] == sum(len(load_puzzles(name)) for name in jostle.GAMES)
    assert read(shapes.PuzzleList, ada.get("/puzzles", after="5000"))["puzzles"] == []


def test_a_puzzle_does_not_tell_its_solution(ada: Person) -> None:
    for name in jostle.GAMES:
        puzzle = load_puzzles(name)[-1]
        answer = ada.get(f"/puzzles/{puzzle.id}")
        told = read(shapes.PuzzleView, answer)
        assert told["position"]["text"] == puzzle.position
        assert told["solver"] == told["position"]["mover"]
        assert str(puzzle.start().mover) in told["task"]
        assert f'"{puzzle.solution[0]}"' not in answer.text
        assert "solution" not in told


def test_the_best_defence_follows_a_right_move_until_it_is_solved(ada: Person) -> None:
    first = tries(ada, TWO_MOVES, "d5c6")
    assert (first["verdict"], first["solved"], first["state"]) == ("best", False, "untried")
    assert first["played"]["last"]["move"] == "d5c6"
    assert [reply["last"]["move"] for reply in first["replies"]] == ["d3c2"]
    assert first["replies"][0]["last"]["player"] == 2
    assert first["replies"][0]["last"]["steps"]
    assert first["replies"][0]["position"]["mover"] == 1
    assert (first["counted"], first["standing"]["rating"]) == (None, None)
    last = tries(ada, TWO_MOVES, "d5c6", "c6b7")
    assert (last["verdict"], last["solved"], last["state"]) == ("best", True, "solved")
    assert last["played"]["position"]["outcome"]["winner"] == 1
    assert last["replies"] == []
    assert last["counted"] == "solved"
    assert last["gained"] > 0
    assert last["standing"] == {
        "rating": START_RATING + last["gained"],
        "tried": 1,
        "solved": 1,
        "streak": 1,
        "best_streak": 1,
    }


@pytest.mark.parametrize("name", jostle.GAMES)
def test_a_wrong_move_is_refuted_on_the_board_and_in_words(ada: Person, name: str) -> None:
    puzzle = next(puzzle for puzzle in load_puzzles(name) if puzzle.turns_asked > 1)
    move = wrong_move(puzzle)
    judged = tries(ada, puzzle, move)
    assert (judged["verdict"], judged["solved"], judged["replies"]) == ("wrong", False, [])
    assert judged["refutation"]["words"].startswith(("After ", move))
    assert move in judged["refutation"]["words"]
    position = puzzle.start().play(move)
    for shown in judged["refutation"]["line"]:
        assert shown["last"]["player"] == position.mover
        position = position.play(shown["last"]["move"])
        assert shown["position"]["text"] == position.text
    assert judged["state"] == judged["counted"] == "failed"
    assert judged["gained"] < 0
    over = error_in(ada.post(f"/puzzles/{puzzle.id}/try", {"moves": [move, "a1"]}), 409)
    assert over["code"] == "over"


def test_only_the_first_attempt_counts_and_only_once(ada: Person) -> None:
    failed = tries(ada, TWO_MOVES, wrong_move(TWO_MOVES))
    for _ in range(3):  # sent again, as a browser does that had no answer
        assert tries(ada, TWO_MOVES, wrong_move(TWO_MOVES)) == failed
    solved = tries(ada, TWO_MOVES, "d5c6", "c6b7")
    assert solved["state"] == "solved"
    assert (solved["counted"], solved["gained"]) == ("failed", failed["gained"])
    assert solved["standing"] == {**failed["standing"], "solved": 1}
    assert tries(ada, TWO_MOVES, "d5c6", "c6b7") == solved
    assert tries(ada, TWO_MOVES, wrong_move(TWO_MOVES))["state"] == "solved"
    assert standing(ada, "push-push")["standing"] == solved["standing"]


def test_requests_at_the_same_time_count_once(ada: Person) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda _: tries(ada, TWO_MOVES, "d5c6", "c6b7"), range(8)))
    assert {answer["gained"] for answer in answers} == {answers[0]["gained"]}
    assert standing(ada, "push-push")["standing"]["tried"] == 1
    assert standing(ada, "push-push")["standing"]["streak"] == 1


def test_hints_tell_first_the_piece_and_then_the_move(ada: Person, bob: Person) -> None:
    piece = asks(ada, TWO_MOVES, 1)
    assert (piece["squares"], piece["move"]) == (["d5"], None)
    assert "d5" in piece["words"]
    assert "c6" not in piece["words"]
    helped = tries(ada, TWO_MOVES, "d5c6", "c6b7")
    assert (helped["counted"], helped["state"]) == ("helped", "solved")
    assert helped["standing"]["streak"] == 0
    move = asks(bob, TWO_MOVES, 2, "d5c6")
    assert move["move"] == "c6b7"
    failed = tries(bob, TWO_MOVES, "d5c6", "c6b7")
    assert (failed["counted"], failed["state"]) == ("failed", "solved")
    assert failed["gained"] < helped["gained"]


def test_hints_after_a_count_change_nothing(ada: Person) -> None:
    tries(ada, TWO_MOVES, "d5c6", "c6b7")
    before = standing(ada, "push-push")
    asks(ada, TWO_MOVES, 1)
    asks(ada, TWO_MOVES, 2)
    ada.post(f"/puzzles/{TWO_MOVES.id}/solution")
    assert standing(ada, "push-push") == before
    refused = ada.post(f"/puzzles/{TWO_MOVES.id}/hint", {"moves": ["d5c6", "c6b7"], "grade": 1})
    assert error_in(refused, 409)["code"] == "over"


def test_the_solution_is_for_who_gives_up(ada: Person) -> None:
    longest = max(load_puzzles("pomeczi"), key=lambda puzzle: puzzle.value.plies)
    for puzzle in (TWO_MOVES, longest):
        answer = ada.post(f"/puzzles/{puzzle.id}/solution", {})
        told = read(shapes.PuzzleSolution, answer)
        moves = [shown["last"]["move"] for shown in told["line"]]
        assert moves == list(puzzle.solution[: len(moves)])
        assert len(moves) + told["more"] == len(puzzle.solution)
        assert str(puzzle.turns) in told["words"]
        assert read(shapes.PuzzleView, ada.get(f"/puzzles/{puzzle.id}"))["state"] == "failed"


def test_nobody_sees_what_others_have_made_of_a_puzzle(ada: Person, bob: Person) -> None:
    tries(ada, TWO_MOVES, "d5c6", "c6b7")
    asks(ada, load_puzzles("push-push")[5], 2)
    assert standing(bob, "push-push")["standing"]["tried"] == 0
    assert standing(bob, "push-push")["standing"]["rating"] is None
    listed = read(shapes.PuzzleList, bob.get("/puzzles", game="push-push"))
    assert {one["state"] for one in listed["puzzles"]} == {"untried"}
    mine = read(shapes.PuzzleList, ada.get("/puzzles", game="push-push"))
    states = {one["id"]: one["state"] for one in mine["puzzles"]}
    assert states[TWO_MOVES.id] == "solved"
    assert states[load_puzzles("push-push")[5].id] == "failed"


def test_what_comes_next_has_not_been_solved(ada: Person) -> None:
    easiest = min(puzzle.rating for puzzle in load_puzzles("pushee-pieces"))
    first = read(shapes.NextPuzzle, ada.get("/puzzles/next", game="pushee-pieces"))
    assert find_puzzle(first["id"]).rating <= easiest + 100
    tries(ada, TWO_MOVES, "d5c6", "c6b7")
    for _ in range(10):
        told = read(shapes.NextPuzzle, ada.get("/puzzles/next", game="push-push", band="easy"))
        assert find_puzzle(told["id"]).band is Band.EASY
        assert told["id"] != TWO_MOVES.id


QUESTIONS = [
    ("/puzzles/push-push-00000000", {}, 404, "unknown"),
    ("/puzzles/nonsense", {}, 422, "format"),
    ("/puzzles", {"game": "chess"}, 400, "variant"),
    ("/puzzles/next", {"game": "chess"}, 400, "variant"),
    ("/puzzles", {"band": "impossible"}, 422, "format"),
    ("/puzzles", {"after": "-1"}, 422, "format"),
]
LINES: list[tuple[Any, int, str]] = [
    ([], 422, "format"),
    (["d5c6"] * 17, 422, "format"),
    ("d5c6", 422, "format"),
    ([7], 422, "format"),
    (["x" * 500], 422, "format"),
    (["nonsense"], 400, "notation"),
    (["a2a3"], 409, "illegal"),
    (["d5c6", "c6b7", "b7b8"], 409, "over"),
]


def test_what_makes_no_sense_is_refused_and_counts_nothing(ada: Person) -> None:
    for path, query, status, code in QUESTIONS:
        assert error_in(ada.get(path, **query), status)["code"] == code
    path = f"/puzzles/{TWO_MOVES.id}"
    for line, status, code in LINES:
        assert error_in(ada.post(f"{path}/try", {"moves": line}), status)["code"] == code
    assert error_in(ada.post(f"{path}/try", {"moves": ["d5c6"], "more": 1}), 422)
    assert error_in(ada.post("/puzzles/push-push-00000000/try", {"moves": ["a"]}), 404)
    assert error_in(ada.post(f"{path}/hint", {"grade": 3}), 422)
    assert error_in(ada.post(f"{path}/hint", {"grade": True}), 422)
    assert standing(ada, "push-push")["standing"]["tried"] == 0


# Without a server.


def test_newcomers_begin_with_what_is_easy_and_others_where_they_stand() -> None:
    puzzles = load_puzzles("push-push")
    for seed in range(20):
        first = next_puzzle(puzzles, {}, {}, Random(seed))
        assert first is not None
        assert first.band is Band.EASY
        strong = {"push-push": Standing(rating=640, tried=30)}
        fitting = next_puzzle(puzzles, {}, strong, Random(seed))
        assert fitting is not None
        assert abs(fitting.rating - 640) <= 60


def test_what_was_failed_comes_again_when_nothing_is_new() -> None:
    puzzles = load_puzzles("push-push")[:4]
    failed, solved = Try(score=Score.FAILED), Try(solved=True, score=Score.SOLVED)
    tried = {puzzle.id: solved for puzzle in puzzles}
    assert next_puzzle(puzzles, tried, {}, Random(1)) is None
    tried[puzzles[2].id] = failed
    again = next_puzzle(puzzles, tried, {}, Random(1), after=puzzles[2].id)
    assert again is puzzles[2]
    tried[puzzles[3].id] = failed
    assert next_puzzle(puzzles, tried, {}, Random(1), after=puzzles[2].id) is puzzles[3]
    del tried[puzzles[0].id]
    assert next_puzzle(puzzles, tried, {}, Random(1)) is puzzles[0]


def test_the_task_and_the_reason_are_told_in_every_language() -> None:
    wrong = searched_attempt(TWO_MOVES.id, (wrong_move(TWO_MOVES),))
    for told in (told_task(TWO_MOVES), told_why_not(wrong)):
        said = set()
        for language in languages():
            with speaking(language):
                said.add(str(told))
        assert len(said) == len(languages())


@pytest.mark.anyio
async def test_a_puzzle_counts_once_whatever_order_things_are_told_in(store: Store) -> None:
    def happened(event: Event, identity: str = ADA) -> Tried:
        return Tried(identity, "push-push-0f481076", "push-push", 240, event, 1)

    events = [Event.SOLVED, Event.FAILED, Event.HINTED, Event.SOLVED] * 5
    await asyncio.gather(*(store.puzzles.record(happened(event)) for event in events))
    await store.puzzles.record(happened(Event.HINTED, BOB))
    [counted] = (await store.puzzles.standings(ADA)).values()
    assert (counted.tried, counted.solved) == (1, 1)
    [tried] = (await store.puzzles.tries(ADA)).values()
    assert tried.solved
    assert tried.gained == counted.rating - START_RATING
    [hinted] = (await store.puzzles.tries(BOB)).values()
    assert (hinted.state, hinted.helped, hinted.score) == ("untried", True, None)
