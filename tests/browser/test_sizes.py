"""From a phone of 320 pixels to a wide screen: everything fits, and fingers can hit it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPerson
from tests.browser.people import COMPUTER, PERSON, Person, Table

SMALL = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}
LEAST = 44  # pixels that a finger needs
PAGES = [
    *("/", "/new", "/lobby", "/mine", "/docs/api", "/nowhere"),
    *("/learn", "/learn/pushee-pieces", "/explorer"),
    "/analysis?variant=pomeczi&moves=Sb3_Sc2",
]
PUZZLES = ["/puzzles?game=push-push", "/puzzles/push-push-0f481076"]
RULES = ["/rules/pomeczi", "/rules/push-push", "/rules/pushee-pieces"]
BOARDS = ["pomeczi", "push-push", "pushee-pieces", "pomeczi:board=8x4"]

# Everything that is pressed, with the label or the entry that is pressed for it. Links within
# sentences may be as high as their line.
TARGETS = """least => {
  const pressed = 'button, summary, select, input, textarea, ' +
    'nav a, a.button, .games a, [role=gridcell]'
  const aside = '.visually-hidden, .skip-link, [popover]:not(:popover-open)'
  const small = []
  for (const element of document.querySelectorAll(pressed)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(aside)) continue
    const hit = element.matches('[type=radio], [type=checkbox]') ? 'label' : '.game-entry'
    const { width, height } = (element.closest(hit) ?? element).getBoundingClientRect()
    if (Math.min(width, height) >= least - 0.5) continue // half a pixel is lost to rounding
    small.push(`${element.outerHTML.slice(0, 120)}: ${width.toFixed(1)} x ${height.toFixed(1)}`)
  }
  return small
}"""


# Other machines have wider fonts.
WIDEN_LETTERS = """() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { letter-spacing: 0.05em !important }')
  document.adoptedStyleSheets = [sheet]
}"""

# The greatest width of the page, measured after each change of a script, before it is drawn.
WATCH_WIDTH = """
window.widest = 0
new MutationObserver(() => {
  if (document.readyState === 'loading') return // the style sheets are still on their way
  window.widest = Math.max(window.widest, document.documentElement.scrollWidth)
}).observe(document, { attributes: true, childList: true, subtree: true })
"""


def see_no_sideways_scrolling(page: Page) -> None:
    """The page is as wide as the window, with wide letters too."""
    # A phone that has to show more shrinks it: its inner width would tell of no problem.
    room = page.viewport_size["width"] if page.viewport_size else 0
    for change in ("() => {}", WIDEN_LETTERS):
        page.evaluate(change)
        page.wait_for_function("room => document.documentElement.scrollWidth <= room", arg=room)
    page.evaluate("() => { document.adoptedStyleSheets = [] }")


def see_it_fits(page: Page) -> None:
    """The page does not scroll sideways, and everything that is pressed is large enough."""
    see_no_sideways_scrolling(page)
    assert page.evaluate(TARGETS, LEAST) == [], page.url


def game_in(state: str, visitor: Person) -> Table:
    """A game that is waiting, being played or over."""
    if state == "waiting":
        return visitor.start("pomeczi", PERSON)
    table = visitor.start("pomeczi", COMPUTER)
    if state == "over":
        table.button("Resign").click()
        table.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(table.page.get_by_role("heading", name="You lose")).to_be_visible()
    return table


@pytest.mark.parametrize("path", [*PAGES, *PUZZLES, *RULES])
def test_a_page_fits_a_small_phone(person: NewPerson, path: str) -> None:
    visitor = person(expected="status of 404", **SMALL)
    visitor.start("pomeczi", PERSON, public=True)  # so that there is something in the lists
    page = visitor.visit(path)
    see_it_fits(page)


@pytest.mark.parametrize("state", ["waiting", "playing", "over"])
def test_a_game_fits_a_small_phone(person: NewPerson, state: str) -> None:
    see_it_fits(game_in(state, person(**SMALL)).page)


@pytest.mark.parametrize("variant", BOARDS)
def test_a_board_fits_a_small_phone(person: NewPerson, variant: str) -> None:
    table = person(**SMALL).start(variant)
    see_it_fits(table.page)
    # The last square of a row can be reached, if need be by scrolling within the frame.
    last = table.page.get_by_role("gridcell").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()


@pytest.mark.parametrize("variant", BOARDS)
def test_a_board_is_never_wider_than_a_small_phone(person: NewPerson, variant: str) -> None:
    visitor = person(**SMALL)
    visitor.context.add_init_script(WATCH_WIDTH)
    rules = f"/rules/{variant.split(':')[0]}"
    for path in (f"/analysis?variant={variant}", f"/editor?variant={variant}", rules):
        page = visitor.visit(path)
        # A figure of the rules becomes a board when it is looked at.
        page.locator(".board-frame, figure[data-position]").first.scroll_into_view_if_needed()
        expect(page.get_by_role("gridcell").first).to_be_attached()
        assert page.evaluate("widest") == 320, path
        page.close()


def test_a_wide_board_scrolls_within_its_frame(person: NewPerson) -> None:
    table = person(**SMALL).start("pomeczi:board=8x4")
    a1, h1 = table.square("a1"), table.square("h1")
    expect(a1).to_be_in_viewport()
    expect(h1).not_to_be_in_viewport()
    h1.scroll_into_view_if_needed()
    expect(h1).to_be_in_viewport(ratio=0.9)
    expect(a1).not_to_be_in_viewport()
    assert table.page.evaluate("scrollX") == 0


def test_a_small_phone_shows_the_choices_of_a_new_game(person: NewPerson) -> None:
    page = person(**SMALL).visit("/new?game=pushee-pieces")
    page.get_by_text("All options").tap()
    see_it_fits(page)
    page.get_by_role("button", name="Preferences").tap()
    expect(page.get_by_role("textbox", name="Your name")).to_be_visible()
    see_it_fits(page)


@pytest.mark.parametrize("width", [768, 1280, 2560])
def test_the_whole_board_is_seen_on_larger_screens(person: NewPerson, width: int) -> None:
    size: dict[str, Any] = {"viewport": {"width": width, "height": max(720, width // 2)}}
    table = person(**size).start("push-push")
    for square in ("a1", "g7"):
        expect(table.square(square)).to_be_in_viewport(ratio=0.99)
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
