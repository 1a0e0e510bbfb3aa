"""Agents by their names: all of them play, and a name that is none is told so."""

from __future__ import annotations

import pytest

import jostle
from jostle import Match
from jostle.games import game_class
from jostle.search.agents import NAMES, AgentError, agent
from jostle.search.external import PREFIX
from tests.package import GAMES

PLAYING = [name for name in NAMES if not name.startswith(PREFIX) and "THREADS" not in name]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", [*PLAYING, "alpha-beta:2"])
def test_every_agent_plays_legal_moves(name: str, game: str) -> None:
    player = agent(name, nodes=200, seed=3)
    match = Match(jostle.game(game_class(game).main_variants[0]))
    for _ in range(4):
        match.play(player.choose(match))
    player.start_anew()
    match.undo()
    match.play(player.choose(match))
    player.close()
    assert player.name.partition(":")[0] == name.partition(":")[0]


@pytest.mark.parametrize("name", PLAYING)
def test_the_same_seed_and_limit_give_the_same_game(name: str) -> None:
    games = []
    for _ in range(2):
        player = agent(name, nodes=150, seed=8)
        match = Match(jostle.game("pomeczi"))
        while match.outcome is None and len(match.moves) < 10:
            match.play(player.choose(match))
        games.append(match.moves)
    assert games[0] == games[1]


@pytest.mark.parametrize("name", ["", "level:0", "level:11", "level:x", "alpha-beta:0", "nobody"])
def test_a_name_that_is_none_is_told_so(name: str) -> None:
    with pytest.raises(AgentError, match="level:10") as caught:
        agent(name)
    assert f"“{name}”" in str(caught.value)
    assert caught.value.code == "agent"


def test_one_agent_plays_all_games() -> None:
    player = agent("alpha-beta", nodes=100)
    for name in GAMES:
        match = Match(jostle.game(name))
        assert player.choose(match) in match.position.legal_moves


def test_history_makes_a_repetition_a_draw() -> None:
    """What would come for the third time is a draw to whoever thinks about the match."""
    game = jostle.game("push-push")
    match = Match(game, game.position("d6/7/7/3o3/7/7/6D 1 - 0"))
    for move in ("g1f1", "a7b7", "f1g1", "b7a7") * 2:
        if match.repetitions < 2 or len(match.moves) < 7:
            match.play(move)
    assert match.outcome is None
    assert str(match.moves[-1]) == "f1g1"
    # b7a7 would bring the first position for the third time.
    everything = len(match.position.legal_moves)
    lines = jostle.think(match, depth=2, lines=everything).lines
    scores = {str(line.move): line.score.probability for line in lines}
    assert scores["b7a7"] == 0.5
    without = jostle.think(match.position, depth=2, lines=everything).lines
    assert {str(line.move): line.score.probability for line in without}["b7a7"] != 0.5
