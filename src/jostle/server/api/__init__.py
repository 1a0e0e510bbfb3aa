"""The JSON API: adapters that translate requests and never decide."""

from __future__ import annotations

from fastapi import APIRouter

from jostle.server.api import (
    analysis,
    editing,
    games,
    hints,
    importing,
    learning,
    me,
    openings,
    pictures,
    printing,
    puzzles,
    reviews,
    rules,
    studies,
)

router = APIRouter(prefix="/api")
router.include_router(rules.router)
router.include_router(me.router)
router.include_router(games.router)
router.include_router(importing.router)
router.include_router(hints.router)
router.include_router(editing.router)
router.include_router(learning.router)
router.include_router(pictures.router)
router.include_router(reviews.router)
router.include_router(puzzles.router)
router.include_router(analysis.router)
router.include_router(studies.router)
router.include_router(printing.router)
router.include_router(openings.router)
