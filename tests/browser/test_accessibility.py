"""Every page in every state without a serious finding of axe, light and dark."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Look, NewPerson
from tests.browser.people import COMPUTER, PERSON, Person

PAGES = [
    *("/", "/new", "/lobby", "/mine", "/docs/api", "/nowhere"),
    *("/puzzles?game=pushee-pieces", "/puzzles/pushee-pieces-9da2d0cb"),
    *("/rules/pomeczi", "/rules/push-push", "/rules/pushee-pieces"),
    *("/learn", "/learn/pomeczi", "/explorer"),
    "/review",
    "/editor",
    "/print",
    *("/analysis", "/analysis?variant=pomeczi&moves=Sb3_Sc2_Sa1"),
]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_no_obstacle(person: NewPerson, axe: Look, path: str) -> None:
    visitor = person(expected="status of 404")
    visitor.start("pomeczi", PERSON, public=True)  # so that there is something in the lists
    assert axe(visitor.visit(path)) == []


def waiting(visitor: Person) -> Page:
    return visitor.start("pomeczi", PERSON).page


def playing(visitor: Person) -> Page:
    table = visitor.start("push-push", COMPUTER, clock={"minutes": 5, "increment": 0})
    table.plays("c1c2")
    expect(table.moves).to_have_count(2)
    return table.page


def choosing(visitor: Person) -> Page:
    table = visitor.start("push-push", start="7/7/7/o6/A6/7/6a 1 - 0")
    table.step("a3", "a4")
    expect(table.chooser).to_be_visible()
    return table.page


def refused(visitor: Person) -> Page:
    table = visitor.start("pomeczi")
    table.plays("--")
    table.button("Rule P3: show its text").click()
    expect(table.page.get_by_role("link", name="All rules")).to_be_visible()
    return table.page


def looking_back(visitor: Person) -> Page:
    table = visitor.start("pushee-pieces")
    table.play("c3h", "d4v")
    table.button("One move back").click()
    expect(table.page.get_by_text("Looking back: move 1 of 2")).to_be_visible()
    return table.page


def resigning(visitor: Person) -> Page:
    table = visitor.start("pomeczi")
    table.button("Resign").click()
    expect(table.page.get_by_role("dialog", name="Resign?")).to_be_visible()
    return table.page


def over(visitor: Person) -> Page:
    page = resigning(visitor)
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    return page


def keys(visitor: Person) -> Page:
    page = visitor.start("pomeczi").page
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    return page


def sharing(visitor: Person) -> Page:
    table = visitor.start("pomeczi")
    table.button("Share").click()
    expect(table.page.get_by_role("button", name="Copy the record")).to_be_visible()
    return table.page


def preferring(visitor: Person) -> Page:
    page = visitor.visit("/lobby")
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("textbox", name="Your name")).to_be_visible()
    return page


def mistaken(visitor: Person) -> Page:
    page = visitor.visit("/new?game=push-push&opponent=table")
    page.get_by_text("All options").click()
    page.get_by_role("spinbutton", name="quiet turns").fill("7")
    expect(page.get_by_role("alert").filter(has_text="20 to 500")).to_be_visible()
    return page


def refuted(visitor: Person) -> Page:
    page = visitor.visit("/puzzles/push-push-0f481076")
    page.get_by_role("textbox", name="Move in notation").fill("a1a2")
    page.get_by_role("textbox", name="Move in notation").press("Enter")
    page.get_by_role("button", name="Why not?").click()
    expect(page.get_by_role("button", name="One move on", disabled=True)).to_be_visible()
    return page


def reading(visitor: Person) -> Page:
    page = visitor.visit("/rules/push-push#B4")
    figures = page.locator("figure[data-rule=B4]")
    figures.nth(0).get_by_role("button", name="Play the move").click()
    expect(figures.nth(0)).to_have_attribute("data-state", "played")
    figures.nth(1).get_by_role("button", name="Try the move").click()
    expect(figures.nth(1)).to_have_attribute("data-state", "refused")
    page.locator("details").first.click()
    page.get_by_role("button", name="Start the quiz").click()
    page.locator("button.quiz-answer").first.click()
    expect(page.get_by_role("button", name="Next question")).to_be_visible()
    return page


STATES: list[Callable[[Person], Page]] = [
    *(waiting, playing, choosing, refused, looking_back, resigning, over),
    *(keys, sharing, preferring, mistaken, refuted, reading),
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_state_has_no_obstacle(
    person: NewPerson, axe: Look, state: Callable[[Person], Page]
) -> None:
    assert axe(state(person())) == []


def test_an_offer_has_no_obstacle(person: NewPerson, axe: Look) -> None:
    first = person().start("pomeczi", PERSON)
    second = person().sit(first.game_id)
    first.button("Offer draw").click()
    expect(second.button("Accept")).to_be_visible()
    assert axe(second.page) == []
