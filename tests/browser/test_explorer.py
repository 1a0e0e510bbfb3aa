"""The explorer of openings, after some games have been finished."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, NewPerson
from tests.browser.people import TABLE, Person

# A variant of its own for these tests, so that nobody else's games are in it.
VARIANT = "pomeczi:board=3x4,dominoes=1,singles=1"


def finish(visitor: Person, *moves: str, variant: str = VARIANT, public: bool = True) -> str:
    """Play a game at one table, and resign it."""
    game = visitor.create(variant, TABLE, public=public)
    actions: list[dict[str, Any]] = [
        {"type": "move", "ply": ply, "move": move} for ply, move in enumerate(moves)
    ]
    for action in [*actions, {"type": "resign"}]:
        answer = visitor.context.request.post(f"/api/games/{game}/actions", data=action)
        assert answer.ok, answer.text()
    return game


def counted(visitor: Person, variant: str, games: int) -> None:
    """Wait until so many games have been looked at."""
    deadline = time.monotonic() + PATIENCE / 1000
    results = {"total": 0}
    while results["total"] < games:
        assert time.monotonic() < deadline, f"of {variant} there are {results}, not {games} games"
        told = visitor.context.request.get("/api/openings", params={"variant": variant}).json()
        results = told["results"]


def see(page: Page, *moves: str) -> None:
    """These moves are told, in this order."""
    expect(page.locator("#explorer")).to_have_attribute("data-phase", "shown")
    expect(page.locator(".opening-move")).to_have_text(list(moves))


def test_openings_are_gone_through_deeper_and_back(person: NewPerson) -> None:
    ada = person()
    finish(ada, "Sa1", "Sb2", "Da4>")  # it is Player 2's turn: Player 1 has won
    finish(ada, "Sa1", "Sb2")
    finish(ada, "Sc4", "Sb3")  # a mirror image
    finish(ada, "Sb1")
    finish(ada, "Sb3", public=False)
    counted(ada, VARIANT, 4)

    page = person().visit(f"/explorer?variant={VARIANT}")
    see(page, "Sa1", "Sb1")
    first = page.get_by_role("button", name=re.compile(r"^Sa1: 3 games; Player 1 won 1"))
    expect(first).to_contain_text("75 %")
    expect(page.locator("#summary")).to_contain_text("4 games")
    expect(page.locator("#recent-games li")).to_have_count(4)

    # Deeper by the list, then by the board, and the address follows.
    first.press("Enter")
    see(page, "Sb2")
    expect(page.get_by_role("gridcell", name=re.compile("^a1,"))).to_have_attribute(
        "aria-label", re.compile("Player 1's single")
    )
    assert "line=Sa1" in page.url
    page.locator(".player-2 .player-tray button").first.press("Enter")
    for key in ("Home", "End", *["ArrowUp"] * 3, *["ArrowRight"] * 2):
        page.keyboard.press(key)
    expect(page.get_by_role("gridcell", name=re.compile("^c4,"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#nothing-words")).to_contain_text("No public game has come this way yet")
    expect(page.locator(".line-move")).to_have_text(["Start", "Sa1", "Sc4"])

    # Back by the button, the browser, the key and the line of moves.
    page.get_by_role("button", name="One move back").click()
    see(page, "Sb2")
    page.go_back()
    expect(page.locator(".line-move")).to_have_count(3)
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    see(page, "Sb2")
    page.reload()
    see(page, "Sb2")
    page.get_by_role("button", name="Start").click()
    see(page, "Sa1", "Sb1")

    # Somebody else's games are not mine, and nobody played the computer.
    page.get_by_text("My games only").click()
    expect(page.locator("#nothing-words")).to_contain_text("None of your finished public games")
    page.get_by_text("My games only").click()
    see(page, "Sa1", "Sb1")
    page.get_by_label("Opponents").select_option("7-10")
    expect(page.locator("#nothing-words")).to_contain_text("Nobody has finished a public game")
    expect(page.get_by_role("link", name="Play a game")).to_have_attribute(
        "href", re.compile("^/new")
    )
    # From an analysis one comes to the openings of its position, and back.
    page.goto(f"/analysis?variant={VARIANT}")
    page.get_by_role("button", name="Openings", exact=True).click()
    see(page, "Sa1", "Sb1")
    expect(page.get_by_role("link", name="Analyse this position")).to_have_attribute(
        "href", re.compile(r"^/analysis\?variant=pomeczi.+&position=")
    )
    mine = ada.visit(f"/explorer?variant={VARIANT}&mine=1&level=people")
    see(mine, "Sa1", "Sb1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_another_game_is_chosen_on_a_phone_in_spanish(person: NewPerson, scheme: str) -> None:
    visitor = person(
        expected=r"status of 40[09]",
        locale="es-ES",
        color_scheme=scheme,
        viewport={"width": 320, "height": 700},
    )
    finish(visitor, "c1c2", variant="push-push")
    counted(visitor, "push-push", 1)
    page = visitor.visit("/explorer")
    page.get_by_label("Juego").select_option("push-push")
    expect(page.locator(".opening-move").first).to_be_visible()
    row = page.get_by_role("button", name=re.compile(r"partidas?; el jugador 1 ganó"))
    expect(row.first).to_be_visible()
    assert page.evaluate("document.querySelector('main').scrollWidth") <= 320
    page.goto("/explorer?variant=push-push&line=c1c3")
    expect(page.get_by_role("alert").get_by_role("button")).to_have_text("B3")
