"""One person and the computer."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.people import COMPUTER, Table


def test_somebody_plays_and_the_computer_answers(person: NewPerson) -> None:
    table = person().start("pomeczi", COMPUTER)
    expect(table.player("Player 2: Computer, level 1")).to_be_visible()
    table.field.fill("Sb2")
    table.field.press("Enter")
    expect(table.moves).to_have_count(2)
    expect(table.said).to_contain_text("plays Sb2.")
    expect(table.said).to_contain_text("Computer, level 1 plays ")


def test_the_computer_begins_if_asked_to(person: NewPerson) -> None:
    page = person().visit("/new?game=push-push&opponent=computer&level=1&side=2")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    table = Table(page)
    expect(table.moves).to_have_count(1)
    expect(table.player("Player 1: Computer, level 1")).to_be_visible()
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()
    # Player 2 sits at the bottom now.
    expect(page.get_by_role("gridcell").first).to_have_attribute("aria-label", re.compile("^g1,"))


def test_a_move_and_its_answer_are_taken_back(person: NewPerson) -> None:
    table = person().start("pushee-pieces", COMPUTER)
    table.field.fill("c3h")
    table.field.press("Enter")
    expect(table.moves).to_have_count(2)
    table.button("Take back").click()
    table.see_moves()
    table.see("c3", "empty")
    table.field.fill("d4v")
    table.field.press("Enter")
    expect(table.moves).to_have_count(2)
    expect(table.moves.first).to_have_text("d4v")


def test_the_computer_answers_an_offer_of_a_draw(person: NewPerson) -> None:
    table = person().start("pomeczi", COMPUTER)
    table.button("Offer draw").click()
    declined = table.said.get_by_text("The offer was declined.")
    agreed = table.page.get_by_role("heading", name="A draw")
    expect(declined.or_(agreed)).to_be_visible()


def test_the_computer_grants_a_rematch_at_once(person: NewPerson) -> None:
    table = person().start("pomeczi", COMPUTER)
    table.button("Resign").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    expect(table.page.get_by_role("heading", name="You lose")).to_be_visible()
    before = table.page.url
    table.button("Rematch").click()
    table.page.wait_for_url(lambda url: "/games/" in url and url != before)
    # Sides are swapped, so the computer has begun.
    expect(table.player("Player 1: Computer, level 1")).to_be_visible()
    expect(table.moves).to_have_count(1)


@pytest.mark.parametrize("level", [1, 5, 10])
def test_every_level_can_be_chosen_and_is_kept_for_the_next_time(
    person: NewPerson, level: int
) -> None:
    visitor = person()
    page = visitor.visit("/new?game=pomeczi&opponent=computer")
    slider = page.get_by_role("slider", name="Level")
    slider.fill(str(level))
    expect(page.get_by_role("status")).to_contain_text(f"{level}: ")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_role("region", name=f"Computer, level {level}")).to_be_visible()
    again = visitor.visit("/new")
    expect(again.get_by_role("slider", name="Level")).to_have_value(str(level))
    # The first page starts games at the same level.
    first = visitor.visit("/")
    expect(first.get_by_role("button", name=f"Push Push, level {level}")).to_be_visible()


def test_the_level_is_changed_by_its_buttons(person: NewPerson) -> None:
    page = person().visit("/new?opponent=computer")
    slider = page.get_by_role("slider", name="Level")
    expect(slider).to_have_value("2")
    page.get_by_role("button", name="Stronger").click()
    expect(slider).to_have_value("3")
    page.get_by_role("button", name="Weaker").click()
    page.get_by_role("button", name="Weaker").click()
    page.get_by_role("button", name="Weaker").click()
    expect(slider).to_have_value("1")
