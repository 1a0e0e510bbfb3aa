"""Lines that break, servers that fall, pages that are loaded again: nothing is lost."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import NewPerson
from tests.browser.people import COMPUTER, PERSON
from tests.serving import GENEROUS, serving


def test_the_server_is_killed_during_a_game_and_the_page_carries_on(
    person: NewPerson, tmp_path: Path
) -> None:
    with serving(tmp_path, "", GENEROUS) as own:
        ada, ben = person(url=own.url), person(url=own.url)
        game = ada.create("pomeczi", PERSON, clock={"minutes": 5, "increment": 0})
        first, second = ada.sit(game), ben.sit(game)
        first.play("Sb2")
        second.see_moves("Sb2")
        second.play("Sc3")

        own.kill()
        for table in (first, second):
            expect(
                table.page.get_by_text(re.compile("The connection is lost|Connecting")).first
            ).to_be_visible()
            expect(table.said).to_contain_text("the page tries to get it back")
        # A move that is made meanwhile waits for the server, and counts once.
        first.field.fill("Sa1")
        first.field.press("Enter")
        own.start()

        for table in (first, second):
            table.see_moves("Sb2", "Sc3", "Sa1")
            expect(table.said).to_contain_text("The connection is back.")
            expect(table.button("Try now")).to_be_hidden()
        second.play("Sd4")
        first.see_moves("Sb2", "Sc3", "Sa1", "Sd4")
        assert "Traceback" not in own.log.read_text()


def test_somebody_is_offline_for_a_while(person: NewPerson) -> None:
    ada, ben = person(), person()
    game = ada.create("pomeczi", PERSON)
    first, second = ada.sit(game), ben.sit(game)
    expect(first.player("Player 2").get_by_text("here", exact=True)).to_be_visible()
    ben.context.set_offline(True)
    first.play("Sb2")
    second.see_moves()
    second.button("Offer draw").click()
    ben.context.set_offline(False)
    # What was missed comes, and what was done meanwhile goes.
    second.see_moves("Sb2")
    expect(first.button("Accept")).to_be_visible()


def test_the_page_is_loaded_again_in_the_middle_of_a_game(person: NewPerson) -> None:
    table = person().start("push-push", COMPUTER)
    table.step("c1", "c2")
    expect(table.moves).to_have_count(2)
    moves = table.moves.all_inner_texts()
    table.page.reload()
    table.see_moves(*moves)
    expect(table.page.get_by_text("Your turn", exact=True)).to_be_visible()
    table.see("c2", "Player 1's 3", "can be chosen")


def test_a_game_goes_on_in_another_tab(person: NewPerson) -> None:
    ada = person()
    left = ada.start("pomeczi", PERSON)
    friend = person().sit(left.game_id)
    right = ada.sit(left.game_id)
    for table in (left, right):
        expect(table.page.get_by_text("Your turn", exact=True)).to_be_visible()
    left.play("Sb2")
    right.see_moves("Sb2")
    friend.play("Sc3")
    right.play("Sd4")
    for table in (left, right, friend):
        table.see_moves("Sb2", "Sc3", "Sd4")
    # One of the tabs is enough to be there.
    left.page.close()
    friend.play("Sa1")
    right.see_moves("Sb2", "Sc3", "Sd4", "Sa1")
    expect(friend.player("Player 1").get_by_text("here", exact=True)).to_be_visible()


def test_a_move_is_not_played_twice_by_an_impatient_hand(person: NewPerson) -> None:
    table = person().start("pushee-pieces")
    table.see_ready()
    table.square("c3").dblclick()
    table.see_moves("c3h")
    table.play("a1v")
    table.see_moves("c3h", "a1v")
