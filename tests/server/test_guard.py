"""What nobody is told of games that two people are playing: boards that are known again."""

from __future__ import annotations

import random

import pytest

import jostle
from jostle.core.errors import JostleError
from jostle.server.study.guard import (
    FREE_PLIES,
    guarded_board,
    refuse_running_game,
)
from jostle.server.study.likeness import likeness
from tests.server.tables import ADA, Game, computer_game, table_game
from tests.symmetry import (
    ALL_SYMMETRIES,
    PUSH_PUSH_SYMMETRIES,
    turned_pomeczi,
    turned_push_push,
    turned_pushee,
    turned_variant,
)

TURNED = {
    "pomeczi": (ALL_SYMMETRIES, turned_pomeczi),
    "pomeczi:board=5x4": (ALL_SYMMETRIES[:4], turned_pomeczi),
    "push-push": (PUSH_PUSH_SYMMETRIES, turned_push_push),
    "pushee-pieces": (ALL_SYMMETRIES, turned_pushee),
}
MOVES = ("Sb3", "Sc2", "Sa1", "Sd4", "a1>")


def played(variant: str, plies: int, seed: int = 1) -> jostle.Position:
    chance = random.Random(seed)
    position = jostle.game(variant).start()
    for _ in range(plies):
        position = position.play(chance.choice(sorted(map(str, position.legal_moves))))
    return position


@pytest.mark.parametrize("variant", TURNED)
def test_all_images_of_a_board_are_alike(variant: str) -> None:
    symmetries, turned = TURNED[variant]
    found = set()
    for seed in range(20):
        position = played(variant, 7, seed)
        alike = likeness(position)
        found.add(alike)
        for symmetry in symmetries:
            if symmetry.transposed and position.game.size[0] != position.game.size[1]:
                continue
            game = jostle.game(turned_variant(symmetry, variant))
            assert likeness(game.position(turned(symmetry, position.text))) == alike
    assert len(found) == 20


def test_counters_and_options_make_no_difference() -> None:
    position = played("push-push", 6)
    other = jostle.game("push-push:quiet=90").position(position.text.rsplit(" ", 1)[0] + " 3")
    assert other.text != position.text
    assert likeness(other) == likeness(position)
    assert likeness(played("push-push", 7)) != likeness(position)


def test_a_board_is_guarded_while_two_people_play_and_after_the_first_moves() -> None:
    game = Game()
    for number, move in enumerate(MOVES, start=1):
        game.moves(move)
        is_kept = guarded_board(game.table) is not None
        assert is_kept == (number >= FREE_PLIES)
    assert guarded_board(game.table) == likeness(game.table.match.position)
    with pytest.raises(JostleError) as refused:
        refuse_running_game(game.table)
    assert refused.value.code == "running"
    game.does(ADA, "resign")
    assert guarded_board(game.table) is None
    refuse_running_game(game.table)


@pytest.mark.parametrize("game", [table_game(), computer_game()])
def test_nobody_guards_a_game_that_one_plays_alone(game: Game) -> None:
    assert game.table.status == "playing"
    refuse_running_game(game.table)
    if game.table.mode == "table":
        game.moves(*MOVES)
        assert guarded_board(game.table) is None
