"""The real engines against the slow references: moves, positions, outcomes, effects, scores.

Everything goes through the public face. The references share no code with the project, so a
difference is a mistake in one of the two. Here are also the makers of random positions that other
tests use.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

import jostle
from jostle import Effect, EffectKind, Player, Position
from jostle.core.effects import Step
from tests.reference import (
    STANDARD_GRID,
    Cell,
    Reference,
    cell_name,
    named_cell,
    reference,
    write_ranks,
)
from tests.reference import Effect as ReferenceEffect
from tests.reference.pushee_pieces import PusheePieces
from tests.symmetry import BOARD_SYMMETRIES, WAYS, turned_pomeczi

SMALLEST = "pomeczi:board=3x3"

POMECZI_BOARDS = [f"{width}x{height}" for width in range(3, 9) for height in range(3, 9)]
PUSH_PUSH_VARIANTS = [f"push-push:quiet={quiet}" for quiet in ("20", "100", "500", "off")]
PUSHEE_GRIDS = [
    STANDARD_GRID,
    "1234/5678/9012/3456",
    "12345/67890/12345/67890/12345/67890/12345",
    "/".join(["01234567", "12345670", "23456701", "34567012"] * 2),
]
PUSHEE_OPTIONS = [
    f"tiers={tiers},turns={turns},walls={walls}"
    for tiers, turns, walls in product(("1", "3", "9", "unlimited"), ("0", "2"), ("on", "off"))
]


def pomeczi_variants(board: str, chance: random.Random, number: int) -> list[str]:
    """A board with its standard tiles, and with others chosen at random."""
    width, height = (int(length) for length in board.split("x"))
    counts = [
        (singles, dominoes)
        for singles in range(9)
        for dominoes in range(5)
        if singles + dominoes > 0 and 2 * (singles + 2 * dominoes) <= width * height
    ]
    return [
        f"pomeczi:board={board}",
        *(
            f"pomeczi:board={board},dominoes={dominoes},singles={singles}"
            for singles, dominoes in chance.sample(counts, number)
        ),
    ]


def pushee_variants(options: str) -> list[str]:
    """All grids under some options, with one piece each, a few, and as many as are usual."""
    return [
        f"pushee-pieces:grid={grid},pieces={pieces},{options}"
        for grid in PUSHEE_GRIDS
        for pieces in (1, 4, min(15, len(grid.replace("/", "")) // 2))
    ]


# Comparing.


def plain(steps: tuple[Step, ...], mover: Player) -> list[set[ReferenceEffect]]:
    """Steps of effects in the references' form."""
    return [{plain_effect(effect, mover) for effect in step} for step in steps]


def plain_effect(effect: Effect, mover: Player) -> ReferenceEffect:
    piece, by = effect.piece, effect.by
    if piece is None:
        owner: Player | None = mover  # a pass is its maker's
    else:
        owner = piece.owner
    return (
        str(effect.kind),
        None if piece is None else piece.kind,
        None if owner is None else int(owner),
        tuple(str(square) for square in effect.origin),
        tuple(str(square) for square in effect.target),
        None if by is None else str(by),
    )


def check_what_it_becomes(effect: Effect) -> None:
    """What a reference does not tell: the piece after the effect."""
    piece, becomes = effect.piece, effect.becomes
    if effect.kind in (EffectKind.ELIMINATED, EffectKind.SCORED, EffectKind.PASSED):
        assert becomes is None
        return
    assert piece is not None
    assert becomes is not None
    assert (becomes.kind, becomes.length) == (piece.kind, piece.length)
    if effect.kind is EffectKind.FLIPPED:
        assert piece.owner is not None
        assert becomes.owner is piece.owner.other
        assert becomes.axis is piece.axis
    elif effect.kind is EffectKind.TURNED:
        assert piece.axis is not None
        assert not piece.turned
        assert becomes.turned
        assert becomes.axis is piece.axis.other
    else:
        assert becomes == piece


def compare(
    engine: Reference, variant: str, text: str, chance: random.Random, closely: int
) -> dict[str, str]:
    """Compare all there is to know about one position; gives its moves.

    The effects are compared for at most ``closely`` of the moves, special cases first.
    """
    game = jostle.game(variant)
    position = game.position(text)
    assert position.text == text
    expected = engine.moves(text)
    listed = [str(move) for move in position.legal_moves]
    assert listed == sorted(expected)
    assert len(position.legal_moves) == len(expected)

    outcome = position.outcome
    told = None if outcome is None else (outcome.winner, str(outcome.reason))
    assert told == engine.outcome(text)
    if isinstance(engine, PusheePieces):
        assert position.scores == engine.scores(text)
        assert outcome is None or outcome.scores == position.scores
    else:
        assert position.scores is None
    if outcome is not None:
        assert not expected
        return {}

    branches = {str(branch.move): branch for branch in position.expand()}
    assert {move: branch.position.text for move, branch in branches.items()} == expected
    chance.shuffle(listed)
    listed.sort(key=lambda move: "=" not in move)
    for move in listed[:closely]:
        branch = branches[move]
        assert plain(branch.steps, position.mover) == engine.effects(text, move)
        for step in branch.steps:
            assert len(set(step)) == len(step)
            for effect in step:
                check_what_it_becomes(effect)
        # One by one is the same as all at once, and so is what is read from the string.
        assert position.play(move) == branch.position
        assert position.effects(move) == branch.steps
        again = game.position(expected[move])
        assert again == branch.position
        assert again.key == branch.position.key
        assert again.repetition_key == branch.position.repetition_key
    return expected


def compare_game(variant: str, seed: int, most_plies: int, closely: int = 5) -> int:
    """Compare along a random game; gives the number of positions."""
    chance = random.Random(f"{variant} {seed}")
    engine = reference(variant)
    text = jostle.game(variant).start().text
    assert text == engine.start()
    for ply in range(most_plies):
        moves = compare(engine, variant, text, chance, closely)
        if not moves:
            return ply + 1
        # Moves that do much are rare among random ones, and say the most.
        tried = chance.sample(sorted(moves), min(3, len(moves)))
        position = jostle.game(variant).position(text)
        busiest = max(tried, key=lambda move: sum(map(len, position.effects(move))))
        text = moves[chance.choice([tried[0], busiest])]
    return most_plies


# Every position of the smallest game.


def reachable(start: Position) -> list[Position]:
    """Every position that can come from this one, in the order of breadth-first search."""
    game, kernel = start.game, start.game.kernel
    found = {start.state: None}
    waiting = [start.state]
    for state in waiting:
        for code in kernel.legal(game.rules, state).tolist():
            after = kernel.play(game.rules, state, code)
            if after not in found:
                found[after] = None
                waiting.append(after)
    return [Position(game, state) for state in found]


def test_the_smallest_pomeczi_up_to_symmetry() -> None:
    """One position out of each set of positions that are turned copies of each other."""
    chance = random.Random("smallest")
    texts = [position.text for position in reachable(jostle.game(SMALLEST).start())]
    assert len(texts) == len(set(texts)) == 114_270
    everything = set(texts)
    chance.shuffle(texts)  # so that each way of turning gets its share
    engine = reference(SMALLEST)
    seen: set[str] = set()
    compared = 0
    for text in texts:
        if text in seen:
            continue
        turned = {turned_pomeczi(symmetry, text) for symmetry in BOARD_SYMMETRIES}
        assert turned <= everything
        seen |= turned
        after = compare(engine, SMALLEST, text, chance, closely=1)
        assert everything.issuperset(after.values())
        compared += 1
    assert seen == everything
    assert compared > 14_000


@pytest.mark.slow
def test_the_smallest_pomeczi_completely() -> None:
    """Every position, every move, every effect; and the reference's own search finds the same."""
    chance = random.Random("smallest")
    engine = reference(SMALLEST)
    found = {engine.start(): None}
    waiting = [engine.start()]
    for text in waiting:
        for after in compare(engine, SMALLEST, text, chance, closely=100).values():
            if after not in found:
                found[after] = None
                waiting.append(after)
    assert set(found) == {position.text for position in reachable(jostle.game(SMALLEST).start())}


# Random games of all variants.


@pytest.mark.parametrize("board", POMECZI_BOARDS)
def test_random_games_of_pomeczi(board: str) -> None:
    for variant in pomeczi_variants(board, random.Random(board), 2):
        compare_game(variant, 0, most_plies=12, closely=3)


@pytest.mark.slow
@pytest.mark.parametrize("board", POMECZI_BOARDS)
def test_many_random_games_of_pomeczi(board: str) -> None:
    for seed, variant in enumerate(pomeczi_variants(board, random.Random(f"{board} more"), 8)):
        compare_game(variant, seed, most_plies=120, closely=10)


@pytest.mark.parametrize("variant", PUSH_PUSH_VARIANTS)
def test_random_games_of_push_push(variant: str) -> None:
    for seed in range(4):
        compare_game(variant, seed, most_plies=120)


@pytest.mark.slow
@pytest.mark.parametrize("variant", PUSH_PUSH_VARIANTS)
def test_many_random_games_of_push_push(variant: str) -> None:
    for seed in range(100, 140):
        compare_game(variant, seed, most_plies=1000, closely=10)


@pytest.mark.parametrize("options", PUSHEE_OPTIONS)
def test_random_games_of_pushee_pieces(options: str) -> None:
    for variant in pushee_variants(options):
        plies = compare_game(variant, 0, most_plies=100, closely=2)
        assert plies < 40  # every game ends: all pieces placed, all extra turns taken


@pytest.mark.slow
@pytest.mark.parametrize("options", PUSHEE_OPTIONS)
def test_many_random_games_of_pushee_pieces(options: str) -> None:
    for variant in pushee_variants(options):
        for seed in range(100, 106):
            compare_game(variant, seed, most_plies=100, closely=10)


# Random positions where the rare rules matter.


def random_pomeczi(chance: random.Random, variant: str, fill: float) -> str:
    """Tiles anywhere, and forbidden actions that no game might have led to (P10, P11)."""
    game = jostle.game(variant)
    letters, hands = random_tiles(chance, game, fill)
    board = f"{write_ranks(letters, *game.size)}[{hands}]"
    mover = chance.choice("12")
    possible = reference(variant).moves(f"{board} {mover} - -")
    motions = [move for move in possible if move[0] in "abcdefgh"]
    denied = chance.sample(motions, min(chance.choice((0, 0, 1, 2, 3)), len(motions)))
    later = random_return(chance, letters, mover, game.size)
    return f"{board} {mover} {','.join(sorted(denied)) or '-'} {later}"


def random_tiles(
    chance: random.Random, game: jostle.Game, fill: float
) -> tuple[dict[Cell, str], str]:
    """The letters of tiles lying anywhere, and the hands with those that found no place."""
    width, height = game.size
    letters: dict[Cell, str] = {}
    held = dict.fromkeys("SDsd", 0)
    tiles = "S" * int(game.settings["singles"]) + "D" * int(game.settings["dominoes"])
    for kind in tiles * 2:
        shape = chance.choice(("LR", "BT")) if kind == "D" else "S"
        file, rank = chance.randint(1, width), chance.randint(1, height)
        other = (file, rank + 1) if shape == "BT" else (file + 1, rank)
        cells = [(file, rank), other][: len(shape)]
        fits = other[0] <= width and other[1] <= height and not letters.keys() & {*cells}
        mine = chance.random() < 0.5
        if fits and chance.random() < fill:
            shape = shape if mine else shape.lower()
            letters |= dict(zip(cells, shape, strict=True))
        else:
            held[kind if mine else kind.lower()] += 1
    return letters, "".join(letter * count for letter, count in held.items())


def random_return(
    chance: random.Random, letters: dict[Cell, str], mover: str, size: tuple[int, int]
) -> str:
    """P11: a motion of a tile of the other player towards cells on the board, or none."""
    theirs = [
        cell
        for cell, letter in letters.items()
        if letter.upper() in "SLB" and letter.isupper() == (mover == "2")
    ]
    if not theirs or chance.random() < 0.3:
        return "-"
    file, rank = chance.choice(theirs)
    way = chance.choice("<>^v")
    across, up = {"L": (1, 0), "B": (0, 1)}.get(letters[file, rank].upper(), (0, 0))
    first = file + WAYS[way][0], rank + WAYS[way][1]
    last = first[0] + across, first[1] + up
    fits = min(first) >= 1 and last[0] <= size[0] and last[1] <= size[1]
    return cell_name((file, rank)) + way if fits else "-"


def compare_pomeczi_positions(board: str, number: int) -> None:
    chance = random.Random(f"anywhere {board} {number}")
    for variant in pomeczi_variants(board, chance, 2):
        engine = reference(variant)
        for _ in range(number):
            text = random_pomeczi(chance, variant, chance.choice((0.6, 0.9, 1)))
            moves = compare(engine, variant, text, chance, closely=2)
            for after in chance.sample(sorted(moves.values()), min(1, len(moves))):
                compare(engine, variant, after, chance, closely=0)


@pytest.mark.parametrize("board", POMECZI_BOARDS)
def test_random_positions_of_pomeczi(board: str) -> None:
    compare_pomeczi_positions(board, 3)


@pytest.mark.slow
@pytest.mark.parametrize("board", POMECZI_BOARDS)
def test_many_random_positions_of_pomeczi(board: str) -> None:
    compare_pomeczi_positions(board, 300)


def random_push_push(chance: random.Random) -> str:
    """A position with the ball at an edge, where B8 and B9 matter; sometimes a first reply."""
    squares = [cell_name((file, rank)) for file in range(1, 8) for rank in range(1, 8)]
    ball = chance.choice([name for name in squares if name[0] in "ag" or name[1] in "17"])
    squares.remove(ball)
    near = [name for name in squares if abs(ord(name[0]) - ord(ball[0])) < 4]
    figures = chance.sample("AABBCCDaabbccd", chance.randrange(1, 15))
    letters = {named_cell(ball): "o"}
    for letter, name in zip(figures, chance.sample(near, len(figures)), strict=True):
        letters[named_cell(name)] = letter
    mover, opening = chance.choice("12"), "-"
    first = sorted(cell for cell, letter in letters.items() if letter in "ABCD")
    if mover == "2" and first and chance.random() < 0.4:  # B10
        cell = chance.choice(first)
        opening = letters[cell] + cell_name(cell)
    return f"{write_ranks(letters, 7, 7)} {mover} {opening} {chance.randrange(100)}"


def random_pushee(chance: random.Random, variant: str, fill: float) -> str:
    """A position with a share of all pieces on the board, some of them turned if V4 is on."""
    game = jostle.game(variant)
    settings = game.settings
    width, height = game.size
    pieces = int(settings["pieces"])
    walls, extra = settings["walls"] == "on", settings["turns"] != "0"
    cells = [(file, rank) for file in range(1, width + 1) for rank in range(1, height + 1)]
    chance.shuffle(cells)
    letters = {}
    left, turns = [], []
    for shapes in ("HV", "hv"):
        on_board = min(pieces, round(pieces * fill) + chance.randrange(-1, 2))
        used = chance.randrange(min(2, on_board) + 1) if extra else 0
        for number in range(on_board):
            letter = chance.choice(shapes)
            letters[cells.pop()] = letter.translate(TURNED) if number < used else letter
        left.append(pieces - on_board - (0 if walls else chance.randrange(pieces - on_board + 1)))
        spare = chance.randrange(3 - used)
        turns.append("p" if extra and not left[-1] and chance.random() < 0.2 else str(spare))
    acts = [left[player] > 0 or (extra and turns[player] in ("1", "2")) for player in (0, 1)]
    mover = chance.choice([player for player in (1, 2) if acts[player - 1]] or [1, 2])
    spares = "/".join(turns) if extra else "-"
    ranks = write_ranks(letters, width, height)
    return f"{ranks} {mover} {left[0]}/{left[1]} {spares}"


TURNED = str.maketrans("HVhv", "YXyx")


def compare_push_push_positions(seed: str, number: int) -> None:
    chance = random.Random(seed)
    engine = reference("push-push")
    kinds: set[str] = set()
    refused_replies = 0
    for _ in range(number):
        text = random_push_push(chance)
        moves = compare(engine, "push-push", text, chance, closely=8)
        position = jostle.game("push-push").position(text)
        for branch in position.expand():
            kinds |= {str(effect.kind) for step in branch.steps for effect in step}
        opening, quiet = text.split(" ")[2:]
        if opening != "-":
            free = text.removesuffix(f" {opening} {quiet}") + f" - {quiet}"
            refused_replies += len(engine.moves(free)) - len(moves)
        for after in chance.sample(sorted(moves.values()), min(2, len(moves))):
            compare(engine, "push-push", after, chance, closely=2)
    assert kinds >= {"moved", "pushed", "deflected", "eliminated", "scored", "passed"}
    assert refused_replies > number // 10


def test_random_positions_of_push_push() -> None:
    compare_push_push_positions("edges", 500)


@pytest.mark.slow
def test_many_random_positions_of_push_push() -> None:
    compare_push_push_positions("more edges", 20_000)


def compare_pushee_positions(options: str, number: int) -> None:
    chance = random.Random(f"crowded {options} {number}")
    for grid in PUSHEE_GRIDS:
        variant = f"pushee-pieces:grid={grid},{options}"
        engine = reference(variant)
        for _ in range(number):
            text = random_pushee(chance, variant, chance.choice((0.5, 0.7, 0.8, 0.9, 1)))
            compare(engine, variant, text, chance, closely=3)


@pytest.mark.parametrize("options", PUSHEE_OPTIONS)
def test_random_positions_of_pushee_pieces(options: str) -> None:
    compare_pushee_positions(options, 6)


@pytest.mark.slow
@pytest.mark.parametrize("options", PUSHEE_OPTIONS)
def test_many_random_positions_of_pushee_pieces(options: str) -> None:
    compare_pushee_positions(options, 500)


# C8 cannot arise before tier 3, and on 4×4 squares with walls it never did in 50,000 positions.
SPECIAL_OPTIONS = [options for options in PUSHEE_OPTIONS if "tiers=1" not in options]


def special_cases(variant: str, chance: random.Random) -> Iterator[tuple[str, list[str]]]:
    """Crowded random positions with their moves that have a choice, without end."""
    game = jostle.game(variant)
    while True:
        text = random_pushee(chance, variant, chance.choice((0.7, 0.8, 0.9)))
        moves = [move for move in game.position(text).legal_moves.codes if "=" in move]
        if moves:
            yield text, moves


def compare_special_cases(options: str, number: int) -> tuple[int, int]:
    """Compare positions where C8 arises; gives the most sets to choose from, and the largest."""
    chance = random.Random(f"special {options} {number}")
    most_sets, most_pushes = 0, 0
    for grid in PUSHEE_GRIDS:
        if len(grid) < 20 and "walls=on" in options:
            continue
        variant = f"pushee-pieces:grid={grid},{options}"
        engine = reference(variant)
        found = special_cases(variant, chance)
        for _ in range(number):
            text, moves = next(found)
            compare(engine, variant, text, chance, closely=min(4, len(moves)))
            for move in moves:
                base, _, pushes = move.partition("=")
                most_sets = max(most_sets, sum(other.startswith(f"{base}=") for other in moves))
                most_pushes = max(most_pushes, pushes.count(",") + 1)
    return most_sets, most_pushes


def test_no_special_case_before_tier_3() -> None:
    chance = random.Random("tier 2")
    for walls in ("on", "off"):
        variant = f"pushee-pieces:tiers=2,walls={walls}"
        for _ in range(1000):
            position = jostle.game(variant).position(random_pushee(chance, variant, 0.8))
            assert not [move for move in position.legal_moves.codes if "=" in move]


@pytest.mark.parametrize("options", SPECIAL_OPTIONS)
def test_special_cases(options: str) -> None:
    most_sets, most_pushes = compare_special_cases(options, 8)
    assert most_sets >= 2
    assert most_pushes >= 1


def test_special_cases_with_many_choices() -> None:
    """C8: more than two sets to choose from, and sets of several pushes."""
    most_sets, most_pushes = compare_special_cases("tiers=unlimited,turns=0,walls=off", 50)
    assert most_sets >= 4
    assert most_pushes >= 3


@pytest.mark.slow
@pytest.mark.parametrize("options", SPECIAL_OPTIONS)
def test_many_special_cases(options: str) -> None:
    compare_special_cases(options, 300)
