"""Light and dark, with motion and without."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.people import Person, Table

MOVING = {"speed": 1, "sounds": False}

# Keeps which properties are animated, before any script of the page runs.
WATCH = """
const animate = Element.prototype.animate;
window.animated = [];
Element.prototype.animate = function (frames, options) {
  window.animated.push(...[frames].flat().flatMap((frame) => Object.keys(frame)));
  return animate.call(this, frames, options);
};
"""


def brightness(page: Page) -> float:
    """How bright the page's ground is, from 0 to 1."""
    colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    red, green, blue = (float(part) for part in re.findall(r"[\d.]+", colour)[:3])
    return (red + green + blue) / (3 * 255)


@pytest.mark.parametrize("path", ["/", "/new", "/rules/pomeczi"])
def test_a_page_follows_the_colours_of_the_system(person: NewPerson, path: str) -> None:
    page = person(color_scheme="light").visit(path)
    assert brightness(page) > 0.7
    page.emulate_media(color_scheme="dark")
    assert brightness(page) < 0.3


def test_somebody_prefers_the_dark(person: NewPerson) -> None:
    visitor = person(color_scheme="light")
    page = visitor.visit("/")
    other = visitor.visit("/lobby")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("radio", name="Dark").check(force=True)
    assert brightness(page) < 0.3
    # Other tabs hear of it, and it holds for pages opened later.
    expect(other.locator("html")).to_have_attribute("data-theme", "dark")
    assert brightness(other) < 0.3
    assert brightness(visitor.visit("/mine")) < 0.3
    page.get_by_role("radio", name="Light").check(force=True)
    assert brightness(page) > 0.7


def moving_table(visitor: Person) -> Table:
    visitor.context.add_init_script(WATCH)
    table = visitor.start("pomeczi", start="4/4/1Ss1/4[SDsd] 1 - -")
    table.play("b2>")
    table.see("d2", "Player 2's single")
    return table


def animated(table: Table) -> set[str]:
    names: list[str] = table.page.evaluate("animated")
    return set(names)


def test_a_move_is_seen_to_move(person: NewPerson) -> None:
    table = moving_table(person(preferences=MOVING))
    assert "transform" in animated(table)


def test_who_wants_less_motion_gets_none(person: NewPerson) -> None:
    table = moving_table(person(preferences=MOVING, reduced_motion="reduce"))
    assert animated(table) == {"opacity"}


def test_motion_can_be_switched_off(person: NewPerson) -> None:
    visitor = person(preferences=MOVING)
    page = visitor.visit("/")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("group", name="Motion").get_by_role("radio", name="None").check(force=True)
    assert animated(moving_table(visitor)) == set()


def test_sounds_are_switched_off_and_on(person: NewPerson) -> None:
    page = person(preferences={}).visit("/")
    page.keyboard.press("s")
    expect(page.get_by_role("log")).to_contain_text("Sounds are off.")
    page.reload()
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("checkbox", name="Sounds")).not_to_be_checked()


def test_the_last_move_is_marked_by_shape(person: NewPerson) -> None:
    table = person().start("push-push")
    expect(table.page.locator(".board-last > *")).to_have_count(0)
    table.play("c1c2")
    expect(table.page.locator(".board-last > *")).not_to_have_count(0)
