"""A real Chromium and a real server: what a person sees and does."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.serving import GENEROUS, Served, serving

PROJECT = Path(__file__).parents[2]
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
SERIOUS = ("serious", "critical")

OpenContext = Callable[..., BrowserContext]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for the flows of a process."""
    with serving(tmp_path_factory.mktemp("server"), "", GENEROUS) as server:
        yield server
    assert "Traceback" not in server.log.read_text()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The system's browser."""
    path = shutil.which("chromium")
    assert path is not None, "Chromium is missing; tools/install_services.sh installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def person(server: Served, chromium: Browser) -> Iterator[OpenContext]:
    """Makes browsers with nothing in them, each of them another person's.

    Whatever goes wrong in a page, be it a script's error or something that the policy forbids,
    fails the test.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console",
            lambda line: problems.append(line.text) if is_a_problem(line.type, line.text) else None,
        )

    def make(**options: object) -> BrowserContext:
        context = chromium.new_context(base_url=server.url, **options)  # type: ignore[arg-type]
        context.on("page", watch)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert problems == []


def is_a_problem(kind: str, text: str) -> bool:
    """Whether a line of the console tells of a mistake; a lost connection is none."""
    return kind == "error" and not re.search(r"ERR_CONNECTION|WebSocket connection", text)


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], list[str]]:
    """Finds what keeps people from using a page: axe's serious findings."""
    source = (PROJECT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")

    def look(page: Page) -> list[str]:
        page.evaluate(source)
        found = page.evaluate("axe.run()")
        return [
            f"{violation['id']}: {violation['help']}: {node['html']}"
            for violation in found["violations"]
            if violation["impact"] in SERIOUS
            for node in violation["nodes"]
        ]

    return look
