"""A newcomer, from the first page to a first move."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.people import Table

# The clicks of a first move: something in hand or on the board, and a square.
FIRST_MOVES = {
    "Pomeczi": ["Player 1's single: 2", "b2"],
    "Push Push": ["c1", "c2"],
    "Pushee Pieces": ["c3"],
}
MOST_CLICKS = 3


class Clicking:
    """Counts the clicks that something takes."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, target: Locator) -> None:
        self.count += 1
        target.click()


def named(page: Page, name: str) -> Locator:
    """A square by its name, or else a button."""
    if re.fullmatch(r"[a-h]\d", name):
        return Table(page).square(name)
    return page.get_by_role("button", name=name, exact=True)


@pytest.mark.parametrize("title", FIRST_MOVES)
def test_a_newcomer_plays_a_move_against_the_computer_within_three_clicks(
    person: NewPerson, title: str
) -> None:
    page = person().visit("/")
    click = Clicking()
    click(page.get_by_role("button", name=f"Play the computer: {title}"))
    page.wait_for_url("**/games/*")
    table = Table(page)
    table.see_ready()
    for name in FIRST_MOVES[title]:
        click(named(page, name))
    expect(table.moves.first).to_be_visible()
    assert click.count <= MOST_CLICKS
    # The computer answers, and it is the newcomer's turn again.
    expect(table.moves).to_have_count(2)
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()


def test_the_first_page_shows_what_there_is(person: NewPerson) -> None:
    page = person().visit("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Board games about pushing")
    for title in FIRST_MOVES:
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        expect(page.get_by_role("button", name=f"With a friend: {title}")).to_be_visible()
        expect(page.get_by_role("link", name=f"More ways to play {title}")).to_be_visible()
        expect(page.get_by_role("link", name=f"Rules of {title}").first).to_be_visible()
    # Nothing has been played yet, so there is nothing to go on with.
    expect(page.get_by_role("heading", name="Go on with")).to_be_hidden()


def test_a_game_that_was_left_is_offered_again(person: NewPerson) -> None:
    newcomer = person()
    table = newcomer.start("pomeczi")
    table.play("Sb2")
    page = newcomer.visit("/")
    section = page.get_by_role("region", name="Go on with")
    section.get_by_role("link").first.click()
    page.wait_for_url(f"**/games/{table.game_id}")
    Table(page).see_moves("Sb2")


def test_somebody_follows_a_broken_link(person: NewPerson) -> None:
    visitor = person(expected="status of 404")
    for address in ("/games/ABCDEFGHIJKLMNOP", "/rules/chess", "/nowhere"):
        page = visitor.visit(address)
        expect(page.get_by_role("heading", name="Pushed off the board")).to_be_visible()
    page.get_by_role("link", name="To the first page").click()
    expect(page.get_by_role("heading", name="Board games about pushing")).to_be_visible()


@pytest.mark.parametrize("game", ["pomeczi", "push-push", "pushee-pieces"])
def test_somebody_reads_the_rules_and_goes_on_to_play(person: NewPerson, game: str) -> None:
    page = person().visit(f"/rules/{game}")
    expect(page.get_by_role("navigation", name="Contents")).to_be_visible()
    pictures = page.get_by_role("img")
    assert pictures.count() > 5
    page.get_by_role("link", name="Play it").first.click()
    page.wait_for_url(f"**/new?game={game}")
    chosen = page.get_by_role("radio", checked=True)
    expect(chosen.and_(page.locator(f"[value={game}]"))).to_be_attached()


def test_somebody_takes_a_name(person: NewPerson) -> None:
    page = person().visit("/mine")
    expect(page.get_by_text("There are no games of yours yet.")).to_be_visible()
    page.get_by_role("textbox", name="My name, as others see it").fill("  Ada  ")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("log")).to_contain_text("You are Ada now.")
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("Ada")
