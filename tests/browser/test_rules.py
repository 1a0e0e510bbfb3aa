"""The rules pages: every figure is played on its board, by its button and by the reader's hand."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from jostle.core.messages import catalogue, speaking
from jostle.core.words import told_outcome
from jostle.games import game as find_game
from jostle.server.site.quiz_json import quiz_json
from jostle.server.site.rules_html import rules_page
from tests.browser.conftest import PATIENCE, NewPerson
from tests.browser.test_sizes import SMALL, see_it_fits
from tests.package import GAMES

READERS = [
    *(pytest.param(game, {}, id=game) for game in GAMES),
    pytest.param(
        "push-push", {"locale": "es-ES", "color_scheme": "dark"}, id="push-push in Spanish"
    ),
]

# Goes to a figure, waits for its board, presses the button of its move if there is one, and waits
# for what comes of it; tells how the figure was before and after. It is one round trip, for there
# are dozens of figures.
PLAY = """async (figure, patience) => {
  const end = Date.now() + patience
  const until = async (isSo) => {
    while (!isSo()) {
      if (Date.now() > end) throw new Error(`too late: ${figure.outerHTML.slice(0, 300)}`)
      await new Promise(requestAnimationFrame)
    }
  }
  figure.scrollIntoView({ block: 'center' })
  await until(() => figure.dataset.state)
  const { state, now, rule, move } = figure.dataset
  const first = { state, now, rule, grids: figure.querySelectorAll('[role=grid]').length }
  if (move) {
    const buttons = [...figure.querySelectorAll('button')]
    buttons.find((button) => button.querySelector('code')?.textContent === move).click()
    await until(() => figure.dataset.state !== 'live')
  }
  const named = figure.querySelector('[role=alert] a')?.textContent
  return [first, { ...figure.dataset, named, words: figure.innerText }]
}"""


@pytest.mark.parametrize(("game", "reader"), READERS)
def test_every_figure_is_played(person: NewPerson, game: str, reader: dict[str, Any]) -> None:
    page = person(**reader).visit(f"/rules/{game}")
    language = page.evaluate("document.documentElement.lang")
    sections = rules_page(game).sections
    figures = [(section.id, figure) for section in sections for figure in section.figures]
    shown = page.locator("figure")
    expect(shown).to_have_count(len(figures))
    for number, (rule, figure) in enumerate(figures):
        first, last = shown.nth(number).evaluate(PLAY, PATIENCE)
        assert first == {"state": "live", "now": figure.position, "rule": rule, "grids": 1}, figure
        if figure.refused is not None:
            assert (last["state"], last["now"]) == ("refused", figure.position), figure
            assert last["refusedBy"] == last["named"] == figure.refused, figure
        elif figure.after is not None:
            assert (last["state"], last["now"]) == ("played", figure.after), figure
        else:
            assert last["state"] == "live", figure
        end = figure.after or figure.position
        outcome = find_game(figure.variant or game).position(end).outcome
        if outcome is not None:
            with speaking(language):
                assert str(told_outcome(outcome)).lower() in last["words"].lower(), figure
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


def truth_of(game: str, language: str) -> dict[str, str]:
    """The right answer to each question, by its position, as the page words it."""
    said = catalogue(language)
    truth = {}
    for question in json.loads(quiz_json(game, language))["questions"]:
        right = question["answers"][0]
        if right["allowed"]:
            told = (f"{word[0].upper()}{word[1:]}." for word in right["words"])
            words = " ".join([said["web.quiz.allowed"], *told])
        else:
            words = f"{said['web.quiz.refused']} {right['words'][0]}."
        truth[question["position"]] = words
    return truth


def answer(page: Page, truth: dict[str, str], *, rightly: bool) -> None:
    """Answer the question that is asked."""
    offers = page.locator("button.quiz-answer")
    expect(offers.first).to_be_visible()
    position = page.locator(".quiz-question").get_attribute("data-position")
    words = offers.all_inner_texts()
    right = words.index(truth[str(position)])
    offers.nth(right if rightly else (right + 1) % len(words)).press("Enter")


@pytest.mark.parametrize(("game", "reader"), READERS)
def test_somebody_takes_the_quiz(person: NewPerson, game: str, reader: dict[str, Any]) -> None:
    page = person(**reader).visit(f"/rules/{game}")
    language = page.evaluate("document.documentElement.lang")
    said = catalogue(language)
    questions = json.loads(quiz_json(game, language))["questions"]
    truth = truth_of(game, language)
    assert len(truth) == 10
    rules = {f"{question['rule']} {question['title']}" for question in questions}
    page.get_by_role("button", name=said["web.quiz.start"]).press("Enter")
    stage = page.locator("#quiz-stage")
    named = set()
    for number in range(10):
        expect(stage.get_by_role("heading", level=3)).to_contain_text(f"{number + 1}")
        expect(stage.get_by_role("heading", level=3)).to_be_focused()
        answer(page, truth, rightly=number > 1)
        verdict = stage.locator(".quiz-verdict")
        result = "wrong" if number < 2 else "right"
        expect(verdict.get_by_text(said[f"web.quiz.{result}"], exact=True)).to_be_visible()
        named.add(verdict.get_by_role("link").first.inner_text())
        expect(verdict.locator(".figure-told")).not_to_be_empty()
        expect(stage.locator("p.quiz-answer.is-right")).to_have_count(1)
        following = "result" if number == 9 else "next"
        next_button = verdict.get_by_role("button", name=said[f"web.quiz.{following}"])
        expect(next_button).to_be_focused()
        next_button.press("Enter")
    assert named == rules
    expect(stage.get_by_role("heading", level=3)).to_contain_text("8")
    expect(stage).to_contain_text(said["web.quiz.passed"])
    assert stage.get_by_role("link").count() in (1, 2)
    stage.get_by_role("button", name=said["web.quiz.again"]).press("Enter")
    expect(page.locator("button.quiz-answer").first).to_be_visible()


def test_the_quiz_tells_when_it_is_not_passed(person: NewPerson) -> None:
    page = person().visit("/rules/pomeczi#quiz")
    truth = truth_of("pomeczi", "en")
    page.get_by_role("button", name="Start the quiz").click()
    for _ in range(10):
        answer(page, truth, rightly=False)
        page.get_by_role("button", name=re.compile("Next question|See the result")).click()
    expect(page.get_by_role("heading", name="0 of 10 right")).to_be_visible()
    expect(page.get_by_text("Not yet: 8 are needed.")).to_be_visible()
    page.get_by_role("link", name="Play the computer").click()
    page.wait_for_url("**/new?game=pomeczi&opponent=computer")


def test_the_quiz_fits_a_small_phone(person: NewPerson) -> None:
    page = person(**SMALL).visit("/rules/push-push#quiz")
    page.get_by_role("button", name="Start the quiz").tap()
    page.locator("button.quiz-answer").first.tap()
    expect(page.get_by_role("button", name="Next question")).to_be_visible()
    expect(page.locator("#quiz-stage").get_by_role("grid")).to_be_in_viewport(ratio=0.9)
    see_it_fits(page)
