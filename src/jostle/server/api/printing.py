"""Routes to print and play: a game on paper, as one PDF and page by page."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from jostle.core.messages import languages, message, speaking, spoken_language
from jostle.games import game as find_game
from jostle.render.drawn import DrawnGame
from jostle.render.paper.booklet import Booklet, booklet
from jostle.render.paper.sheet import PAPERS
from jostle.server.api.answers import Identity, Served, failures
from jostle.server.api.pictures import SVG, drawn_as, sent
from jostle.server.api.rules import KEPT, VariantQuery
from jostle.server.guard.rates import MESSAGES
from jostle.server.play.room import encoded
from jostle.server.problems import NoSuchPage
from jostle.server.services import Services
from jostle.server.site.rules_html import rules_page
from jostle.server.wire.shapes import PaperView
from jostle.server.wire.views import variant_title

router = APIRouter(prefix="/print", tags=["pictures"])

PDF = "application/pdf"
MOST_PAGES = 20  # more than any variant has

PaperQuery = Annotated[
    Literal["a4", "letter"], Query(description="The size of the paper.", examples=["a4"])
]
LanguageQuery = Annotated[
    str | None,
    Query(
        pattern=f"^({'|'.join(languages())})$",
        description="The language of the pages; yours if none is named.",
        examples=["en"],
    ),
]


@router.get("", response_model=PaperView, responses=failures(400, 503), summary="What is printed")
async def get_pages(
    identity: Identity,
    served: Served,
    variant: VariantQuery,
    paper: PaperQuery = "a4",
    language: LanguageQuery = None,
) -> Response:
    """The pages of a variant on paper, and how large its squares are."""

    def view(made: Booklet) -> bytes:
        return encoded(
            {
                "title": made.title,
                "pages": [sheet.name for sheet in made.sheets],
                "square": made.square,
                "double_sided": made.is_double_sided,
            }
        ).encode()

    told = await made_of(served, identity, (variant, paper, language), "view", view)
    return Response(told, headers={"Cache-Control": KEPT}, media_type="application/json")


@router.get("/booklet.pdf", **drawn_as(PDF, 400, 503), summary="Print and play")
async def get_booklet(
    request: Request,
    identity: Identity,
    served: Served,
    variant: VariantQuery,
    paper: PaperQuery = "a4",
    language: LanguageQuery = None,
) -> Response:
    """A board, pieces to cut out and a page of rules."""
    told = await made_of(served, identity, (variant, paper, language), "pdf", Booklet.pdf)
    return sent(request, told, PDF, f"{find_game(variant).name}-{paper}.pdf", KEPT)


@router.get("/page.svg", **drawn_as(SVG, 400, 404, 503), summary="A page to print, as a picture")
async def get_page(
    request: Request,
    identity: Identity,
    served: Served,
    variant: VariantQuery,
    page: Annotated[int, Query(ge=1, le=MOST_PAGES, description="Which page, from 1 on.")] = 1,
    paper: PaperQuery = "a4",
    language: LanguageQuery = None,
) -> Response:
    """One page as it will be printed."""

    def drawn(made: Booklet) -> bytes:
        if page > len(made.sheets):
            raise NoSuchPage(message("print.no-page", page=page, most=len(made.sheets)))
        return made.sheets[page - 1].svg().encode()

    told = await made_of(served, identity, (variant, paper, language), page, drawn)
    return sent(request, told, SVG, f"{find_game(variant).name}-{page}.svg", KEPT)


async def made_of(
    served: Services,
    client: str,
    asked: tuple[str, str, str | None],
    part: str | int,
    make: Callable[[Booklet], bytes],
) -> bytes:
    """A part of a booklet, made in the thread that draws."""
    variant, paper, language = asked
    served.rates.check(MESSAGES, client)
    normal, spoken = find_game(variant).variant, language or spoken_language()
    key = ("print", normal, paper, spoken, part)
    return await served.drawing.draw(client, key, lambda: make(bound(normal, paper, spoken)))


@lru_cache(maxsize=12)
def bound(variant: str, paper: str, language: str) -> Booklet:
    """The booklet of a variant; its pages are often asked for one after the other."""
    game = find_game(variant)
    assert isinstance(game, DrawnGame)
    with speaking(language):
        return booklet(game, rules_page(game.name, language), variant_title(game), PAPERS[paper])
