"""Everything by keyboard, and everything in words."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.people import COMPUTER, PERSON, Table

MOST_TABS = 40


def tab_to_board(page: Page) -> None:
    """Press Tab until a square of the board has the focus."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('role')") == "gridcell":
            return
    raise AssertionError("Tab does not lead to the board")


def press(page: Page, keys: str) -> None:
    """Press some keys, separated by spaces."""
    for key in keys.split():
        page.keyboard.press(key)


def go_to(table: Table, square: str) -> None:
    """Go to a square with the arrow keys, from wherever the focus is on the board."""
    label = table.page.evaluate("document.activeElement.getAttribute('aria-label')")
    files = ord(square[0]) - ord(label[0])
    ranks = int(square[1]) - int(label[1])
    for _ in range(abs(files)):
        table.page.keyboard.press("ArrowRight" if files > 0 else "ArrowLeft")
    for _ in range(abs(ranks)):
        table.page.keyboard.press("ArrowUp" if ranks > 0 else "ArrowDown")
    expect(table.square(square)).to_be_focused()


def test_push_push_is_played_by_keyboard(person: NewPerson) -> None:
    table = person().start("push-push")
    table.see("c1", "can be chosen")
    tab_to_board(table.page)
    go_to(table, "c1")
    press(table.page, "Enter")
    table.see("c1", "chosen")
    expect(table.said).to_contain_text(re.compile(r"Chosen; there are \d+ squares to go to"))
    table.see("c2", "legal target")
    press(table.page, "ArrowUp")
    expect(table.said).to_contain_text("Would mean: Player 1's 3 goes from c1 to c2")
    press(table.page, "Escape")
    expect(table.square("c1")).to_have_attribute("aria-selected", "false")
    go_to(table, "d1")
    press(table.page, "Space ArrowUp Space")
    table.see_moves("d1d2")
    expect(table.said).to_contain_text("Player 1 plays d1d2.")
    expect(table.said).to_contain_text("Player 1's 4 goes from d1 to d2")
    expect(table.square("d2")).to_be_focused()


def test_pushee_pieces_is_played_by_keyboard(person: NewPerson) -> None:
    table = person().start("pushee-pieces", start="6/6/6/1H4/6/6 2 14/15 -")
    table.see("b3", "Player 1's piece", "pushes left and right", "2 points")
    table.see("c3", "empty", "3 points", "legal target")
    tab_to_board(table.page)
    go_to(table, "c3")
    expect(table.said).to_contain_text("is placed on c3. Player 1's piece is pushed from b3 to a3")
    press(table.page, "r")
    expect(table.said).to_contain_text("stands upright")
    press(table.page, "R")
    expect(table.said).to_contain_text("lies across")
    press(table.page, "Enter")
    table.see_moves("c3h")
    table.see("a3", "Player 1's piece")
    table.see("c3", "Player 2's piece", "pushes left and right")


def test_a_domino_is_taken_turned_and_placed_by_keyboard(person: NewPerson) -> None:
    table = person().start("pomeczi")
    domino = table.button("Player 1's domino: 1")
    domino.focus()
    press(table.page, "Enter")
    expect(domino).to_have_attribute("aria-pressed", "true")
    # What is taken goes to the board, and so does the focus.
    expect(table.page.get_by_role("gridcell").and_(table.page.locator(":focus"))).to_be_attached()
    go_to(table, "b2")
    press(table.page, "R")
    expect(table.said).to_contain_text("stands upright")
    press(table.page, "Enter")
    table.see_moves("Db2^")
    table.see("b3", "Player 1's domino", "b2–b3")


def test_the_board_has_one_tab_stop(person: NewPerson) -> None:
    table = person().start("push-push")
    stops = table.page.get_by_role("gridcell").and_(table.page.locator("[tabindex='0']"))
    expect(stops).to_have_count(1)
    tab_to_board(table.page)
    press(table.page, "Home ArrowUp")
    expect(stops).to_have_count(1)
    press(table.page, "Tab")
    assert table.page.evaluate("document.activeElement.getAttribute('role')") != "gridcell"
    press(table.page, "Shift+Tab")
    expect(stops).to_be_focused()
    press(table.page, "Control+End")
    expect(table.square("g1")).to_be_focused()
    press(table.page, "Control+Home")
    expect(table.square("a7")).to_be_focused()


def test_a_question_mark_lists_the_keys(person: NewPerson) -> None:
    page = person().start("pomeczi").page
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    for words in ("Go from square to square", "One move back", "Take back", "Resign", "Lobby"):
        expect(keys.get_by_text(words, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()


def test_every_action_has_a_key(person: NewPerson) -> None:
    table = person().start("pomeczi")
    page = table.page
    page.keyboard.press("/")
    expect(table.field).to_be_focused()
    table.play("Sb2", "Sc3")
    # A letter that is typed into the field is no shortcut.
    table.field.press("u")
    table.see_moves("Sb2", "Sc3")
    table.field.fill("")
    page.keyboard.press("Tab")
    page.keyboard.press("u")
    table.see_moves("Sb2")
    page.keyboard.press("f")
    expect(table.said).to_contain_text("is at the bottom now.")
    page.keyboard.press("b")
    expect(page.get_by_role("gridcell").and_(page.locator(":focus"))).to_be_attached()
    page.keyboard.press("i")
    expect(page.get_by_role("group", name="Share")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("q")
    page.get_by_role("dialog", name="Resign?").get_by_role("button", name="Resign").press("Enter")
    table.see_end("Player 1 wins, because Player 2 resigned")
    before = page.url
    page.keyboard.press("e")
    page.wait_for_url(lambda url: "/games/" in url and url != before)


def test_single_letters_can_be_switched_off(person: NewPerson) -> None:
    page = person(preferences={"keys": False, "speed": 0, "sounds": False}).visit("/lobby")
    page.keyboard.press("m")
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("are switched off")
    assert page.url.endswith("/lobby")


def test_offers_are_answered_by_keyboard(person: NewPerson) -> None:
    first = person().start("pomeczi", PERSON)
    second = person().sit(first.game_id)
    expect(first.button("Offer draw")).to_be_visible()
    first.page.keyboard.press("d")
    expect(second.button("Accept")).to_be_visible()
    second.page.keyboard.press("x")
    expect(first.said).to_contain_text("The offer was declined.")
    second.page.keyboard.press("d")
    expect(first.button("Accept")).to_be_visible()
    first.page.keyboard.press("y")
    expect(second.page.get_by_role("heading", name="A draw")).to_be_visible()


def test_arrow_keys_go_through_the_game(person: NewPerson) -> None:
    table = person().start("pomeczi")
    table.play("Sb2", "Sc3", "b2^")
    page = table.page
    table.moves.first.focus()
    press(page, "ArrowLeft")
    expect(page.get_by_text("Looking back: move 2 of 3")).to_be_visible()
    table.see("b2", "Player 1's single")
    press(page, "ArrowLeft ArrowLeft")
    expect(table.said).to_contain_text("The start of the game.")
    table.see("b2", "empty")
    press(page, "ArrowRight")
    expect(table.said).to_contain_text("Player 1 plays Sb2.")
    expect(table.moves.first).to_have_attribute("aria-current", "step")
    press(page, "Home")
    expect(page.get_by_text("Looking back: move 0 of 3")).to_be_visible()
    press(page, "End")
    table.see("b3", "Player 1's single")
    expect(page.get_by_text("Looking back")).to_be_hidden()


def test_a_question_of_the_board_is_answered_by_keyboard(person: NewPerson) -> None:
    table = person().start("push-push", start="7/7/7/o6/A6/7/6a 1 - 0")
    table.see("a3", "can be chosen")
    tab_to_board(table.page)
    go_to(table, "a3")
    press(table.page, "Enter ArrowUp Enter")
    expect(table.chooser.get_by_role("button").first).to_be_focused()
    press(table.page, "Escape")
    expect(table.chooser).to_be_hidden()
    expect(table.square("a4")).to_be_focused()
    press(table.page, "Enter ArrowRight Enter")
    table.see_moves("a3a4~")


@pytest.mark.parametrize("title", ["Pomeczi", "Push Push", "Pushee Pieces"])
def test_a_game_is_started_by_keyboard(person: NewPerson, title: str) -> None:
    page = person().visit("/")
    page.get_by_role("button", name=f"Play the computer: {title}").press("Enter")
    page.wait_for_url("**/games/*")
    expect(page.get_by_text("Your turn", exact=True)).to_be_visible()


def test_the_content_is_reached_without_the_navigation(person: NewPerson) -> None:
    page = person().visit("/lobby")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_the_end_of_thinking_is_heard(person: NewPerson) -> None:
    table = person().start("push-push", COMPUTER)
    table.step("c1", "c2")
    expect(table.said).to_contain_text("Computer, level 1 plays ")
    expect(table.page).to_have_title(re.compile("Your turn: Push Push"))
