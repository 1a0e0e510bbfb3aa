"""The page for a new game: every option of every game, and what is wrong with a bad one."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.held_requests import HeldRequests

Fill = Callable[[Page], None]


def options(page: Page) -> None:
    """Show all options, unless they are shown already."""
    if not page.get_by_role("button", name="Back to the usual rules").is_visible():
        page.get_by_text("All options").click()


def choose(label: str, value: str) -> Fill:
    def do(page: Page) -> None:
        page.get_by_role("combobox", name=label).select_option(value)

    return do


def write(label: str, value: str) -> Fill:
    return lambda page: page.get_by_role("textbox", name=label).fill(value)


def pick(group: str, name: str) -> Fill:
    def do(page: Page) -> None:
        page.get_by_role("group", name=group).get_by_role("radio", name=name).check(force=True)

    return do


def number(label: str, value: str) -> Fill:
    return lambda page: page.get_by_role("spinbutton", name=label).fill(value)


def tick(name: str) -> Fill:
    return lambda page: page.get_by_role("checkbox", name=name).check(force=True)


def crowded(page: Page) -> None:
    """Ask for more tiles than fit on a small board."""
    write("board", "3x3")(page)
    choose("dominoes each", "4")(page)


GRID = "1111\n2222\n3333\n4444"
OPTIONS: list[tuple[str, Fill, str]] = [
    ("pomeczi", write("board", "5x3"), "board=5x3"),
    ("pomeczi", choose("dominoes each", "2"), "dominoes=2"),
    ("pomeczi", choose("singles each", "4"), "singles=4"),
    ("push-push", number("quiet turns until a draw", "20"), "quiet=20"),
    ("push-push", tick("off"), "quiet=off"),
    ("pushee-pieces", write("numbers on the board", GRID), "grid=1111/2222/3333/4444"),
    ("pushee-pieces", choose("pieces each", "3"), "pieces=3"),
    ("pushee-pieces", choose("longest chain in tiers", "unlimited"), "tiers=unlimited"),
    ("pushee-pieces", pick("extra turns", "2"), "turns=2"),
    ("pushee-pieces", pick("walls", "off"), "walls=off"),
]


def started(page: Page) -> str:
    """Start the game; gives what the page says of its rules."""
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    about = page.get_by_role("main").get_by_text("no clock")
    expect(about).to_be_visible()
    return about.inner_text()


@pytest.mark.parametrize(("game", "fill", "told"), OPTIONS, ids=[told for _, _, told in OPTIONS])
def test_an_option_is_chosen(person: NewPerson, game: str, fill: Fill, told: str) -> None:
    page = person().visit(f"/new?game={game}&opponent=table")
    options(page)
    fill(page)
    assert told in started(page)


QUIET = "quiet turns until a draw"
NUMBERS = "numbers on the board"
BAD: list[tuple[str, str, Fill, str]] = [
    ("pomeczi", "board", write("board", "9x9"), "9x9"),
    ("pomeczi", "board", write("board", "large"), "large"),
    ("pomeczi", "dominoes each", crowded, "cover 18 cells"),
    ("push-push", QUIET, number(QUIET, "7"), "20 to 500"),
    ("pushee-pieces", NUMBERS, write(NUMBERS, "12\n34"), "12/34"),
]


@pytest.mark.parametrize(("game", "label", "fill", "told"), BAD, ids=[bad[3] for bad in BAD])
def test_a_bad_value_is_told_at_its_field(
    person: NewPerson, game: str, label: str, fill: Fill, told: str
) -> None:
    # A variant that is none is answered with a 4xx, which browsers write to their console.
    page = person(expected="status of 4").visit(f"/new?game={game}&opponent=table")
    options(page)
    fill(page)
    field = page.get_by_label(label, exact=True)
    expect(field).to_have_attribute("aria-invalid", "true")
    problem = page.get_by_role("alert").filter(has_text=re.compile(r"\S"))
    expect(problem).to_contain_text(told)
    page.get_by_role("button", name="Start the game").click()
    expect(problem).to_be_visible()
    assert "/new" in page.url
    page.get_by_role("button", name="Back to the usual rules").click()
    expect(problem).to_be_hidden()
    started(page)


def test_two_clicks_start_one_game(person: NewPerson) -> None:
    page = person().visit("/new?game=pomeczi&opponent=table")
    methods: list[str] = []
    page.on("request", lambda request: methods.append(request.method))
    checks = HeldRequests(page, "**/api/variants?*")
    page.route("**/api/games", lambda _: None)  # is not answered
    with page.expect_request("**/api/variants?*"):
        page.get_by_role("button", name="Start the game").dblclick()
    with page.expect_request("**/api/games"):
        checks.release()
    assert methods.count("POST") == 1


@pytest.mark.parametrize("path", ["/new?game=pushee-pieces", "/print?variant=pushee-pieces"])
def test_an_option_is_written_while_its_beginning_is_checked(person: NewPerson, path: str) -> None:
    page = person().visit(path)
    page.get_by_text("All options").click()
    field = page.get_by_role("textbox", name=NUMBERS)
    checks = HeldRequests(page, "**/api/variants?*")
    with page.expect_request("**/api/variants?*1111*"):
        field.fill(GRID)
    field.press("Control+Home")
    field.press("Shift+ArrowRight")
    with page.expect_response("**/api/variants?*5111*"):
        field.press("5")
        checks.release()
    field.press("Shift+ArrowRight")
    field.press("6")
    expect(field).to_have_value(f"56{GRID[2:]}")


def test_well_tried_variants_are_one_click_away(person: NewPerson) -> None:
    page = person().visit("/new?game=pomeczi&opponent=table")
    variant = page.get_by_role("group", name="Well-tried variants")
    usual = variant.get_by_role("button", name="Usual rules")
    expect(usual).to_have_attribute("aria-pressed", "true")
    small = variant.get_by_role("button", name="3x3")
    small.click()
    expect(small).to_have_attribute("aria-pressed", "true")
    expect(usual).to_have_attribute("aria-pressed", "false")
    # Options that follow from another are shown as they are now.
    options(page)
    expect(page.get_by_role("combobox", name="singles each")).to_have_value("1")
    assert "board=3x3" in started(page)


def test_the_choices_are_kept_for_the_next_game(person: NewPerson) -> None:
    visitor = person()
    page = visitor.visit("/new?game=pushee-pieces&opponent=table")
    options(page)
    choose("pieces each", "3")(page)
    started(page)
    again = visitor.visit("/new")
    expect(again.get_by_role("radio", name="Pushee Pieces")).to_be_checked()
    expect(again.get_by_role("radio", name="At one screen")).to_be_checked()
    expect(again.get_by_role("combobox", name="pieces each")).to_have_value("3")


CLOCKS = {
    "3 + 2": "3 min + 2 s",
    "30 + 20": "30 min + 20 s",
    "Other": "15 min + 10 s",
    "Days": "3 days a move",
}


@pytest.mark.parametrize("clock", CLOCKS)
def test_a_clock_is_chosen(person: NewPerson, clock: str) -> None:
    page = person().visit("/new?game=pomeczi&opponent=table")
    page.get_by_role("radio", name=clock, exact=True).check(force=True)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_text(CLOCKS[clock])).to_be_visible()
    expect(page.get_by_role("timer")).to_have_count(2)


@pytest.mark.parametrize(
    ("clock", "label", "value", "told"),
    [
        ("Other", "Minutes each", "0.1", "from 0.25 to 180"),
        ("Other", "Seconds added per move", "61", "from 0 to 60"),
        ("Days", "Days per move", "15", "from 1 to 14"),
    ],
)
def test_a_clock_that_cannot_be_is_told(
    person: NewPerson, clock: str, label: str, value: str, told: str
) -> None:
    page = person().visit("/new?game=pomeczi&opponent=table")
    page.get_by_role("radio", name=clock, exact=True).check(force=True)
    field = page.get_by_role("spinbutton", name=label)
    field.fill(value)
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert").filter(has_text=told)).to_be_visible()
    expect(field).to_be_focused()
    assert "/new" in page.url


@pytest.mark.parametrize(("side", "mine"), [("I do", "Player 1"), ("The other", "Player 2")])
def test_who_begins_is_chosen(person: NewPerson, side: str, mine: str) -> None:
    page = person().visit("/new?game=pomeczi&opponent=friend")
    page.get_by_role("radio", name=side).check(force=True)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_role("region", name=mine).get_by_text("you", exact=True)).to_be_visible()
