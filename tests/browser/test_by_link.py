"""Two people by link, and others who watch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.people import PERSON, Table

MINUTES = {"minutes": 5, "increment": 3}


def seated(
    person: NewPerson, variant: str = "pomeczi", **more: object
) -> tuple[Table, Table, Table]:
    """Ada and Ben at a table, and Cleo who watches."""
    ada, ben, cleo = person(), person(), person()
    for one, name in ((ada, "Ada"), (ben, "Ben"), (cleo, "Cleo")):
        one.rename(name)
    game = ada.create(variant, PERSON, **more)
    tables = ada.sit(game), ben.sit(game), cleo.sit(game)
    expect(tables[0].player("Player 2: Ben")).to_be_visible()
    return tables


def resign(table: Table) -> None:
    table.button("Resign").click()
    table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def test_a_friend_comes_by_link_and_a_third_watches(person: NewPerson) -> None:
    ada, ben, cleo = person(), person(), person()
    ada.rename("Ada")
    page = ada.visit("/")
    page.get_by_role("button", name="With a friend: Push Push").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_role("heading", name="Waiting for the other player")).to_be_visible()
    link = page.get_by_role("textbox", name="Link of the game")
    expect(link).to_have_value(page.url)
    code = page.get_by_role("img", name="QR code of the game's link")
    expect(code).to_have_js_property("complete", True)
    assert code.evaluate("image => image.naturalWidth") > 0

    address = link.input_value()
    friend = ben.visit(address)
    expect(page.get_by_role("heading", name="Waiting for the other player")).to_be_hidden()
    expect(Table(page).said).to_contain_text("The other player has come.")
    watcher = cleo.visit(address)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    expect(friend.get_by_text("You are watching")).to_be_hidden()

    # Who begins was drawn by lot.
    seats = [Table(one) for one in (page, friend)]
    if not page.get_by_text("Your turn", exact=True).is_visible():
        seats.reverse()
    first, second = seats
    expect(first.page.get_by_text("Your turn", exact=True)).to_be_visible()
    first.step("c1", "c2")
    expect(second.page.get_by_text("Your turn", exact=True)).to_be_visible()
    second.step("a7", "a6")
    for one in (*seats, Table(watcher)):
        one.see_moves("c1c2", "a7a6")
        one.see("c2", "Player 1's 3")
        one.see("a6", "Player 2's 1")
        expect(one.said).to_contain_text("goes from a7 to a6")


def test_only_the_holder_of_a_seat_can_move(person: NewPerson) -> None:
    ada, ben, cleo = seated(person)
    for table in (ben, cleo):
        expect(table.page.get_by_role("gridcell", name=re.compile("legal|chosen"))).to_have_count(0)
        expect(table.page.get_by_role("button", name=re.compile("single: "))).to_have_count(0)
        table.square("b2").click()
    expect(cleo.field).to_be_hidden()
    for name in ("Take back", "Offer draw", "Resign"):
        expect(cleo.button(name)).to_be_hidden()
    ben.plays("Sb2")
    expect(ben.refusal).to_be_visible()
    ada.play("Sc3")
    for table in (ada, ben, cleo):
        table.see_moves("Sc3")


def test_somebody_who_is_not_at_the_table_cannot_act_for_it(person: NewPerson) -> None:
    ada, _, _ = seated(person)
    stranger = person()
    path = f"/api/games/{ada.game_id}/actions"
    for action in ({"type": "move", "ply": 0, "move": "Sb2"}, {"type": "resign"}):
        answer = stranger.context.request.post(path, data=action)
        assert answer.status == 403
        assert answer.json()["error"]["code"] == "seat"
    ada.see_moves()


def test_a_draw_is_offered_declined_offered_again_and_accepted(person: NewPerson) -> None:
    ada, ben, cleo = seated(person)
    ada.button("Offer draw").click()
    expect(ada.page.get_by_text("You have offered a draw.")).to_be_visible()
    expect(ada.button("Offer draw")).to_be_hidden()
    expect(cleo.page.get_by_text("Ada offers a draw.").first).to_be_visible()
    expect(cleo.button("Accept")).to_have_count(0)
    expect(ben.said).to_contain_text("Ada offers a draw.")
    ben.button("Decline").click()
    expect(ada.said).to_contain_text("The offer was declined.")
    expect(ada.page.get_by_text("You have offered a draw.")).to_be_hidden()
    ada.button("Offer draw").click()
    ben.button("Accept").click()
    for table in (ada, ben, cleo):
        expect(table.page.get_by_role("heading", name="A draw")).to_be_visible()


def test_an_offer_lapses_with_a_move(person: NewPerson) -> None:
    ada, ben, _ = seated(person)
    ada.button("Offer draw").click()
    expect(ben.button("Accept")).to_be_visible()
    ada.play("Sb2")
    expect(ben.button("Accept")).to_be_hidden()
    expect(ada.page.get_by_text("You have offered a draw.")).to_be_hidden()


def test_a_takeback_is_asked_for_and_granted_and_the_time_comes_back(person: NewPerson) -> None:
    ada, ben, cleo = seated(person, clock=MINUTES)
    ada.play("Sb2")
    expect(ben.moves).to_have_count(1)
    ben.play("Sc3")
    ada.button("Take back").click()
    expect(ada.page.get_by_text("You have asked to take your move back.")).to_be_visible()
    expect(ben.page.get_by_text("Ada asks to take a move back.").first).to_be_visible()
    ben.button("Accept").click()
    for table in (ada, ben, cleo):
        table.see_moves()
        table.see("b2", "empty")
        # The clocks are those of the start, and stand still until the first move.
        expect(table.page.get_by_role("timer")).to_have_text(["5:00", "5:00"])
    expect(ada.page.get_by_text("Your turn", exact=True)).to_be_visible()
    ada.play("Sd4")


def test_a_takeback_is_refused(person: NewPerson) -> None:
    ada, ben, _ = seated(person)
    ada.play("Sb2")
    ada.button("Take back").click()
    ben.button("Decline").click()
    expect(ada.said).to_contain_text("The offer was declined.")
    ada.see_moves("Sb2")


def test_somebody_resigns_and_both_come_to_the_rematch(person: NewPerson) -> None:
    ada, ben, cleo = seated(person)
    resign(ada)
    expect(ada.page.get_by_role("heading", name="You lose")).to_be_visible()
    expect(ben.page.get_by_role("heading", name="You win")).to_be_visible()
    expect(cleo.page.get_by_role("heading", name="The game is over")).to_be_visible()
    before = ada.page.url
    ben.button("Rematch").click()
    expect(ben.page.get_by_text("You have asked for a rematch.")).to_be_visible()
    expect(ada.page.get_by_text("Ben would like a rematch.").first).to_be_visible()
    ada.button("Accept").click()
    for table in (ada, ben):
        table.page.wait_for_url(lambda url: "/games/" in url and url != before)
        expect(table.player("Player 1: Ben")).to_be_visible()
        expect(table.player("Player 2: Ada")).to_be_visible()
    assert ada.page.url == ben.page.url
    cleo.page.get_by_role("link", name="To the rematch").click()
    cleo.page.wait_for_url(ada.page.url)
    expect(ben.page.get_by_text("Your turn", exact=True)).to_be_visible()
    ben.play("Sb2")
    cleo.see_moves("Sb2")


def test_a_rematch_is_declined(person: NewPerson) -> None:
    ada, ben, _ = seated(person)
    resign(ada)
    ben.button("Rematch").click()
    ada.button("Decline").click()
    expect(ben.said).to_contain_text("The offer was declined.")
    expect(ben.page.get_by_text("You have asked for a rematch.")).to_be_hidden()


def test_the_other_player_is_seen_to_come_and_go(person: NewPerson) -> None:
    ada, ben, _ = seated(person)
    expect(ada.player("Player 2: Ben").get_by_text("here", exact=True)).to_be_visible()
    ben.page.close()
    expect(ada.player("Player 2: Ben").get_by_text("away", exact=True)).to_be_visible()


def test_a_name_is_shown_as_text(person: NewPerson) -> None:
    ada, ben = person(), person()
    name = "<b>Bobby</b> & Söhne"
    ben.rename(name)
    game = ada.create("pomeczi", PERSON, public=True)
    table = ada.sit(game)
    ben.sit(game)
    panel = table.player(f"Player 2: {name}")
    expect(panel.get_by_role("heading")).to_have_text(name)
    lobby = ada.visit("/lobby")
    expect(lobby.get_by_role("heading", name=name)).to_be_visible()
    for page in (table.page, lobby):
        expect(page.locator("b")).to_have_count(0)


def challenge(page: Page, name: str) -> None:
    """Accept the challenge of somebody."""
    waiting = page.get_by_role("region", name="Open challenges")
    waiting.get_by_role("link", name=name, exact=True).click()
    page.wait_for_url("**/games/*")


def test_an_open_challenge_is_accepted_in_the_lobby(person: NewPerson) -> None:
    ada, ben = person(), person()
    ada.rename("Ada the Challenger")
    page = ada.visit("/lobby")
    page.get_by_role("link", name="Challenge anybody").click()
    page.wait_for_url("**/new?opponent=anyone")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_text("The challenge stands in the lobby.")).to_be_visible()

    lobby = ben.visit("/lobby")
    challenge(lobby, "Ada the Challenger")
    assert lobby.url == page.url
    expect(page.get_by_role("heading", name="Waiting for the other player")).to_be_hidden()
    # Now it is a game to watch, and no challenge any more.
    watcher = person().visit("/lobby")
    playing = watcher.get_by_role("region", name="Being played")
    playing.get_by_role("link", name="Ada the Challenger").click()
    watcher.wait_for_url(page.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()


def test_a_list_of_games_holds_still_under_a_pointer(person: NewPerson) -> None:
    ada, ben = person(), person()
    ada.rename("Ada the First")
    ben.rename("Ben the Second")
    ada.create("pomeczi", PERSON, public=True)
    lobby = person().visit("/lobby")
    waiting = lobby.get_by_role("region", name="Open challenges")
    playing = lobby.get_by_role("region", name="Being played")
    first = waiting.get_by_role("link", name="Ada the First")
    second = waiting.get_by_role("link", name="Ben the Second")
    first.hover()
    link = first.element_handle()
    ben.create("pomeczi", PERSON, public=True)
    person().sit(ben.create("push-push", PERSON, public=True))
    expect(playing.get_by_role("link", name="Ben the Second")).to_be_visible()  # it was refreshed
    assert link.evaluate("link => link.isConnected")
    expect(second).to_have_count(0)
    lobby.get_by_role("heading", level=1).hover()
    expect(second).to_be_visible()


@pytest.mark.parametrize("public", [False, True])
def test_only_public_games_stand_in_the_lobby(person: NewPerson, public: bool) -> None:
    ada = person()
    name = f"Ada, public {public}"
    ada.rename(name)
    game = ada.create("pomeczi", PERSON, public=public)
    listed = int(public)
    lobby = person().visit("/lobby")
    # Something is always there: the lists have come when a link or the words for none are there.
    waiting = lobby.get_by_role("region", name="Open challenges")
    expect(
        waiting.get_by_role("link").or_(waiting.get_by_text("Nobody is waiting")).first
    ).to_be_visible()
    expect(waiting.get_by_role("link", name=name)).to_have_count(listed)
    person().sit(game)
    lobby.reload()
    playing = lobby.get_by_role("region", name="Being played")
    expect(
        playing.get_by_role("link").or_(playing.get_by_text("No public game")).first
    ).to_be_visible()
    expect(playing.get_by_role("link", name=name)).to_have_count(listed)
    # In both cases the creator finds it again.
    mine = ada.visit("/mine")
    expect(mine.get_by_role("link", name=name)).to_have_count(1)


def test_a_challenge_is_withdrawn(person: NewPerson) -> None:
    ada = person()
    table = ada.start("pomeczi", PERSON)
    table.button("Withdraw").click()
    expect(table.page.get_by_role("heading", name="The challenge was withdrawn")).to_be_visible()
    late = person().sit(table.game_id)
    expect(late.page.get_by_role("heading", name="The challenge was withdrawn")).to_be_visible()
