"""Records: what is written, what is read back, and what is said about texts that are wrong."""

from __future__ import annotations

import pickle
import random
import time
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import jostle
from jostle import Match, Outcome, Player, Reason, RecordError
from jostle.core.record import Line, Record, RecordedMove, read_all

VARIANTS = (
    "pomeczi",
    "pomeczi:board=3x3",
    "pomeczi:board=8x4,dominoes=1",
    "push-push",
    "push-push:quiet=20",
    "pushee-pieces",
    "pushee-pieces:pieces=3,turns=2,walls=off",
    "pushee-pieces:grid=0000/0990/0110/0000,tiers=unlimited",
)
HEADER = '[Variant "push-push"]\n'


def played(variant: str, seed: int, most: int = 60) -> Match:
    """A random match."""
    chance, match = random.Random(seed), Match(jostle.game(variant))
    while match.outcome is None and len(match.moves) < most:
        match.play(chance.choice(list(match.position.legal_moves)))
    return match


def content(line: Line) -> list[Any]:
    """All that a line says, to be compared."""
    return [
        line.comments,
        [
            (
                str(move),
                move.position.text,
                move.marks,
                move.before,
                move.after,
                [content(variation) for variation in move.variations],
            )
            for move in line.moves
        ],
    ]


def check_fixed_point(record: Record) -> Record:
    """Read a record's own text; nothing may have changed."""
    again = Record.read(str(record))
    assert str(again) == str(record)
    assert again == record
    assert again.headers == record.headers
    assert content(again.line) == content(record.line)
    assert again.game == record.game
    assert again.start == record.start
    return again


def moves_text(record: Record) -> str:
    """The text after the tags."""
    return str(record).split("\n\n", 1)[1]


def reread(moves: str) -> str:
    """What becomes of some moves of Push Push, on one line."""
    return " ".join(moves_text(Record.parse(HEADER + moves)).split())


def found(text: str) -> list[tuple[int, int, str]]:
    """The problems of a text by line, column and key."""
    return [
        (problem.line, problem.column, problem.message.key.removeprefix("record."))
        for problem in Record.read(text).problems
    ]


# Writing.


def test_text_of_a_match() -> None:
    match = Match(jostle.game("push-push"))
    for move in ("c1c2", "d7d6", "d1d2"):
        match.play(move)
    assert str(match.record(Event="Final", Player1="Ann", TimeControl="300+2", Annotator="Bo")) == (
        '[Event "Final"]\n'
        '[Site "?"]\n'
        '[Date "????.??.??"]\n'
        '[Round "?"]\n'
        '[Player1 "Ann"]\n'
        '[Player2 "?"]\n'
        '[Result "*"]\n'
        '[Variant "push-push"]\n'
        '[TimeControl "300+2"]\n'
        '[RulesVersion "1"]\n'
        '[Annotator "Bo"]\n'
        "\n"
        "1. c1c2 d7d6 2. d1d2 *"
    )


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(3))
def test_round_trip_of_a_match(variant: str, seed: int) -> None:
    match = played(variant, seed)
    record = check_fixed_point(match.record(Round=seed))
    assert Record.parse(str(record)).moves == match.moves
    back = record.match()
    assert (back.moves, back.positions, back.outcome) == (
        match.moves,
        match.positions,
        match.outcome,
    )
    assert max(map(len, str(record).splitlines())) <= 80


def test_start_position_is_written_only_if_it_is_another() -> None:
    game = jostle.game("push-push")
    assert "Start" not in Match(game).record().headers
    start = game.start().play("c1c2")
    match = Match(game, start)
    match.play("d7d6")
    match.play("d1d2")
    record = check_fixed_point(match.record())
    assert record.headers["Start"] == start.text
    assert moves_text(record) == "1... d7d6 2. d1d2 *"
    assert record.match().start == start


def test_the_variants_own_start_may_be_spelled_out() -> None:
    start = jostle.game("push-push").start().text
    record = Record.parse(f'{HEADER}[Start "{start}"]\nc1c2 *')
    assert "Start" not in record.headers


def test_numbers_where_a_player_moves_twice_in_a_row() -> None:
    match = Match(jostle.game("pushee-pieces:pieces=1,turns=2"))
    for move in ("a1h", "f6v", "--", "f6r", "--"):
        match.play(move)
    assert match.outcome is not None
    assert moves_text(match.record()).startswith("1. a1h f6v 2. -- f6r 3... -- ")
    check_fixed_point(match.record())

    match = Match(jostle.game("pushee-pieces:pieces=1,turns=2"))
    for move in ("a1h", "f6v", "a1r", "--", "--"):
        match.play(move)
    assert moves_text(match.record()).startswith("1. a1h f6v 2. a1r -- 3. -- ")
    check_fixed_point(match.record())


def test_tag_values_are_escaped() -> None:
    record = Match(jostle.game("pomeczi")).record(Event='The "big\\small" \\', Site="a\nb")
    assert '[Event "The \\"big\\\\small\\" \\\\"]' in str(record)
    again = Record.parse(str(record))
    assert again.tags["Event"] == 'The "big\\small" \\'
    assert again.tags["Site"] == "a b"


@pytest.mark.parametrize("name", ["Result", "variant", "START", "RulesVersion", "Two words", "é"])
def test_tags_that_cannot_be_given(name: str) -> None:
    with pytest.raises(RecordError, match="cannot be given as a tag"):
        Match(jostle.game("pomeczi")).record(**{name: "x"})


def test_lines_are_wrapped_between_words() -> None:
    record = played("pushee-pieces", 1).record()
    record.line.moves[3].after.append("word " * 50 + "[%clk 0:05:00] " * 20 + "end")
    record.line.moves[5].after.append("x" * 200)
    lines = moves_text(record).splitlines()
    assert all(len(line) <= 80 or "x" * 200 in line for line in lines)
    assert not any(line.endswith("[%clk") for line in lines)
    assert not any(line.endswith(".") for line in lines)
    check_fixed_point(record)


def test_records_are_equal_when_their_texts_are() -> None:
    match = played("pomeczi", 1)
    assert match.record() == match.record()
    assert match.record() != match.record(Event="x")
    assert match.record() != str(match.record())


# Comments, marks, clocks and variations.


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("{of the line} 1. {of the move} c1c2 *", "{of the line} 1. {of the move} c1c2 *"),
        ("c1c2{a}{b} d7d6 ; c\n*", "1. c1c2 {a} {b} 1... d7d6 {c} *"),
        ("c1c2 1... {before} d7d6 *", "1. c1c2 1... {before} d7d6 *"),
        ("1. c1c2 2. {last} *", "1. c1c2 {last} *"),
        ("1. {nothing else} *", "{nothing else} *"),
        ("c1c2 (d1d2) {late} d7d6 *", "1. c1c2 {late} (1. d1d2) 1... d7d6 *"),
        ("c1c2 {  two\n\twords } {} { } *", "1. c1c2 {two words} *"),
        ("c1c2 * {the end}", "1. c1c2 {the end} *"),
        (r"c1c2 {a \} b \\ c \d} *", r"1. c1c2 {a \} b \\ c \\d} *"),
        ("c1c2 {( [ ; % $1 1-0 {} *", "1. c1c2 {( [ ; % $1 1-0 {} *"),
        ("c1c2 d7d6 (c7c6 d1d2 (e1e2)) *", "1. c1c2 d7d6 (1... c7c6 2. d1d2 (2. e1e2)) *"),
        ("c1c2 (d1d2) (e1e2) d7d6 *", "1. c1c2 (1. d1d2) (1. e1e2) 1... d7d6 *"),
        ("c1c2 (d1d2 c7c6) (e1e2 {x} d7d6) *", "1. c1c2 (1. d1d2 c7c6) (1. e1e2 {x} 1... d7d6) *"),
        ("c1c2 ({just words}) () *", "1. c1c2 ({just words}) *"),
        ("c1c2 (d1d2 1-0) *", "1. c1c2 (1. d1d2) *"),
        ("c1c2! d7d6 ?? d1d2!? *", "1. c1c2! d7d6?? 2. d1d2!? *"),
        ("c1c2$1 d7d6$2 d1d2 $3 d6d5 $4 *", "1. c1c2! d7d6? 2. d1d2!! d6d5?? *"),
        ("c1c2 $5 d7d6 $06 d1d2 $0 d6d5 $139 *", "1. c1c2!? d7d6?! 2. d1d2 $0 d6d5 $139 *"),
        ("c1c2 $14 ! ? $14 *", "1. c1c2 $14 ! ? *"),
        ("c1c2! ? $2 *", "1. c1c2! ? *"),
    ],
)
def test_normal_form(text: str, normal: str) -> None:
    assert reread(text) == normal
    assert reread(normal) == normal


@pytest.mark.parametrize(
    "text",
    [
        "1.c1c2 d7d6 2.d1d2 *",
        "1 . c1c2 1 ... d7d6 2 d1d2 *",
        "c1c2 d7d6 d1d2",
        "7. c1c2 3... d7d6 99. d1d2 *",
        "C1C2\r\n\r\nD7d6\t d1D2\r\n*\r\n",
        "1.…c1c2 d7d6 d1d2*",
        "% an escaped line\n1. c1c2 d7d6\n%another\n2. d1d2 *\n",
        "\n\n 1. c1c2\n\n\n d7d6 2.\nd1d2\n",
    ],
)
def test_people_write_moves_in_many_ways(text: str) -> None:
    assert reread(text) == "1. c1c2 d7d6 2. d1d2 *"


@pytest.mark.parametrize("text", ["1/2-1/2", "½-½", "1/2", "½", "1/2 - 1/2", "1/2–1/2"])
def test_people_write_draws_in_many_ways(text: str) -> None:
    assert Record.parse(f"{HEADER}c1c2 {text}").result == "1/2-1/2"


@pytest.mark.parametrize(("text", "result"), [("1 - 0", "1-0"), ("0–1", "0-1"), ("*", "*")])
def test_people_write_results_in_many_ways(text: str, result: str) -> None:
    assert Record.parse(f"{HEADER}c1c2 {text}").result == result
    assert Record.parse(f'{HEADER}[Result "{text}"]\nc1c2').result == result


def test_tags_in_any_case_and_shape() -> None:
    text = '\ufeff[ VARIANT"Push-Push:quiet=100" ]\r\n[event  "x\\y"][Odd_1 ""]\r\nc1c2'
    record = Record.parse(text)
    assert record.game == jostle.game("push-push")
    assert record.tags["Event"] == "x\\y"
    assert record.tags["Odd_1"] == ""
    assert list(record.headers)[-2:] == ["RulesVersion", "Odd_1"]


def test_a_pass_may_be_typed() -> None:
    text = '[Variant "pushee-pieces:pieces=1,turns=2"]\n1. a1h f6v 2. pass Pass'
    assert [str(move) for move in Record.parse(text).moves[2:]] == ["--", "--"]


def test_moves_know_their_positions() -> None:
    record = Record.parse(HEADER + "c1c2 d7d6 (c7c6 d1d2) d1d2 *")
    position = jostle.game("push-push").start()
    for move in record.line.moves:
        position = position.play(move.move)
        assert move.position == position
    variation = record.line.moves[1].variations[0]
    start = record.line.moves[0].position
    assert variation.moves[-1].position == start.play("c7c6").play("d1d2")
    assert content(variation) == content(Line.of(start, ["c7c6", "D1D2"]))


def test_clock() -> None:
    record = Record.parse(HEADER + "c1c2 {so} {fast [%clk 0:04:59.5] !} d7d6 {[%clk x]} *")
    first, second = record.line.moves
    assert first.clock == timedelta(minutes=4, seconds=59, milliseconds=500)
    assert first.after == ["so", "fast [%clk 0:04:59.5] !"]
    assert second.clock is None
    first.clock = None
    assert (first.clock, first.after) == (None, ["so", "fast  !"])
    first.clock = timedelta(hours=1, seconds=5)
    assert first.after[0] == "[%clk 1:00:05]"
    first.clock = timedelta(seconds=-1)
    assert first.after == ["[%clk 0:00:00]", "so", "fast  !"]
    first.clock = timedelta(seconds=3, microseconds=250_000)
    assert first.after[0] == "[%clk 0:00:03.25]"
    assert first.clock == timedelta(seconds=3, microseconds=250_000)
    check_fixed_point(Record.read(str(record)))


def test_deep_nesting() -> None:
    depth = 20_000
    record = Record.parse(HEADER + "c1c2 " + "(d1d2 " * depth + ")" * depth + " *")
    assert repr(record)
    text = str(record)
    assert text.count("(") == depth
    assert str(Record.parse(text)) == text


# Players' verdicts.


@pytest.mark.parametrize(
    ("verdict", "result"),
    [
        (Outcome(Player.ONE, Reason.RESIGNATION), "1-0"),
        (Outcome(Player.TWO, Reason.RESIGNATION), "0-1"),
        (Outcome(None, Reason.AGREEMENT), "1/2-1/2"),
        (Outcome(Player.ONE, Reason.TIME), "1-0"),
        (Outcome(None, Reason.TIME), "1/2-1/2"),
        (Outcome(Player.TWO, Reason.ABANDONED), "0-1"),
        (Outcome(None, Reason.ABANDONED), "1/2-1/2"),
    ],
)
def test_verdicts_round_trip(verdict: Outcome, result: str) -> None:
    match = played("push-push", 1, most=5)
    match.end(verdict)
    record = Record.parse(str(match.record()))
    assert (record.result, record.headers["Termination"]) == (result, str(verdict.reason))
    assert record.match().outcome == verdict


def test_r2_scores_come_back_with_a_verdict() -> None:
    match = played("pushee-pieces", 1, most=9)
    outcome = match.resign(Player.TWO)
    assert outcome.scores is not None
    assert Record.parse(str(match.record())).match().outcome == outcome


@pytest.mark.parametrize(
    ("tags", "result", "outcome"),
    [
        ("", "1-0", Outcome(Player.ONE, Reason.RESIGNATION)),
        ("", "1/2-1/2", Outcome(None, Reason.AGREEMENT)),
        ('[Termination "adjudication"]', "0-1", Outcome(Player.TWO, Reason.RESIGNATION)),
        ('[Termination " Time "]', "0-1", Outcome(Player.TWO, Reason.TIME)),
        ('[Termination "abandoned"]', "*", None),
        ("", "*", None),
    ],
)
def test_r2_verdicts_of_other_programs(tags: str, result: str, outcome: Outcome | None) -> None:
    record = Record.parse(f"{HEADER}{tags}\nc1c2 {result}")
    assert record.match().outcome == outcome
    check_fixed_point(record)


def test_r1_repetition_ends_the_main_line_but_no_variation() -> None:
    there_and_back = "d1d2 d7d6 d2d1 d6d7 " * 2
    record = Record.read(HEADER + "c1c2 a7a6 " + there_and_back + "d1d2 1/2-1/2")
    assert [problem.message.key for problem in record.problems] == ["record.over"]
    assert len(record.moves) == 10
    assert record.headers["Termination"] == "repetition"
    outcome = record.match().outcome
    assert outcome is not None
    assert outcome.reason is Reason.REPETITION
    assert not Record.parse(
        f"{HEADER}c1c2 a7a6 d1d2 (d1c1) (e1e2 {there_and_back[5:9]}) *"
    ).problems
    long = Record.parse(f"{HEADER}c1c2 a7a6 e1e2 ({there_and_back} d1d2) *")
    assert len(long.line.moves[2].variations[0].moves) == 9


# Problems.

OVER = '[Variant "push-push"]\n[Start "3o3/3A3/7/7/7/7/a6 1 - 0"]\n'

PROBLEMS = {
    # Tags.
    "": [(1, 1, "no-variant")],
    "c1c2 *": [(1, 1, "no-variant")],
    '\n[Event "x"]\nc1c2': [(1, 1, "no-variant")],
    '[Event "x"]\n[Variant "chess"]\nc1c2': [(2, 1, "bad-variant")],
    '[Variant "push-push:quiet=1"]\nc1c2': [(1, 1, "bad-variant")],
    HEADER + ' [Start "7/7 1"]\nc1c2': [(2, 2, "bad-start")],
    HEADER + '[Event "x]\n[Site x]\n[\n[Round "1"\n[] *': [
        (2, 1, "bad-tag"),
        (3, 1, "bad-tag"),
        (4, 1, "bad-tag"),
        (5, 1, "bad-tag"),
        (6, 1, "bad-tag"),
    ],
    HEADER + '[Event "x"]\n[event "y"]\n[Odd "1"] [Odd "1"]': [
        (3, 1, "tag-twice"),
        (4, 11, "tag-twice"),
    ],
    HEADER + '[RulesVersion "2"]\nc1c2': [(2, 1, "rules-version")],
    HEADER + '[Result "won"]\nc1c2 1-0': [(2, 1, "bad-result")],
    # Moves.
    HEADER + "1. c1c2 zz9 d1d2 xx yy *": [(2, 9, "no-move")],
    HEADER + "1. c1c2 e7e6 2. d1d2 xx yy *": [(2, 9, "illegal")],
    HEADER + "1. c1c2 d7d6\n2. d1d5 *": [(3, 4, "illegal")],
    HEADER + "1. c1c2 z1 (d7d6 zz) (zz) ! } d1d2 {x} *": [(2, 9, "no-move")],
    HEADER + "1. c1c2 (d1d2 zz d7d6) (zz) d7d6 zz *": [
        (2, 15, "no-move"),
        (2, 25, "no-move"),
        (2, 34, "no-move"),
    ],
    OVER + "d6d7 a1a2 a2a3 1-0": [(3, 6, "over")],
    OVER + "d6d7 (d6c6 a1a2) (d6d7 a1a2) 1-0": [(3, 24, "over")],
    # Marks and signs.
    HEADER + "! c1c2 !!! $ $1000 *": [
        (2, 1, "stray-mark"),
        (2, 8, "bad-mark"),
        (2, 12, "bad-mark"),
        (2, 14, "bad-mark"),
    ],
    HEADER + 'c1c2 }} d7d6 "x" ] *': [
        (2, 6, "stray"),
        (2, 14, "stray"),
        (2, 15, "no-move"),
    ],
    HEADER + "c1c2 [%clk 1] d7d6 *": [(2, 6, "bad-tag")],
    # What is not closed.
    HEADER + "c1c2 {d7d6 *\n\n": [(2, 6, "unclosed-comment")],
    HEADER + "c1c2 (d1d2 (e1e2 *": [(2, 6, "unclosed-variation"), (2, 12, "unclosed-variation")],
    HEADER + "c1c2 (d1d2 {": [(2, 6, "unclosed-variation"), (2, 12, "unclosed-comment")],
    HEADER + "c1c2 ) d7d6 ) *": [(2, 6, "stray-close"), (2, 13, "stray-close")],
    HEADER + "(c1c2 (d1d2)) c1c2 *": [(2, 1, "stray-open")],
    HEADER + "c1c2 ((d1d2)) d7d6 *": [(2, 7, "stray-open")],
    # The end.
    HEADER + '[Result "1-0"]\nc1c2 0-1': [(3, 6, "two-results")],
    HEADER + '[Result "1-0"]\nc1c2 *': [(3, 6, "two-results")],
    OVER + "d6d7 0-1": [(3, 6, "result")],
    OVER + "d6d7 *": [(3, 6, "result")],
    OVER + '[Result "0-1"]\nd6d7': [(3, 1, "result")],
    OVER + '[Termination "resignation"]\nd6d7 1-0': [(3, 1, "termination")],
    HEADER + '[Termination "goal"]\nc1c2 1-0': [(2, 1, "termination")],
    HEADER + '[Termination "resignation"]\nc1c2 1/2-1/2': [(2, 1, "termination")],
    HEADER + '[Termination "agreement"]\nc1c2 1-0': [(2, 1, "termination")],
    HEADER + "c1c2 1-0 {fine}\nd7d6 zz 0-1": [(3, 1, "after-result")],
    HEADER + "c1c2 1-0 )": [(2, 10, "after-result")],
    HEADER + "c1c2 d7d6\n" + HEADER + "zz": [(3, 1, "second-game")],
    # The column counts characters as people see them, the line by any kind of line end.
    "\ufeff[Variant\t“x”]\r\n\r\n" + HEADER + "c1c2 ½ zz": [
        (1, 1, "bad-tag"),
        (4, 8, "after-result"),
    ],
    HEADER + "c1c2\r{é½}\rzz": [(4, 1, "no-move")],
}


@pytest.mark.parametrize("text", PROBLEMS, ids=repr)
def test_problems_and_their_places(text: str) -> None:
    assert found(text) == PROBLEMS[text]
    record = Record.read(text)
    again = Record.read(str(record))
    assert str(again) == str(record)
    for problem in record.problems:
        assert str(problem).startswith(f"line {problem.line}, column {problem.column}: ")
    with pytest.raises(RecordError):
        Record.parse(text)


def test_every_kind_of_problem_has_been_tested() -> None:
    from jostle.core.messages import catalogue

    told = {key.removeprefix("record.") for key in catalogue("en") if key.startswith("record.")}
    others = {"problem", "problems", "too-many", "tag-name", "no-game"}
    assert told - others == {key for places in PROBLEMS.values() for _, _, key in places}


def test_the_good_part_of_each_line_is_kept() -> None:
    text = HEADER + "1. c1c2 {a} (1. d1d2 zz 2. e1e2) d7d6 (xx) (c7c6 {b}) 2. d1d2 d6 3. zz 1-0"
    record = Record.read(text)
    assert len(record.problems) == 3
    normal = "1. c1c2 {a} (1. d1d2) 1... d7d6 (1... c7c6 {b}) 2. d1d2 1-0"
    assert moves_text(record) == normal
    assert record.line.broken
    assert record.line.moves[0].variations[0].broken
    assert not record.line.moves[1].variations[0].broken


def test_a_line_that_broke_off_has_no_verdict() -> None:
    assert Record.read(HEADER + "c1c2 zz 1-0").match().outcome is None
    assert Record.read(HEADER + "zz c1c2 1-0").match().moves == ()


def test_refusals_give_the_rule() -> None:
    (problem,) = Record.read(HEADER + "c1c2 e7e6").problems
    assert "e7e6 is not legal here: B10: " in str(problem)


def test_a_record_without_a_game() -> None:
    record = Record.read('[Variant "chess"]\n[Start "x"]\n1. e4 (1. d4) e5 {open} 1-0')
    assert (record.game, record.start, record.moves, record.result) == (None, None, (), "1-0")
    assert record.headers["Variant"] == "chess"
    assert record.headers["Start"] == "x"
    with pytest.raises(RecordError, match="no match"):
        record.match()
    check_fixed_point(record)


def test_what_could_not_be_read_of_the_tags_is_kept() -> None:
    record = Record.read(HEADER + '[Start "x y"]\n[RulesVersion "7"]\nc1c2 *')
    assert (record.game, record.start) == (jostle.game("push-push"), None)
    assert (record.headers["Start"], record.headers["RulesVersion"]) == ("x y", "7")
    check_fixed_point(record)


def test_the_result_comes_from_the_board_then_the_moves_then_the_tag() -> None:
    assert Record.read(OVER + '[Result "0-1"]\nd6d7 1/2-1/2').result == "1-0"
    assert Record.read(HEADER + '[Result "0-1"]\nc1c2 1-0').result == "1-0"
    assert Record.read(HEADER + '[Result "0-1"]\nc1c2').result == "0-1"
    assert Record.read(HEADER + '[Result "?"]\nc1c2').result == "*"
    assert Record.parse(OVER + "d6d7").headers["Termination"] == "goal"
    assert Record.read(HEADER + "c1c2 (d1d2 1-0").result == "1-0"


def test_strict_reading() -> None:
    assert Record.parse(HEADER + "c1c2 *").problems == ()
    with pytest.raises(RecordError) as caught:
        Record.parse(HEADER + "c1c2 zz")
    assert str(caught.value).startswith("line 2, column 6: “zz” is not a move")
    assert "more" not in str(caught.value)
    with pytest.raises(RecordError) as caught:
        Record.parse(HEADER + "c1c2 (zz) (zz) d7d6 zz")
    error = caught.value
    assert str(error).startswith("line 2, column 7: “zz” is not a move")
    assert str(error).endswith("(and 2 more problems)")
    assert error.record is not None
    assert len(error.record.moves) == 2
    assert error.problems == error.record.problems
    assert len(error.problems) == 3
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.record) == (str(error), error.record)


def test_problems_are_in_the_order_of_the_text() -> None:
    text = '[Result "x"]\n' + HEADER + "c1c2 (d1d2 {x} zz\n)) (e1e2"
    assert found(text) == [
        (1, 1, "bad-result"),
        (3, 16, "no-move"),
        (4, 2, "stray-close"),
        (4, 4, "unclosed-variation"),
    ]


def test_problems_are_limited() -> None:
    record = Record.read(HEADER + "c1c2 " + "} " * 99 + "d7d6 *")
    assert len(record.problems) == 99
    assert len(record.moves) == 2
    record = Record.read(HEADER + "c1c2 " + "} " * 200 + "d7d6 *")
    assert len(record.problems) == 100
    assert record.problems[-1].message.key == "record.too-many"
    assert len(record.moves) == 1
    assert record.line.broken


def test_long_words_are_shortened_in_messages() -> None:
    for text in (
        HEADER + "x" * 10_000,
        HEADER + "c1c2 " + "!" * 10_000,
        HEADER + f'[Start "{"x" * 10_000}"]',
        f'[Variant "{"x" * 10_000}"]',
        HEADER + f'[Result "{"x" * 10_000}"]',
        HEADER + f'[RulesVersion "{"x" * 10_000}"]',
        "[" + "x" * 10_000,
    ):
        problem = Record.read(text).problems[0]
        assert len(str(problem)) < 400


# Several games.


def test_several_games() -> None:
    matches = [played(variant, 5, most=12) for variant in VARIANTS]
    text = "\n\n".join(str(match.record()) for match in matches)
    records = read_all(text)
    assert [record.moves for record in records] == [match.moves for match in matches]
    assert not any(record.problems for record in records)
    assert "\n\n".join(map(str, records)) == text


def test_places_in_several_games_are_those_of_the_file() -> None:
    text = "\n".join(
        (
            '[Variant "push-push"]',
            "c1c2 zz (d1d2",
            '[Event "no game"]',
            "c1c2 *",
            "stray",
            '[Variant "pomeczi"]',
            "{[Event] in a comment} Sb3 1-0 {thanks}",
            "",
            '[Variant "pomeczi"]',
        )
    )
    records = read_all(text)
    assert [[(p.line, p.column, p.message.key) for p in record.problems] for record in records] == [
        [(2, 6, "record.no-move")],
        [(3, 1, "record.no-variant"), (5, 1, "record.after-result")],
        [],
        [],
    ]
    assert [len(record.moves) for record in records] == [1, 0, 1, 0]
    assert records[2].line.moves[0].after == ["thanks"]


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff\r\n"])
def test_no_games(text: str) -> None:
    assert read_all(text) == []


# Any text.

# The first example may have to wait for a kernel to be compiled.
unhurried = settings(deadline=None, derandomize=True)


@pytest.mark.parametrize("part", ["(", "{", "[", ")", "x ", "(d1d9)", "$1} ", "1 - ", "[%"])
def test_a_megabyte_of_garbage(part: str) -> None:
    began = time.process_time()
    record = Record.read(HEADER + "c1c2 " + part * (1_000_000 // len(part)))
    assert len(record.problems) <= 100
    assert str(Record.read(str(record))) == str(record)
    assert time.process_time() - began < 60  # seconds of the processor; a few are usual


def check_survives(text: str) -> None:
    """Whatever the text, the reader gives records, and what they write is read back the same."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for record in (Record.read(text), *read_all(text)):
        assert len(record.problems) <= 100
        for problem in record.problems:
            assert str(problem)
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1
        check_fixed_point(record)
        if record.start is not None:
            assert record.match().moves == record.moves


SIGNS = '()[]{}!?$*;%\\"\n.…-–½ '
MOVES = ("1.", "c1c2", "d7d6", "d1d2", "Sb3", "--", "1-0", "0-1", "1/2-1/2")
PARTS = ("{a", "\\}", "$14", "[Start ", '"]', "\n%", "\r\n", '[Variant "pomeczi"]\n', HEADER)
WORDS = st.sampled_from((*SIGNS, *MOVES, *PARTS))


@given(st.text(max_size=200))
@unhurried
def test_any_text(text: str) -> None:
    check_survives(text)
    check_survives(HEADER + text)
    check_survives(HEADER + "1. c1c2 {" + text)


@given(st.lists(WORDS, max_size=40), st.sampled_from(["", " "]))
@unhurried
def test_any_words(words: list[str], between: str) -> None:
    check_survives(HEADER + between.join(words))


@given(
    st.sampled_from(VARIANTS),
    st.integers(0, 20),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 8), WORDS), max_size=6),
)
@unhurried
def test_mutated_records(variant: str, seed: int, changes: list[tuple[float, int, str]]) -> None:
    record = played(variant, seed, most=12).record(Event="x")
    second = record.line.moves[1]
    second.variations.append(Line.of(record.line.moves[0].position, [second.move]))
    second.after.append("a } comment")
    text = str(record)
    for where, length, word in changes:
        place = int(where * len(text))
        text = text[:place] + word + text[place + length :]
    check_survives(text)


COMMENTS = st.lists(st.text(max_size=30).map(lambda text: " ".join(text.split())), max_size=2).map(
    lambda texts: [text for text in texts if text]
)


@st.composite
def annotated_lines(draw: st.DrawFn, start: jostle.Position, depth: int) -> Line:
    """A line with everything that can be said about it."""
    line, position = Line(comments=draw(COMMENTS)), start
    for _ in range(draw(st.integers(1, 4))):
        if position.outcome is not None:
            break
        move = draw(st.sampled_from(list(position.legal_moves)))
        marks = st.sampled_from(["!", "?", "!!", "??", "!?", "?!", "$0", "$7", "$255"])
        after = position.play(move)
        line.moves.append(
            RecordedMove(
                move,
                after,
                marks=draw(st.lists(marks, max_size=2, unique=True)),
                before=draw(COMMENTS),
                after=draw(COMMENTS),
                variations=[
                    draw(annotated_lines(position, depth - 1))
                    for _ in range(draw(st.integers(0, 1)) if depth else 0)
                ],
            )
        )
        position = after
    return line


@given(st.data(), st.sampled_from(VARIANTS), st.text(max_size=20))
@settings(unhurried, max_examples=60)
def test_annotated_records_round_trip(data: st.DataObject, variant: str, event: str) -> None:
    game = jostle.game(variant)
    record = Record(game, game.start(), data.draw(annotated_lines(game.start(), 2)))
    record.tags["Event"] = event.replace("\r", "").replace("\n", "")
    again = check_fixed_point(record)
    assert again.problems == ()
