"""A review: a finished game's graph, judgements and turning points, and the better move played."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Look, NewPerson
from tests.browser.people import TABLE
from tests.browser.test_sizes import see_no_sideways_scrolling

# Player 1 pushes the ball over their own side.
START = "7/6a/7/3B3/7/A6/o6 1 - 0"
MOVES = ("d4d5", "g6g5", "a2a1")
RECORD = f"""[Variant "push-push"]
[Start "{START}"]

1. d4d5 g6g5 2. a2a1 0-1
"""


def see(page: Page, square: str, words: str) -> None:
    cell = page.get_by_role("gridcell", name=re.compile(rf"^{square},"))
    expect(cell).to_have_attribute("aria-label", re.compile(re.escape(words)))


def test_a_finished_game_is_reviewed_and_something_better_is_played(
    person: NewPerson, axe: Look
) -> None:
    table = person().start("push-push", TABLE, start=START)
    table.play(*MOVES)
    page = table.page
    expect(page.get_by_role("heading", name="The game is over")).to_be_visible()
    table.button("Review").click()
    page.wait_for_url("**/review/*")
    graph = page.get_by_role("slider", name=re.compile("^Chances of Player 1"))
    expect(graph).to_have_attribute("aria-valuemax", "3")
    assert axe(page) == []

    # The graph is clicked at its end, then gone through by keys.
    box = graph.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 3, box["y"] + 40)
    expect(graph).to_have_attribute("aria-valuenow", "3")
    expect(graph).to_have_attribute("aria-valuetext", re.compile(r"2\. a2a1, Player 1: blunder"))
    current = page.get_by_role("region", name="The move shown")
    expect(current).to_contain_text("the ball left over Player 1's side")
    page.keyboard.press("ArrowLeft")
    expect(graph).to_have_attribute("aria-valuenow", "2")
    see(page, "a2", "Player 1's 1")
    expect(page.get_by_role("log")).to_contain_text("1... g6g5, Player 2: ")

    # The list has the same, and the counts agree with it.
    moves = page.get_by_role("group", name="Moves").get_by_role("button")
    expect(moves).to_have_count(3)
    expect(moves.nth(1)).to_have_attribute("aria-current", "step")
    expect(moves.nth(2)).to_have_text("a2a1??")
    expect(page.get_by_role("row", name=re.compile("Blunders 1 0"))).to_be_visible()

    # What would have been better is played from the card, and taken back.
    page.get_by_role("button", name=re.compile("^Play the better move, .* 2. a2a1$")).click()
    trial = page.get_by_role("region", name="Something better")
    better = trial.get_by_role("button", name=re.compile("^Play "))
    expect(better).to_be_focused()
    page.keyboard.press("Enter")
    expect(trial).to_contain_text(re.compile("On the better line: 1 of|as far as the engine"))
    trial.get_by_role("button", name="One move back").press("Enter")
    expect(trial).to_contain_text("Play it on the board, or try something else.")
    # Something else, on the board, by keys.
    page.keyboard.press("b")
    page.keyboard.press("Home")
    for square in ("a2", "b3"):
        page.get_by_role("gridcell", name=re.compile(rf"^{square},")).focus()
        page.keyboard.press("Enter")
    expect(trial).to_contain_text(re.compile("A line of your own|On the better line"))
    assert axe(page) == []
    trial.get_by_role("button", name="Back to the game as played").click()
    expect(trial).to_be_hidden()
    see(page, "a1", "Player 1's 1")

    link = page.get_by_role("link", name="Analyse from here")
    expect(link).to_have_attribute("href", re.compile(r"^/analysis\?variant=push-push&position="))
    page.get_by_role("link", name="Back to the game", exact=True).click()
    page.wait_for_url(f"**/games/{table.game_id}")


def test_a_record_is_reviewed_by_keys_in_spanish(person: NewPerson, axe: Look) -> None:
    reader = person(locale="es-ES", color_scheme="dark")
    page = reader.visit("/review")
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    field = page.get_by_role("textbox", name="El registro de una partida")
    field.fill(RECORD.replace("g6g5", "g6g2"))
    problem = page.get_by_role("button", name=re.compile("^Línea 4"))
    problem.press("Enter")
    expect(field).to_be_focused()
    field.fill(RECORD)
    expect(problem).to_have_count(0)
    page.get_by_role("button", name="Repasar este registro").press("Enter")
    page.wait_for_url("**/review/*")
    graph = page.get_by_role("slider", name=re.compile("^Posibilidades del Jugador 1"))
    expect(graph).to_be_visible()
    page.keyboard.press("End")
    expect(graph).to_have_attribute("aria-valuetext", re.compile("error grave"))
    page.keyboard.press("v")
    trial = page.get_by_role("region", name="Algo mejor")
    expect(trial.get_by_role("button", name=re.compile("^Jugar "))).to_be_focused()
    page.keyboard.press("Enter")
    expect(trial.get_by_role("button", name="Una jugada atrás")).to_be_visible()
    page.keyboard.press("g")
    expect(trial).to_be_hidden()
    page.set_viewport_size({"width": 320, "height": 640})
    see_no_sideways_scrolling(page)

    # Whoever is given the link sees the same at once.
    friend = person().visit(page.url)
    expect(friend.get_by_role("slider")).to_have_attribute("aria-valuemax", "3")
    expect(friend.get_by_text("2. a2a1", exact=True).first).to_be_visible()


def test_a_review_that_nobody_knows_is_called_so(person: NewPerson) -> None:
    page = person(expected="status of 404").visit("/review/" + "0" * 24)
    expect(page.get_by_role("alert").filter(has_text="there is no review")).to_be_visible()
    expect(page.get_by_role("textbox", name="The record of a game")).to_be_visible()
