"""Takes pictures of every page with a real browser: wide and on a phone, light and dark.

They go to ``results/screenshots``, to be looked at; the few that the README shows are copied to
``docs/pictures``. Needs what the tests need: ``make screenshots``.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.progress import track
from tests.chromium import FLAGS, chromium_path
from tests.serving import GENEROUS, serving

PROJECT = Path(__file__).parents[1]
FOLDER = PROJECT / "results" / "screenshots"
README_PICTURES = PROJECT / "docs" / "pictures"
SHOWN = (
    "game-pushee-pieces-wide-light",
    "game-push-push-wide-dark",
    "home-wide-light",
    "game-pomeczi-phone-light",
    "learn-wide-light",
    "analysis-wide-light",
)
SIZES = {"wide": (1280, 800), "phone": (360, 740)}
SCHEMES = ("light", "dark")

# Positions worth looking at, by variant: where the game starts, and the moves played in it.
GAMES = {
    "pomeczi": ("1s2/1LR1/S2t/3b[Ss] 1 - -", ["Sd4", "Sa4"]),
    "push-push": ("a2dc1a/1c5/3o3/2b4/1D3C1/A4B1/1BC2A1 1 - 12", ["b3c4", "d7d6"]),
    "pushee-pieces": ("1V3v/V1h1v1/1hhHVv/HV1Hhv/1VvV2/1Vv2H 2 4/5 -", ["e6v"]),
}
REVIEWED = """[Variant "push-push"]

1. e1e2 c7d6 2. e2d3 f7f6 3. g1f2 e7e6 4. f1g2 d7e6 5. g2f2 e6d5 6. d1d2 d5c5 *"""
PAGES = (
    "/editor",
    *("/new", "/lobby", "/mine", "/rules/pomeczi", "/rules/push-push#B9", "/docs/api", "/nowhere"),
    *("/learn", "/learn/pomeczi", "/learn/push-push", "/learn/pushee-pieces"),
    "/print?variant=pomeczi",
    "/explorer",
    "/analysis?variant=push-push&start=a2dc1a/1c5/3o3/2b4/1D3C1/A4B1/1BC2A1 1 - 12&moves=b3c4_d7d6",
)
PUZZLES = ("/puzzles", "/puzzles/push-push-0f481076", "/puzzles/pushee-pieces-9da2d0cb")


class Visit:
    """One person's browser of one size and scheme."""

    def __init__(self, browser: Browser, url: str, size: str, scheme: Any) -> None:
        width, height = SIZES[size]
        self.suffix = f"{size}-{scheme}"
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
        )
        self.page: Page = self.context.new_page()

    def take(self, path: str, name: str) -> None:
        """Take a picture of a page when it has come to rest."""
        self.page.goto(path)
        self.page.wait_for_load_state("networkidle")
        self.page.screenshot(path=FOLDER / f"{name}-{self.suffix}.png")

    def create(self, variant: str, **wish: Any) -> str:
        """Make a game and give its address."""
        wish = {"variant": variant, "opponent": {"kind": "table"}, "side": 1, **wish}
        answer = self.context.request.post("/api/games", data=wish)
        assert answer.ok, answer.text()
        return f"/games/{answer.json()['id']}"

    def review(self, record: str) -> str:
        """Have a game reviewed and give the review's address."""
        answer = self.context.request.post("/api/reviews", data={"record": record})
        assert answer.ok, answer.text()
        return f"/review/{answer.json()['id']}"

    def act(self, game: str, **action: Any) -> None:
        """Do something in a game."""
        answer = self.context.request.post(f"/api{game}/actions", data=action)
        assert answer.ok, answer.text()


def take_all(visit: Visit) -> None:
    """Every page, and the states that a game's page can be in."""
    visit.context.request.patch("/api/me", data={"name": "Ada"})
    visit.take("/", "home")
    clock = {"minutes": 10, "increment": 5}
    for variant, (start, moves) in GAMES.items():
        game = visit.create(variant, start=start, clock=clock, public=True)
        for ply, move in enumerate(moves):
            visit.act(game, type="move", ply=ply, move=move)
        visit.take(game, f"game-{variant}")
    visit.act(game, type="resign")
    visit.take(game, "over")
    visit.take(visit.create("push-push", opponent={"kind": "person"}, public=True), "waiting")
    visit.take(visit.review(REVIEWED), "review")
    for path in (*PAGES, *PUZZLES):
        visit.take(path, path.partition("?")[0].strip("/").replace("/", "-").replace("#", "-"))


def visits(browser: Browser, url: str) -> Iterator[Visit]:
    """A visit of each kind."""
    for scheme in SCHEMES:
        for size in SIZES:
            visit = Visit(browser, url, size, scheme)
            yield visit
            visit.context.close()


def main() -> None:
    """Take them all."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), "", GENEROUS) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        total = len(SCHEMES) * len(SIZES)
        for visit in track(visits(browser, server.url), "Visits", total=total):
            take_all(visit)
        browser.close()
    for name in SHOWN:
        shutil.copy(FOLDER / f"{name}.png", README_PICTURES)


if __name__ == "__main__":
    main()
