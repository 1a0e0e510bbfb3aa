"""Files of puzzles: JSON Lines, a puzzle a line."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from jostle.core.options import split_variant
from jostle.games import GAMES, game_class
from jostle.puzzles.errors import PuzzleError, cannot
from jostle.puzzles.puzzle import Puzzle

SUFFIX = ".jsonl"


@cache
def load_puzzles(game_name: str) -> tuple[Puzzle, ...]:
    """The project's own puzzles of a game, the easiest first; a game need not have any.

    VariantError if there is no such game.
    """
    name = game_class(game_name).name
    file = resources.files(__package__) / "data" / f"{name}{SUFFIX}"
    if not file.is_file():
        return ()
    return tuple(sorted(read_puzzles(file), key=lambda puzzle: (puzzle.rating, puzzle.id)))


def find_puzzle(puzzle_id: str) -> Puzzle:
    """One of the project's own puzzles by its id."""
    for name in GAMES:
        if puzzle_id.startswith(f"{name}-"):
            for puzzle in load_puzzles(name):
                if puzzle.id == puzzle_id:
                    return puzzle
    raise cannot("no-such", id=puzzle_id)


def read_puzzles(file: Traversable) -> list[Puzzle]:
    """The puzzles of a file in its order; PuzzleError names the line that is damaged."""
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise cannot("read", file=file, reason=error.strerror or error) from None
    except UnicodeDecodeError:
        raise cannot("not-text", file=file) from None
    puzzles: dict[str, Puzzle] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            puzzle = Puzzle.from_json(json.loads(line))
            split_variant(puzzle.variant)
        except (KeyError, TypeError, ValueError):
            raise cannot("line", file=file, number=number) from None
        if puzzle.id in puzzles:
            raise cannot("twice", file=file, number=number, id=puzzle.id)
        puzzles[puzzle.id] = puzzle
    return list(puzzles.values())


def written(puzzles: Iterable[Puzzle]) -> str:
    """The text of a file of puzzles."""
    return "".join(json.dumps(puzzle.to_json()) + "\n" for puzzle in puzzles)


def check_new_file(path: Path) -> None:
    """Refuse a file that could not be written, before hours are spent on what is to go there."""
    try:
        if path.is_dir():
            raise cannot("directory", file=path)
        if not path.parent.is_dir():
            raise cannot("no-folder", file=path, folder=path.parent)
        if _is_there(path):
            raise cannot("exists", file=path)
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except PuzzleError:
        raise
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        raise cannot("write", file=path, reason=getattr(error, "strerror", None) or error) from None


def _is_there(path: Path) -> bool:
    """Whether there is such a file; unlike ``Path.exists`` it does not hide what is wrong."""
    try:
        path.lstat()
    except FileNotFoundError:
        return False
    return True


def write_puzzles(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles: it is there whole, or not at all."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=path.parent, prefix=path.name, delete=False
        ) as file:
            try:
                file.write(written(puzzles))
                file.flush()
                os.chmod(file.name, 0o644)  # a temporary file is its owner's alone
                os.replace(file.name, path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise cannot("write", file=path, reason=error.strerror or error) from None
