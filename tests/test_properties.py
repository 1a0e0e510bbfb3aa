"""What must hold for all positions, moves and texts, tried on many.

Positions come from random play and from the random positions of ``test_against_reference``, where
rare rules matter. Everything is deterministic: Hypothesis derives its examples from the tests'
names, the loops have fixed seeds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import jostle
from jostle import EffectKind, GameOver, JostleError, Match, Piece, Player, Position
from tests.symmetry import (
    ALL_SYMMETRIES,
    PUSH_PUSH_SYMMETRIES,
    Symmetry,
    in_order,
    turned_pomeczi,
    turned_pomeczi_move,
    turned_push_push,
    turned_push_push_move,
    turned_pushee,
    turned_pushee_move,
    turned_variant,
)
from tests.test_against_reference import random_pomeczi, random_push_push, random_pushee

POMECZI = [
    "pomeczi",
    "pomeczi:board=3x3",
    "pomeczi:board=8x4",
    "pomeczi:board=5x7,dominoes=3,singles=4",
    "pomeczi:dominoes=0,singles=6",
    "pomeczi:board=4x3,dominoes=3,singles=0",
    "pomeczi:board=8x8,dominoes=4,singles=8",
]
PUSH_PUSH = ["push-push", "push-push:quiet=20", "push-push:quiet=off"]
PUSHEE = [
    "pushee-pieces",
    "pushee-pieces:walls=off",
    "pushee-pieces:pieces=8,turns=2",
    "pushee-pieces:tiers=unlimited,turns=2,walls=off",
    "pushee-pieces:tiers=unlimited",
    "pushee-pieces:grid=1234/5678/9012/3456,turns=2",
    "pushee-pieces:grid=12345/67890/12345/67890/12345/67890/12345,tiers=9,walls=off",
]
VARIANTS = POMECZI + PUSH_PUSH + PUSHEE

Result = TypeVar("Result")

# Nothing is left to chance or to the speed of the machine.
examples = partial(settings, derandomize=True, database=None, deadline=None)


def step_on(position: Position, number: int) -> Position:
    moves = list(position.legal_moves)
    return position.play(moves[number % len(moves)])


@st.composite
def played(draw: st.DrawFn, variants: list[str]) -> Position:
    """A position of a game played by numbers."""
    position = jostle.game(draw(st.sampled_from(variants))).start()
    for number in draw(st.lists(st.integers(0, 999), max_size=40)):
        if not position.legal_moves:
            break
        position = step_on(position, number)
    return position


def random_position(chance: random.Random, variant: str) -> Position:
    """A position put together at random, where rare rules matter."""
    game = jostle.game(variant)
    if game.name == "pomeczi":
        return game.position(random_pomeczi(chance, variant, 0.9))
    if game.name == "push-push":
        text = random_push_push(chance)
        quiet = chance.randrange(20)
        return game.position(f"{text.rpartition(' ')[0]} {quiet}")
    return game.position(random_pushee(chance, variant, chance.choice((0.5, 0.8, 1))))


def positions(variants: list[str]) -> st.SearchStrategy[Position]:
    put_together = st.builds(
        lambda variant, seed: random_position(random.Random(seed), variant),
        st.sampled_from(variants),
        st.integers(0, 2**32),
    )
    return played(variants) | put_together


# Notation.


@examples(max_examples=300)
@given(positions(VARIANTS))
def test_a_position_is_read_as_it_was_written(position: Position) -> None:
    again = position.game.position(position.text)
    assert again.text == position.text
    assert again == position
    assert hash(again) == hash(position)
    assert again.key == position.key
    assert again.state == position.state
    assert list(again.legal_moves) == list(position.legal_moves)
    assert eval(repr(position), {"jostle": jostle}) == position


@examples(max_examples=300)
@given(positions(VARIANTS), st.integers(0, 999), st.sampled_from(["", " ", "\t", "\n "]))
def test_a_move_is_read_as_it_was_written(position: Position, number: int, space: str) -> None:
    assume(position.legal_moves)
    moves = list(position.legal_moves)
    move = moves[number % len(moves)]
    assert position.parse(move) == position.parse(str(move)) == move
    for typed in (str(move).upper(), str(move).lower(), f"{space}{move}{space}"):
        assert position.parse(typed) == move
        assert position.play(typed) == position.play(move)
    assert moves == sorted(set(moves))


@examples(max_examples=200)
@given(st.sampled_from(VARIANTS), st.randoms(use_true_random=False))
def test_a_variant_is_read_as_it_was_written(variant: str, chance: random.Random) -> None:
    game = jostle.game(variant)
    assert game.variant == variant
    options = [f"{name}={value}" for name, value in game.settings.items()]  # defaults and all
    chance.shuffle(options)
    spelled_out = f"{game.name}:{','.join(options)}"
    assert jostle.game(spelled_out).variant == variant
    assert jostle.game(spelled_out.upper()).variant == variant
    assert eval(repr(game), {"jostle": jostle}) == game


# Symmetry.


def check_symmetry(
    position: Position,
    symmetry: Symmetry,
    turned: Callable[[Symmetry, str], str],
    turned_move: Callable[[Symmetry, str, str], str],
) -> None:
    """A turned position has the turned moves, which lead to the turned positions."""
    text = position.text
    game = jostle.game(turned_variant(symmetry, position.game.variant))
    other = game.position(turned(symmetry, text))
    expected = {
        turned_move(symmetry, text, str(branch.move)): turned(symmetry, branch.position.text)
        for branch in position.expand()
    }
    assert {
        in_order(str(branch.move)): branch.position.text for branch in other.expand()
    } == expected
    assert len(expected) == len(position.legal_moves)
    one, two = position.outcome, other.outcome
    if one is None or two is None:
        assert one is two
    else:
        exchanged = symmetry.exchanged and one.winner is not None
        assert two.winner == (one.winner.other if exchanged and one.winner else one.winner)
        assert two.reason == one.reason
    if position.scores is not None and other.scores is not None:
        assert other.scores == position.scores[:: -1 if symmetry.exchanged else 1]


@examples(max_examples=250)
@given(positions(POMECZI), st.sampled_from(ALL_SYMMETRIES))
def test_symmetry_of_pomeczi(position: Position, symmetry: Symmetry) -> None:
    check_symmetry(position, symmetry, turned_pomeczi, turned_pomeczi_move)


@examples(max_examples=250)
@given(positions(PUSH_PUSH), st.sampled_from(PUSH_PUSH_SYMMETRIES))
def test_symmetry_of_push_push(position: Position, symmetry: Symmetry) -> None:
    opening = position.text.split(" ")[2]
    # B10 binds Player 2 only, so the first two turns are no symmetry of the players.
    assume(not symmetry.exchanged or opening in ("-", "1-0", "0-1"))
    check_symmetry(position, symmetry, turned_push_push, turned_push_push_move)


@examples(max_examples=250)
@given(positions(PUSHEE), st.sampled_from(ALL_SYMMETRIES))
def test_symmetry_of_pushee_pieces(position: Position, symmetry: Symmetry) -> None:
    check_symmetry(position, symmetry, turned_pushee, turned_pushee_move)


@pytest.mark.parametrize("symmetry", [Symmetry(transposed=True), Symmetry(False, True, True)])
def test_symmetry_of_the_standard_grid(symmetry: Symmetry) -> None:
    """C1: the grid itself is the same when transposed or turned by 180°, so the scores are too."""
    chance = random.Random("standard grid")
    game = jostle.game("pushee-pieces")
    for _ in range(20):
        position = game.position(random_pushee(chance, "pushee-pieces", 0.6))
        other = game.position(turned_pushee(symmetry, position.text))
        assert other.scores == position.scores


# Pieces.


def counted(position: Position) -> Counter[Piece]:
    return Counter(piece for piece, _ in position.pieces)


@examples(max_examples=150)
@given(positions(POMECZI))
def test_pomeczis_tiles_are_preserved(position: Position) -> None:
    for branch in position.expand():
        for kind, option in (("single", "singles"), ("domino", "dominoes")):
            placed = sum(piece.kind == kind for piece, _ in branch.position.pieces)
            held = sum(
                count
                for hand in branch.position.beside
                for piece, count in hand
                if piece.kind == kind
            )
            assert placed + held == 2 * int(position.game.settings[option])


@examples(max_examples=150)
@given(positions(PUSH_PUSH))
def test_push_pushs_figures_are_preserved(position: Position) -> None:
    for branch in position.expand():
        figures = counted(branch.position)
        for side in branch.position.beside:
            figures.update(dict(side))
        expected = {
            Piece(value, player): 1 if value == "4" else 2 for player in Player for value in "1234"
        }
        if branch.position.outcome is None or branch.position.outcome.reason != "goal":
            expected[Piece("ball", None)] = 1
        assert figures == expected


@examples(max_examples=150)
@given(positions(PUSHEE))
def test_pushee_pieces_are_preserved(position: Position) -> None:
    before = pieces_of(position)
    for branch in position.expand():
        gone = Counter(
            effect.piece.owner
            for step in branch.steps
            for effect in step
            if effect.kind is EffectKind.ELIMINATED and effect.piece
        )
        if position.game.settings["walls"] == "on":
            assert not gone
        assert pieces_of(branch.position) == [
            before[player - 1] - gone[player] for player in Player
        ]


def pieces_of(position: Position) -> list[int]:
    """Pieces on the board and to place, Player 1's and Player 2's."""
    return [
        sum(piece.owner is player for piece, _ in position.pieces)
        + sum(count for _, count in position.beside[player - 1])
        for player in Player
    ]


# Matches.


def seen_of(match: Match) -> tuple[object, ...]:
    """All that a match shows of itself."""
    return (
        match.start,
        match.position,
        match.positions,
        match.moves,
        match.repetitions,
        match.outcome,
        repr(match),
        match.position.legal_moves.codes,
    )


@examples(max_examples=100)
@given(st.sampled_from(VARIANTS), st.lists(st.integers(0, 3), max_size=40), st.data())
def test_undo_restores_everything(variant: str, numbers: list[int], data: st.DataObject) -> None:
    match = Match(jostle.game(variant))
    history = []
    for number in numbers:  # few different moves, so that positions come again
        if match.outcome is not None:
            break
        history.append(seen_of(match))
        legal = list(match.position.legal_moves)
        match.play(legal[number % len(legal)])
        before = seen_of(match)
        with pytest.raises(JostleError):
            match.play("no move")  # changes nothing
        assert seen_of(match) == before
    if match.outcome is None:
        before = seen_of(match)
        match.resign(data.draw(st.sampled_from(Player)))
        assert match.undo() is None
        assert seen_of(match) == before
    moves = list(match.moves)
    while history:
        assert match.undo() == moves.pop()
        assert seen_of(match) == history.pop()
    with pytest.raises(GameOver):
        match.undo()
    assert match.repetitions == 1


def test_undo_restores_repetition_counts() -> None:
    """R1: round and round, back and forth, the counts are those of the positions seen."""
    chance = random.Random("repetitions")
    most = 0
    for variant, shuttle in (
        ("push-push", ["a1a2", "a7a6", "a2a1", "a6a7"]),
        ("pomeczi", ["Sa1", "Sc3", "a1>", "c3>", "b1^", "d3^", "b2<", "d4<", "a2v", "c4v"]),
    ):
        match = Match(jostle.game(variant))
        for _ in range(2000):
            if match.outcome is None and chance.random() < 0.7:
                legal = match.position.legal_moves
                known = [move for move in shuttle if move in legal]
                match.play(chance.choice(known or [str(move) for move in legal]))
            elif match.moves:
                match.undo()
            keys = [position.repetition_key for position in match.positions]
            assert match.repetitions == keys.count(keys[-1])
            ended = match.position.outcome is not None
            assert (match.outcome is not None) == (ended or match.repetitions >= 3)
            most = max(most, match.repetitions)
    assert most == 3


# Keys.


def many_positions(variants: list[str], number: int) -> Iterator[Position]:
    """Distinct positions of random games, from states alone."""
    chance = random.Random(f"keys {variants}")
    seen: set[tuple[str, tuple[int, ...]]] = set()
    while len(seen) < number:
        game = jostle.game(chance.choice(variants))
        state = game.kernel.start(game.rules)
        for _ in range(100):
            codes = game.kernel.legal(game.rules, state)
            if not len(codes):
                break
            state = game.kernel.play(game.rules, state, int(codes[chance.randrange(len(codes))]))
            if (game.variant, state) not in seen:
                seen.add((game.variant, state))
                yield Position(game, state)


KEYS = 100_000


@pytest.mark.parametrize("variant", ["pomeczi", "push-push", "pushee-pieces:turns=2"])
def test_no_two_positions_have_the_same_key(variant: str) -> None:
    keys = set()
    number = 0
    for position in many_positions([variant], KEYS):
        assert 0 <= position.key < 1 << 64
        keys.add(position.key)
        number += 1
    assert len(keys) == number >= KEYS
    # Every bit is used, and evenly.
    for bit in range(64):
        share = sum(key >> bit & 1 for key in keys) / len(keys)
        assert 0.48 < share < 0.52


def test_the_repetition_key_leaves_out_the_quiet_turns_only() -> None:
    by_text: dict[str, int] = {}
    for position in many_positions(["push-push"], 30_000):
        text, _, quiet = position.text.rpartition(" ")
        assert by_text.setdefault(text, position.repetition_key) == position.repetition_key
        other = position.game.position(f"{text} {(int(quiet) + 7) % 100}")
        assert other.repetition_key == position.repetition_key
        if other != position and "first" not in text:
            assert other.key != position.key
    assert len(set(by_text.values())) == len(by_text)
    for variant in ("pomeczi", "pushee-pieces:turns=2"):
        positions = list(many_positions([variant], 10_000))
        assert len({position.repetition_key for position in positions}) == len(positions)


# Texts.

ALPHABETS = {
    "pomeczi": "SLRBTslrbtDd12345678/[] -,<>^vabcdh",
    "push-push": "ABCDabcdo1234567/ -~firstg",
    "pushee-pieces": "HVXYhvxy12345678/ -p0r=,<>^vabcdef",
}
ODD = "\0\t\n\r\x7f \u00a0²٣é\u0301😀\ud800\u2028ⅧſKİß{}%\\'\"“”"


def mutated(chance: random.Random, text: str, alphabet: str) -> str:
    """A text with a few things wrong with it."""
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 5))):
        place = chance.randrange(len(text) + 1)
        kind = chance.randrange(6)
        if kind == 0:
            text = text[:place] + text[place + 1 :]
        elif kind == 1:
            text = text[:place] + chance.choice(alphabet) + text[place:]
        elif kind == 2:
            text = text[:place] + chance.choice(alphabet) + text[place + 1 :]
        elif kind == 3:
            other = chance.randrange(len(text) + 1)
            text = text[:place] + text[min(place, other) : max(place, other)] + text[place:]
        elif kind == 4 and " " in text:
            fields = text.split(" ")
            fields[chance.randrange(len(fields))] = chance.choice(fields)
            text = " ".join(fields)
        else:
            text = text[:place] + chance.choice(ODD + alphabet) + text[place + 1 :]
    return text


def noise(chance: random.Random, alphabet: str) -> str:
    length = chance.choice((0, 1, 2, 3, 4, 5, 8, 20, 60))
    return "".join(chance.choice(alphabet) for _ in range(length))


def result_of(asked: Callable[[str], Result], text: str) -> Result | JostleError:
    """What comes of a text: an answer or our own error, and nothing else."""
    try:
        return asked(text)
    except JostleError as error:
        return error


def check_position_text(game: jostle.Game, text: str) -> bool:
    """Either a position that is written the same, or an error whose sentence can be said."""
    position = result_of(game.position, text)
    if isinstance(position, JostleError):
        assert type(position) is jostle.PositionError
        assert str(position)
        return False
    assert position.text == text
    assert (position.outcome is None) == bool(position.legal_moves)
    return True


def check_move_text(position: Position, text: str) -> bool:
    error = position.why_not(text)
    if error is None:
        assert position.parse(text) in list(position.legal_moves)
        return True
    assert str(error)
    assert type(error) in (jostle.NotationError, jostle.IllegalMove, GameOver)
    return False


def check_good_text(position: Position, text: str, thoroughly: bool) -> None:
    """A position that differs little from another has other keys and all its abilities."""
    read = position.game.position(text)
    if text != position.text:
        assert read.key != position.key
        without_quiet = [written.rpartition(" ")[0] for written in (text, position.text)]
        quiet_only = read.game.name == "push-push" and len(set(without_quiet)) == 1
        assert (read.repetition_key == position.repetition_key) == quiet_only
    if thoroughly:
        assert len(read.expand()) == len(read.legal_moves)
        assert str(read)
        for branch in read.expand():
            assert branch.position == read.game.position(branch.position.text)


@pytest.mark.parametrize("variants", [POMECZI, PUSH_PUSH, PUSHEE], ids=lambda names: names[0])
def test_a_hundred_thousand_texts_as_positions(variants: list[str]) -> None:
    chance = random.Random(f"position texts {variants}")
    alphabet = ALPHABETS[variants[0]]
    good = 0
    for index in range(100_000):
        if index % 50 == 0:
            position = random_position(chance, chance.choice(variants))
        text = mutated(chance, position.text, alphabet) if index % 8 else noise(chance, alphabet)
        if check_position_text(position.game, text):
            good += 1
            check_good_text(position, text, thoroughly=good % 20 == 0)
    assert good > 1000  # not all mutations hurt


@pytest.mark.parametrize("variants", [POMECZI, PUSH_PUSH, PUSHEE], ids=lambda names: names[0])
def test_a_hundred_thousand_texts_as_moves(variants: list[str]) -> None:
    chance = random.Random(f"move texts {variants}")
    alphabet = ALPHABETS[variants[0]]
    good = 0
    tried = 0
    while tried < 100_000:
        position = random_position(chance, chance.choice(variants))
        known = [str(move) for move in position.legal_moves] or ["--", "a1a2", "Sa1", "a1h"]
        for number in range(100):
            move = chance.choice(known)
            text = mutated(chance, move, alphabet) if number % 8 else noise(chance, alphabet)
            good += check_move_text(position, text)
            tried += 1
    assert good > 1000


def test_texts_as_variants() -> None:
    chance = random.Random("variant texts")
    alphabet = "pomecziush-:=,x/0123456789abdgilnorstw"
    good = 0
    for index in range(20_000):
        variant = chance.choice(VARIANTS)
        text = mutated(chance, variant, alphabet) if index % 8 else noise(chance, alphabet)
        game = result_of(jostle.game, text)
        if isinstance(game, JostleError):
            assert type(game) is jostle.VariantError
            assert str(game)
            continue
        good += 1
        assert jostle.game(game.variant).variant == game.variant
        assert game.start() == game.position(game.start().text)
    assert good > 200


@examples(max_examples=300)
@given(st.sampled_from(VARIANTS), st.text(max_size=80))
def test_any_text(variant: str, text: str) -> None:
    game = jostle.game(variant)
    check_position_text(game, text)
    check_move_text(game.start(), text)
    found = result_of(jostle.game, text)
    if isinstance(found, JostleError):
        assert type(found) is jostle.VariantError
        assert str(found)
    else:
        assert jostle.game(found.variant) == found


@examples(max_examples=200)
@given(positions(VARIANTS), st.text(alphabet="SDabcdefgh12345678<>^v~hr=,-pas ", max_size=12))
def test_any_likely_text_as_a_move(position: Position, text: str) -> None:
    check_move_text(position, text)
