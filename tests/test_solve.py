"""Solved tables against the truth: the slow rules, plain value iteration, and brute force."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
import pytest

import jostle
from jostle import Draw, Loss, Position, Value, Win
from jostle.solve.solver import solve
from jostle.solve.stages import Stage
from jostle.solve.tables import open_table
from jostle.solve.verification import verify
from tests import truth
from tests.brute_force import forced, random_game, sampled_positions
from tests.reference import reference
from tests.solved import DOMINOES, DRAWN, LARGER, SMALLEST, probed, told
from tests.test_against_reference import reachable

BRUTE_FORCE_PLIES = 6
FEW_PLIES = 3

pytestmark = pytest.mark.usefixtures("tables")


# The whole game.


def check_completely(variant: str, positions: int) -> None:
    """Compare everything a table says with the truth."""
    walk, values = truth.walked(variant), truth.values(variant)
    game = jostle.game(variant)
    table = open_table(game)
    assert table is not None
    header = table.file.header
    assert len(walk.classes) == positions
    assert header.positions == len(walk.after)
    counts = truth.counts(variant)
    assert (header.wins, header.losses, header.draws) == (counts[1], counts[-1], counts[0])
    assert header.longest == max(plies for _, plies in values)
    longest = walk.classes[header.longest_position]
    assert values[longest][1] == header.longest
    chance = random.Random(variant)
    images: dict[int, list[str]] = {}
    for text, place in walk.classes.items():
        images.setdefault(place, []).append(text)
    for place, texts in images.items():
        position = game.position(chance.choice(texts))
        assert told(jostle.probe(position)) == values[place], position.text
    numbers, codes = table.entries()
    listed = [walk.classes[table.position(int(number)).text] for number in numbers]
    assert sorted(listed) == list(range(len(walk.after)))
    assert [code_of(values[place]) for place in listed] == codes.tolist()


def code_of(value: truth.Told) -> int:
    """A value as tables hold it: the distance and one, or that with a minus."""
    sign, plies = value
    return sign * (plies + 1)


@pytest.mark.parametrize(
    ("variant", "positions"), [(SMALLEST, 114_484), (DRAWN, 1_316), (DOMINOES, 274)]
)
def test_a_table_is_the_truth(variant: str, positions: int) -> None:
    check_completely(variant, positions)


@pytest.mark.slow
def test_the_walk_meets_every_position_that_is_reached() -> None:
    """Not all images with the players exchanged can come about, since Player 1 begins."""
    classes = truth.walked(SMALLEST).classes
    found = [position.text for position in reachable(jostle.game(SMALLEST).start())]
    assert len(found) == 114_270
    assert len({classes[text] for text in found}) == len(truth.walked(SMALLEST).after)


@pytest.mark.slow
@pytest.mark.usefixtures("empty_home")
@pytest.mark.parametrize(
    ("variant", "positions"),
    [
        ("pomeczi:board=3x3,dominoes=0,singles=2", 81_664),
        ("pomeczi:board=4x3,dominoes=1,singles=0", 584),
    ],
)
def test_more_tables_are_the_truth(variant: str, positions: int) -> None:
    solve(jostle.game(variant))
    check_completely(variant, positions)


def test_the_variants_are_of_different_kinds() -> None:
    """Or much of what is tested with them would be empty."""
    assert truth.counts(DRAWN)[0] > 50
    assert probed(jostle.game(DRAWN).start()) == Draw()
    assert probed(jostle.game(SMALLEST).start()).sign != 0
    assert max(plies for _, plies in truth.values(SMALLEST)) > 10


# One position after the other.


def following(values: Iterable[Value]) -> Value:
    """A position's value from those after its moves, each for the player who moves there."""
    mine = [value.opposite for value in values]
    if not mine:
        return Loss(0)
    best = max(mine)
    return best if best.sign == 0 else type(best)(best.plies + 1)


def check_by_the_rules(variant: str, games: int) -> int:
    """Compare the values of random games' positions with those after their moves."""
    game, engine, chance = jostle.game(variant), reference(variant), random.Random(variant)
    texts = set()
    for _ in range(games):
        played = random_game(game, chance, longest=80)
        texts |= {position.text for position in chance.sample(played, min(10, len(played)))}
    for text in texts:
        after = [probed(game.position(reached)) for reached in engine.moves(text).values()]
        assert probed(game.position(text)) == following(after), text
    return len(texts)


@pytest.mark.parametrize(("variant", "games"), [(SMALLEST, 10), (LARGER, 20)])
def test_values_follow_from_those_after_the_moves(variant: str, games: int) -> None:
    assert check_by_the_rules(variant, games) > 4 * games


@pytest.mark.slow
@pytest.mark.usefixtures("empty_home")
def test_values_of_a_large_table_follow_from_those_after_the_moves() -> None:
    solve(jostle.game("pomeczi:board=3x4"), threads=2)
    assert check_by_the_rules("pomeczi:board=3x4", 500) > 2_000


@pytest.mark.parametrize("variant", [SMALLEST, LARGER])
def test_values_near_the_end_are_those_of_brute_force(variant: str) -> None:
    seen: set[tuple[int, int]] = set()
    for position in sampled_positions(variant, 30, seed=5, last=BRUTE_FORCE_PLIES):
        value = probed(position)
        if value.sign and value.plies <= BRUTE_FORCE_PLIES:
            seen.add((value.sign, value.plies))
            found = forced(position, value.plies)
            assert (found.result, found.distance) == (value.name, value.plies), position.text
            assert {*map(str, position.legal_moves)} >= {*found.best_moves}
        if not value.sign or value.plies > FEW_PLIES:
            assert forced(position, FEW_PLIES).result == "open", position.text
    assert {sign for sign, _ in seen} == {1, -1}
    assert max(plies for _, plies in seen) >= 3


def test_the_best_moves_are_those_of_brute_force() -> None:
    compared = 0
    for position in sampled_positions(SMALLEST, 25, seed=6, last=4):
        value = probed(position)
        if value.sign and value.plies <= BRUTE_FORCE_PLIES - 2:
            reached = {
                move: following([probed(position.play(move))]) for move in position.legal_moves
            }
            best = {str(move) for move, after in reached.items() if after == value}
            assert {*forced(position, value.plies).best_moves} == best
            compared += 1
    assert compared > 10


# What a table answers.


def test_a_table_answers_for_both_players_and_all_images() -> None:
    for position in sampled_positions(SMALLEST, 40, seed=7):
        images = [position.game.position(text) for text in truth.images(position.text)]
        assert {probed(image) for image in images} == {probed(position)}


def test_finished_positions_are_lost_at_once() -> None:
    game, chance = jostle.game(SMALLEST), random.Random(3)
    ends = [random_game(game, chance)[-1] for _ in range(30)]
    finished = [position for position in ends if position.outcome is not None]
    assert len(finished) > 5
    assert {probed(position) for position in finished} == {Loss(0)}


def test_what_cannot_occur_has_no_value() -> None:
    game = jostle.game(SMALLEST)
    # Player 1 has placed a single and Player 2 nothing, yet Player 1 is to move (P3).
    assert jostle.probe(game.position("S2/3/3[Dsd] 1 - -")) is None
    everything = truth.walked(SMALLEST).classes
    assert "S2/3/3[Dsd] 1 - -" not in everything
    chance, unknown = random.Random(8), 0
    for text in chance.sample(sorted(everything), 400):
        board, mover, _, _ = text.split(" ")
        bare = f"{board} {mover} - -"
        known = bare in everything
        assert (jostle.probe(game.position(bare)) is not None) is known, bare
        unknown += not known
    assert unknown > 10


def test_a_table_of_another_variant_is_not_asked() -> None:
    table = open_table(jostle.game(SMALLEST))
    assert table is not None
    start = jostle.game(DRAWN).start()
    assert table.value(start) is None
    assert table.values_after(start) == {}
    assert table.line(start) == []


def test_values_after_moves_are_those_of_the_positions_reached() -> None:
    table = open_table(jostle.game(SMALLEST))
    assert table is not None
    for position in sampled_positions(SMALLEST, 30, seed=9):
        codes = position.legal_moves.codes
        expected = {code: following([probed(position.play(move))]) for move, code in codes.items()}
        assert table.values_after(position) == expected


def test_positions_of_random_games_are_in_the_table() -> None:
    for variant in (SMALLEST, LARGER):
        table = open_table(jostle.game(variant))
        assert table is not None
        assert table.missing_in_games(20_000, seed=1) == 0


# Solving.


@pytest.mark.usefixtures("empty_home")
def test_progress_is_told_stage_by_stage() -> None:
    told_stages: list[tuple[Stage, int, int | None]] = []
    table = solve(jostle.game(DRAWN), on_progress=lambda *stage: told_stages.append(stage))
    verify(table, on_progress=lambda *stage: told_stages.append(stage))
    stages = list(dict.fromkeys(stage for stage, _, _ in told_stages))
    assert stages == list(Stage)
    last = {stage: (done, total) for stage, done, total in told_stages}
    whole = table.file.header.positions
    assert all(done == whole for stage, (done, _) in last.items() if stage is not Stage.READING)
    for stage in Stage:
        done = [count for named, count, _ in told_stages if named is stage]
        assert done == sorted(done)


@pytest.mark.usefixtures("empty_home")
@pytest.mark.parametrize("threads", [2, 3])
def test_threads_change_nothing(threads: int) -> None:
    game = jostle.game(SMALLEST)
    alone = solve(game).file.path.read_bytes()
    assert solve(game, threads=threads, anew=True).file.path.read_bytes() == alone


def test_every_table_is_verified() -> None:
    for variant in (SMALLEST, DRAWN, DOMINOES, LARGER):
        table = open_table(jostle.game(variant))
        assert table is not None
        found = verify(table, threads=2)
        assert found.passed
        assert found.right == found.positions == table.file.header.positions
        assert (found.wrong, found.incomplete, found.first_wrong) == (0, 0, None)


def test_positions_are_sorted_and_stand_for_themselves() -> None:
    table = open_table(jostle.game(SMALLEST))
    assert table is not None
    numbers, _ = table.entries()
    assert np.all(numbers[1:] > numbers[:-1])
    for number in random.Random(2).sample(numbers.tolist(), 200):
        position = table.position(number)
        assert isinstance(position, Position)
        assert table.numbered.number(position.state) == number
        assert table.file.look_up(number) is not None


def test_wins_come_with_odd_distances_and_losses_with_even_ones() -> None:
    """Players take turns, and who wins makes the last move (P12)."""
    table = open_table(jostle.game(LARGER))
    assert table is not None
    numbers, _ = table.entries()
    kinds = set()
    for number in random.Random(4).sample(numbers.tolist(), 300):
        value = probed(table.position(number))
        kinds.add(type(value))
        if value.sign:
            assert value.plies % 2 == (1 if isinstance(value, Win) else 0)
    assert kinds >= {Win, Loss}
