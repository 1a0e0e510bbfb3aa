"""Hands on the board: clicks, drags and fingers, and what they see before they commit."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import NewPerson
from tests.browser.people import Table

CHOICE = "6/1H1h2/h3H1/1V1v2/6/6 1 12/12 -"  # c3h pushes two pieces towards c5
CORNERED = "7/7/7/o6/A6/7/6a 1 - 0"  # a3a4 can deflect the ball
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def drawn(table: Table, kind: str) -> Locator:
    """Marks of a kind in the picture of the board, which only eyes can see."""
    return table.page.locator(f".board-above .{kind}")


def test_legal_targets_are_shown_and_told(person: NewPerson) -> None:
    table = person().start("push-push")
    table.see("c1", "can be chosen")
    expect(table.page.get_by_role("gridcell", name=re.compile("legal target"))).to_have_count(0)
    table.square("c1").click()
    expect(table.page.locator(".board-drawing .target")).not_to_have_count(0)
    for square in ("b2", "c2", "d2"):
        table.see(square, "legal target")
    table.square("c1").click()
    expect(table.page.get_by_role("gridcell", name=re.compile("legal target"))).to_have_count(0)


def test_a_push_is_shown_before_it_is_made(person: NewPerson) -> None:
    table = person().start("pomeczi", start="4/4/1Ss1/4[SDsd] 1 - -")
    table.see("b2", "can be chosen")
    table.square("b2").click()
    table.square("c2").hover()
    # A full arrow for the tile that acts, and a hollow one for the one that it pushes.
    expect(drawn(table, "arrow:not(.hollow)")).to_have_count(1)
    expect(drawn(table, "arrow.hollow")).to_have_count(1)
    expect(table.said).to_contain_text("Player 2's single is pushed from c2 to d2")
    table.square("a4").hover()
    expect(drawn(table, "arrow")).to_have_count(0)
    table.square("c2").click()
    table.see("d2", "Player 2's single")


def test_the_whole_chain_is_shown_for_the_square_and_the_axis(person: NewPerson) -> None:
    table = person().start("pushee-pieces", start="6/1h1H2/4h1/1V1V2/6/6 2 12/13 -")
    table.see("c3", "legal target")
    table.square("c3").hover()
    expect(drawn(table, "arrow.hollow")).to_have_count(4)
    # Arrows after the first tier have the tier's number.
    expect(drawn(table, "badge").get_by_text("3")).not_to_have_count(0)
    table.page.keyboard.press("r")
    expect(drawn(table, "arrow.hollow")).to_have_count(0)
    expect(drawn(table, "ring.placed")).to_have_count(1)


def test_the_score_after_a_move_is_shown_before_it(person: NewPerson) -> None:
    table = person().start("pushee-pieces")
    table.see("c3", "legal target")
    table.square("c3").hover()
    expect(table.player("Player 1").get_by_text("0 → 3 points")).to_be_visible()


def test_a_deflected_push_is_offered_beside_the_normal_one(person: NewPerson) -> None:
    table = person().start("push-push", start=CORNERED)
    table.step("a3", "a4")
    offers = table.chooser.get_by_role("button")
    expect(offers).to_have_count(2)
    expect(table.chooser.get_by_role("button", name="straight on")).to_be_visible()
    for offer in offers.all():
        expect(offer.locator("svg")).to_be_visible()
    table.chooser.get_by_role("button", name="deflected").click()
    table.see_moves("a3a4~")
    table.see("b5", "The ball")


def test_the_special_case_is_asked_with_its_outcomes_drawn(person: NewPerson) -> None:
    table = person().start("pushee-pieces", start=CHOICE)
    table.see("c3", "legal target")
    table.square("c3").click()
    expect(table.chooser.get_by_role("button")).to_have_count(2)
    table.see_moves()
    table.page.keyboard.press("Escape")
    expect(table.chooser).to_be_hidden()
    table.square("c3").click()
    table.chooser.get_by_role("button", name="b5>").click()
    table.see_moves("c3h=b5>")
    table.see("c5", "Player 1's piece")
    table.see("d5", "Player 2's piece")


@pytest.mark.parametrize("how", ["key", "button", "tray", "second button"])
def test_a_domino_is_turned_while_it_is_being_placed(person: NewPerson, how: str) -> None:
    table = person().start("pomeczi")
    domino = table.button("Player 1's domino: 1")
    domino.click()
    table.square("b2").hover()
    expect(table.said).to_contain_text("is placed on b2–c2")
    if how == "key":
        table.page.keyboard.press("r")
    elif how == "button":
        table.button("Turn the piece").click()
    elif how == "tray":
        domino.click()
    else:
        table.square("b2").click(button="right")
    table.square("b2").hover()
    expect(table.said).to_contain_text("is placed on b2–b3")
    table.square("b2").click()
    table.see_moves("Db2^")


def test_a_piece_is_turned_for_an_extra_turn(person: NewPerson) -> None:
    table = person().start("pushee-pieces:turns=2", start="6/6/1vH3/6/6/6 1 14/14 2/2")
    table.see("c4", "can be chosen")
    table.square("c4").click()
    table.square("c4").click()
    table.see_moves("c4r")
    table.see("c4", "pushes up and down", "was turned")


def test_somebody_passes(person: NewPerson) -> None:
    start = "6/1H4/3v2/2V3/4h1/6 1 0/0 2/2"
    table = person().start("pushee-pieces:pieces=2,turns=2", start=start)
    table.button("Pass").click()
    table.see_moves("--")


DRAGS = {
    "pomeczi": ("single", "b2", "Sb2"),
    "push-push": ("c1", "c2", "c1c2"),
    "pushee-pieces": ("piece", "c3", "c3h"),
}


@pytest.mark.parametrize("game", DRAGS)
def test_a_piece_is_dragged_to_its_square(person: NewPerson, game: str) -> None:
    source, target, move = DRAGS[game]
    table = person().start(game)
    if len(source) == 2:
        table.see(source, "can be chosen")
        taken = table.square(source)
    else:
        taken = table.page.get_by_role("button", name=re.compile(f"^Player 1's {source}: "))
    taken.drag_to(table.square(target))
    table.see_moves(move)


def test_a_tile_on_the_board_is_dragged_to_push(person: NewPerson) -> None:
    table = person().start("pomeczi", start="4/4/LRs1/4[SSsd] 1 - -")
    table.see("a2", "can be chosen")
    # Whichever of its halves is grabbed, one cell further is what is meant.
    table.square("a2").drag_to(table.square("b2"))
    table.see_moves("a2>")
    table.see("d2", "Player 2's single")


def test_a_drag_that_ends_beside_the_board_is_no_move(person: NewPerson) -> None:
    table = person().start("push-push")
    table.see("c1", "can be chosen")
    table.square("c1").drag_to(table.page.get_by_role("heading", level=1))
    table.see_moves()
    table.see("c1", "Player 1's 3")
    table.square("c1").drag_to(table.square("c2"))
    table.see_moves("c1c2")


TAPS = {"pomeczi": ["single", "b2"], "push-push": ["c1", "c2"], "pushee-pieces": ["c3"]}


@pytest.mark.parametrize("game", TAPS)
def test_a_finger_sees_first_and_plays_with_a_second_tap(person: NewPerson, game: str) -> None:
    table = person(**PHONE).start(game)
    *source, target = TAPS[game]
    for name in source:
        if len(name) == 2:
            table.see(name, "can be chosen")
            table.square(name).tap()
        else:
            table.page.get_by_role("button", name=re.compile(f"^Player 1's {name}: ")).tap()
    table.see(target, "legal target")
    table.square(target).tap()
    expect(table.said).to_contain_text("Would mean: ")
    table.see_moves()
    table.square(target).tap()
    expect(table.moves).to_have_count(1)


def test_a_finger_plays_with_the_button_under_the_board(person: NewPerson) -> None:
    table = person(**PHONE).start("pushee-pieces")
    table.see("c3", "legal target")
    table.square("c3").tap()
    bar = table.page.get_by_role("region", name="Board")
    bar.get_by_role("button", name="Turn the piece", exact=True).tap()
    bar.get_by_role("button", name="Play", exact=True).tap()
    table.see_moves("c3v")


REFUSED = {
    "pomeczi": ("4/1S2/4/4[SDssd] 2 - -", ["Player 2's domino: 1", "b3"], "P4"),
    "push-push": (None, ["c1", "c3"], "B3"),
}


@pytest.mark.parametrize("game", REFUSED)
def test_an_illegal_try_is_refused_with_its_rule(person: NewPerson, game: str) -> None:
    start, names, rule = REFUSED[game]
    table = person().start(game, start=start)
    table.see_ready()
    for name in names:
        if len(name) == 2:
            table.square(name).click()
        else:
            table.button(name).click()
    expect(table.refusal).to_be_visible()
    table.see_moves()
    table.button(f"Rule {rule}: show its text").click()
    shown = table.page.get_by_role("group", name=re.compile(f"^{rule} "))
    expect(shown.get_by_role("heading")).to_be_focused()
    shown.get_by_role("link", name="All rules").click()
    table.page.wait_for_url(f"**/rules/{game}#{rule}")
    expect(table.page.get_by_role("heading", name=re.compile(f"^{rule} "))).to_be_in_viewport()


def test_an_occupied_square_is_refused(person: NewPerson) -> None:
    table = person().start("pushee-pieces", start="6/6/6/2H3/6/6 2 14/15 -")
    table.see("a1", "legal target")
    table.square("c3").click()
    expect(table.button("Rule C3: show its text")).to_be_visible()
    # The refusal goes when something else is tried.
    table.square("d4").click()
    expect(table.button("Rule C3: show its text")).to_be_hidden()
    table.see_moves("d4h")


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("pomeczi", "--", "Rule P3"),
        ("push-push", "d3d4~", "Rule B"),
        ("pushee-pieces", "c3h=b3<", "Rule C8"),
    ],
)
def test_a_typed_move_is_refused_with_its_rule(
    person: NewPerson, game: str, text: str, told: str
) -> None:
    table = person().start(game)
    table.plays(text)
    expect(table.refusal.get_by_role("button", name=told)).to_be_visible()
    # What was typed stays, to be mended.
    expect(table.field).to_have_value(text)


def test_what_is_no_move_at_all_is_told_with_what_would_be_right(person: NewPerson) -> None:
    table = person().start("pomeczi")
    table.plays("e2-e4")
    expect(table.refusal).to_contain_text("e2-e4")
    table.see_moves()
