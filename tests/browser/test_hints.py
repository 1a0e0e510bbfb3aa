"""Hints against the computer: three grades, in words and on the board, by the keyboard alone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Look, NewPerson
from tests.browser.people import COMPUTER, TABLE


def test_a_hint_is_told_grade_by_grade(person: NewPerson, axe: Look) -> None:
    table = person().start("push-push", COMPUTER)
    page = table.page
    table.see_ready()
    hint = page.get_by_role("region", name=re.compile("^Hint . of 3$"))
    expect(hint).to_be_hidden()

    page.keyboard.press("t")
    expect(hint).to_contain_text("Look at ")
    pointed = page.get_by_role("gridcell", name=re.compile("the hint points here"))
    expect(pointed).to_have_count(1)
    expect(page.locator(".board-pointed .pointer")).to_be_visible()
    expect(table.said).to_contain_text("Hint 1 of 3. Look at ")
    assert axe(page) == []

    hint.get_by_role("button", name="Which move?").press("Enter")
    expect(hint.get_by_role("heading", name="Hint 2 of 3")).to_be_visible()
    expect(hint.get_by_role("button", name="Why?")).to_be_focused()
    expect(page.locator(".board-pointed .arrow").first).to_be_visible()

    page.keyboard.press("Enter")
    expect(hint.get_by_role("heading", name="Hint 3 of 3")).to_be_visible()
    expect(hint).to_contain_text("Outlook: ")
    expect(table.said).to_contain_text("Hint 3 of 3. ")

    # The move that was told can be played, and then there is nothing more to say about it.
    told = re.search(r"Play (\S+)\.", hint.inner_text())
    assert told
    table.plays(told[1])
    expect(table.moves).to_have_count(2)
    expect(hint).to_be_hidden()
    expect(page.locator(".board-pointed > *")).to_have_count(0)
    table.see_ready()
    table.button("Hint").click()
    expect(hint.get_by_role("heading", name="Hint 1 of 3")).to_be_visible()
    table.button("Close the hint").click()
    expect(hint).to_be_hidden()
    expect(pointed).to_have_count(0)


def test_two_people_get_no_hints(person: NewPerson) -> None:
    table = person().start("pomeczi", TABLE)
    table.see_ready()
    expect(table.button("Offer draw")).to_be_visible()
    expect(table.button("Hint")).to_be_hidden()
