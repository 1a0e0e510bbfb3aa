"""Solved tables for tests: which variants, and changing what stands in a file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

import jostle
from jostle import Position, Value
from jostle.solve.places import path_of
from jostle.solve.table_file import TableFile, write_table

SMALLEST = "pomeczi:board=3x3"  # won by Player 1
DRAWN = "pomeczi:board=3x3,dominoes=0"
DOMINOES = "pomeczi:board=3x3,singles=0"
LARGER = "pomeczi:board=3x4,singles=1"
SOLVED = (SMALLEST, DRAWN, DOMINOES, LARGER)


def table_path(variant: str) -> Path:
    return path_of(jostle.game(variant))


def contents(variant: str) -> tuple[np.ndarray, np.ndarray, dict[str, Any]]:
    """A table's positions and values, and what else was given when it was written."""
    file = TableFile(table_path(variant))
    facts = asdict(file.header)
    for made in ("sizes", "values", "lengths"):
        del facts[made]
    return *file.entries(), facts


def rewrite(variant: str, **changes: Any) -> None:
    """Write a table anew, with a right checksum, but other facts about itself."""
    numbers, values, facts = contents(variant)
    write_table(table_path(variant), numbers, values, facts | changes)


def told(value: Value | None) -> tuple[int, int] | None:
    """A value as ``tests.truth`` tells it."""
    return None if value is None else (value.sign, value.plies)


def probed(position: Position) -> Value:
    """The value of a position that the table must know."""
    value = jostle.probe(position)
    assert value is not None, position.text
    return value
