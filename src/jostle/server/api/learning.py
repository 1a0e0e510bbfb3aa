"""Routes for those who learn a game: the first games, and the computer's part in them."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from jostle.games import GAMES
from jostle.server.api.answers import Identity, Served, failures, told
from jostle.server.guard.rates import MESSAGES
from jostle.server.play.refusals import refusal
from jostle.server.study.lessons import demonstration_view, lesson_view, replied, step_of
from jostle.server.wire.lesson_shapes import Demonstrations, LessonView, ReplyView
from jostle.server.wire.protocol import A_GAME, MoveText

router = APIRouter(prefix="/learning", tags=["learning"])

MOST_MOVES = 60  # of the game that ends a first game

GameName = Annotated[str, Path(max_length=40, examples=[A_GAME])]


@router.get("", response_model=Demonstrations, responses=failures(), summary="Games in short")
async def get_demonstrations() -> Response:
    """Each game in a few moves, and how long its first game takes."""
    games = [await to_thread.run_sync(demonstration_view, game) for game in GAMES]
    return told({"games": games})


@router.get("/{game}", response_model=LessonView, responses=failures(404), summary="A first game")
async def get_lesson(game: GameName) -> Response:
    """The steps of a game's first game: what to do in each, and which moves do it."""
    return told(await to_thread.run_sync(lesson_view, known(game)))


@router.get(
    "/{game}/{step}/reply",
    response_model=ReplyView,
    responses=failures(400, 404, 409, 503),
    summary="The computer's reply",
)
async def get_reply(
    game: GameName,
    step: Annotated[str, Path(max_length=40, examples=["play"])],
    identity: Identity,
    served: Served,
    moves: Annotated[
        list[MoveText] | None,
        Query(alias="move", max_length=MOST_MOVES, description="All moves so far, both players'."),
    ] = None,
) -> Response:
    """What the computer, at its lowest level, answers in the game that ends a first game."""
    served.rates.check(MESSAGES, identity)
    found = step_of(known(game), step)
    return told(await served.pool.run(identity, partial(replied, found, moves or [])))


def known(game: str) -> str:
    """A game's name, refused if there is no such game."""
    if game not in GAMES:
        raise refusal("unknown", "rules", right=list(GAMES))
    return game
