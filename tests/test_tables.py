"""Table files: every entry is found again, and a file that is not as it was written is refused."""

from __future__ import annotations

import json
import logging
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jostle
from jostle.solve import informed
from jostle.solve.table_file import TableError, TableFile, write_table
from jostle.solve.tables import open_table
from jostle.solve.verification import verify
from tests.command import Command
from tests.solved import DRAWN, LARGER, SMALLEST, contents, rewrite, table_path

LARGEST_VALUE = 32_001  # the distance 32,000
MOST_DETAILS = (4 * 64 + 1) ** 4  # on the board of 8×8


# Entries.


def facts(details: int, size: int) -> dict[str, Any]:
    """A header that says little."""
    numbers = ("rules_version", "numbering_version", "wins", "losses", "draws", "longest", "start")
    texts = {"variant": SMALLEST, "longest_position": ""}
    return {**texts, **dict.fromkeys(numbers, 0), "details": details, "positions": size}


def check_entries(path: Path, details: int, entries: dict[int, int]) -> None:
    """Write entries, read all of them back, and look each of them and its neighbours up."""
    numbers = np.array(sorted(entries), dtype=np.uint64)
    values = np.array([entries[number] for number in sorted(entries)], dtype=np.int16)
    write_table(path, numbers, values, facts(details, numbers.size))
    file = TableFile(path)
    found_numbers, found_values = file.entries()
    assert found_numbers.tolist() == numbers.tolist()
    assert found_values.tolist() == values.tolist()
    for number in entries:
        assert file.look_up(number) == entries[number]
        for near in (number - 1, number + 1, number - details, number + details):
            if 0 <= near < 2**64:
                assert file.look_up(near) == entries.get(near)


@pytest.mark.parametrize("value", [0, 1, -1, LARGEST_VALUE, -LARGEST_VALUE])
@pytest.mark.parametrize("number", [0, 1, 6, 7, 7 * 2**32 - 1])
def test_one_entry(tmp_path: Path, number: int, value: int) -> None:
    check_entries(tmp_path / "one.table", 7, {number: value})


def test_one_group(tmp_path: Path) -> None:
    chance = random.Random("group")
    chosen = chance.sample(range(5_000), 700)
    entries = {3 * 5_000 + detail: chance.choice((0, 4, -3)) for detail in chosen}
    check_entries(tmp_path / "group.table", 5_000, entries)


def test_groups_of_one(tmp_path: Path) -> None:
    check_entries(tmp_path / "groups.table", 1, {number: number % 5 - 2 for number in range(400)})


def test_huge_gaps(tmp_path: Path) -> None:
    """Between groups and within them, as far as numbers go."""
    chance = random.Random("gaps")
    last = 2**32 - 1  # a block's first group has 32 bits
    entries = {}
    for group in [0, last, *(chance.randrange(2 ** chance.randrange(32)) for _ in range(300))]:
        for detail in (0, MOST_DETAILS - 1, chance.randrange(MOST_DETAILS)):
            number = group * MOST_DETAILS + detail
            if number < 2**64:
                entries[number] = chance.choice((0, 1, -1, 500))
    check_entries(tmp_path / "gaps.table", MOST_DETAILS, entries)


def test_many_values(tmp_path: Path) -> None:
    chance = random.Random("values")
    entries = dict(enumerate(chance.sample(range(-LARGEST_VALUE, LARGEST_VALUE), 2_000)))
    check_entries(tmp_path / "values.table", 40, entries)


def test_a_value_that_is_hardly_ever_there(tmp_path: Path) -> None:
    """Its word is much longer than those of the others."""
    entries, number = {}, 0
    for power in range(12):
        for _ in range(2**power):
            entries[number] = power + 1
            number += 3
    check_entries(tmp_path / "rare.table", 1_000, entries)


@pytest.mark.parametrize("seed", range(12))
def test_random_entries(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    details = chance.choice((1, 2, 37**4, 65**4))
    groups = chance.choice((1, 10, 3_000, 10**9))
    kinds = [chance.randrange(-300, 300) for _ in range(chance.choice((1, 2, 40)))]
    numbers = {
        chance.randrange(groups) * details + chance.randrange(details)
        for _ in range(chance.choice((1, 127, 128, 129, 1_500)))
    }
    check_entries(
        tmp_path / "random.table", details, {number: chance.choice(kinds) for number in numbers}
    )


def test_what_is_beyond_the_last_entry_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "last.table"
    check_entries(path, 10, {15: 2, 19: -1})
    file = TableFile(path)
    for number in (0, 9, 10, 14, 16, 20, 25, 10**15, 2**64 - 1):
        assert file.look_up(number) is None


# Files that are not as they were written.


@pytest.mark.usefixtures("own_tables")
def test_a_file_cut_off_anywhere_is_refused() -> None:
    path = table_path(DRAWN)
    whole = path.read_bytes()
    for length in (*range(0, len(whole), 11), len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(TableError):
            TableFile(path)
    path.write_bytes(whole)
    assert TableFile(path).header.positions == 90


@pytest.mark.usefixtures("own_tables")
def test_a_bit_that_has_changed_anywhere_is_noticed() -> None:
    path = table_path(DRAWN)
    whole = path.read_bytes()
    chance = random.Random("bits")
    for place in range(0, len(whole), 5):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        with pytest.raises(TableError):
            TableFile(path)


@pytest.mark.usefixtures("own_tables")
def test_the_first_line_is_checked() -> None:
    path = table_path(DRAWN)
    whole = path.read_bytes()
    for bit in range(0, 8 * (whole.index(b"\n") + 1), 3):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        with pytest.raises(TableError):
            TableFile(path)


@pytest.mark.usefixtures("own_tables")
def test_something_after_the_end_is_noticed() -> None:
    path = table_path(DRAWN)
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(TableError):
        TableFile(path)


def empty() -> None:
    table_path(SMALLEST).write_bytes(b"")


def cut_off() -> None:
    path = table_path(SMALLEST)
    path.write_bytes(path.read_bytes()[:-100])


def flipped() -> None:
    path = table_path(SMALLEST)
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 16
    path.write_bytes(damaged)


def foreign() -> None:
    table_path(SMALLEST).write_text("a recipe for plum cake\n", encoding="utf-8")


def without_a_line() -> None:
    table_path(SMALLEST).write_bytes(b"jostle table 1 ")


def of_another_format() -> None:
    path = table_path(SMALLEST)
    path.write_bytes(path.read_bytes().replace(b"jostle table 1 ", b"jostle table 2 ", 1))


def renamed() -> None:
    shutil.copy(table_path(LARGER), table_path(SMALLEST))


def of_other_rules() -> None:
    rewrite(SMALLEST, rules_version=2)


def of_other_numbers() -> None:
    rewrite(SMALLEST, numbering_version=99)


def a_folder() -> None:
    table_path(SMALLEST).unlink()
    table_path(SMALLEST).mkdir()


# What is wrong, and what is said about it.
UNUSABLE: dict[Callable[[], None], str] = {
    empty: "cannot be read",
    a_folder: "cannot be read",
    cut_off: "is damaged: its checksum is wrong",
    flipped: "is damaged: its checksum is wrong",
    foreign: "is not a table of Jostle's",
    without_a_line: "is not a table of Jostle's",
    of_another_format: "is not a table of Jostle's, or one of another version",
    renamed: f"it is of the variant {LARGER}",
    of_other_rules: "it was made for version 2 of the rules, and this is version 1",
    of_other_numbers: "it numbers positions in another way",
}
every_damage = pytest.mark.parametrize(
    ("damage", "problem"), UNUSABLE.items(), ids=lambda item: getattr(item, "__name__", "")
)


def state_of(home: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in sorted(home.rglob("*")) if path.is_file()}


@every_damage
def test_an_unusable_table_is_refused_in_one_line(
    command: Command, own_tables: Path, damage: Callable[[], None], problem: str
) -> None:
    damage()
    before = state_of(own_tables)
    for arguments in (["probe", SMALLEST], ["probe", SMALLEST, "--json"], ["solve", SMALLEST]):
        ran = command(*arguments)
        assert (ran.status, ran.out) == (2, "")
        (line,) = ran.err.splitlines()
        assert problem in line
        assert str(table_path(SMALLEST)) in line
    assert state_of(own_tables) == before


@every_damage
@pytest.mark.usefixtures("own_tables")
def test_an_unusable_table_is_warned_of_once_and_the_search_goes_on(
    caplog: pytest.LogCaptureFixture, damage: Callable[[], None], problem: str
) -> None:
    damage()
    start = jostle.game(SMALLEST).start()
    with caplog.at_level(logging.WARNING):
        analyses = [jostle.think(start, nodes=500) for _ in range(2)]
        assert informed.table_for(start.game) is None
    assert all(analysis.best in start.legal_moves for analysis in analyses)
    assert {analysis.nodes for analysis in analyses} == {500}
    (warning,) = caplog.records
    assert problem in warning.getMessage()


@pytest.mark.usefixtures("own_tables")
def test_best_tells_people_of_the_table_in_one_line() -> None:
    flipped()
    ran = subprocess.run(
        [sys.executable, "-m", "jostle", "best", SMALLEST, "--nodes", "500"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "depth " in ran.stdout
    (line,) = ran.stderr.splitlines()
    assert UNUSABLE[flipped] in line


@every_damage
@pytest.mark.usefixtures("own_tables")
def test_the_list_names_what_is_unusable(
    command: Command, damage: Callable[[], None], problem: str
) -> None:
    damage()
    ran = command("solve", "--list")
    assert (ran.status, ran.err) == (0, "")
    unusable = [line for line in ran.out.splitlines() if line.startswith("unusable: ")]
    assert len(unusable) == 1
    assert problem in unusable[0]
    assert any(line.startswith(f"{DRAWN}: 90 positions") for line in ran.out.splitlines())
    rows = {Path(row["file"]): row for row in json.loads(command("solve", "--list", "--json").out)}
    bad = rows.pop(table_path(SMALLEST))
    assert problem in bad["problem"]
    assert (bad["variant"], bad["positions"]) == (None, None)
    assert all(row["problem"] is None for row in rows.values())


@pytest.mark.parametrize("damage", [cut_off, of_other_rules, foreign])
def test_an_unusable_table_can_be_made_anew(
    command: Command, own_tables: Path, damage: Callable[[], None]
) -> None:
    good = state_of(own_tables)
    damage()
    assert state_of(own_tables) != good
    assert command("solve", SMALLEST, "--anew").status == 0
    assert state_of(own_tables) == good
    assert command("probe", SMALLEST).status == 0


@pytest.mark.parametrize("damage", [empty, flipped, renamed])
@pytest.mark.usefixtures("own_tables")
def test_an_unusable_table_can_be_removed(command: Command, damage: Callable[[], None]) -> None:
    damage()
    ran = command("solve", SMALLEST, "--delete")
    assert (ran.status, ran.err) == (0, "")
    assert not table_path(SMALLEST).exists()
    assert table_path(LARGER).exists()


@pytest.mark.usefixtures("own_tables")
def test_a_table_that_was_replaced_is_read_anew() -> None:
    game = jostle.game(DRAWN)
    first = open_table(game)
    assert first is not None
    assert open_table(game) is first
    numbers, values, told = contents(DRAWN)
    write_table(table_path(DRAWN), numbers, -values, told)
    os.utime(table_path(DRAWN), ns=(1, 1))  # clocks are coarse
    second = open_table(game)
    assert second is not None
    assert second.entries()[1].tolist() == (-values).tolist()
    assert first.entries()[1].tolist() == values.tolist()


# What checking finds.

Change = Callable[[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]


def changed(kind: Callable[[int], bool], change: Callable[[int], int]) -> Change:
    """Change the value of one position of a kind."""

    def apply(numbers: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        places = [place for place, value in enumerate(values.tolist()) if kind(value)]
        place = places[len(places) // 2]
        values[place] = change(int(values[place]))
        return numbers, values

    return apply


def dropped(numbers: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    place = int(np.flatnonzero(np.abs(values) > 3)[1_000])
    return np.delete(numbers, place), np.delete(values, place)


WRONG: dict[str, tuple[str, Change]] = {
    "a win is a loss": (SMALLEST, changed(lambda value: value == 4, lambda value: -value)),
    "a loss is a win": (SMALLEST, changed(lambda value: value == -5, lambda value: -value)),
    "a win is a ply nearer": (SMALLEST, changed(lambda value: value == 6, lambda value: value - 1)),
    "a win is two plies off": (SMALLEST, changed(lambda value: value > 9, lambda value: value + 2)),
    "a loss is a ply off": (SMALLEST, changed(lambda value: value < -6, lambda value: value - 1)),
    "a loss is two plies nearer": (
        SMALLEST,
        changed(lambda value: value < -6, lambda value: value + 2),
    ),
    "the end is no end": (SMALLEST, changed(lambda value: value == -1, lambda _: -3)),
    "the end is a draw": (SMALLEST, changed(lambda value: value == -1, lambda _: 0)),
    "a draw is a win": (DRAWN, changed(lambda value: value == 0, lambda _: 4)),
    "a draw is a loss": (DRAWN, changed(lambda value: value == 0, lambda _: -3)),
    "a win is a draw": (DRAWN, changed(lambda value: value == 2, lambda _: 0)),
    "a loss is a draw": (DRAWN, changed(lambda value: value == -3, lambda _: 0)),
}


def plant(variant: str, change: Change, *, told: bool = True) -> None:
    """Put an error into a table; the header tells of the changed entries, or of the right ones."""
    numbers, values, header = contents(variant)
    numbers, values = change(numbers, values)
    header["positions"] = numbers.size
    if told:
        header["wins"] = int((values > 0).sum())
        header["losses"] = int((values < 0).sum())
        header["draws"] = int((values == 0).sum())
        header["longest"] = int(np.abs(values).max()) - 1
    write_table(table_path(variant), numbers, values, header)


@pytest.mark.parametrize("error", WRONG)
@pytest.mark.usefixtures("own_tables")
def test_a_wrong_value_is_found(command: Command, error: str) -> None:
    variant, change = WRONG[error]
    numbers, right, _ = contents(variant)
    _, wrong = change(numbers, right.copy())
    plant(variant, change)
    (place,) = np.flatnonzero(wrong != right)
    table = open_table(jostle.game(variant))
    assert table is not None
    found = verify(table)
    assert not found.passed
    assert found.wrong >= 1
    assert (found.incomplete, found.counts_right, found.start_there) == (0, True, True)
    assert found.right + found.wrong == found.positions == numbers.size
    # The first one told is the wrong one itself, or one whose value would follow from it.
    assert found.first_wrong is not None
    accused = jostle.game(variant).position(found.first_wrong)
    around = [accused, *(accused.play(move) for move in accused.legal_moves)]
    assert int(numbers[place]) in {table.numbered.number(near.state) for near in around}

    ran = command("solve", variant, "--verify")
    assert ran.status == 1
    assert "Not verified" in ran.out
    assert found.first_wrong in ran.out
    ran = command("solve", variant, "--verify", "--json")
    assert ran.status == 1
    told = json.loads(ran.out)["verification"]
    assert (told["passed"], told["wrong"]) == (False, found.wrong)


@pytest.mark.usefixtures("own_tables")
def test_a_missing_position_is_found(command: Command) -> None:
    plant(SMALLEST, dropped)
    table = open_table(jostle.game(SMALLEST))
    assert table is not None
    found = verify(table, threads=2)
    assert not found.passed
    assert found.incomplete >= 1
    assert found.positions == 7_226
    ran = command("solve", SMALLEST, "--verify")
    assert ran.status == 1
    assert "positions that are missing" in ran.out


@pytest.mark.usefixtures("own_tables")
def test_a_missing_start_is_found(command: Command) -> None:
    table = open_table(jostle.game(SMALLEST))
    assert table is not None
    start = table.numbered.number(table.game.start().state)

    def without_start(numbers: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        kept = numbers != start
        return numbers[kept], values[kept]

    plant(SMALLEST, without_start)
    os.utime(table_path(SMALLEST), ns=(1, 1))
    ran = command("solve", SMALLEST, "--verify", "--json")
    assert ran.status == 1
    told = json.loads(ran.out)["verification"]
    assert (told["wrong"], told["incomplete"], told["start_there"]) == (0, 0, False)


@pytest.mark.parametrize("count", ["wins", "losses", "draws", "longest"])
@pytest.mark.usefixtures("own_tables")
def test_a_header_that_tells_other_counts_is_found(command: Command, count: str) -> None:
    _, _, told = contents(SMALLEST)
    rewrite(SMALLEST, **{count: told[count] + 1})
    ran = command("solve", SMALLEST, "--verify", "--json")
    assert ran.status == 1
    found = json.loads(ran.out)["verification"]
    assert (found["wrong"], found["counts_right"], found["passed"]) == (0, False, False)


@pytest.mark.usefixtures("own_tables")
def test_a_header_that_tells_another_start_is_found(command: Command) -> None:
    _, _, told = contents(SMALLEST)
    rewrite(SMALLEST, start=-told["start"])
    assert command("solve", SMALLEST, "--verify").status == 1


@pytest.mark.usefixtures("own_tables")
def test_a_right_table_is_verified(command: Command) -> None:
    for variant in (SMALLEST, DRAWN):
        ran = command("solve", variant, "--verify")
        assert ran.status == 0
        assert "Verified: all" in ran.out
