"""The commands ``jostle solve`` and ``jostle probe``: what they print, and what they refuse."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import jostle
from jostle import Draw, Loss, Value, Win
from jostle.core.mistakes import mistake
from jostle.solve import solver
from tests.brute_force import random_game, sampled_positions
from tests.command import Command
from tests.solved import (
    DOMINOES,
    DRAWN,
    LARGER,
    SMALLEST,
    SOLVED,
    probed,
    table_path,
)

LONGEST = "3/t2/bSs[d] 1 - -"
GIGABYTE = 2**30

with_tables = pytest.mark.usefixtures("tables")
own_tables = pytest.mark.usefixtures("own_tables")
without_tables = pytest.mark.usefixtures("empty_home")


def value_in(told: dict[str, Any]) -> Value:
    """A value as JSON has it."""
    kinds = {"win": Win, "loss": Loss, "draw": Draw}
    return kinds[told["value"]](told["plies"], margin=told["margin"])


def moved(value: Value) -> Value:
    """The value of a move for its maker, from that of the position after it."""
    return value if value.sign == 0 else type(value.opposite)(value.plies + 1)


def in_order(moves: list[tuple[str, Value]]) -> list[tuple[str, Value]]:
    """The best first, equal ones in the order of the alphabet."""
    by_name = sorted(moves, key=lambda move: move[0])
    return sorted(by_name, key=lambda move: move[1], reverse=True)


# Solving.


@without_tables
def test_solving_tells_all_there_is_to_know(command: Command) -> None:
    ran = command("solve", SMALLEST, "--json")
    assert ran.status == 0
    told = json.loads(ran.out)
    assert told["variant"] == SMALLEST
    assert (told["positions"], told["wins"], told["losses"], told["draws"]) == (
        7_227,
        4_104,
        3_123,
        0,
    )
    assert told["longest"] == {"plies": 36, "position": LONGEST}
    game = jostle.game(SMALLEST)
    assert probed(game.position(LONGEST)) == Loss(36)
    assert value_in(told["start"]) == probed(game.start()) == Win(9)
    path = table_path(SMALLEST)
    assert (told["file"], told["bytes"]) == (str(path), path.stat().st_size)
    assert set(told) == {
        *("variant", "positions", "wins", "losses", "draws", "longest", "start"),
        *("first_moves", "file", "bytes"),
    }
    first_moves = [(move, value_in(value)) for move, value in told["first_moves"].items()]
    start = game.start()
    expected = [(str(move), moved(probed(start.play(move)))) for move in start.legal_moves]
    assert first_moves == in_order(expected)


@with_tables
@pytest.mark.parametrize("variant", SOLVED)
def test_the_longest_position_attains_the_longest_distance(command: Command, variant: str) -> None:
    told = json.loads(command("solve", variant, "--json").out)
    value = probed(jostle.game(variant).position(told["longest"]["position"]))
    assert value.plies == told["longest"]["plies"] > 0
    assert told["positions"] == told["wins"] + told["losses"] + told["draws"]


@without_tables
def test_solving_tells_people_what_it_will_take_and_what_came_of_it(command: Command) -> None:
    ran = command("solve", SMALLEST, "--threads", "1")
    assert ran.status == 0
    assert ran.err.startswith("About ")
    assert "GB of memory" in ran.err.splitlines()[0]
    assert all(f"{stage}/5 " in ran.err for stage in range(1, 6))
    lines = ran.out.splitlines()
    assert lines[0] == SMALLEST
    assert [line.split("  ")[-1].strip() for line in lines[1:6]] == [
        "7,227",
        "4,104 won, 3,123 lost, 0 drawn",
        "Player 1 wins in 9 turns",
        "36 turns",
        LONGEST,
    ]
    assert "  Player 1 wins in 9 turns: Sb2" in lines
    assert "  Player 2 wins in 8 turns: Sa1 Sa3 Sc1 Sc3" in lines
    named = [move for line in lines[-5:] for move in line.partition(": ")[2].split()]
    assert sorted(named) == [str(move) for move in jostle.game(SMALLEST).start().legal_moves]


@with_tables
def test_what_has_been_solved_is_not_solved_again(command: Command) -> None:
    before = table_path(SMALLEST).stat().st_mtime_ns
    ran = command("solve", SMALLEST)
    assert (ran.status, ran.err) == (0, "")
    assert table_path(SMALLEST).stat().st_mtime_ns == before


@with_tables
def test_a_variant_may_be_spelled_out(command: Command) -> None:
    spelled = command("solve", "pomeczi:singles=1,dominoes=1,board=3x3", "--json")
    assert json.loads(spelled.out)["variant"] == SMALLEST
    assert command("probe", "pomeczi:singles=1,board=3x3").status == 0


@with_tables
def test_verifying_tells_what_was_checked(command: Command) -> None:
    ran = command("solve", DOMINOES, "--verify", "--json")
    assert ran.status == 0
    assert json.loads(ran.out)["verification"] == {
        "passed": True,
        "positions": 19,
        "right": 19,
        "wrong": 0,
        "incomplete": 0,
        "counts_right": True,
        "start_there": True,
        "first_wrong": None,
    }


# Looking after tables.


@without_tables
def test_nothing_to_list(command: Command) -> None:
    assert command("solve", "--list").out == "No tables yet; “jostle solve VARIANT” makes one.\n"
    assert command("solve", "--list", "--json").out == "[]\n"


@with_tables
def test_tables_are_listed(command: Command) -> None:
    rows = json.loads(command("solve", "--list", "--json").out)
    assert {row["variant"] for row in rows} == set(SOLVED)
    for row in rows:
        path = table_path(row["variant"])
        assert Path(row["file"]) == path
        assert row["bytes"] == path.stat().st_size
        assert row["problem"] is None
        assert (
            row["positions"]
            == json.loads(command("solve", row["variant"], "--json").out)["positions"]
        )
    lines = command("solve", "--list").out.splitlines()
    assert len(lines) == len(SOLVED)
    assert f"{SMALLEST}: 7,227 positions, 0.01 MB" in lines


@own_tables
def test_a_table_is_removed(command: Command) -> None:
    path = table_path(SMALLEST)
    assert command("probe", SMALLEST).status == 0
    ran = command("solve", SMALLEST, "--delete")
    assert (ran.status, ran.out, ran.err) == (0, f"Removed {path}.\n", "")
    assert not path.exists()
    assert jostle.probe(jostle.game(SMALLEST).start()) is None
    assert table_path(LARGER).exists()
    for again in (["solve", SMALLEST, "--delete"], ["probe", SMALLEST]):
        ran = command(*again)
        assert (ran.status, ran.out) == (2, "")
        assert "has not been solved on this machine" in ran.err


# Probing.


@with_tables
@pytest.mark.parametrize("variant", [SMALLEST, DRAWN, LARGER])
def test_probing_gives_every_move_its_value_best_first(command: Command, variant: str) -> None:
    for position in sampled_positions(variant, 5, seed=4):
        told = json.loads(command("probe", variant, position.text, "--json").out)
        assert (told["variant"], told["position"]) == (variant, position.text)
        value = probed(position)
        assert value_in(told) == value
        moves = [(row["move"], value_in(row)) for row in told["moves"]]
        worth = [(str(move), moved(probed(position.play(move)))) for move in position.legal_moves]
        assert moves == in_order(worth)
        assert moves[0][1] == value
        for row, (_, worth_of_move) in zip(told["moves"], moves, strict=True):
            assert row["mistake"] == mistake(value, worth_of_move)


@with_tables
def test_probing_in_words(command: Command) -> None:
    ran = command("probe", SMALLEST)
    assert (ran.status, ran.err) == (0, "")
    first, *lines = ran.out.splitlines()
    assert first == "Player 1 wins in 9 turns"
    assert lines[:2] == [
        "Sb2   Player 1 wins in 9 turns",
        "Da2>  Player 1 wins in 11 turns  takes longer to win",
    ]
    assert lines[-1] == "Dc2^  Player 2 wins in 6 turns  gives the win away and loses"
    assert len(lines) == 21
    assert command("probe", SMALLEST, "start").out == ran.out
    (lost, *moves) = command("probe", SMALLEST, LONGEST).out.splitlines()
    assert lost == "Player 2 wins in 36 turns"
    assert moves[0] == "b1>  Player 2 wins in 36 turns"
    assert command("probe", DRAWN).out.splitlines()[0] == "a draw"


@with_tables
def test_best_is_exact_where_there_is_a_table(command: Command) -> None:
    ran = command("best", SMALLEST)
    assert ran.out.splitlines()[0].startswith("Player 1 wins in 9 turns  Sb2 ")
    told = json.loads(command("best", SMALLEST, "--lines", "3", "--json").out)
    plies = [line["score"]["exact"]["plies"] for line in told["lines"]]
    assert plies == [len(line["moves"]) for line in told["lines"]] == [9, 11, 11]
    assert command("best", SMALLEST, "--level", "10").out == "Sb2\n"


# What is refused.


def finished(variant: str) -> str:
    chance = random.Random(1)
    while True:
        last = random_game(jostle.game(variant), chance)[-1]
        if last.outcome is not None:
            return last.text


@with_tables
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["solve", "chess"], "there is no game “chess”"),
        (["probe", "chess"], "there is no game “chess”"),
        (["solve", "pomeczi:board=2x2"], "2x2"),
        (["solve"], "say which variant to solve"),
        (["solve", "--delete"], "say which variant to solve"),
        (["solve", SMALLEST, "--threads", "0"], "--threads"),
        (["solve", "push-push"], "push-push cannot be solved completely"),
        (["solve", "pushee-pieces"], "pushee-pieces cannot be solved completely"),
        (["probe", "push-push"], "push-push cannot be solved completely"),
        (["solve", "push-push", "--delete"], "push-push cannot be solved completely"),
        (["solve", "pomeczi", "--delete"], "has not been solved on this machine"),
        (["probe", "pomeczi"], "“jostle solve pomeczi” does it"),
        (["probe", SMALLEST, "S2/3/3[Dsd] 1 - -"], "cannot come about in a game from the start"),
        (["probe", SMALLEST, "S2/3/3[SDsd] 1 - -"], "not a position"),
        (["probe", SMALLEST, "plum cake"], "not a position"),
    ],
    ids=str,
)
def test_what_cannot_be_done_is_one_clear_line(
    command: Command, arguments: list[str], problem: str
) -> None:
    ran = command(*arguments)
    assert (ran.status, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert line.startswith("jostle: ")
    assert problem in line


@with_tables
def test_a_finished_position_is_not_probed(command: Command) -> None:
    ran = command("probe", SMALLEST, finished(SMALLEST))
    assert (ran.status, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert "has won" in line or "wins" in line


@without_tables
@pytest.mark.parametrize(
    ("scarce", "problem"), [("memory", "of memory"), ("disk", "of disk for its work")]
)
def test_a_variant_too_large_for_the_machine_is_refused_with_an_estimate(
    command: Command, monkeypatch: pytest.MonkeyPatch, empty_home: Path, scarce: str, problem: str
) -> None:
    there = {"memory": 500 * GIGABYTE, "disk": 500 * GIGABYTE} | {scarce: GIGABYTE // 2}
    monkeypatch.setattr(solver, "available_memory", lambda: there["memory"])
    monkeypatch.setattr(solver, "available_disk", lambda _folder: there["disk"])
    ran = command("solve", "pomeczi:board=5x5")
    assert (ran.status, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert line.startswith("jostle: pomeczi:board=5x5 has about 1,0")  # thousand millions
    assert f"GB {problem}; 0.5 GB are free" in line
    assert not empty_home.exists()


@without_tables
@pytest.mark.parametrize("variant", ["pomeczi:board=8x4", "pomeczi:board=8x8,dominoes=4,singles=8"])
def test_a_variant_too_large_for_any_machine_is_refused(command: Command, variant: str) -> None:
    ran = command("solve", variant)
    assert (ran.status, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    assert f"{variant} is far too large to be solved" in line
