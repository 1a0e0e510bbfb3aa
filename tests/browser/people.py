"""People who visit the pages, each with a browser of their own, and the tables they sit at."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

from jostle.core.messages import catalogue

# Motion is a subject of its own, and nobody hears the sounds.
PREFERENCES: Mapping[str, Any] = {"speed": 0, "sounds": False}

# Slow pages on purpose: how many times slower the processor is, and milliseconds for each request.
CPU_SLOWDOWN = float(os.environ.get("JOSTLE_TEST_CPU_SLOWDOWN", "1"))
LATENCY = float(os.environ.get("JOSTLE_TEST_LATENCY", "0"))

# What a browser writes to its console when a connection is lost, which is no mistake of the page.
LOST = (
    r"ERR_CONNECTION|ERR_CONTENT_LENGTH_MISMATCH|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED_ENCODING"
    r"|ERR_INTERNET_DISCONNECTED|WebSocket connection"
)

COMPUTER = {"kind": "computer", "level": 1}
TABLE = {"kind": "table"}
PERSON = {"kind": "person"}


class Person:
    """Somebody with an empty browser; every page they open is watched for mistakes.

    Whatever goes wrong in a page, be it a script's error or something that the policy forbids, is
    added to ``problems``, unless ``expected`` is found in it.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        problems: list[str],
        preferences: Mapping[str, Any] = PREFERENCES,
        expected: str = r"$^",
        **options: Any,
    ) -> None:
        kept = [{"name": "jostle", "value": json.dumps(dict(preferences))}]
        options.setdefault("storage_state", {"origins": [{"origin": url, "localStorage": kept}]})
        self.context: BrowserContext = browser.new_context(base_url=url, **options)

        def add(problem: str) -> None:
            if not re.search(expected, problem):
                problems.append(problem)

        def heard(line: ConsoleMessage) -> None:
            if line.type == "error" and not re.search(LOST, line.text):
                add(f"{line.text} ({line.location.get('url')})")

        self.context.on("weberror", lambda error: add(str(error.error)))
        self.context.on("console", heard)

    def visit(self, path: str = "/") -> Page:
        """Open a page in a tab of its own, and wait until it can be used."""
        page = self.context.new_page()
        slow_down(page)
        page.goto(path)
        expect(page.locator("html[data-ready]")).to_be_attached()
        return page

    def create(self, variant: str, opponent: Mapping[str, Any] = TABLE, **more: Any) -> str:
        """Make a game and give its id."""
        wish = {"variant": variant, "opponent": dict(opponent), "side": 1, **more}
        answer = self.context.request.post("/api/games", data=wish)
        assert answer.status == 201, answer.text()
        made: str = answer.json()["id"]
        return made

    def rename(self, name: str) -> None:
        """Take a name that others see."""
        assert self.context.request.patch("/api/me", data={"name": name}).ok

    def sit(self, game_id: str) -> Table:
        """Open the page of a game."""
        page = self.visit(f"/games/{game_id}")
        expect(page.get_by_role("grid")).to_be_visible()
        return Table(page)

    def start(self, variant: str, opponent: Mapping[str, Any] = TABLE, **more: Any) -> Table:
        """Make a game and open its page."""
        return self.sit(self.create(variant, opponent, **more))


def slow_down(page: Page) -> None:
    """Make a page as slow as the settings ask for."""
    if CPU_SLOWDOWN == 1 and LATENCY == 0:
        return
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
    network = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", {**network, "latency": LATENCY})


class Table:
    """The page of a game, in the words that it has for its parts in its language."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.words = words = catalogue(page.locator("html").get_attribute("lang") or "en")
        self.field = page.get_by_role("textbox", name=words["web.game.move-text"])
        moves = page.get_by_role("group", name=words["web.game.moves"])
        self.moves = moves.get_by_role("button")
        self.said = page.get_by_role("log", name=words["web.announcements"])
        self.refusal = page.get_by_role("alert").filter(has_text=re.compile(r"\S"))
        self.chooser = page.get_by_role("dialog", name=words["web.board.which"])

    @property
    def game_id(self) -> str:
        return self.page.url.rpartition("/")[2]

    def square(self, name: str) -> Locator:
        """A square of the board, by the beginning of its label."""
        return self.page.get_by_role("gridcell", name=re.compile(rf"^{name},"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def player(self, name: str) -> Locator:
        """A player's panel: "Player 1: Ada"."""
        return self.page.get_by_role("region", name=name)

    def play(self, *texts: str) -> None:
        """Type moves in notation, one after the other, each when the board takes a move."""
        for text in texts:
            self.see_ready()
            count = self.moves.count()
            self.field.fill(text)
            self.field.press("Enter")
            expect(self.moves).to_have_count(count + 1)

    def step(self, source: str, target: str) -> None:
        """Send a piece by two clicks, as soon as it can be chosen."""
        self.see(source, self.words["web.board.free"])
        self.square(source).click()
        self.square(target).click()

    def plays(self, text: str) -> None:
        """Type something that need not be a move."""
        self.field.fill(text)
        self.field.press("Enter")

    def see_moves(self, *texts: str) -> None:
        """The list has these moves, and no more."""
        if texts:
            expect(self.moves).to_have_text(list(texts))
        else:
            expect(self.page.get_by_text(self.words["web.history.none"])).to_be_visible()

    def see(self, square: str, *words: str) -> None:
        """A square is labelled with these words."""
        for word in words:
            expect(self.square(square)).to_have_attribute("aria-label", re.compile(re.escape(word)))

    def see_ready(self) -> None:
        """The board takes moves: there is something to take, or somewhere to put it."""
        free, target = self.words["web.board.free"], self.words["web.board.target"]
        squares = self.page.get_by_role("gridcell", name=re.compile(f"{free}|{target}"))
        player = self.words["player.name"].format(number="[12]")
        held = self.page.get_by_role("button", name=re.compile(rf"\b{player}\b.*: \d+$"))
        expect(squares.or_(held).first).to_be_visible()

    def see_end(self, words: str) -> None:
        """The game has ended, and the page says how."""
        expect(self.page.get_by_role("main").get_by_text(words)).to_be_visible()
