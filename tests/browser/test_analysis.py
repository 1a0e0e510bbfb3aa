"""The page for analysis: moves with branches, remarks, the engine, and links that show the same."""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

import jostle
from jostle.core.messages import catalogue
from tests.browser.conftest import NewPerson
from tests.browser.people import TABLE
from tests.browser.people import Table as GamePage


class Desk(GamePage):
    """The page for analysis, in the words of its language."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        expect(page.get_by_role("grid")).to_be_visible()
        words = self.words
        lines = page.get_by_role("list", name=words["web.analysis.lines-label"])
        self.lines = lines.get_by_role("listitem")
        self.comment = page.get_by_role("textbox", name=words["web.analysis.comment"])
        self.current = page.locator("#moves [aria-current]")

    def do(self, name: str) -> Locator:
        return self.button(self.words[f"web.analysis.{name}"])

    def at(self, move: str) -> None:
        """The board shows the position after this move."""
        expect(self.current).to_have_text(move)

    def mark(self, mark: str) -> None:
        marks = self.page.get_by_role("group", name=self.words["web.analysis.marks"])
        marks.get_by_role("button", name=re.compile(rf"^{re.escape(mark)} ")).click()


def visit_desk(person: NewPerson, path: str, **options: object) -> Desk:
    return Desk(person(**options).visit(path))


def test_a_study_with_branches_looks_the_same_in_a_fresh_browser(person: NewPerson) -> None:
    desk = visit_desk(person, "/analysis?variant=pomeczi", expected="409")
    page = desk.page
    desk.play("Sb3", "Sc2")
    desk.at("Sc2")
    desk.mark("!")
    desk.comment.fill("towards <b>the middle</b> } \\")
    # Another way, on the board itself; what is refused is explained.
    desk.button(desk.words["web.history.previous"]).click()
    desk.plays("Sb3")
    expect(desk.refusal).to_contain_text("P4")
    desk.play("Sa1", "Sd4")
    desk.mark("?!")
    see_tree(desk)
    # The engine thinks, and one of its lines is played.
    expect(desk.lines).to_have_count(3)
    expect(page.locator("#evaluation")).to_have_attribute("aria-label", re.compile(r"\d|wins|even"))
    expect(page.locator(".ranked-1")).to_be_attached()
    first = desk.lines.nth(1).get_by_role("button").first
    first.hover()  # from now on it stays the same
    move = first.inner_text()
    first.click()
    desk.at(move)
    desk.do("remove").click()
    desk.at("Sd4?!")
    # Shared, and opened by somebody else, in another language and scheme.
    desk.do("do.share").click()
    link = page.get_by_role("textbox", name=desk.words["web.analysis.link"]).input_value()
    assert re.search(r"/analysis/[0-9a-f]{20}#\d+$", link), link
    other = visit_desk(person, link, locale="es-ES", color_scheme="dark")
    assert other.words == catalogue("es")
    other.at("Sd4?!")
    see_tree(other)
    other.moves.filter(has_text="Sc2").click()
    expect(other.comment).to_have_value("towards <b>the middle</b> } \\")
    assert other.page.evaluate("document.querySelector('#moves b')") is None
    other.see("c2", other.words["player.name"].format(number=2))


def test_lines_hold_still_under_a_pointer_and_under_the_focus(person: NewPerson) -> None:
    """An engine that answers when it is told to takes the place of the server's."""
    visitor = person()
    sockets: list[WebSocketRoute] = []
    address = "**/api/analysis/socket"
    visitor.context.route_web_socket(address, lambda socket: sockets.append(socket))
    desk = Desk(visitor.visit("/analysis?variant=pomeczi"))
    state = desk.page.locator("#engine-state")

    def finds(depth: int, move: str) -> None:
        """The engine is this deep, and its best line begins with this move."""
        score = {"player": 1, "probability": 0.5, "exact": None}
        lines = [{"moves": [move], "score": score, "words": f"depth {depth}"}]
        answer = {"position": "", "depth": depth, "nodes": 1, "lines": lines}
        sockets[0].send(json.dumps({"type": "analysis", "id": "1", **answer}))
        expect(state).to_contain_text(str(depth))

    def see_line(depth: int, move: str) -> None:
        expect(desk.lines).to_have_text([f"depth {depth}{move}"])

    expect(state).to_have_text(desk.words["web.analysis.thinking"])
    stop = desk.page.locator("#engine-go > *").element_handles()
    below = desk.page.locator("#actions")
    place = below.bounding_box()
    finds(5, "Sb3")
    see_line(5, "Sb3")
    assert below.bounding_box() == place
    assert all(part.evaluate("part => part.isConnected") for part in stop)
    desk.lines.first.hover()
    finds(6, "Sc2")
    see_line(5, "Sb3")
    desk.page.locator("h1").hover()
    see_line(6, "Sc2")
    desk.lines.get_by_role("button").focus()
    finds(7, "Sa1")
    see_line(6, "Sc2")
    desk.page.keyboard.press("Enter")
    desk.at("Sc2")


def see_tree(desk: Desk) -> None:
    expect(desk.moves).to_have_text(["Sb3", "Sc2!", "Sa1", "Sd4?!"])
    expect(desk.page.locator(".tree-variations button")).to_have_text(["Sa1", "Sd4?!"])
    expect(desk.page.locator(".tree-comment")).to_have_text(["towards <b>the middle</b> } \\"])


@pytest.mark.parametrize(
    "options", [{}, {"locale": "es-ES", "color_scheme": "dark"}], ids=["english", "spanish-dark"]
)
def test_an_analysis_by_keys_alone(person: NewPerson, options: dict[str, str]) -> None:
    desk = visit_desk(person, "/analysis?variant=push-push", **options)
    press = desk.page.keyboard.press
    type_ = desk.page.keyboard.type
    desk.see_ready()
    press("/")
    for move in ("c1c2", "a7a6", "d1d2"):
        type_(move)
        press("Enter")
        expect(desk.current).to_have_text(move)
        expect(desk.field).to_have_value("")
    desk.field.evaluate("field => field.blur()")
    press("ArrowLeft")
    press("ArrowLeft")
    desk.at("c1c2")
    press("b")
    expect(desk.page.locator("[role=gridcell]:focus")).to_be_attached()
    press("/")
    type_("b7b6")
    press("Enter")
    desk.at("b7b6")
    desk.field.evaluate("field => field.blur()")
    press("ArrowUp")
    desk.at("a7a6")
    press("ArrowDown")
    desk.at("b7b6")
    press("u")
    expect(desk.moves).to_have_text(["c1c2", "b7b6", "a7a6", "d1d2"])
    press("k")
    type_("¿o así?")
    desk.comment.evaluate("field => field.blur()")
    expect(desk.page.locator(".tree-comment")).to_have_text("¿o así?")
    press("Home")
    expect(desk.current).to_have_count(0)
    press("End")
    desk.at("b7b6")
    press("x")
    expect(desk.page.locator("#engine-body")).to_be_hidden()
    press("Delete")
    desk.at("c1c2")
    expect(desk.moves).to_have_text(["c1c2", "a7a6", "d1d2"])
    press("f")
    press("i")
    link = desk.page.get_by_role("textbox", name=desk.words["web.analysis.link"]).input_value()
    assert link.endswith("?variant=push-push&moves=c1c2_a7a6_d1d2#1")


def test_a_game_is_analysed_when_nobody_plays_it_any_more(person: NewPerson) -> None:
    ada, bob = person(), person(expected="409")
    page = ada.start("pomeczi", TABLE)
    page.play("Sb3", "Sc2")
    page.button(page.words["web.action.analyse"]).click()
    desk = Desk(page.page)
    desk.see_moves("Sb3", "Sc2")
    expect(page.page).to_have_url(re.compile(rf"/analysis\?game={page.game_id.split('=')[-1]}"))
    # Two people who play have nothing to ask.
    game = ada.create("pomeczi", {"kind": "person"})
    assert bob.context.request.post(f"/api/games/{game}/join").ok
    refused = bob.visit(f"/analysis?game={game}")
    words = catalogue("en")["server.refusal.running.game"]
    expect(refused.get_by_role("alert")).to_contain_text(words[1:])
    for ply, move in enumerate(("Sb3", "Sc2", "Sa1", "Sd4")):
        player = (ada, bob)[ply % 2].context.request
        wish = {"type": "move", "ply": ply, "move": move}
        assert player.post(f"/api/games/{game}/actions", data=wish).ok
    asked = Desk(bob.visit("/analysis?variant=pomeczi&moves=Sb3_Sc2_Sa1_Sd4"))
    said = catalogue("en")["server.refusal.running.position"]
    expect(asked.page.locator("#engine-state")).to_contain_text(said[1:])
    expect(asked.lines).to_have_count(0)


def test_exact_values_are_played_by_a_click(person: NewPerson) -> None:
    """The table that knows them is the server's business; here it is pretended."""
    visitor = person()

    def exact(value: str, plies: int) -> dict[str, object]:
        return {"value": value, "plies": plies, "margin": None}

    moves = [
        {"move": "Sb2", "exact": exact("win", 7), "words": "Player 1 wins in 7 turns"},
        {"move": "Sa1", "exact": exact("loss", 4), "words": "Player 2 wins in 4 turns"},
    ]
    known = {"mover": 1, "exact": exact("win", 7), "words": "Player 1 wins in 7 turns"}
    answer = {"variant": "", "position": "", **known, "moves": moves}
    unknown = {**answer, "exact": None, "words": None, "moves": None}
    start = jostle.game("pomeczi:board=3x3").start().text

    def told(route: Route) -> None:
        asked = parse_qs(urlsplit(route.request.url).query)["position"] == [start]
        route.fulfill(json=answer if asked else unknown)

    visitor.context.route("**/api/positions/values?*", told)
    desk = Desk(visitor.visit("/analysis?variant=pomeczi:board=3x3"))
    values = desk.page.get_by_role("region", name=desk.words["web.analysis.values"])
    expect(values.get_by_role("row")).to_have_text(
        [re.compile("Move"), "Sb2Player 1 wins in 7 turns", "Sa1Player 2 wins in 4 turns"]
    )
    values.get_by_role("button", name="Sb2").click()
    desk.at("Sb2")
    expect(values).to_be_hidden()
    missing = person(expected="404").visit(f"/analysis/{'0' * 20}")
    expect(missing.get_by_role("alert")).to_contain_text("no shared study")
    expect(missing.locator("#engine")).to_be_hidden()
