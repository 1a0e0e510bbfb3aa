"""Two people at one screen, from the page for a new game to the rematch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.people import Table

# Whole games. In the one of Push Push a 4 takes the ball up the middle, and everybody lets it pass.
GAMES = {
    "pomeczi:board=3x3,dominoes=1,singles=0": (["Da1>", "Da3>"], "Player 2 wins"),
    "push-push": (
        ["d1d2", "d7e6", "d2d3", "a7a6", "d3d4", "a6a5", "d4d5", "a5a4", "d5d6", "a4a3", "d6d7"],
        "Player 1 wins",
    ),
    "pushee-pieces:pieces=2": (["c3h", "a1v", "d4v", "f6h"], "Player 1 wins"),
}


@pytest.mark.parametrize("variant", GAMES)
def test_two_people_play_a_whole_game_and_then_another_with_sides_swapped(
    person: NewPerson, variant: str
) -> None:
    moves, outcome = GAMES[variant]
    page = person().visit(f"/new?variant={variant}&opponent=table")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    table, first = Table(page), page.url
    table.see_moves()
    for text in moves:
        table.play(text)
    table.see_moves(*moves)
    table.see_end(outcome)
    expect(table.said.get_by_text(outcome)).to_have_count(1)
    expect(table.field).to_be_hidden()

    table.button("Rematch").click()
    page.wait_for_url(lambda url: "/games/" in url and url != first)
    table.see_moves()
    table.play(moves[0])


def test_they_play_with_the_hands(person: NewPerson) -> None:
    table = person().start("push-push")
    table.step("c1", "c2")
    table.step("a7", "a6")
    table.see_moves("c1c2", "a7a6")


def test_they_turn_the_board(person: NewPerson) -> None:
    table = person().start("push-push")
    squares = table.page.get_by_role("gridcell")
    expect(squares.first).to_have_attribute("aria-label", re.compile("^a7,"))
    table.button("Flip board").click()
    expect(squares.first).to_have_attribute("aria-label", re.compile("^g1,"))
    expect(table.said).to_contain_text("Player 2 is at the bottom now.")
    table.step("c1", "c2")
    table.see_moves("c1c2")


def test_the_board_turns_to_whoever_is_to_move_if_they_like(person: NewPerson) -> None:
    table = person().start("pushee-pieces")
    table.button("Preferences").click()
    turning = table.page.get_by_role("checkbox", name=re.compile("turn the board"))
    turning.check()
    table.page.keyboard.press("Escape")
    squares = table.page.get_by_role("gridcell")
    expect(squares.first).to_have_attribute("aria-label", re.compile("^a6,"))
    table.play("c3h")
    expect(squares.first).to_have_attribute("aria-label", re.compile("^f1,"))
    table.play("d4v")
    expect(squares.first).to_have_attribute("aria-label", re.compile("^a6,"))


def test_a_move_is_taken_back_at_once(person: NewPerson) -> None:
    table = person().start("pomeczi")
    table.play("Sb2")
    first = table.moves.first.element_handle()
    table.play("Sc3", "Sd1")
    table.button("Take back").click()
    table.see_moves("Sb2", "Sc3")
    table.button("Take back").click()
    table.see_moves("Sb2")
    assert first.evaluate("button => button.isConnected")  # a click on it would not have been lost
    table.see("c3", "empty")
    expect(table.said).to_contain_text("A move was taken back.")
    table.play("Sd4")
    table.see_moves("Sb2", "Sd4")


def test_they_agree_on_a_draw(person: NewPerson) -> None:
    table = person().start("pomeczi")
    table.play("Sb2")
    table.button("Offer draw").click()
    expect(table.page.get_by_role("heading", name="A draw")).to_be_visible()


def test_somebody_resigns_only_after_being_asked(person: NewPerson) -> None:
    table = person().start("pomeczi")
    table.play("Sb2")
    table.button("Resign").click()
    question = table.page.get_by_role("dialog", name="Resign?")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    table.play("Sc3")
    table.button("Resign").click()
    table.page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    table.button("Resign").click()
    question.get_by_role("button", name="Resign").click()
    table.see_end("Player 2 wins, because Player 1 resigned")
    expect(table.button("Resign")).to_be_hidden()


def test_they_play_with_a_clock(person: NewPerson) -> None:
    page = person().visit("/new?game=pushee-pieces&opponent=table&clock=3%2B2")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    clocks = page.get_by_role("timer")
    expect(clocks).to_have_text(["3:00", "3:00"])
    table = Table(page)
    table.play("c3h", "d4v")
    # It is Player 1's time that runs, and Player 2 has been given two seconds.
    expect(clocks.first).to_have_text(re.compile(r"3:0[12]"))
    expect(clocks.last).to_have_text("2:58")


def test_a_game_that_is_over_takes_no_more_moves(person: NewPerson) -> None:
    table = person().start("push-push", start="3o3/3A3/7/7/7/7/6a 1 - 99")
    table.step("d6", "d7")
    table.see_end("Player 1 wins")
    expect(table.page.get_by_role("gridcell", name=re.compile("can be chosen"))).to_have_count(0)
    expect(table.button("New game")).to_be_visible()
