"""Pushee Pieces, rule by rule (``C1`` to ``C9``, ``V1`` to ``V4``, ``R2`` in a match)."""

from __future__ import annotations

import random
from functools import partial

import pytest

import jostle
from jostle import EffectKind, Match, Outcome, Player, Position, Reason
from tests import games
from tests.games import (
    Refused,
    at,
    check_bad_position,
    check_bad_variant,
    check_ending_by_the_players,
    refusal_keys,
)

PUSHEE = "pushee-pieces"
NO_WALLS = "pushee-pieces:walls=off"
UNLIMITED = "pushee-pieces:tiers=unlimited"
TURNEE = "pushee-pieces:turns=2"
ONE_EACH = "pushee-pieces:pieces=1,turns=2"
TWO_EACH = "pushee-pieces:pieces=2,turns=2"
START = "6/6/6/6/6/6 1 15/15 -"
NUMBERS = "1234/5678/9012/3456"

legal = partial(games.legal, variant=PUSHEE)
after = partial(games.after, variant=PUSHEE)
rule_against = partial(games.rule_against, variant=PUSHEE)


def board(ranks: str, mover: int = 1, turns: str = "-") -> str:
    """A position of 15 pieces each, those not on the board being left to place."""
    first = sum(letter in "HVXY" for letter in ranks)
    second = sum(letter in "hvxy" for letter in ranks)
    return f"{ranks} {mover} {15 - first}/{15 - second} {turns}"


# C8: two pushes want the piece on c3; two would put a piece on d2; sets of one and of two pushes.
SAME_PIECE = board("1Vv3/2VV2/3h2/2h3/6/5v")  # a6h
SAME_SQUARE = board("6/1h4/2v1V1/1h3h/2h1V1/V5")  # d4h
ONE_OR_TWO = "1V3v/V1h1v1/1hhHVv/HV1Hhv/1VvV2/1Vv2H 2 4/5 -"  # a1h

REFUSED = [
    Refused("C3.pass", PUSHEE, START, "--", "a turn is to place a piece; there is no passing"),
    Refused(
        "C3.none-left",
        ONE_EACH,
        "6/1Hh3/6/6/6/6 1 0/0 1/2",
        "a1h",
        "you have no piece left to place",
    ),
    Refused("C3.occupied", PUSHEE, board("6/6/6/3h2/6/6"), "d3v", "d3 is not empty"),
    Refused(
        "C8.missing",
        PUSHEE,
        SAME_PIECE,
        "a6h",
        "two pushes cannot both happen, and you choose; write one of a6h=c3< and a6h=c3v",
    ),
    Refused(
        "C8.missing",
        PUSHEE,
        ONE_OR_TWO,
        "a1h",
        "two pushes cannot both happen, and you choose; write one of a1h=c4<,c5< and a1h=c4^",
    ),
    Refused(
        "C8.wrong",
        PUSHEE,
        ONE_OR_TWO,
        "a1h=c4<",
        "“a1h=c4<” is not one of the choices; write one of a1h=c4<,c5< and a1h=c4^",
    ),
    Refused(
        "C8.unneeded",
        PUSHEE,
        SAME_PIECE,
        "a6v=c3<",
        "no pushes clash here, so there is nothing to choose; write a6v",
    ),
    Refused(
        "V4.off",
        PUSHEE,
        board("6/6/6/3H2/6/6"),
        "d3r",
        "pieces are turned only in games with extra turns (turns=2)",
    ),
    Refused(
        "V4.none-left",
        TURNEE,
        board("6/6/6/3H2/6/6", turns="0/2"),
        "d3r",
        "you have no extra turn left",
    ),
    Refused(
        "V4.empty",
        TURNEE,
        board("6/6/6/3H2/6/6", turns="2/2"),
        "c3r",
        "there is no piece on c3 to turn",
    ),
    Refused(
        "V4.theirs",
        TURNEE,
        board("6/6/6/3h2/6/6", turns="2/2"),
        "d3r",
        "the piece on d3 is not yours",
    ),
    Refused(
        "V4.turned",
        TURNEE,
        board("6/6/6/3X2/6/6", turns="1/2"),
        "d3r",
        "the piece on d3 has been turned before, and a piece can be turned once",
    ),
    Refused(
        "V4.pass",
        TURNEE,
        board("6/6/6/3H2/6/6", turns="2/2"),
        "--",
        "you have 14 pieces left to place, so you may not pass",
    ),
    Refused(
        "V4.pass",
        ONE_EACH,
        "6/6/6/6/6/6 1 1/1 2/2",
        "pass",
        "you have 1 piece left to place, so you may not pass",
    ),
]


@pytest.mark.parametrize("example", REFUSED, ids=str)
def test_refusals_in_full(example: Refused) -> None:
    example.check()


def test_every_refusal_of_the_catalogue_is_produced() -> None:
    assert {example.key for example in REFUSED} == refusal_keys(PUSHEE)


def steps_of(variant: str, position: str, move: str) -> list[set[str]]:
    """What a move does, step by step: ``d3-e3`` a piece that goes, ``f3-`` one that leaves."""
    return [
        {
            f"{'+' if not effect.origin else effect.origin[0]}"
            f"-{effect.target[0] if effect.target else ''}"
            for effect in step
        }
        for step in at(position, variant).effects(move)
    ]


# C1 to C3: board, pieces, turns.


def test_c1_the_numbers() -> None:
    # A piece on each square in turn tells its number.
    rows = ["000000", "022220", "021320", "023120", "022220", "000000"]
    start = jostle.game("pushee-pieces:pieces=1").start()
    for rank, row in zip("654321", rows, strict=True):
        for file, number in zip("abcdef", row, strict=True):
            assert start.play(f"{file}{rank}h").scores == (int(number), 0)


@pytest.mark.parametrize(
    ("grid", "size"),
    [
        ("0123/4567/8901/2345", (4, 4)),
        ("01234567/01234567/01234567/01234567", (8, 4)),
        ("9999/9999/9999/9999/9999/9999/9999/9999", (4, 8)),
        ("/".join(["01234567"] * 8), (8, 8)),
        ("/".join(["12345"] * 7), (5, 7)),
    ],
)
def test_c1_other_grids(grid: str, size: tuple[int, int]) -> None:
    game = jostle.game(f"pushee-pieces:grid={grid}")
    assert game.size == size
    rows = grid.split("/")
    assert game.start().play("b2v").scores == (int(rows[-2][1]), 0)
    assert game.start().play("a1v").scores == (int(rows[-1][0]), 0)
    assert len(game.start().legal_moves) == 2 * size[0] * size[1]


def test_c2_fifteen_pieces_each() -> None:
    position = jostle.game(PUSHEE).start()
    assert position.text == START
    assert [[(piece.owner, count) for piece, count in side] for side in position.beside] == [
        [(Player.ONE, 15)],
        [(Player.TWO, 15)],
    ]


def test_c2_a_pushed_piece_keeps_its_direction() -> None:
    assert after(board("6/6/6/1v1hV1/6/6"), "c3h") == "6/6/6/v1H1hV/6/6 2 13/13 -"


def test_c3_place_on_an_empty_square() -> None:
    assert after(START, "c3h") == "6/6/6/2H3/6/6 2 14/15 -"
    assert after(START, "c3v") == "6/6/6/2V3/6/6 2 14/15 -"
    assert after("6/6/6/2V3/6/6 2 14/15 -", "a1v") == "6/6/6/2V3/6/v5 1 14/14 -"
    assert len(legal(START)) == 72
    for taken in ("c3h", "c3v"):
        assert rule_against("6/6/6/2V3/6/6 2 14/15 -", taken) == "C3"


@pytest.mark.parametrize("typed", ["--", "pass"])
def test_c3_no_passing(typed: str) -> None:
    assert rule_against(START, typed) == "C3"


def test_c3_no_piece_left() -> None:
    assert games.rule_against("6/1Hh3/6/6/6/6 1 0/0 1/2", "a1h", ONE_EACH) == "C3"


# C4 to C8: pushing.


def test_c4_both_ways_along_its_axis() -> None:
    around = board("6/6/2h3/1v1h2/2v3/6")
    assert after(around, "c3h") == "6/6/2h3/v1H1h1/2v3/6 2 14/11 -"
    # Vertically it pushes c4 up and c2 down.
    assert after(around, "c3v") == "6/2h3/6/1vVh2/6/2v3 2 14/11 -"


def test_c4_a_whole_row_whoever_owns_it_and_however_they_point() -> None:
    assert after(board("6/6/6/1HvVh1/6/6"), "a3h") == "6/6/6/H1HvVh/6/6 2 12/13 -"


def test_c4_only_the_neighbouring_square_starts_a_row() -> None:
    assert after(board("6/6/6/3h2/6/6"), "b3h") == "6/6/6/1H1h2/6/6 2 14/14 -"


def test_c5_the_wall() -> None:
    walled = board("6/6/6/3hVh/6/6")
    assert after(walled, "c3h") == "6/6/6/2HhVh/6/6 2 13/13 -"
    assert steps_of(PUSHEE, walled, "c3h") == [{"+-c3"}]


def test_c5_a_piece_already_pushed_blocks_the_row() -> None:
    # b3 and c3 go right; on c3 the horizontal piece would push d3 on, which has been pushed.
    row = board("6/6/6/1Hv3/6/6")
    assert steps_of(PUSHEE, row, "a3h") == [{"+-a3"}, {"b3-c3", "c3-d3"}]
    assert after(row, "a3h") == "6/6/6/H1Hv2/6/6 2 13/14 -"


CHAIN = board("6/3v2/2h1H1/3V2/6/6")


@pytest.mark.parametrize(
    ("tiers", "moved"),
    [
        ("1", "6/3v2/2h1H1/2H1V1/6/6 2 12/13 -"),
        ("2", "6/3vH1/2h3/2H1V1/6/6 2 12/13 -"),
        ("3", "6/2v1H1/2h3/2H1V1/6/6 2 12/13 -"),
        ("4", "6/2v1H1/6/2h1V1/2H3/6 2 12/13 -"),
        ("9", "6/2v1H1/6/2h1V1/2H3/6 2 12/13 -"),
        ("unlimited", "6/2v1H1/6/2h1V1/2H3/6 2 12/13 -"),
    ],
)
def test_c6_tiers(tiers: str, moved: str) -> None:
    assert games.after(CHAIN, "c3h", f"pushee-pieces:tiers={tiers}") == moved


def test_c6_the_pieces_moved_are_active_in_the_next_tier() -> None:
    assert steps_of(PUSHEE, CHAIN, "c3h") == [{"+-c3"}, {"d3-e3"}, {"e4-e5"}, {"d5-c5"}]


def test_c6_all_pushes_of_a_tier_happen_at_once() -> None:
    both_sides = board("6/6/h3h1/1v1v2/6/6")
    assert steps_of(PUSHEE, both_sides, "c3h") == [
        {"+-c3"},
        {"b3-a3", "d3-e3"},
        {"a4-a5", "e4-e5"},
    ]


def test_c6_judged_on_the_board_as_the_tier_began() -> None:
    # In tier 3, c6 pushes d6 right, and d4 cannot push the row d5, d6 against the wall. Had d6
    # gone first, d5 alone could have been pushed.
    position = board("3v2/2hh2/2v3/2vV2/1VV3/6")
    assert steps_of(PUSHEE, position, "a2h") == [
        {"+-a2"},
        {"b2-c2", "c2-d2"},
        {"c3-c4", "c4-c5", "c5-c6", "d3-d4"},
        {"d6-e6"},
    ]


def test_c6_a_tier_that_moves_nothing_ends_the_turn() -> None:
    assert steps_of(UNLIMITED, board("6/6/6/3h2/6/6"), "c3h") == [{"+-c3"}, {"d3-e3"}]


def test_c7_once_a_turn() -> None:
    # Without walls: d3 pushes e3 in tier 2 no more, though nothing holds it.
    row = "6/6/6/3Hv1/6/6 1 10/10 -"
    assert games.after(row, "c3h", NO_WALLS) == "6/6/6/2H1Hv/6/6 2 9/10 -"


def test_c7_the_piece_just_placed_can_be_pushed() -> None:
    assert steps_of(UNLIMITED, CHAIN, "c3h") == [
        {"+-c3"},
        {"d3-e3"},
        {"e4-e5"},
        {"d5-c5"},
        {"c4-c3", "c3-c2"},  # the placed piece goes from c3 to c2
    ]


def test_c7_the_piece_just_placed_is_then_active() -> None:
    # As above, and b2 stands beside c2, where the placed piece comes to push it.
    chain = board("6/3v2/2h1H1/3V2/1v4/6")
    assert steps_of(UNLIMITED, chain, "c3h")[5:] == [{"b2-a2"}]
    assert steps_of("pushee-pieces:tiers=4", chain, "c3h")[5:] == []


def test_c7_the_piece_just_placed_is_pushed_once() -> None:
    case = "6/1v2Vv/V1HV1h/1Vvh1h/1hh1VH/HHhHHh 2 4/5 -"
    pushed_at_home = [
        (move, step)
        for move in games.legal(case, UNLIMITED)
        for step in steps_of(UNLIMITED, case, move)[1:]
        if any(effect.startswith(f"{move[:2]}-") for effect in step)
    ]
    assert pushed_at_home
    for move in games.legal(case, UNLIMITED):
        square = move[:2]
        journey = []
        for step in steps_of(UNLIMITED, case, move)[1:]:
            going = [effect for effect in step if effect.startswith(f"{square}-")]
            journey += going
            square = going[0][3:] if going else square
        assert len(journey) <= 1


@pytest.mark.parametrize(
    ("position", "base", "choices"),
    [
        (SAME_PIECE, "a6h", {"a6h=c3<", "a6h=c3v"}),
        (SAME_SQUARE, "d4h", {"d4h=c2>", "d4h=e2<"}),
        (ONE_OR_TWO, "a1h", {"a1h=c4<,c5<", "a1h=c4^"}),
        # A set to which a push could still be added is no choice.
        ("H2vvV/1VH1h1/V1vvvH/3hhH/1HV2h/VvvV2 1 4/4 -", "f1v", {"f1v=b5^,c5^", "f1v=c5<"}),
    ],
)
def test_c8_the_player_chooses(position: str, base: str, choices: set[str]) -> None:
    assert {move for move in legal(position) if move.startswith(base)} == choices
    assert rule_against(position, base) == "C8"
    assert len({after(position, move) for move in choices}) == len(choices)


def test_c8_a_push_that_loses_does_not_happen() -> None:
    tiers = [{"+-d4"}, {"c4-b4", "e4-f4"}, {"b5-b6", "b3-b2", "f3-f2"}]
    assert steps_of(PUSHEE, SAME_SQUARE, "d4h=c2>") == [*tiers, {"c2-d2"}]
    assert steps_of(PUSHEE, SAME_SQUARE, "d4h=e2<") == [*tiers, {"e2-d2"}]
    assert after(SAME_SQUARE, "d4h=e2<") == "1h4/6/1v1H1V/6/1hhV1h/V5 2 11/10 -"


def test_c8_pushes_that_clash_with_nothing_always_happen() -> None:
    for choice in ("a1h=c4^", "a1h=c4<,c5<"):
        assert "e5-f5" in steps_of(PUSHEE, ONE_OR_TWO, choice)[3]


def test_c8_choices_in_later_tiers_follow() -> None:
    long_chain = "V1vhv1/3V1H/vh2HH/1v1hHh/Vh2h1/HHVv1H 1 4/4 -"
    moves = games.legal(long_chain, UNLIMITED)
    assert {move for move in moves if "=" in move} == {"b6h=d3v", "b6h=e2<,e3<"}


def test_c8_the_choice_is_written_in_its_order_and_only_where_there_is_one() -> None:
    assert rule_against(ONE_OR_TWO, "a1h=c5<,c4<") == "C8"
    assert rule_against(ONE_OR_TWO, "a1h=c4<") == "C8"
    assert rule_against(ONE_OR_TWO, "a1v=c4^") == "C8"
    assert str(at(ONE_OR_TWO, PUSHEE).parse(" A1H=C4<,C5<")) == "a1h=c4<,c5<"
    # What forbids the placement itself comes first.
    assert rule_against(ONE_OR_TWO, "b1h=c4^") == "C3"


# C9: the end.


@pytest.mark.parametrize(
    ("moves", "outcome"),
    [
        (("a2h", "d4h"), Outcome(Player.ONE, Reason.SCORE, (9, 4))),
        (("d4h", "a2h"), Outcome(Player.TWO, Reason.SCORE, (4, 9))),
        (("d4h", "b1h"), Outcome(None, Reason.SCORE, (4, 4))),
    ],
)
def test_c9_the_higher_score_wins(moves: tuple[str, str], outcome: Outcome) -> None:
    position = jostle.game(f"pushee-pieces:grid={NUMBERS},pieces=1").start()
    for move in moves:
        assert position.outcome is None
        position = position.play(move)
    assert position.outcome == outcome
    assert position.scores == outcome.scores
    assert position.mover is Player.ONE  # who did not make the last move
    assert not position.legal_moves
    with pytest.raises(jostle.GameOver, match=r"^the game is over: "):
        position.play("a1h")


def test_c9_the_sentences() -> None:
    won = at("3h/4/H3/4 1 0/0 -", f"pushee-pieces:grid={NUMBERS},pieces=1")
    with pytest.raises(
        jostle.GameOver, match=r"^the game is over: Player 1 wins by points, 9 to 4"
    ):
        won.play("a1h")
    drawn = at("3h/4/4/1H2 1 0/0 -", f"pushee-pieces:grid={NUMBERS},pieces=1")
    with pytest.raises(jostle.GameOver, match=r"^the game is over: a draw, 4 points each$"):
        drawn.play("a1h")


def test_c9_scores_run_along() -> None:
    position = jostle.game(PUSHEE).start()
    scores = []
    for move in ("c3h", "d3v", "c4v", "b3h"):
        position = position.play(move)
        scores.append(position.scores)
    # d3 (1 point); then c4 pushes c3 (3 points) down to c2; then b3.
    assert scores == [(3, 0), (3, 1), (1 + 2, 1), (1 + 2, 1 + 2)]


def test_r1_a_position_cannot_come_again() -> None:
    match = Match(jostle.game("pushee-pieces:pieces=3,turns=2"))
    chance = random.Random("no repetition")
    while match.outcome is None:
        match.play(chance.choice(list(match.position.legal_moves)))
        assert match.repetitions == 1
    assert len({position.repetition_key for position in match.positions}) == len(match.positions)


def test_r2_the_players_end_it() -> None:
    check_ending_by_the_players(PUSHEE, "c3h")
    match = Match(jostle.game(PUSHEE))
    match.play("c3h")
    assert match.resign(Player.ONE) == Outcome(Player.TWO, Reason.RESIGNATION, (3, 0))


# V1 to V4: the variants.


@pytest.mark.parametrize(
    ("variant", "start"),
    [
        ("pushee-pieces:pieces=8", "6/6/6/6/6/6 1 8/8 -"),
        ("pushee-pieces:pieces=1", "6/6/6/6/6/6 1 1/1 -"),
        (f"pushee-pieces:grid={NUMBERS}", "4/4/4/4 1 8/8 -"),  # half the squares
        ("pushee-pieces:grid=12345/12345/12345/12345/12345", "5/5/5/5/5 1 12/12 -"),
        ("pushee-pieces:grid=" + "/".join(["11111111"] * 8), "8/8/8/8/8/8/8/8 1 15/15 -"),
    ],
)
def test_v1_fewer_pieces(variant: str, start: str) -> None:
    assert jostle.game(variant).start().text == start


def test_v1_more_than_half_the_squares_is_refused() -> None:
    assert jostle.game(f"pushee-pieces:grid={NUMBERS},pieces=8").variant.endswith(NUMBERS)
    check_bad_variant(
        f"pushee-pieces:grid={NUMBERS},pieces=9",
        "pushee-pieces.variant.too-many",
        "9 pieces each do not fit; this grid has room for 8 each",
    )


def test_v2_the_leading_piece_goes_over_the_edge() -> None:
    row = "6/6/6/3HhV/6/6 1 10/10 -"
    assert games.after(row, "c3h", NO_WALLS) == "6/6/6/2H1Hh/6/6 2 9/10 -"
    (effect,) = [
        effect
        for step in at(row, NO_WALLS).effects("c3h")
        for effect in step
        if effect.kind is EffectKind.ELIMINATED
    ]
    assert str(effect.origin[0]) == "f3"
    assert effect.target == ()
    assert effect.becomes is None
    # It is out of the game for good: neither on the board nor to place.
    assert at(row, NO_WALLS).play("c3h").beside[0][0][1] == 9


@pytest.mark.parametrize(
    ("row", "move", "moved"),
    [
        ("vH4/6/6/6/6/6 1 10/10 -", "c6h", "H1H3/6/6/6/6/6 2 9/10 -"),
        ("v5/H5/6/6/6/6 1 10/10 -", "a4v", "H5/6/V5/6/6/6 2 9/10 -"),
        ("6/6/6/6/H5/v5 1 10/10 -", "a3v", "6/6/6/V5/6/H5 2 9/10 -"),
    ],
)
def test_v2_over_every_edge(row: str, move: str, moved: str) -> None:
    assert games.after(row, move, NO_WALLS) == moved


def test_v2_a_piece_already_pushed_still_blocks() -> None:
    row = "6/6/6/3Hv1/6/6 1 10/10 -"
    assert games.after(row, "c3h", NO_WALLS) == "6/6/6/2H1Hv/6/6 2 9/10 -"


def test_v2_two_pieces_may_go_off_in_the_same_tier() -> None:
    position = "6/6/6/v1vVvV/6/6 1 10/10 -"
    assert steps_of(NO_WALLS, position, "b3h")[1] == {"a3-", "c3-d3", "d3-e3", "e3-f3", "f3-"}
    assert games.after(position, "b3h", NO_WALLS) == "6/6/6/1H1vVv/6/6 2 9/10 -"


def test_v2_fewer_pieces_count_at_the_end() -> None:
    variant = f"pushee-pieces:grid={NUMBERS},pieces=2,walls=off"
    position = jostle.game(variant).start()
    for move in ("a1h", "d4h", "d2h", "b1h"):  # the last pushes a1 off
        position = position.play(move)
    assert position.text == "3h/4/3H/1h2 1 0/0 -"
    assert position.outcome == Outcome(Player.TWO, Reason.SCORE, (2, 8))


def test_v3_unlimited_chain() -> None:
    assert len(steps_of(UNLIMITED, CHAIN, "c3h")) == 5
    assert len(steps_of(PUSHEE, CHAIN, "c3h")) == 4


def test_v3_it_ends_by_itself() -> None:
    # A crowded board: the longest chain has fewer tiers than there are pieces.
    crowded = "H1VH1H/1v1h1v/v1vv1h/HH4/vHhHVH/1H1h1v 1 4/4 -"
    lengths = [len(steps_of(UNLIMITED, crowded, move)) for move in games.legal(crowded, UNLIMITED)]
    assert 4 < max(lengths) < 24


def test_v4_a_turn_acts_like_a_placement() -> None:
    position = board("6/6/2v3/2Vh2/6/6", turns="2/2")
    assert games.after(position, "c3r", TURNEE) == "6/6/2v3/2X1h1/6/6 2 14/13 1/2"
    (turned,), pushed = at(position, TURNEE).effects("c3r")
    assert turned.kind is EffectKind.TURNED
    assert turned.origin == turned.target
    assert [str(effect.kind) for effect in pushed] == ["pushed"]
    # From horizontal to vertical.
    assert games.after(board("6/6/2v3/2H3/6/6", turns="2/2"), "c3r", TURNEE).startswith(
        "6/2v3/6/2Y"
    )


def test_v4_two_turns_each_and_a_piece_once() -> None:
    position = at(board("6/6/6/6/6/H1V1H1", turns="2/2"), TURNEE)
    position = position.play("a1r").play("a6h")
    assert games.rule_against(position.text, "a1r", TURNEE) == "V4"  # once
    position = position.play("c1r").play("c6h")
    assert position.text == "h1h3/6/6/6/6/Y1X1H1 1 12/13 0/2"
    assert games.rule_against(position.text, "e1r", TURNEE) == "V4"  # no turn left


def test_v4_at_any_time() -> None:
    first = jostle.game(TURNEE).start().play("c3h").play("d5v")
    assert {"c3r", "a1h"} <= {str(move) for move in first.legal_moves}
    assert games.rule_against(first.text, "d5r", TURNEE) == "V4"  # not the opponent's
    assert games.rule_against(first.text, "a1r", TURNEE) == "V4"  # nothing there


def test_v4_off_in_the_standard_game() -> None:
    assert rule_against(board("6/6/6/3H2/6/6"), "d3r") == "V4"


def test_v4_when_all_are_placed_turn_or_pass() -> None:
    position = "6/1H4/3v2/2V3/4h1/6 1 0/0 2/2"
    assert games.legal(position, TWO_EACH) == {"b5r", "c3r", "--"}
    assert games.after(position, "pass", TWO_EACH) == "6/1H4/3v2/2V3/4h1/6 2 0/0 p/2"


def test_v4_no_pass_with_pieces_left() -> None:
    assert games.rule_against(board("6/6/6/3H2/6/6", turns="2/2"), "--", TURNEE) == "V4"
    assert games.rule_against(board("6/6/6/3H2/6/6", turns="0/2"), "--", TURNEE) == "V4"


def test_v4_no_piece_left_to_turn() -> None:
    assert games.legal("6/1Xh3/6/6/6/6 1 0/0 1/2", ONE_EACH) == {"--"}


def test_v4_a_player_with_nothing_to_do_is_skipped() -> None:
    # Player 2 has given up: after Player 1's turn it is Player 1's turn again.
    position = "6/1X4/3v2/2V3/4h1/6 1 0/0 1/p"
    assert games.legal(position, TWO_EACH) == {"c3r", "--"}
    ended = at(position, TWO_EACH).play("c3r")
    assert ended.text == "6/1X4/3v2/2X3/4h1/6 2 0/0 0/p"
    assert ended.outcome is not None
    twice = at("6/1H4/3v2/2V3/4h1/6 1 0/0 2/p", TWO_EACH).play("c3r")
    assert twice.text == "6/1H4/3v2/2X3/4h1/6 1 0/0 1/p"
    assert twice.mover is Player.ONE
    assert twice.outcome is None


def test_v4_skipped_while_the_other_still_places() -> None:
    # Player 1 has nothing left to do; Player 2 places, and then turns a piece.
    position = at("6/1Y4/3v2/2X3/6/6 2 0/1 0/1", TWO_EACH).play("a1h")
    assert position.text == "6/1Y4/3v2/2X3/6/h5 2 0/0 0/1"
    assert position.outcome is None
    ended = position.play("a1r")
    assert ended.text == "6/1Y4/3v2/2X3/6/y5 1 0/0 0/0"
    assert ended.outcome == Outcome(Player.ONE, Reason.SCORE, (5, 3))


def test_v4_it_ends_when_neither_has_anything_to_do() -> None:
    position = at("6/1H4/3v2/2V3/4h1/6 1 0/0 2/2", TWO_EACH)
    assert position.play("--").outcome is None
    assert position.play("--").play("--").text == "6/1H4/3v2/2V3/4h1/6 1 0/0 p/p"
    assert position.play("--").play("--").outcome == Outcome(None, Reason.SCORE, (5, 5))


@pytest.mark.parametrize(
    ("given", "normal"),
    [
        (
            "pushee-pieces:grid=000000/022220/021320/023120/022220/000000,pieces=15,tiers=3,"
            "turns=0,walls=on",
            "pushee-pieces",
        ),
        (
            "Pushee-Pieces:walls=OFF,turns=2,tiers=Unlimited,pieces=08",
            "pushee-pieces:pieces=8,tiers=unlimited,turns=2,walls=off",
        ),
        (f"pushee-pieces:pieces=8,grid={NUMBERS}", f"pushee-pieces:grid={NUMBERS}"),
        (f"pushee-pieces:pieces=7,grid={NUMBERS}", f"pushee-pieces:grid={NUMBERS},pieces=7"),
        ("pushee-pieces:tiers=09", "pushee-pieces:tiers=9"),
    ],
)
def test_v1_to_v4_variants_have_one_normal_form(given: str, normal: str) -> None:
    assert jostle.game(given).variant == jostle.game(normal).variant == normal
    assert jostle.game(given) == jostle.game(normal)


@pytest.mark.parametrize(
    ("variant", "key", "fragment"),
    [
        ("pushee", "variant.unknown-game", "there is no game “pushee”"),
        ("pushee-pieces:wall=on", "variant.unknown-option", "has no option “wall”"),
        ("pushee-pieces:walls=on,walls=off", "variant.twice", "the option walls is given twice"),
        ("pushee-pieces:pieces=0", "variant.bad-value", "a whole number from 1 to 15"),
        ("pushee-pieces:pieces=16", "variant.bad-value", "pieces=“16”"),
        ("pushee-pieces:tiers=0", "variant.bad-value", "from 1 to 9, or “unlimited”"),
        ("pushee-pieces:tiers=10", "variant.bad-value", "tiers=“10”"),
        ("pushee-pieces:turns=1", "variant.bad-value", "turns is one of 0 and 2"),
        ("pushee-pieces:turns=3", "variant.bad-value", "turns=“3”"),
        ("pushee-pieces:walls=yes", "variant.bad-value", "walls is one of on and off"),
        ("pushee-pieces:grid", "variant.bad-value", "grid=“”"),
        ("pushee-pieces:grid=111/111/111/111", "variant.bad-value", "4 to 8 rows of 4 to 8"),
        ("pushee-pieces:grid=1111/1111/1111", "variant.bad-value", "grid=“1111/1111/1111”"),
        ("pushee-pieces:grid=1111/1111/1111/111", "variant.bad-value", "cannot be played"),
        ("pushee-pieces:grid=1111/1111/1111/111x", "variant.bad-value", "cannot be played"),
        ("pushee-pieces:grid=1111/1111/1111/111²", "variant.bad-value", "cannot be played"),
        ("pushee-pieces:grid=1111/1111/1111/1111/", "variant.bad-value", "cannot be played"),
        (f"pushee-pieces:grid={'/'.join(['1' * 9] * 4)}", "variant.bad-value", "cannot be"),
        (f"pushee-pieces:grid={'/'.join(['1111'] * 9)}", "variant.bad-value", "cannot be played"),
    ],
)
def test_v1_to_v4_bad_variants(variant: str, key: str, fragment: str) -> None:
    check_bad_variant(variant, key, fragment)


# The text.


@pytest.mark.parametrize(
    ("variant", "text", "fragment"),
    [
        (PUSHEE, "", "it has 1 field separated by single spaces, but 4 are needed"),
        (PUSHEE, "6/6/6/6/6/6 1 15/15", "the pieces left to place and the extra turns"),
        # The board's size.
        (PUSHEE, "6/6/6/6/6 1 15/15 -", "it has 5 ranks separated by “/”, but the board has 6"),
        (PUSHEE, "6/6/6/6/6/7 1 15/15 -", "rank 1 (from character 11) has 7 squares, but"),
        (PUSHEE, "6/6/6/6/6/5 1 15/15 -", "rank 1 (from character 11) has 5 squares, but"),
        (PUSHEE, "6/6/6/6/6/5S 1 15/15 -", "“S” at character 12 is neither a piece (one of HVhv)"),
        (PUSHEE, "6/6/6/6/6/5X 1 14/15 -", "“X” at character 12 is neither a piece"),
        (TURNEE, "6/6/6/6/6/5S 1 15/15 2/2", "(one of HVXYhvxy)"),
        (PUSHEE, "6/6/6/6/6/6 3 15/15 -", "the player to move is “3”"),
        # Pieces on the board and left to place are the variant's number.
        (PUSHEE, "6/6/6/6/6/6 1 15 -", "must be two numbers, as in 15/15"),
        (PUSHEE, "6/6/6/6/6/6 1 15/15/15 -", "the pieces left to place are “15/15/15”"),
        (PUSHEE, "6/6/6/6/6/6 1 ١٥/15 -", "the pieces left to place are “١٥/15”"),
        (PUSHEE, "6/6/6/6/6/6 1 14/15 -", "Player 1 has 0 pieces on the board and 14 left to"),
        (PUSHEE, "6/6/6/6/6/5h 1 15/15 -", "Player 2 has 1 piece on the board and 15 left to"),
        (PUSHEE, "6/6/6/6/6/5h 1 15/13 -", "in this variant these are 15 together"),
        (NO_WALLS, "6/6/6/6/6/5h 1 15/15 -", "in this variant these are at most 15 together"),
        # The extra turns.
        (PUSHEE, "6/6/6/6/6/6 1 15/15 2/2", "this variant has none and the field must be -"),
        (PUSHEE, "6/6/6/6/6/6 1 15/15 0/0", "the extra turns are “0/0”"),
        (TURNEE, "6/6/6/6/6/6 1 15/15 -", "must be 0, 1, 2 or p for each player, as in 2/1"),
        (TURNEE, "6/6/6/6/6/6 1 15/15 3/2", "the extra turns are “3/2”"),
        (TURNEE, "6/6/6/6/6/6 1 15/15 P/2", "the extra turns are “P/2”"),
        (TURNEE, board("6/6/6/6/6/5X", 1, "2/2"), "Player 1 has 1 turned piece and 2 extra turns"),
        (TURNEE, board("6/6/6/6/6/4yx", 1, "2/1"), "Player 2 has 2 turned pieces and 1 extra turn"),
        (TURNEE, board("6/6/6/6/6/3XYX", 1, "0/2"), "Player 1 has 3 turned pieces and 0 extra"),
        (ONE_EACH, "6/6/6/6/6/4xX 1 0/0 1/2", "Player 2 has 1 turned piece and 2 extra turns left"),
        (TURNEE, "6/6/6/6/6/6 1 15/15 p/2", "cannot have given up the extra turns (p) with 15"),
        (TWO_EACH, "6/6/6/6/6/4Hh 1 1/1 2/p", "Player 2 cannot have given up the extra turns"),
        # The mover has something to do, unless the game is over.
        ("pushee-pieces:pieces=1", "6/6/6/6/6/5H 1 0/1 -", "Player 1 is to move but has nothing"),
        (ONE_EACH, "6/6/6/6/6/4hH 2 0/0 2/p", "Player 2 is to move but has nothing left to do"),
        (ONE_EACH, "6/6/6/6/6/4hH 1 0/0 0/1", "Player 1 is to move but has nothing left to do"),
        # One spelling.
        (PUSHEE, "6/6/6/6/6/42 1 15/15 -", "one spelling only, and this one's is “6/6/6/6/6/6 1"),
        (NO_WALLS, "6/6/6/6/6/6 1 05/15 -", "one spelling only"),
    ],
)
def test_bad_positions(variant: str, text: str, fragment: str) -> None:
    check_bad_position(variant, text, fragment)


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        (NO_WALLS, "6/6/6/6/6/5h 1 15/13 -"),  # with V2, at most the variant's number
        (NO_WALLS, "6/6/6/6/6/6 1 0/0 -"),
        (TURNEE, board("6/6/6/6/6/5X", 1, "1/2")),
        (ONE_EACH, "6/6/6/6/6/4hX 2 0/0 p/1"),
        (ONE_EACH, "6/6/6/6/6/4hH 1 0/0 p/p"),  # over, either may be to move
        (ONE_EACH, "6/6/6/6/6/4hH 2 0/0 p/p"),
        ("pushee-pieces:pieces=1", "6/6/6/6/6/5H 2 0/1 -"),
    ],
)
def test_good_positions(variant: str, text: str) -> None:
    assert at(text, variant).text == text


@pytest.mark.parametrize(
    ("typed", "canonical"), [("C3H", "c3h"), (" c3V ", "c3v"), ("c3h\n", "c3h")]
)
def test_typed_moves(typed: str, canonical: str) -> None:
    assert str(at(START, PUSHEE).parse(typed)) == canonical


@pytest.mark.parametrize(
    "typed", ["", "c3", "h", "c3x", "c3 h", "c3h=", "c3h=b5", "c3h=b5>,", "c3h=b5>;e2^", "--=b5>"]
)
def test_no_moves_at_all(typed: str) -> None:
    with pytest.raises(jostle.NotationError) as raised:
        at(START, PUSHEE).play(typed)
    assert str(raised.value) == (
        f"“{typed}” is not a move: write a square and h or v to place a piece, as in c3h, r to turn"
        " one, and after = the chosen pushes where there is a choice, as in c3h=b5>"
    )


@pytest.mark.parametrize("typed", ["g1h", "a7v", "h8r", "a1h=g1>"])
def test_squares_off_the_board(typed: str) -> None:
    with pytest.raises(jostle.NotationError, match=r"on this board; its squares are a1 to f6$"):
        at(START, PUSHEE).play(typed)


def test_effects_tell_the_whole_new_position() -> None:
    """The fields after the ranks, and the scores, worked out from the effects alone."""
    chance = random.Random("pushee effects")
    moves = 0
    for variant in (
        "pushee-pieces:turns=2",
        "pushee-pieces:pieces=4,tiers=unlimited,turns=2,walls=off",
        f"pushee-pieces:grid={NUMBERS},turns=2,walls=off",
    ):
        for _ in range(4):
            position = jostle.game(variant).start()
            scores = (0, 0)
            while position.legal_moves:
                move = str(chance.choice(list(position.legal_moves)))
                played = position.play(move)
                assert played.text.split(" ")[1:] == told_fields(position, move)
                scores = told_scores(position, move, scores)
                assert played.scores == scores
                position = played
                moves += 1
    assert moves > 150


def told_fields(position: Position, move: str) -> list[str]:
    """The mover, the pieces left and the extra turns after a move, by its effects."""
    mover = position.mover - 1
    left = [int(count) for count in position.text.split(" ")[2].split("/")]
    turns = position.text.split(" ")[3].split("/")
    for step in position.effects(move):
        for effect in step:
            if effect.kind is EffectKind.PLACED:
                left[mover] -= 1
            elif effect.kind is EffectKind.TURNED:
                turns[mover] = str(int(turns[mover]) - 1)
            elif effect.kind is EffectKind.PASSED:
                turns[mover] = "p"
    acts = [left[player] > 0 or turns[player] in ("1", "2") for player in (0, 1)]
    following = mover if acts[mover] and not acts[1 - mover] else 1 - mover
    return [str(following + 1), f"{left[0]}/{left[1]}", f"{turns[0]}/{turns[1]}"]


def told_scores(position: Position, move: str, scores: tuple[int, int]) -> tuple[int, int]:
    """The scores after a move: each effect takes a number away and gives another."""
    rows = position.game.settings["grid"].split("/")[::-1]
    running = list(scores)
    for step in position.effects(move):
        for effect in step:
            owner = effect.piece.owner if effect.piece else None
            if owner is not None:
                running[owner - 1] -= sum(int(rows[cell.rank][cell.file]) for cell in effect.origin)
                running[owner - 1] += sum(int(rows[cell.rank][cell.file]) for cell in effect.target)
    return running[0], running[1]
