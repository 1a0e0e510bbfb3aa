"""What every game must be and have. Games are found in the registry, with no exception list.

Then what holds for the package as a whole: which way imports point, and that every sentence is in
the catalogue and every sentence of the catalogue is said.
"""

from __future__ import annotations

import ast
import copy
import json
import pickle
import random
import re
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import jostle
from jostle import Game, GameOver, JostleError, Match, Move, Position
from jostle.core.kernel import Kernel
from jostle.core.messages import catalogue, languages
from jostle.core.outcome import Reason
from jostle.core.words import told_effect, told_outcome
from jostle.games import game_class
from tests.applying import check_effects
from tests.test_golden import GOLDEN

PACKAGE = Path(jostle.__file__).parent
TESTS = Path(__file__).parent
GAMES = list(jostle.GAMES)
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


def folder_of(name: str) -> Path:
    """A game's folder, by the module that the registry names."""
    module = jostle.GAMES[name].partition(":")[0]
    return PACKAGE.parent.joinpath(*module.split(".")).parent


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


# The package: imports point one way, and nothing is printed.

# What each layer may import; "games" is the registry, a game's own folder comes besides. A new
# layer has to find its place here.
LAYERS = {
    "core": {"core"},
    "render": {"core", "render"},
    "games": {"core", "render"},
    "tui": {"core", "render", "games", "tui"},
    "cli": {"", "core", "render", "games", "tui", "cli"},
    "": {"core", "games"},  # jostle itself
    "__main__": {"cli"},
}


def sources() -> dict[Path, ast.Module]:
    """Every source file of the package, by its path in it."""
    return {
        path.relative_to(PACKAGE): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def layer_of(path: Path) -> str:
    """The layer of a file; of ``jostle/__init__.py`` it is empty."""
    if len(path.parts) > 1:
        return path.parts[0]
    return "" if path.stem == "__init__" else path.stem


def imported_modules(path: Path, tree: ast.Module) -> Iterator[str]:
    """The package's own modules that a file imports, from the name after ``jostle`` on."""
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = [] if node.level == 0 else ["jostle", *path.parts[: -node.level]]
            names = [".".join([*base, *(node.module or "").split(".")]).rstrip(".")]
            if names == ["jostle"]:  # from jostle import core
                names = [f"jostle.{alias.name}" for alias in node.names]
        for name in names:
            first, _, rest = name.partition(".")
            if first == "jostle":
                yield rest if (PACKAGE / rest.partition(".")[0]).is_dir() else ""


def test_imports_point_one_way() -> None:
    wrong = []
    for path, tree in sources().items():
        layer = layer_of(path)
        allowed = LAYERS[layer]
        for module in imported_modules(path, tree):
            target = module.partition(".")[0]
            own = layer == "games" and len(path.parts) > 2 and path.parts[1] == module.split(".")[1]
            if target not in allowed and not (target == "games" and own):
                wrong.append(f"{path} imports jostle.{module}")
            if target == "games" and layer != "games" and module.count("."):
                wrong.append(f"{path} imports one of the games, jostle.{module}")
    assert wrong == []


def test_every_layer_has_its_place() -> None:
    assert {layer_of(path) for path in sources()} == set(LAYERS)


def test_only_the_registry_lists_the_games() -> None:
    """Adding a game is one folder and one line."""
    named = {*GAMES, *(folder_of(name).name for name in GAMES)}
    listed = []
    for path, tree in sources().items():
        if path.parts[0] == "games":
            continue
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and (
                text.partition(":")[0] in named or "jostle.games." in text
            ):
                listed.append(f"{path}: {text!r}")
    assert listed == []


def test_nothing_is_printed() -> None:
    printing = [
        f"{path}:{node.lineno}"
        for path, tree in sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("print", "pprint", "breakpoint")
    ]
    assert printing == []


def test_the_public_names() -> None:
    assert sorted(jostle.__all__) == sorted(set(jostle.__all__))
    for name in jostle.__all__:
        assert hasattr(jostle, name)
    shown = {
        name
        for name, thing in vars(jostle).items()
        if not name.startswith("_") and not isinstance(thing, ModuleType)
    }
    assert shown == set(jostle.__all__)


# The catalogue of messages.


@pytest.mark.parametrize("language", languages())
def test_all_languages_have_the_same_keys(language: str) -> None:
    assert "en" in languages()
    assert set(catalogue(language)) == set(catalogue("en"))
    for key, template in catalogue(language).items():
        fields = {field for _, field, _, _ in string.Formatter().parse(template) if field}
        english = {field for _, field, _, _ in string.Formatter().parse(catalogue("en")[key])}
        assert fields <= english, key


def strings_in(tree: ast.Module) -> Iterator[str]:
    """The strings of a file, docstrings among them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def pattern_of(node: ast.JoinedStr) -> str:
    """An f-string as a pattern, in which a hole is anything without a dot."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else "([^.]+)"
        for part in node.values
    )


def patterns_in(tree: ast.Module) -> Iterator[str]:
    """The f-strings of a file that may make a key or a part of one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            pattern = pattern_of(node)
            if re.search("[a-z-]", pattern.replace("([^.]+)", "")):
                yield pattern


def asked_keys(tree: ast.Module) -> Iterator[str]:
    """Patterns of the keys that a file asks the catalogue for in so many words."""
    constants = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        called = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        if called in ("message", "say") and node.args:
            yield from patterns_of(node.args[0], constants)
        elif called == "bad_position" and len(node.args) > 1:
            yield from patterns_of(node.args[1], constants)
        elif called == "refused" and len(node.args) == 3:
            for game in patterns_of(node.args[0], constants):
                for rule in patterns_of(node.args[1], constants):
                    for case in patterns_of(node.args[2], constants):
                        yield rf"{game}\.refusal\.{rule}\.{case}"


def patterns_of(node: ast.expr, constants: dict[str, ast.expr]) -> list[str]:
    """What an expression may be, as patterns; anything if that cannot be told from here."""
    if isinstance(node, ast.Name) and node.id in constants:
        node = constants[node.id]
    if isinstance(node, ast.Constant):
        return [re.escape(str(node.value))]
    if isinstance(node, ast.IfExp):
        return patterns_of(node.body, constants) + patterns_of(node.orelse, constants)
    if isinstance(node, ast.JoinedStr) and "." in pattern_of(node).replace("([^.]+)", ""):
        return [pattern_of(node)]
    return [".+"]


def test_every_key_asked_for_exists() -> None:
    keys = catalogue("en")
    asked = {pattern for tree in sources().values() for pattern in asked_keys(tree)}
    assert len(asked) > 100
    missing = [pattern for pattern in asked if not any(re.fullmatch(pattern, key) for key in keys)]
    assert missing == []


def test_every_string_that_looks_like_a_key_is_one() -> None:
    tables = {key.partition(".")[0] for key in catalogue("en")}
    strays = {
        text
        for tree in sources().values()
        for text in strings_in(tree)
        if re.fullmatch(r"[a-z-]+(\.[A-Za-z0-9-]+)+", text)
        and text.partition(".")[0] in tables
        and text not in catalogue("en")
    }
    assert strays == set()


def test_every_key_is_used() -> None:
    """A key stands in the code, or an f-string makes it of words that stand there."""
    trees = sources().values()
    words = {text for tree in trees for text in strings_in(tree)} | set(GAMES)
    words |= {piece.kind for name in GAMES for piece in game_class(name).pieces}
    words |= {
        target.id.lower()  # members of enums tell their names
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if isinstance(line, ast.Assign)
        for target in line.targets
        if isinstance(target, ast.Name)
    }
    patterns = [re.compile(pattern) for tree in trees for pattern in set(patterns_in(tree))]

    def said(text: str) -> bool:
        made = (pattern.fullmatch(text) for pattern in patterns)
        return text in words or any(match and all(map(said, match.groups())) for match in made)

    assert [key for key in catalogue("en") if not said(key)] == []


def test_the_test_of_keys_can_fail() -> None:
    """An unused key and a missing one would be found."""
    tree = ast.parse('say("no.such-key")\nsay(f"{kind}.no-such-end")\nrefused(GAME, "P9", "odd")')
    keys = catalogue("en")
    asked = list(asked_keys(tree))
    assert asked == [r"no\.such\-key", r"([^.]+)\.no\-such\-end", r".+\.refusal\.P9\.odd"]
    assert not any(re.fullmatch(pattern, key) for pattern in asked for key in keys)


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
