"""Push Push, rule by rule (``B1`` to ``B11``, and ``R1``, ``R2`` in a match)."""

from __future__ import annotations

import random
from functools import partial

import pytest

import jostle
from jostle import EffectKind, Match, Outcome, Player, Position, Reason
from jostle.core.squares import Square
from tests import games
from tests.games import (
    Refused,
    at,
    check_bad_position,
    check_bad_variant,
    check_ending_by_the_players,
    refusal_keys,
)

PUSH_PUSH = "push-push"
START = "abcdcba/7/7/3o3/7/7/ABCDCBA 1 first 0"

legal = partial(games.legal, variant=PUSH_PUSH)
after = partial(games.after, variant=PUSH_PUSH)
rule_against = partial(games.rule_against, variant=PUSH_PUSH)

REFUSED = [
    Refused("B3.pass", PUSH_PUSH, START, "--", "you can move a figure, so you may not pass"),
    Refused("B3.empty", PUSH_PUSH, START, "a3a4", "there is no figure on a3"),
    Refused("B3.theirs", PUSH_PUSH, START, "b7b6", "the 2 on b7 is not yours"),
    Refused(
        "B3.ball",
        PUSH_PUSH,
        START,
        "d4d5",
        "the ball on d4 is nobody's: it moves only when a figure pushes it",
    ),
    Refused(
        "B3.far",
        PUSH_PUSH,
        START,
        "c1c3",
        "a figure goes exactly one square, and c3 is not next to c1",
    ),
    Refused(
        "B4.value",
        PUSH_PUSH,
        START,
        "c1d1",
        "the 3 on c1 cannot push the 4 on d1: only a higher value pushes a lower one",
    ),
    Refused(
        "B4.value",
        PUSH_PUSH,
        "7/7/7/3DBb1/7/7/o6 1 - 0",
        "d4e4",
        "the 2 on e4 cannot push the 2 on f4: only a higher value pushes a lower one",
    ),
    Refused(
        "B6.own",
        PUSH_PUSH,
        "7/7/7/2DA3/7/7/o6 1 - 0",
        "d4c4",
        "the 1 on d4 takes an opponent's 4 only, and the 4 on c4 is your own",
    ),
    Refused(
        "B7.blocked",
        PUSH_PUSH,
        "7/7/a6/o6/A6/7/7 1 - 0",
        "a3a4",
        "the ball on a4 pushes nothing, and the 1 on a5 is in its way",
    ),
    Refused(
        "B8.neutral",
        PUSH_PUSH,
        "oB5/7/7/7/7/7/7 1 - 0",
        "b7a7",
        "the ball on a7 would leave over the left or right edge, which belongs to nobody",
    ),
    Refused(
        "B9.no-ball",
        PUSH_PUSH,
        START,
        "c1c2~",
        "there is no ball before the figure on c1 to deflect",
    ),
    Refused(
        "B9.no-edge",
        PUSH_PUSH,
        "7/7/7/3oA2/7/7/7 1 - 0",
        "e4d4~",
        "the ball on d4 can be deflected only by a push along an edge on which both it and the"
        " figure that touches it stand",
    ),
    Refused(
        "B9.held",
        PUSH_PUSH,
        "7/7/7/1a5/o6/B6/7 1 - 0",
        "a2a3~",
        "the deflected ball would go to b4, but the 1 on b4 holds it",
    ),
    Refused(
        "B10.in-line",
        PUSH_PUSH,
        "abcdcba/7/7/3o3/7/2C4/AB1DCBA 2 Cc2 1",
        "e7e6",
        "the 3 on e7 would stand on e6 in one line with the centre and the figure of the same"
        " value that Player 1 moved to c2; not on the first reply",
    ),
]


@pytest.mark.parametrize("example", REFUSED, ids=str)
def test_refusals_in_full(example: Refused) -> None:
    example.check()


def test_every_refusal_of_the_catalogue_is_produced() -> None:
    assert {example.key for example in REFUSED} == refusal_keys(PUSH_PUSH)


# B1 to B3: board, setup, turns.


def test_b1_seven_by_seven() -> None:
    assert jostle.game(PUSH_PUSH).size == (7, 7)


def test_b1_player_1_plays_from_the_bottom() -> None:
    # Over the top wins for Player 1, over the bottom for Player 2.
    assert after("3o3/3A3/7/7/7/7/7 1 - 0", "d6d7") == "3A3/7/7/7/7/7/7 2 1-0 1"
    assert after("7/7/7/7/7/3a3/3o3 2 - 0", "d2d1") == "7/7/7/7/7/7/3a3 1 0-1 1"


def test_b2_setup() -> None:
    position = jostle.game(PUSH_PUSH).start()
    assert position.text == START
    on_board = {str(square): (piece.kind, piece.owner) for piece, square in position.pieces}
    expected: dict[str, tuple[str, Player | None]] = {"d4": ("ball", None)}
    for file, value in zip("abcdefg", "1234321", strict=True):
        expected[f"{file}1"] = (value, Player.ONE)
        expected[f"{file}7"] = (value, Player.TWO)
    assert on_board == expected
    assert position.mover is Player.ONE
    assert [count for side in position.beside for _, count in side] == [0] * 8


def test_b3_one_square_in_any_of_eight_directions() -> None:
    alone = {"d4c3", "d4c4", "d4c5", "d4d3", "d4d5", "d4e3", "d4e4", "d4e5"}
    assert legal("6o/7/7/3B3/7/7/7 1 - 0") == alone
    assert after("6o/7/7/3B3/7/7/7 1 - 0", "d4e5") == "6o/7/4B2/7/7/7/7 2 - 1"
    for far in ("d4d6", "d4f4", "d4b2", "d4e6", "d4d4"):
        assert rule_against("6o/7/7/3B3/7/7/7 1 - 0", far) == "B3"


def test_b3_staying_on_the_board() -> None:
    assert legal("6o/7/7/7/7/7/B6 1 - 0") == {"a1a2", "a1b1", "a1b2"}
    assert legal("o6/7/7/7/7/7/6B 1 - 0") == {"g1g2", "g1f1", "g1f2"}
    with pytest.raises(jostle.NotationError, match=r"no square h1 on this board; .* a1 to g7"):
        at("o6/7/7/7/7/7/6B 1 - 0", PUSH_PUSH).play("g1h1")


def test_b3_only_your_own_figures() -> None:
    assert rule_against(START, "a7a6") == "B3"
    assert rule_against(START, "d4d5") == "B3"
    assert rule_against(START, "d3d4") == "B3"
    assert len(legal(START)) == 25


@pytest.mark.parametrize("typed", ["--", "pass", "Pass "])
def test_b3_who_cannot_move_passes(typed: str) -> None:
    no_figures = "7/7/3a3/7/3o3/7/7 1 - 5"
    assert legal(no_figures) == {"--"}
    assert after(no_figures, typed) == "7/7/3a3/7/3o3/7/7 2 - 6"
    assert rule_against("7/7/3a3/7/3o3/7/7 2 - 5", typed) == "B3"


def test_b3_a_figure_without_a_move() -> None:
    # Player 1's 1 is held in the corner by equal and higher values.
    held = "7/7/7/7/o6/ab5/Ac5 1 - 0"
    assert legal(held) == {"--"}
    assert rule_against(held, "a1a2") == "B4"


# B4 to B7: pushing.


def test_b4_higher_pushes_lower() -> None:
    assert after("o6/7/7/2Ba3/7/7/7 1 - 3", "c4d4") == "o6/7/7/3Ba2/7/7/7 2 - 4"
    assert after("o6/7/7/7/2B4/3a3/7 1 - 3", "c3d2") == "o6/7/7/7/7/3B3/4a2 2 - 4"
    assert rule_against("o6/7/7/2Bb3/7/7/7 1 - 3", "c4d4") == "B4"
    assert rule_against("o6/7/7/2Bc3/7/7/7 1 - 3", "c4d4") == "B4"


def test_b4_whoever_owns_it() -> None:
    assert after("o6/7/7/2BA3/7/7/7 1 - 3", "c4d4") == "o6/7/7/3BA2/7/7/7 2 - 4"


def test_b4_values_strictly_decrease_along_the_chain() -> None:
    assert after("7/7/7/1DcBa2/7/7/o6 1 - 0", "b4c4") == "7/7/7/2DcBa1/7/7/o6 2 - 1"
    assert rule_against("7/7/7/1DbBa2/7/7/o6 1 - 0", "b4c4") == "B4"
    assert rule_against("7/7/7/1DaBa2/7/7/o6 1 - 0", "b4c4") == "B4"
    # A gap ends the chain.
    assert "b4c4" in legal("7/7/7/1Db1B2/7/7/o6 1 - 0")


def test_b4_the_whole_chain_at_the_start() -> None:
    assert after(START, "d1c1") == "abcdcba/7/7/3o3/7/7/BCD1CBA 2 Dc1 0"


def test_b4_each_figure_is_pushed_by_the_one_behind_it() -> None:
    (effects,) = at(START, PUSH_PUSH).effects("d1c1")
    told = [
        (str(effect.kind), effect.piece and effect.piece.kind, str(effect.origin[0]), effect.by)
        for effect in effects
    ]
    assert told == [
        ("moved", "4", "d1", None),
        ("pushed", "3", "c1", Square.parse("d1")),
        ("pushed", "2", "b1", Square.parse("c1")),
        ("eliminated", "1", "a1", Square.parse("b1")),
    ]


def test_b5_a_pushed_figure_that_leaves_is_eliminated() -> None:
    assert after("6o/7/7/aB5/7/7/7 1 - 9", "b4a4") == "6o/7/7/B6/7/7/7 2 - 0"
    assert after("b5o/C6/7/7/7/7/7 1 - 9", "a6a7") == "C5o/7/7/7/7/7/7 2 - 0"
    assert after("b5o/1C5/7/7/7/7/7 1 - 9", "b6a7") == "C5o/7/7/7/7/7/7 2 - 0"
    assert after("6o/7/7/7/7/C6/B6 1 - 9", "a2a1") == "6o/7/7/7/7/7/C6 2 - 0"  # its own


def test_b5_the_eliminated_are_counted() -> None:
    position = at("6o/7/7/aB5/7/7/7 1 - 9", PUSH_PUSH)
    gone = [{piece.kind: count for piece, count in side} for side in position.play("b4a4").beside]
    assert gone == [{"1": 2, "2": 1, "3": 2, "4": 1}, {"1": 2, "2": 2, "3": 2, "4": 1}]


def test_b5_a_4_cannot_be_pushed() -> None:
    for letter in "BCD":
        assert rule_against(f"o6/7/7/2{letter}d3/7/7/7 1 - 0", "c4d4") == "B4"


@pytest.mark.parametrize("target", ["c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5"])
def test_b6_a_1_takes_an_opponents_4_in_any_direction(target: str) -> None:
    square = Square.parse(target)
    rows = [["1"] * 7 for _ in range(7)]
    rows[3][3], rows[6 - square.rank][square.file], rows[6][6] = "A", "d", "o"
    position = jostle.game(PUSH_PUSH).position(f"{joined(rows)} 1 - 7")
    rows[3][3], rows[6 - square.rank][square.file] = "1", "A"
    assert position.play(f"d4{target}").text == f"{joined(rows)} 2 - 0"


def joined(rows: list[list[str]]) -> str:
    """Ranks of single characters, with the empty squares counted."""
    text = "/".join("".join(row) for row in rows)
    for run in range(7, 1, -1):
        text = text.replace("1" * run, str(run))
    return text


def test_b6_at_the_edge_too() -> None:
    assert after("dA4o/7/7/7/7/7/7 1 - 7", "b7a7") == "A5o/7/7/7/7/7/7 2 - 0"


def test_b6_never_by_being_pushed() -> None:
    assert rule_against("7/7/7/1dAB3/7/7/o6 1 - 0", "d4c4") == "B4"
    # Nor does it protect: a 4 pushes the 1 as ever.
    assert after("7/7/7/1dA4/7/7/o6 2 - 0", "b4c4") == "7/7/7/2dA3/7/7/o6 1 - 1"


def test_b6_an_opponents_4_only() -> None:
    assert rule_against("7/7/7/2DA3/7/7/o6 1 - 0", "d4c4") == "B6"
    for value in "abc":
        assert rule_against(f"7/7/7/2{value}A3/7/7/o6 1 - 0", "d4c4") == "B4"
    assert rule_against("7/7/7/2dB3/7/7/o6 1 - 0", "d4c4") == "B4"  # only a 1 has the skill


def test_b7_the_ball_is_pushed_by_every_figure() -> None:
    for letter in "ABCD":
        moved = after(f"7/7/7/2{letter}o3/7/7/7 1 - 0", "c4d4")
        assert moved == f"7/7/7/3{letter}o2/7/7/7 2 - 1"
    assert after("7/7/7/1BAo3/7/7/7 1 - 0", "b4c4") == "7/7/7/2BAo2/7/7/7 2 - 1"


def test_b7_the_ball_pushes_nothing() -> None:
    for letter in "Aad":
        assert rule_against(f"7/7/7/2Bo{letter}2/7/7/7 1 - 0", "c4d4") == "B7"
    assert "c4d4" in legal("7/7/7/2Bo1a1/7/7/7 1 - 0")


# B8, B9: the ball at the edges.


@pytest.mark.parametrize(
    ("position", "move", "winner"),
    [
        ("3o3/3A3/7/7/7/7/7 1 - 0", "d6d7", Player.ONE),
        ("3o3/2A4/7/7/7/7/7 1 - 0", "c6d7", Player.ONE),
        ("3o3/3a3/7/7/7/7/7 2 - 0", "d6d7", Player.ONE),  # pushing over your own side loses
        ("7/7/7/7/7/3a3/3o3 2 - 0", "d2d1", Player.TWO),
        ("7/7/7/7/7/A6/o6 1 - 0", "a2a1", Player.TWO),
        # The corners, by diagonal pushes.
        ("o6/1A5/7/7/7/7/7 1 - 0", "b6a7", Player.ONE),
        ("6o/5A1/7/7/7/7/7 1 - 0", "f6g7", Player.ONE),
        ("7/7/7/7/7/1A5/o6 1 - 0", "b2a1", Player.TWO),
        ("7/7/7/7/7/5A1/6o 1 - 0", "f2g1", Player.TWO),
        # In a chain, and on the last quiet turn (B11).
        ("3o3/3A3/3B3/7/7/7/7 1 - 0", "d5d6", Player.ONE),
        ("3o3/3A3/7/7/7/7/7 1 - 99", "d6d7", Player.ONE),
    ],
)
def test_b8_goal(position: str, move: str, winner: Player) -> None:
    ended = at(position, PUSH_PUSH).play(move)
    assert ended.outcome == Outcome(winner, Reason.GOAL)
    assert ended.text.split(" ")[2] == ended.outcome.result
    assert "o" not in ended.text
    assert not ended.legal_moves
    with pytest.raises(jostle.GameOver, match=f"Player {int(winner)} wins: the ball left over"):
        ended.play("a1a2")


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("oB5/7/7/7/7/7/7 1 - 0", "b7a7"),
        ("7/7/7/oB5/7/7/7 1 - 0", "b4a4"),
        ("7/7/7/o6/1B5/7/7 1 - 0", "b3a4"),
        ("7/7/7/5Bo/7/7/7 1 - 0", "f4g4"),
        ("7/7/5B1/6o/7/7/7 1 - 0", "f5g4"),
        ("7/7/7/7/7/7/5Bo 1 - 0", "f1g1"),
    ],
)
def test_b8_not_over_the_left_or_right_edge(position: str, move: str) -> None:
    assert rule_against(position, move) == "B8"


def test_b8_a_goal_from_inside_the_corner_needs_its_rank_to_go_beyond() -> None:
    # From a6 up-left the ball's file goes beyond, but not its rank.
    assert rule_against("7/o6/1B5/7/7/7/7 1 - 0", "b5a6") == "B8"


@pytest.mark.parametrize(
    ("position", "move", "moved"),
    [
        # Along each edge, both ways.
        ("7/7/7/o6/A6/7/7 1 - 0", "a3a4~", "7/7/1o5/A6/7/7/7 2 - 1"),
        ("7/7/A6/o6/7/7/7 1 - 0", "a5a4~", "7/7/7/A6/1o5/7/7 2 - 1"),
        ("7/7/7/6o/6A/7/7 1 - 0", "g3g4~", "7/7/5o1/6A/7/7/7 2 - 1"),
        ("7/7/6A/6o/7/7/7 1 - 0", "g5g4~", "7/7/7/6A/5o1/7/7 2 - 1"),
        ("2Ao3/7/7/7/7/7/7 1 - 0", "c7d7~", "3A3/4o2/7/7/7/7/7 2 - 1"),
        ("3oA2/7/7/7/7/7/7 1 - 0", "e7d7~", "3A3/2o4/7/7/7/7/7 2 - 1"),
        ("7/7/7/7/7/7/2Ao3 1 - 0", "c1d1~", "7/7/7/7/7/4o2/3A3 2 - 1"),
        ("7/7/7/7/7/7/3oA2 1 - 0", "e1d1~", "7/7/7/7/7/2o4/3A3 2 - 1"),
        # In the corner that the push runs towards.
        ("oA5/7/7/7/7/7/7 1 - 0", "b7a7~", "A6/o6/7/7/7/7/7 2 - 1"),
        ("o6/A6/7/7/7/7/7 1 - 0", "a6a7~", "Ao5/7/7/7/7/7/7 2 - 1"),
        ("5Ao/7/7/7/7/7/7 1 - 0", "f7g7~", "6A/6o/7/7/7/7/7 2 - 1"),
        ("6o/6A/7/7/7/7/7 1 - 0", "g6g7~", "5oA/7/7/7/7/7/7 2 - 1"),
        ("7/7/7/7/7/7/oA5 1 - 0", "b1a1~", "7/7/7/7/7/o6/A6 2 - 1"),
        ("7/7/7/7/7/A6/o6 1 - 0", "a2a1~", "7/7/7/7/7/7/Ao5 2 - 1"),
        ("7/7/7/7/7/7/5Ao 1 - 0", "f1g1~", "7/7/7/7/7/6o/6A 2 - 1"),
        ("7/7/7/7/7/6A/6o 1 - 0", "g2g1~", "7/7/7/7/7/7/5oA 2 - 1"),
        # Into the corner's neighbour, from before it.
        ("7/o6/A6/7/7/7/7 1 - 0", "a5a6~", "1o5/A6/7/7/7/7/7 2 - 1"),
        # By a chain, whose foremost figure touches the ball.
        ("7/7/7/o6/A6/B6/C6 1 - 0", "a1a2~", "7/7/1o5/A6/B6/C6/7 2 - 1"),
        ("7/7/7/o6/a6/B6/7 1 - 0", "a2a3~", "7/7/1o5/a6/B6/7/7 2 - 1"),
    ],
)
def test_b9_deflected_push(position: str, move: str, moved: str) -> None:
    assert after(position, move) == moved
    assert EffectKind.DEFLECTED in {
        effect.kind for step in at(position, PUSH_PUSH).effects(move) for effect in step
    }


def test_b9_the_normal_push_and_the_deflected_one_are_judged_apart() -> None:
    both = legal("7/7/7/o6/A6/7/7 1 - 0")
    assert {"a3a4", "a3a4~"} <= both
    # The square straight ahead is held, or it is over the neutral edge: only the deflected one.
    for position, move in (("7/7/a6/o6/A6/7/7 1 - 0", "a3a4"), ("oB5/7/7/7/7/7/7 1 - 0", "b7a7")):
        assert f"{move}~" in legal(position)
        assert move not in legal(position)
    # The deflected ball's square is held: only the normal one.
    assert "a3a4" in legal("7/7/1a5/o6/A6/7/7 1 - 0")
    assert rule_against("7/7/1a5/o6/A6/7/7 1 - 0", "a3a4~") == "B9"


def test_b9_the_push_must_run_along_an_edge_on_which_both_stand() -> None:
    assert rule_against("7/7/7/oA5/7/7/7 1 - 0", "b4a4~") == "B9"  # towards the edge
    assert rule_against("7/7/7/Ao5/7/7/7 1 - 0", "a4b4~") == "B9"  # away from it
    assert rule_against("7/7/7/1o5/1A5/7/7 1 - 0", "b3b4~") == "B9"  # beside it
    # Diagonally round a corner: both stand on edges, but the push runs along neither.
    assert rule_against("1o5/A6/7/7/7/7/7 1 - 0", "a6b7~") == "B9"
    assert rule_against("o6/1A5/7/7/7/7/7 1 - 0", "b6a7~") == "B9"


def test_b9_a_deflected_ball_never_leaves_the_board() -> None:
    for position in ("o6/A6/7/7/7/7/7 1 - 0", "oA5/7/7/7/7/7/7 1 - 0", "7/7/7/7/7/6A/6o 1 - 0"):
        deflected = [move for move in legal(position) if move.endswith("~")]
        assert len(deflected) == 1
        assert after(position, deflected[0]).count("o") == 1


def test_b9_no_ball_to_deflect() -> None:
    assert rule_against(START, "c1c2~") == "B9"
    assert rule_against("7/7/7/2dA3/7/7/o6 1 - 0", "d4c4~") == "B9"  # the 1 takes the 4
    assert rule_against("7/7/7/o6/7/A6/7 1 - 0", "a2a3~") == "B9"  # not before it yet
    # What forbids the push itself comes first.
    assert rule_against("7/7/7/o6/B6/A6/7 1 - 0", "a2a3~") == "B4"


# B10: the first reply.


def test_b10_first_reply() -> None:
    replied = at(START, PUSH_PUSH).play("c1c2")
    assert replied.text == "abcdcba/7/7/3o3/7/2C4/AB1DCBA 2 Cc2 1"
    assert rule_against(replied.text, "e7e6") == "B10"
    assert len(replied.legal_moves) == 24


def test_b10_is_about_the_same_value_only() -> None:
    # After b1b2 the 2s may not go to the line b2-d4-f6, but the 3s may.
    moves = legal(at(START, PUSH_PUSH).play("b1b2").text)
    assert "f7f6" not in moves
    assert {"e7f6", "b7b6", "f7e6"} <= moves


def test_b10_the_line_may_be_any() -> None:
    # a2 and the centre: the line of slope 2/3 goes through g6.
    moves = legal(at(START, PUSH_PUSH).play("a1a2").text)
    assert "g7g6" not in moves
    assert "a7a6" in moves
    # d2 and the centre: the file d.
    assert "d7d6" not in legal(at(START, PUSH_PUSH).play("d1d2").text)
    assert {"d7c6", "d7e6"} <= legal(at(START, PUSH_PUSH).play("d1d2").text)


def test_b10_counts_the_same_side_of_the_centre_too() -> None:
    # A 1 that comes to c3 stands between the centre and the 1 on b2.
    assert rule_against("7/7/7/3o3/7/1Aa4/7 2 Ab2 1", "c2c3") == "B10"
    assert "c2d3" in legal("7/7/7/3o3/7/1Aa4/7 2 Ab2 1")


def test_b10_a_deflected_reply_is_bound_too() -> None:
    # The 2 on b7 would go to a7, in line with d4 and Player 1's 2 on g1.
    position = "ob5/7/7/7/7/7/6B 2 Bg1 1"
    assert rule_against(position, "b7a7~") == "B10"
    assert "b7a7~" in legal(position.replace("Bg1", "-"))


def test_b10_binds_the_first_reply_only() -> None:
    later = at(START, PUSH_PUSH).play("c1c2").play("a7a6")
    assert later.text.split(" ")[2] == "-"
    assert "e7e6" in later.play("a1a2").legal_moves


def test_b10_the_value_moved_not_the_values_pushed() -> None:
    assert after(START, "d1c1").split(" ")[2] == "Dc1"


# B11, R1, R2: draws.


def test_b11_neither_can_move() -> None:
    assert at("7/7/7/3o3/7/7/7 1 - 5", PUSH_PUSH).outcome == Outcome(None, Reason.STUCK)
    assert not at("7/7/7/3o3/7/7/7 2 - 5", PUSH_PUSH).legal_moves
    assert at("7/7/3a3/7/3o3/7/7 1 - 5", PUSH_PUSH).outcome is None  # one of them can


def test_b11_a_hundred_quiet_turns() -> None:
    before = at("A6/7/7/3o3/7/7/6a 1 - 99", PUSH_PUSH)
    assert before.outcome is None
    ended = before.play("a7b7")
    assert ended.text == "1A5/7/7/3o3/7/7/6a 2 - 100"
    assert ended.outcome == Outcome(None, Reason.QUIET)
    assert not ended.legal_moves
    with pytest.raises(jostle.GameOver, match="a draw, because nothing was eliminated for too"):
        ended.play("g1g2")


@pytest.mark.parametrize("limit", [20, 21, 500])
def test_b11_the_limit_is_an_option(limit: int) -> None:
    variant = f"push-push:quiet={limit}"
    before = at(f"A6/7/7/3o3/7/7/6a 1 - {limit - 1}", variant)
    assert before.outcome is None
    assert before.play("a7a6").outcome == Outcome(None, Reason.QUIET)


def test_b11_quiet_off() -> None:
    position = at("A6/7/7/3o3/7/7/6a 1 - 9998", "push-push:quiet=off")
    for move, quiet in (("a7a6", 9999), ("g1g2", 9999), ("a6a7", 9999)):
        position = position.play(move)
        assert position.text.endswith(f" - {quiet}")
        assert position.outcome is None


def test_b11_an_elimination_starts_the_count_again() -> None:
    assert after("6o/7/7/aB5/7/7/7 1 - 99", "b4a4").endswith(" 2 - 0")
    assert after("7/7/7/2dA3/7/7/o6 1 - 99", "d4c4").endswith(" 2 - 0")  # B6
    assert after(START, "d1c1").endswith(" 0")


def test_b11_a_pass_counts_as_a_turn() -> None:
    assert after("7/7/3a3/7/3o3/7/7 1 - 98", "--").endswith(" 2 - 99")
    ended = at("7/7/3a3/7/3o3/7/7 1 - 99", PUSH_PUSH).play("--")
    assert ended.outcome == Outcome(None, Reason.QUIET)


def test_b11_a_goal_on_the_last_turn_is_a_goal() -> None:
    ended = at("3o3/3A3/7/7/7/7/7 1 - 99", PUSH_PUSH).play("d6d7")
    assert ended.text == "3A3/7/7/7/7/7/7 2 1-0 100"
    assert ended.outcome == Outcome(Player.ONE, Reason.GOAL)


def test_r1_repetition_leaves_the_quiet_turns_out() -> None:
    match = Match(jostle.game(PUSH_PUSH))
    round_trip = ("a1a2", "a7a6", "a2a1", "a6a7")
    for move in round_trip * 2 + round_trip[:1]:
        match.play(move)
        assert match.outcome is None
    match.play("a7a6")
    # The third time after a7a6; the very first position and reply had the opening in them.
    assert [match.positions[ply].text.split(" ")[2:] for ply in (2, 6, 10)] == [
        ["-", "2"],
        ["-", "6"],
        ["-", "10"],
    ]
    assert match.repetitions == 3
    assert match.outcome == Outcome(None, Reason.REPETITION)
    assert match.position.outcome is None


def test_r1_the_mover_belongs_to_the_position() -> None:
    first = at("A6/7/7/3o3/7/7/6a 1 - 0", PUSH_PUSH)
    second = at("A6/7/7/3o3/7/7/6a 2 - 0", PUSH_PUSH)
    assert first.repetition_key != second.repetition_key
    assert first.repetition_key == at("A6/7/7/3o3/7/7/6a 1 - 7", PUSH_PUSH).repetition_key


def test_r2_the_players_end_it() -> None:
    check_ending_by_the_players(PUSH_PUSH, "c1c2")


# The variants.


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("push-push:quiet=100", "push-push"),
        ("Push-Push:Quiet=OFF", "push-push:quiet=off"),
        ("push-push:quiet=020", "push-push:quiet=20"),
        ("push-push:quiet=500", "push-push:quiet=500"),
        (" push-push\n", "push-push"),
    ],
)
def test_b11_variants_have_one_normal_form(given: str, normal: str) -> None:
    assert jostle.game(given).variant == jostle.game(normal).variant == normal
    assert jostle.game(given) == jostle.game(normal)


@pytest.mark.parametrize(
    ("variant", "key", "fragment"),
    [
        ("pushpush", "variant.unknown-game", "there is no game “pushpush”"),
        ("", "variant.unknown-game", "the games are pomeczi, push-push and pushee-pieces"),
        ("push-push:loud=1", "variant.unknown-option", "has no option “loud”; its options are: qu"),
        ("push-push:quiet=20,quiet=20", "variant.twice", "the option quiet is given twice"),
        ("push-push:quiet=19", "variant.bad-value", "from 20 to 500, or “off”"),
        ("push-push:quiet=501", "variant.bad-value", "quiet=“501”"),
        ("push-push:quiet=0", "variant.bad-value", "quiet=“0”"),
        ("push-push:quiet=on", "variant.bad-value", "quiet=“on”"),
        ("push-push:quiet", "variant.bad-value", "quiet=“”"),
        ("push-push:quiet=99999999999999999999", "variant.bad-value", "cannot be played with"),
    ],
)
def test_b11_bad_variants(variant: str, key: str, fragment: str) -> None:
    check_bad_variant(variant, key, fragment)


# The text.


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "it has 1 field separated by single spaces, but 4 are needed: the ranks, the player"),
        (f"{START} x", "it has 5 fields"),
        ("7/7/7/7/7/7 1 - 0", "it has 6 ranks separated by “/”, but the board has 7"),
        ("7/7/7/7/7/7/6Q 1 - 0", "“Q” at character 14 is neither a piece (one of ABCDabcdo)"),
        ("7/7/7/7/7/7/6O 1 - 0", "“O” at character 14"),
        ("7/7/7/8/7/7/6o 1 - 0", "rank 4 (from character 7) has 8 squares, but the board is 7"),
        ("7/7/7/7/7/7/6o 0 - 0", "the player to move is “0”"),
        # One ball, or none with a result.
        ("7/7/7/7/7/7/6A 1 - 0", "there must be one ball “o” on the board, and there are 0"),
        ("7/7/7/7/7/7/5oo 1 - 0", "there must be one ball “o” on the board, and there are 2"),
        ("7/7/7/7/7/7/6o 1 1-0 0", "“1-0” says that there was a goal, but the ball is still on"),
        ("7/7/7/7/7/7/6o 1 0-1 0", "“0-1” says that there was a goal"),
        # At most one 4 and two each of 3, 2, 1.
        ("7/7/7/7/7/7/3AAAo 1 - 0", "there are more than 2 of “A”"),
        ("7/7/7/7/7/7/3bbbo 1 - 0", "there are more than 2 of “b”"),
        ("7/7/7/7/7/7/3CCCo 1 - 0", "there are more than 2 of “C”"),
        ("7/7/7/7/7/7/4ddo 1 - 0", "there are more than 1 of “d”"),
        # The opening.
        ("7/7/7/7/7/7/5Ao 1 x 0", "the third field is “x”, but must be first, the first move as"),
        ("7/7/7/7/7/7/5Ao 1 1/2-1/2 0", "the third field is “1/2-1/2”"),
        ("7/7/7/7/7/7/5Ao 1 first 0", f"“first” stands only in the start position, “{START}”"),
        ("abcdcba/7/7/3o3/7/7/ABCDCBA 2 first 0", "“first” stands only in the start position"),
        ("abcdcba/7/7/3o3/7/7/ABCDCBA 1 first 1", "“first” stands only in the start position"),
        ("7/7/7/7/7/7/5Ao 1 Af1 0", "tells Player 1's first move, so Player 2 must be to move"),
        ("7/7/7/7/7/7/5Ao 2 Bf1 0", "says that Player 1 moved “B” to f1, but it does not stand"),
        ("7/7/7/7/7/7/5Ao 2 Aa1 0", "says that Player 1 moved “A” to a1"),
        ("7/7/7/7/7/7/5ao 2 Af1 0", "says that Player 1 moved “A” to f1"),
        ("7/7/7/7/7/7/5Ao 2 Ag1 0", "says that Player 1 moved “A” to g1"),  # the ball
        ("7/7/7/7/7/7/5ao 2 af1 0", "the third field is “af1”"),
        ("7/7/7/7/7/7/5Ao 2 Ah1 0", "the third field is “Ah1”"),
        # The quiet turns.
        ("7/7/7/7/7/7/5Ao 1 - 101", "the quiet turns are “101”, but must be a number from 0 to 10"),
        ("7/7/7/7/7/7/5Ao 1 - -1", "the quiet turns are “-1”"),
        ("7/7/7/7/7/7/5Ao 1 - x", "the quiet turns are “x”"),
        ("7/7/7/7/7/7/5Ao 1 - ", "the quiet turns are “”"),
        ("7/7/7/7/7/7/5Ao 1 - ٣", "the quiet turns are “٣”"),
        # One spelling.
        ("7/7/7/7/7/7/5Ao 1 - 007", "one spelling only, and this one's is “7/7/7/7/7/7/5Ao 1 - 7”"),
        ("7/7/7/7/7/7/41Ao 1 - 7", "one spelling only"),
    ],
)
def test_bad_positions(text: str, fragment: str) -> None:
    check_bad_position(PUSH_PUSH, text, fragment)


def test_bad_quiet_turns_of_other_variants() -> None:
    check_bad_position("push-push:quiet=20", "7/7/7/7/7/7/5Ao 1 - 21", "from 0 to 20")
    check_bad_position("push-push:quiet=off", "7/7/7/7/7/7/5Ao 1 - 10000", "from 0 to 9999")


@pytest.mark.parametrize(
    "text",
    [
        "7/7/7/7/7/7/5Ao 1 - 100",
        "7/7/7/7/7/7/5AA 2 1-0 0",
        "7/7/7/7/7/7/7 1 0-1 100",
        "7/7/7/7/7/7/5Ao 2 Af1 0",
        "abcdcba/7/7/3o3/7/7/ABCDCBA 2 - 0",
    ],
)
def test_good_positions(text: str) -> None:
    assert at(text, PUSH_PUSH).text == text


@pytest.mark.parametrize("typed", ["C1C2", " c1c2 ", "c1C2\n"])
def test_typed_moves(typed: str) -> None:
    assert str(at(START, PUSH_PUSH).parse(typed)) == "c1c2"


@pytest.mark.parametrize("typed", ["", "c1", "c1-c2", "c1 c2", "c1c2~~", "Cc1c2", "c1c9", "-", "~"])
def test_no_moves_at_all(typed: str) -> None:
    with pytest.raises(jostle.NotationError) as raised:
        at(START, PUSH_PUSH).play(typed)
    assert str(raised.value) == (
        f"“{typed}” is not a move: write the square a figure leaves and the square it goes to, as"
        " in c1c2, with ~ after it for a deflected push"
    )


@pytest.mark.parametrize("typed", ["h1g1", "g1h1", "a8a7", "a7a8"])
def test_squares_off_the_board(typed: str) -> None:
    with pytest.raises(jostle.NotationError, match=r"on this board; its squares are a1 to g7$"):
        at(START, PUSH_PUSH).play(typed)


def test_effects_tell_the_whole_new_position() -> None:
    """The string after a move, its last fields included, worked out from the effects alone."""
    chance = random.Random("push-push effects")
    moves = 0
    for _ in range(12):
        position = jostle.game("push-push:quiet=20").start()
        while position.legal_moves:
            move = chance.choice(list(position.legal_moves))
            assert position.play(move).text.split(" ")[1:] == told_fields(position, str(move))
            position = position.play(move)
            moves += 1
    assert moves > 200


def told_fields(position: Position, move: str) -> list[str]:
    """The mover, the opening and the quiet turns after a move, by its effects."""
    (effects,) = position.effects(move)
    opening = "-"
    if position.text.split(" ")[2] == "first":
        moved = next(effect for effect in effects if effect.kind is EffectKind.MOVED)
        assert moved.piece is not None
        opening = f"{'ABCD'[int(moved.piece.kind) - 1]}{moved.target[0]}"
    for effect in effects:
        if effect.kind is EffectKind.SCORED:
            opening = "1-0" if effect.origin[0].rank == 6 else "0-1"
    eliminates = any(effect.kind is EffectKind.ELIMINATED for effect in effects)
    quiet = 0 if eliminates else int(position.text.split(" ")[3]) + 1
    return [str(int(position.mover.other)), opening, str(quiet)]
