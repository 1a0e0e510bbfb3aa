"""The rules pages: every figure is played on its board, by its button and by the reader's hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jostle.core.messages import speaking
from jostle.core.words import told_outcome
from jostle.games import game as find_game
from jostle.server.site.rules_html import rules_page
from tests.browser.conftest import NewPerson
from tests.package import GAMES

READERS = [
    *(pytest.param(game, {}, id=game) for game in GAMES),
    pytest.param(
        "push-push", {"locale": "es-ES", "color_scheme": "dark"}, id="push-push in Spanish"
    ),
]


@pytest.mark.parametrize(("game", "reader"), READERS)
def test_every_figure_is_played(person: NewPerson, game: str, reader: dict[str, Any]) -> None:
    page = person(**reader).visit(f"/rules/{game}")
    language = page.evaluate("document.documentElement.lang")
    sections = rules_page(game).sections
    figures = [(section.id, figure) for section in sections for figure in section.figures]
    shown = page.locator("figure")
    expect(shown).to_have_count(len(figures))
    for number, (rule, figure) in enumerate(figures):
        live = shown.nth(number)
        live.scroll_into_view_if_needed()
        expect(live).to_have_attribute("data-state", "live")
        expect(live).to_have_attribute("data-now", figure.position)
        expect(live).to_have_attribute("data-rule", str(rule))
        expect(live.get_by_role("grid")).to_be_visible()
        if figure.move is not None:
            live.get_by_role("button").filter(has_text=figure.move).click()
        if figure.refused is not None:
            expect(live).to_have_attribute("data-state", "refused")
            expect(live.get_by_role("alert").get_by_role("link")).to_have_text(figure.refused)
            expect(live).to_have_attribute("data-refused-by", figure.refused)
            expect(live).to_have_attribute("data-now", figure.position)
        elif figure.after is not None:
            expect(live).to_have_attribute("data-state", "played")
            expect(live).to_have_attribute("data-now", figure.after)
        outcome = (
            find_game(figure.variant or game).position(figure.after or figure.position).outcome
        )
        if outcome is not None:
            with speaking(language):
                told = str(told_outcome(outcome))
            expect(live).to_contain_text(told, ignore_case=True)
    ruled = page.locator("figure[data-state]").evaluate_all("all => all.map(f => f.dataset.rule)")
    assert set(ruled) == {section.id for section in sections if section.id}


def figure_of(page: Page, rule: str, number: int) -> Any:
    return page.locator(f"figure[data-rule={rule}]").nth(number)


def test_a_reader_plays_on_a_figure_by_hand(person: NewPerson) -> None:
    page = person().visit("/rules/push-push#B4")
    live = figure_of(page, "B4", 0)
    first, after = live.get_attribute("data-position"), live.get_attribute("data-after")

    def square(name: str) -> Any:
        return live.get_by_role("gridcell", name=re.compile(rf"^{name},"))

    # What is refused is refused here, too, and nothing moves.
    expect(square("c3")).to_have_attribute("aria-label", re.compile("can be chosen"))
    square("c3").click()
    square("c5").click()
    expect(live.get_by_role("alert")).to_contain_text("A figure goes exactly one square")
    expect(live).to_have_attribute("data-now", str(first))
    # The figure's own move, and one more by the keyboard alone.
    square("d3").click()
    expect(live).to_have_attribute("data-now", str(after))
    expect(live.get_by_role("alert")).to_be_empty()
    expect(live).to_contain_text("Player 2's 1 is pushed from d3 to e3.")
    expect(live).to_contain_text("Player 2 to move")
    square("e3").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(live).to_contain_text("Player 2's 1 goes from e3 to e4.")
    live.get_by_role("button", name="Again").press("Enter")
    expect(live).to_have_attribute("data-now", str(first))
    expect(live.get_by_role("button", name="Play the move")).to_be_focused()
    expect(live.get_by_role("button", name="Again")).to_be_hidden()
    # Others have not moved with it.
    assert page.locator("figure[data-state=played], figure[data-state=refused]").count() == 0


def test_a_rule_is_found_by_its_link(person: NewPerson) -> None:
    page = person().visit("/rules/pushee-pieces")
    contents = page.get_by_role("navigation", name="Contents")
    contents.get_by_role("link", name="C8").click()
    expect(page.get_by_role("heading", name="C8 ")).to_be_in_viewport()
    expect(contents.locator("[aria-current]")).to_have_text(re.compile("^C8 "))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("On the board")


def test_pictures_stand_in_for_boards_without_a_script(person: NewPerson) -> None:
    reader = person(java_script_enabled=False)
    page = reader.context.new_page()
    page.goto("/rules/pomeczi")
    figures = page.locator("figure")
    assert figures.get_by_role("img").count() == figures.count() > 30
    assert figures.get_by_role("button").count() == 0
