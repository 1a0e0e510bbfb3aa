"""From a position and exact values to a puzzle."""

from __future__ import annotations

from jostle.core.game import Position
from jostle.core.values import Win
from jostle.puzzles.puzzle import Puzzle, id_of
from jostle.puzzles.rating import difficulty
from jostle.puzzles.sources import MoveValues, Source

FEWEST_MOVES = 4  # with fewer to choose from there is nothing to find


def puzzle_of(position: Position, source: Source) -> Puzzle | None:
    """The puzzle that a position is, or None if it is none: exactly one move must win."""
    if len(position.legal_moves) < FEWEST_MOVES or not source.has_one_win(position):
        return None
    values = source.values(position)
    if values is None:
        return None
    solution, value = values.best
    if not isinstance(value, Win):
        return None
    line = main_line(position, values, source)
    if line is None:
        return None
    moves, turns, only_moves = line
    rated = difficulty(position, solution, turns, values.by_move)
    return Puzzle(
        id_of(position),
        position.game.variant,
        position.text,
        moves,
        value,
        only_moves,
        rated.rating,
        values.proof,
    )


def main_line(
    position: Position, values: MoveValues, source: Source
) -> tuple[tuple[str, ...], int, int] | None:
    """The line of best play, the solver's turns in it, and at how many of them one move wins.

    The winner hurries and the loser delays; with points, each plays for the margin first. Of equal
    moves the first in the alphabet is taken. None if the source does not know all of the line.
    """
    solver = position.mover
    moves: list[str] = []
    turns = only_moves = 0
    known: MoveValues | None = values
    while position.outcome is None:
        if known is None:
            return None
        if position.mover is solver:
            turns += 1
            only_moves += len(known.winning) == 1
        move, _ = known.best
        moves.append(move)
        position = position.play(move)
        known = source.values(position) if position.outcome is None else None
    return tuple(moves), turns, only_moves
