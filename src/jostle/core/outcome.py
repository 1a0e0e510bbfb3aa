"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from jostle.core.players import Player


class Reason(StrEnum):
    """Why a game is over; the values stand in records, JSON and the database."""

    NO_ACTION = "no-action"
    GOAL = "goal"
    STUCK = "stuck"
    QUIET = "quiet"
    SCORE = "score"
    REPETITION = "repetition"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME = "time"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished game; ``winner`` is None for a draw."""

    winner: Player | None
    reason: Reason
    scores: tuple[int, int] | None = None

    @property
    def result(self) -> str:
        """The result as records write it: ``1-0``, ``0-1`` or ``1/2-1/2``."""
        return {Player.ONE: "1-0", Player.TWO: "0-1", None: "1/2-1/2"}[self.winner]

    def to_json(self) -> dict[str, object]:
        return {
            "winner": None if self.winner is None else int(self.winner),
            "reason": str(self.reason),
            "scores": None if self.scores is None else list(self.scores),
        }


# A kernel tells an outcome as a number: 0 while the game goes on, else the reason's place in the
# list of reasons, counted from 1, times 4, plus the winner (0 for a draw).
REASONS = tuple(Reason)


def outcome_code(reason: Reason) -> int:
    """The number of a draw for this reason; add the winner's number for a win."""
    return (REASONS.index(reason) + 1) * 4


def decode_outcome(code: int, scores: tuple[int, int] | None) -> Outcome | None:
    """The outcome a kernel's number stands for."""
    if code == 0:
        return None
    winner = Player(code % 4) if code % 4 else None
    return Outcome(winner, REASONS[code // 4 - 1], scores)
