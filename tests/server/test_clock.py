"""Clocks: what passes, what is added, and what stands still."""

from __future__ import annotations

import pytest
from jostle.server.runs import Runs

from jostle.core.players import Player
from jostle.server.clock import DAY, MINUTE, ClockRules
from tests.server.tables import ADA, BOB, START, Game, kinds, open_game

FIVE = {"minutes": 5, "increment": 3}


def test_settings_become_milliseconds() -> None:
    assert ClockRules.of(None) is None
    assert ClockRules.of(FIVE) == ClockRules("minutes", 300_000, 3_000)
    assert ClockRules.of({"minutes": 0.25, "increment": 0}) == ClockRules("minutes", 15_000, 0)
    assert ClockRules.of({"days": 2}) == ClockRules("days", 2 * DAY)


def test_minutes_stand_still_until_the_first_move() -> None:
    game = Game(clock=FIVE)
    game.now += 10 * MINUTE
    assert game.table.running is None
    assert game.table.remaining(game.now) == (300_000, 300_000)
    assert game.table.deadline(game.now) is None
    game.moves("Sb3")
    assert game.table.remaining(game.now) == (300_000, 300_000)
    assert game.table.running is Player.TWO
    assert game.table.deadline(game.now) == game.now + 300_000


def test_a_move_costs_time_and_earns_the_increment() -> None:
    game = Game(clock=FIVE)
    game.moves("Sb3")
    game.now += 20_000
    assert game.table.remaining(game.now) == (300_000, 280_000)
    game.moves("Sc2")
    assert game.table.remaining(game.now) == (300_000, 283_000)
    game.now += 1_000
    game.moves("Sa1")
    assert game.table.plies[-1].clock == 302_000


def test_days_run_from_the_start_and_anew_for_each_move() -> None:
    game = Game(clock={"days": 1})
    game.now += DAY // 2
    assert game.table.remaining(game.now) == (DAY // 2, DAY)
    game.moves("Sb3")
    assert game.table.remaining(game.now) == (DAY, DAY)
    assert game.table.running is Player.TWO


def test_days_begin_when_somebody_joins() -> None:
    game = open_game(clock={"days": 1})
    game.now += 5 * DAY
    assert game.table.flag_fall(game.now) == []
    game.happen(game.table.join(BOB, game.now))
    assert game.table.remaining(game.now) == (DAY, DAY)


def test_time_out_ends_the_game() -> None:
    game = Game(clock={"minutes": 1, "increment": 0})
    game.moves("Sb3")
    game.now += MINUTE - 1
    assert game.table.flag_fall(game.now) == []
    game.now += 1
    assert kinds(game.happen(game.table.flag_fall(game.now))) == ["ended"]
    outcome = game.table.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (Player.ONE, "time")
    assert game.table.flag_fall(game.now) == []
    assert game.table.deadline(game.now) is None
    assert game.table.remaining(game.now + MINUTE) == (60_000, 0)


def test_clocks_stop_when_the_game_ends() -> None:
    game = Game(clock=FIVE)
    game.moves("Sb3")
    game.now += 7_000
    game.does(ADA, "resign")
    assert game.table.remaining(game.now + MINUTE) == (300_000, 293_000)


def test_clocks_stand_still_while_the_server_is_down() -> None:
    runs = Runs([(0, START + 10_000)], START + 500_000)
    game = Game(clock={"minutes": 1, "increment": 0}, elapsed=runs.elapsed)
    game.moves("Sb3")
    game.now = START + 520_000
    assert game.table.remaining(game.now) == (60_000, 30_000)
    assert game.table.deadline(game.now) == START + 550_000


def test_a_takeback_gives_the_time_back() -> None:
    game = Game(clock=FIVE)
    game.moves("Sb3", "Sc2")
    game.now += 50_000
    game.moves("Sa1")
    game.now += 70_000
    game.moves("Sd4")
    assert game.table.times == (253_000, 236_000)
    game.does(ADA, "offer", what="takeback")
    game.does(BOB, "accept", what="takeback")
    assert len(game.table.plies) == 2
    assert game.table.times == (300_000, 303_000)
    game.now += 4_000
    assert game.table.remaining(game.now) == (296_000, 303_000)


def test_a_takeback_of_the_first_move_stops_the_clocks() -> None:
    game = Game(clock=FIVE)
    game.moves("Sb3")
    game.now += 50_000
    game.does(ADA, "offer", what="takeback")
    game.does(BOB, "accept", what="takeback")
    game.now += MINUTE
    assert game.table.remaining(game.now) == (300_000, 300_000)
    assert game.table.running is None


@pytest.mark.parametrize("clock", [None, FIVE, {"days": 3}])
def test_every_move_tells_the_time_left(clock: dict[str, float] | None) -> None:
    game = Game(clock=clock)
    game.moves("Sb3", "Sc2")
    assert [ply.clock is None for ply in game.table.plies] == [clock is None] * 2
