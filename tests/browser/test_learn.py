"""Newcomers: the page that they begin with, and the whole first game of every game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.people import Person

MOVING = {"speed": 1, "sounds": False}
REFUSED = r"status of 40[09]"  # which the browser notes when a move is refused
MOST_MOVES = 12  # of the game in the last step


class Lesson:
    """A first game, in whatever language it is told."""

    def __init__(self, visitor: Person, game: str) -> None:
        self.page: Page = visitor.visit(f"/learn/{game}")
        headers = {"Accept-Language": self.page.evaluate("document.documentElement.lang")}
        told = visitor.context.request.get(f"/api/learning/{game}", headers=headers).json()
        self.steps: list[dict[str, Any]] = told["steps"]
        self.root = self.page.locator("#lesson")
        self.feedback = self.page.locator("#feedback")
        self.field = self.page.locator("#move-text")
        self.likely = self.page.locator("#buttons .button-primary")
        self.said = self.page.get_by_role("log")
        self.way = "h"  # how the piece in hand lies

    def square(self, name: str) -> Locator:
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{name},"))

    def see(self, number: int) -> dict[str, Any]:
        """The page shows a step, and takes moves."""
        step = self.steps[number]
        expect(self.page.locator("#step-title")).to_have_text(step["title"])
        expect(self.page.locator("#task")).to_have_text(step["task"])
        expect(self.root).to_have_attribute("data-phase", "asking")
        return step

    def see_right(self, step: dict[str, Any]) -> None:
        expect(self.root).to_have_attribute("data-phase", "told")
        expect(self.feedback).to_contain_text(step["praise"])
        expect(self.said).to_contain_text(step["praise"])

    def type(self, text: str) -> None:
        self.field.fill(text)
        self.field.press("Enter")

    def walk(self, play: Callable[[dict[str, Any]], None], go_on: Callable[[], None]) -> None:
        """Go through all steps but the last."""
        for number in range(len(self.steps) - 1):
            step = self.see(number)
            play(step)
            self.see_right(step)
            go_on()

    def win(self, show: Callable[[], None]) -> None:
        """Win the game of the last step, having every move shown."""
        step = self.see(len(self.steps) - 1)
        for _ in range(MOST_MOVES):
            show()
            expect(self.root).to_have_attribute("data-phase", re.compile("asking|told"))
            if self.root.get_attribute("data-phase") == "told":
                break
        self.see_right(step)
        ways = self.page.locator(".lesson-ways").get_by_role("link")
        expect(ways).to_have_count(4)
        expect(ways.nth(1)).to_have_attribute("href", re.compile(r"^/rules/.+#quiz$"))


def test_push_push_is_learnt_by_keyboard_alone(person: NewPerson) -> None:
    lesson = Lesson(person(expected=REFUSED), "push-push")
    page = lesson.page

    def go_to(square: str) -> None:
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        files, ranks = ord(square[0]) - ord(label[0]), int(square[1]) - int(label[1])
        for _ in range(abs(files)):
            page.keyboard.press("ArrowRight" if files > 0 else "ArrowLeft")
        for _ in range(abs(ranks)):
            page.keyboard.press("ArrowUp" if ranks > 0 else "ArrowDown")
        expect(lesson.square(square)).to_be_focused()

    def play(step: dict[str, Any]) -> None:
        page.keyboard.press("b")
        go_to(step["show"][:2])
        page.keyboard.press("Enter")
        expect(lesson.square(step["show"][:2])).to_have_attribute("aria-selected", "true")
        go_to(step["show"][2:4])
        page.keyboard.press("Enter")

    def go_on() -> None:
        expect(lesson.likely).to_be_focused()
        page.keyboard.press("Enter")

    lesson.walk(play, go_on)
    lesson.win(lambda: page.keyboard.press("e"))
    expect(page.get_by_role("heading", name="That was your first game")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Show me")


def test_pomeczi_is_learnt_in_spanish_and_in_the_dark_with_a_mouse(person: NewPerson) -> None:
    visitor = person(expected=REFUSED, locale="es-ES", color_scheme="dark")
    lesson = Lesson(visitor, "pomeczi")
    page = lesson.page
    assert lesson.steps[0]["title"] == "Coloca una ficha"

    # Something else that is legal is told kindly, and something illegal with its rule.
    lesson.see(0)
    lesson.type("Da1>")
    expect(lesson.feedback).to_have_attribute("data-verdict", "wrong")
    expect(lesson.feedback).to_contain_text("a1–b1")
    lesson.likely.click()
    lesson.see(0)
    expect(lesson.feedback).to_be_hidden()
    lesson.type("--")
    expect(page.get_by_role("alert").get_by_role("button")).to_have_text("P3")
    expect(lesson.root).to_have_attribute("data-phase", "asking")

    def play(step: dict[str, Any]) -> None:
        move = step["show"]
        if move[0] in "SD":
            held = page.locator(".player-1 .player-tray button").nth(0 if move[0] == "S" else 1)
            held.click()
            page.get_by_role("gridcell", name=re.compile(rf"^{move[1:3]},")).click()
        else:
            ahead = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}[move[2]]
            lesson.square(move[:2]).click()
            expect(lesson.square(move[:2])).to_have_attribute("aria-selected", "true")
            target = f"{chr(ord(move[0]) + ahead[0])}{int(move[1]) + ahead[1]}"
            lesson.square(target).click()

    lesson.walk(play, lesson.likely.click)

    # What has been reached is there again, and one can go back.
    page.reload()
    lesson.see(len(lesson.steps) - 1)
    page.locator("#again .button").first.click()
    lesson.see(len(lesson.steps) - 2)
    page.locator("#buttons .button").first.click()  # it is shown
    lesson.see_right(lesson.steps[-2])
    lesson.likely.click()
    lesson.win(page.locator("#buttons .button").first.click)
    page.locator("#again .button").last.click()
    lesson.see(0)


def test_pushee_pieces_is_learnt_on_a_phone_by_finger(person: NewPerson) -> None:
    visitor = person(
        expected=REFUSED, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    lesson = Lesson(visitor, "pushee-pieces")
    page = lesson.page

    def play(step: dict[str, Any]) -> None:
        square, way = step["show"][:2], step["show"][2]
        if way != lesson.way:
            page.locator(".board-button.turn").tap()
            lesson.way = way
        lesson.square(square).tap()
        if step["kind"] == "refusal":
            return
        lesson.square(square).tap()  # a finger sees first and plays then
        if "=" in step["show"]:
            page.get_by_role("dialog", name="Which one?").get_by_role("button").first.tap()

    lesson.walk(play, lesson.likely.tap)
    lesson.win(page.get_by_role("button", name="Show me").tap)
    assert page.evaluate("document.querySelector('main').scrollWidth") <= 360


def test_newcomers_find_the_ways_into_every_game(person: NewPerson) -> None:
    visitor = person(preferences=MOVING, reduced_motion="no-preference")
    page = visitor.visit("/learn")
    cards = page.get_by_role("article")
    expect(cards).to_have_count(3)
    moving = "[...document.querySelectorAll('.cards .piece')].flatMap((one) => one.getAnimations())"
    pause = page.get_by_role("button", name="Pause the boards")
    expect(pause).to_be_visible()
    expect(page.locator(".cards svg.board-drawing").first).to_have_attribute("data-shown", "1")
    pause.click()
    page.wait_for_function(f"{moving}.length === 0")
    expect(page.get_by_role("button", name="Let the boards move")).to_be_visible()

    links = cards.first.get_by_role("link")
    hrefs = [links.nth(index).get_attribute("href") for index in range(4)]
    assert hrefs == [
        *("/learn/pomeczi", "/rules/pomeczi", "/puzzles?game=pomeczi", "/new?game=pomeczi")
    ]
    page.get_by_role("link", name="Your first game of Pomeczi").click()
    page.wait_for_url("**/learn/pomeczi")
    lesson = Lesson(visitor, "pomeczi")
    lesson.see(0)
    lesson.type("Sa1")
    expect(lesson.likely).to_be_focused()
    lesson.page.keyboard.press("g")
    lesson.see(1)
    back = visitor.visit("/learn")
    expect(back.get_by_role("article").first).to_contain_text("Step 2 of 10")
    expect(back.get_by_role("link", name="Go on with your first game of Pomeczi")).to_be_visible()


def test_nothing_moves_by_itself_for_those_who_do_not_want_it(person: NewPerson) -> None:
    page = person(preferences=MOVING, reduced_motion="reduce").visit("/learn")
    expect(page.get_by_role("button", name="Let the boards move")).to_be_visible()
