"""Puzzles: solved in every game, by hand and by keyboard, refuted, helped with, and counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from jostle.puzzles import Puzzle, find_puzzle
from tests.browser.conftest import NewPerson
from tests.browser.people import Person, Table
from tests.browser.test_keyboard import go_to, press, tab_to_board

TWO_MOVES = find_puzzle("push-push-0f481076")
WRONG = "a1a2"


def open_puzzle(visitor: Person, puzzle: Puzzle) -> Table:
    """The page of a puzzle, when it can be played on."""
    table = Table(visitor.visit(f"/puzzles/{puzzle.id}"))
    expect(table.page.locator("#game")).to_have_attribute("data-phase", "solving")
    return table


def type_move(page: Page, move: str) -> None:
    """Write a move, whatever the field is called in the page's language."""
    page.locator("#move-text").fill(move)
    page.locator("#move-text").press("Enter")


def verdict(page: Page) -> Locator:
    return page.locator("#verdict")


def test_a_puzzle_is_chosen_and_solved_by_keyboard_and_counts(person: NewPerson) -> None:
    visitor = person()
    page = visitor.visit("/puzzles")
    page.get_by_role("radio", name="Pomeczi").focus()
    press(page, "ArrowRight")
    expect(page.get_by_role("radio", name="Push Push")).to_be_checked()
    expect(page.get_by_text("0 of 110")).to_be_visible()
    link = page.get_by_role("link", name="Puzzle 2", exact=True)
    expect(link).to_have_attribute("href", f"/puzzles/{TWO_MOVES.id}")  # of this game's list
    link.focus()
    press(page, "Enter")
    page.wait_for_url(f"**/puzzles/{TWO_MOVES.id}")
    table = Table(page)
    expect(page.get_by_text("Player 1 moves and wins in 2 moves.")).to_be_visible()
    table.see("d5", "can be chosen")
    tab_to_board(page)
    go_to(table, "d5")
    press(page, "Enter")
    go_to(table, "c6")
    press(page, "Enter")
    # The defence is shown, and told to those who listen.
    expect(page.locator("#status")).to_contain_text("Right. Go on.")
    expect(table.said).to_contain_text("goes from d3 to c2")
    table.see("c6", "can be chosen")
    go_to(table, "c6")
    press(page, "Enter")
    go_to(table, "b7")
    press(page, "Enter")
    expect(verdict(page)).to_contain_text("Solved")
    expect(verdict(page)).to_contain_text(re.compile(r"Rating 2\d\d \(\+\d+\).*Streak 1"))
    expect(table.said).to_contain_text("Solved")
    press(page, "x")
    page.wait_for_url(lambda url: "/puzzles/push-push-" in url and TWO_MOVES.id not in url)
    page.get_by_role("link", name="All puzzles").press("Enter")
    page.wait_for_url("**/puzzles?game=push-push")
    expect(page.get_by_text("1 of 110")).to_be_visible()
    expect(page.get_by_role("region", name="Your progress")).to_contain_text("best 1")
    expect(page.get_by_role("listitem").filter(has_text="Puzzle 2P")).to_contain_text("Solved")
    # Nobody else has solved it.
    expect(person().visit("/puzzles?game=push-push").get_by_text("0 of 110")).to_be_visible()


@pytest.mark.parametrize(
    ("puzzle_id", "language"), [("pomeczi-e2dbc347", "en"), ("pushee-pieces-9da2d0cb", "es")]
)
def test_puzzles_of_the_other_games_are_solved_in_both_languages(
    person: NewPerson, puzzle_id: str, language: str
) -> None:
    puzzle = find_puzzle(puzzle_id)
    looks = {"en": ("en-GB", "light"), "es": ("es-ES", "dark")}[language]
    page = open_puzzle(person(locale=looks[0], color_scheme=looks[1]), puzzle).page
    expect(page.locator("html")).to_have_attribute("lang", language)
    words = {"en": ("moves and wins", "Solved"), "es": ("juega y gana", "Resuelto")}[language]
    expect(page.locator("#puzzle-task")).to_contain_text(words[0])
    for move in puzzle.solution[::2]:
        expect(page.locator("#game")).to_have_attribute("data-phase", "solving")
        type_move(page, move)
        expect(page.locator("#move-text")).to_have_value("")
    expect(verdict(page).get_by_role("heading")).to_have_text(words[1])
    # The field has gone, and whoever wrote into it is told what has come instead.
    expect(verdict(page).get_by_role("heading")).to_be_focused()


def test_a_wrong_move_is_refuted_on_the_board_and_counts_once(person: NewPerson) -> None:
    visitor = person(expected="status of 409")
    table = open_puzzle(visitor, TWO_MOVES)
    page = table.page
    type_move(page, "a2a3")  # no move at all: that counts nothing
    expect(table.refusal).to_contain_text("a2")
    table.step("a1", "c3")  # nor is this, by hand
    expect(table.refusal).to_contain_text("B3")
    expect(page.get_by_text("Your first attempt counts.")).to_be_visible()
    table.square("a2").click()  # the piece is still chosen
    expect(verdict(page)).to_contain_text("Not this move")
    expect(verdict(page)).to_contain_text("After a1a2 the answer is")
    expect(verdict(page)).to_contain_text("Streak 0")
    rating = page.locator("#standing-rating").inner_text()
    assert int(rating) < 200
    line = page.get_by_role("list", name="Moves shown on the board").get_by_role("button")
    table.button("Why not?").click()
    expect(line.last).to_have_attribute("aria-current", "step")  # it plays by itself
    table.button("To the start").click()
    table.see("a2", "Player 1's 3")
    expect(table.said).to_contain_text("The position before these moves.")
    page.keyboard.press("ArrowRight")
    expect(line.first).to_have_attribute("aria-current", "step")
    table.button("Try again").click()
    table.see("a1", "Player 1's 3", "can be chosen")
    expect(page.get_by_role("gridcell").and_(page.locator(":focus"))).to_be_attached()
    for move in TWO_MOVES.solution[::2]:
        type_move(page, move)
        expect(page.locator("#move-text")).to_have_value("")
    expect(verdict(page)).to_contain_text("Solved")
    page.reload()
    expect(page.locator("#standing-rating")).to_have_text(rating)
    expect(page.get_by_text("Your first attempt has counted as failed.")).to_be_visible()


def test_hints_tell_more_and_more_and_the_solution_everything(person: NewPerson) -> None:
    table = open_puzzle(person(permissions=["clipboard-read", "clipboard-write"]), TWO_MOVES)
    page = table.page
    table.button("Hint: piece").click()
    told = page.locator("#hint-words")
    expect(told).to_have_text("Look at Player 1's 3 on d5.")
    expect(page.get_by_text("it counts half")).to_be_visible()
    table.button("Hint: move").click()
    expect(told).to_contain_text("Play d5c6.")
    expect(page.get_by_text("has counted as failed")).to_be_visible()
    expect(table.button("Hint: move")).to_be_hidden()
    page.keyboard.press("o")
    expect(verdict(page)).to_contain_text("Player 1 wins in 2 moves.")
    line = page.get_by_role("list", name="Moves shown on the board").get_by_role("button")
    expect(line).to_have_text(list(TWO_MOVES.solution))
    expect(line.last).to_have_attribute("aria-current", "step")
    table.button("Copy link").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"/puzzles/{TWO_MOVES.id}")
    analysis = page.get_by_role("link", name="Analyse").last.get_attribute("href") or ""
    assert analysis.startswith("/analysis?variant=push-push&position=")
    table.button("Try again").click()
    table.see("d5", "can be chosen")


def test_an_address_without_a_puzzle_says_so(person: NewPerson) -> None:
    page = person(expected="status of 4").visit("/puzzles/push-push-00000000")
    expect(page.get_by_role("heading", name="There is no such puzzle")).to_be_visible()
    page.get_by_role("link", name="All puzzles").click()
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url("**/puzzles/pomeczi-*")
