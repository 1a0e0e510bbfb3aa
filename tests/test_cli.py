"""The command line: what it prints, and that bad input is one clear line and exit status 2."""

import io
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import jostle
from jostle import Analysis, Thinking
from jostle.cli import batch
from tests.command import Command

CASES = json.loads((Path(__file__).parent / "data" / "cases.json").read_text())
PERFT = json.loads((Path(__file__).parent / "data" / "perft.json").read_text())


@pytest.mark.parametrize("row", CASES, ids=lambda row: str(row["why"]))
def test_moves_prints_every_move_and_the_position_after_it(command: Command, row: dict) -> None:
    ran = command("moves", row["variant"], row["position"])
    lines = [line.split("\t") for line in ran.out.splitlines()]
    assert dict(lines) == row["moves"]
    assert [move for move, _ in lines] == sorted(row["moves"])
    assert (
        json.loads(command("moves", row["variant"], row["position"], "--json").out) == row["moves"]
    )


@pytest.mark.parametrize("row", PERFT, ids=lambda row: f"{row['variant']} {row['position']}")
def test_perft_prints_the_count(command: Command, row: dict) -> None:
    for depth, count in row["counts"].items():
        ran = command("perft", row["variant"], row["position"], "--depth", depth)
        assert (ran.status, ran.out) == (0, f"{count}\n")


def test_perft_divide_adds_up(command: Command) -> None:
    *lines, total = command("perft", "pomeczi", "--depth", "3", "--divide").out.splitlines()
    assert len(lines) == 40
    assert sum(int(line.split("\t")[1]) for line in lines) == int(total) == 29180
    told = json.loads(command("perft", "pomeczi", "--depth", "3", "--divide", "--json").out)
    assert told["count"] == 29180
    assert sum(told["moves"].values()) == 29180


def test_games_lists_each_game_with_its_options(command: Command) -> None:
    told = {entry["game"]: entry for entry in json.loads(command("games", "--json").out)}
    assert set(told) == set(jostle.GAMES)
    options = {option["name"] for option in told["pushee-pieces"]["options"]}
    assert options == {"grid", "pieces", "tiers", "turns", "walls"}
    text = command("games").out
    assert all(name in text for name in jostle.GAMES)


def test_show_prints_board_turn_and_outcome(command: Command) -> None:
    ran = command("show", "push-push")
    assert ran.out.splitlines()[-1] == "Player 1 to move"
    assert "7 | a b c d c b a |" in ran.out
    over = command("show", "pomeczi", "LR2/2s1/st2/1b2[ss] 1 - c3^")
    assert over.out.splitlines()[-1].startswith("The game is over: Player 2 wins")
    told = json.loads(command("show", "pomeczi", "LR2/2s1/st2/1b2[ss] 1 - c3^", "--json").out)
    assert told["outcome"] == {"winner": 2, "reason": "no-action", "scores": None}


def test_show_draws_a_picture(command: Command) -> None:
    assert command("show", "pomeczi", "--svg").out == jostle.game("pomeczi").start().svg() + "\n"


def test_explain_tells_what_a_move_does_tier_by_tier(command: Command) -> None:
    position = "1V3v/V1h1v1/1hhHVv/HV1Hhv/1VvV2/1Vv2H 2 4/5 -"
    ran = command("explain", "pushee-pieces", position, "a1h=c4^")
    assert "Player 2's piece is placed on a1" in ran.out
    assert "Tier 3:" in ran.out
    assert ran.out.splitlines()[-1] == "1Vh2v/V1hH1v/1h1HVv/HVvVhv/1V4/h1Vv1H 1 4/4 -"


@pytest.mark.parametrize(
    ("variant", "position", "move", "code", "rule"),
    [
        ("pomeczi", "start", "pass", "illegal", "P3"),
        ("push-push", "oB5/7/7/7/7/7/7 1 - 0", "b7a7", "illegal", "B8"),
        ("push-push", "7/7/7/3o3/7/7/7 1 - 5", "a1a2", "over", None),
        ("pushee-pieces", "start", "hello", "notation", None),
    ],
)
def test_explain_gives_the_reason(
    command: Command, variant: str, position: str, move: str, code: str, rule: str | None
) -> None:
    told = json.loads(command("explain", variant, position, move, "--json").out)
    assert not told["legal"]
    assert (told["error"]["code"], told["error"].get("rule")) == (code, rule)
    ran = command("explain", variant, position, move)
    assert ran.status == 0
    assert ran.out.strip() == told["error"]["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["moves", "chess"],
        ["moves", "pomeczi:board=9x9"],
        ["moves", "pomeczi", "nonsense"],
        ["moves"],
        ["moves", "pomeczi", "--batch"],
        ["show", "push-push:quiet=3"],
        ["perft", "pomeczi", "--depth", "many"],
        ["perft", "pomeczi", "--depth", "-1"],
        ["explain", "pomeczi", "start"],
        ["explain", "pomeczi", "bad", "Sa1"],
        ["no-such-command"],
        ["show", "pomeczi", "--no-such-option"],
        ["bench", "nothing"],
        ["show", "a\nb"],
        ["best"],
        ["best", "chess"],
        ["best", "pomeczi", "nonsense"],
        ["best", "pomeczi", "LR2/2s1/st2/1b2[ss] 1 - c3^"],
        ["best", "pomeczi", "LR2/2s1/st2/1b2[ss] 1 - c3^", "--level", "2"],
        ["best", "pomeczi", "--seconds", "0"],
        ["best", "pomeczi", "--seconds", "-1"],
        ["best", "pomeczi", "--seconds", "nan"],
        ["best", "pomeczi", "--seconds", "inf"],
        ["best", "pomeczi", "--depth", "0"],
        ["best", "pomeczi", "--nodes", "0"],
        ["best", "pomeczi", "--nodes", "many"],
        ["best", "pomeczi", "--threads", "0"],
        ["best", "pomeczi", "--lines", "0"],
        ["best", "pomeczi", "--memory", "0"],
        ["best", "pomeczi", "--memory", "9999999"],
        ["best", "pomeczi", "--level", "0"],
        ["best", "pomeczi", "--level", "11"],
        ["best", "pomeczi", "--level", "3", "--nodes", "100"],
    ],
)
def test_bad_input_is_one_clear_line(command: Command, arguments: list[str]) -> None:
    ran = command(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1
    assert ran.err.startswith("jostle: ")


def test_batch_answers_every_line_in_order() -> None:
    lines = [f"{row['variant']}\t{row['position']}" for row in CASES]
    bad = ["", "pomeczi", "\t", "chess\t8/8", "pomeczi\tx", "\x00\t\x00", "[red]\t[/red]", "é\té"]
    mixed = [line.encode() for pair in zip(lines, bad * 4, strict=False) for line in pair]
    mixed += [b"\xff\xfe\t\x80", b"pomeczi\t" + b"4/" * 50_000]
    out = io.StringIO()
    batch.run((line + b"\n" for line in mixed), out)
    answers = [json.loads(line) for line in out.getvalue().splitlines()]
    assert len(answers) == len(mixed)
    for row, answer in zip(CASES, answers[::2], strict=False):
        assert (answer["variant"], answer["position"]) == (row["variant"], row["position"])
        assert answer["moves"] == row["moves"]
        assert (answer["outcome"] is not None) == (not row["moves"])
    for answer in answers[1 : 2 * len(CASES) : 2] + answers[-2:]:
        assert answer["error"]["code"] in ("variant", "position")
        assert answer["error"]["message"]


def test_batch_through_a_pipe() -> None:
    source = random.Random(3)
    lines = []
    for _ in range(300):
        row = source.choice(PERFT)
        text = row["position"]
        if source.random() < 0.3:
            place = source.randrange(len(text))
            text = text[:place] + source.choice("aSx1/ -[") + text[place + 1 :]
        lines.append(f"{row['variant']}\t{text}\n")
    result = subprocess.run(
        [sys.executable, "-m", "jostle", "moves", "--batch"],
        input="".join(lines),
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(result.stdout.splitlines()) == len(lines)
    assert result.stderr == ""


def test_a_reader_that_goes_away_is_left_in_peace() -> None:
    code = "import sys; from jostle.cli import run; sys.exit(run(['moves', 'pushee-pieces']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_best_prints_lines_of_play_best_first(command: Command) -> None:
    arguments = ("best", "push-push", "--nodes", "5000", "--lines", "3")
    ran = command(*arguments)
    assert (ran.status, ran.err) == (0, "")
    *lines, effort = ran.out.splitlines()
    assert len(lines) == 3
    assert effort.startswith("depth ")
    assert "5,000 positions" in effort
    told = json.loads(command(*arguments, "--json").out)
    assert (told["variant"], told["nodes"], len(told["lines"])) == ("push-push", 5000, 3)
    for line, variation in zip(lines, told["lines"], strict=True):
        assert line.endswith(f"  {' '.join(variation['moves'])}")
        assert " % " in line
    start = jostle.game("push-push").start()
    assert len({variation["moves"][0] for variation in told["lines"]}) == 3
    assert all(variation["moves"][0] in start.legal_moves for variation in told["lines"])


def test_best_tells_exact_values_in_words(command: Command) -> None:
    ran = command("best", "push-push", "o6/A6/7/7/7/7/6a 1 - 0", "--depth", "3", "--memory", "1")
    assert ran.out.splitlines()[0] == "Player 1 wins in 1 turn  a6a7"
    told = json.loads(
        command("best", "push-push", "o6/A6/7/7/7/7/6a 1 - 0", "--seconds", "0.2", "--json").out
    )
    assert told["lines"][0]["score"]["exact"]["value"] == "win"


def test_best_takes_several_limits_and_threads(command: Command) -> None:
    arguments = ("--seconds", "5", "--depth", "2", "--nodes", "100000", "--threads", "2")
    told = json.loads(command("best", "pomeczi", *arguments, "--seed", "3", "--json").out)
    assert told["depth"] == 2
    without = json.loads(command("best", "pomeczi", "start", "--json").out)
    assert without["depth"] > 2


def test_best_gives_the_move_of_a_level(command: Command) -> None:
    moves = set()
    for seed in map(str, range(8)):
        told = command("best", "pushee-pieces", "--level", "1", "--seed", seed, "--json").out
        move = json.loads(told)["move"]
        ran = command("best", "pushee-pieces", "--level", "1", "--seed", seed)
        assert (ran.status, ran.out, ran.err) == (0, f"{move}\n", "")
        assert move in jostle.game("pushee-pieces").start().legal_moves
        moves.add(move)
    assert len(moves) > 1


def test_best_prints_what_it_has_when_it_is_interrupted(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    think_on = Thinking.__iter__

    def interrupted(thinking: Thinking) -> Iterator[Analysis]:
        yield next(think_on(thinking))
        raise KeyboardInterrupt

    monkeypatch.setattr(Thinking, "__iter__", interrupted)
    ran = command("best", "pomeczi", "--seconds", "100")
    assert ran.status == 130
    assert "depth 1, " in ran.out


def test_bench_measures_what_it_is_asked(command: Command) -> None:
    told = json.loads(command("bench", "pomeczi:board=3x3", "--seconds", "0.01", "--json").out)
    (entry,) = told
    assert entry["variant"] == "pomeczi:board=3x3"
    assert all(value > 0 for name, value in entry.items() if name != "variant")
    table = command("bench", "push-push", "--seconds", "0.01").out
    assert "push-push" in table


def test_version(command: Command) -> None:
    assert jostle.__version__ in command("version").out
    assert json.loads(command("version", "--json").out)["version"] == jostle.__version__


def test_without_arguments_it_helps(command: Command) -> None:
    ran = command()
    assert ran.status == 0
    assert all(word in ran.out for word in ("games", "moves", "play", "explain"))
