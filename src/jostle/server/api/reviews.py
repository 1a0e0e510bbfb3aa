"""Routes about reviews: asking for one, seeing how far it is, reading it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Path
from starlette.responses import Response

from jostle.core.game import Position
from jostle.core.match import Match
from jostle.server.api.answers import Identity, Served, failures, told
from jostle.server.guard.rates import REVIEWS
from jostle.server.play.refusals import refusal
from jostle.server.services import Services
from jostle.server.study.guard import refuse_running_game
from jostle.server.study.likeness import likeness
from jostle.server.study.reviewing import REVIEW_ID, Progress, checked, read_match
from jostle.server.wire.review_shapes import (
    AskReview,
    ReviewProgress,
    ReviewRunning,
    ReviewView,
)
from jostle.server.wire.review_views import breathing, review_view

router = APIRouter(prefix="/reviews", tags=["study"])

# A long record takes a second: one after the other, so that nobody's move waits for them.
ONE_AT_A_TIME = CapacityLimiter(1)

ReviewId = Annotated[
    str,
    Path(
        pattern=f"^{REVIEW_ID.pattern}$",
        description="The id of a review; whoever knows it may read it.",
        examples=["0123456789abcdef01234567"],
    ),
]


@router.post(
    "",
    response_model=ReviewProgress,
    responses=failures(400, 403, 404, 409, 413, 503),
    summary="Have a game reviewed",
)
async def ask_for_review(asked: AskReview, identity: Identity, served: Served) -> Response:
    """Have every move of a game judged; the same moves have the same review.

    It is made in the background. Refused for games between two people that are not over, and for
    records that come by the board of one.
    """
    served.rates.check(REVIEWS, identity)
    match = await asked_match(asked, served)
    await refuse_guarded(match.positions, served)
    return told(progress_view(await served.reviews.ask(match, identity)))


@router.get(
    "/{review_id}",
    response_model=ReviewView | ReviewRunning,
    responses=failures(404, 503),
    summary="A review",
)
async def get_review(review_id: ReviewId, served: Served) -> Response:
    """A review that is finished, or how far it is."""
    progress = served.reviews.progress(review_id)
    if progress is not None:
        return told(progress_view(progress))
    payload = await served.reviews.payload(review_id)
    if payload is None:
        raise refusal("unknown", "review")
    return told(await to_thread.run_sync(review_view, review_id, payload))


async def asked_match(asked: AskReview, served: Services) -> Match:
    """The match that somebody wants reviewed."""
    if asked.record is not None:
        return await to_thread.run_sync(read_match, asked.record, limiter=ONE_AT_A_TIME)
    assert asked.game is not None, "the request has been checked"
    table = (await served.rooms.get(asked.game)).table
    refuse_running_game(table)
    return checked(table.match.copy())


async def refuse_guarded(positions: Sequence[Position], served: Services) -> None:
    """Refuse a match that comes by the board of a game that two people are playing."""
    boards = await to_thread.run_sync(likenesses, positions)
    if await served.store.is_guarded(boards):
        raise refusal("running", "position")


def likenesses(positions: Sequence[Position]) -> set[str]:
    return {likeness(position) for position in breathing(positions)}


def progress_view(progress: Progress) -> dict[str, Any]:
    status = "finished" if progress.is_finished else "running"
    return {
        "id": progress.id,
        "status": status,
        "done": progress.done,
        "total": progress.total,
    }
