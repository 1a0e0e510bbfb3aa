"""Judging somebody who solves a puzzle: which moves are right, and what is answered to them.

The first move is right if it is the puzzle's only one. After that a move is right if it still wins,
at most two plies later than the puzzle's own line: within this horizon everything is proven. Who
follows the stored line is judged without any search; elsewhere a source of exact values is asked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from jostle.core.game import Position
from jostle.core.messages import message
from jostle.core.players import Player
from jostle.core.values import Value, Win
from jostle.puzzles.errors import AttemptOver, TooDeep
from jostle.puzzles.puzzle import Puzzle
from jostle.puzzles.sources import BEYOND, MoveValues, Source
from jostle.solve.informed import think

REFUTATION_NODES = 100_000
REFUTATION_NODES_TO_END = 3_000_000  # where all lines end soon, so that the result can be told
MEMORY = 8  # megabytes
MOST_SHOWN = 6  # plies of a refutation that does not end the game


class NeedsSearch(Exception):
    """The stored line does not answer this; a source is needed."""


class Verdict(StrEnum):
    """What a move is worth."""

    BEST = "best"
    SLOWER = "slower"  # it wins, but later than need be or by fewer points
    WRONG = "wrong"


@dataclass(frozen=True)
class Ply:
    """A move, and the positions before and after it."""

    before: Position
    move: str
    after: Position


@dataclass(frozen=True)
class Refutation:
    """Why a move is wrong: the best play after it, and what it is worth to who made it.

    The value is None where it is not known.
    """

    line: tuple[Ply, ...]
    value: Value | None


@dataclass(frozen=True)
class Attempt:
    """What somebody has made of a puzzle so far, with the answers to each move."""

    puzzle: Puzzle
    plies: tuple[Ply, ...] = ()  # all that was played, up to the last move of the solver
    replies: tuple[Ply, ...] = ()  # the answer to that move
    verdict: Verdict | None = None  # on that move
    solved: bool = False
    refutation: Refutation | None = None

    @property
    def position(self) -> Position:
        """Where the solver is to move, or where it ended."""
        played = self.plies + self.replies
        return played[-1].after if played else self.puzzle.start()

    @property
    def solver(self) -> Player:
        """Who is to win."""
        return self.plies[0].before.mover if self.plies else self.puzzle.start().mover

    @property
    def line(self) -> tuple[str, ...]:
        """All moves of both players."""
        return tuple(ply.move for ply in self.plies + self.replies)

    @property
    def is_stored(self) -> bool:
        """Whether all of it is the beginning of the stored line."""
        return self.line == self.puzzle.solution[: len(self.line)]

    def tried(self, text: str, source: Source | None) -> Attempt:
        """The attempt after one more move of the solver.

        IllegalMove and NotationError if it is none; AttemptOver if nothing may follow here;
        NeedsSearch if it cannot be judged without a source.
        """
        if self.solved:
            raise AttemptOver(message("puzzling.cannot.solved"))
        if self.verdict is Verdict.WRONG:
            wrong = self.plies[-1].move
            raise AttemptOver(message("puzzling.cannot.wrong", move=wrong))
        ply = played(self.position, text)
        attempt = replace(self, plies=(*self.plies, *self.replies, ply), replies=())
        verdict = self._verdict(ply, source)
        attempt = replace(attempt, verdict=verdict)
        if verdict is Verdict.WRONG:
            if source is None:
                raise NeedsSearch
            return replace(attempt, refutation=refutation_of(ply))
        if self._moves_made + 1 == self.puzzle.turns_asked < self.puzzle.turns:
            return replace(attempt, solved=True)
        return attempt._answered(source)

    def best_move(self, source: Source | None) -> str:
        """The move that wins soonest; NeedsSearch as in ``tried``."""
        if self.solved or self.verdict is Verdict.WRONG:
            raise AttemptOver(message("puzzling.cannot.no-hint"))
        if self.is_stored:
            return self.puzzle.solution[len(self.line)]
        return known(self.position, source).best[0]

    @property
    def _moves_made(self) -> int:
        return sum(ply.before.mover is self.solver for ply in self.plies)

    def _verdict(self, ply: Ply, source: Source | None) -> Verdict:
        """The verdict on the next move."""
        if self.is_stored and ply.move == self.puzzle.solution[len(self.line)]:
            return Verdict.BEST
        if not self.plies:
            return Verdict.WRONG  # a puzzle has one winning move
        values = known(ply.before, source)
        value, best = values.by_move[ply.move], values.best[1]
        most = self.puzzle.value.plies + BEYOND - len(self.line)
        if not isinstance(value, Win) or value.plies > most:
            return Verdict.WRONG
        return Verdict.BEST if value == best else Verdict.SLOWER

    def _answered(self, source: Source | None) -> Attempt:
        """The attempt with the best defence, by which the game may be over."""
        position, replies = self.position, list[Ply]()
        while position.outcome is None and position.mover is not self.solver:
            so_far = replace(self, replies=tuple(replies))
            if so_far.is_stored:
                move = self.puzzle.solution[len(so_far.line)]
            else:
                move = known(position, source).best[0]
            replies.append(played(position, move))
            position = replies[-1].after
        outcome = position.outcome
        won = outcome is not None and outcome.winner is self.solver
        return replace(self, replies=tuple(replies), solved=won)


def attempted(puzzle: Puzzle, moves: Iterable[str], source: Source | None = None) -> Attempt:
    """What becomes of some moves of the solver, each with its answer."""
    attempt = Attempt(puzzle)
    for move in moves:
        attempt = attempt.tried(move, source)
    return attempt


def played(position: Position, text: str) -> Ply:
    """A move in a position."""
    move = position.parse(text)
    return Ply(position, str(move), position.play(move))


def known(position: Position, source: Source | None) -> MoveValues:
    """The values of a position's moves; TooDeep if even a search does not find them."""
    if source is None:
        raise NeedsSearch
    values = source.values(position)
    if values is None:
        raise TooDeep(message("puzzling.cannot.too-deep"))
    return values


def refutation_of(ply: Ply) -> Refutation:
    """The best play after a wrong move: by a solved table if there is one, else as far as seen."""
    solver, position = ply.before.mover, ply.after
    if position.outcome is not None:
        return Refutation((), None)
    nodes = REFUTATION_NODES if position.scores is None else REFUTATION_NODES_TO_END
    analysis = think(position, nodes=nodes, memory=MEMORY)
    value = analysis.score.seen_by(solver).value
    moves = analysis.lines[0].moves
    # A short line is shown to its end, one that goes on for long only as far as it tells something.
    if value is None or value.sign == 0 or len(moves) > 2 * MOST_SHOWN:
        moves = moves[:MOST_SHOWN]
    line = []
    for move in moves:
        line.append(played(position, str(move)))
        position = line[-1].after
    return Refutation(tuple(line), value)


def shown_solution(puzzle: Puzzle, most: int) -> tuple[Ply, ...]:
    """The beginning of the stored line."""
    position, line = puzzle.start(), []
    for move in puzzle.solution[:most]:
        line.append(played(position, move))
        position = line[-1].after
    return tuple(line)
