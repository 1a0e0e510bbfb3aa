"""What is clicked, pressed or typed before a page's scripts have arrived is not lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import WebSocketRoute, expect

from jostle.core.messages import catalogue
from jostle.server.site.pages import PAGES
from tests.browser.conftest import NewPerson
from tests.browser.held_requests import HeldRequests
from tests.browser.people import PERSON, Person, Table

WORDS = catalogue("en")
RECORD = '[Variant "pomeczi"]\n\n1. Sb3 Sb4 2. b3^ *'


class LatePage:
    """A page that is drawn while its scripts are on their way, until ``scripts_arrive``."""

    def __init__(self, visitor: Person, path: str) -> None:
        self.page = visitor.context.new_page()
        self.scripts_arrive = HeldRequests(self.page, "**/scripts/**").release
        self.page.goto(path, wait_until="commit")
        expect(self.page.locator("#announcements")).to_be_attached()  # the last part of the frame

    def type(self, text: str) -> None:
        """Type and press Enter, wherever the focus is."""
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")


def reviewed(player: Person) -> str:
    asked = player.context.request.post("/api/reviews", data={"record": RECORD})
    assert asked.ok, asked.text()
    path = f"/review/{asked.json()['id']}"
    expect(player.visit(path).get_by_role("slider")).to_be_visible()  # it is finished
    return path


# A path of every page.
PATHS: dict[str, str | Callable[[Person], str]] = {
    "home": "/",
    "new": "/new",
    "game": lambda player: f"/games/{player.create('pomeczi')}",
    "lobby": "/lobby",
    "mine": "/mine",
    "learn": "/learn",
    "first-game": "/learn/push-push",
    "rules": "/rules/pomeczi",
    "analysis": "/analysis?variant=pomeczi",
    "review": reviewed,
    "editor": "/editor?variant=pomeczi&position=4/4/4/S3[SDssd] 1 - -",
    "explorer": "/explorer?variant=pomeczi",
    "puzzles": "/puzzles?game=push-push",
    "puzzle": "/puzzles/push-push-0f481076",
    "print": "/print",
    "api": "/docs/api",
    "missing": "/nowhere",
}


def early(person: NewPerson, name: str) -> LatePage:
    visitor = person(expected="status of 404")
    path = PATHS[name]
    return LatePage(visitor, path if isinstance(path, str) else path(visitor))


@pytest.mark.parametrize("name", PAGES)
def test_every_page_keeps_an_early_key_and_an_early_click(person: NewPerson, name: str) -> None:
    late = early(person, name)
    page = late.page
    page.keyboard.press("s")
    keys = page.locator("#show-keys-foot")
    keys.click()
    expect(keys).to_have_attribute("aria-busy", "true")
    late.scripts_arrive()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text(WORDS["web.preferences.sounds-on"])
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    expect(page.locator("html[data-ready]")).to_be_attached()


def plays_a_typed_move(late: LatePage) -> Callable[[], None]:
    late.page.keyboard.press("/")  # leads to the field when the script is there
    late.type("Sb3")
    return lambda: expect(late.page.locator("#moves button")).to_have_text(["Sb3"])


def starts_a_game(late: LatePage) -> Callable[[], None]:
    late.page.locator("input[name=opponent][value=table]").check()
    late.page.get_by_role("button", name=WORDS["web.new.start"]).click()

    def then() -> None:
        late.page.wait_for_url("**/games/*")
        table = Table(late.page)
        table.play("Sb2", "Sc3")  # for both sides

    return then


def takes_a_name(late: LatePage) -> Callable[[], None]:
    late.page.locator("#my-name").fill("Ada")
    late.page.locator("#my-name").press("Enter")
    return lambda: expect(late.page.get_by_role("log")).to_contain_text("You are Ada now.")


def is_shown_the_move(late: LatePage) -> Callable[[], None]:
    late.page.keyboard.press("e")
    return lambda: expect(late.page.locator("#feedback")).to_have_attribute("data-verdict", "right")


def switches_the_engine_off(late: LatePage) -> Callable[[], None]:
    late.page.keyboard.press("x")
    return lambda: expect(late.page.locator("#engine-body")).to_be_hidden()


def goes_to_the_end(late: LatePage) -> Callable[[], None]:
    late.page.keyboard.press("End")
    return lambda: expect(late.page.get_by_role("slider")).to_have_attribute("aria-valuenow", "3")


def changes_a_position_twice(late: LatePage) -> Callable[[], None]:
    late.page.get_by_role("button", name=WORDS["web.editor.exchange"]).click()
    late.page.get_by_role("button", name=WORDS["web.editor.mirror"]).click()
    position = late.page.locator("#position-text")
    return lambda: expect(position).to_have_value("4/4/4/3s[SSDsd] 2 - -")


def asks_for_own_games(late: LatePage) -> Callable[[], None]:
    late.page.locator("#mine").check()
    return lambda: late.page.wait_for_url("**/explorer?*mine*")


def goes_on_with_a_puzzle(late: LatePage) -> Callable[[], None]:
    late.page.get_by_role("button", name=WORDS["web.puzzles.next"]).click()
    return lambda: late.page.wait_for_url("**/puzzles/push-push-*")


def asks_for_a_hint(late: LatePage) -> Callable[[], None]:
    late.page.keyboard.press("t")
    return lambda: expect(late.page.locator("#hint-words")).to_be_visible()


def turns_the_board(late: LatePage) -> Callable[[], None]:
    late.page.keyboard.press("f")
    return lambda: expect(late.page.get_by_role("log")).to_contain_text("is at the bottom now.")


def chooses_other_paper(late: LatePage) -> Callable[[], None]:
    late.page.locator("input[value=letter]").check()
    sheet = late.page.get_by_role("img").first
    return lambda: expect(sheet).to_have_attribute("src", re.compile("letter"))


def goes_elsewhere(late: LatePage) -> Callable[[], None]:
    late.page.keyboard.press("n")
    return lambda: late.page.wait_for_url("**/new")


def speaks_spanish(late: LatePage) -> Callable[[], None]:
    late.page.locator("#languages").get_by_role("button", name="Español").click()
    return lambda: expect(late.page.locator("html[lang=es]")).to_be_attached()


@pytest.mark.parametrize(
    ("name", "acts"),
    [
        ("home", goes_elsewhere),
        ("new", starts_a_game),
        ("game", plays_a_typed_move),
        ("game", turns_the_board),
        ("mine", takes_a_name),
        ("first-game", is_shown_the_move),
        ("rules", speaks_spanish),
        ("analysis", plays_a_typed_move),
        ("analysis", switches_the_engine_off),
        ("review", goes_to_the_end),
        ("editor", changes_a_position_twice),
        ("explorer", asks_for_own_games),
        ("puzzles", goes_on_with_a_puzzle),
        ("puzzle", asks_for_a_hint),
        ("print", chooses_other_paper),
    ],
)
def test_what_was_done_early_takes_effect(
    person: NewPerson, name: str, acts: Callable[[LatePage], Callable[[], None]]
) -> None:
    late = early(person, name)
    then = acts(late)
    late.scripts_arrive()
    then()


# A click as soon as the page has said that it could not be loaded.
CHOOSE_SPANISH_WHEN_IT_IS_SAID = """new MutationObserver(() => {
    const problem = document.getElementById("load-problem");
    if (!problem?.checkVisibility() || document.documentElement.lang === "es") return;
    document.querySelector("#languages [value=es]")?.click();
}).observe(document, { subtree: true, childList: true, attributeFilter: ["hidden"] });"""


@pytest.mark.parametrize("missing", ["**/scripts/**", "**/messages/*.json", "**/api/catalogue"])
def test_a_page_that_cannot_be_loaded_says_so_and_holds_nothing_back(
    person: NewPerson, missing: str
) -> None:
    page = person(expected="").context.new_page()  # mistakes are all there is, in two languages
    page.route(missing, lambda route: route.abort())
    page.add_init_script(CHOOSE_SPANISH_WHEN_IT_IS_SAID)
    page.goto("/new", wait_until="commit")
    expect(page.locator("html[lang=es]")).to_be_attached()
    expect(page.get_by_text(catalogue("es")["web.error.load"])).to_be_visible()


def test_a_move_that_is_written_while_an_answer_is_under_way_stays(person: NewPerson) -> None:
    """The move is seen on the board before the answer to it arrives."""
    table = person().start("pomeczi")
    answers: list[Callable[[], None]] = []
    is_holding = True

    def hold_answers(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def from_server(message: str | bytes) -> None:
            if is_holding and '"done"' in str(message):
                answers.append(lambda: line.send(message))
            else:
                line.send(message)

        server.on_message(from_server)

    table.page.route_web_socket("**/socket", hold_answers)
    table.page.reload()
    table.play("Sb2")
    expect(table.page.locator("#game.is-sending")).to_be_attached()
    table.field.fill("Sc3")
    is_holding = False
    for answer in answers:
        answer()
    expect(table.page.locator("#game:not(.is-sending)")).to_be_attached()
    expect(table.field).to_have_value("Sc3")


def test_a_name_is_written_while_the_page_asks_for_the_old_one(person: NewPerson) -> None:
    late = LatePage(person(), "/lobby")
    page = late.page
    answer = HeldRequests(page, "**/api/me")
    page.get_by_role("button", name=WORDS["web.preferences.title"]).click()
    page.locator("#preference-name").focus()
    page.keyboard.type("Ad")
    late.scripts_arrive()
    expect(page.locator("html[data-ready]")).to_be_attached()
    with page.expect_response("**/api/me") as response:
        answer.release()
    response.value.finished()
    page.keyboard.type("a")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log")).to_contain_text("You are Ada now.")


def test_writing_goes_on_when_the_script_fills_the_field(person: NewPerson) -> None:
    late = LatePage(person(), "/mine")
    page = late.page
    lists = HeldRequests(page, "**/api/games?*")
    name = page.locator("#my-name")
    name.focus()
    page.keyboard.type("Ad")
    late.scripts_arrive()
    expect(name).not_to_have_value("Ad")  # but what the server has; the page waits for its list
    page.keyboard.type("a")
    page.keyboard.press("Enter")
    lists.release()
    expect(page.get_by_role("log")).to_contain_text("You are Ada now.")


def test_a_key_is_kept_while_an_answer_is_under_way(person: NewPerson) -> None:
    """An offer is declined and another made before the server has answered."""
    first = person().start("pomeczi", PERSON)
    second = person().sit(first.game_id)
    first.page.keyboard.press("d")
    expect(second.button("Accept")).to_be_visible()
    second.page.keyboard.press("x")
    second.page.keyboard.press("d")
    expect(first.button("Accept")).to_be_visible()
