"""Taking a game along: the record, the position, pictures and the animation, as files."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from jostle.core.messages import catalogue
from tests.browser.conftest import NewPerson
from tests.browser.people import Person
from tests.exported import frames_in

MOVES = ["Sb3", "Sb4", "b3^"]
MAGIC = {"svg": b"<svg ", "png": b"\x89PNG\r\n\x1a\n", "gif": b"GIF89a"}


def some_game(player: Person) -> str:
    game = player.create("pomeczi")
    for ply, move in enumerate(MOVES):
        action = {"type": "move", "ply": ply, "move": move}
        assert player.context.request.post(f"/api/games/{game}/actions", data=action).ok
    return game


def saved(button: Locator) -> tuple[str, bytes]:
    """The name and the content of the file that a button saves."""
    with button.page.expect_download() as download:
        button.click()
    return download.value.suggested_filename, Path(download.value.path()).read_bytes()


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("es-ES", "dark")])
def test_every_kind_of_file_is_saved(person: NewPerson, locale: str, scheme: str) -> None:
    player = person(
        locale=locale, color_scheme=scheme, permissions=["clipboard-read", "clipboard-write"]
    )
    table = player.sit(some_game(player))
    words = table.words
    assert words is catalogue(locale[:2])
    table.button(words["web.action.share"]).click()
    table.button(words["web.export.open"]).click()
    panel = table.page.get_by_role("dialog", name=words["web.export.title"])
    expect(panel.get_by_role("radio", checked=True)).to_have_value(scheme)
    picture = panel.get_by_role("img", name=words["web.export.picture-alt"])
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", value=True)
    assert picture.evaluate("picture => picture.naturalWidth") > 0
    field = panel.get_by_role("textbox", name=words["web.export.position"])
    expect(field).to_have_value("1S2/4/4/4[SSDsd] 2 - b4v")

    name, record = saved(panel.get_by_role("button", name=words["web.export.save-record"]))
    assert name == "pomeczi.jostle"
    assert all(move in record.decode() for move in MOVES)
    for kind, magic in MAGIC.items():
        name, content = saved(panel.get_by_role("button", name=words[f"web.export.save-{kind}"]))
        assert name == f"pomeczi.{kind}"
        assert content.startswith(magic)
    assert len(frames_in(content)[0]) == 1 + 5 * len(MOVES)  # the last was the animation
    film = panel.get_by_role("img", name=words["web.export.film-alt"])
    expect(film).to_be_visible()
    expect(film).to_have_js_property("complete", value=True)
    assert film.evaluate("picture => picture.naturalWidth") > 0

    other = "light" if scheme == "dark" else "dark"
    panel.get_by_role("radio", name=words[f"web.export.{other}"]).check()
    expect(picture).to_have_attribute("src", re.compile(f"theme={other}"))


def test_a_refusal_is_told(person: NewPerson) -> None:
    player = person(expected="503")
    table = player.sit(some_game(player))
    told = '{"error": {"code": "busy", "message": "too much to do"}}'
    table.page.route("**/game.gif*", lambda route: route.fulfill(status=503, body=told))
    table.button("Share").click()
    table.button("Export…").click()
    panel = table.page.get_by_role("dialog", name="Take it with you")
    panel.get_by_role("button", name="Save as GIF").click()
    expect(table.said).to_contain_text("too much to do")
    expect(panel.get_by_role("button", name="Save as GIF")).to_be_enabled()


def test_reviews_and_edited_positions_are_taken_along(person: NewPerson) -> None:
    page = person().visit("/editor?variant=pomeczi&position=4/1S2/4/4[SDssd] 2 - -")
    page.get_by_role("button", name="Export…").click()
    panel = page.get_by_role("dialog", name="Take it with you")
    expect(panel.get_by_role("textbox", name="Position")).to_have_value("4/1S2/4/4[SDssd] 2 - -")
    expect(panel.get_by_role("button", name="Save as GIF")).to_be_hidden()
    name, picture = saved(panel.get_by_role("button", name="Save as PNG"))
    assert name == "pomeczi.png"
    assert picture.startswith(MAGIC["png"])

    player = person()
    record = "\n".join(['[Variant "pomeczi"]', "", f"1. {MOVES[0]} {MOVES[1]} 2. {MOVES[2]} *"])
    asked = player.context.request.post("/api/reviews", data={"record": record})
    assert asked.ok, asked.text()
    page = player.visit(f"/review/{asked.json()['id']}")
    page.get_by_role("button", name="Export…").click()
    panel = page.get_by_role("dialog", name="Take it with you")
    name, text = saved(panel.get_by_role("button", name="Save as file"))
    assert name == "pomeczi.jostle"
    assert "1. Sb3 Sb4" in text.decode()
    name, film = saved(panel.get_by_role("button", name="Save as GIF"))
    assert len(frames_in(film)[0]) == 1 + 5 * len(MOVES)
