"""Print and play: choosing a game, a variant and the paper, seeing the pages, taking the PDF."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from jostle.core.messages import catalogue
from tests.browser.conftest import Look, NewPerson


@pytest.mark.parametrize(("locale", "scheme"), [("en-GB", "light"), ("es-ES", "dark")])
def test_a_set_is_chosen_seen_and_saved(
    person: NewPerson, axe: Look, locale: str, scheme: str
) -> None:
    words = catalogue(locale[:2])
    page = person(expected="status of 400", locale=locale, color_scheme=scheme).visit("/print")
    sheets = page.locator("#print-sheets").get_by_role("img")
    expect(sheets).to_have_count(4)
    page.get_by_role("radio", name="Push Push").check()
    expect(sheets).to_have_count(3)
    expect(page.locator("#print-facts")).to_contain_text(words["web.print.one-sided"])
    page.get_by_role("radio", name="Pomeczi").check()
    expect(sheets).to_have_count(4)
    page.get_by_role("button", name="8x4").click()
    page.get_by_role("radio", name=words["web.print.letter"]).check()
    expect(page.locator("#print-facts")).to_contain_text("25 mm")
    expect(page.locator("#print-facts")).to_contain_text(words["web.print.double-sided"])
    for number in range(4):
        sheet = sheets.nth(number)
        expect(sheet).to_have_js_property("complete", value=True)
        assert sheet.evaluate("picture => picture.naturalWidth") > 0
    download = page.get_by_role("button", name=words["web.print.download"])
    with page.expect_download() as downloaded:
        download.click()
    assert downloaded.value.suggested_filename == "pomeczi-board-8x4-letter.pdf"
    assert Path(downloaded.value.path()).read_bytes().startswith(b"%PDF-")
    assert axe(page) == []

    # What cannot be is said beside the option, and nothing can be saved.
    page.get_by_text(words["web.print.options"]).click()
    board = page.locator("#option-board")
    board.fill("9x9")
    expect(page.locator("#option-board-problem")).to_contain_text("9x9")
    expect(download).to_be_disabled()
    board.fill("5x5")
    expect(download).to_be_enabled()
    expect(page.locator("#option-board-problem")).to_be_empty()
