"""How somebody's rating at puzzles goes up and down, and their streak.

It is Elo's rule, with the puzzle as the opponent: who solves what is expected of them gains little.
Only the first attempt at a puzzle counts. The step is large for the first few puzzles and then
becomes smaller, since by then the rating says something.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

START_RATING = 200  # among the easiest puzzles
LEAST_RATING = 100
# A long win is rated by its length, but only its first move is asked: it is not a hundred times as
# hard to find.
MOST_DIFFICULTY = 1000
SCALE = 400  # points of difference that make ten to one
FIRST_STEP, LAST_STEP, STEPS_BETWEEN = 80, 24, 20


class Score(IntEnum):
    """What the first attempt at a puzzle counts, in halves."""

    FAILED = 0
    HELPED = 1  # solved after a hint
    SOLVED = 2


@dataclass(frozen=True)
class Standing:
    """What somebody has achieved in a game's puzzles."""

    rating: int = START_RATING
    tried: int = 0  # that count for the rating
    solved: int = 0  # at whichever attempt
    streak: int = 0  # solved at the first attempt without help, up to the last one tried
    best_streak: int = 0

    def after(self, difficulty: int, score: Score) -> Standing:
        """The standing after the first attempt at a puzzle.

        >>> Standing().after(200, Score.SOLVED).rating, Standing().after(200, Score.FAILED).rating
        (240, 160)
        >>> Standing(rating=100).after(10_000, Score.FAILED).rating
        100
        """
        streak = self.streak + 1 if score is Score.SOLVED else 0
        rating = self.rating + round(
            self._step * (score / Score.SOLVED - self._expected(difficulty))
        )
        return Standing(
            max(rating, LEAST_RATING),
            self.tried + 1,
            self.solved,
            streak,
            max(streak, self.best_streak),
        )

    @property
    def _step(self) -> float:
        """How much of a rating one attempt can change."""
        done = min(self.tried / STEPS_BETWEEN, 1)
        return FIRST_STEP + done * (LAST_STEP - FIRST_STEP)

    def _expected(self, difficulty: int) -> float:
        """The chance of solving a puzzle at the first attempt."""
        ahead = self.rating - min(difficulty, MOST_DIFFICULTY)
        return float(1 / (1 + 10 ** (-ahead / SCALE)))
