"""Puzzles, attempts and standings as plain JSON values; ``puzzle_shapes.py`` describes them."""

from __future__ import annotations

from collections.abc import Iterable

from jostle.core.messages import say
from jostle.puzzles import Puzzle
from jostle.puzzles.judging import Attempt, Ply
from jostle.puzzles.progress import Standing
from jostle.server.storage.puzzle_progress import Try
from jostle.server.study.puzzling import number_of, told_task, told_why_not
from jostle.server.wire.views import View, board_view, position_view, steps_view, variant_title


def standing_view(standing: Standing | None) -> View:
    """A standing; there is no rating before anything has counted."""
    shown = vars(standing or Standing())
    return {**shown, "rating": shown["rating"] if shown["tried"] else None}


def summary_view(puzzle: Puzzle, tried: Try) -> View:
    """A puzzle in a list: nothing of it tells the solution."""
    position = puzzle.start()
    return {
        "id": puzzle.id,
        "number": number_of(puzzle),
        "variant": puzzle.variant,
        "game": puzzle.game_name,
        "title": variant_title(position.game),
        "band": str(puzzle.band),
        "band_name": say(f"puzzle.band.{puzzle.band}"),
        "rating": puzzle.rating,
        "task": str(told_task(puzzle)),
        "board": board_view(position.game),
        "position": position_view(position),
        "state": tried.state,
    }


def puzzle_view(puzzle: Puzzle, tried: Try, standing: Standing | None) -> View:
    """A puzzle for who is to solve it."""
    return {
        **summary_view(puzzle, tried),
        "solver": int(puzzle.start().mover),
        "turns": puzzle.turns_asked,
        "long": puzzle.turns_asked < puzzle.turns,
        "counted": counted(tried),
        "helped": tried.helped,
        "standing": standing_view(standing),
    }


def counted(tried: Try) -> str | None:
    """What the first attempt counted."""
    return None if tried.score is None else tried.score.name.lower()


def line_view(line: Iterable[Ply]) -> list[View]:
    """Moves one after the other, as a board shows them."""
    shown = []
    for ply in line:
        steps = steps_view(ply.before.game, ply.before.effects(ply.move))
        last = {"move": ply.move, "player": int(ply.before.mover), "steps": steps}
        shown.append({"last": last, "position": position_view(ply.after)})
    return shown


def judged_view(attempt: Attempt, tried: Try, standing: Standing | None) -> View:
    """What became of the last move of an attempt."""
    refutation = attempt.refutation
    return {
        "verdict": str(attempt.verdict),
        "played": line_view(attempt.plies[-1:])[0],
        "replies": line_view(attempt.replies),
        "solved": attempt.solved,
        "refutation": None
        if refutation is None
        else {"words": str(told_why_not(attempt)), "line": line_view(refutation.line)},
        "state": tried.state,
        "counted": counted(tried),
        "gained": tried.gained,
        "standing": standing_view(standing),
    }
