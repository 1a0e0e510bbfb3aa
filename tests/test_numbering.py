"""The numbers of Pomeczi's positions: none is shared, none is lost, and images have the same one.

Mirror images are made by text (see ``tests.symmetry``), and groups are counted by laying tiles on
sets of cells; neither asks the code that is tested.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from math import comb

import pytest

import jostle
from jostle import Position
from jostle.solve.numbered import NumberedGame
from tests.brute_force import random_game
from tests.symmetry import ALL_SYMMETRIES, Symmetry, board_size, turned_pomeczi

VARIANTS = [
    "pomeczi:board=3x3",
    "pomeczi:board=3x3,dominoes=2,singles=0",
    "pomeczi:board=3x3,dominoes=0,singles=4",
    "pomeczi:board=3x4",
    "pomeczi:board=4x3",
    "pomeczi:board=4x3,dominoes=3,singles=0",
    "pomeczi",
    "pomeczi:dominoes=0,singles=3",
    "pomeczi:dominoes=3,singles=1",
    "pomeczi:board=5x3",
    "pomeczi:board=3x8,dominoes=2,singles=1",
    "pomeczi:board=8x3,dominoes=2,singles=1",
    "pomeczi:board=8x8,dominoes=1,singles=1",
]
WALKED = [
    "pomeczi:board=3x3",
    "pomeczi:board=3x3,dominoes=2,singles=0",
    "pomeczi:board=3x3,dominoes=0,singles=2",
    "pomeczi:board=3x4,dominoes=1,singles=1",
    "pomeczi:board=4x3,dominoes=2,singles=0",
]
every_variant = pytest.mark.parametrize("variant", VARIANTS)


@cache
def numbered(variant: str) -> NumberedGame:
    return NumberedGame(jostle.game(variant))


def positions(variant: str, number: int) -> list[Position]:
    """Different positions of random games, finished ones included."""
    chance = random.Random(variant)
    found: dict[Position, None] = {}
    while len(found) < number:
        played = random_game(jostle.game(variant), chance, longest=60)
        found |= dict.fromkeys(chance.sample(played, min(12, len(played))))
    return list(found)


def symmetries(text: str) -> list[Symmetry]:
    """Those that turn the board into one of the same size, also with the players exchanged."""
    width, height = board_size(text.partition("[")[0])
    return [turn for turn in ALL_SYMMETRIES if turn.size(width, height) == (width, height)]


def images(text: str) -> set[str]:
    return {turned_pomeczi(turn, text) for turn in symmetries(text)}


@every_variant
def test_a_number_leads_back_to_an_image_of_the_position(variant: str) -> None:
    game = numbered(variant)
    remembered = 0
    for position in positions(variant, 50):
        state = game.state(game.number(position.state))
        back = Position(position.game, state)
        assert position.game.position(back.text).state == state
        assert back.mover == 1
        assert back.text in images(position.text)
        remembered += not back.text.endswith(" - -")
    assert remembered > 10


@every_variant
def test_all_images_have_the_same_number(variant: str) -> None:
    game = numbered(variant)
    for position in positions(variant, 20):
        number = game.number(position.state)
        turned = [position.game.position(text) for text in images(position.text)]
        assert {game.number(image.state) for image in turned} == {number}


@every_variant
def test_positions_that_are_no_images_of_each_other_have_different_numbers(variant: str) -> None:
    game = numbered(variant)
    least_images: dict[int, str] = {}
    for position in positions(variant, 160):
        least = min(images(position.text))
        assert least_images.setdefault(game.number(position.state), least) == least
    assert len(least_images) == len(set(least_images.values()))
    assert len(least_images) > 60


@every_variant
def test_a_canonical_state_stands_for_itself(variant: str) -> None:
    game = numbered(variant)
    canonical, pack, unpack = (
        getattr(game.module, name) for name in ("canonical", "pack", "unpack")
    )
    for position in positions(variant, 50):
        state = canonical(game.layout, position.state)
        assert canonical(game.layout, state) == state
        assert unpack(game.layout, pack(game.layout, state)) == state


@every_variant
def test_every_number_below_the_last_is_the_number_of_a_state(variant: str) -> None:
    """Numbers need not belong to positions that can occur, but none stands for two things."""
    game = numbered(variant)
    chance = random.Random(variant)
    last = game.groups * game.details - 1
    assert last < 2**64
    for number in [0, last, *(chance.randrange(last) for _ in range(500))]:
        assert int(game.module.pack(game.layout, game.state(number))) == number


def counted_groups(width: int, height: int, singles: int, dominoes: int) -> int:
    """What can lie on the board and in the hands, counted by laying the dominoes first."""
    cells = [(file, rank) for file in range(width) for rank in range(height)]
    flat = [{(file, rank), (file + 1, rank)} for file, rank in cells if file + 1 < width]
    tall = [{(file, rank), (file, rank + 1)} for file, rank in cells if rank + 1 < height]
    total = 0
    for laid in range(dominoes + 1):
        apart = sum(
            len(set().union(*chosen)) == 2 * laid for chosen in combinations(flat + tall, laid)
        )
        for put in range(singles + 1):
            boards = apart * comb(len(cells) - 2 * laid, put) * 2 ** (laid + put)
            total += boards * (dominoes - laid + 1) * (singles - put + 1)
    return total


@pytest.mark.parametrize("variant", WALKED)
def test_groups_are_ranked_without_gaps(variant: str) -> None:
    game, settings = numbered(variant), jostle.game(variant).settings
    tiles = 2 * int(settings["singles"]), 2 * int(settings["dominoes"])
    assert game.groups == counted_groups(*game.game.size, *tiles)
    lain = set()
    for group in range(game.groups):
        state = game.state(group * game.details)
        assert int(game.module.pack(game.layout, state)) == group * game.details
        lain.add(state)
    assert len(lain) == game.groups
    for state in random.Random(variant).sample(sorted(lain), 200):
        text = Position(game.game, state).text
        assert game.game.position(text).state == state
