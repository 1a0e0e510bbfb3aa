"""The references themselves, against the rules' cases and counts, and in random games."""

import json
import random
import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.reference import (
    STANDARD_GRID,
    Effect,
    Reference,
    cell_name,
    named_cell,
    read_ranks,
    reference,
    write_ranks,
)
from tests.reference.pomeczi import Pomeczi
from tests.reference.pushee_pieces import PusheePieces

DATA = Path(__file__).parent / "data"
CASES: list[dict[str, Any]] = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))
PERFT: list[dict[str, Any]] = json.loads((DATA / "perft.json").read_text(encoding="utf-8"))

MOST_PATHS = 50_000  # a larger count takes the slow references more than about three seconds

PLAYER_1_STARTS = "abcdcba/7/7/3o3/7/7/ABCDCBA 1 first 0"


def perft(engine: Reference, position: str, depth: int) -> int:
    after = engine.moves(position)
    if depth == 1:
        return len(after)
    return sum(perft(engine, text, depth - 1) for text in after.values())


def case_name(row: dict[str, Any]) -> str:
    return f"{row['variant']} {row['position']}"


# The rules' own data.


@pytest.mark.parametrize("row", CASES, ids=case_name)
def test_every_case(row: dict[str, Any]) -> None:
    engine = reference(row["variant"])
    assert engine.moves(row["position"]) == row["moves"], row["why"]
    assert (engine.outcome(row["position"]) is None) == bool(row["moves"])


@pytest.mark.parametrize("row", CASES, ids=case_name)
def test_every_effect_of_every_case(row: dict[str, Any]) -> None:
    engine = reference(row["variant"])
    for move, after in row["moves"].items():
        check_effects(engine, row["position"], move, after)


@pytest.mark.parametrize("row", PERFT, ids=case_name)
def test_every_count(row: dict[str, Any]) -> None:
    engine = reference(row["variant"])
    counts = {int(depth): count for depth, count in row["counts"].items() if count <= MOST_PATHS}
    assert counts == {depth: perft(engine, row["position"], depth) for depth in counts}


# The rules pages' worked cases, and one position for each thing they leave to the cases.


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        ("pomeczi", "4/4/4/4[SSDssd] 1 - -"),
        ("pomeczi:board=3x3", "3/3/3[SDsd] 1 - -"),
        ("pomeczi:board=4x8", "4/4/4/4/4/4/4/4[SSSSDDssssdd] 1 - -"),
        ("pomeczi:board=5x3", "5/5/5[SSDssd] 1 - -"),
        ("pomeczi:board=3x3,dominoes=2", "3/3/3[SDDsdd] 1 - -"),
        ("pomeczi:dominoes=0,singles=8", "4/4/4/4[SSSSSSSSssssssss] 1 - -"),
        ("push-push", PLAYER_1_STARTS),
        ("push-push:quiet=off", PLAYER_1_STARTS),
        ("pushee-pieces", "6/6/6/6/6/6 1 15/15 -"),
        ("pushee-pieces:turns=2", "6/6/6/6/6/6 1 15/15 2/2"),
        ("pushee-pieces:grid=1234/5678/9012/3456", "4/4/4/4 1 8/8 -"),
        ("pushee-pieces:grid=12345/12345/12345/12345/12345,pieces=8", "5/5/5/5/5 1 8/8 -"),
    ],
)
def test_start_positions(variant: str, start: str) -> None:
    assert reference(variant).start() == start


def test_p4_forty_placements() -> None:
    moves = reference("pomeczi").moves("4/4/4/4[SSDssd] 1 - -")
    assert sum(move.startswith("S") for move in moves) == 16
    assert sum(move.startswith("D") for move in moves) == 24
    assert len(moves) == 40


def test_p12_a_lone_domino_has_lost() -> None:
    position = "LR2/2s1/st2/1b2[ss] 1 - c3^"
    assert reference("pomeczi").moves(position) == {}
    assert reference("pomeczi").outcome(position) == (2, "no-action")


def test_p7_no_stacks() -> None:
    moves = reference("pomeczi:dominoes=0,singles=2").moves("4/4/4/Sss1[S] 1 - -")
    assert "a1>" not in moves


def test_p8_no_hanging() -> None:
    engine = reference("pomeczi:board=3x3")
    assert "a1>" not in engine.moves("3/3/Slr[Ds] 1 - -")
    assert engine.moves("3/1S1/1lr[Ds] 1 - -")["b2v"] == "3/3/1S1[DDs] 2 - b1^"


def test_p9_the_tile_goes_to_the_other_hand() -> None:
    engine = reference("pomeczi:board=3x3,dominoes=0,singles=2")
    assert engine.moves("3/3/1Ss[Ss] 1 - -")["b1>"] == "3/3/2S[SSs] 2 - c1<"
    assert engine.moves("3/3/1SS[ss] 1 - -")["b1>"] == "3/3/2S[sss] 2 - c1<"
    assert engine.effects("3/3/1Ss[Ss] 1 - -", "b1>") == [
        {
            ("moved", "single", 1, ("b1",), ("c1",), None),
            ("flipped", "single", 2, ("c1",), (), "b1"),
        }
    ]


def test_p10_denies_the_pushed_tile_only() -> None:
    engine = reference("pomeczi:dominoes=0,singles=3")
    # b2 pushes c2 to d2; d2 may not push back, but d1, which merely stands by, is free.
    after = engine.moves("4/4/1Ss1/3s[SSs] 1 - -")["b2>"]
    assert after == "4/4/2Ss/3s[SSs] 2 d2< c2<"
    assert {"d1<", "d2^"} <= engine.moves(after).keys()


def test_p11_lists_only_what_would_otherwise_be_legal() -> None:
    engine = reference("pomeczi")
    after = "4/1ss1/1LR1/4[SSd] 2 b3v,c3v b2v"
    moves = engine.moves(after)
    assert moves["Da3^"].endswith(" 1 - -")  # a domino cannot go without pushing anyway
    assert moves["Db1>"].endswith(" 1 b2v -")  # now it could push, but not back


def test_p11_the_first_return_is_refused() -> None:
    engine = reference("pomeczi:dominoes=0,singles=2")
    after = engine.moves("4/4/1S2/4[Sss] 1 - -")["b2^"]
    assert after == "4/1S2/4/4[Sss] 2 - b3v"
    quiet = engine.moves(after)["Sd1"]
    assert quiet == "4/1S2/4/3s[Ss] 1 b3v -"
    assert "b3v" not in engine.moves(quiet)
    # A turn later the tile may return.
    later = engine.moves(engine.moves(quiet)["Sa1"])["d1^"]
    assert "b3v" in engine.moves(later)


def test_p11_ends_when_the_tile_is_pushed() -> None:
    engine = reference("pomeczi:dominoes=0,singles=2")
    after = engine.moves("4/1s2/2S1/4[Ss] 1 - -")["c2^"]
    assert after == "4/1sS1/4/4[Ss] 2 - c3v"
    pushed = engine.moves(after)["b3>"]
    assert pushed == "4/2sS/4/4[Ss] 1 d3< c3<"
    assert "d3v" in engine.moves(pushed)


def test_b4_a_chain_of_four_values() -> None:
    engine = reference("push-push")
    moves = engine.moves(PLAYER_1_STARTS)
    assert len(moves) == 25
    assert moves["d1c1"] == "abcdcba/7/7/3o3/7/7/BCD1CBA 2 Dc1 0"
    assert engine.effects(PLAYER_1_STARTS, "d1c1") == [
        {
            ("moved", "4", 1, ("d1",), ("c1",), None),
            ("pushed", "3", 1, ("c1",), ("b1",), "d1"),
            ("pushed", "2", 1, ("b1",), ("a1",), "c1"),
            ("eliminated", "1", 1, ("a1",), (), "b1"),
        }
    ]


def test_b10_one_reply_is_refused() -> None:
    engine = reference("push-push")
    start = engine.moves(PLAYER_1_STARTS)
    replies = engine.moves(start["c1c2"])
    assert len(replies) == 24
    assert "e7e6" not in replies
    unbound = engine.moves(start["c1c2"].replace("Cc2", "-"))
    assert unbound.keys() - replies.keys() == {"e7e6"}


@pytest.mark.parametrize(
    ("position", "move", "after"),
    [
        ("7/7/7/o6/A6/7/7 1 - 0", "a3a4", "7/7/o6/A6/7/7/7 2 - 1"),
        ("7/7/7/o6/A6/7/7 1 - 0", "a3a4~", "7/7/1o5/A6/7/7/7 2 - 1"),
        ("oB5/7/7/7/7/7/7 1 - 0", "b7a7", None),
        ("oB5/7/7/7/7/7/7 1 - 0", "b7a7~", "B6/o6/7/7/7/7/7 2 - 1"),
        ("o6/A6/7/7/7/7/7 1 - 0", "a6a7", "A6/7/7/7/7/7/7 2 1-0 1"),
        ("o6/A6/7/7/7/7/7 1 - 0", "a6a7~", "Ao5/7/7/7/7/7/7 2 - 1"),
        ("7/7/a6/o6/A6/7/7 1 - 0", "a3a4", None),
        ("7/7/a6/o6/A6/7/7 1 - 0", "a3a4~", "7/7/ao5/A6/7/7/7 2 - 1"),
        ("7/7/7/7/7/A6/o6 1 - 0", "a2a1", "7/7/7/7/7/7/A6 2 0-1 1"),
        # A diagonal push round a corner is not deflected.
        ("1o5/A6/7/7/7/7/7 1 - 0", "a6b7~", None),
        # A 1 that is pushed takes no 4.
        ("7/7/7/7/7/7/BAd3o 1 - 0", "a1b1", None),
    ],
)
def test_b7_b8_b9_the_ball(position: str, move: str, after: str | None) -> None:
    assert reference("push-push").moves(position).get(move) == after


def test_b8_goals_decide() -> None:
    engine = reference("push-push")
    assert engine.outcome("A6/7/7/7/7/7/7 2 1-0 1") == (1, "goal")
    assert engine.outcome("7/7/7/7/7/7/A6 2 0-1 1") == (2, "goal")
    assert engine.outcome("Cd5/7/B6/c6/c6/1a5/bb5 2 1-0 100") == (1, "goal")
    assert engine.moves("A6/7/7/7/7/7/7 2 1-0 1") == {}
    assert engine.effects("o6/A6/7/7/7/7/7 1 - 0", "a6a7") == [
        {("moved", "1", 1, ("a6",), ("a7",), None), ("scored", "ball", None, ("a7",), (), "a6")}
    ]


def test_b6_effects() -> None:
    assert reference("push-push").effects("7/7/7/2d4/2A4/o6/7 1 - 0", "c3c4") == [
        {
            ("moved", "1", 1, ("c3",), ("c4",), None),
            ("eliminated", "4", 2, ("c4",), (), "c3"),
        }
    ]


def test_b3_a_walled_in_figure_passes() -> None:
    position = "7/7/7/3o3/7/bc5/Ab5 1 - 5"
    engine = reference("push-push")
    assert engine.moves(position) == {"--": "7/7/7/3o3/7/bc5/Ab5 2 - 6"}
    assert engine.effects(position, "--") == [{("passed", None, 1, (), (), None)}]


def test_b11_draws() -> None:
    engine = reference("push-push:quiet=20")
    assert engine.outcome("7/7/7/3o3/7/7/7 1 - 5") == (None, "stuck")
    assert engine.outcome("A6/7/7/3o3/7/7/6a 1 - 19") is None
    assert engine.outcome("A6/7/7/3o3/7/7/6a 1 - 20") == (None, "quiet")


def test_b11_the_counter_stops_growing() -> None:
    moves = reference("push-push:quiet=off").moves("A6/7/7/3o3/7/7/6a 1 - 9999")
    assert {after.split(" ")[3] for after in moves.values()} == {"9999"}


def test_c6_effects_tier_by_tier() -> None:
    position = "6/6/6/6/1hv3/2H3 1 14/13 -"
    assert reference("pushee-pieces").effects(position, "a2h") == [
        {("placed", "bar", 1, (), ("a2",), None)},
        {
            ("pushed", "bar", 2, ("b2",), ("c2",), "a2"),
            ("pushed", "bar", 2, ("c2",), ("d2",), "a2"),
        },
    ]
    # The vertical piece, pushed to d2, activates what is above it there.
    position = "6/6/6/3h2/1hv3/6 1 15/12 -"
    assert reference("pushee-pieces").effects(position, "a2h")[2] == {
        ("pushed", "bar", 2, ("d3",), ("d4",), "d2")
    }


def test_v2_over_the_edge() -> None:
    position = "6/6/6/6/6/4hH 1 14/14 -"
    assert reference("pushee-pieces").moves(position)["d1h"] == "6/6/6/6/6/3HhH 2 13/14 -"
    engine = reference("pushee-pieces:walls=off")
    assert engine.moves(position)["d1h"] == "6/6/6/6/6/3H1h 2 13/14 -"
    assert engine.effects(position, "d1h")[1] == {
        ("pushed", "bar", 2, ("e1",), ("f1",), "d1"),
        ("eliminated", "bar", 1, ("f1",), (), "d1"),
    }


def test_c9_scores() -> None:
    engine = reference("pushee-pieces:pieces=1")
    assert isinstance(engine, PusheePieces)
    assert engine.scores("6/6/3H2/6/1v4/6 1 0/0 -") == (3, 2)
    assert engine.outcome("6/6/3H2/6/1v4/6 1 0/0 -") == (1, "score")
    assert engine.outcome("6/1H4/6/6/1v4/6 1 0/0 -") == (None, "score")
    assert engine.outcome("6/6/2H3/6/1v4/6 1 0/0 -") == (2, "score")
    assert engine.outcome("6/6/2H3/6/6/6 2 0/1 -") is None


def test_v4_turning_acts_like_placing() -> None:
    engine = reference("pushee-pieces:pieces=2,turns=2")
    position = "6/6/1Hh3/6/6/6 2 1/1 2/2"
    assert engine.moves(position)["c4r"] == "6/6/1Hy3/6/6/6 1 1/1 2/1"
    position = "6/6/1vH3/6/6/6 2 1/1 2/2"
    assert engine.moves(position)["b4r"] == "6/6/1x1H2/6/6/6 1 1/1 2/1"
    assert engine.effects(position, "b4r") == [
        {("turned", "bar", 2, ("b4",), ("b4",), None)},
        {("pushed", "bar", 1, ("c4",), ("d4",), "b4")},
    ]
    assert "--" not in engine.moves(position)


def test_v4_a_player_without_anything_is_skipped() -> None:
    engine = reference("pushee-pieces:pieces=2,turns=2")
    after = engine.moves("6/1H4/3v2/2V3/4h1/6 1 0/0 2/p")["b5r"]
    assert after == "6/1Y4/3v2/2V3/4h1/6 1 0/0 1/p"
    assert engine.outcome(after) is None
    assert engine.outcome("6/1X4/3v2/2V3/4h1/6 2 0/0 p/p") == (None, "score")


# Random games: nothing breaks, and the effects tell the truth.

PIECES = {
    "Pomeczi": {"S": "single", **dict.fromkeys("LRBT", "domino")},
    "PushPush": {"A": "1", "B": "2", "C": "3", "D": "4"},
    "PusheePieces": dict.fromkeys("HVXY", "bar"),
}
TURNED = {"H": "Y", "V": "X", "h": "y", "v": "x"}
REVERSE = {">": "<", "<": ">", "^": "v", "v": "^"}


def placed_letters(effect: Effect, move: str) -> str:
    """The letters that a placed piece shows on its target squares."""
    _, piece, owner, _, target, _ = effect
    if piece == "domino":
        letters = "LR" if target[0][1] == target[1][1] else "BT"
    else:
        letters = "S" if piece == "single" else move[2].upper()
    return letters if owner == 1 else letters.lower()


def stocks(engine: Reference, position: str) -> list[int]:
    """What the players hold: singles and dominoes, or pieces to place and extra turns."""
    if isinstance(engine, Pomeczi):
        hands = position.partition("[")[2].partition("]")[0]
        return [hands.count(letter) for letter in "SDsd"]
    if isinstance(engine, PusheePieces):
        left, turns = position.split(" ")[2:]
        numbers = left.split("/") + turns.replace("-", "0/0").replace("p", "0").split("/")
        return [int(numbers[index]) for index in (0, 2, 1, 3)]
    return []


def check_effects(engine: Reference, position: str, move: str, after: str) -> None:
    """Apply a move's effects to the old board and stocks: they must give the new ones."""
    ranks = re.split(r"[\[ ]", position)[0]
    rows = ranks.split("/")
    width = sum(int(character) if character.isdigit() else 1 for character in rows[0])
    letters = read_ranks(ranks)
    assert write_ranks(letters, width, len(rows)) == ranks
    held = stocks(engine, position)
    steps = engine.effects(position, move)
    assert steps
    assert all(steps)
    for step in steps:
        before = dict(letters)
        for kind, piece, owner, origin, _, by in step:
            assert (by is None) == (kind in ("placed", "moved", "turned", "passed"))
            assert by is None or named_cell(by) in before
            for name in origin:
                letter = letters.pop(named_cell(name))  # no two effects take the same piece
                expected = PIECES[type(engine).__name__].get(letter.upper(), "ball")
                assert piece == expected
                assert owner == (None if piece == "ball" else 1 if letter.isupper() else 2)
        for effect in step:
            kind, piece, owner, origin, target, _ = effect
            going = [before[named_cell(name)] for name in origin]
            if kind == "placed":
                going = list(placed_letters(effect, move))
                held[2 * ((owner or 0) - 1) + (piece == "domino")] -= 1
            elif kind == "turned":
                going = [TURNED[going[0]]]
                held[2 * ((owner or 0) - 1) + 1] -= 1
            elif kind == "flipped":
                held[2 * (2 - (owner or 0)) + (piece == "domino")] += 1
            elif kind == "passed" and held:
                held[2 * ((owner or 0) - 1) + 1] = 0
            leaves = kind in ("flipped", "eliminated", "scored", "passed")
            assert len(target) == (0 if leaves else len(going))
            for name, letter in zip(target, going, strict=False):
                assert named_cell(name) not in letters  # one piece a square
                letters[named_cell(name)] = letter
    assert write_ranks(letters, width, len(rows)) == re.split(r"[\[ ]", after)[0]
    assert held == stocks(engine, after)


def check_forbidden(engine: Reference, played: list[tuple[str, str]], position: str) -> None:
    """P10, P11: work the last two fields out again, from the last two moves' effects alone."""
    mover, forbidden, later = position.split(" ")[1:]
    last = next(iter(engine.effects(*played[-1])))
    way = played[-1][1][-1]
    denied = {
        target[0] + REVERSE[way]
        for kind, _, owner, _, target, _ in last
        if kind == "pushed" and owner == int(mover)
    }
    own = [target[0] for kind, _, _, _, target, _ in last if kind == "moved"]
    assert later == (own[0] + REVERSE[way] if own else "-")
    if len(played) > 1:
        touched = {name for effect in last if effect[0] != "placed" for name in effect[3]}
        for kind, _, _, _, target, _ in next(iter(engine.effects(*played[-2]))):
            if kind == "moved" and not touched & set(target):
                denied.add(target[0] + REVERSE[played[-2][1][-1]])
    otherwise_legal = engine.moves(position.replace(f" {forbidden} {later}", f" - {later}"))
    assert forbidden == (",".join(sorted(denied & otherwise_legal.keys())) or "-")
    assert engine.moves(position).keys() == otherwise_legal.keys() - set(forbidden.split(","))


def play_randomly(variant: str, seed: int, most_plies: int) -> str:
    """Play one random game, checking every position and some moves of each; give its end."""
    chance = random.Random(f"{variant} {seed}")
    engine = reference(variant)
    position = engine.start()
    played: list[tuple[str, str]] = []
    for _ in range(most_plies):
        moves = engine.moves(position)
        assert bool(moves) == (engine.outcome(position) is None)
        if not moves:
            break
        if isinstance(engine, Pomeczi) and played:
            check_forbidden(engine, played, position)
        # Moves with many effects are rare among random ones, and say the most.
        tried = chance.sample(sorted(moves), min(4, len(moves)))
        for move in tried:
            check_effects(engine, position, move, moves[move])
        busiest = max(tried, key=lambda move: sum(map(len, engine.effects(position, move))))
        move = chance.choice([tried[0], busiest])
        played.append((position, move))
        position = moves[move]
    return position


POMECZI_BOARDS = [f"{width}x{height}" for width in range(3, 9) for height in range(3, 9)]


@pytest.mark.parametrize("board", POMECZI_BOARDS)
def test_random_games_of_pomeczi(board: str) -> None:
    width, height = (int(length) for length in board.split("x"))
    chance = random.Random(board)
    counts = [
        (singles, dominoes)
        for singles in range(9)
        for dominoes in range(5)
        if singles + dominoes > 0 and 2 * (singles + 2 * dominoes) <= width * height
    ]
    play_randomly(f"pomeczi:board={board}", 0, most_plies=25)
    for singles, dominoes in chance.sample(counts, 2):
        variant = f"pomeczi:board={board},dominoes={dominoes},singles={singles}"
        play_randomly(variant, 1, most_plies=25)


@pytest.mark.parametrize("quiet", ["20", "100", "off"])
def test_random_games_of_push_push(quiet: str) -> None:
    for seed in range(3):
        play_randomly(f"push-push:quiet={quiet}", seed, most_plies=200)


def random_push_push(chance: random.Random) -> str:
    """A position with few figures and the ball near an edge, where B8 and B9 matter."""
    squares = [cell_name((file, rank)) for file in range(1, 8) for rank in range(1, 8)]
    ball = chance.choice([name for name in squares if name[0] in "ag" or name[1] in "17"])
    squares.remove(ball)
    near = [name for name in squares if abs(ord(name[0]) - ord(ball[0])) < 4]
    figures = chance.sample("ABBCCDAabbccda", chance.randrange(1, 15))
    letters = {named_cell(ball): "o"}
    for letter, name in zip(figures, chance.sample(near, len(figures)), strict=True):
        letters[named_cell(name)] = letter
    return f"{write_ranks(letters, 7, 7)} {chance.choice('12')} - {chance.randrange(100)}"


def test_random_positions_of_push_push() -> None:
    chance = random.Random("push-push")
    engine = reference("push-push")
    seen = set()
    for _ in range(100):
        position = random_push_push(chance)
        moves = engine.moves(position)
        assert bool(moves) == (engine.outcome(position) is None)
        for move, after in moves.items():
            check_effects(engine, position, move, after)
            seen |= {effect[0] for effect in next(iter(engine.effects(position, move)))}
            assert bool(engine.moves(after)) == (engine.outcome(after) is None)
    assert seen >= {"moved", "pushed", "deflected", "eliminated", "scored"}


PUSHEE_GRIDS = [
    STANDARD_GRID,
    "1234/5678/9012/3456",
    "01234567/12345670/23456701/34567012",
    "9000/0900/0090/0009/9000/0900/0090",
]


@pytest.mark.parametrize("grid", PUSHEE_GRIDS)
@pytest.mark.parametrize("walls", ["on", "off"])
@pytest.mark.parametrize("tiers", ["1", "3", "9", "unlimited"])
@pytest.mark.parametrize("turns", ["0", "2"])
def test_random_games_of_pushee_pieces(grid: str, walls: str, tiers: str, turns: str) -> None:
    most = min(15, len(grid.replace("/", "")) // 2)
    for pieces in (1, 5, most):
        variant = f"pushee-pieces:grid={grid},pieces={pieces},tiers={tiers},turns={turns}"
        engine = reference(f"{variant},walls={walls}")
        end = play_randomly(f"{variant},walls={walls}", pieces, most_plies=100)
        assert engine.outcome(end) is not None  # it cannot go on for ever
        assert stocks(engine, end) == [0, 0, 0, 0]


def test_random_games_reach_the_special_case() -> None:
    """C8: crowded random boards, so that choices occur and are told apart."""
    chance = random.Random("special case")
    choices = 0
    for walls, turns in product(("on", "off"), ("0", "2")):
        engine = reference(f"pushee-pieces:tiers=unlimited,turns={turns},walls={walls}")
        for _ in range(40):
            cells = [(file, rank) for file in range(1, 7) for rank in range(1, 7)]
            letters = dict.fromkeys(chance.sample(cells, 22), "")
            for number, cell in enumerate(letters):
                letters[cell] = chance.choice("HV" if number % 2 else "hv")
            ranks = write_ranks(letters, 6, 6)
            position = f"{ranks} 1 4/4 {'-' if turns == '0' else '2/2'}"
            moves = engine.moves(position)
            plain = {move.partition("=")[0] for move in moves}
            assert len(plain) == 2 * 14 + (11 if turns == "2" else 0)
            for move, after in moves.items():
                if "=" in move:
                    choices += 1
                    assert move.partition("=")[0] not in moves
                    check_effects(engine, position, move, after)
    assert choices > 20
