"""The pages and what they are made of. Each is rendered once a language and then only sent.

Those that take a while (the rules, the API) are rendered in a thread when they are first asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from importlib import resources
from importlib.resources.abc import Traversable

from fastapi import APIRouter, Depends, FastAPI
from starlette.requests import Request
from starlette.responses import Response

from jostle.core.messages import languages, message, render, speaking, spoken_language
from jostle.games import GAMES
from jostle.server.early_script import EARLY_SCRIPT
from jostle.server.guard.identity import visitor_of
from jostle.server.problems import NoSuchPage, TooMany
from jostle.server.site.api_page import api_html
from jostle.server.site.assets import ASK_AGAIN, Assets, tagged
from jostle.server.site.language_choice import choose_language, language_parts
from jostle.server.site.quiz_json import quiz_json
from jostle.server.site.rules_html import RulesWriter, contents_html
from jostle.server.site.sheets import messages_json, symbol_sheet, theme_styles
from jostle.server.site.templates import Html, Templates

HTML = "text/html; charset=utf-8"
SVG = "image/svg+xml"
CSS = "text/css; charset=utf-8"
JSON = "application/json"
TEXT = "text/plain; charset=utf-8"
FAVICON = "icons/favicon.svg"
ROBOTS = "User-agent: *\nDisallow: /api/\nDisallow: /games/\n"  # a link is for whom it was given to

# The pages, and what each is given besides its title.
PAGES: Mapping[str, tuple[str, ...]] = {
    "home": (),
    "new": (),
    "game": (),
    "lobby": (),
    "mine": (),
    "learn": (),
    "first-game": ("game.name", "game.title"),
    "rules": ("game.name", "game.title", "rules", "contents", "quiz"),
    "analysis": (),
    "review": (),
    "editor": (),
    "explorer": (),
    "puzzles": (),
    "puzzle": (),
    "print": (),
    "api": ("api",),
    "missing": (),
}
# Those that are the same for everybody and need nothing but the catalogue, by their paths.
PLAIN_PAGES = {
    "/": "home",
    "/new": "new",
    "/lobby": "lobby",
    "/mine": "mine",
    "/learn": "learn",
    "/analysis": "analysis",
    "/review": "review",
    "/editor": "editor",
    "/explorer": "explorer",
    "/puzzles": "puzzles",
    "/print": "print",
}
# Those whose script looks at the address for what is to be shown.
SAME_PAGES = {
    "/analysis/{study}": "analysis",
    "/review/{review}": "review",
    "/puzzles/{puzzle}": "puzzle",
}

GameExists = Callable[[Request, str], Awaitable[bool]]


class Pages:
    """All pages of an app, from the templates and assets in a folder."""

    def __init__(self, app: FastAPI, folder: Traversable | None = None) -> None:
        folder = folder or resources.files("jostle.web")
        self._app = app
        self.assets = Assets(folder)
        self._templates = Templates(folder / "pages", self.assets.path, PAGES, frame_parts)
        self._rendered: dict[tuple[str, str], bytes] = {}
        for language in languages():
            for page in ("game", "missing", *PLAIN_PAGES.values(), *SAME_PAGES.values()):
                self.plain(page, language)

    def plain(self, page: str, language: str) -> bytes:
        """A page that needs nothing but the catalogue."""
        return self._once(page, language, lambda: (page, {"title": _title(page, language)}))

    def rules(self, game: str, language: str) -> bytes:
        """A game's rules; the first time takes a while, for the pictures."""

        def values() -> tuple[str, dict[str, str]]:
            writer = RulesWriter(game, language)
            name = writer.page.title
            told = render(message("web.rules.title", game=name), language)
            return "rules", {
                "title": told,
                "game.name": game,
                "game.title": name,
                "rules": writer.html(),
                "quiz": quiz_json(game, language),
                "contents": contents_html(writer.page, language),
            }

        return self._once(f"rules {game}", language, values)

    def first_game(self, game: str, language: str) -> bytes:
        """The page that leads a newcomer through a first game."""

        def values() -> tuple[str, dict[str, str]]:
            name = render(message(f"{game}.title"), language)
            given = {"title": _title("first-game", language), "game.name": game}
            return "first-game", {**given, "game.title": name}

        return self._once(f"first-game {game}", language, values)

    def api(self, language: str) -> bytes:
        """The description of the API."""

        def values() -> tuple[str, dict[str, str]]:
            described = api_html(self._app.openapi())
            return "api", {"title": _title("api", language), "api": described}

        return self._once("api", language, values)

    def missing(self, request: Request) -> Response:
        """The page that says in our own style that there is nothing here."""
        return tagged(request, self.plain("missing", spoken_language()), HTML, status=404)

    def _once(
        self, name: str, language: str, values: Callable[[], tuple[str, Mapping[str, str]]]
    ) -> bytes:
        found = self._rendered.get((name, language))
        if found is None:
            with speaking(language):
                page, given = values()
            found = self._templates.render(page, language, given).encode()
            self._rendered[name, language] = found
        return found


def frame_parts(language: str) -> dict[str, Html]:
    """What the frame of every page is given besides sentences."""
    return {**language_parts(language), "early-script": Html(EARLY_SCRIPT)}


def _title(page: str, language: str) -> str:
    return render(message(f"web.{page}.title"), language)


async def greet(request: Request) -> None:
    """Give a newcomer an identity together with the page.

    Its scripts ask for several things at once, and each request would be given another one.
    """
    with suppress(TooMany):  # pages are for everybody; the API says what is too much
        visitor_of(request.scope).identified()


def page_routes(pages: Pages, game_exists: GameExists) -> APIRouter:
    """The routes to all pages and what they are made of; ``game_exists`` asks for a game by id."""
    router = APIRouter(include_in_schema=False)
    add = router.add_api_route

    def plain(page: str) -> Callable[[Request], Awaitable[Response]]:
        async def send(request: Request) -> Response:
            return tagged(request, pages.plain(page, spoken_language()), HTML)

        return send

    async def game(request: Request, game_id: str) -> Response:
        if not await game_exists(request, game_id):
            return pages.missing(request)
        return tagged(request, pages.plain("game", spoken_language()), HTML)

    async def rules(request: Request, game: str) -> Response:
        if game not in GAMES:
            return pages.missing(request)
        content = await asyncio.to_thread(pages.rules, game, spoken_language())
        return tagged(request, content, HTML)

    async def first_game(request: Request, game: str) -> Response:
        if game not in GAMES:
            return pages.missing(request)
        return tagged(request, pages.first_game(game, spoken_language()), HTML)

    async def api(request: Request) -> Response:
        content = await asyncio.to_thread(pages.api, spoken_language())
        return tagged(request, content, HTML)

    async def asset(request: Request, digest: str, path: str) -> Response:
        return pages.assets.respond(request, digest, path) or pages.missing(request)

    async def symbols(request: Request, game: str) -> Response:
        if game not in GAMES:
            raise NoSuchPage
        sheet = await asyncio.to_thread(symbol_sheet, game)
        return tagged(request, sheet.encode(), SVG)

    async def themes(request: Request) -> Response:
        return tagged(request, theme_styles().encode(), CSS)

    async def messages(request: Request, language: str) -> Response:
        if language not in languages():
            raise NoSuchPage
        return tagged(request, messages_json(language).encode(), JSON)

    async def favicon(request: Request) -> Response:
        icon = pages.assets.get(FAVICON)
        return tagged(request, icon.content, SVG) if icon else pages.missing(request)

    async def robots(request: Request) -> Response:
        return tagged(request, ROBOTS.encode(), TEXT, ASK_AGAIN)

    greeting = [Depends(greet)]
    for path, page in (*PLAIN_PAGES.items(), *SAME_PAGES.items()):
        add(path, plain(page), dependencies=greeting)
    add("/games/{game_id}", game, dependencies=greeting)
    add("/rules/{game}", rules, dependencies=greeting)
    add("/learn/{game}", first_game, dependencies=greeting)
    add("/docs/api", api)
    add("/language", choose_language, methods=["POST"])
    add("/assets/{digest}/{path:path}", asset)
    add("/symbols/{game}.svg", symbols)
    add("/styles/themes.css", themes)
    add("/messages/{language}.json", messages)
    add("/favicon.ico", favicon)
    add("/robots.txt", robots)
    return router
