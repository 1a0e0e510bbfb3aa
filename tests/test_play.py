"""The game in the terminal, driven by what a player types."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console

import jostle
from jostle.core.messages import say
from jostle.core.record import Record
from jostle.core.values import Win
from jostle.core.words import told_outcome
from jostle.games import GAMES
from jostle.search.agent import Agent
from jostle.search.agents import AgentError, agent
from jostle.search.score import Score
from jostle.tui import board, rules, thinking, typed
from jostle.tui.commands import ALIASES, COMMANDS
from jostle.tui.session import Session, play
from jostle.tui.terminal import LONGEST_LINE, Terminal, clean

VARIANTS = (
    "pomeczi",
    "pomeczi:board=8x4",
    "push-push",
    "pushee-pieces",
    "pushee-pieces:tiers=unlimited,turns=2,walls=off",
)
QUICK_VARIANTS = tuple(variant for variant in VARIANTS if "8x4" not in variant)  # random play ends
ESCAPE = "\x1b"


def typing(*lines: str, variant: str | None = "push-push", width: int = 80, **options: Any) -> str:
    """What is printed when these lines are typed."""
    console = Console(file=StringIO(), width=width)
    source = StringIO("".join(line + "\n" for line in lines))
    assert play(variant, console=console, source=source, **options) == 0
    return printed(console)


def printed(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def answer(*lines: str, variant: str | None = "push-push", **options: Any) -> str:
    """What is printed from the last of the lines on, as one line; the board follows at the end."""
    text = typing(*lines, variant=variant, **{"width": 200, **options})
    return " ".join(text.rpartition(f"> {lines[-1]}\n")[2].split())


def random_match(variant: str, seed: int, most: int = 10_000) -> jostle.Match:
    """A game of random moves, to its end or for so many moves."""
    random, match = Random(seed), jostle.Match(jostle.game(variant))
    while match.outcome is None and len(match.moves) < most:
        match.play(random.choice(list(match.position.legal_moves)))
    return match


def texts(match: jostle.Match) -> list[str]:
    return [str(move) for move in match.moves]


def session_of(variant: str) -> Session:
    """A session that has not begun."""
    terminal = Terminal(Console(file=StringIO(), width=80), StringIO())
    return Session(terminal, jostle.Match(jostle.game(variant)))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is saved under odd names must not lie about in the project."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _thoughtless(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is thought about moves is of no interest in most tests."""
    for name in ("HINT_NODES", "EVALUATION_NODES", "DRAW_NODES"):
        monkeypatch.setattr(thinking, name, 2_000)
    monkeypatch.setattr(thinking, "REVIEW_NODES", 10_000)
    monkeypatch.setattr(thinking, "LEAST_REVIEW_NODES", 100)


# Whole games.


@pytest.mark.parametrize("variant", QUICK_VARIANTS)
def test_a_game_is_played_to_its_end_by_typed_moves(variant: str) -> None:
    match = random_match(variant, seed=11)
    text = typing(*texts(match), "position", variant=variant)
    assert match.outcome is not None
    ended = say("play.over", result=told_outcome(match.outcome))
    assert ended in " ".join(text.split())
    assert f"\n{match.position.text}\n" in text
    for move in match.moves:
        assert f"plays {move}\n" in text


@pytest.mark.parametrize("variant", QUICK_VARIANTS)
def test_a_game_is_played_to_its_end_by_numbers(variant: str) -> None:
    match = random_match(variant, seed=8)
    numbers = [
        str(list(position.legal_moves).index(move) + 1)
        for position, move in zip(match.positions, match.moves, strict=False)
    ]
    assert f"\n{match.position.text}\n" in typing(*numbers, "position", variant=variant)


@pytest.mark.parametrize("variant", VARIANTS)
def test_undo_goes_back_to_the_start(variant: str) -> None:
    match = random_match(variant, seed=6, most=12)
    moves = texts(match)
    text = typing(*moves, *["undo"] * len(moves), "position", "undo", variant=variant)
    assert f"\n{match.start.text}\n" in text
    assert say("over.nothing-to-undo") in text


def test_the_chain_reaction_is_told_tier_by_tier() -> None:
    match = random_match("pushee-pieces", seed=1)
    deepest = max(
        range(len(match.moves)),
        key=lambda ply: len(match.positions[ply].effects(match.moves[ply])),
    )
    steps = match.positions[deepest].effects(match.moves[deepest])
    assert len(steps) > 2
    text = answer(*texts(match)[: deepest + 1], variant="pushee-pieces")
    for number in range(1, len(steps)):
        assert say("play.tier", number=number) in text


def test_a_repetition_is_announced_and_ends_the_game() -> None:
    there, back = ("c1c2", "d7d6"), ("c2c1", "d6d7")
    once = answer(*there, *back, *there)
    assert say("play.repeated") in once
    assert "third time" in answer(*there, *back, *there, *back, *there)


# What can be typed.


def test_a_refused_move_tells_its_rule_and_changes_nothing() -> None:
    text = typing("c1c2", "e7e6", "position")
    assert "B10: the 3 on e7" in text
    assert "help B10" in text
    assert jostle.game("push-push").start().play("c1c2").text in text


@pytest.mark.parametrize("line", ["C1C2", "  c1c2  ", "c1c2\r"])
def test_moves_are_taken_in_any_case_and_with_spaces(line: str) -> None:
    assert "Player 1 plays c1c2" in typing(line)


@pytest.mark.parametrize("number", ["0", "26", "99999", "9" * 900, "٣٣"])
def test_a_number_without_a_move_is_refused(number: str) -> None:
    assert "the numbers are 1 to 25" in answer(number)


def test_unknown_words_get_the_nearest_command_or_move() -> None:
    assert "Did you mean moves" in answer("mvoes")
    assert "c1c2" in answer("c1c22").partition("Did you mean")[2]
    assert "Sa1" in answer("sa11", variant="pomeczi").partition("Did you mean")[2]
    assert say("play.try-help") in answer("§§§§")


def test_input_is_shown_as_it_is_written() -> None:
    assert "“[red]x” is not a move" in answer("[red]x")
    assert "[bold]oops[/bold]" in answer("help [bold]oops[/bold]")
    assert ESCAPE not in typing(f"{ESCAPE}[31mred", f"save {ESCAPE}]0;title", f"help {ESCAPE}c")
    assert clean("a\x07b\u202e\udcff\nc") == "a�b��\nc"


def test_a_very_long_line_is_not_read() -> None:
    for line in ("c" * 1_000_000, "save " + "x" * LONGEST_LINE, "5" * 100_000):
        text = typing(line, "c1c2")
        assert say("play.long-line", most=LONGEST_LINE) in " ".join(text.split())
        assert "Player 1 plays c1c2" in text
        assert len(text) < 10_000


def test_moves_come_before_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COMMANDS, "c1c2", COMMANDS["quit"])
    assert "Player 1 plays c1c2" in typing("c1c2")


def test_no_command_is_a_move_of_any_game() -> None:
    for variant in VARIANTS:
        position = jostle.game(variant).start()
        for word in (*COMMANDS, *ALIASES):
            assert isinstance(position.why_not(word), jostle.NotationError)


def test_moves_lists_all_of_them_with_their_numbers() -> None:
    for variant in VARIANTS:
        moves = list(jostle.game(variant).start().legal_moves)
        text = answer("moves", variant=variant)
        for number, move in enumerate(moves, 1):
            assert f"{number} {move}" in text


def test_moves_with_a_beginning_keep_their_numbers() -> None:
    text = answer("moves D1")
    assert "11 d1c1 pushes 2, loses one 12 d1c2" in text
    assert "c1c2" not in text.partition("┏")[0]
    assert "no legal move begins with “zz”" in answer("moves zz")


def test_moves_tell_scores_and_results() -> None:
    assert "c3h 3:0" in answer("moves c3", variant="pushee-pieces")
    match = random_match("push-push", seed=11)
    before_the_end = answer(*texts(match)[:-1], f"moves {match.moves[-1]}")
    assert match.outcome is not None
    assert match.outcome.result in before_the_end


def test_why_tells_what_a_move_does_or_what_refuses_it() -> None:
    assert "Player 1's 1 on a1 is eliminated" in answer("why d1c1")
    assert "B3: a figure goes exactly one square" in answer("why d1d3")
    assert "is not a move" in answer("why nonsense")
    assert "write it so: why MOVE" in answer("why")
    assert "Player 1's 1 goes from a1 to a2" in answer("why 1")
    match = random_match("push-push", seed=11)
    assert "Then the game is over" in answer(*texts(match)[:-1], f"why {match.moves[-1]}")


def test_help_lists_every_command() -> None:
    text = answer("help")
    for name in COMMANDS:
        assert say(f"play.usage.{name}") in text
        assert say(f"play.help.{name}") in answer(f"help {name}")
    assert say("play.commands") in answer("?")


@pytest.mark.parametrize("name", GAMES)
def test_help_shows_every_rule_by_its_id(name: str) -> None:
    page = rules.rules_page(type(jostle.game(name)))
    assert len(page.sections) > 10
    contents = typing("rules", variant=name)
    everything = typing("rules all", variant=name)
    for section in page.sections:
        known = section.id or section.title
        heading = f"{section.id} {section.title}" if section.id else section.title
        assert section.title in contents
        assert f"\n{heading}\n" in everything
        for asked in (f"help {known}", f"rules {known.lower()}"):
            assert heading in answer(asked, variant=name)
    assert "there is no command or rule “P99”" in answer("help P99", variant=name)


def test_commands_that_take_nothing_say_so() -> None:
    names = ("undo", "draw", "resign", "board", "position", "record", "quit")
    for name in (*names, "hint", "eval", "review"):
        assert f"write it so: {name}" in answer(f"{name} now")
    for name in ("save", "save!", "load"):
        assert f"write it so: {name} FILE" in answer(name)
    assert "write it so: level NUMBER | off" in answer("level")


def test_the_board_comes_again() -> None:
    assert typing("board").count("Player 1") > typing().count("Player 1")


def test_new_begins_again_or_another_game() -> None:
    text = typing("c1c2", "new", "position", "new pomeczi:board=3x3", "position", "new chess")
    assert jostle.game("push-push").start().text in text
    assert jostle.game("pomeczi:board=3x3").start().text in text
    assert "there is no game “chess”" in text


# How a game ends.


def test_resigning_and_taking_it_back() -> None:
    text = typing("c1c2", "resign", "c7c6", "moves", "resign", "draw", "3", "undo", "position")
    assert "Player 1 wins, because Player 2 resigned" in text
    assert say("play.over-next") in text
    assert text.count("the match is over") == 5
    assert say("play.goes-on") in text
    assert jostle.game("push-push").start().play("c1c2").text in text


@pytest.mark.parametrize(("reply", "agreed"), [("yes", True), (" Y ", True), ("no", False)])
def test_a_draw_needs_the_other_player(reply: str, agreed: bool) -> None:
    text = typing("draw", reply)
    assert ("a draw by agreement" in text) is agreed
    assert (say("play.draw-declined") in text) is not agreed


def test_a_draw_offer_at_the_end_of_input_is_declined() -> None:
    assert say("play.draw-declined") in typing("draw")


def test_the_end_of_input_shows_the_board() -> None:
    assert typing().count("┏") == 2
    assert typing("quit").count("┏") == 1
    assert typing("q", "c1c2").count("plays") == 0


class Interrupting(StringIO):
    """A player who presses Ctrl-C instead of typing "^C"."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]  # typeshed's own
        line = super().readline(size)
        if line == "^C\n":
            raise KeyboardInterrupt
        return line


@pytest.mark.parametrize(
    ("lines", "status"),
    [("^C\n", 0), ("^C\n^C\n", 130), ("^C\nc1c2\n^C\n", 0), ("draw\n^C\n", 0)],
)
def test_ctrl_c_leaves_when_pressed_twice(lines: str, status: int) -> None:
    console = Console(file=StringIO(), width=80)
    assert play("push-push", console=console, source=Interrupting(lines)) == status


def test_ctrl_c_leaves_while_choosing_a_game() -> None:
    console = Console(file=StringIO(), width=80)
    assert play(console=console, source=Interrupting("^C\n")) == 130


# Files.


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_saved_game_is_loaded_again(variant: str, tmp_path: Path) -> None:
    file, match = tmp_path / "game.txt", random_match(variant, seed=7, most=9)
    text = typing(*texts(match), f"save {file}", "new", f"load {file}", "position", variant=variant)
    assert f"\n{match.position.text}\n" in text
    assert Record.parse(file.read_text(encoding="utf-8")).moves == match.moves
    assert f"\n{match.position.text}\n" in typing("position", variant=None, load=file)
    assert f"\n{match.position.text}\n" in typing("position", variant=variant, load=file)


def test_a_finished_game_is_loaded_with_its_end(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    typing("c1c2", "resign", f"save {file}")
    assert "Player 1 wins, because Player 2 resigned" in typing(variant=None, load=file)


def test_the_record_is_shown_as_it_would_be_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = typing("c1c2", f"save {file}", "record", opponent="greedy", seed=1)
    assert file.read_text(encoding="utf-8") in text
    assert '[Player2 "greedy"]' in text


def test_a_file_is_overwritten_only_when_told_so(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("precious", encoding="utf-8")
    assert f"“save! {file}” overwrites it" in answer(f"save {file}")
    assert file.read_text(encoding="utf-8") == "precious"
    assert "Saved" in answer("c1c2", f"save! {file}")
    assert "c1c2" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["save", "save!", "load"])
@pytest.mark.parametrize("name", ["/", "/no/such/folder/file", "a\0b", "~nobody-here/x", "x" * 900])
def test_files_that_cannot_be(command: str, name: str) -> None:
    text = typing("c1c2", f"{command} {name}", "position")
    assert jostle.game("push-push").start().play("c1c2").text in text
    assert not any(word in text for word in ("Saved", "Loaded", "Traceback"))


def test_devices_and_endless_files_are_not_read(tmp_path: Path) -> None:
    assert "is not a file" in answer("load /dev/zero")
    os.mkfifo(tmp_path / "pipe")
    assert "is not a file" in answer(f"load {tmp_path / 'pipe'}")
    (tmp_path / "long").write_bytes(b" " * 3_000_000)
    assert "too long" in answer(f"load {tmp_path / 'long'}")


def test_the_good_part_of_a_record_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Variant "push-push"]\n\n1. c1c2 d7d6 2. c2c9 d6d5 *\n', encoding="utf-8")
    text = typing(f"load {file}", "position", variant="pomeczi")
    assert "line 3, column 17" in text
    position = jostle.game("push-push").start().play("c1c2").play("d7d6")
    assert f"\n{position.text}\n" in text
    assert "line 3, column 17" in typing(variant=None, load=file)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"1. c1c2 *", b'[Variant "go"]\n\n*'])
def test_a_file_without_a_game_changes_nothing(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    text = typing("c1c2", f"load {file}", "position")
    assert "does not tell which game it is" in " ".join(text.split())
    assert "line 1, column 1" in text
    assert jostle.game("push-push").start().play("c1c2").text in text
    with pytest.raises(jostle.JostleError, match="line 1, column 1"):
        play(load=file)


# Parameters.


def test_parameters_are_checked(tmp_path: Path) -> None:
    with pytest.raises(AgentError, match=r"“perfect”.*greedy.*level:10"):
        play("pomeczi", opponent="perfect")
    with pytest.raises(AgentError, match="level:10"):
        play("pomeczi", opponent="level:11")
    with pytest.raises(jostle.JostleError, match=r"there is no side “3”.*1, 2 and random"):
        play("pomeczi", opponent="greedy", side="3")
    with pytest.raises(jostle.VariantError, match="pushee-pieces"):
        play("chess")
    with pytest.raises(jostle.JostleError, match="there is no file"):
        play("pomeczi", load=tmp_path / "none")
    file = tmp_path / "game.txt"
    typing("c1c2", f"save {file}")
    with pytest.raises(jostle.JostleError, match="is a game of push-push, not of pomeczi"):
        play("pomeczi", load=file)


def test_without_a_variant_the_player_chooses() -> None:
    for number, name in enumerate(GAMES, 1):
        for choice in (str(number), name, say(f"{name}.title"), f" {name.upper()} "):
            text = typing(choice, "2p", "position", variant=None)
            assert f"\n{jostle.game(name).start().text}\n" in text
            assert "(you)" not in text
    text = typing("chess", "0", "9", "pomeczi:board=3x3", "2P", "position", variant=None)
    assert "there is no game “chess”" in text
    assert jostle.game("pomeczi:board=3x3").start().text in text
    first = jostle.game(next(iter(GAMES))).start().text
    assert first in typing("", "2p", "position", variant=None)


@pytest.mark.parametrize(
    ("choice", "name"),
    [
        ("", "level:3"),
        ("1", "level:1"),
        ("10", "level:10"),
        ("level 4", "level:4"),
        ("level:5", "level:5"),
        (" uct ", "uct"),
        ("greedy", "greedy"),
    ],
)
def test_with_the_game_the_opponent_is_chosen(choice: str, name: str) -> None:
    text = typing("1", choice, variant=None)
    assert "Player 1 (you)" in text
    assert f"Player 2 ({name})" in text
    assert f"Player 1 ({name})" in typing("1", choice, variant=None, opponent="", side="2")


def test_an_opponent_that_there_is_not_is_asked_for_again() -> None:
    text = " ".join(typing("1", "0", "11", "perfect", "2p", "Sa1", variant=None).split())
    assert text.count("the levels are 1 to 10") == 2
    assert "there is no player “perfect”" in text
    assert "Player 1 plays Sa1" in text


def test_the_opponent_is_not_asked_for_if_it_is_given() -> None:
    question = say("play.which-opponent", lowest=1, highest=10, usual=3, two="2p")
    assert question in " ".join(typing(variant=None).split()) + " "
    assert "Play against" not in typing("1", variant=None, opponent="greedy")
    assert "Play against" not in typing(variant="pomeczi")


@pytest.mark.parametrize("lines", [["quit"], ["q"], ["1", "quit"], ["1", " EXIT "]])
def test_leaving_while_choosing(lines: list[str]) -> None:
    assert "To move" not in typing(*lines, variant=None)


def test_without_any_input_there_is_still_a_board() -> None:
    assert typing(variant=None).count("┌───┬") >= 1


# The opponent.


@pytest.mark.parametrize("side", ["1", "2", "random"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_against_the_opponent_comes_to_its_end(variant: str, side: str) -> None:
    lines = [*["1"] * 60, "resign"]
    text = typing(*lines, variant=variant, opponent="greedy", side=side, seed=1)
    assert "The game is over" in text
    assert " (greedy) plays" in text
    assert text == typing(*lines, variant=variant, opponent="greedy", side=side, seed=1)


def test_undo_takes_back_the_reply_as_well() -> None:
    start = jostle.game("push-push").start()
    text = typing("undo", "d1d2", "undo", "position", opponent="greedy", seed=1)
    assert say("over.nothing-to-undo") in text
    assert f"\n{start.text}\n" in text
    # As the second player: the opponent's first move stays.
    text = typing("position", "undo", "a7a6", "undo", "position", opponent="greedy", side="2")
    before, after = re.findall(r"> position\n(.*)\n", text)
    assert before == after
    assert say("over.nothing-to-undo") in text
    text = typing("resign", "undo", "undo", opponent="greedy", side="2")
    assert say("play.goes-on") in text


@pytest.mark.parametrize("name", ["level:2", "level:8", "uct", "random", "alpha-beta"])
def test_any_agent_can_be_the_opponent(name: str) -> None:
    text = typing("a1h", "record", variant="pushee-pieces", opponent=name, seed=1)
    assert f"Player 2 ({name}) plays " in text
    assert f'[Player2 "{name}"]' in text


def test_the_level_is_changed_in_mid_game() -> None:
    lines = ("a1h", "level 2", "a2h", "record", "level 11", "level x", "level -1")
    text = typing(*lines, variant="pushee-pieces", opponent="level:1", seed=1)
    assert "Player 2 (level:1) plays " in text
    assert "level:2 plays for Player 2." in text
    assert "Player 2 (level:2) plays " in text
    assert '[Player2 "level:1, level:2"]' in text
    assert text.count("the levels are 1 to 10") == 3


def test_a_level_is_started_and_ended_in_mid_game() -> None:
    lines = ("a1h", "level 1", "a2h", "level off", "a6h", "record")
    text = typing(*lines, variant="pushee-pieces", seed=1)
    assert "level:1 plays for Player 1." in text  # Player 2 was to move, and plays on
    assert "Player 2 (you) plays a2h" in text
    assert "Player 1 (level:1) plays " in text
    assert say("play.alone") in text
    assert "\nPlayer 2 plays a6h" in text
    assert '[Player1 "level:1"]' in text


class Thoughtful(Agent):
    """Is interrupted, or fails, so many times before it moves."""

    name = "thoughtful"

    def __init__(self, error: BaseException, times: int = 1) -> None:
        self.error, self.times = error, times
        self.closed = 0

    def choose(self, match: jostle.Match) -> jostle.Move:
        self.times -= 1
        if self.times >= 0:
            raise self.error
        return next(iter(match.position.legal_moves))

    def close(self) -> None:
        self.closed += 1


def against(opponent: Agent, *lines: str) -> str:
    """What is printed in a game of Push Push in which Player 2 is such an agent."""
    console = Console(file=StringIO(), width=80)
    source = StringIO("".join(line + "\n" for line in lines))
    session = Session(Terminal(console, source), jostle.Match(jostle.game("push-push")))
    session.oppose(opponent, jostle.Player.TWO)
    assert session.run() == 0
    return printed(console)


def test_ctrl_c_stops_the_opponent_and_keeps_the_game() -> None:
    text = against(Thoughtful(KeyboardInterrupt()), "c1c2", "c7c6", "", "c2c3")
    assert say("play.opponent-stopped", player="Player 2 (thoughtful)") in " ".join(text.split())
    assert "Player 2 (thoughtful), stopped> c7c6\nit is not your turn" in text
    assert text.count("Player 2 (thoughtful) plays ") == 2
    assert "Player 1 (you) plays c2c3" in text


def test_a_stopped_opponent_can_be_left_or_replaced() -> None:
    stubborn = Thoughtful(KeyboardInterrupt(), 1000)
    text = against(stubborn, "c1c2", "undo", "position", "c1d2", "level 1", "resign")
    assert f"\n{jostle.game('push-push').start().text}\n" in text
    assert "Player 2 (level:1) plays " in text
    assert "Player 2 wins, because Player 1 resigned" in text
    assert stubborn.closed == 1
    text = against(Thoughtful(KeyboardInterrupt(), 1000), "c1c2", "resign")
    assert "Player 2 wins, because Player 1 resigned" in text
    assert against(Thoughtful(KeyboardInterrupt(), 1000), "c1c2", "new").count("┏") == 4


def test_an_opponent_that_fails_does_not_end_the_game() -> None:
    text = typing("c1c2", "", "undo", "position", opponent="ugi:/no/such/engine")
    assert text.count("cannot be started") == 2
    assert f"\n{jostle.game('push-push').start().text}\n" in text


def greedily(position: jostle.Position, seed: int = 1) -> str:
    """What the greedy agent plays."""
    return str(agent("greedy", seed=seed).choose(jostle.Match(position.game, position)))


def test_the_greedy_opponent_takes_an_immediate_win() -> None:
    position = jostle.game("push-push").position("o6/A6/7/7/7/7/6a 1 - 0")
    assert greedily(position) == "a6a7"


def test_the_greedy_opponent_does_not_lose_on_purpose() -> None:
    position = jostle.game("push-push").position("7/6a/7/7/7/A6/o6 1 - 0")
    for seed in range(20):
        assert greedily(position, seed) != "a2a1"


def test_the_greedy_opponent_prefers_points_tiles_and_figures() -> None:
    pushee = jostle.game("pushee-pieces").start()
    assert {greedily(pushee, seed)[:2] for seed in range(40)} == {"c3", "d4"}
    assert greedily(jostle.game("pomeczi").position("4/4/sS2/4[SDsd] 1 - -")) == "b2<"
    assert greedily(jostle.game("push-push").position("7/7/aB5/3o3/7/7/7 1 - 0")) == "b5a5"


def test_the_opponent_accepts_a_draw_unless_it_is_better() -> None:
    won = jostle.game("pomeczi").position("4/4/sS2/4[SDsd] 1 - -")
    match, terminal = jostle.Match(won.game, won), session_of("pomeczi").terminal
    assert not thinking.accepts_draw(terminal, match, jostle.Player.ONE)
    assert thinking.accepts_draw(terminal, match, jostle.Player.TWO)
    assert "a draw by agreement" in typing("draw", opponent="greedy")
    lines = ("a1h", "a2h", "a3h", "draw")
    text = typing(*lines, variant="pushee-pieces", opponent="level:5", seed=1)
    assert say("play.draw-declined") in text


# What the machine says about a game.


def test_each_hint_for_a_position_tells_more() -> None:
    position = jostle.game("push-push").position("3o3/2A4/7/7/7/7/6a 1 - 0")
    hint = session_of("push-push").helper.hint
    terminal, match = session_of("push-push").terminal, jostle.Match(position.game, position)
    told = [hint(terminal, match) for _ in range(4)]
    assert told[:2] == ["Look at Player 1's 1 on c6.", "Play c6d7."]
    assert told[2] == told[3]
    assert "Player 1 wins" in told[2]
    match.play("c6c5")
    assert hint(terminal, match).startswith("Look at Player 2's 1")


def test_hints_begin_anew_with_every_move() -> None:
    text = typing("hint", "hint", "a1h", "hint", "undo", "hint", variant="pushee-pieces")
    told = re.findall(r"> hint\n(.*)\n", text)
    assert [line.split()[0] for line in told] == ["Place", "Play", "Place", "Place"]


def test_the_evaluation_shows_lines_and_a_bar() -> None:
    text = typing("eval", variant="pushee-pieces")
    told = text.partition("> eval\n")[2]
    assert re.match(r"Player 1 █+░+ Player 2\n", told)
    assert len(re.findall(r" %.*  [a-f][1-6][hv]", told)) == thinking.EVALUATION_LINES
    assert re.search(r"depth \d, [\d,]+ positions", told)
    assert "█" not in typing("eval", variant="pushee-pieces", width=50)
    assert "the match is over" in typing("resign", "eval", variant="pushee-pieces")


def test_a_decided_game_fills_the_bar() -> None:
    assert str(thinking.bar(Score.exact(jostle.Player.TWO, Win(3)))).count("░") == thinking.BAR
    assert str(thinking.bar(Score(jostle.Player.TWO, 0.999))).count("░") == thinking.BAR - 1


def test_the_end_of_a_game_tells_what_decided_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    match = random_match("pushee-pieces", seed=3)
    text = typing(*texts(match), variant="pushee-pieces")
    told = " ".join(text.partition(say("review.decided"))[2].split())
    points = jostle.review(match, nodes=thinking.MOST_REVIEW_NODES).turning_points()
    assert 1 <= len(points) <= 3
    for point in points:
        assert f"{point.number} {point.move} by Player {int(point.player)} was " in told
        assert f"Better was {point.best}." in told
    assert text.count(say("review.decided")) == 1
    assert text.index(say("review.decided")) < text.index(say("play.over-next"))


def test_a_review_is_told_once_and_when_asked_for() -> None:
    match = random_match("pushee-pieces", seed=3)
    heading = say("review.decided")
    text = typing(*texts(match), "board", "undo", str(match.moves[-1]), variant="pushee-pieces")
    assert text.count(heading) == 2
    text = typing(*texts(match), "review", variant="pushee-pieces")
    assert text.count(heading) == 2
    assert re.search(r"Player 2: \d+ best, \d+ good, ", text)
    assert heading not in typing("resign", variant="pushee-pieces")


def test_a_game_can_be_reviewed_while_it_goes_on() -> None:
    assert say("play.cannot.no-moves") in typing("review")
    text = typing("c1c2", "review")
    assert say("review.clean") in text or say("review.so-far") in text


def test_a_loaded_game_is_reviewed_when_asked_for_only(tmp_path: Path) -> None:
    file, match = tmp_path / "game.txt", random_match("pushee-pieces", seed=3)
    file.write_text(str(match.record()), encoding="utf-8")
    assert say("review.decided") not in typing(variant=None, load=file)
    assert say("review.decided") in typing("review", variant=None, load=file)


@pytest.mark.parametrize("command", ["hint", "eval", "review", "draw"])
def test_ctrl_c_stops_what_the_machine_thinks(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for name in ("hints", "content_with_draw", "complete_depths", "review"):
        monkeypatch.setattr(thinking, name, interrupted)
    lines = ("c1c2", command, "d1d2")
    text = typing(*lines, opponent="greedy", seed=1)
    assert say("play.stopped") in text
    assert "Player 1 (you) plays d1d2" in text


def test_a_stopped_review_does_not_keep_the_game_from_ending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(thinking, "review", interrupted)
    text = typing("c1c2", "resign", "new", "position")
    assert say("play.stopped") in text
    assert say("play.over-next") in text


# Whatever is typed.


@pytest.mark.parametrize("variant", GAMES)
def test_garbage_does_no_harm(variant: str) -> None:
    lines = list(garbage(variant, Random(variant), 2000))
    text = typing(*lines, "position", variant=variant)
    assert text.count("> ") >= 1800  # the question after "draw" takes a line, too
    assert ESCAPE not in text


def garbage(variant: str, random: Random, count: int) -> Iterator[str]:
    """Lines of noise: characters of all kinds, moves, commands, and pieces of them put together."""
    moves = [str(move) for move in jostle.game(variant).start().legal_moves]
    words = [*(word for word in COMMANDS if word != "quit"), *moves, "[red]", "[/]", "{0}", "%s"]
    letters = "abcdefgh12345678<>^v~=-,.! \t\0\x1b\x7f\x85\u2028é漢😀\udc80[]{}\\'\""
    for _ in range(count):
        kind = random.randrange(4)
        if kind == 0:
            line = "".join(random.choices(letters, k=random.randrange(12)))
        elif kind == 1:
            line = random.choice(moves)
        else:
            line = " ".join(random.choices(words, k=random.randrange(1, 3)))
            cut = random.randrange(len(line) + 1)
            if kind == 3:
                line = line[:cut] + random.choice(letters) + line[cut + random.randrange(2) :]
        if line.strip().lower() not in ("q", "exit", "quit"):
            yield line


# The board.


def test_colours_are_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(console: Console) -> str:
        assert play("pomeczi", console=console, source=StringIO("Sa1\nDb2>\n")) == 0
        return printed(console)

    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = Console(file=StringIO(), force_terminal=True, color_system="truecolor", width=80)
    assert f"{ESCAPE}[" in shown(coloured)
    assert "38;2;" in printed(coloured)
    assert ESCAPE not in shown(Console(file=StringIO(), width=80))
    plain = Console(file=StringIO(), force_terminal=True, color_system="truecolor", no_color=True)
    assert "38;2;" not in shown(plain)


def test_owners_differ_in_shape() -> None:
    for (kind, owner, axis), look in board.LOOKS.items():
        if owner is not None:
            assert board.LOOKS[kind, owner.other, axis] != look


def test_the_board_of_pomeczi() -> None:
    shown = drawing("pomeczi", "Db2^", "Dc1>", "Sa2", "Sd4")
    assert shown == [
        "   ┌───┬───┬───┬═══┐",
        " 4 │   │   │   ║ ━ ║       ━  Player 2",
        "   ├───┼───┼───┼═══┤      in hand:  ━  ×1",
        " 3 │   │ ● │   │   │",
        "   ├───┼ │ ┼───┼───┤",
        " 2 │ ● │ ● │   │   │",
        "   ├───┼───┼───┼───┤    ▸  ●  Player 1",
        " 1 │   │   │ ━━━━━ │      in hand:  ●  ×1",
        "   └───┴───┴───┴───┘",
        "     a   b   c   d",
    ]


def test_the_board_of_push_push() -> None:
    shown = drawing("push-push", "d1c1")
    assert shown[0] == "   ┏━━━┯━━━┯━━━┯━━━┯━━━┯━━━┯━━━┓"
    assert shown[1].startswith(" 7 │(1)│(2)│(3)│(4)│(3)│(2)│(1)│    ▸ ( ) Player 2")
    assert shown[7].startswith(" 4 │   │   │   │ ● │   │   │   │")
    assert shown[13] == " 1 ║[2]║[3]║[4]║ · │[3]│[2]│[1]│      eliminated: [1] ×1"


def test_the_board_of_pushee_pieces() -> None:
    shown = drawing("pushee-pieces", "c3h", "c4v")
    assert shown[2] == "   ├───┼───┼───┼───┼───┼───┤      left to place: ◃ ▹ ×14"
    assert shown[3] == " 5 │ 0 │ 2 │ 2 │ 2 │ 2 │ 0 │      score: 1"
    assert shown[5] == " 4 │ 0 │ 2 ║▵1▿║ 3 │ 2 │ 0 │"
    assert shown[7] == " 3 │ 0 │ 2 │·3·│ 1 │ 2 │ 0 │"
    assert shown[9].startswith(" 2 │ 0 │ 2 ║◂2▸║ 2 │ 2 │ 0 │")


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_board_stands_in_its_terminal(variant: str) -> None:
    for width in (40, 80, 120):
        text = typing(*texts(random_match(variant, 3, 20)), variant=variant, width=width)
        boards = [line for line in text.splitlines() if "│" in line or "┼" in line]
        assert boards
        assert max(map(len, boards)) <= width


def test_a_terminal_without_line_drawing_gets_letters() -> None:
    class Ascii(StringIO):
        encoding = "ascii"

    console = Console(file=Ascii(), width=80)
    position = jostle.game("push-push").start()
    assert str(board.drawn(console, position, (), ("A", "B"))) == str(position)


def drawing(variant: str, *moves: str) -> list[str]:
    """The lines of the board after these moves."""
    match = jostle.Match(jostle.game(variant))
    for move in moves:
        match.play(move)
    steps = match.positions[-2].effects(match.moves[-1])
    console = Console(file=StringIO(), width=80)
    drawn = board.drawn(console, match.position, steps, ("Player 1", "Player 2"))
    return [line.rstrip() for line in str(drawn).splitlines()]


# Completion, and a real terminal.


def test_completions(tmp_path: Path) -> None:
    session = session_of("pomeczi")
    assert typed.completions(session, "", "sa") == ["Sa1", "Sa2", "Sa3", "Sa4", "save", "save!"]
    assert typed.completions(session, "", "undo") == ["undo"]
    assert typed.completions(session, "why ", "sa1") == ["Sa1"]
    assert typed.completions(session, "help ", "p1") == ["P1", "P10", "P11", "P12"]
    assert typed.completions(session, "help ", "qu") == ["quit"]
    assert typed.completions(session, "undo ", "") == []
    assert typed.completions(session, "level ", "1") == ["1", "10"]
    assert typed.completions(session, "level ", "o") == ["off"]
    (tmp_path / "folder").mkdir()
    (tmp_path / "[file]").touch()
    assert typed.completions(session, "load ", f"{tmp_path}/fo") == [f"{tmp_path}/folder/"]
    assert typed.completions(session, "save ", f"{tmp_path}/[f") == [f"{tmp_path}/[file]"]


class Screen:
    """A program in a terminal of its own, and the person before it."""

    def __init__(self, *arguments: str) -> None:
        pty = pytest.importorskip("pty")
        pytest.importorskip("readline")
        self.unread = ""
        self.master, slave = pty.openpty()
        package = str(Path(jostle.__file__).parents[1])
        self.program = subprocess.Popen(
            [sys.executable, "-m", "jostle", "play", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "PYTHONPATH": package, "TERM": "xterm", "COLUMNS": "80"},
            start_new_session=True,
        )
        os.close(slave)

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def wait_for(self, text: str, seconds: float = 60) -> None:
        """Read on until a text is shown; colours are left away."""
        end = time.monotonic() + seconds
        while text not in self.unread and time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                shown = os.read(self.master, 65536).decode(errors="replace")
                self.unread += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
        assert text in self.unread
        self.unread = self.unread.partition(text)[2]

    def wait_until_it_reads(self) -> None:
        """Wait until the program waits for keys: it echoes one, and then sleeps."""
        self.type("x")
        self.wait_for("x")
        stat = Path(f"/proc/{self.program.pid}/stat")
        while stat.read_text().rpartition(")")[2].split()[0] != "S":
            time.sleep(0.01)

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self.master)


def test_a_real_terminal_completes_moves_with_the_tab_key() -> None:
    with Screen("push-push") as screen:
        screen.wait_for("Player 1> ", seconds=300)  # the kernels may have to be compiled first
        screen.type("a1a\t\n")  # a1a2 is the only move that begins so
        screen.wait_for("Player 1's 1 goes from a1 to a2")
        screen.wait_for("Player 2> ")
        screen.type("pos\t\n")
        screen.wait_for("abcdcba/7/7/3o3/7/A6/1BCDCBA 2 Aa2 1")
        screen.wait_for("Player 2> ")
        screen.wait_until_it_reads()  # before, readline would overlook the signal
        screen.program.send_signal(signal.SIGINT)
        screen.wait_for("Press Ctrl-C again")
        screen.wait_for("Player 2> ")
        screen.type("qui\t\n")
        assert screen.program.wait(timeout=20) == 0


def test_ctrl_c_in_a_real_terminal_stops_the_opponent() -> None:
    with Screen("push-push", "--opponent", "ugi:sleep 1000") as screen:  # never says a word
        screen.wait_for("Player 1 (you)> ", seconds=300)
        screen.type("c1c2\n")
        screen.wait_for("thinks …")
        screen.program.send_signal(signal.SIGINT)
        screen.wait_for("has stopped thinking")
        screen.wait_for("stopped> ")
        screen.type("undo\n")
        screen.wait_for("Taken back: c1c2")
        screen.wait_for("Player 1 (you)> ")
        screen.type("quit\n")
        assert screen.program.wait(timeout=20) == 0
