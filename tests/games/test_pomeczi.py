"""Pomeczi, rule by rule (``P1`` to ``P12``, and ``R1``, ``R2`` in a match)."""

from __future__ import annotations

from functools import partial

import pytest

import jostle
from jostle import Match, Outcome, Piece, Player, Reason
from jostle.core.squares import Axis, Square
from tests import games
from tests.games import (
    Refused,
    at,
    check_bad_position,
    check_bad_variant,
    check_ending_by_the_players,
    refusal_keys,
)

POMECZI = "pomeczi"
SMALL = "pomeczi:board=3x3"
TWO_DOMINOES = "pomeczi:dominoes=2"
START = "4/4/4/4[SSDssd] 1 - -"

legal = partial(games.legal, variant=POMECZI)
after = partial(games.after, variant=POMECZI)
rule_against = partial(games.rule_against, variant=POMECZI)

REFUSED = [
    Refused(
        "P3.pass",
        POMECZI,
        START,
        "--",
        "a turn is one action: place, move or push; there is no passing",
    ),
    Refused(
        "P4.no-single", POMECZI, "4/4/SS2/4[Dssd] 1 - -", "Sa1", "you have no single in your hand"
    ),
    Refused(
        "P4.no-domino", POMECZI, "4/4/LR2/4[SSssd] 1 - -", "Dc3^", "you have no domino in your hand"
    ),
    Refused(
        "P4.edge",
        POMECZI,
        START,
        "Dd1>",
        "a domino placed on d1 that way would reach over the edge of the board",
    ),
    Refused(
        "P4.edge",
        POMECZI,
        START,
        "Da4^",
        "a domino placed on a4 that way would reach over the edge of the board",
    ),
    Refused(
        "P4.occupied",
        POMECZI,
        "4/4/LR2/4[SSssd] 1 - -",
        "Sb2",
        "b2 is not empty: the domino on a2–b2 lies there",
    ),
    Refused(
        "P4.occupied",
        POMECZI,
        "4/4/s3/4[SSDsd] 1 - -",
        "Da1^",
        "a2 is not empty: the single on a2 lies there",
    ),
    Refused("P5.empty", POMECZI, START, "b3>", "there is no tile on b3 to move"),
    Refused(
        "P5.theirs",
        POMECZI,
        "4/4/1s2/4[SSDsd] 1 - -",
        "b2>",
        "the single on b2 is not yours to move",
    ),
    Refused(
        "P5.edge",
        POMECZI,
        "4/4/4/S3[SDssd] 1 - -",
        "a1<",
        "the single on a1 cannot leave the board by its own motion",
    ),
    Refused(
        "P5.domino",
        POMECZI,
        "4/4/LR2/4[SSssd] 1 - -",
        "a2>",
        "the domino on a2–b2 may go only if it pushes another tile, and there is none before it",
    ),
    Refused(
        "P6.theirs",
        POMECZI,
        "4/4/1ss1/4[SSDd] 1 - -",
        "b2>",
        "the single on b2 is not yours to push with",
    ),
    Refused(
        "P7.stack",
        POMECZI,
        "4/4/4/Sss1[SDd] 1 - -",
        "a1>",
        "the single on a1 cannot push the single on b1, because the single on c1 is behind it"
        " and a pushed tile may not push",
    ),
    Refused(
        "P8.hanging",
        POMECZI,
        "4/4/4/1Slr[SDss] 1 - -",
        "b1>",
        "the domino on c1–d1 would hang half off the board",
    ),
    Refused(
        "P10.push-back",
        POMECZI,
        "1s2/1S2/4/4[SDsd] 2 b4v b3v",
        "b4v",
        "the single on b4 may not, on this turn, push the single on b3 back the way it came",
    ),
    Refused(
        "P11.back-and-forth",
        POMECZI,
        "1S2/4/4/s3[SDsd] 1 b4v -",
        "b4v",
        "the single on b4 came from there on your last turn and may not go straight back",
    ),
]


@pytest.mark.parametrize("example", REFUSED, ids=str)
def test_refusals_in_full(example: Refused) -> None:
    example.check()


def test_every_refusal_of_the_catalogue_is_produced() -> None:
    assert {example.key for example in REFUSED} == refusal_keys(POMECZI)


# P1, P2: board, tiles, setup.


def test_p1_a_tile_belongs_to_the_player_whose_symbol_faces_up() -> None:
    position = at("1lr1/T3/B2s/2S1[SDsd] 1 - -", TWO_DOMINOES)
    assert set(position.pieces) == {
        (Piece("single", Player.ONE), Square.parse("c1")),
        (Piece("single", Player.TWO), Square.parse("d2")),
        (Piece("domino", Player.ONE, Axis.VERTICAL, length=2), Square.parse("a2")),
        (Piece("domino", Player.TWO, Axis.HORIZONTAL, length=2), Square.parse("b4")),
    }


def test_p1_a_domino_covers_two_adjacent_cells() -> None:
    covered = {
        piece.axis: [str(cell) for cell in piece.cells(square)]
        for piece, square in at("1lr1/T3/B3/4[SSss] 1 - -", POMECZI).pieces
    }
    assert covered == {Axis.VERTICAL: ["a2", "a3"], Axis.HORIZONTAL: ["b4", "c4"]}


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        ("pomeczi", START),
        ("pomeczi:board=3x3", "3/3/3[SDsd] 1 - -"),
        ("pomeczi:board=8x4", "8/8/8/8[SSSSDDssssdd] 1 - -"),
        ("pomeczi:board=4x8", "4/4/4/4/4/4/4/4[SSSSDDssssdd] 1 - -"),
        ("pomeczi:board=5x7", "5/5/5/5/5/5/5[SSDssd] 1 - -"),  # as on 4×4
        ("pomeczi:board=8x8", "8/8/8/8/8/8/8/8[SSDssd] 1 - -"),
        ("pomeczi:dominoes=0,singles=8", "4/4/4/4[SSSSSSSSssssssss] 1 - -"),
        ("pomeczi:dominoes=4,singles=0", "4/4/4/4[DDDDdddd] 1 - -"),
        (
            "pomeczi:board=8x8,dominoes=4,singles=8",
            "8/8/8/8/8/8/8/8[SSSSSSSSDDDDssssssssdddd] 1 - -",
        ),
    ],
)
def test_p2_setup(variant: str, start: str) -> None:
    position = jostle.game(variant).start()
    assert position.text == start
    assert position.mover is Player.ONE
    assert position.pieces == ()
    held = start.partition("[")[2].partition("]")[0]
    assert [[(piece.kind, count) for piece, count in hand] for hand in position.beside] == [
        [("single", held.count("S")), ("domino", held.count("D"))],
        [("single", held.count("s")), ("domino", held.count("d"))],
    ]


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        ("pomeczi:board=4x4,dominoes=1,singles=2", "pomeczi"),
        (" POMECZI ", "pomeczi"),
        ("Pomeczi:Singles=3,BOARD=3X3,dominoes=0", "pomeczi:board=3x3,dominoes=0,singles=3"),
        ("pomeczi:singles=1,dominoes=1,board=3x3", "pomeczi:board=3x3"),
        ("pomeczi:singles=1,dominoes=1", "pomeczi:singles=1"),
        ("pomeczi:singles=2,dominoes=1,board=3x3", "pomeczi:board=3x3,singles=2"),
        ("pomeczi:singles=4,dominoes=2,board=8x4", "pomeczi:board=8x4"),
        ("pomeczi:dominoes=2,board=4x8", "pomeczi:board=4x8"),
        ("pomeczi:board=8x8,singles=4,dominoes=2", "pomeczi:board=8x8,dominoes=2,singles=4"),
        ("pomeczi:singles=08,dominoes=0", "pomeczi:dominoes=0,singles=8"),
    ],
)
def test_p2_variants_have_one_normal_form(given: str, normal: str) -> None:
    game = jostle.game(given)
    assert game.variant == normal
    assert jostle.game(normal).variant == normal
    assert game == jostle.game(normal)
    assert game.start() == jostle.game(normal).start()


@pytest.mark.parametrize("side", range(3, 9))
def test_p2_boards_from_3_to_8(side: int) -> None:
    assert jostle.game(f"pomeczi:board={side}x8").size == (side, 8)
    assert jostle.game(f"pomeczi:board=3x{side}").size == (3, side)


@pytest.mark.parametrize(
    ("variant", "key", "fragment"),
    [
        ("pomezci", "variant.unknown-game", "there is no game “pomezci”; the games are pomeczi, "),
        ("pomeczi:size=4x4", "variant.unknown-option", "has no option “size”"),
        ("pomeczi:singles=1,", "variant.unknown-option", "has no option “”"),
        ("pomeczi: singles=1", "variant.unknown-option", "has no option “ singles”"),
        ("pomeczi:singles=1,singles=1", "variant.twice", "the option singles is given twice"),
        ("pomeczi:board", "variant.bad-value", "board=“”"),
        ("pomeczi:board=2x4", "variant.bad-value", "width x height, from 3x3 to 8x8"),
        ("pomeczi:board=4x2", "variant.bad-value", "board=“4x2”"),
        ("pomeczi:board=9x4", "variant.bad-value", "board=“9x4”"),
        ("pomeczi:board=4x9", "variant.bad-value", "board=“4x9”"),
        ("pomeczi:board=4", "variant.bad-value", "board=“4”"),
        ("pomeczi:board=04x4", "variant.bad-value", "board=“04x4”"),
        ("pomeczi:board=4x4x4", "variant.bad-value", "board=“4x4x4”"),
        ("pomeczi:singles=9", "variant.bad-value", "a whole number from 0 to 8"),
        ("pomeczi:singles=-1", "variant.bad-value", "singles=“-1”"),
        ("pomeczi:singles=two", "variant.bad-value", "singles=“two”"),
        ("pomeczi:singles=²", "variant.bad-value", "singles=“²”"),
        ("pomeczi:dominoes=5", "variant.bad-value", "a whole number from 0 to 4"),
        ("pomeczi:dominoes=0,singles=0", "pomeczi.variant.no-tiles", "at least one single or one"),
        (
            "pomeczi:board=3x3,singles=3",
            "pomeczi.variant.too-many",
            "cover 10 cells, but the board has only 9",
        ),
        ("pomeczi:singles=7", "pomeczi.variant.too-many", "cover 18 cells, but the board has only"),
    ],
)
def test_p2_bad_variants(variant: str, key: str, fragment: str) -> None:
    check_bad_variant(variant, key, fragment)


def test_p2_tiles_may_just_fit() -> None:
    assert jostle.game("pomeczi:singles=6").start().text == "4/4/4/4[SSSSSSDssssssd] 1 - -"
    assert jostle.game("pomeczi:board=3x3,singles=2").start().text == "3/3/3[SSDssd] 1 - -"


# P3 to P9: the actions.


def test_p3_a_turn_is_one_action() -> None:
    position = jostle.game(POMECZI).start()
    for number, move in enumerate(["Sb2", "Sc3", "b2>", "Dd1^", "Sa1"]):
        assert position.mover == number % 2 + 1
        position = position.play(move)


@pytest.mark.parametrize("typed", ["--", "pass", " PASS "])
def test_p3_no_passing(typed: str) -> None:
    assert rule_against(START, typed) == "P3"


def test_p4_place_anywhere() -> None:
    moves = legal(START)
    cells = {file + rank for file in "abcd" for rank in "1234"}
    assert {move for move in moves if move[0] == "S"} == {f"S{cell}" for cell in cells}
    flat = {f"D{cell}>" for cell in cells if cell[0] != "d"}
    tall = {f"D{cell}^" for cell in cells if cell[1] != "4"}
    assert {move for move in moves if move[0] == "D"} == flat | tall
    assert len(moves) == 40


def test_p4_place_on_empty_cells_from_the_hand() -> None:
    assert after(START, "Sb3") == "4/1S2/4/4[SDssd] 2 - -"
    assert after(START, "Db3>") == "4/1LR1/4/4[SSssd] 2 - -"
    assert after(START, "Db3^") == "1T2/1B2/4/4[SSssd] 2 - -"
    assert after("4/1S2/4/4[SDssd] 2 - -", "Dc1^") == "4/1S2/2t1/2b1[SDss] 1 - -"
    for taken in ("Sb3", "Da3>", "Db3>", "Db2^", "Db3^"):
        assert rule_against("4/1S2/4/4[SDssd] 2 - -", taken) == "P4"


def test_p4_a_tile_not_in_the_hand() -> None:
    # The opponent's hand is of no use.
    assert rule_against("4/4/SS2/4[Dssd] 1 - -", "Sa1") == "P4"
    assert rule_against("4/4/LR2/4[SSssd] 1 - -", "Da1>") == "P4"
    assert "Sa1" in legal("4/4/SS2/4[Dssd] 2 - -")


def test_p4_a_placement_is_written_from_the_left_or_lower_cell() -> None:
    position = at(START, POMECZI)
    for written in ("Db3<", "Db3v", "Db3", "Sb3>"):
        with pytest.raises(jostle.NotationError):
            position.play(written)


def test_p5_a_single_goes_one_cell() -> None:
    position = "4/4/1S2/4[SDssd] 1 - -"
    assert {move for move in legal(position) if move[0] == "b"} == {"b2<", "b2>", "b2^", "b2v"}
    assert after(position, "b2^") == "4/1S2/4/4[SDssd] 2 - b3v"
    assert after(position, "b2<") == "4/4/S3/4[SDssd] 2 - a2>"


def test_p5_a_domino_may_never_go_without_pushing() -> None:
    position = "4/4/1LR1/4[SSssd] 1 - -"
    for direction in "<>^v":
        assert rule_against(position, f"b2{direction}") == "P5"
    assert not [move for move in legal(position) if move[0] in "abcd"]
    assert "b2^" in legal("4/2s1/1LR1/4[SSsd] 1 - -")


def test_p5_a_tile_never_leaves_by_its_own_motion() -> None:
    position = "LR2/4/4/3S[Sssd] 1 - -"
    for move in ("a4<", "a4^", "d1>", "d1v"):
        assert rule_against(position, move) == "P5"
    assert {"d1<", "d1^"} <= legal(position)


def test_p5_only_your_own_tiles_go() -> None:
    assert rule_against("4/4/1s2/4[SSDsd] 1 - -", "b2^") == "P5"
    assert rule_against("4/4/1s2/4[SSDsd] 1 - -", "c2^") == "P5"  # nothing there
    assert "b2^" in legal("4/4/1s2/4[SSDsd] 2 - -")


def test_p5_either_cell_names_a_domino_that_goes() -> None:
    position = at("4/2s1/1LR1/4[SSsd] 1 - -", POMECZI)
    assert str(position.parse("c2^")) == "b2^"
    assert position.play("C2^ ") == position.play("b2^")
    assert position.effects("c2^") == position.effects("b2^")
    assert "c2^" in position.legal_moves


def test_p6_push() -> None:
    assert after("4/4/1Ss1/4[SDsd] 1 - -", "b2>") == "4/4/2Ss/4[SDsd] 2 d2< c2<"
    assert after("4/4/1sS1/4[SDsd] 1 - -", "c2<") == "4/4/sS2/4[SDsd] 2 a2> b2>"
    assert after("4/4/1s2/1S2[SDsd] 1 - -", "b1^") == "4/1s2/1S2/4[SDsd] 2 b3v b2v"
    assert after("4/1S2/1s2/4[SDsd] 1 - -", "b3v") == "4/4/1S2/1s2[SDsd] 2 b1^ b2^"
    assert after("4/4/Slr1/4[SDss] 1 - -", "a2>") == "4/4/1Slr/4[SDss] 2 c2< b2<"


def test_p6_your_own_tiles_can_be_pushed() -> None:
    assert after("4/4/1SS1/4[Dssd] 1 - -", "b2>") == "4/4/2SS/4[Dssd] 2 - c2<"
    assert after("4/4/1SS1/4[Dssd] 1 - -", "c2<") == "4/4/SS2/4[Dssd] 2 - b2>"


def test_p6_a_domino_pushes_lengthwise_and_broadside() -> None:
    assert after("4/4/LRs1/4[SSsd] 1 - -", "a2>") == "4/4/1LRs/4[SSsd] 2 d2< b2<"
    assert after("4/s3/LR2/4[SSsd] 1 - -", "a2^") == "s3/LR2/4/4[SSsd] 2 a4v a3v"
    assert after("4/T1s1/Bs2/4[SSd] 1 - -", "a2>") == "4/1Ts1/1Bs1/4[SSd] 2 c2< b2<"


def test_p6_the_pusher_stays_on_the_board() -> None:
    assert rule_against("4/4/2sS/4[SDsd] 1 - -", "d2>") == "P5"
    assert "d2<" in legal("4/4/2sS/4[SDsd] 1 - -")


def test_p6_only_your_own_tiles_push() -> None:
    assert rule_against("4/4/1Ss1/4[SDsd] 2 - -", "b2>") == "P6"
    assert "b2>" in legal("4/4/1Ss1/4[SDsd] 1 - -")


def test_p7_a_pushed_tile_may_not_push() -> None:
    assert rule_against("4/4/4/Sss1[SDd] 1 - -", "a1>") == "P7"
    assert "a1>" in legal("4/4/4/Ss1s[SDd] 1 - -")
    assert rule_against("4/4/4/Slrs[SDs] 1 - -", "a1>") == "P7"
    assert "a1>" in legal("4/4/4/Slr1[SDss] 1 - -")  # it lands on a cell of its own
    assert rule_against("4/1s2/1lr1/1S2[SDs] 1 - -", "b1^") == "P7"
    assert rule_against("4/2s1/1lr1/1S2[SDs] 1 - -", "b1^") == "P7"  # before its other half
    assert "b1^" in legal("4/3s/1lr1/1S2[SDs] 1 - -")


def test_p7_two_tiles_pushed_at_once() -> None:
    assert after("4/4/1ss1/1LR1[SSd] 1 - -", "b1^") == "4/1ss1/1LR1/4[SSd] 2 b3v,c3v b2v"
    assert rule_against("4/2s1/1sS1/1LR1[Sd] 1 - -", "b1^") == "P7"  # c2 cannot go
    assert rule_against("4/1s2/1sS1/1LR1[Sd] 1 - -", "b1^") == "P7"  # b2 cannot go


def test_p7_the_two_may_be_dominoes() -> None:
    position = "4/2tt/2bb/2LR[SSDss] 1 - -"
    pushed = "2tt/2bb/2LR/4[SSDss] 2 c3v,d3v c2v"
    assert games.after(position, "c1^", TWO_DOMINOES) == pushed


def test_p8_no_hanging() -> None:
    assert rule_against("4/4/4/1Slr[SDss] 1 - -", "b1>") == "P8"
    assert rule_against("4/4/4/LRlr[SSss] 1 - -", "a1>") == "P8"
    assert rule_against("1t2/1b2/1S2/4[SDss] 1 - -", "b2^") == "P8"
    # Lengthwise along the board, or broadside off it.
    assert "a1>" in legal("4/4/4/Slr1[SDss] 1 - -")
    assert after("lr2/S3/4/4[SDss] 1 - -", "a3^") == "S3/4/4/4[SDDss] 2 - a4v"
    assert after("4/4/t3/bS2[SDss] 1 - -", "b1<") == "4/4/4/S3[SDDss] 2 - a1>"


def test_p8_one_of_two_would_hang() -> None:
    position = "3t/2sb/2LR/4[SSDsd] 1 - -"
    assert games.rule_against(position, "c2^", TWO_DOMINOES) == "P8"
    assert "c1^" in games.legal("4/3t/2sb/2LR[SSDsd] 1 - -", TWO_DOMINOES)


def test_p9_a_tile_pushed_off_changes_sides() -> None:
    assert after("4/4/2Ss/4[SDsd] 1 - -", "c2>") == "4/4/3S/4[SSDsd] 2 - d2<"
    assert after("4/4/2sS/4[SDsd] 2 - -", "c2>") == "4/4/3s/4[SDssd] 1 - d2<"


def test_p9_pushing_your_own_tile_off_gives_it_away() -> None:
    assert after("4/4/2SS/4[Dssd] 1 - -", "c2>") == "4/4/3S/4[Dsssd] 2 - d2<"
    assert after("LR2/S3/4/4[Sssd] 1 - -", "a3^") == "S3/4/4/4[Sssdd] 2 - a4v"


def test_p9_two_at_once() -> None:
    assert after("1sS1/1LR1/4/4[Ssd] 1 - -", "b3^") == "1LR1/4/4/4[SSssd] 2 - b4v"


def test_p9_a_tile_won_can_be_placed() -> None:
    won = played(at("SS2/4/2Ss/4[Dd] 1 - -", POMECZI), "c2>", "Da1>", "Sc4")
    assert won.text == "SSS1/4/3S/lr2[D] 2 - -"


# P10 and P11: what the last actions forbid.


def test_p10_no_push_back() -> None:
    pushed = after("4/4/1Ss1/4[SDsd] 1 - -", "b2>")
    assert pushed == "4/4/2Ss/4[SDsd] 2 d2< c2<"
    assert rule_against(pushed, "d2<") == "P10"
    assert {"d2^", "d2v"} <= legal(pushed)


def test_p10_binds_both_tiles_of_a_double_push() -> None:
    pushed = after("4/4/1ss1/1LR1[SSd] 1 - -", "b1^")
    assert pushed.split(" ")[2] == "b3v,c3v"
    assert rule_against(pushed, "b3v") == rule_against(pushed, "c3v") == "P10"


def test_p10_binds_a_domino_that_was_pushed() -> None:
    pushed = after("4/4/Slr1/4[SDss] 1 - -", "a2>")
    assert rule_against(pushed, "c2<") == "P10"
    assert rule_against(pushed, "d2<") == "P10"  # named by its other cell


def test_p10_binds_for_one_turn() -> None:
    position = at("4/4/Ss2/4[SDsd] 1 - -", POMECZI).play("a2>")
    assert rule_against(position.text, "c2<") == "P10"
    later = played(position, "Sd4", "Sa4")
    assert later.text == "S2s/4/1Ss1/4[Dd] 2 - -"
    assert "c2<" in later.legal_moves


def test_p10_a_tile_that_merely_stood_there_is_free() -> None:
    # a2 goes to b2 and stands before c2, but has not pushed it.
    moved = after("4/4/S1s1/4[SDsd] 1 - -", "a2>")
    assert moved == "4/4/1Ss1/4[SDsd] 2 - b2<"
    assert "c2<" in legal(moved)


def test_p10_is_about_the_opponents_tiles() -> None:
    pushed = at("4/4/1SS1/4[Dssd] 1 - -", POMECZI).play("b2>")
    assert pushed.text == "4/4/2SS/4[Dssd] 2 - c2<"
    assert "d2<" in pushed.play("Sa4").legal_moves


def test_p10_a_tile_that_left_the_board_is_not_bound() -> None:
    assert after("4/4/2Ss/4[SDsd] 1 - -", "c2>").split(" ")[2] == "-"


def test_p11_no_back_and_forth() -> None:
    moved = at("4/4/1S2/4[SDssd] 1 - -", POMECZI).play("b2^")
    assert moved.text == "4/1S2/4/4[SDssd] 2 - b3v"
    then = moved.play("Sd1")
    assert then.text == "4/1S2/4/3s[SDsd] 1 b3v -"
    assert rule_against(then.text, "b3v") == "P11"
    assert {"b3<", "b3>", "b3^"} <= legal(then.text)


def test_p11_whether_the_cell_behind_is_empty_or_not() -> None:
    then = played(at("4/4/1S2/4[SDssd] 1 - -", POMECZI), "b2^", "Sb2")
    assert then.text == "4/1S2/1s2/4[SDsd] 1 b3v -"
    assert rule_against(then.text, "b3v") == "P11"


def test_p11_for_a_domino_that_pushed() -> None:
    then = played(at("4/4/LRs1/4[SSsd] 1 - -", POMECZI), "a2>", "Sa2")
    assert then.text == "4/4/sLRs/4[SSd] 1 b2< -"
    assert rule_against(then.text, "b2<") == rule_against(then.text, "c2<") == "P11"


def test_p11_holds_for_the_next_turn_only() -> None:
    position = played(at("4/4/1S2/4[SDssd] 1 - -", POMECZI), "b2^", "Sd1", "Sa1", "Sd4")
    assert position.text == "3s/1S2/4/S2s[Dd] 1 - -"
    assert "b3v" in position.legal_moves


def test_p11_is_about_the_tile_that_acted_not_those_it_pushed() -> None:
    then = played(at("4/4/1SS1/4[Dssd] 1 - -", POMECZI), "b2>", "Sa4")
    assert then.text == "s3/4/2SS/4[Dsd] 1 c2< -"
    assert rule_against(then.text, "c2<") == "P11"
    assert "d2<" in then.legal_moves


def test_p11_a_tile_the_opponent_pushed_is_free() -> None:
    # Player 1's tile went b1 to b2 and was pushed on to c2, from where it may go down.
    pushed = played(at("4/4/s3/1S2[SDsd] 1 - -", POMECZI), "b1^", "a2>")
    assert pushed.text == "4/4/1sS1/4[SDsd] 1 c2< b2<"  # only P10
    assert "c2v" in pushed.legal_moves
    # Left alone, it may not.
    alone = played(at("4/4/s3/1S2[SDsd] 1 - -", POMECZI), "b1^", "a2^")
    assert rule_against(alone.text, "b2v") == "P11"


def test_p11_only_what_would_otherwise_be_legal_is_listed() -> None:
    then = played(at("4/4/1S2/4[SDssd] 1 - -", POMECZI), "b2^", "Db1^")
    assert then.text == "4/1S2/1t2/1b2[SDss] 1 - -"
    assert rule_against(then.text, "b3v") == "P8"


def test_p11_both_rules_at_once() -> None:
    # Player 2's d3 came from d4, and a2 was pushed: both are bound.
    position = played(at("3s/4/Ss2/4[SDd] 2 - -", POMECZI), "d4v", "a2>")
    assert position.text == "4/3s/1Ss1/4[SDd] 2 c2<,d3^ b2<"
    assert rule_against(position.text, "c2<") == "P10"
    assert rule_against(position.text, "d3^") == "P11"


# P12, R1, R2: the end.


def test_p12_no_legal_action_loses() -> None:
    position = at("LR2/2s1/st2/1b2[ss] 1 - c3^", POMECZI)
    assert position.outcome == Outcome(Player.TWO, Reason.NO_ACTION)
    assert position.outcome.result == "0-1"
    assert not position.legal_moves
    assert list(position.legal_moves) == []
    with pytest.raises(
        jostle.GameOver,
        match=r"^the game is over: Player 2 wins, because Player 1 has no action left$",
    ):
        position.play("a4>")


def test_p12_what_p10_forbids_is_no_action() -> None:
    position = at("Ss1/t1T/b1B[] 1 - -", SMALL)
    assert position.outcome is None
    ended = position.play("a3>")
    assert ended.text == "1Ss/t1T/b1B[] 2 c3< b3<"
    assert ended.outcome == Outcome(Player.ONE, Reason.NO_ACTION)
    # Were it not forbidden, there would be an action.
    assert at("1Ss/t1T/b1B[] 2 - b3<", SMALL).outcome is None


def test_p12_what_p11_forbids_is_no_action() -> None:
    ended = at("lr1/S2/1lr[S] 1 a2> b1<", SMALL).play("Sa1")
    assert ended.text == "lr1/S2/Slr[] 2 b1< -"
    assert ended.outcome == Outcome(Player.ONE, Reason.NO_ACTION)
    assert games.legal("lr1/S2/Slr[] 2 - -", SMALL) == {"b1<"}


def test_p12_a_tile_in_the_hand_and_room_for_it_is_an_action() -> None:
    assert at("LR2/2s1/st2/1b2[Ss] 1 - c3^", POMECZI).outcome is None


def test_r1_the_third_time_is_a_draw() -> None:
    match = Match(jostle.game(POMECZI))
    match.play("Sa1")
    match.play("Sc3")
    # P11 forbids to go straight back, but not to go round. What it forbids belongs to the
    # position, so the round is closed only when both players have gone on.
    round_trip = ("a1>", "c3>", "b1^", "d3^", "b2<", "d4<", "a2v", "c4v")
    for move in round_trip * 2 + round_trip[:1]:
        match.play(move)
        assert match.outcome is None
    assert match.repetitions == 2
    match.play("c3>")
    assert match.repetitions == 3
    assert match.position.text == match.positions[4].text == match.positions[12].text
    assert match.position.outcome is None  # the position knows nothing of its history
    assert match.outcome == Outcome(None, Reason.REPETITION)
    with pytest.raises(jostle.GameOver, match="the same position came for the third time"):
        match.play("b1^")
    match.undo()
    assert match.outcome is None
    assert match.repetitions == 2
    match.play("c3>")
    assert match.repetitions == 3


def test_r1_the_start_counts() -> None:
    game = jostle.game(POMECZI)
    match = Match(game, game.position("4/3s/4/1S2[SDsd] 1 b1< d3<"))
    round_trip = ("b1^", "d3^", "b2<", "d4<", "a2v", "c4v", "a1>", "c3>")
    for move in round_trip * 2:
        assert match.outcome is None
        match.play(move)
    assert match.outcome == Outcome(None, Reason.REPETITION)


def test_r2_the_players_end_it() -> None:
    check_ending_by_the_players(POMECZI, "Sb2")


# The text.


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("", "it has 1 field separated by single spaces, but 4 are needed"),
        ("4/4/4/4[SSDssd] 1 - - -", "it has 5 fields"),
        ("4/4/4/4[SSDssd]  1 - -", "it has 5 fields"),
        (" 4/4/4/4[SSDssd] 1 - -", "it has 5 fields"),
        ("4/4/4/4[SSDssd] 1 -", "the forbidden actions and the motion forbidden later"),
        ("4/4/4[SSDssd] 1 - -", "it has 3 ranks separated by “/”, but the board has 4"),
        ("4/4/4/4/4[SSDssd] 1 - -", "it has 5 ranks"),
        ("4/4/4/Q3[SSDssd] 1 - -", "“Q” at character 7 is neither a piece (one of SLRBTslrbt)"),
        ("4/4/4/S03[SDssd] 1 - -", "“0” at character 8"),
        ("4/4/4/9[SSDssd] 1 - -", "“9” at character 7"),
        ("4/5/4/4[SSDssd] 1 - -", "rank 3 (from character 3) has 5 squares, but the board is 4"),
        ("4/4/4/S[SDssd] 1 - -", "rank 1 (from character 7) has 1 square, but"),
        ("4/4/4/SSSSS[SDssd] 1 - -", "rank 1 (from character 7) has 5 squares"),
        ("4/4/4/4[SSDssd] 0 - -", "the player to move is “0”, but must be 1 or 2"),
        ("4/4/4/4[SSDssd] 12 - -", "the player to move is “12”"),
        # The hands.
        ("4/4/4/4 1 - -", "after the ranks come the hands in brackets"),
        ("4/4/4/4[SSDssd 1 - -", "the hands in brackets"),
        ("4/4/4/4[ssdSSD] 1 - -", "the hands in brackets"),
        ("4/4/4/4[DSSssd] 1 - -", "singles first"),
        ("4/4/4/4[SSDssd]x 1 - -", "the hands in brackets"),
        # Every domino is whole.
        ("4/4/4/L3[SSssd] 1 - -", "“L” on a1 is half a domino, but its other half “R” is not"),
        ("4/4/4/1R2[SSssd] 1 - -", "“R” on b1 is half a domino, but its other half “L” is not"),
        ("T3/4/4/4[SSssd] 1 - -", "“T” on a4 is half a domino, but its other half “B” is not"),
        ("b3/4/4/4[SSDss] 1 - -", "“b” on a4 is half a domino, but its other half “t” is not"),
        ("4/4/4/Lr2[SSssd] 1 - -", "half a domino"),
        ("4/4/4/3L[SSssd] 1 - -", "half a domino"),
        ("4/4/4/L1R1[SSssd] 1 - -", "half a domino"),
        ("4/4/4/LRR1[SSssd] 1 - -", "“R” on c1 is half a domino"),
        ("4/4/4/LLRR[SSss] 1 - -", "half a domino"),
        # The tiles are the variant's.
        ("4/4/4/4[SSDss] 1 - -", "but this variant has 4 and 2"),
        ("4/4/4/S3[SSDssd] 1 - -", "there are 5 singles and 2 dominoes on the board and in hands"),
        ("4/4/4/4[SDDssd] 1 - -", "there are 3 singles and 3 dominoes"),
        # Forbidden: at most three, each a motion of the mover's that would otherwise be legal.
        ("4/4/4/S3[SDssd] 1 a1 -", "“a1” is not a motion"),
        ("4/4/4/S3[SDssd] 1 Sa2 -", "“Sa2” is not a motion"),
        ("4/4/4/S3[SDssd] 1 A1> -", "“A1>” is not a motion"),
        ("4/4/4/S3[SDssd] 1 a1>, -", "“” is not a motion"),
        ("4/4/4/S3[SDssd] 1 i9> -", "“i9>” is not a motion"),
        ("4/4/1S2/4[SDssd] 1 b2<,b2>,b2^,b2v -", "4 actions are forbidden, but there are at most"),
        ("4/4/4/S3[SDssd] 1 a1< -", "“a1<” is listed as forbidden, but it is no motion of the"),
        ("4/4/4/S3[SDssd] 2 a1> -", "“a1>” is listed as forbidden"),
        ("4/4/4/S3[SDssd] 1 b1> -", "“b1>” is listed as forbidden"),
        ("4/4/4/LR2[SSssd] 1 a1> -", "“a1>” is listed as forbidden"),
        ("4/4/4/LRs1[SSsd] 1 b1> -", "“b1>” is listed as forbidden"),  # its name is a1
        ("4/4/4/Sss1[SDd] 1 a1> -", "“a1>” is listed as forbidden"),
        # Later: a motion of a tile of the other player towards cells on the board.
        ("4/4/4/S3[SDssd] 2 - x", "“x” is not a motion"),
        ("4/4/4/S3[SDssd] 2 - a1>,a1^", "“a1>,a1^” is not a motion"),
        ("4/4/4/S3[SDssd] 1 - a1>", "“a1>” is not a motion of one of the other player's tiles"),
        ("4/4/4/S3[SDssd] 2 - b1>", "“b1>” is not a motion of one of the other player's tiles"),
        ("4/4/4/S3[SDssd] 2 - a1<", "towards cells on the board"),
        ("4/4/4/3S[SDssd] 2 - d1>", "towards cells on the board"),
        ("4/4/4/2LR[SSssd] 2 - c1>", "towards cells on the board"),
        ("4/4/4/LR2[SSssd] 2 - b1>", "“b1>” is not a motion of one of the other player's tiles"),
        # The string prints back identically.
        ("4/4/4/13[SSDssd] 1 - -", "one spelling only, and this one's is “4/4/4/4[SSDssd] 1 - -”"),
        ("4/4/4/S3[SDssd] 1 a1^,a1> -", "“4/4/4/S3[SDssd] 1 a1>,a1^ -”"),
    ],
)
def test_bad_positions(text: str, fragment: str) -> None:
    check_bad_position(POMECZI, text, fragment)


def test_a_forbidden_action_is_listed_once() -> None:
    # Otherwise one position had two strings: this one and "4/4/4/S3[SDssd] 1 a1> -".
    check_bad_position(POMECZI, "4/4/4/S3[SDssd] 1 a1>,a1> -", "a1>")


@pytest.mark.parametrize(
    "text",
    [
        "4/4/1S2/4[SDssd] 1 b2<,b2>,b2^ -",
        "4/4/4/LRs1[SSsd] 1 a1> -",
        "4/4/4/S3[SDssd] 2 - a1>",
        "4/4/4/LR2[SSssd] 2 - a1^",
        "LR2/2s1/st2/1b2[ss] 1 - c3^",
    ],
)
def test_good_positions(text: str) -> None:
    assert at(text, POMECZI).text == text


def test_bad_positions_of_other_boards() -> None:
    check_bad_position("pomeczi:board=8x4", START, "rank 4 (from character 1) has 4 squares, but")
    check_bad_position(SMALL, START, "it has 4 ranks separated by “/”, but the board has 3")


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [("SB3", "Sb3"), ("sb3", "Sb3"), ("db3>", "Db3>"), ("DB3^ ", "Db3^"), ("\tsb3\n", "Sb3")],
)
def test_typed_moves(typed: str, canonical: str) -> None:
    assert str(at(START, POMECZI).parse(typed)) == canonical


def test_v_means_down_in_upper_case_too() -> None:
    assert str(at("4/4/1S2/4[SDssd] 1 - -", POMECZI).parse("B2V")) == "b2v"


@pytest.mark.parametrize("typed", ["", "b3", "b3 >", "S b3", "Sb3 Sb4", "Tb3", "b3x", "b33>", "S"])
def test_no_moves_at_all(typed: str) -> None:
    with pytest.raises(jostle.NotationError) as raised:
        at(START, POMECZI).play(typed)
    assert str(raised.value) == (
        f"“{typed}” is not a move: write Sb3 to place a single, Db3> or Db3^ to place a domino,"
        " or b3 and one of < > ^ v to send the tile there"
    )


@pytest.mark.parametrize("typed", ["Se1", "Da5>", "e1>", "h8^"])
def test_squares_off_the_board(typed: str) -> None:
    with pytest.raises(jostle.NotationError, match=r"on this board; its squares are a1 to d4$"):
        at(START, POMECZI).play(typed)


def played(position: jostle.Position, *moves: str) -> jostle.Position:
    for move in moves:
        position = position.play(move)
    return position
