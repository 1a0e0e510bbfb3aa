"""Where the solved tables are; looking for one loads no compiled code."""

from __future__ import annotations

import re
from pathlib import Path

import platformdirs

from jostle.core.game import Game

SUFFIX, WORK_SUFFIX = ".table", ".work"


def folder() -> Path:
    """Where the tables are."""
    return platformdirs.user_data_path("jostle") / "tables"


def path_of(game: Game) -> Path:
    """The file of a variant's table, whether it is there or not."""
    return folder() / (re.sub(r"[:,]", "_", game.variant).replace("=", "-") + SUFFIX)


def work_of(game: Game) -> Path:
    """The folder of a variant's unfinished work."""
    path = path_of(game)
    return path.with_name(path.name + WORK_SUFFIX)


def installed() -> list[Path]:
    """The files of all tables."""
    return sorted(folder().glob(f"*{SUFFIX}"))
