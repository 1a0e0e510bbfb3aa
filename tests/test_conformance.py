"""What every game must be and have. Games are found in the registry, with no exception list."""

from __future__ import annotations

import copy
import json
import pickle
import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jostle
from jostle import Game, GameOver, JostleError, Match, Move, Position
from jostle.core.kernel import Kernel
from jostle.core.messages import catalogue
from jostle.core.outcome import Reason
from jostle.core.words import told_effect, told_outcome
from jostle.games import game_class
from tests.applying import check_effects
from tests.package import GAMES, folder_of
from tests.test_golden import GOLDEN

TESTS = Path(__file__).parent
MAIN_VARIANTS = [variant for name in GAMES for variant in game_class(name).main_variants]

every_game = pytest.mark.parametrize("name", GAMES)
every_variant = pytest.mark.parametrize("variant", MAIN_VARIANTS)

ODD_TEXTS = [
    "",
    " ",
    "-",
    "--",
    "---",
    "~",
    "\0",
    "\n",
    "a",
    "a1",
    "a1a1",
    "a0a1",
    "i9",
    "Sa1Sa1",
    "Dh8>",
    "h8^",
    "h8r",
    "a1h=",
    "a1h=a1>",
    "a1h=" + ",".join(["a1>"] * 1000),
    "a1 a2",
    "null",
    "None",
    "1",
    "1/1",
    "/////",
    "8/8/8/8/8/8/8/8",
    "4/4/4/4[SSDssd] 1 - -" * 2,
    "[] 1 - -",
    "9" * 5000,
    "x" * 100_000,
    "é",
    "ａ１",
    "а1",  # the first letter is Cyrillic
    "٣",
    "²",
    "Ⅷ",
    "😀",
    "\u202ea1",
    "\ud800",
    "{0}",
    "{text}",
    "{",
    "%s",
    "a1\ta2",
    "1e3",
    "0x1",
    "+1",
    "a1h=b2>,",
    ":",
    "=",
    ",",
    ":=,",
]


@cache
def rule_ids(name: str) -> list[str]:
    """The rules of a game's page, in its order."""
    page = (folder_of(name) / "rules.md").read_text(encoding="utf-8")
    return re.findall(r"^## ([A-Z][0-9]+) \S", page, re.MULTILINE)


@cache
def some_positions(variant: str) -> list[Position]:
    """The positions of two random games, to their ends or for a while, and a finished one."""
    chance = random.Random(variant)
    found = []
    for _ in range(2):
        position = jostle.game(variant).start()
        for _ in range(40):
            found.append(position)
            if position.outcome is not None:
                break
            position = position.play(chance.choice(list(position.legal_moves)))
    while position.outcome is None:
        position = position.play(chance.choice(list(position.legal_moves)))
    return [*found, position]


# What a game has: pages, symbols, data.


@every_game
def test_it_is_in_the_registry_under_its_own_name(name: str) -> None:
    game = jostle.game(name)
    assert game.name == name
    assert game.variant == name
    assert type(game) is game_class(name)
    assert game.main_variants[0] == name


@every_game
def test_it_has_a_rules_page_with_its_ids(name: str) -> None:
    ids = rule_ids(name)
    assert ids
    assert len(set(ids)) == len(ids)
    for letter in {rule[0] for rule in ids}:
        numbers = [int(rule[1:]) for rule in ids if rule[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1))
    assert ids[-2:] == ["R1", "R2"]  # what all games share comes last
    refusing = {key.split(".")[2] for key in catalogue("en") if key.startswith(f"{name}.refusal.")}
    assert refusing <= set(ids)


@every_game
def test_every_rule_has_a_test_named_after_it(name: str) -> None:
    tests = (TESTS / "games" / f"test_{folder_of(name).name}.py").read_text(encoding="utf-8")
    tested = set(re.findall(r"^def test_([a-z][0-9]+)_", tests, re.MULTILINE))
    assert {rule.lower() for rule in rule_ids(name)} <= tested


@every_game
def test_every_piece_has_a_symbol_and_every_symbol_a_piece(name: str) -> None:
    expected = set()
    for piece in game_class(name).pieces:
        owner = "" if piece.owner is None else f"-{int(piece.owner)}"
        expected.add(f"{piece.kind}{owner}{'-turned' if piece.turned else ''}.svg")
    assert {path.name for path in (folder_of(name) / "symbols").iterdir()} == expected


@every_game
def test_it_has_cases_counts_and_a_playthrough(name: str) -> None:
    for file in ("cases.json", "perft.json"):
        rows = json.loads((TESTS / "data" / file).read_text(encoding="utf-8"))
        assert [row for row in rows if row["variant"].partition(":")[0] == name]
    counted = {(row["variant"], row["position"]) for row in rows}
    played = {path.read_text(encoding="utf-8").partition("\n")[0] for path in GOLDEN.iterdir()}
    for variant in game_class(name).main_variants:
        assert (variant, jostle.game(variant).start().text) in counted
    assert f"variant: {name}" in played


@every_game
def test_it_has_its_words(name: str) -> None:
    words = catalogue("en")
    for key in ("title", "summary", "expected"):
        assert words[f"{name}.{key}"]
    for piece in game_class(name).pieces:
        assert words[f"{name}.piece.{piece.kind}"]


# What a position is.


@every_variant
def test_the_start_is_read_as_it_is_written(variant: str) -> None:
    game = jostle.game(variant)
    assert game.variant == variant
    start = game.start()
    assert game.position(start.text) == start
    assert start.mover is jostle.Player.ONE
    assert start.outcome is None
    assert start.legal_moves


@every_variant
def test_str_is_the_board_with_its_coordinates(variant: str) -> None:
    for position in some_positions(variant):
        width, height = position.game.size
        lines = str(position).splitlines()
        for rank in range(1, height + 1):
            assert [line for line in lines if line.startswith(f"{rank} |")]
        assert [line for line in lines if line.split() == list("abcdefgh"[:width])]


@every_variant
def test_repr_rebuilds(variant: str) -> None:
    scope = {"jostle": jostle}
    game = jostle.game(variant)
    assert eval(repr(game), scope) == game
    for position in some_positions(variant):
        rebuilt = eval(repr(position), scope)
        assert rebuilt == position
        assert rebuilt.state == position.state


@every_variant
def test_pickle_and_copy(variant: str) -> None:
    for position in some_positions(variant)[::5]:
        _ = position.text, position.outcome, list(position.legal_moves)  # what is kept may hinder
        for again in (pickle.loads(pickle.dumps(position)), copy.deepcopy(position)):
            assert again == position
            assert hash(again) == hash(position)
            assert again.text == position.text
            assert again.game == position.game
            assert list(again.legal_moves) == list(position.legal_moves)
        for branch in position.expand()[:2]:
            assert pickle.loads(pickle.dumps(branch)) == branch
        for text in ("", "nonsense", "a1a1", "--", "Sa1", "a1>", "a1h"):
            error = position.why_not(text)
            if error is not None:
                again_error = pickle.loads(pickle.dumps(error))
                assert type(again_error) is type(error)
                assert str(again_error) == str(error)


@every_variant
def test_equal_positions_are_equal_and_others_are_not(variant: str) -> None:
    game = jostle.game(variant)
    seen: dict[str, Position] = {}
    for position in some_positions(variant):
        read = game.position(position.text)
        assert read == position
        assert (read != position) is False
        assert hash(read) == hash(position)
        seen[position.text] = position
    assert len(set(seen.values())) == len(seen)
    first, second, *_ = seen.values()
    assert first != second
    assert first != first.text
    assert first != None  # noqa: E711  # the operator itself is what is asked


def test_positions_of_different_variants_differ() -> None:
    starts = [jostle.game(variant).start() for variant in MAIN_VARIANTS]
    assert len(set(starts)) == len(starts)
    assert len({position.game for position in starts}) == len(starts)
    # The same string, but another game's.
    walled = jostle.game("pushee-pieces").start()
    assert walled != jostle.game("pushee-pieces:walls=off").position(walled.text)


@every_variant
def test_positions_and_what_they_give_cannot_be_changed(variant: str) -> None:
    position = jostle.game(variant).start()
    move = next(iter(position.legal_moves))
    effect = position.effects(move)[0][0]
    ended = some_positions(variant)[-1].outcome
    for thing, attribute in (
        (position, "state"),
        (position, "game"),
        (position, "text"),
        (position, "mover"),
        (position, "outcome"),
        (position, "anything"),
        (move, "text"),
        (effect, "kind"),
        (effect.piece, "owner"),
        (ended, "winner"),
        (position.expand()[0], "move"),
    ):
        before = repr(thing)
        # A slotted dataclass answers a new name with TypeError on some Pythons.
        with pytest.raises((AttributeError, TypeError)):
            setattr(thing, attribute, None)
        with pytest.raises((AttributeError, TypeError)):
            delattr(thing, attribute)
        assert repr(thing) == before
    assert isinstance(position.pieces, tuple)
    assert isinstance(position.beside, tuple)
    assert isinstance(position.effects(move), tuple)


@every_variant
def test_no_array_leaks_out(variant: str) -> None:
    """Style 4: objects outside, words inside."""
    for position in some_positions(variant)[::7]:
        shown: list[Any] = [
            *position.state,
            position.key,
            position.repetition_key,
            *(position.scores or ()),
            *(value for held in position.beside for _, value in held),
            *position.legal_moves.codes.values(),
            len(position.legal_moves),
        ]
        shown += [word for branch in position.expand() for word in branch.position.state]
        assert {type(value) for value in shown} == {int}
        assert not isinstance(position.legal_moves, np.ndarray)


@every_variant
def test_the_face_speaks_json(variant: str) -> None:
    for position in some_positions(variant)[::7]:
        for branch in position.expand()[:5]:
            told = json.loads(json.dumps(branch.to_json()))
            assert told["move"] == str(branch.move)
            assert told["position"] == branch.position.text
            assert len(told["steps"]) == len(branch.steps)
    ended = some_positions(variant)[-1].outcome
    assert ended is not None
    told = json.loads(json.dumps(ended.to_json()))
    assert told["reason"] in {str(reason) for reason in Reason}
    assert told["winner"] in (1, 2, None)


# Moves.


def test_moves_are_compared_by_their_texts() -> None:
    assert Move("a1a2") == Move("a1a2")
    assert hash(Move("a1a2")) == hash(Move("a1a2"))
    assert Move("a1a2") != Move("a1b2")
    text: object = "a1a2"
    assert Move("a1a2") != text
    assert sorted([Move("b1"), Move("a2"), Move("a1")]) == [Move("a1"), Move("a2"), Move("b1")]
    assert len({Move("a1"), Move("a1"), Move("a2")}) == 2
    assert str(Move("a1a2")) == "a1a2"
    assert eval(repr(Move("a1a2"))) == Move("a1a2")
    assert pickle.loads(pickle.dumps(Move("a1a2"))) == Move("a1a2")


@every_variant
def test_legal_moves_are_a_lazy_view(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = 0
    listing = Kernel.legal

    def counted(self: Kernel, rules: tuple[int, ...], state: tuple[int, ...]) -> np.ndarray:
        nonlocal calls
        calls += 1
        return listing(self, rules, state)

    monkeypatch.setattr(Kernel, "legal", counted)
    position = jostle.game(variant).start()
    moves = position.legal_moves
    assert calls == 0
    number = len(moves)
    assert bool(moves)
    assert len(list(moves)) == number
    assert position.legal_moves is moves
    assert calls == 1  # asked once, then remembered


@every_variant
def test_legal_moves_know_their_members(variant: str) -> None:
    for position in some_positions(variant):
        moves = position.legal_moves
        listed = list(moves)
        assert list(moves) == listed  # one may go through it again
        assert len(moves) == len(listed) == len(set(listed))
        assert bool(moves) == bool(listed)
        assert listed == sorted(listed)
        assert all(isinstance(move, Move) for move in listed)
        for move in listed:
            assert move in moves
            assert str(move) in moves
            assert f" {str(move).upper()}\n" in moves
            assert position.why_not(move) is None
            assert position.why_not(str(move)) is None
            assert position.parse(str(move)) == move
        for other in ("", "nonsense", None, 7, b"--", ["--"], Move("nonsense")):
            assert other not in moves
        for move in listed[:3]:
            assert str(move) in repr(moves)


@every_variant
def test_play_leaves_the_old_position_as_it_was(variant: str) -> None:
    for position in some_positions(variant):
        state, text, pieces = position.state, position.text, position.pieces
        beside, listed = position.beside, list(position.legal_moves)
        for move in listed:
            after = position.play(move)
            assert after is not position
            assert after != position
            assert position.effects(move)
        assert (position.state, position.text, position.pieces) == (state, text, pieces)
        assert (position.beside, list(position.legal_moves)) == (beside, listed)


@every_variant
def test_effects_give_exactly_the_new_position(variant: str) -> None:
    for position in some_positions(variant):
        for branch in position.expand():
            check_effects(position, branch.steps, branch.position)


@every_variant
def test_expand_is_play_and_effects_for_every_move(variant: str) -> None:
    for position in some_positions(variant):
        branches = position.expand()
        assert [branch.move for branch in branches] == list(position.legal_moves)
        for branch in branches:
            assert branch.position == position.play(branch.move)
            assert branch.steps == position.effects(branch.move)


@every_variant
def test_every_effect_can_be_told(variant: str) -> None:
    for position in some_positions(variant):
        for branch in position.expand():
            for step in branch.steps:
                for effect in step:
                    told = str(told_effect(position.game.name, position.mover, effect))
                    assert told
                    assert "None" not in told


@every_variant
def test_after_the_end_nothing_is_played(variant: str) -> None:
    position = some_positions(variant)[-1]
    assert position.outcome is not None
    assert str(told_outcome(position.outcome))
    assert not position.legal_moves
    assert position.expand() == ()
    for text in ("", "nonsense", "--", "a1a2", "Sa1", "a1h"):
        with pytest.raises(GameOver):
            position.play(text)
        assert isinstance(position.why_not(text), GameOver)


@every_variant
def test_undo_restores(variant: str) -> None:
    chance = random.Random(variant)
    match = Match(jostle.game(variant))
    while match.outcome is None:
        match.play(chance.choice(list(match.position.legal_moves)))
    positions, moves = list(match.positions), list(match.moves)
    assert len(positions) == len(moves) + 1
    while moves:
        assert match.undo() == moves.pop()
        positions.pop()
        assert match.position == positions[-1]
        assert match.positions == tuple(positions)
        assert match.moves == tuple(moves)
        assert match.outcome is None
    assert match.position == match.start == match.game.start()
    with pytest.raises(GameOver):
        match.undo()


@every_variant
def test_random_play_picks_every_legal_move_and_no_other(variant: str) -> None:
    """What playouts and searches draw from: one number, one move."""
    chance = random.Random(variant)
    for position in some_positions(variant)[::6]:
        game, state = position.game, position.state
        pick, play = game.kernel.module.pick, game.kernel.play
        if position.outcome is not None:
            assert pick(game.rules, state, chance.getrandbits(64)) < 0
            continue
        after = Counter(branch.position.state for branch in position.expand())
        tries = 20 * after.total()
        picked = [pick(game.rules, state, chance.getrandbits(64)) for _ in range(tries)]
        reached = Counter(play(game.rules, state, code) for code in picked)
        assert set(reached) == set(after)
        for result, ways in after.items():
            assert reached[result] < 60 * ways  # no move is much more likely than the others


@every_variant
def test_playouts_end_as_games_do(variant: str) -> None:
    game = jostle.game(variant)
    results = np.zeros(4, dtype=np.int64)
    state = game.start().state
    moves = game.kernel.playouts(game.rules, state, 200, 5000, 1, results)
    draws, first, second, stopped = results.tolist()
    assert draws + first + second + stopped == 200
    assert first > 0
    assert second > 0
    assert 200 < moves <= 200 * 5000
    again = np.zeros(4, dtype=np.int64)
    assert game.kernel.playouts(game.rules, state, 200, 5000, 1, again) == moves
    assert again.tolist() == results.tolist()


# Texts.


@every_variant
@pytest.mark.parametrize("text", ODD_TEXTS, ids=range(len(ODD_TEXTS)))
def test_odd_texts_give_our_own_errors_only(variant: str, text: str) -> None:
    game = jostle.game(variant)
    with pytest.raises(JostleError) as raised:
        game.position(text)
    assert type(raised.value) is jostle.PositionError
    assert len(str(raised.value)) < 1000  # a long text is not shown in full
    position = game.start()
    if text not in position.legal_moves:
        with pytest.raises(JostleError) as raised:
            position.play(text)
        assert type(raised.value) in (jostle.NotationError, jostle.IllegalMove)
        assert str(raised.value)
        assert raised.value.to_json()["message"] == str(raised.value)
    with pytest.raises(JostleError) as raised:
        jostle.game(text)
    assert type(raised.value) is jostle.VariantError
    assert str(raised.value)
    with pytest.raises(JostleError):
        jostle.game(f"{game.name}:{text}=")


def test_the_ladder_of_errors() -> None:
    """Style 10: each kind of mistake has its own error, and all are ValueErrors."""
    codes = {}
    for name in jostle.__all__:
        thing = getattr(jostle, name)
        if isinstance(thing, type) and issubclass(thing, JostleError) and thing is not JostleError:
            assert issubclass(thing, ValueError)
            codes[name] = thing.code
    assert codes == {
        "VariantError": "variant",
        "PositionError": "position",
        "NotationError": "notation",
        "IllegalMove": "illegal",
        "GameOver": "over",
        "RecordError": "record",
    }


@every_game
def test_the_games_options_are_described(name: str) -> None:
    cls: type[Game] = game_class(name)
    assert [option.name for option in cls.options] == sorted(option.name for option in cls.options)
    settings = jostle.game(name).settings
    assert sorted(settings) == [option.name for option in cls.options]
    for option in cls.options:
        assert str(option.allowed)
        assert option.read(settings[option.name]) == settings[option.name]
        assert option.read("nonsense") is None
