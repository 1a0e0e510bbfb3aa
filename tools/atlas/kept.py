"""The figures that the atlas keeps, so that its page can be written without solving anything."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TypedDict

from tools.atlas.facts import Facts
from tools.atlas.study import Study


class Expected(TypedDict):
    """What solving a variant would take: positions, bytes and seconds, and why it was left."""

    positions: int
    memory: int
    seconds: int
    why: str  # "memory" or "time"


class Kept(TypedDict):
    """The file: variants by their strings, and what was found in the standard game."""

    solved: dict[str, Facts]
    unsolved: dict[str, Expected]
    study: Study | None


def read_kept(path: Path) -> Kept:
    """What is there, or nothing yet."""
    if not path.exists():
        return {"solved": {}, "unsolved": {}, "study": None}
    kept: Kept = json.loads(path.read_text(encoding="utf-8"))
    return kept


def write_kept(path: Path, kept: Kept) -> None:
    """Write the file, wholly or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.unfinished")
    text = json.dumps(kept, indent=1, ensure_ascii=False)
    unfinished.write_text(text + "\n", encoding="utf-8")
    os.replace(unfinished, path)
