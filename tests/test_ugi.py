"""The Universal Game Interface: the engine driven through pipes, and engines driven by us."""

from __future__ import annotations

import gc
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from queue import Empty, Queue
from random import Random
from threading import Event, Thread
from typing import Any, Protocol

import pytest

import jostle
from jostle.core.messages import catalogue, say
from jostle.core.players import Player
from jostle.core.values import Draw, Loss, Win
from jostle.search import piped
from jostle.search.analysis import Analysis
from jostle.search.external import EngineError, ExternalAgent
from jostle.search.limits import Limits
from jostle.search.score import Score
from jostle.ugi import lines, thinkers
from jostle.ugi.clock import OVERHEAD, limits_of, share
from jostle.ugi.options import HASH, Options
from jostle.ugi.orders import read_go
from jostle.ugi.session import COMMANDS, Session
from jostle.ugi.telling import told_score
from jostle.ugi.thinkers import LevelThinker, Thinker, Thinkers

COMMAND = [sys.executable, "-m", "jostle", "ugi"]
LONG = 300.0  # seconds until a test gives up; the first start may have to compile
PAGE = Path(__file__).parents[1] / "docs" / "ugi.md"
INFO = re.compile(
    r"info depth \d+ multipv \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+ time \d+ pv( \S+)+"
)


class Client:
    """A plain user of the protocol: a process, its pipes, and when each line came."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._heard: Queue[str | None] = Queue()
        self._reader = Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._heard.put(line.decode().rstrip("\n"))
        self._heard.put(None)

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines).encode())
        self.process.stdin.flush()

    def until(self, first_word: str, seconds: float = LONG) -> list[str]:
        """The lines up to the first that begins with this word."""
        heard: list[str] = []
        while not heard or heard[-1].split()[0] != first_word:
            line = self._heard.get(timeout=seconds)
            assert line is not None, f"it ended after {heard}"
            heard.append(line)
        return heard

    def ask(self, *lines: str, until: str) -> list[str]:
        self.send(*lines)
        return self.until(until)

    def settle(self, *lines: str) -> list[str]:
        """Send lines that need no thinking; returns what is answered to them."""
        return self.ask(*lines, "isready", until="readyok")[:-1]

    def best(self, *lines: str) -> str:
        """Send lines that end in thinking; returns the move."""
        return self.ask(*lines, until="bestmove")[-1].removeprefix("bestmove ")

    def is_quiet(self, seconds: float) -> bool:
        """Whether nothing but info lines comes for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                line = self._heard.get(timeout=left)
            except Empty:
                return True
            if line is None or not line.startswith("info "):
                return False
        return True

    def rest(self) -> list[str]:
        """What is said until the end, after the input was closed."""
        heard = []
        while (line := self._heard.get(timeout=LONG)) is not None:
            heard.append(line)
        return heard

    def close(self) -> tuple[int, str]:
        """End the input; returns the exit status and the error output."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        self._reader.join(LONG)
        status = self.process.wait(LONG)
        errors = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        return status, errors


@pytest.fixture(scope="module")
def shared() -> Iterator[Client]:
    client = Client()
    client.settle()
    yield client
    status, errors = client.close()
    assert (status, "Traceback" in errors) == (0, False)


@pytest.fixture
def client(shared: Client) -> Client:
    """An engine as if it had just been started."""
    said = shared.settle(
        "setoption name Variant value pomeczi",
        "setoption name Hash value 16",
        "setoption name Threads value 1",
        "setoption name MultiPV value 1",
        "setoption name Skill Level value 10",
        "uginewgame",
    )
    assert said == []
    return shared


def random_match(variant: str, seed: int, most: int = 10_000) -> jostle.Match:
    random, match = Random(seed), jostle.Match(jostle.game(variant))
    while match.outcome is None and len(match.moves) < most:
        match.play(random.choice(list(match.position.legal_moves)))
    return match


def told(match: jostle.Match) -> str:
    return " ".join(["position startpos moves", *map(str, match.moves)])


# The commands.


def test_the_handshake(client: Client) -> None:
    said = client.ask("ugi", until="ugiok")
    assert said[0] == f"id name Jostle {jostle.__version__}"
    assert said[1].startswith("id author ")
    names = [line.removeprefix("option name ").partition(" type ")[0] for line in said[2:-1]]
    assert names == ["Variant", "Hash", "Threads", "MultiPV", "Skill Level"]
    for line in said[3:-1]:
        numbers = re.fullmatch(r"option .* type spin default (\d+) min (\d+) max (\d+)", line)
        assert numbers is not None
        default, lowest, highest = map(int, numbers.groups())
        assert lowest <= default <= highest


def test_a_variant_can_be_named_at_the_start() -> None:
    client = Client("push-push:quiet=30")
    assert "option name Variant type string default push-push:quiet=30" in client.ask(
        "ugi", until="ugiok"
    )
    assert client.best("go depth 1") in jostle.game("push-push").start().legal_moves
    assert client.close()[0] == 0


def test_a_bad_variant_at_the_start_is_one_clear_line() -> None:
    client = Client("chess")
    status, errors = client.close()
    assert status == 2
    assert errors.splitlines()[-1].startswith("jostle: there is no game “chess”")


@pytest.mark.parametrize("variant", jostle.GAMES)
@pytest.mark.parametrize("limit", ["depth 3", "nodes 2000", "movetime 50", "depth 0", "nodes 0"])
def test_go_tells_what_it_finds_and_then_a_legal_move(
    client: Client, variant: str, limit: str
) -> None:
    match = random_match(variant, seed=3, most=6)
    said = client.ask(
        f"setoption name Variant value {variant}", told(match), f"go {limit}", until="bestmove"
    )
    *found, effort, best = said
    assert found
    assert all(INFO.fullmatch(line) for line in found)
    assert re.fullmatch(r"info nodes \d+ nps \d+ time \d+", effort)
    assert best == "bestmove " + found[-1].partition(" pv ")[2].split()[0]
    position = match.position
    for move in found[-1].partition(" pv ")[2].split():
        position = position.play(move)
    if limit == "depth 3":
        assert found[-1].split()[2] in ("1", "2", "3")


def test_movetime_is_kept(client: Client) -> None:
    client.settle("position startpos")
    said = client.ask("go movetime 300", until="bestmove")
    assert int(said[-2].split()[-1]) >= 250


@pytest.mark.parametrize("order", ["go infinite", "go", "go infinite depth 1"])
def test_endless_thinking_tells_its_move_only_when_stopped(client: Client, order: str) -> None:
    # Decided at once, so that there is nothing left to think about.
    client.send("setoption name Variant value push-push", "position fen o6/A6/7/7/7/7/7 1 - 0")
    client.send(order)
    assert client.is_quiet(0.5)
    assert client.best("stop") == "a6a7"


@pytest.mark.parametrize("lines", [0, 1, 20])
def test_stop_ends_endless_thinking(client: Client, lines: int) -> None:
    """Before anything is found, after the first line, and in a deeper search."""
    client.settle("position startpos", "setoption name MultiPV value 3")
    client.send("go infinite")
    for _ in range(lines):
        client.until("info")
    assert client.best("stop") in jostle.game("pomeczi").start().legal_moves


def test_it_listens_while_it_thinks(client: Client) -> None:
    client.send("go infinite")
    for command, answer in (("isready", "readyok"), ("query result", "response none")):
        assert client.ask(command, until=answer.split()[0])[-1] == answer
    assert client.ask("ugi", until="ugiok")[-1] == "ugiok"
    client.best("stop")


@pytest.mark.parametrize(
    "line",
    ["position startpos moves Sa1", "go depth 1", "uginewgame", "setoption name Hash value 1"],
)
def test_what_would_disturb_thinking_is_refused(client: Client, line: str) -> None:
    client.send("go infinite")
    client.send(line, "isready")
    refusal = say("ugi.cannot.thinking", name=line.split()[0])
    assert f"info string {refusal}" in client.until("readyok")
    assert client.best("stop") in jostle.game("pomeczi").start().legal_moves


def test_what_comes_right_after_a_stop_counts_on_it(client: Client) -> None:
    """Whoever sends a stop need not wait for the move before the next line."""
    client.send("go infinite", "stop", "position startpos moves Sa1", "query p1turn", "go depth 1")
    said = client.until("response") + client.until("bestmove")
    assert [line.split()[0] for line in said if not line.startswith("info ")] == [
        "bestmove",
        "response",
        "bestmove",
    ]
    assert "response false" in said
    assert not any(line.startswith("info string") for line in said)


def test_stop_without_thinking_is_no_mistake(client: Client) -> None:
    assert client.settle("stop", "stop") == []


def test_several_lines_of_play(client: Client) -> None:
    said = client.ask("setoption name multipv value 4", "go depth 4", until="bestmove")
    found = [line for line in said if line.startswith("info depth 4 ")]
    assert [line.split()[4] for line in found[-4:]] == ["1", "2", "3", "4"]
    assert len({line.partition(" pv ")[2].split()[0] for line in found[-4:]}) == 4
    scores = [int(line.split()[7]) for line in found[-4:]]
    assert scores == sorted(scores, reverse=True)
    # More lines than moves.
    client.send("setoption name Variant value push-push", "setoption name MultiPV value 256")
    said = client.ask("position fen o6/A6/7/7/7/7/7 1 - 0", "go depth 2", until="bestmove")
    assert max(int(line.split()[4]) for line in said if " multipv " in line) == 6


@pytest.mark.parametrize("level", range(1, 10))
def test_every_skill_level_plays(client: Client, level: int) -> None:
    match = random_match("pomeczi", seed=level, most=5)
    client.settle(f"setoption name skill level value {level}", told(match))
    assert client.best("go movetime 200") in match.position.legal_moves


def test_a_skill_level_is_stopped_and_waits_for_it_as_well(client: Client) -> None:
    client.settle("setoption name Skill Level value 9")
    client.send("go infinite")
    assert client.is_quiet(1.5)
    assert client.best("stop") in jostle.game("pomeczi").start().legal_moves
    client.send("go infinite")
    assert client.best("stop") in jostle.game("pomeczi").start().legal_moves
    assert client.best("go nodes 100") in jostle.game("pomeczi").start().legal_moves


@pytest.mark.parametrize("variant", jostle.GAMES)
def test_queries_on_games_that_go_on_and_games_that_are_over(client: Client, variant: str) -> None:
    client.settle(f"setoption name Variant value {variant}")
    seen = set()
    for seed in range(8):
        match = random_match(variant, seed)
        for count in (len(match.moves) // 2, len(match.moves) - 1, len(match.moves)):
            played = jostle.Match(match.game)
            for move in match.moves[:count]:
                played.play(move)
            is_over = count == len(match.moves)
            result = "none"
            if is_over:
                assert match.outcome is not None
                winner = match.outcome.winner
                result = "draw" if winner is None else f"p{int(winner)}win"
            seen.add(result)
            assert client.settle(
                told(played), "query gameover", "query p1turn", "query result"
            ) == [
                f"response {'true' if is_over else 'false'}",
                f"response {'true' if played.position.mover is Player.ONE else 'false'}",
                f"response {result}",
            ]
    assert {"none", "p1win", "p2win"} <= seen


def test_a_repetition_is_a_draw(client: Client) -> None:
    """R1: the moves are the game's history, not only a way to a position."""
    client.settle("setoption name Variant value push-push")
    there, back = "d1d2 a7a6", "d2d1 a6a7"
    # The start position has the first move's mark, so it is the one after it that comes again.
    moves = f"{there} {back} {there} {back} {there}"
    match = jostle.Match(jostle.game("push-push"))
    for move in moves.split():
        match.play(move)
    assert match.outcome is not None
    assert client.settle(f"position startpos moves {moves}", "query gameover", "query result") == [
        "response true",
        "response draw",
    ]
    again = f"position fen {match.position.text}"
    assert client.settle(again, "query gameover") == ["response false"]


@pytest.mark.parametrize("variant", jostle.GAMES)
def test_go_when_the_game_is_over(client: Client, variant: str) -> None:
    match = random_match(variant, seed=2)
    for order in ("go depth 1", "go infinite", "go p1time 1000 p2time 1000"):
        said = client.ask(
            f"setoption name Variant value {variant}", told(match), order, until="bestmove"
        )
        assert said[0].startswith("info string the match is over: ")
        assert said[1:] == ["bestmove (none)"]


def test_a_position_string_and_moves_after_it(client: Client) -> None:
    client.settle("setoption name Variant value push-push")
    fen = "o6/A6/7/7/7/7/7 1 - 0"
    for line in (f"position fen {fen}", f"position {fen}", f"  position   fen  {fen}  moves "):
        assert client.settle("position startpos", line) == []
        assert client.best("go depth 2") == "a6a7"
    assert client.settle(f"position fen {fen} moves a6a7", "query result") == ["response p1win"]


def test_a_pass_is_a_move(client: Client) -> None:
    client.settle("setoption name Variant value push-push")
    alone = "o6/A6/7/7/7/7/7 2 - 0"  # Player 2 has no figure
    for move in ("--", "pass"):
        assert client.settle(f"position fen {alone} moves {move}", "query p1turn") == [
            "response true"
        ]
    assert client.best(f"position fen {alone}", "go depth 1") == "--"


# What is wrong.

BAD_LINES = {
    "nonsense": "ugi.cannot.command",
    "UGI": "ugi.cannot.command",
    "position": "ugi.cannot.position-usage",
    "position fen": "ugi.cannot.position-usage",
    "position moves Sa1": "ugi.cannot.position-usage",
    "position startpso": "position.bad",
    "position fen 4/4/4/4[SSDssd] 3 - -": "position.bad",
    "position startpos moves Sz9": "ugi.cannot.move",
    "position startpos moves Sb3 Sb3": "ugi.cannot.move",
    "position startpos moves Sb3 Sb4 what": "ugi.cannot.move",
    "go ponder": "ugi.cannot.go-word",
    "go depth": "ugi.cannot.go-number",
    "go depth x": "ugi.cannot.go-number",
    "go depth -1": "ugi.cannot.go-number",
    "go nodes 1e6": "ugi.cannot.go-number",
    "go nodes ٣": "ugi.cannot.go-number",
    "go movetime " + "9" * 40: "ugi.cannot.go-number",
    "go p1inc -5 p1time 100": "ugi.cannot.go-number",
    "go p1time 1000": "ugi.cannot.go-clock",  # Player 2 is to move
    "setoption": "ugi.cannot.option-usage",
    "setoption Hash 3": "ugi.cannot.option-usage",
    "setoption name": "ugi.cannot.option-usage",
    "setoption name Hsah value 3": "ugi.cannot.option-name",
    "setoption name Hash": "ugi.cannot.option-value",
    "setoption name Hash value 0": "ugi.cannot.option-value",
    "setoption name Hash value many": "ugi.cannot.option-value",
    "setoption name Threads value -1": "ugi.cannot.option-value",
    "setoption name Skill Level value 11": "ugi.cannot.option-value",
    "setoption name Variant value chess": "variant.unknown-game",
    "setoption name Variant value pomeczi:board=2x2": "variant.bad-value",
    "setoption name Variant": "variant.unknown-game",
    "query": "ugi.cannot.query",
    "query winner": "ugi.cannot.query",
}


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_bad_line_is_answered_and_changes_nothing(client: Client, line: str) -> None:
    client.settle("position startpos moves Sb3")
    said = client.settle(line)
    assert len(said) == 1
    # The text of the message, up to its first parameter that is not the line's own word.
    template = re.split(r"\{\w+\}", catalogue("en")[BAD_LINES[line]])
    assert said[0].startswith("info string ")
    assert all(part in said[0] for part in template if part.strip(" “”;:."))
    assert client.settle("query p1turn") == ["response false"]
    assert client.best("go depth 1") in jostle.game("pomeczi").start().play("Sb3").legal_moves


def test_lines_that_are_hardly_text(client: Client) -> None:
    assert client.process.stdin is not None
    assert client.settle("", "   ", "\t", "\r") == []
    for raw in (b"\xff\xfe\x00go", b"position \x1b[31m", b"go\x00", "ü\u2028ü".encode()):
        client.process.stdin.write(raw + b"\n")
        said = client.settle()
        assert len(said) == 1
        assert said[0].startswith("info string ")
        assert said[0].isprintable()
    said = client.settle("position startpos moves " + "Sa1 " * 300_000)
    assert said == [f"info string {say('ugi.cannot.long-line', most=lines.LONGEST_LINE)}"]
    assert client.ask("isready\r", until="readyok") == ["readyok"]


def test_too_much_memory_is_not_the_end() -> None:
    class Poor(Thinkers):
        def make_ready(self, game: jostle.Game, options: Options) -> None:
            if options[HASH] > 100:
                raise MemoryError

    said: list[str] = []
    session = Session(said.append, version="0", thinkers=Poor())
    session.run(["setoption name Hash value 200", "isready", "isready"])
    told_shortage = say("ugi.no-memory", wanted=200, taken=HASH.default)
    assert said == [f"info string {told_shortage}", "readyok", "readyok"]


def test_a_level_that_is_stopped_before_its_thread_runs_has_a_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = jostle.Match(jostle.game("pomeczi"))
    thinker = LevelThinker(9, match, None, seed=1)

    class LateThread(Thread):
        def run(self) -> None:
            while not thinker._is_over:
                time.sleep(0.001)
            super().run()

    monkeypatch.setattr(thinkers, "Thread", LateThread)
    thinker.stop()
    assert thinker.think(lambda _: None) in match.position.legal_moves


def test_a_mistake_of_ours_while_thinking_is_not_hidden() -> None:
    class Broken(Thinker):
        def think(self, found: Callable[[Analysis], None]) -> jostle.Move:
            raise RuntimeError("broken")

        def stop(self) -> None:
            pass

    class Breaking(Thinkers):
        def make_ready(self, game: jostle.Game, options: Options) -> None:
            pass

        def thinker(self, match: jostle.Match, limits: Limits, options: Options) -> Thinker:
            return Broken()

    def waiting() -> Iterator[str]:
        yield "go depth 1"
        Event().wait(LONG)

    said: list[str] = []
    with pytest.raises(RuntimeError, match="broken"):
        Session(said.append, version="0", thinkers=Breaking()).run(waiting())


# Leaving.


@pytest.mark.parametrize("ending", ["quit\n", ""])
@pytest.mark.parametrize("order", ["", "go infinite\n", "go movetime 60000\n", "go depth 3\n"])
def test_it_ends_whenever_it_is_told_to(ending: str, order: str) -> None:
    client = Client()
    client.settle("setoption name Variant value push-push")
    client.send((order + ending).removesuffix("\n"))
    status, errors = client.close()
    assert (status, errors) == (0, "")
    moves = [line for line in client.rest() if line.startswith("bestmove ")]
    assert len(moves) == (1 if order else 0)


def test_nothing_after_quit_is_obeyed() -> None:
    client = Client()
    client.send("quit", "ugi", "isready")
    client.process.wait(LONG)
    assert client.rest() == []
    assert client.close()[0] == 0


def test_an_end_before_the_first_line() -> None:
    ran = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, check=True)
    assert (ran.stdout, ran.stderr) == (b"", b"")
    ran = subprocess.run(["sh", "-c", '"$@" <&-', "sh", *COMMAND], capture_output=True, check=True)
    assert (ran.stdout, ran.stderr) == (b"", b"")


def test_a_listener_that_goes_away_ends_it() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"readyok\n"
        process.stdout.close()
        process.stdin.write(b"go infinite\n")
        process.stdin.flush()
        assert process.wait(LONG) == 1
        assert b"Traceback" not in process.stderr.read()


def test_ctrl_c_ends_it() -> None:
    client = Client()
    client.settle()
    client.send("go infinite", "isready")
    client.until("readyok")
    client.process.send_signal(signal.SIGINT)
    assert client.process.wait(LONG) == 130
    assert "Traceback" not in client.close()[1]


# Parts.


def test_lines_come_as_soon_as_they_are_whole() -> None:
    source = BytesIO(b"one\ntwo\r\n\nlast")
    assert list(lines.lines_of(source)) == ["one", "two", "", "last"]


def test_answers_are_one_line_each() -> None:
    stream = BytesIO()
    lines.Answers(stream)("two\nlines and a “bell”\a")
    assert stream.getvalue().decode() == "two lines and a “bell” \n"


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(Player.ONE, 0.5), "cp 0"),
        (Score(Player.TWO, 0.75), "cp 110"),
        (Score(Player.ONE, 0.25), "cp -110"),
        (Score(Player.ONE, 1.0), "cp 1000"),
        (Score(Player.ONE, 0.0), "cp -1000"),
        (Score.exact(Player.ONE, Win(1)), "mate 1"),
        (Score.exact(Player.ONE, Win(7, margin=3)), "mate 7"),
        (Score.exact(Player.ONE, Loss(2)), "mate -2"),
        (Score.exact(Player.ONE, Draw()), "cp 0"),
        (Score.exact(Player.ONE, Draw(4, margin=0)), "cp 0"),
    ],
)
def test_scores(score: Score, text: str) -> None:
    assert told_score(score) == text


@pytest.mark.parametrize("increment", [0.0, 0.05, 1.0, 30.0])
@pytest.mark.parametrize("left", [-1.0, 0.0, 0.05, 0.3, 2.0, 60.0, 7200.0])
@pytest.mark.parametrize("turns", [None, 1, 2, 10, 40])
def test_a_clock_never_runs_out(left: float, increment: float, turns: int | None) -> None:
    """Every turn costs its share and some more, and there is always time left."""
    to_play = 300 if turns is None else turns
    for played in range(to_play):
        spent = share(left, increment, None if turns is None else turns - played)
        assert spent > 0
        if left > OVERHEAD + 0.005:
            assert spent + OVERHEAD / 2 < left
        # What it costs besides the thinking.
        left += increment - spent - min(OVERHEAD / 4, max(left, 0) / 50)


def test_time_is_used() -> None:
    assert share(60, 0) > 1
    assert share(60, 2) > 3
    assert share(60, 0, 1) > 30
    assert share(60, 0, 2) > 10


def test_limits_of_orders() -> None:
    match = jostle.Match(jostle.game("push-push"))

    def limits(text: str) -> Limits:
        return limits_of(read_go(text, Player.ONE), match)

    assert limits("infinite") == limits("") == Limits()
    assert limits("depth 3 nodes 9 movetime 1500") == Limits(1.5, 3, 9)
    assert limits("p1time 60000 p2time 1").seconds == share(60, 0)
    assert limits("p1time 60000 p2time 1 p1inc 1000 p2inc 5").seconds == share(60, 1)
    assert limits("p1time 60000 p2time 1 movestogo 5").seconds == share(60, 0, 5)
    assert limits("p1time 60000 p2time 1 movetime 10").seconds == 0.01
    assert limits("p1time -60 p2time 1").seconds == share(0, 0)
    match.play("d1d2")
    assert limits_of(read_go("p1time 1 p2time 60000", Player.TWO), match).seconds == share(60, 0)
    # The only move needs no thought.
    alone = jostle.game("push-push").position("o6/A6/7/7/7/7/7 2 - 0")
    forced = jostle.Match(alone.game, alone)
    assert limits_of(read_go("p1time 1 p2time 60000", Player.TWO), forced).depth == 1


def test_a_game_on_short_clocks(client: Client) -> None:
    """It is played to its end; that nobody loses on time is tested of the shares above."""
    for skill in (10, 9):
        client.settle(
            "setoption name Variant value pushee-pieces:pieces=6",
            f"setoption name Skill Level value {skill}",
        )
        match = jostle.Match(jostle.game("pushee-pieces:pieces=6"))
        while match.outcome is None:
            clocks = "p1time 500 p2time 500 p1inc 200 p2inc 200"
            match.play(client.best(told(match), f"go {clocks}"))


# Engines driven by us.

ENGINE = " ".join(COMMAND)


@pytest.mark.parametrize(
    ("variant", "most"), [("pushee-pieces:pieces=3", 6), ("pomeczi", 8), ("push-push", 8)]
)
def test_engine_against_engine(variant: str, most: int) -> None:
    with ExternalAgent(ENGINE, nodes=500) as first, ExternalAgent(ENGINE, depth=2) as second:
        for _ in range(2):
            match = jostle.Match(jostle.game(variant))
            for agent in (first, second):
                agent.start_anew()
            while match.outcome is None and len(match.moves) < most:
                agent = first if match.position.mover is Player.ONE else second
                match.play(agent.choose(match))
        assert len(match.moves) == most
    assert match.outcome is not None or most == 8


def test_an_engine_is_told_the_start_and_another_variant() -> None:
    with ExternalAgent(ENGINE, depth=2) as agent:
        near = jostle.game("push-push").position("o6/A6/7/7/7/7/7 1 - 0")
        assert str(agent.choose(jostle.Match(near.game, near))) == "a6a7"
        match = jostle.Match(jostle.game("pomeczi:board=5x5"))
        assert agent.choose(match) in match.position.legal_moves
        alone = jostle.game("push-push").position("o6/A6/7/7/7/7/7 2 - 0")
        assert str(agent.choose(jostle.Match(near.game, alone))) == "--"


HEAD = """
import sys, os, time

def say(*lines):
    for line in lines:
        print(line, flush=True)

def heard():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    with open("heard", "a") as file:
        file.write(line)
    return line.split()
"""
PLAIN = """
while True:
    words = heard()
    if words[0] == "ugi":
        say("id name Plain", "", "option name Hash type spin default 1 min 1 max 2", "ugiok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "go":
        {answer}
    elif words[0] == "quit":
        sys.exit()
"""


class Written(Protocol):
    """Writes an engine that answers ``go`` so, or is so altogether; returns its command."""

    def __call__(self, code: str, *, plain: bool = True) -> str: ...


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    monkeypatch.chdir(tmp_path)

    def write(code: str, *, plain: bool = True) -> str:
        path = tmp_path / "an engine.py"
        body = PLAIN.format(answer=code) if plain else textwrap.dedent(code)
        path.write_text(HEAD + body)
        return f"{sys.executable} -S '{path}'"

    return write


def start() -> jostle.Match:
    return jostle.Match(jostle.game("pomeczi"))


def test_what_an_engine_is_told(written: Written, tmp_path: Path) -> None:
    match = start()
    with ExternalAgent(written('say("info depth 1", "bestmove Sb3 ponder Sb4")'), nodes=7) as agent:
        assert str(agent.choose(match)) == "Sb3"
        match.play("Sa1")
        match.play("Sa2")
        assert str(agent.choose(match)) == "Sb3"
    assert (tmp_path / "heard").read_text().splitlines() == [
        "ugi",
        "uginewgame",
        "isready",
        "position startpos",
        "isready",
        "go nodes 7",
        "position startpos moves Sa1 Sa2",
        "isready",
        "go nodes 7",
        "quit",
    ]


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        ({}, "go movetime 1000"),
        ({"seconds": 0.25}, "go movetime 250"),
        ({"seconds": 0.0}, "go movetime 1"),
        ({"depth": 4}, "go depth 4"),
        ({"seconds": 2, "nodes": 9}, "go movetime 2000 nodes 9"),
    ],
)
def test_the_limits_an_engine_is_given(
    written: Written, tmp_path: Path, limits: dict[str, Any], line: str
) -> None:
    with ExternalAgent(written('say("bestmove Sb3")'), **limits) as agent:
        agent.choose(start())
    assert line in (tmp_path / "heard").read_text().splitlines()


BAD_ENGINES = {
    'say("bestmove Sz9")': "played “Sz9”, which is no legal move: “Sz9” is not a move: write",
    'say("bestmove b3^")': "played “b3^”, which is no legal move: P5: there is no tile on b3",
    'say("bestmove (none)")': "played “(none)”, which is no legal move",
    'say("bestmove")': "played “”, which is no legal move",
    'say("info string help!"); sys.exit(3)': "with status 3; it said last: “",
    "os.kill(os.getpid(), 9)": "with status -9; ",
    'raise RuntimeError("no idea")': "RuntimeError: no idea”",
    "os.close(1); os.close(2); time.sleep(60)": "ended by itself, with status -9; ",
}
SILENT_ENGINES = {
    "time.sleep(60)": "has not answered “go movetime 10” within",
    'say(*["info string thinking"] * 1000); time.sleep(60)': "it said last: “info string thinking",
}
PATIENCE = 3.0  # for an engine that falls silent; long enough for it to start on a busy machine


@pytest.mark.parametrize("answer", BAD_ENGINES)
def test_an_engine_that_fails(written: Written, answer: str) -> None:
    with ExternalAgent(written(answer), seconds=0.01, name="Bob") as agent:
        for _ in range(2):
            with pytest.raises(EngineError) as raised:
                agent.choose(start())
            assert "Bob" in str(raised.value)
            assert BAD_ENGINES[answer] in str(raised.value)
            assert raised.value.to_json()["code"] == "engine"
            agent.start_anew()


@pytest.fixture
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that is told to quit is killed at once."""
    monkeypatch.setattr(piped, "GRACE", 0)


@pytest.mark.usefixtures("no_grace")
@pytest.mark.parametrize("answer", SILENT_ENGINES)
def test_an_engine_that_falls_silent(written: Written, answer: str) -> None:
    command = written(answer)
    with ExternalAgent(command, seconds=0.01, name="Bob", patience=PATIENCE) as agent:
        with pytest.raises(EngineError) as raised:
            agent.choose(start())
        assert SILENT_ENGINES[answer] in str(raised.value)


BAD_COMMANDS = {
    "no-such-program --really": "cannot be started: no-such-program: ",
    "/": "cannot be started: /: ",
    "'": "a quotation mark is missing",
    " ": "an engine is named by the command",
    "a\0b": "cannot be started: a",
    "true": "ended by itself, with status 0; it said nothing",
    "sh -c 'echo oh >&2; echo dear >&2; exit 4'": "with status 4; it said last: “oh / dear”",
}
SILENT_COMMANDS = {
    "cat": "has not answered “ugi” within 1.5 seconds; it said last: “ugi”",
    "sleep 60": "has not answered “ugi” within 1.5 seconds; it said nothing",
    "yes": "has not answered “ugi” within 1.5 seconds; it said last: “y / y / y”",
    "sh -c 'sleep 60; true'": "has not answered",
}


@pytest.mark.parametrize("command", BAD_COMMANDS)
def test_a_command_that_is_no_engine(command: str) -> None:
    with pytest.raises(EngineError) as raised, ExternalAgent(command) as agent:
        agent.choose(start())
    assert BAD_COMMANDS[command] in str(raised.value)


@pytest.mark.usefixtures("no_grace")
@pytest.mark.parametrize("command", SILENT_COMMANDS)
def test_a_command_that_does_not_answer(command: str) -> None:
    with pytest.raises(EngineError) as raised, ExternalAgent(command, patience=1.5) as agent:
        agent.choose(start())
    assert SILENT_COMMANDS[command] in str(raised.value)


def test_an_engine_that_died_is_started_again(written: Written, tmp_path: Path) -> None:
    code = 'dying = os.path.exists("die"); say("bestmove Sb3"); sys.exit() if dying else None'
    with ExternalAgent(written(code), nodes=1) as agent:
        agent.choose(start())
        (tmp_path / "die").touch()
        agent.choose(start())
        while agent._process is not None and agent._process.is_running:
            time.sleep(0.01)
        (tmp_path / "die").unlink()
        agent.start_anew()
        agent.choose(start())
    heard = (tmp_path / "heard").read_text().splitlines()
    assert (heard.count("ugi"), heard.count("go nodes 1")) == (2, 3)


def test_an_answer_that_comes_too_late_is_not_the_next_one(
    written: Written, tmp_path: Path
) -> None:
    late = PATIENCE + 0.5
    code = f'time.sleep(0 if os.path.exists("quick") else {late}); say("bestmove Sb3")'
    with ExternalAgent(written(code), nodes=1, patience=PATIENCE) as agent:
        with pytest.raises(EngineError):
            agent.choose(start())
        (tmp_path / "quick").touch()
        match = start()
        match.play("Sb4")
        assert str(agent.choose(match)) == "Sb3"
    assert (tmp_path / "heard").read_text().splitlines().count("ugi") == 2


def test_an_engine_that_talks_much(written: Written) -> None:
    """On both outputs, more than the pipes hold, and before it reads on."""
    code = """
        while True:
            words = heard()
            for _ in range(200):
                print("x" * 1000, file=sys.stderr, flush=True)
                say("info string " + "y" * 1000)
            if words[0] == "go":
                say("bestmove Sb3")
            say("ugiok", "readyok")
            if words[0] == "quit":
                break
    """
    with ExternalAgent(written(code, plain=False), nodes=1, patience=30.0) as agent:
        assert str(agent.choose(start())) == "Sb3"


def children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


def test_nothing_is_left_behind(written: Written) -> None:
    """No process, no zombie, no open pipe: closed, forgotten or failed."""
    command = written('say("bestmove Sb3")')
    gc.collect()
    before, descriptors = children(), set(os.listdir("/proc/self/fd"))
    agent = ExternalAgent(command, nodes=1)
    agent.choose(start())
    assert children() > before
    agent.close()
    agent.close()
    forgotten = ExternalAgent(command, nodes=1)
    forgotten.choose(start())
    del forgotten
    gc.collect()
    with ExternalAgent("yes", patience=0.1) as endless, pytest.raises(EngineError):
        endless.choose(start())
    assert children() == before
    assert set(os.listdir("/proc/self/fd")) == descriptors


def test_a_program_that_ends_takes_its_engines_along(written: Written) -> None:
    command = written('say("bestmove Sb3")')
    code = f"""
        import jostle
        from jostle.search.external import ExternalAgent
        agent = ExternalAgent({command!r}, nodes=1)
        agent.choose(jostle.Match(jostle.game("pomeczi")))
        print(agent._process._process.pid)
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert not Path(f"/proc/{int(ran.stdout)}").exists()
    assert ran.stderr == ""


# The page.


def masked(line: str) -> str:
    """A line without the numbers that depend on the machine and the version."""
    line = re.sub(r"(id name Jostle) \S+", r"\1 …", line)
    return re.sub(r"(depth|nodes|nps|time) \d+", r"\1 …", line)


def test_the_session_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    session = re.search(r"^## A session$.*?^```\n(.*?)^```$", text, re.M | re.S)
    assert session is not None
    told_lines = session[1].splitlines()
    sent = [line.removeprefix("> ") for line in told_lines if line.startswith("> ")]
    client = Client()
    replayed: list[str] = []
    for line in sent:
        replayed.append(f"> {line}")
        client.send(line)
        if line.startswith("go"):
            said = client.until("bestmove")
        elif line in ("ugi", "isready"):
            said = client.until(line.replace("isready", "ready") + "ok")
        elif line == "quit":
            said = client.rest()
        else:
            said = client.settle()
        # How often it tells the same is up to the machine.
        replayed += dict.fromkeys(map(masked, said))
    assert replayed == told_lines
    assert client.close()[0] == 0


def test_the_page_knows_all_commands_and_options() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"`{name}" in text
    for line in Options().told():
        assert line in text
        assert f"| `{line.removeprefix('option name ').partition(' type')[0]}` |" in text
