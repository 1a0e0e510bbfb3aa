"""Setting up positions and opening what people bring, by mouse, keyboard and file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from jostle.core.messages import catalogue
from jostle.server.wire.import_shapes import LONGEST_TEXT
from tests.browser.conftest import Look, NewPerson
from tests.browser.held_requests import HeldRequests
from tests.browser.people import Person

LOOKS = [{"locale": "en-GB"}, {"locale": "es-ES", "color_scheme": "dark"}]
MISTAKEN = '[Variant "push-push"]\n[broken\n\n1. c1c2 d7d6 (1... b7b9) 2. d1d2 zz\n'


class Editor:
    """The editor's page, in the words that it has for its parts in its language."""

    def __init__(self, person: Person, address: str) -> None:
        self.page: Page = person.visit(address)
        self.words = catalogue(self.page.locator("html").get_attribute("lang") or "en")
        self.text = self.page.get_by_role("textbox", name=self.words["web.editor.text"])
        self.status = self.page.locator("#editor-status")
        self.play = self.page.locator("#play-here")
        self.record = self.page.get_by_role("textbox", name=self.words["web.import.text"])
        self.problems = self.page.locator(".import-problems").get_by_role("listitem")
        expect(self.square("a1")).to_be_visible()

    def square(self, name: str) -> Locator:
        grid = self.page.get_by_role("grid", name=self.words["web.editor.board"].split("{")[0])
        return grid.get_by_role("gridcell", name=re.compile(rf"^{name},"))

    def tool(self, words: str) -> Locator:
        return self.page.get_by_role("radio", name=words)

    def button(self, key: str, **given: Any) -> Locator:
        words = self.words[key].format(**given)
        return self.page.get_by_role("button", name=words, exact=True)

    def see(self, text: str) -> None:
        """The position string, and that it is one."""
        expect(self.text).to_have_value(text)
        expect(self.status).not_to_have_class(re.compile("is-wrong"))

    def see_problem(self, words: str | re.Pattern[str]) -> None:
        expect(self.status).to_have_text(words)
        expect(self.play).to_have_attribute("aria-disabled", "true")


def middle(locator: Locator) -> tuple[float, float]:
    box = locator.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, source: Locator, target: tuple[float, float]) -> None:
    page.mouse.move(*middle(source))
    page.mouse.down()
    page.mouse.move(*target, steps=4)
    page.mouse.up()


def test_a_position_is_set_up_by_mouse_and_played_from(person: NewPerson, axe: Look) -> None:
    permissions = ["clipboard-read", "clipboard-write"]
    editor = Editor(person(permissions=permissions), "/editor?variant=push-push")
    page = editor.page
    editor.see("abcdcba/7/7/3o3/7/7/ABCDCBA 1 first 0")
    editor.button("web.editor.clear").click()
    editor.see("7/7/7/3o3/7/7/7 1 - 0")
    expect(editor.play).to_have_attribute("aria-disabled", "true")  # nobody can move: it is over
    editor.tool("Player 1's 4").click()
    editor.square("d2").click()
    drag(page, editor.tool("Player 2's 1"), middle(editor.square("a7")))
    editor.see("a6/7/7/3o3/7/3D3/7 1 - 0")
    drag(page, editor.square("d2"), middle(editor.square("e3")))
    editor.see("a6/7/7/3o3/4D2/7/7 1 - 0")

    # A second 4 is one too many: the message names it, and both are marked.
    editor.tool("Player 1's 4").click()
    editor.square("g1").click()
    editor.see_problem(re.compile("more than 1 of “Player 1's 4”"))
    for square in ("e3", "g1"):
        expect(editor.square(square)).to_have_accessible_name(re.compile("something is wrong here"))
    assert axe(page) == []
    editor.button("web.editor.undo").click()
    editor.see("a6/7/7/3o3/4D2/7/7 1 - 0")

    editor.button("web.editor.mirror").click()
    editor.see("6a/7/7/3o3/2D4/7/7 1 - 0")
    editor.button("web.editor.exchange").click()
    editor.see("6A/7/7/3o3/2d4/7/7 2 - 0")
    editor.button("web.editor.turn").click()
    editor.see("7/7/4d2/3o3/7/7/A6 2 - 0")
    drag(page, editor.square("a1"), (5, 5))  # off the board
    editor.tool("Eraser").click()
    editor.square("e5").click()
    editor.see("7/7/7/3o3/7/7/7 2 - 0")
    for _ in range(2):
        page.keyboard.press("Control+z")
    editor.see("7/7/4d2/3o3/7/7/A6 2 - 0")
    page.get_by_label("Quiet turns", exact=True).fill("7")
    page.get_by_label("Quiet turns", exact=True).press("Tab")
    editor.see("7/7/4d2/3o3/7/7/A6 2 - 7")

    # What was copied can be pasted while another game is shown.
    editor.button("web.editor.copy").click()
    page.get_by_role("radio", name="Pomeczi").check()
    editor.see("4/4/4/4[SSDssd] 1 - -")
    editor.text.click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+v")
    editor.see("7/7/4d2/3o3/7/7/A6 2 - 7")
    expect(page.get_by_role("radio", name="Push Push")).to_be_checked()

    page.reload()
    editor.see("7/7/4d2/3o3/7/7/A6 2 - 7")
    editor.play.click()
    expect(page.get_by_text("starts from a position that was set up")).to_be_visible()
    page.get_by_role("radio", name="At one screen").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/games/*")
    expect(page.get_by_role("gridcell", name=re.compile("^e5, Player 2's 4"))).to_be_visible()


@pytest.mark.parametrize("look", LOOKS, ids=["en-light", "es-dark"])
def test_a_position_is_set_up_with_the_keyboard_alone(
    person: NewPerson, look: dict[str, Any]
) -> None:
    editor = Editor(person(**look), "/editor?variant=pomeczi")
    page = editor.page
    editor.square("b2").focus()
    page.keyboard.press("2")  # a flat domino of Player 1's
    editor.see("4/4/1LR1/4[SSssd] 1 - -")
    page.keyboard.press("r")
    editor.see("4/1T2/1B2/4[SSssd] 1 - -")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("4")  # a single of Player 2's
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    editor.see("4/1T2/1Bs1/2s1[SSd] 1 - -")
    page.keyboard.press("Delete")
    editor.see("4/1T2/1Bs1/4[SSsd] 1 - -")
    # The hands, by their buttons.
    owner = editor.words["player.name"].format(number=1)
    single = editor.words["pomeczi.piece.single"].format(owner=owner)
    fewer = editor.button("web.editor.fewer", piece=single)
    fewer.focus()
    page.keyboard.press("Enter")
    expect(editor.status).to_have_class(re.compile("is-wrong"))
    expect(fewer).to_be_focused()
    page.keyboard.press("Enter")
    expect(editor.button("web.editor.more", piece=single)).to_be_focused()  # there is none left
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    # Whose turn it is, and what is forbidden.
    page.locator("#editor-mover input").first.focus()
    page.keyboard.press("ArrowRight")
    editor.see("4/1T2/1Bs1/4[SSsd] 2 - -")
    page.get_by_label(editor.words["pomeczi.setup.way.up"].format(square="c2")).focus()
    page.keyboard.press("Space")
    editor.see("4/1T2/1Bs1/4[SSsd] 2 c2^ -")
    # The text works in both ways.
    editor.text.fill("4/4/4/3S[SDssd] 3 - -")
    field = editor.words["position.mover"].partition("{")[0]
    editor.see_problem(re.compile(field, re.IGNORECASE))
    expect(editor.text).to_have_attribute("aria-invalid", "true")
    editor.text.fill("4/4/4/3S[SDssd] 2 - -")
    expect(editor.square("d1")).to_have_accessible_name(re.compile(re.escape(single)))
    editor.see("4/4/4/3S[SDssd] 2 - -")


def test_a_board_of_ones_own(person: NewPerson, axe: Look) -> None:
    editor = Editor(person(expected="status of 400"), "/editor?variant=pushee-pieces")
    page = editor.page
    page.get_by_label("Width").select_option("4")
    page.get_by_label("Height").select_option("4")
    numbers = page.get_by_role("grid", name="Numbers of the board")
    numbers.get_by_role("gridcell").first.focus()
    for digit in "1200345":
        page.keyboard.press(digit)
    numbers.get_by_role("gridcell", name="d1: 2").click()  # counted up
    expect(numbers.get_by_role("gridcell", name="d1: 3")).to_be_focused()
    editor.button("web.editor.mirror-left").click()
    editor.button("web.editor.mirror-upper").click()
    editor.see("4/4/4/4 1 8/8 -")
    expect(editor.square("a4")).to_have_accessible_name(re.compile("a4, empty, 1 point"))
    expect(page).to_have_url(re.compile("grid%3D1221%2F3443%2F3443%2F1221"))
    editor.tool("Player 2's piece").last.click()
    editor.square("b2").click()
    editor.see("4/4/1v2/4 1 8/7 -")
    page.get_by_label("pieces each").select_option("15")
    expect(page.locator(".field.is-wrong").get_by_role("alert")).to_contain_text("8")
    assert axe(page) == []
    editor.play.click()
    page.wait_for_url("**/new?*")
    expect(page.locator("#option-grid")).to_have_value("1221\n3443\n3443\n1221")


@pytest.mark.parametrize("look", LOOKS, ids=["en-light", "es-dark"])
def test_a_record_with_mistakes_shows_them_at_their_place(
    person: NewPerson, look: dict[str, Any], tmp_path: Path
) -> None:
    editor = Editor(person(**look), "/editor")
    page = editor.page
    editor.record.fill(MISTAKEN)
    expect(editor.problems).to_have_count(3)
    expect(page.locator(".marked-marks mark")).to_have_text(["[broken", "b7b9", "zz"])
    editor.problems.nth(1).get_by_role("button").click()
    expect(editor.record).to_be_focused()
    chosen = "field => field.value.slice(field.selectionStart, field.selectionEnd)"
    assert editor.record.evaluate(chosen) == "b7b9"
    page.keyboard.insert_text("b7b6")
    expect(editor.problems).to_have_count(2)

    # A file with two games, of which the second is chosen.
    file = tmp_path / "games.jostle"
    file.write_text(
        '[Variant "pomeczi"]\r\n1. Sb3 *\r\n[Variant "push-push"]\r\n1. c1c2 d7d6 *\r\n'
    )
    page.locator("input[type=file]").set_input_files(file)
    which = page.get_by_label(editor.words["web.import.which"])
    which.select_option("1")
    expect(editor.problems).to_have_count(0)
    editor.button("web.editor.edit-it").click()
    editor.see("abc1cba/3d3/7/3o3/7/2C4/AB1DCBA 1 - 2")

    large: FilePayload = {
        "name": "large.txt",
        "mimeType": "text/plain",
        "buffer": b"x" * (LONGEST_TEXT + 1),
    }
    page.locator("input[type=file]").set_input_files(large)
    expect(page.locator(".import-status")).to_contain_text(str(LONGEST_TEXT))
    expect(page.locator(".import-actions").get_by_role("button")).to_have_count(0)

    # A game goes to the analysis with all its moves.
    page.locator("input[type=file]").set_input_files(file)
    which.select_option("1")
    expect(page.locator(".import-status")).to_contain_text("Push Push")
    editor.button("web.editor.analyse-here").click()
    page.wait_for_url(re.compile("/analysis"))
    for move in ("c1c2", "d7d6"):
        expect(page.get_by_role("main").get_by_text(move, exact=True).first).to_be_visible()


def test_a_click_waits_for_the_game_that_was_chosen(person: NewPerson) -> None:
    editor = Editor(person(), "/editor")
    page = editor.page
    editor.record.fill('[Variant "pomeczi"]\n1. Sb3 *\n[Variant "push-push"]\n1. c1c2 d7d6 *\n')
    expect(page.locator(".import-status")).to_contain_text("Pomeczi")
    answer = HeldRequests(page, "**/api/import")
    with page.expect_request("**/api/import"):
        page.get_by_label(editor.words["web.import.which"]).select_option("1")
    editor.button("web.editor.edit-it").click()
    answer.release()
    editor.see("abc1cba/3d3/7/3o3/7/2C4/AB1DCBA 1 - 2")


def test_a_position_is_written_while_its_beginning_is_read(person: NewPerson) -> None:
    editor = Editor(person(), "/editor?variant=push-push")
    page = editor.page
    field = page.locator("#position-text")
    answer = HeldRequests(page, "**/api/editor")
    with page.expect_request("**/api/editor"):
        field.fill("7/7/7/3o3/7/7/A6 1 - 1")
    field.press("End")
    field.press("2")
    answer.release()
    expect(page).to_have_url(re.compile("A6.*12$"))  # all of it has been read
    editor.see("7/7/7/3o3/7/7/A6 1 - 12")


def test_the_editor_fits_a_phone_and_a_finger(person: NewPerson) -> None:
    phone = person(viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)
    editor = Editor(phone, "/editor?variant=push-push&position=7/7/7/3o3/7/7/7+1+-+0")
    page = editor.page
    assert page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    editor.tool("Player 1's 2").tap()
    editor.square("d4").tap()
    editor.see_problem(re.compile("ball"))
    editor.square("d4").tap()
    editor.tool("ball").tap()
    editor.square("c4").tap()
    editor.see("7/7/7/2o4/7/7/7 1 - 0")
