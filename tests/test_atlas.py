"""The atlas of Pomeczi: its page is what the code writes, and its figures are what tables say."""

from __future__ import annotations

import doctest
from pathlib import Path
from random import Random
from types import ModuleType
from xml.etree import ElementTree

import pytest
from tools import make_atlas
from tools.atlas import facts, standard, tile_sets, words
from tools.atlas.facts import facts_of, read
from tools.atlas.kept import Kept, read_kept
from tools.atlas.standard import LONGEST_PICTURE, RECORD
from tools.atlas.study import (
    SACRIFICES,
    kind_of,
    may_push_off_own,
    only_winning_move,
    plain_wins,
    sacrifices,
    study,
)
from tools.atlas.tile_sets import STANDARD, TileSet, every_tile_set, playable, refused

import jostle
from jostle import Record
from jostle.core.outcome import Reason
from jostle.solve import places
from jostle.solve.estimate import Estimate
from jostle.solve.solver import solve
from jostle.solve.tables import Table

KEPT: Kept = read_kept(make_atlas.DATA)
FILES = make_atlas.files(KEPT)
PICTURES = sorted(path for path in FILES if path.suffix == ".svg")
LARGEST_PICTURE = 12_000  # bytes
SMALL = [
    pytest.param(
        game.variant, marks=[pytest.mark.slow] if (tiles.singles, tiles.dominoes) == (2, 1) else []
    )
    for tiles, game in playable().items()
    if tiles.board == "3x3"
]


@pytest.fixture
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for tables in which there are none yet."""
    monkeypatch.setattr(places, "folder", lambda: tmp_path)
    return tmp_path


def solved(variant: str) -> Table:
    return solve(jostle.game(variant), threads=2)


@pytest.mark.parametrize(
    "module", [facts, standard, tile_sets, words], ids=lambda module: module.__name__
)
def test_examples(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def name_of(path: Path) -> str:
    return path.name


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_files_are_what_the_code_writes(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == FILES[path]


def test_no_other_files() -> None:
    there = set(make_atlas.FOLDER.iterdir()) - {make_atlas.DATA}
    assert there == set(FILES) - {make_atlas.PAGE}


@pytest.mark.parametrize("path", PICTURES, ids=name_of)
def test_pictures_are_small_xml_and_shown(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    title = root.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text
    assert len(text.encode()) < LARGEST_PICTURE
    assert f"](atlas/{path.name})" in FILES[make_atlas.PAGE]


def test_the_readme_names_the_page() -> None:
    readme = make_atlas.DOCS.parent / "README.md"
    assert "(docs/atlas.md)" in readme.read_text(encoding="utf-8")


def test_every_tile_set_is_told_of() -> None:
    assert len(list(every_tile_set())) == 27
    assert set(playable()) | set(refused()) == set(every_tile_set())
    assert not set(playable()) & set(refused())
    assert {tiles for tiles in refused() if tiles.singles or tiles.dominoes} == {
        TileSet("3x3", 1, 2),
        TileSet("3x3", 2, 2),
    }
    variants = {game.variant for game in playable().values()}
    assert KEPT["solved"].keys() | KEPT["unsolved"].keys() == variants
    assert not KEPT["solved"].keys() & KEPT["unsolved"].keys()


@pytest.mark.parametrize("variant", KEPT["solved"])
def test_figures_agree_with_each_other(variant: str) -> None:
    figures = KEPT["solved"][variant]
    game = jostle.game(variant)
    assert figures["variant"] == game.variant
    assert figures["rules_version"] == game.rules_version
    assert figures["wins"] + figures["losses"] + figures["draws"] == figures["positions"]
    assert game.position(figures["longest_position"]).outcome is None
    # The start is worth what its best move is.
    moves = {move: read(value) for move, value in figures["first_moves"].items()}
    assert list(moves) == [str(move) for move in game.start().legal_moves]
    assert max(moves.values()) == read(figures["start"])
    choices, games = figures["choices"], figures["random_games"]
    assert choices["only"] <= choices["matters"] <= choices["open"] <= choices["positions"]
    assert games["errors"] <= games["choices"] <= games["plies"]
    assert sum(games["won"]) <= games["games"]


@pytest.mark.parametrize("variant", KEPT["solved"])
def test_mirrored_first_moves_are_worth_the_same(variant: str) -> None:
    width, _ = jostle.game(variant).size
    moves = KEPT["solved"][variant]["first_moves"]
    for move, value in moves.items():
        file = width - 1 - "abcd".index(move[1]) - move.endswith(">")
        assert moves[f"{move[0]}{'abcd'[file]}{move[2:]}"] == value


@pytest.mark.parametrize("variant", SMALL)
def test_figures_are_what_solving_finds(variant: str, no_tables: Path) -> None:
    table = solved(variant)
    assert table.file.path.parent == no_tables
    assert facts_of(table) == KEPT["solved"][variant]


def test_what_is_solved_is_not_solved_again(
    no_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles = TileSet("3x3", 0, 1)
    monkeypatch.setattr(make_atlas, "playable", lambda: {tiles: tiles.game()})
    data = no_tables / "data.json"
    monkeypatch.setattr(make_atlas, "DATA", data)
    make_atlas.complete(read_kept(data), 1, most_minutes=0)
    assert read_kept(data)["unsolved"][tiles.game().variant]["why"] == "time"
    make_atlas.complete(read_kept(data), 1, most_minutes=1)
    kept = read_kept(data)
    assert not kept["unsolved"]
    assert kept["solved"][tiles.game().variant] == KEPT["solved"][tiles.game().variant]

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("solved again")

    monkeypatch.setattr(make_atlas, "solve", fail)
    monkeypatch.setattr(make_atlas, "facts_of", fail)
    make_atlas.complete(read_kept(data), 1, most_minutes=1)
    assert read_kept(data) == kept


def test_what_does_not_fit_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_atlas, "available_memory", lambda: 1000)
    assert make_atlas.why_not(Estimate(1, 1, 1001, 1, 60.0), 1) == "memory"
    assert make_atlas.why_not(Estimate(1, 1, 1000, 1, 61.0), 1) == "time"
    assert make_atlas.why_not(Estimate(1, 1, 1000, 1, 60.0), 1) is None


# The standard game.


def test_the_longest_win_is_a_game() -> None:
    found, figures = KEPT["study"], KEPT["solved"][STANDARD]
    assert found is not None
    record = Record.parse((make_atlas.FOLDER / RECORD).read_text(encoding="utf-8"))
    match = record.match()
    assert match.outcome is not None
    assert match.outcome.reason is Reason.NO_ACTION
    assert match.start.text == figures["longest_position"] == found["start"]
    assert len(match.moves) == figures["longest"]
    # The player to move has won if the number of turns is odd.
    winner = match.start.mover if figures["longest"] % 2 else match.start.mover.other
    assert match.outcome.winner is winner
    assert make_atlas.FOLDER / LONGEST_PICTURE in FILES


def test_hidden_wins_are_what_is_told() -> None:
    found = KEPT["study"]
    assert found is not None
    assert len(found["hidden"]) == 6
    assert len({hidden["position"] for hidden in found["hidden"]}) == 6
    for hidden in found["hidden"]:
        position = jostle.game(STANDARD).position(hidden["position"])
        assert hidden["position"].endswith(" 1 - -")
        assert len(position.legal_moves) == hidden["moves"] >= hidden["rank"]
        assert kind_of(position, hidden["move"]) == hidden["kind"]
        assert hidden["preferred"] in position.legal_moves
        assert read(hidden["value"]).sign > 0 >= read(hidden["others"]).sign
        assert (hidden["rank"] == 1) == (hidden["preferred"] == hidden["move"])


@pytest.mark.usefixtures("no_tables")
def test_a_study_says_what_the_table_says() -> None:
    table = solved("pomeczi:board=3x3")
    found = study(table)
    assert len(found["line"]) == table.file.header.longest
    assert found["hidden"]
    for hidden in found["hidden"]:
        position = table.game.position(hidden["position"])
        assert only_winning_move(position, table.values_after(position)) == hidden["move"]
        assert table.value(position) == read(hidden["value"])


@pytest.mark.usefixtures("no_tables")
def test_sacrifices_are_not_overlooked() -> None:
    """The quick look lets every position pass in which a tile of one's own can be pushed off."""
    random, seen = Random(0), 0
    for variant in ("pomeczi", "pomeczi:board=3x4"):
        for _ in range(20):
            position = jostle.game(variant).start()
            while position.outcome is None and seen < 400:
                kinds = {kind_of(position, str(move)) for move in position.legal_moves}
                if kinds & SACRIFICES:
                    seen += 1
                    assert may_push_off_own(position)
                position = position.play(random.choice(list(position.legal_moves)))
    assert seen >= 50
    table = solved("pomeczi:board=3x3,dominoes=0,singles=2")
    for position, move in sacrifices(table, plain_wins(table)):
        assert kind_of(position, move) in SACRIFICES
