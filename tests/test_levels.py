"""The ten levels: what each of them owes a player, whatever its strength."""

from __future__ import annotations

from random import Random

import pytest

import jostle
from jostle import Match, Player
from jostle.core.scores import DECIDED
from jostle.games import game_class
from jostle.search.levels import (
    CAREFUL,
    LEVELS,
    MOST_SECONDS,
    LevelAgent,
    levels_of,
    softly_chosen,
)
from tests.package import GAMES

VARIANTS = [text for name in GAMES for text in game_class(name).main_variants]


def random_match(variant: str, random: Random, plies: int) -> Match:
    """A match that is going on after some random moves."""
    while True:
        match = Match(jostle.game(variant))
        while match.outcome is None and len(match.moves) < plies:
            match.play(random.choice(list(match.position.legal_moves)))
        if match.outcome is None:
            return match


def late_match(variant: str, random: Random) -> Match:
    """A match that begins a few plies before the end of a random game."""
    game = jostle.game(variant)
    positions = [game.start()]
    while positions[-1].outcome is None:
        codes = game.kernel.legal(game.rules, positions[-1].state).tolist()
        positions.append(positions[-1].play_unchecked(random.choice(codes)))
    return Match(game, positions[-1 - random.randrange(1, 5)])


def wins_at_once(match: Match) -> set[str]:
    """The moves after which the mover has won."""
    mover = match.position.mover
    return {str(move) for move, after in followers(match) if is_won(after, mover)}


def hands_over(match: Match, move: str) -> bool:
    """Whether a move lets the other player win at once."""
    after = match.position.play(move)
    if after.outcome is not None:
        return is_won(after, match.position.mover.other)
    return any(is_won(branch.position, after.mover) for branch in after.expand()) and (
        after.mover is not match.position.mover
    )


def followers(match: Match) -> list[tuple[object, jostle.Position]]:
    return [(branch.move, branch.position) for branch in match.position.expand()]


def is_won(position: jostle.Position, player: Player) -> bool:
    return position.outcome is not None and position.outcome.winner is player


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_ten_levels_that_grow(name: str) -> None:
    levels = levels_of(game_class(name))
    assert len(levels) == len(LEVELS) == 10
    assert [nodes for nodes, _ in levels] == sorted(nodes for nodes, _ in levels)
    assert levels[-1][1] == 0


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("level", [1, 2, CAREFUL, 6, 10])
def test_a_level_plays_whole_games_of_legal_moves(variant: str, level: int) -> None:
    match = random_match(variant, Random(level), 2)
    agent = LevelAgent(level, seed=5)
    while match.outcome is None and len(match.moves) < 12:
        match.play(agent.choose(match))


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_choice_depends_on_the_match_and_the_seed_alone(variant: str) -> None:
    match = random_match(variant, Random(1), 6)
    for level in (1, 4, 7):
        first = LevelAgent(level, seed=3)
        choices = [first.choose(match) for _ in range(3)]
        assert choices == [LevelAgent(level, seed=3).choose(match)] * 3
    seeds = {LevelAgent(1, seed=seed).choose(match) for seed in range(30)}
    assert len(seeds) > 1, "a soft level varies its play"


@pytest.mark.parametrize("variant", VARIANTS)
def test_careful_levels_take_a_win_and_hand_none_over(variant: str) -> None:
    random = Random(2)
    wins = threats = 0
    for number in range(60):
        match = late_match(variant, random)
        level = random.choice([3, 4, 6, 8])
        winning = wins_at_once(match)
        safe = {
            str(move) for move in match.position.legal_moves if not hands_over(match, str(move))
        }
        if not winning and (not safe or len(safe) == len(match.position.legal_moves)):
            continue
        move = str(LevelAgent(level, seed=number).choose(match))
        if winning:
            wins += 1
            assert move in winning, (match.position, level, winning)
        else:
            threats += 1
            assert move in safe, (match.position, level, safe)
    assert wins + threats > 0


def test_soft_choices_follow_the_scores() -> None:
    random = Random(4)
    scores = {1: 50, 2: 45, 3: -400, 4: -DECIDED - 1}
    chosen = [softly_chosen(scores, 10, random) for _ in range(300)]
    assert set(chosen) == {1, 2}
    assert chosen.count(1) > chosen.count(2)
    assert softly_chosen({**scores, 5: DECIDED + 7}, 10, random) == 5
    lost = {1: -DECIDED - 9, 2: -DECIDED - 3}
    assert softly_chosen(lost, 10, random) == 2


def test_the_cap_on_time_is_a_second() -> None:
    assert MOST_SECONDS <= 1
