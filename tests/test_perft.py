"""The rules' own data: every case with its moves, every count of paths.

``cases.json`` and ``perft.json`` were made by an implementation that shares nothing with this
project.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import jostle
from jostle import Position

DATA = Path(__file__).parent / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))
PERFT: list[dict[str, Any]] = json.loads((DATA / "perft.json").read_text(encoding="utf-8"))
COUNTS = [
    pytest.param(row["variant"], row["position"], int(depth), count, id=f"{index} to {depth}")
    for index, row in enumerate(PERFT)
    for depth, count in row["counts"].items()
]
MOST_PATHS_BY_HAND = 3000  # through the face, one move at a time


def row_name(row: dict[str, Any]) -> str:
    return f"{row['variant']} {row['position']}"


def read(row: dict[str, Any]) -> Position:
    return jostle.game(row["variant"]).position(row["position"])


def perft(position: Position, depth: int) -> int:
    """Count paths through the public face alone."""
    if depth == 0:
        return 1
    return sum(perft(position.play(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize("row", CASES, ids=row_name)
def test_cases(row: dict[str, Any]) -> None:
    position = read(row)
    assert position.text == row["position"]
    assert {str(move) for move in position.legal_moves} == set(row["moves"]), row["why"]
    assert (position.outcome is None) == bool(row["moves"])
    for move, after in row["moves"].items():
        assert position.play(move).text == after
        assert str(position.parse(move)) == move
        assert position.game.position(after) == position.play(move)
    branches = {str(branch.move): branch.position.text for branch in position.expand()}
    assert branches == row["moves"]


@pytest.mark.parametrize("row", CASES, ids=row_name)
def test_one_move_deep_the_counts_are_those_of_the_cases(row: dict[str, Any]) -> None:
    position = read(row)
    game = position.game
    assert game.kernel.perft(game.rules, position.state, 1) == len(row["moves"])
    assert game.kernel.perft(game.rules, position.state, 2) == sum(
        len(position.play(move).legal_moves) for move in row["moves"]
    )


@pytest.mark.parametrize(("variant", "text", "depth", "count"), COUNTS)
def test_counts(variant: str, text: str, depth: int, count: int) -> None:
    game = jostle.game(variant)
    position = game.position(text)
    assert position.text == text
    assert game.kernel.perft(game.rules, position.state, depth) == count
    if count <= MOST_PATHS_BY_HAND:
        assert perft(position, depth) == count


def test_no_move_is_one_path() -> None:
    for row in PERFT:
        position = read(row)
        assert position.game.kernel.perft(position.game.rules, position.state, 0) == 1


def test_a_finished_game_has_no_paths() -> None:
    for row in CASES:
        if not row["moves"]:
            position = read(row)
            for depth in (1, 2, 3):
                assert position.game.kernel.perft(position.game.rules, position.state, depth) == 0


@pytest.mark.parametrize("row", PERFT, ids=row_name)
def test_counts_one_move_apart(row: dict[str, Any]) -> None:
    """A count is the sum of the counts after each move, which is how a mistake is hunted down."""
    position = read(row)
    game = position.game
    depth = max(int(depth) for depth in row["counts"])
    after = [branch.position for branch in position.expand()]
    counts = [game.kernel.perft(game.rules, branch.state, depth - 1) for branch in after]
    assert sum(counts) == row["counts"][str(depth)]
