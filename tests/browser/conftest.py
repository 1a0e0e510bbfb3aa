"""A real Chromium and a real server: what a person sees and does.

The fixtures last as long as this folder's tests: Playwright's event loop stands in the way of any
other in its thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.people import Person
from tests.chromium import FLAGS, chromium_path
from tests.serving import GENEROUS, Served, serving

PROJECT = Path(__file__).parents[2]
SERIOUS = ("serious", "critical")
OF_COLOURS = ["color-contrast", "link-in-text-block"]
PATIENCE = 60_000  # milliseconds, for anything, on a machine that is busy with other programs

NewPerson = Callable[..., Person]
Look = Callable[[Page], list[str]]


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the flows of a process."""
    with serving(tmp_path_factory.mktemp("server"), "", GENEROUS) as server:
        yield server
    assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """The system's browser."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def person(server: Served, chromium: Browser) -> Iterator[NewPerson]:
    """Makes people with empty browsers; a mistake in any of their pages fails the test."""
    people: list[Person] = []
    problems: list[str] = []

    def make(**options: Any) -> Person:
        options.setdefault("url", server.url)
        newcomer = Person(chromium, problems=problems, **options)
        newcomer.context.set_default_timeout(PATIENCE)
        people.append(newcomer)
        return newcomer

    yield make
    for one in people:
        one.context.close()
    assert problems == []


@pytest.fixture(scope="package")
def axe() -> Look:
    """Finds what keeps people from using a page: axe's serious findings, in light and dark."""
    source = (PROJECT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")

    def look(page: Page) -> list[str]:
        page.evaluate(source)
        page.emulate_media(color_scheme="light")
        found = serious(page, {})
        page.emulate_media(color_scheme="dark")  # where only the colours are others
        return found + serious(page, {"runOnly": {"type": "rule", "values": OF_COLOURS}})

    return look


def serious(page: Page, options: dict[str, Any]) -> list[str]:
    # Colours that are on their way from one theme to the other belong to neither.
    page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished))")
    found = page.evaluate("axe.run", {"resultTypes": ["violations"], **options})
    return [
        f"{violation['id']}: {violation['help']}: {node['html']} {node['failureSummary']}"
        for violation in found["violations"]
        if violation["impact"] in SERIOUS
        for node in violation["nodes"]
    ]
