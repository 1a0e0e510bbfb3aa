"""English and Spanish: switching, playing and reading in either, and a frame that fits both."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from jostle.server.site.pages import PLAIN_PAGES
from tests.browser.conftest import Look, NewPerson
from tests.browser.people import COMPUTER
from tests.browser.test_keyboard import go_to, press, tab_to_board
from tests.browser.test_sizes import SMALL, see_it_fits


def see_language(page: Page, language: str, heading: str) -> None:
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)


def test_a_language_is_chosen_and_stays(person: NewPerson) -> None:
    visitor = person(locale="en-US")
    page = visitor.visit("/new?game=push-push#here")
    see_language(page, "en", "New game")
    page.keyboard.press(",")
    page.get_by_role("radio", name="Español").click()
    see_language(page, "es", "Nueva partida")
    assert page.url.endswith("/new?game=push-push#here")
    expect(page.locator("#rules-links a").first).to_have_text("Reglas de Pomeczi")
    page.reload()
    see_language(page, "es", "Nueva partida")
    other = visitor.visit("/lobby")  # what was kept of the API is not shown in the wrong language
    see_language(other, "es", "Sala")
    expect(other.locator("#rules-links a").first).to_have_text("Reglas de Pomeczi")
    other.get_by_role("button", name="English").focus()
    other.keyboard.press("Enter")
    see_language(other, "en", "Lobby")
    expect(other.locator("#rules-links a").first).to_have_text("Rules of Pomeczi")
    expect(other.get_by_role("button", name="English")).to_have_attribute("aria-current", "true")


def test_a_language_is_chosen_without_a_script(person: NewPerson) -> None:
    page = person(java_script_enabled=False, locale="en-US").context.new_page()
    page.goto("/rules/push-push#B8")
    expect(page.locator("#B8")).to_have_text("B8 Goal")
    page.get_by_role("button", name="Español").click()
    expect(page.locator("#B8")).to_have_text("B8 Gol")
    assert page.url.endswith("/rules/push-push")
    expect(page.locator("#notation")).to_have_text("Notación")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_game_is_played_in_spanish_by_keyboard(person: NewPerson, axe: Look, scheme: str) -> None:
    player = person(locale="es-ES", color_scheme=scheme)
    table = player.start("push-push", COMPUTER)
    table.see("c1", "el 3 del Jugador 1", "se puede elegir")
    tab_to_board(table.page)
    go_to(table, "c1")
    press(table.page, "Enter ArrowUp")
    expect(table.said).to_contain_text("Supondría: Se mueve el 3 del Jugador 1 de c1 a c2")
    press(table.page, "Enter")
    expect(table.said).to_contain_text("Invitado juega c1c2.")
    expect(table.said).to_contain_text("Ordenador, nivel 1 juega")  # its answer
    expect(table.moves).to_have_count(2)
    watcher = person(locale="en-GB").sit(table.game_id)  # the same game in another language
    watcher.see("c2", "Player 1's 3")
    expect(watcher.page.get_by_role("region", name="Player 2: Computer, level 1")).to_be_visible()
    table.see_ready()
    press(table.page, "/")
    table.page.keyboard.type("c2c4")
    press(table.page, "Enter")
    expect(table.refusal).to_contain_text("Una figura avanza exactamente una casilla")
    table.button("Regla B3: mostrar su texto").press("Enter")
    expect(table.page.get_by_text("En tu turno debes mover una de tus figuras")).to_be_visible()
    assert axe(table.page) == []
    table.page.reload()
    table.see("c2", "el 3 del Jugador 1")
    expect(table.moves).to_have_count(2)


@pytest.mark.parametrize("locale", ["en-US", "es-ES"])
def test_the_navigation_fits_a_small_phone(person: NewPerson, axe: Look, locale: str) -> None:
    page = person(locale=locale, **SMALL).visit("/")
    menu = page.get_by_role("button", name="Men")
    link = page.get_by_role("navigation").locator("a[href='/lobby']")
    expect(link).to_be_hidden()
    menu.press("Enter")
    expect(link).to_be_visible()
    see_it_fits(page)
    assert axe(page) == []
    link.press("Enter")
    page.wait_for_url("**/lobby")
    page.get_by_role("button", name="Men").press("Enter")
    expect(link).to_have_attribute("aria-current", "page")


def test_the_navigation_stands_in_a_line_and_knows_where_the_page_belongs(
    person: NewPerson,
) -> None:
    visitor = person(locale="es-ES", viewport={"width": 940, "height": 700})
    for path, place in (
        ("/", None),
        ("/learn/pomeczi", "/learn"),
        ("/rules/pomeczi", "/learn"),
        ("/editor", "/analysis"),
        ("/mine", "/mine"),
    ):
        page = visitor.visit(path)
        links = page.locator(".site-nav a")
        expect(links.first).to_be_visible()
        tops = {box["y"] for link in links.all() if (box := link.bounding_box())}
        assert len(tops) == 1, path
        marked = page.locator(".site-nav a[aria-current]")
        if place is None:
            expect(marked).to_have_count(0)
        else:
            expect(marked).to_have_attribute("href", place)
        width, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width <= room, path
        page.close()


def test_every_page_fits_a_small_phone_in_spanish(person: NewPerson) -> None:
    visitor = person(locale="es-ES", **SMALL)
    for path in (*PLAIN_PAGES, "/rules/push-push", "/learn/pomeczi", "/docs/api"):
        page = visitor.visit(path)
        expect(page.locator("html")).to_have_attribute("lang", "es")
        see_it_fits(page)
        page.close()
