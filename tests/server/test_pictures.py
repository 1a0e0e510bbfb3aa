"""The routes that draw, and the thread behind them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from starlette.testclient import TestClient

import jostle
from jostle import Match, Record
from jostle.render.theme import DARK
from jostle.server.drawing import Drawing
from jostle.server.problems import Busy
from tests.exported import frames_in
from tests.server.playing import Person, error_in, small_server

START = "4/4/4/4[SSDssd] 1 - -"


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    folder: Path = tmp_path_factory.mktemp("pictures")
    with TestClient(small_server(f"sqlite:///{folder / 'games.sqlite3'}")) as client:
        yield Person(client, "somebody")


def test_a_position_as_svg(person: Person) -> None:
    asked = {"variant": "pomeczi", "position": START, "theme": "dark", "size": "200"}
    answer = person.get("/positions/picture.svg", **asked)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["content-disposition"] == 'inline; filename="pomeczi.svg"'
    assert answer.text == jostle.game("pomeczi").start().svg(theme=DARK, size=200)
    ElementTree.fromstring(answer.text)


def test_a_position_as_png_with_its_last_move(person: Person) -> None:
    asked = {"variant": "pomeczi", "position": START, "move": "sB3", "size": "200"}
    answer = person.get("/positions/picture.png", **asked)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["content-disposition"] == 'inline; filename="pomeczi.png"'
    position = jostle.game("pomeczi").start()
    assert answer.content == position.play("Sb3").png(position.effects("Sb3"), size=200)


def test_moves_as_gif(person: Person) -> None:
    asked = {"variant": "pomeczi", "position": START, "moves": ["Sb3", "Sb4", "b3^"], "size": 120}
    answer = person.post("/positions/game.gif", asked)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "image/gif"
    assert answer.headers["content-disposition"] == 'inline; filename="pomeczi.gif"'
    frames, _ = frames_in(answer.content)
    assert len(frames) == 1 + 3 * 5


def test_moves_as_record(person: Person) -> None:
    asked = {"variant": "pomeczi", "position": START, "moves": ["Sb3", "Sb4", "b3^"]}
    answer = person.post("/positions/record", asked)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    assert answer.headers["content-disposition"] == 'inline; filename="pomeczi.jostle"'
    assert [str(move) for move in Record.parse(answer.text).moves] == asked["moves"]
    refused = person.post("/positions/record", {**asked, "moves": ["b3^"]})
    assert error_in(refused, 409)["code"] == "illegal"


def test_a_picture_is_not_sent_twice(person: Person) -> None:
    asked = {"variant": "pomeczi", "position": START, "size": "120"}
    answer = person.get("/positions/picture.png", **asked)
    again = person.client.get(
        "/api/positions/picture.png",
        params=asked,
        headers={**person.headers, "If-None-Match": answer.headers["etag"]},
    )
    assert again.status_code == 304


def test_a_game_as_gif_is_for_whoever_knows_its_id(person: Person) -> None:
    game = person.creates(opponent={"kind": "table"})["id"]
    assert person.acts(game, "move", move="Sb3", ply=0, id="1").status_code == 200
    other = Person(person.client, "somebody-else")
    answer = other.get(f"/games/{game}/game.gif", size="100")
    assert answer.status_code == 200, answer.text
    match = Match(jostle.game("pomeczi"))
    match.play("Sb3")
    assert answer.content == match.gif(size=100)
    assert person.acts(game, "move", move="Sb4", ply=1, id="2").status_code == 200
    longer = other.get(f"/games/{game}/game.gif", size="100")
    assert len(frames_in(longer.content)[0]) == 1 + 2 * 5
    assert error_in(other.get("/games/0123456789abcdef/game.gif"), 404)["code"] == "unknown"


@pytest.mark.parametrize("route", ["picture.svg", "picture.png", "game.gif"])
@pytest.mark.parametrize(
    ("changed", "status", "code"),
    [
        ({"variant": "chess"}, 400, "variant"),
        ({"position": "nonsense"}, 400, "position"),
        ({"size": "5000"}, 422, "format"),
        ({"size": "1"}, 422, "format"),
        ({"theme": "pink"}, 422, "format"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(
    person: Person, route: str, changed: dict[str, str], status: int, code: str
) -> None:
    asked: dict[str, Any] = {"variant": "pomeczi", "position": START, **changed}
    if route == "game.gif":
        size = {"size": int(asked["size"])} if "size" in asked else {}
        answer = person.post(f"/positions/{route}", {**asked, "moves": [], **size})
    else:
        answer = person.get(f"/positions/{route}", **asked)
    assert error_in(answer, status)["code"] == code


def test_moves_that_cannot_be_are_refused(person: Person) -> None:
    asked = {"variant": "pomeczi", "position": START}
    for answer in (
        person.get("/positions/picture.png", **asked, move="b3^"),
        person.get("/positions/picture.svg", **asked, move="b3^"),
        person.post("/positions/game.gif", {**asked, "moves": ["Sb3", "Sb3"]}),
    ):
        assert error_in(answer, 409)["code"] == "illegal"
    endless = person.post("/positions/game.gif", {**asked, "moves": ["b3^"] * 601})
    assert error_in(endless, 422)["field"] == "moves"


def test_the_queue_is_short_and_each_client_has_a_share_of_it() -> None:
    async def ask() -> None:
        drawing = Drawing(queue=3, share=2)
        go = threading.Event()

        def slow() -> bytes:
            go.wait()
            return b"drawn"

        greedy = [asyncio.create_task(drawing.draw("a", number, slow)) for number in range(3)]
        await asyncio.wait(greedy, return_when=asyncio.FIRST_COMPLETED)
        assert isinstance(greedy[2].exception(), Busy)
        modest = asyncio.create_task(drawing.draw("b", 3, slow))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await drawing.draw("c", 4, slow)
        go.set()
        assert await asyncio.gather(*greedy[:2], modest) == [b"drawn"] * 3
        assert await drawing.draw("c", 4, slow) == b"drawn"
        drawing.close()

    asyncio.run(ask())


def test_what_was_drawn_lately_is_not_drawn_again() -> None:
    drawn: list[str] = []

    def drawer(name: str) -> bytes:
        drawn.append(name)
        return name.encode() * 4

    async def ask() -> None:
        drawing = Drawing(memory=8)
        for name in ("a", "b", "a", "c", "a", "b"):  # there is room for two
            assert await drawing.draw("client", name, partial(drawer, name)) is not None
        drawing.close()

    asyncio.run(ask())
    assert drawn == ["a", "b", "c", "b"]


def test_a_drawing_that_fails_is_told_and_forgotten() -> None:
    async def ask() -> None:
        drawing = Drawing(share=1)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                await drawing.draw("client", "key", lambda: bytes(1 // 0))
            await asyncio.sleep(0)
        drawing.close()

    asyncio.run(ask())


def test_a_large_picture_is_one_png(person: Person) -> None:
    asked = {"variant": "pushee-pieces", "position": "6/6/6/6/6/6 1 15/15 -", "size": "1200"}
    picture = Image.open(BytesIO(person.get("/positions/picture.png", **asked).content))
    assert max(picture.size) == 1200
