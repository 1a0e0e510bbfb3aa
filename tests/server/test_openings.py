"""The explorer of openings: what it counts, for whom, and what it never tells."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi import FastAPI
from sqlalchemy import Connection, delete, text
from sqlalchemy.dialects import sqlite
from starlette.testclient import TestClient

import jostle
from jostle.core.match import Match
from jostle.server.play.events import Seat
from jostle.server.play.folded import Folded
from jostle.server.play.rooms import Rooms
from jostle.server.storage.openings import counts_from, counts_of, games_of, games_through
from jostle.server.storage.store import Store
from jostle.server.storage.tables import OPENED, OPENING_COUNTS, OPENINGS
from jostle.server.study.openings import LEVELS, MOST_PLIES, Explored, opened, place_of
from jostle.server.wire.opening_shapes import OpeningsView
from tests.server.playing import Person, error_in, small_server
from tests.server.stored import written
from tests.server.tables import ADA, BOB, EVE, Game

SMALL = "pomeczi:board=3x3,dominoes=1,singles=0"
WON_BY_2 = ("Da1>", "Da3>")
AT_TABLE = {"kind": "table"}


class Place:
    """A server that can be asked by everybody, and told to finish looking at games."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self.ada, self.bob, self.eve = (Person(client, who) for who in (ADA, BOB, EVE))

    def settle(self) -> None:
        portal, app = self.client.portal, cast(FastAPI, self.client.app)
        assert portal is not None
        rooms: Rooms = app.state.jostle.rooms
        portal.call(rooms.openings.settled)

    def play(
        self, *moves: str, variant: str = SMALL, public: bool = True, resigns: int | None = None
    ) -> str:
        """A game between Ada, who begins, and Bob."""
        made = self.ada.creates(variant=variant, public=public)["id"]
        assert self.bob.post(f"/games/{made}/join").status_code == 200
        for ply, move in enumerate(moves):
            mover = self.bob if ply % 2 else self.ada
            answer = mover.acts(made, "move", ply=ply, move=move)
            assert answer.status_code == 200, answer.text
        if resigns is not None:
            assert (self.ada, self.bob)[resigns - 1].acts(made, "resign").status_code == 200
        return str(made)

    def ask(self, who: Person | None = None, variant: str = SMALL, **query: str) -> dict[str, Any]:
        self.settle()
        answer = (who or self.eve).get("/openings", variant=variant, **query)
        assert answer.status_code == 200, answer.text
        OpeningsView.model_validate_json(answer.text)
        told: dict[str, Any] = answer.json()
        return told


Serve = Callable[[], Any]


@pytest.fixture
def serve(database_url: str) -> Serve:
    """Starts a server, always on the same database."""

    @contextmanager
    def start() -> Iterator[Place]:
        with TestClient(small_server(database_url)) as client:
            yield Place(client)

    return start


def results(total: int, first: int = 0, draws: int = 0, second: int = 0) -> dict[str, int]:
    return {"total": total, "first": first, "draws": draws, "second": second}


def test_moves_are_counted_with_their_results(serve: Serve) -> None:
    with serve() as place:
        nothing = place.ask()
        assert (nothing["moves"], nothing["games"]) == ([], [])
        assert nothing["results"] == results(0)
        assert nothing["deepest"] == MOST_PLIES

        won = place.play(*WON_BY_2)
        resigned = place.play("Da1>", resigns=2)
        place.play("Da2>", resigns=1)
        told = place.ask()
        assert told["results"] == results(3, first=1, second=2)
        assert [(move["move"], move["results"]) for move in told["moves"]] == [
            ("Da1>", results(2, first=1, second=1)),
            ("Da2>", results(1, second=1)),
        ]
        assert told["moves"][0]["player"] == 1
        assert told["moves"][0]["steps"][0][0]["kind"] == "placed"
        assert {game["id"] for game in told["games"]} >= {won, resigned}
        assert ADA not in str(told)

        # Deeper: only what went on from there.
        after = jostle.game(SMALL).start().play("Da1>").text
        deeper = place.ask(position=after)
        assert [(move["move"], move["results"]) for move in deeper["moves"]] == [
            ("Da3>", results(1, second=1))
        ]
        assert [game["id"] for game in deeper["games"]] == [won]
        assert place.ask(move="da1>") == {**deeper, "line": [{"move": "Da1>", "player": 1}]}
        end = jostle.game(SMALL).position(after).play("Da3>").text
        assert place.ask(position=end)["moves"] == []


def test_mirror_images_are_one_move(serve: Serve) -> None:
    with serve() as place:
        for move in ("Da1>", "Db1>", "Da3>", "Dc2^"):
            place.play(move, resigns=2)
        [move] = place.ask()["moves"]
        assert move["results"] == results(4, first=4)
        for text_ in ("Da1>", "Db3>"):
            after = jostle.game(SMALL).start().play(text_).text
            assert place.ask(position=after)["results"] == results(0)


def test_levels_and_own_games(serve: Serve) -> None:
    with serve() as place:
        place.play(*WON_BY_2)
        for level in (2, 5):
            opponent = {"kind": "computer", "level": level}
            made = place.eve.creates(variant=SMALL, opponent=opponent, public=True)["id"]
            assert place.eve.acts(made, "move", ply=0, move="Da2>").status_code == 200
            assert place.eve.acts(made, "resign").status_code == 200
        totals = {name: place.ask(level=name)["results"]["total"] for name in LEVELS}
        assert totals == {"all": 3, "people": 1, "1-3": 1, "4-6": 1, "7-10": 0}
        for who, name, total in (
            (place.ada, "all", 1),
            (place.bob, "people", 1),
            (place.ada, "1-3", 0),
            (place.eve, "all", 2),
            (place.eve, "4-6", 1),
        ):
            told = place.ask(who, mine="true", level=name)
            assert told["results"]["total"] == total
            assert len(told["games"]) == total
        newcomer = Person(place.client, "n" * 22)
        assert place.ask(newcomer, mine="true")["moves"] == []


def test_what_is_not_public_or_not_over_is_not_counted(serve: Serve) -> None:
    with serve() as place:
        place.play(*WON_BY_2, public=False)
        place.play("Da1>")  # goes on
        made = place.ada.creates(variant=SMALL, public=True)["id"]
        place.ada.acts(made, "withdraw")
        position = jostle.game("pomeczi").start().play("Sb2").text
        started = place.ada.creates(opponent=AT_TABLE, public=True, start=position)["id"]
        place.ada.acts(started, "move", ply=0, move="Sc2")
        place.ada.acts(started, "resign")
        for who in (place.ada, place.eve):
            for mine in ("true", "false"):
                told = place.ask(who, mine=mine)
                assert (told["results"]["total"], told["games"]) == (0, [])
        assert place.ask(variant="pomeczi", position=position)["results"]["total"] == 0


def test_what_was_taken_back_was_not_played(serve: Serve) -> None:
    with serve() as place:
        made = place.ada.creates(variant=SMALL, opponent=AT_TABLE, public=True)["id"]
        assert place.ada.acts(made, "move", ply=0, move="Da2>").status_code == 200
        assert place.ada.acts(made, "offer", what="takeback").status_code == 200
        for ply, move in enumerate(WON_BY_2):
            assert place.ada.acts(made, "move", ply=ply, move=move).status_code == 200
        [move] = place.ask()["moves"]
        assert move["move"] == "Da1>"
        assert place.ask(place.ada, mine="true")["results"] == results(1, second=1)


def test_nothing_is_counted_twice_and_nothing_forgotten(serve: Serve, database_url: str) -> None:
    with serve() as place:
        place.play(*WON_BY_2)
        place.ask()
    with serve() as place:
        assert place.ask()["results"]["total"] == 1
        place.play("Da2>", resigns=1)
        assert place.ask()["results"]["total"] == 2

    # As if the games had ended before there was an explorer.
    def emptied(connection: Connection) -> None:
        for table in (OPENING_COUNTS, OPENINGS, OPENED):
            connection.execute(delete(table))

    async def forget() -> None:
        store = await Store.open(database_url)
        await written(store, emptied)
        await store.close()

    asyncio.run(forget())
    for _ in range(2):
        with serve() as place:
            assert place.ask()["results"] == results(2, second=2)


def test_bad_questions_are_answered_in_words(serve: Serve) -> None:
    with serve() as place:
        assert error_in(place.eve.get("/openings", variant="chess"), 400)["code"] == "variant"
        wrong = place.eve.get("/openings", variant=SMALL, position="4/4/4/4[] 1 - -")
        assert error_in(wrong, 400)["code"] == "position"
        illegal = place.eve.get("/openings", variant=SMALL, move="Dc1>")
        assert error_in(illegal, 409)["rule"] == "P4"
        assert (
            error_in(place.eve.get("/openings", variant=SMALL, level="9"), 422)["field"] == "level"
        )


# Without a server.


@pytest.mark.parametrize("variant", list(jostle.GAMES))
def test_a_place_is_the_same_for_mirror_images_and_no_others(variant: str) -> None:
    start = jostle.game(variant).start()
    places = {place_of(branch.position) for branch in start.expand()}
    assert 1 < len(places) < len(start.legal_moves)
    for branch in start.expand():
        assert place_of(start.game.position(place_of(branch.position))) == place_of(branch.position)
    assert place_of(start) == start.text


def finished(*moves: str, other: Seat | None = None, variant: str = "push-push") -> Folded:
    game = Game(Seat(ADA), other or Seat(BOB), variant=variant)
    game.moves(*moves)
    game.does(ADA, "resign")
    game.table.public = True
    return game.table


def test_a_game_counts_once_at_a_position_that_comes_back() -> None:
    # Two singles walk round four cells each, twice.
    circle = ("a1>", "c4>", "b1^", "d4v", "b2<", "d3<", "a2v", "c3^")
    table = finished("Sa1", "Sc4", *circle, *circle, variant="pomeczi")
    places = [place_of(position) for position in table.match.positions]
    kept = [position for _, position, _ in opened(table).steps]
    assert kept == list(dict.fromkeys(places[:-1]))
    assert len(kept) < len(table.plies)


def test_only_the_beginning_is_kept() -> None:
    match, chosen = Match(jostle.game("push-push")), random.Random(3)
    while len(match.moves) < MOST_PLIES + 10:
        match.play(chosen.choice([str(move) for move in match.position.legal_moves]))
        assert match.outcome is None
    assert max(ply for ply, *_ in opened(finished(*map(str, match.moves))).steps) == MOST_PLIES - 1


@pytest.mark.parametrize(("level", "bracket"), [(None, 0), (1, 1), (3, 1), (4, 2), (7, 3), (10, 3)])
def test_every_level_has_its_bracket(level: int | None, bracket: int) -> None:
    other = Seat(BOB) if level is None else Seat(level=level)
    kept = opened(finished("c1c2", other=other))
    assert (kept.bracket, kept.winner, kept.seat1) == (bracket, 2, ADA)


def test_results_are_added_up() -> None:
    start = jostle.game("pomeczi").start()
    corner = place_of(start.play("Sa1"))
    rows = [
        {"following": corner, "winner": winner, "count": count}
        for winner, count in ((0, 3), (1, 2), (2, 1))
    ]
    [move] = Explored.of(start, rows).moves_view()
    assert move["move"] == "Sa1"
    assert move["results"] == results(6, first=2, draws=3, second=1)


@pytest.mark.anyio
async def test_a_question_reads_no_more_than_it_needs(tmp_path: Path) -> None:
    """SQLite says how it finds what it is asked for: always by an index."""
    store = await Store.open(f"sqlite:///{tmp_path / 'games.db'}")

    async def plan(query: Any) -> str:
        compiled = query.compile(dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True})
        rows = await store.openings(text(f"EXPLAIN QUERY PLAN {compiled}"))
        return " ".join(row["detail"] for row in rows)

    asked = ("variant", "position", LEVELS["all"])
    assert "SEARCH opening_counts USING PRIMARY KEY" in await plan(counts_from(*asked))
    for own in (counts_of("me", *asked), games_of("me", *asked, 5)):
        found = await plan(own)
        assert "SEARCH openings USING INDEX openings_of_seat1" in found
        assert "SEARCH openings USING INDEX openings_of_seat2" in found
        assert "SCAN openings" not in found
    last = await plan(games_through(*asked, 5))
    assert last.count("SEARCH openings USING") == len(LEVELS["all"])
    assert "SCAN openings" not in last
    await store.close()
