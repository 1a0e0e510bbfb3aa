"""Every answer is in its reader's language, over HTTP and sockets, and is kept for no other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from jostle.core.messages import catalogue, say, speaking, spoken_language
from jostle.games import GAMES
from jostle.server.engine_pool import EnginePool
from jostle.server.guard.language import COOKIE
from jostle.server.site.pages import PLAIN_PAGES, SAME_PAGES, Pages
from tests.server.playing import Line, Person, small_server
from tests.server.surrounding import error_of, small_client

SPANISH = {"Accept-Language": "es-MX, en;q=0.5"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(small_server(f"sqlite:///{tmp_path / 'games.db'}")) as client:
        yield client


def speaker(client: TestClient, name: str, **headers: str) -> Person:
    """Somebody who sends these headers besides."""
    person = Person(client, name * 22)
    person.headers |= headers
    return person


def test_the_language_is_what_was_chosen_or_what_the_browser_likes(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    for wish, chosen, language in (
        ("", "", "en"),
        ("es", "", "es"),
        ("xx, es-AR;q=0.8, en;q=0.5", "", "es"),
        ("es;q=0.4, en-GB;q=0.5", "", "en"),
        ("es;q=0", "", "en"),
        ("en", "es", "es"),
        ("es", "en", "en"),
        ("es", "klingon", "es"),
    ):
        headers = {"Accept-Language": wish, "Cookie": f"{COOKIE}={chosen}"}
        assert f'<html lang="{language}">' in client.get("/", headers=headers).text, (wish, chosen)


def test_what_depends_on_the_language_says_so_to_caches(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    for path in ("/", "/api/open", "/rules/pomeczi", "/nowhere"):
        vary = client.get(path).headers["vary"]
        assert "Accept-Language" in vary
        assert "Cookie" in vary
    page = client.get("/")
    asked = {"If-None-Match": page.headers["etag"], **SPANISH}
    assert client.get("/", headers=asked).status_code == 200  # not the same page
    for path in ("/messages/es.json", "/symbols/pomeczi.svg"):
        assert "Accept-Language" not in client.get(path).headers.get("vary", "")


def test_errors_are_told_in_the_readers_language(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    words = catalogue("es")
    for path, key in (
        ("/api/nothing", "server.error.unknown"),
        ("/api/broken", "server.error.internal"),
    ):
        assert error_of(client.get(path, headers=SPANISH))["message"] == words[key]
    elsewhere = {"Origin": "https://elsewhere.example", **SPANISH}
    refused = client.post("/api/notes", json={"text": ""}, headers=elsewhere)
    assert error_of(refused)["message"] == words["server.error.origin"]


def test_two_readers_of_the_same_address_get_two_languages(client: TestClient) -> None:
    ada, eva = speaker(client, "a"), speaker(client, "e", **SPANISH)
    start = "4/4/4/4[SSDssd] 1 - -"
    for path, query in (
        ("/catalogue", {}),
        ("/positions/refusal", {"variant": "pomeczi", "position": start, "move": "--"}),
        ("/rules/pomeczi/X9", {}),
        ("/me", {}),
    ):
        english, spanish = ada.get(path, **query), eva.get(path, **query)
        assert english.text != spanish.text, path
        assert ada.get(path, **query).text == english.text
        assert "Accept-Language" in spanish.headers["vary"]


def test_a_socket_speaks_the_language_of_its_reader(client: TestClient) -> None:
    ada, eva = speaker(client, "a"), speaker(client, "e", **SPANISH)
    game = ada.creates(opponent={"kind": "table"}, variant="pomeczi:board=3x3,dominoes=1,singles=1")
    with ada.at(game["id"]) as hers, eva.at(game["id"]) as watching:
        names = [guests(line.hears()["game"]["state"]) for line in (hers, watching)]
        assert names == [["Guest"] * 2, [catalogue("es")["server.words.guest"]] * 2]
        hers.asks(type="move", ply=0, move="Sa1")
        for line, language in ((hers, "en"), (watching, "es")):
            state = event_in(line, "moved")["state"]
            assert guests(state) == [catalogue(language)["server.words.guest"]] * 2
        refused = [line.asks(type="resign", id=7) for line in (hers, watching)]
        assert refused[0]["error"]["message"] != refused[1]["error"]["message"]
        hers.asks(type="resign")
        told = [event_in(line, "ended")["event"]["outcome"]["words"] for line in (hers, watching)]
        assert told[0].startswith("Player 1 wins")
        assert told[1].startswith("gana el Jugador 1")
        assert (
            watching.asks(type="move", ply=1, move="Sb1")["error"]["message"]
            == catalogue("es")["server.refusal.seat.not-yours"]
        )


def guests(state: dict[str, Any]) -> list[str]:
    return [player["name"] for player in state["players"]]


def event_in(line: Line, kind: str) -> dict[str, Any]:
    """The event of a kind that came over a socket, or comes."""
    for told in line.heard:
        if told["type"] == "event" and told["event"]["kind"] == kind:
            return told
    while (told := line.hears_of("event"))["event"]["kind"] != kind:
        pass
    return told


def test_the_computers_moves_are_told_in_every_language(client: TestClient) -> None:
    ada, eva = speaker(client, "a"), speaker(client, "e", **SPANISH)
    game = eva.creates(opponent={"kind": "computer", "level": 1}, variant="pomeczi", side=2)
    words = catalogue("es")["server.words.computer"].format(level=1)
    with ada.at(game["id"]) as watching, eva.at(game["id"]) as playing:
        assert watching.hears()["game"]["state"]["players"][0]["name"] == "Computer, level 1"
        assert playing.hears()["game"]["state"]["players"][0]["name"] == words
        assert json.dumps(watching.asks(type="sync")) != json.dumps(playing.asks(type="sync"))


def test_the_engine_answers_in_the_language_of_who_asks() -> None:
    async def ask() -> tuple[str, str, str]:
        pool = EnginePool(1, queue=4, share=4, seconds=60)
        with speaking("es"):
            spanish = await pool.run("a", spoken_language)
            name = await pool.run("a", lambda: say("player.name", number=2))
        english = await pool.run("a", spoken_language)
        await pool.close()
        return spanish, name, english

    assert asyncio.run(ask()) == ("es", "Jugador 2", "en")


# Choosing one.


def test_a_choice_is_kept_and_leads_back(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    page = "http://testserver/new?game=pomeczi&opponent=table"
    answer = client.post(
        "/language", data={"language": "es"}, headers={"Referer": page}, follow_redirects=False
    )
    assert (answer.status_code, answer.headers["location"]) == (303, page.partition("ver")[2])
    kept = answer.headers["set-cookie"]
    assert kept.startswith(f"{COOKIE}=es;")
    assert "HttpOnly" in kept
    assert "SameSite=Lax" in kept
    assert '<html lang="es">' in client.get("/", headers={"Accept-Language": "en"}).text


@pytest.mark.parametrize(
    ("page", "back"),
    [
        ("", "/"),
        ("https://elsewhere.example/new", "/"),
        ("http://testserver//elsewhere.example/", "/elsewhere.example/"),
        ("http://testserver/\\\\elsewhere.example", "/elsewhere.example"),
        ("http://[", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_a_choice_never_leads_to_another_site(tmp_path: Path, page: str, back: str) -> None:
    answer = small_client(tmp_path).post(
        "/language", data={"language": "es"}, headers={"Referer": page}, follow_redirects=False
    )
    assert answer.headers["location"].replace("%5C", "").replace("\\", "") == back


def test_a_language_that_is_not_there_cannot_be_chosen(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    for body in ({"language": "xx"}, {}):
        error = error_of(client.post("/language", data=body))
        assert (error["code"], error["field"]) == ("format", "language")
        assert "en, es" in str(error["message"])


def test_malformed_requests_are_explained_in_the_readers_language(client: TestClient) -> None:
    eva = speaker(client, "e", **SPANISH)
    for body, words in (
        ({}, "variant: falta, y hay que darlo"),
        ({"variant": "x" * 201}, "variant: tiene como mucho 200 caracteres"),
        ({"variant": "a\tb"}, "variant: no se permiten caracteres de control"),
        ({"variant": 7}, "variant: debe ser un texto"),
        (
            {"variant": "pomeczi", "opponent": {"kind": "cat"}},
            "opponent: debe ser uno de computer, table, person",
        ),
        (
            {"variant": "pomeczi", "opponent": {"kind": "computer", "level": 11}},
            "opponent.computer.level: debe ser 10 o menos",
        ),
        (
            {"variant": "pomeczi", "opponent": {"kind": "table"}, "x": 1},
            "x: no existe ese campo",
        ),
    ):
        error = eva.post("/games", body).json()["error"]
        assert error["message"] == words


# Nothing is left in English.


def english_sentences() -> list[str]:
    """Sentences of some length without parameters, which Spanish says otherwise."""
    spanish = catalogue("es")
    return [
        text
        for key, text in catalogue("en").items()
        if text.strip().count(" ") >= 2 and "{" not in text and spanish[key] != text
    ]


@pytest.fixture(scope="module")
def pages() -> Pages:
    return Pages(FastAPI())


@pytest.mark.parametrize("page", sorted({*PLAIN_PAGES.values(), *SAME_PAGES.values(), "game"}))
def test_a_page_in_spanish_has_no_english_sentence(pages: Pages, page: str) -> None:
    shown, original = (unescape(pages.plain(page, tag).decode()) for tag in ("es", "en"))
    assert any(sentence in original for sentence in english_sentences())
    assert [sentence for sentence in english_sentences() if sentence in shown] == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_in_spanish_have_no_english_sentence(pages: Pages, game: str) -> None:
    shown = unescape(pages.rules(game, "es").decode())
    assert [sentence for sentence in english_sentences() if sentence in shown] == []
    assert catalogue("es")["server.rules.note"] in shown


def test_answers_in_spanish_have_no_english_sentence(client: TestClient) -> None:
    eva = speaker(client, "e", **SPANISH)
    game = eva.creates(opponent={"kind": "computer", "level": 1}, variant="push-push")
    for answer in (
        eva.get("/catalogue"),
        eva.get("/variants", variant="pushee-pieces:turns=2"),
        eva.get("/variants", variant="chess"),
        eva.get("/games", list="mine"),
        eva.get(f"/games/{game['id']}"),
        eva.get(f"/games/{game['id']}/replay"),
        eva.get("/games/0123456789abcdef"),
        eva.get("/rules/push-push/B9"),
        eva.acts(game["id"], "move", ply=0, move="--"),
        eva.acts(game["id"], "accept", what="draw"),
        eva.acts(game["id"], "claim", result="win"),
    ):
        text = answer.text
        assert [sentence for sentence in english_sentences() if sentence in text] == [], text
        assert "Player " not in text
