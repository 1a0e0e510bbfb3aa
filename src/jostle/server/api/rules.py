"""Routes about games, positions and rules: pure questions, the same answer for everybody."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from jostle.core.game import Game
from jostle.core.messages import say, spoken_language
from jostle.core.options import Option
from jostle.games import GAMES
from jostle.games import game as find_game
from jostle.search.levels import LEVELS
from jostle.server.api.answers import failures, told
from jostle.server.play.refusals import refusal
from jostle.server.site.rules_html import rules_page
from jostle.server.wire.protocol import A_GAME, MoveText, PositionText, VariantText
from jostle.server.wire.shapes import (
    Catalogue,
    MovesView,
    PlayedView,
    RefusalView,
    RuleView,
    VariantView,
)
from jostle.server.wire.views import (
    board_view,
    moves_view,
    played_view,
    position_view,
    variant_title,
)

router = APIRouter(tags=["rules"])

# What is told here changes with the program only.
KEPT = "public, max-age=3600"

VariantQuery = Annotated[VariantText, Query(examples=[A_GAME])]
MoveQuery = Annotated[MoveText, Query(examples=["Sb3"])]
PositionQuery = Annotated[PositionText, Query(examples=["4/4/4/4[SSDssd] 1 - -"])]
MARKS = re.compile(r"\*\*|[*`]")


@router.get("/catalogue", response_model=Catalogue, responses=failures(), summary="What to play")
async def get_catalogue() -> Response:
    """The games with their options, and the computer's levels."""
    games = [game_info(find_game(name), spoken_language()) for name in GAMES]
    return told({"games": games, "levels": list(LEVELS)}, cache=KEPT)


@router.get("/variants", response_model=VariantView, responses=failures(400), summary="One variant")
async def get_variant(variant: VariantQuery) -> Response:
    """A variant string in its normal form, with its board and start."""
    game = find_game(variant)
    return told(
        {
            "variant": game.variant,
            "game": game.name,
            "settings": dict(game.settings),
            "board": board_view(game),
            "start": position_view(game.start()),
        },
        cache=KEPT,
    )


@router.get("/positions", response_model=MovesView, responses=failures(400), summary="All moves")
async def get_moves(variant: VariantQuery, position: PositionQuery) -> Response:
    """A position with all its moves and what each of them does."""
    found = find_game(variant).position(position)
    moves = await to_thread.run_sync(moves_view, found)
    return told({"position": position_view(found), "moves": moves}, cache=KEPT)


@router.get(
    "/positions/play",
    response_model=PlayedView,
    responses=failures(400, 409),
    summary="Play a move",
)
async def play_move(variant: VariantQuery, position: PositionQuery, move: MoveQuery) -> Response:
    """What comes of a move in a position, for nobody: no game is changed by it."""
    found = find_game(variant).position(position)
    return told(await to_thread.run_sync(played_view, found, move), cache=KEPT)


@router.get(
    "/positions/refusal",
    response_model=RefusalView,
    responses=failures(400),
    summary="Why a move is refused",
)
async def get_refusal(
    variant: VariantQuery,
    position: PositionQuery,
    move: MoveQuery,
) -> Response:
    """The rule that refuses a move in a position, or null if the move is legal."""
    error = find_game(variant).position(position).why_not(move)
    return told({"error": None if error is None else error.to_json()}, cache=KEPT)


@router.get(
    "/rules/{game}/{rule}", response_model=RuleView, responses=failures(404), summary="One rule"
)
async def get_rule(
    game: Annotated[str, Path(max_length=40, examples=[A_GAME])],
    rule: Annotated[str, Path(max_length=10, examples=["P4"])],
) -> Response:
    """What a rule says, in plain text."""
    if game not in GAMES:
        raise refusal("unknown", "rules", right=list(GAMES))
    page = rules_page(game, spoken_language())
    try:
        section = page.section(rule)
    except KeyError:
        rules = [section.id for section in page.sections if section.id]
        raise refusal("unknown", "rule", game=game, rule=rule, right=rules) from None
    return told(
        {"rule": rule, "title": section.title, "text": MARKS.sub("", section.text)}, cache=KEPT
    )


@cache
def game_info(game: Game, _language: str) -> dict[str, Any]:
    """A game for those who choose one, in the language that is spoken."""
    defaults = game.defaults({})
    return {
        "name": game.name,
        "title": say(f"{game.name}.title"),
        "summary": say(f"{game.name}.summary"),
        "expected": say(f"{game.name}.expected"),
        "options": [
            option_view(game.name, option, defaults[option.name]) for option in game.options
        ],
        "main_variants": [
            {"variant": variant, "title": variant_title(find_game(variant))}
            for variant in game.main_variants
        ],
    }


def option_view(game: str, option: Option, default: str) -> dict[str, Any]:
    """An option as a form needs it; what it may be stands in the sentence that tells it."""
    limits = dict(option.allowed.parameters)
    words = limits.get("words")
    kind = "number" if "lowest" in limits else "text" if words is None else "words"
    return {
        "name": option.name,
        "label": say(f"{game}.label.{option.name}"),
        "allowed": str(option.allowed),
        "kind": kind,
        "lowest": limits.get("lowest"),
        "highest": limits.get("highest"),
        "words": list(words) if words else None,
        "default": default,
    }
