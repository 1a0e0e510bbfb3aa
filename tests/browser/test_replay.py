"""Looking back: going through a game, replaying one that has ended, taking it elsewhere."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.people import COMPUTER, PERSON, Person, Table

MOVES = ["Sb2", "Sc3", "b2^"]


def ended(player: Person) -> str:
    """A game with three moves that somebody has resigned."""
    game = player.create("pomeczi")
    actions = [{"type": "move", "ply": ply, "move": move} for ply, move in enumerate(MOVES)]
    for action in [*actions, {"type": "resign"}]:
        answer = player.context.request.post(f"/api/games/{game}/actions", data=action)
        assert answer.ok, answer.text()
    return game


def test_anyone_with_the_link_replays_a_game(person: NewPerson) -> None:
    table = person().sit(ended(person()))
    table.see_moves(*MOVES)
    table.see_end("Player 1 wins, because Player 2 resigned")
    expect(table.page.get_by_text("You are watching")).to_be_hidden()
    table.button("To the start").click()
    table.see("b2", "empty")
    table.see("c3", "empty")
    for square, words in (("b2", "Player 1's single"), ("c3", "Player 2's single")):
        table.button("One move on").click()
        table.see(square, words)
    table.button("One move on").click()
    table.see("b3", "Player 1's single")
    expect(table.button("One move on")).to_have_attribute("aria-disabled", "true")
    table.button("One move back").click()
    table.see("b2", "Player 1's single")
    table.moves.first.click()
    table.see("c3", "empty")
    table.button("To the newest move").click()
    table.see("b3", "Player 1's single")
    for name in ("Rematch", "Take back", "Resign"):
        expect(table.button(name)).to_be_hidden()


def test_looking_back_does_not_disturb_the_game(person: NewPerson) -> None:
    first = person().start("pomeczi", PERSON)
    second = person().sit(first.game_id)
    first.play("Sb2")
    second.play("Sc3")
    first.see_moves("Sb2", "Sc3")
    first.button("To the start").click()
    expect(first.page.get_by_text("Looking back: move 0 of 2")).to_be_visible()
    # The past cannot be played on.
    expect(first.page.get_by_role("button", name=re.compile("single: "))).to_have_count(0)
    second.button("Offer draw").click()
    expect(first.button("Accept")).to_be_visible()
    expect(first.page.get_by_text("Looking back: move 0 of 2")).to_be_visible()
    first.see("b2", "empty")
    first.button("To the newest move").click()
    first.see("c3", "Player 2's single")
    first.play("Sd4")


def copied(table: Table) -> str:
    text: str = table.page.evaluate("navigator.clipboard.readText()")
    return text


def test_link_record_and_position_are_copied(person: NewPerson) -> None:
    player = person(permissions=["clipboard-read", "clipboard-write"])
    table = player.sit(ended(player))
    table.button("Share").click()
    panel = table.page.get_by_role("group", name="Share")
    expect(panel.get_by_role("img", name="QR code of the game's link")).to_be_visible()

    panel.get_by_role("button", name="Copy", exact=True).click()
    expect(table.said).to_contain_text("The link is copied.")
    assert copied(table) == table.page.url

    panel.get_by_role("button", name="Copy the record").click()
    expect(table.said).to_contain_text("The record is copied.")
    record = copied(table)
    for move in MOVES:
        assert move in record

    panel.get_by_role("button", name="Copy the position").click()
    expect(table.said).to_contain_text("The position is copied.")
    assert copied(table).startswith("4/1Ss1/4/4[SDsd]")

    # The position is the one that is looked at.
    table.page.keyboard.press("Escape")
    table.button("To the start").click()
    table.see("c3", "empty")
    table.page.keyboard.press("p")
    expect(table.said.get_by_text("The position is copied.")).to_have_count(2)
    assert copied(table) == "4/4/4/4[SSDssd] 1 - -"


def test_a_copied_record_can_be_read_again(person: NewPerson) -> None:
    player = person()
    answer = player.context.request.get(f"/api/games/{ended(player)}/record")
    assert answer.headers["content-type"].startswith("text/plain")
    assert "Sb2" in answer.text()


def test_my_games_are_listed_by_what_they_wait_for(person: NewPerson) -> None:
    player = person()
    over = ended(player)
    running = player.create("push-push", COMPUTER)
    waiting = player.create("pushee-pieces", PERSON)
    page = player.visit("/mine")
    for title, game in (
        ("Your turn", running),
        ("Waiting for the other", waiting),
        ("Ended", over),
    ):
        link = page.get_by_role("region", name=title).get_by_role("link")
        expect(link).to_have_count(1)
        expect(link).to_have_attribute("href", f"/games/{game}")
