"""Puzzles in words."""

from __future__ import annotations

from jostle.core.messages import Message, message
from jostle.puzzles.puzzle import ProofKind, Puzzle


def told_task(puzzle: Puzzle) -> Message:
    """What is to be found."""
    key = "puzzle.task" if puzzle.value.margin is None else "puzzle.task-points"
    return message(key, mover=puzzle.start().mover, plies=puzzle.value.plies)


def told_solution(puzzle: Puzzle) -> Message:
    """The line of play, and at how many turns there is one winning move alone."""
    points = puzzle.value.margin is not None
    return message(
        "puzzle.solution-points" if points else "puzzle.solution",
        moves=" ".join(puzzle.solution),
        margin=puzzle.value.margin,
        count=puzzle.only_moves,
    )


def told_proof(puzzle: Puzzle) -> Message:
    """How it is known that this is the solution, and the only one."""
    proof = puzzle.proof
    if proof.kind is ProofKind.TABLE:
        return message("puzzle.proof.table")
    return message(
        "puzzle.proof.to-the-end" if proof.complete else "puzzle.proof.horizon", plies=proof.plies
    )
