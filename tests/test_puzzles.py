"""Puzzles: the project's own are right, and the miner finds what there is to find."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

import pytest

import jostle
from jostle import Draw, Game, Loss, Position, Value, Win
from jostle.puzzles import Band, Proof, ProofKind, Puzzle, find_puzzle, load_puzzles, making
from jostle.puzzles.errors import PuzzleError
from jostle.puzzles.making import make_puzzles
from jostle.puzzles.mining import Collection, Told, candidates, mine
from jostle.puzzles.mirrors import canonical, images_of
from jostle.puzzles.puzzle import id_of
from jostle.puzzles.rating import Difficulty, band_of
from jostle.puzzles.solving import puzzle_of
from jostle.puzzles.sources import (
    BEYOND,
    MoveValues,
    PointsSource,
    ProofSource,
    Source,
    TableSource,
    one_ply_back,
    source_for,
)
from jostle.puzzles.store import check_new_file, read_puzzles, write_puzzles
from tests.command import Command, command_with
from tests.package import GAMES
from tests.symmetry import (
    ALL_SYMMETRIES,
    PUSH_PUSH_SYMMETRIES,
    turned_pomeczi,
    turned_push_push,
    turned_pushee,
    turned_variant,
)

MINED = ["push-push", "pushee-pieces"]
STORED = [puzzle for name in GAMES for puzzle in load_puzzles(name)]
FEWEST = 100
SMALL_GRID = "pushee-pieces:grid=1234/5678/9012/3456,pieces=6"
PROVEN_AGAIN = 4  # plies: deeper ones take too long for every change


def turned(position: Position) -> set[str]:
    """A position and its mirror images, by the tests' own description of symmetries."""
    variant, text = position.game.variant, position.text
    if position.game.name == "push-push":
        symmetries = [
            symmetry
            for symmetry in PUSH_PUSH_SYMMETRIES
            if not symmetry.exchanged or text.split(" ")[2] == "-"
        ]
        return {turned_push_push(symmetry, text) for symmetry in symmetries}
    same = [
        symmetry
        for symmetry in ALL_SYMMETRIES
        if jostle.game(turned_variant(symmetry, variant)) == position.game
    ]
    turn = turned_pomeczi if position.game.name == "pomeczi" else turned_pushee
    return {turn(symmetry, text) for symmetry in same}


def random_game(game: Game, seed: int) -> Iterator[Position]:
    choice = random.Random(seed)
    position = game.start()
    while position.outcome is None:
        yield position
        position = position.play(choice.choice(list(position.legal_moves)))


# The project's own puzzles


@pytest.mark.parametrize("name", MINED)
def test_there_are_enough_puzzles_of_every_band(name: str) -> None:
    stored = load_puzzles(name)
    assert len(stored) >= FEWEST
    assert {puzzle.band for puzzle in stored} == set(Band)
    assert [puzzle.rating for puzzle in stored] == sorted(puzzle.rating for puzzle in stored)
    assert {puzzle.game_name for puzzle in stored} == {name}


@pytest.mark.parametrize("puzzle", STORED, ids=lambda puzzle: puzzle.id)
def test_a_stored_puzzle_is_what_it_claims(puzzle: Puzzle) -> None:
    """The position can be, the line is legal, and it ends in the win at the distance claimed."""
    position = puzzle.start()
    solver = position.mover
    assert puzzle.id == id_of(position)
    assert position.outcome is None
    solvers_turns = 0
    for move in puzzle.solution:
        assert str(position.parse(move)) == move
        solvers_turns += position.mover is solver
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    assert outcome.winner is solver
    assert len(puzzle.solution) == puzzle.value.plies
    if outcome.scores is not None:
        assert puzzle.value.margin == abs(outcome.scores[0] - outcome.scores[1])
    else:
        assert puzzle.value.margin is None
    assert 1 <= puzzle.only_moves <= solvers_turns
    assert puzzle.rating >= 100 * solvers_turns


def test_stored_puzzles_differ_even_when_mirrored() -> None:
    assert len({puzzle.id for puzzle in STORED}) == len(STORED)
    seen: set[tuple[str, str]] = set()
    for puzzle in STORED:
        images = {(puzzle.variant, text) for text in turned(puzzle.start())}
        assert not images & seen, puzzle.id
        seen |= images


def near(name: str) -> list[Puzzle]:
    return [puzzle for puzzle in load_puzzles(name) if puzzle.value.plies <= PROVEN_AGAIN]


@pytest.mark.parametrize("name", MINED)
def test_one_move_alone_wins(name: str) -> None:
    """What the data says about the moves is proven again."""
    source = source_for(jostle.game(name))
    for puzzle in near(name):
        values = source.values(puzzle.start())
        assert values is not None
        assert values.winning == puzzle.solution[:1], puzzle.id
        assert values.by_move[puzzle.solution[0]] == puzzle.value
        assert values.proof == puzzle.proof


@pytest.mark.slow
@pytest.mark.parametrize("name", MINED)
def test_one_move_alone_wins_in_deep_puzzles_too(name: str) -> None:
    source = source_for(jostle.game(name))
    for puzzle in load_puzzles(name):
        assert puzzle_of(puzzle.start(), source) == puzzle


# Where values come from


def test_proofs_agree_with_the_engine() -> None:
    game = jostle.game("push-push")
    position = game.position("7/1b5/c3ca1/7/1B1Cadb/4CBo/A6 2 - 7")
    values = ProofSource(game).values(position)
    assert values is not None
    assert values.best == (str(jostle.think(position, depth=3).best), Win(3))
    assert values.proof == Proof(ProofKind.SEARCH, 3 + BEYOND, complete=False)
    for move, value in values.by_move.items():
        found = jostle.think(position.play(move), depth=4).score.value
        if isinstance(found, Win | Loss) and found.plies < 5:
            assert value == type(found.opposite)(found.plies + 1)


def test_points_are_exact() -> None:
    game = jostle.game(SMALL_GRID)
    position = list(random_game(game, 3))[-4]
    values = PointsSource(game).values(position)
    assert values is not None
    analysis = jostle.think(position, depth=8, lines=len(position.legal_moves))
    assert {str(line.move): line.score.value for line in analysis.lines} == values.by_move
    assert PointsSource(game, most_plies=3).values(position) is None


def exact_value(position: Position) -> Value:
    """By trying everything."""
    if position.outcome is not None:
        scores = position.outcome.scores or (0, 0)
        margin = abs(scores[0] - scores[1])
        if position.outcome.winner is None:
            return Draw(margin=0)
        return (Win if position.outcome.winner is position.mover else Loss)(margin=margin)
    found = []
    for move in position.legal_moves:
        value = exact_value(position.play(move)).opposite
        found.append(
            value if value.sign == 0 else type(value)(value.plies + 1, margin=value.margin)
        )
    return max(found)


class SmallTable:
    """A stand-in for a solved table; it knows nothing of other variants."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def value(self, position: Position) -> Value | None:
        return exact_value(position) if position.game == self.game else None

    def values_after(self, position: Position) -> dict[int, Value]:
        if position.game != self.game:
            return {}
        return {
            code: one_ply_back(position, after, exact_value(after))
            for code in position.legal_moves.codes.values()
            for after in [position.play_unchecked(code)]
        }

    def line(self, position: Position) -> list[int]:
        raise AssertionError("a puzzle takes its line from the values of moves")


def test_a_table_drops_in() -> None:
    game = jostle.game(SMALL_GRID)
    searched, tabled = PointsSource(game), TableSource(SmallTable(game), 2)
    for seed in range(6):
        for position in list(random_game(game, seed))[-2:]:
            expected, found = searched.values(position), tabled.values(position)
            assert expected is not None
            assert found is not None
            assert found.by_move == expected.by_move
            assert found.proof == Proof(ProofKind.TABLE)
            assert searched.has_one_win(position) == tabled.has_one_win(position)


def test_a_table_without_the_position_gives_nothing() -> None:
    source = TableSource(SmallTable(jostle.game(SMALL_GRID)), 2)
    assert source.values(jostle.game("pomeczi").start()) is None


# The miner


class ToldSource(Source):
    """Values as they are told, by the position's text; every other move loses."""

    depths = 2

    def __init__(self, told: Mapping[str, Mapping[str, Value]]) -> None:
        self._told = told

    def values(self, position: Position) -> MoveValues | None:
        told = self._told.get(position.text)
        if told is None:
            return None
        others: dict[str, Value | None] = dict.fromkeys(map(str, position.legal_moves), Loss(2))
        return MoveValues(others | dict(told), Proof(ProofKind.TABLE))


ONE_WIN = "o6/A6/7/7/7/7/7 1 - 0"
ITS_MIRROR = "6o/6A/7/7/7/7/7 1 - 0"
TURNED_ROUND = "7/7/7/7/7/a6/o6 2 - 0"
THIRD_WIN = "3o3/3A3/7/7/7/7/7 1 - 0"
SECOND_WIN = "1o5/1A5/7/7/7/7/7 1 - 0"
TWO_WINS = "2o4/2A4/7/7/7/7/7 1 - 0"
FAKE = ToldSource(
    {
        ONE_WIN: {"a6a7": Win(1)},
        ITS_MIRROR: {"g6g7": Win(1)},
        TURNED_ROUND: {"a2a1": Win(1)},
        SECOND_WIN: {"b6b7": Win(1)},
        THIRD_WIN: {"d6d7": Win(1)},
        TWO_WINS: {"c6c7": Win(1), "c6c5": Win(3)},
    }
)


def mined(batches: list[list[str]], count: int = 10) -> list[str]:
    game, collection = jostle.game("push-push"), Collection()
    positions = [[game.position(text) for text in batch] for batch in batches]
    mine(positions, FAKE, count, collection=collection)
    return [puzzle.position for puzzle in collection.found]


def test_exactly_one_winning_move_makes_a_puzzle() -> None:
    assert mined([[ONE_WIN], [TWO_WINS], ["4o2/4A2/7/7/7/7/7 1 - 0"]]) == [ONE_WIN]


def test_mirror_images_are_left_out() -> None:
    assert mined([[ONE_WIN], [ITS_MIRROR], [TURNED_ROUND], [SECOND_WIN]]) == [ONE_WIN, SECOND_WIN]


def test_a_batch_gives_one_puzzle() -> None:
    assert mined([[ONE_WIN, SECOND_WIN], [ONE_WIN, SECOND_WIN]]) == [ONE_WIN, SECOND_WIN]


def test_mining_ends_when_there_are_enough() -> None:
    assert mined([[ONE_WIN], [SECOND_WIN]], count=1) == [ONE_WIN]


def test_what_a_puzzle_holds() -> None:
    position = jostle.game("push-push").position(ONE_WIN)
    puzzle = puzzle_of(position, FAKE)
    assert puzzle is not None
    assert puzzle.solution == ("a6a7",)
    assert puzzle.value == Win(1)
    assert puzzle.only_moves == 1
    assert puzzle.proof == Proof(ProofKind.TABLE)
    assert puzzle.id == id_of(position)
    assert Puzzle.from_json(json.loads(json.dumps(puzzle.to_json()))) == puzzle


def with_plies(plies: int, number: int) -> Puzzle:
    name = f"puzzle-{plies}-{number}"
    return Puzzle(name, "", "", ("--",), Win(plies), 1, 100, Proof(ProofKind.TABLE))


def test_no_depth_takes_more_than_its_share() -> None:
    assert mined([[ONE_WIN], [SECOND_WIN], [THIRD_WIN]], count=2) == [ONE_WIN, SECOND_WIN]
    collection = Collection()
    for number in range(3):
        collection.add(jostle.game("push-push").start(), with_plies(1, number))
    assert collection.count(1) == 3
    assert candidates([jostle.game("push-push").position(ONE_WIN)], FAKE, collection, 3) == []


@pytest.mark.parametrize("variant", ["push-push", SMALL_GRID, "pomeczi:board=3x3"])
def test_the_same_seed_makes_the_same_puzzles(variant: str) -> None:
    made = []
    for _ in range(2):
        collection = Collection()
        make_puzzles(jostle.game(variant), 1, seed=4, collection=collection)
        made.append(collection.found)
    assert made[0] == made[1]
    assert made[0]


# Difficulty


def test_the_rating_rises_with_each_of_its_parts() -> None:
    plain = Difficulty(turns=2, misses=1, trap_cost=3).rating
    assert Difficulty(turns=3, misses=1, trap_cost=3).rating > plain
    assert Difficulty(turns=2, misses=2, trap_cost=3).rating > plain
    assert Difficulty(turns=2, misses=1, trap_cost=4).rating > plain
    ratings = range(0, 2000, 10)
    bands = [list(Band).index(band_of(rating)) for rating in ratings]
    assert bands == sorted(bands)


# Mirror images


@pytest.mark.parametrize(
    "variant",
    [
        *(variant for name in GAMES for variant in jostle.game(name).main_variants),
        SMALL_GRID,
    ],
)
def test_mirror_images_are_those_of_the_rules(variant: str) -> None:
    game = jostle.game(variant)
    for position in list(random_game(game, 5))[:60:3]:
        images = set(images_of(type(game))(position))
        assert images == turned(position)
        assert {canonical(game.position(text)) for text in images} == {canonical(position)}


# Files


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    some = [with_plies(plies, 0) for plies in (1, 3)]
    some = [Puzzle(**{**vars(puzzle), "variant": "push-push"}) for puzzle in some]
    write_puzzles(tmp_path / "some.jsonl", some)
    assert read_puzzles(tmp_path / "some.jsonl") == some
    assert [path.name for path in tmp_path.iterdir()] == ["some.jsonl"]


GOOD = {
    "id": "push-push-0",
    "variant": "push-push",
    "position": ONE_WIN,
    "solution": ["a6a7"],
    "plies": 1,
    "margin": None,
    "only_moves": 1,
    "rating": 100,
    "proof": {"by": "table", "plies": 0, "complete": True},
}


CHANGES: list[dict[str, object]] = [
    {"id": 7},
    {"plies": "1"},
    {"plies": True},
    {"rating": -5},
    {"solution": []},
    {"solution": "a6a7"},
    {"proof": {"by": "hearsay", "plies": 0, "complete": True}},
    {"proof": None},
]
DAMAGED = [
    "",
    "[]",
    "nonsense",
    '{"id": "push-push-0"',
    *(json.dumps({**GOOD, **change}) for change in CHANGES),
    *(json.dumps({key: GOOD[key] for key in GOOD if key != missing}) for missing in GOOD),
]


@pytest.mark.parametrize("line", DAMAGED)
def test_a_damaged_line_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "damaged.jsonl"
    file.write_text(f"{json.dumps(GOOD)}\n{line}\n{json.dumps({**GOOD, 'id': 'other'})}\n")
    with pytest.raises(PuzzleError, match=r"line 2 of .*damaged.jsonl”"):
        read_puzzles(file)


def test_other_damage_is_told(tmp_path: Path) -> None:
    file = tmp_path / "damaged.jsonl"
    with pytest.raises(PuzzleError, match="cannot be read"):
        read_puzzles(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(PuzzleError, match="not text"):
        read_puzzles(file)
    file.write_text(f"{json.dumps(GOOD)}\n{json.dumps(GOOD)}\n")
    with pytest.raises(PuzzleError, match=r"line 2 .* was there before"):
        read_puzzles(file)


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "there.jsonl"
    check_new_file(file)
    file.touch()
    for path, problem in (
        (file, "is there already"),
        (tmp_path, "is a folder"),
        (tmp_path / "none" / "file", "there is no folder"),
        (tmp_path / "null\0", "cannot be written"),
    ):
        with pytest.raises(PuzzleError, match=problem):
            check_new_file(path)


def test_unknown_games_and_puzzles_are_refused() -> None:
    with pytest.raises(jostle.VariantError):
        load_puzzles("chess")
    with pytest.raises(PuzzleError, match="no puzzle “push-push-nothing”"):
        find_puzzle("push-push-nothing")


# The command line


@pytest.fixture
def command(capfd: pytest.CaptureFixture[str]) -> Command:
    """The commands about puzzles."""
    return partial(command_with(capfd), "puzzles")


def test_make_writes_a_file_or_prints(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "made.jsonl"
    asked = ("make", SMALL_GRID, "--count", "2", "--seed", "3")
    ran = command(*asked, "--out", str(file))
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == f"2 of 2 puzzles were found; they are in {file}.\n"
    assert len(read_puzzles(file)) == 2
    assert command(*asked).out == file.read_text(encoding="utf-8")
    again = command(*asked, "--out", str(file))
    assert again.status == 2
    assert "there already" in again.err


def test_what_was_found_before_an_interruption_is_kept(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(game: Game, *_: int, collection: Collection, tell: Told, **__: int) -> None:
        position = game.position(ONE_WIN)
        puzzle = puzzle_of(position, FAKE)
        assert puzzle is not None
        collection.add(position, puzzle)
        tell(1)
        raise KeyboardInterrupt

    monkeypatch.setattr(making, "make_puzzles", interrupted)
    file = tmp_path / "made.jsonl"
    ran = command("make", "push-push", "--out", str(file))
    assert ran.status == 130
    assert ran.err == f"Stopped. The 1 puzzle found so far (of 100) is kept in {file}.\n"
    assert [puzzle.position for puzzle in read_puzzles(file)] == [ONE_WIN]


def test_list_counts_by_game_and_band(command: Command) -> None:
    ran = command("list")
    assert ran.status == 0
    for name in GAMES:
        [row] = [line.split() for line in ran.out.splitlines() if line.split()[0] == name]
        stored = load_puzzles(name)
        counts = [sum(puzzle.band is band for puzzle in stored) for band in Band]
        assert row[1:] == [str(count) for count in (*counts, len(stored))]
    told = json.loads(command("list", "--json").out)
    assert {each["game"]: each["count"] for each in told} == {
        name: len(load_puzzles(name)) for name in GAMES
    }
    assert all(sum(each["bands"].values()) == each["count"] for each in told)


def test_list_shows_the_puzzles_of_a_game(command: Command) -> None:
    out = command("list", "push-push").out
    assert all(puzzle.id in out for puzzle in load_puzzles("push-push"))
    [told] = json.loads(command("list", "push-push", "--json").out)
    assert [Puzzle.from_json(row) for row in told["puzzles"]] == list(load_puzzles("push-push"))


@pytest.mark.parametrize("name", MINED)
def test_show_tells_the_solution_only_if_asked(command: Command, name: str) -> None:
    puzzle = load_puzzles(name)[-1]
    ran = command("show", puzzle.id)
    assert ran.status == 0
    assert str(puzzle.start()) in ran.out
    assert f"Player {puzzle.start().mover:d} to move" in ran.out
    line = " ".join(puzzle.solution)
    assert line not in ran.out
    solved = command("show", puzzle.id, "--solution").out
    assert line in solved
    assert "no other move wins" in solved


@pytest.mark.parametrize(
    "arguments",
    [
        ("make", "chess"),
        ("make", "push-push:quiet=7"),
        ("make", "push-push", "--count", "0"),
        ("make", "push-push", "--out", "/no/such/folder/file"),
        ("list", "chess"),
        ("show", "push-push-1"),
        (),
        ("show",),
        ("solve",),
    ],
)
def test_bad_input_is_one_clear_line(command: Command, arguments: tuple[str, ...]) -> None:
    ran = command(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("jostle: ")
    assert ran.err.count("\n") == 1
