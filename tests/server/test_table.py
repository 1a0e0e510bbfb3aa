"""A game at its table: who may do what, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from jostle.core.errors import GameOver, IllegalMove, JostleError, NotationError
from jostle.core.outcome import Reason
from jostle.core.players import Player
from jostle.server.clock import DAY, MINUTE
from jostle.server.events import Seat
from jostle.server.protocol import Accept, Decline, Move
from tests.server.tables import (
    ADA,
    BOB,
    EVE,
    Game,
    computer_game,
    kinds,
    open_game,
    table_game,
)


def refused(game: Game, by: str, kind: str, **given: Any) -> str:
    """The code of a refusal, after which nothing has changed."""
    before = game.table.seq
    with pytest.raises(JostleError) as caught:
        game.does(by, kind, **given)
    assert str(caught.value)
    assert game.table.seq == before
    return caught.value.code


def status_of(game: Game) -> str:
    return game.table.status


# Moves.


def test_moves_alternate_and_are_counted_in_rounds() -> None:
    game = Game()
    game.moves("Sb3", "Sc2", "Sa1")
    assert [(ply.move, ply.player, ply.round) for ply in game.table.plies] == [
        ("Sb3", Player.ONE, 1),
        ("Sc2", Player.TWO, 1),
        ("Sa1", Player.ONE, 2),
    ]
    assert game.table.status == "playing"
    assert game.table.seq == 4


def test_only_the_holder_of_a_seat_acts_for_it() -> None:
    game = Game()
    assert refused(game, BOB, "move", ply=0, move="Sb3") == "turn"
    for kind, given in (
        ("move", {"ply": 0, "move": "Sb3"}),
        ("resign", {}),
        ("offer", {"what": "draw"}),
        ("accept", {"what": "draw"}),
        ("claim", {"result": "win"}),
        ("withdraw", {}),
    ):
        assert refused(game, EVE, kind, **given) == "seat"


def test_refused_moves_name_the_reason() -> None:
    game = Game()
    game.moves("Sb3")
    with pytest.raises(IllegalMove) as caught:
        game.does(BOB, "move", ply=1, move="Sb3")
    assert caught.value.rule == "P4"
    with pytest.raises(NotationError):
        game.does(BOB, "move", ply=1, move="hello")
    assert refused(game, BOB, "move", ply=0, move="Sc2") == "stale"
    assert refused(game, BOB, "move", ply=2, move="Sc2") == "stale"


def test_a_typed_move_is_kept_in_its_canonical_form() -> None:
    game = Game()
    game.does(ADA, "move", ply=0, move=" sB3 ")
    assert game.table.plies[0].move == "Sb3"


def test_the_same_ply_sent_again_is_harmless() -> None:
    game = Game()
    game.moves("Sb3", "Sc2")
    assert game.does(ADA, "move", ply=0, move="Sb3") == []
    assert game.does(ADA, "move", ply=0, move="sb3") == []
    assert game.does(BOB, "move", ply=1, move="Sc2") == []
    assert refused(game, BOB, "move", ply=0, move="Sb3") == "stale"
    assert refused(game, ADA, "move", ply=0, move="Sb2") == "stale"
    assert refused(game, ADA, "move", ply=0, move="nonsense") == "stale"


def test_the_winning_move_sent_again_is_harmless() -> None:
    game = won_game()
    ply = len(game.table.plies) - 1
    last = game.table.plies[ply]
    holder = game.table.seat(last.player).identity
    assert holder is not None
    assert game.does(holder, "move", ply=ply, move=last.move) == []


def won_game() -> Game:
    """A game of Push Push that Player 1 wins with one move."""
    game = Game(variant="push-push", start="o6/A6/7/7/7/7/7 1 - 0")
    assert kinds(game.does(ADA, "move", ply=0, move="a6a7")) == ["moved", "ended"]
    return game


def test_a_move_that_ends_the_game_says_so() -> None:
    game = won_game()
    assert game.table.status == "over"
    assert game.table.outcome is not None
    assert game.table.outcome.reason is Reason.GOAL
    assert refused(game, BOB, "move", ply=1, move="a7a6") == "over"
    assert refused(game, BOB, "resign") == "over"
    assert refused(game, BOB, "offer", what="draw") == "over"
    assert refused(game, BOB, "offer", what="takeback") == "over"


def test_r1_the_third_repetition_is_a_draw() -> None:
    game = Game(variant="push-push", start="7/A5a/7/3o3/7/7/7 1 - 0")
    back_and_forth = ("a6a5", "g6g5", "a5a6", "g5g6")
    game.moves(*back_and_forth, *back_and_forth)
    assert game.table.outcome is not None
    assert game.table.outcome.reason is Reason.REPETITION
    assert kinds(game.events)[-2:] == ["moved", "ended"]


def test_a_player_may_have_two_turns_in_a_row() -> None:
    game = Game(variant="pushee-pieces:pieces=1,turns=2")
    game.moves("a1h", "f6h", "--", "f6r", "--")
    assert [int(ply.player) for ply in game.table.plies] == [1, 2, 1, 2, 2]
    assert [ply.round for ply in game.table.plies] == [1, 1, 2, 2, 3]


# An action sent again with the same id.


def test_an_action_with_a_known_id_is_not_done_again() -> None:
    game = Game()
    game.does(ADA, "offer", what="draw", id="x1")
    game.does(BOB, "decline", what="draw", id="x1")
    assert game.does(ADA, "offer", what="draw", id="x1") == []
    assert kinds(game.does(ADA, "offer", what="draw", id="x2")) == ["offered"]


def test_a_takeback_sent_again_takes_back_one_move_only() -> None:
    game = table_game()
    game.moves("Sb3", "Sc2")
    assert kinds(game.does(ADA, "offer", what="takeback", id="t")) == ["taken-back"]
    assert game.does(ADA, "offer", what="takeback", id="t") == []
    assert len(game.table.plies) == 1


def test_a_move_sent_again_after_a_takeback_is_not_played_again() -> None:
    game = Game()
    game.does(ADA, "move", ply=0, move="Sb3", id="m")
    game.does(ADA, "offer", what="takeback")
    game.does(BOB, "accept", what="takeback")
    assert game.does(ADA, "move", ply=0, move="Sb3", id="m") == []
    assert kinds(game.does(ADA, "move", ply=0, move="Sb2", id="m")) == ["moved"]


# Seats.


def test_the_first_to_join_takes_the_free_seat() -> None:
    game = open_game()
    assert status_of(game) == "open"
    assert game.table.mode == "person"
    assert refused(game, ADA, "move", ply=0, move="Sb3") == "turn"
    assert refused(game, ADA, "resign") == "turn"
    assert game.table.join(ADA, game.now) == []
    game.happen(game.table.join(BOB, game.now))
    assert status_of(game) == "playing"
    assert game.table.players_of(BOB) == (Player.TWO,)
    assert game.table.join(BOB, game.now) == []
    with pytest.raises(JostleError) as caught:
        game.table.join(EVE, game.now)
    assert caught.value.code == "full"


def test_a_challenge_can_be_withdrawn_while_it_is_open() -> None:
    game = open_game()
    assert refused(game, BOB, "withdraw") == "seat"
    assert kinds(game.does(ADA, "withdraw")) == ["withdrawn"]
    assert game.table.status == "withdrawn"
    assert game.does(ADA, "withdraw") == []
    assert refused(game, ADA, "move", ply=0, move="Sb3") == "closed"
    assert refused(game, ADA, "offer", what="rematch") == "closed"
    with pytest.raises(JostleError) as caught:
        game.table.join(BOB, game.now)
    assert caught.value.code == "closed"


def test_a_game_that_has_begun_cannot_be_withdrawn() -> None:
    assert refused(Game(), ADA, "withdraw") == "closed"


def test_modes_follow_from_the_seats() -> None:
    assert Game().table.mode == "person"
    assert table_game().table.mode == "table"
    assert computer_game().table.mode == "computer"


# Resignation and offers between two people.


def test_r2_resignation() -> None:
    game = Game()
    assert kinds(game.does(BOB, "resign")) == ["ended"]
    assert game.table.outcome is not None
    assert game.table.outcome.winner is Player.ONE
    assert game.table.outcome.reason is Reason.RESIGNATION


def test_r2_a_draw_is_offered_and_accepted() -> None:
    game = Game()
    assert refused(game, BOB, "accept", what="draw") == "offer"
    assert kinds(game.does(ADA, "offer", what="draw")) == ["offered"]
    assert game.does(ADA, "offer", what="draw") == []
    assert refused(game, ADA, "accept", what="draw") == "offer"
    assert refused(game, ADA, "decline", what="draw") == "offer"
    assert kinds(game.does(BOB, "accept", what="draw")) == ["ended"]
    assert game.table.outcome is not None
    assert game.table.outcome.reason is Reason.AGREEMENT
    assert game.table.offers == {}


def test_two_who_both_offer_a_draw_agree() -> None:
    game = Game()
    game.does(ADA, "offer", what="draw")
    assert kinds(game.does(BOB, "offer", what="draw")) == ["ended"]


def test_an_offer_is_declined_or_lapses() -> None:
    game = Game()
    game.does(ADA, "offer", what="draw")
    assert kinds(game.does(BOB, "decline", what="draw")) == ["declined"]
    assert game.table.offers == {}
    game.does(BOB, "offer", what="draw")
    game.moves("Sb3")
    assert game.table.offers == {}
    assert refused(game, ADA, "accept", what="draw") == "offer"


def test_a_takeback_goes_back_to_before_the_askers_last_move() -> None:
    game = Game()
    assert refused(game, ADA, "offer", what="takeback") == "offer"
    game.moves("Sb3")
    assert refused(game, BOB, "offer", what="takeback") == "offer"
    game.moves("Sc2")
    game.does(ADA, "offer", what="takeback")
    assert refused(game, BOB, "offer", what="takeback") == "offer"
    events = game.does(BOB, "accept", what="takeback")
    assert kinds(events) == ["taken-back"]
    assert events[0].payload["to"] == 0
    assert game.table.match.position == game.table.game.start()
    game.moves("Sa1")
    assert game.table.plies[0].round == 1


def test_a_rematch_swaps_sides() -> None:
    game = won_game()
    game.now += 5
    assert refused(game, BOB, "accept", what="rematch") == "offer"
    assert kinds(game.does(BOB, "offer", what="rematch")) == ["offered"]
    assert kinds(game.does(ADA, "accept", what="rematch")) == ["rematched"]
    assert game.table.rematch == "next"
    assert game.table.offers == {}
    assert game.does(BOB, "offer", what="rematch") == []
    created = game.table.rematch_creation(game.now)
    assert created.payload["seats"] == [Seat(BOB).to_json(), Seat(ADA).to_json()]
    assert created.payload["start"] == "o6/A6/7/7/7/7/7 1 - 0"
    assert created.payload["variant"] == "push-push"
    assert created.payload["clock"] is None
    assert created.at == game.now


def test_a_rematch_is_for_finished_games() -> None:
    assert refused(Game(), ADA, "offer", what="rematch") == "offer"


# At one table, and against the computer.


def test_at_one_table_everything_is_granted_at_once() -> None:
    game = table_game()
    game.moves("Sb3", "Sc2", "Sa1")
    assert game.table.players_of(ADA) == (Player.ONE, Player.TWO)
    events = game.does(ADA, "offer", what="takeback")
    assert [event.payload["to"] for event in events] == [2]
    assert kinds(game.does(ADA, "offer", what="draw")) == ["ended"]
    assert kinds(game.does(ADA, "offer", what="rematch")) == ["rematched"]


def test_at_one_table_the_mover_resigns() -> None:
    game = table_game()
    game.moves("Sb3")
    game.does(ADA, "resign")
    assert game.table.outcome is not None
    assert game.table.outcome.winner is Player.ONE


def test_the_computer_has_duties() -> None:
    game = computer_game()
    assert game.table.computer_duty() is None
    game.moves("Sb3")
    assert game.table.computer_duty() == ("move", Player.TWO)
    move = Move(type="move", ply=1, move="Sc2")
    game.happen(game.table.decide_for_computer(Player.TWO, move, game.now))
    assert game.table.computer_duty() is None
    assert kinds(game.does(ADA, "offer", what="draw")) == ["offered"]
    assert game.table.computer_duty() == ("answer", Player.TWO)
    no = Decline(type="decline", what="draw")
    game.happen(game.table.decide_for_computer(Player.TWO, no, game.now))
    assert game.table.computer_duty() is None
    game.does(ADA, "offer", what="draw")
    yes = Accept(type="accept", what="draw")
    assert kinds(game.table.decide_for_computer(Player.TWO, yes, game.now)) == ["ended"]


def test_the_computer_grants_takebacks_and_rematches() -> None:
    game = computer_game()
    game.moves("Sb3")
    events = game.does(ADA, "offer", what="takeback")
    assert [event.payload["to"] for event in events] == [0]
    assert game.table.computer_duty() is None
    game.does(ADA, "resign")
    assert kinds(game.does(ADA, "offer", what="rematch")) == ["rematched"]
    seats = game.table.rematch_creation(game.now).payload["seats"]
    assert [seat["kind"] for seat in seats] == ["computer", "person"]


# Claims.


def test_a_claim_needs_a_minute_of_absence_with_a_clock() -> None:
    game = Game(clock={"minutes": 5, "increment": 0})
    game.moves("Sb3")
    left = game.now
    assert refused(game, ADA, "claim", result="win") == "claim"
    game.away = (None, left)
    game.now += MINUTE - 1
    assert game.table.claim_from(Player.ONE, game.now, game.away) == left + MINUTE
    assert refused(game, ADA, "claim", result="win") == "claim"
    game.now += 1
    assert refused(game, BOB, "claim", result="win") == "claim"
    assert kinds(game.does(ADA, "claim", result="win")) == ["ended"]
    assert game.table.outcome is not None
    assert game.table.outcome.winner is Player.ONE
    assert game.table.outcome.reason is Reason.ABANDONED


def test_a_draw_can_be_claimed_after_three_days_without_a_clock() -> None:
    game = Game()
    game.moves("Sb3")
    game.away = (None, game.now)
    game.now += 3 * DAY - 1
    assert refused(game, ADA, "claim", result="draw") == "claim"
    game.now += 1
    game.does(ADA, "claim", result="draw")
    assert game.table.outcome is not None
    assert game.table.outcome.winner is None


def test_absence_before_the_own_turn_does_not_count() -> None:
    game = Game()
    game.away = (None, game.now)
    game.now += 10 * DAY
    assert refused(game, ADA, "claim", result="win") == "claim"
    game.moves("Sb3")
    assert refused(game, ADA, "claim", result="win") == "claim"
    game.now += 3 * DAY
    assert kinds(game.does(ADA, "claim", result="win")) == ["ended"]


def test_with_days_for_each_move_the_clock_decides() -> None:
    game = Game(clock={"days": 14})
    game.moves("Sb3")
    game.away = (None, game.now)
    game.now += 10 * DAY
    assert refused(game, ADA, "claim", result="win") == "claim"


def test_nobody_claims_against_the_computer_or_at_one_table() -> None:
    for game in (computer_game(), table_game()):
        game.moves("Sb3")
        game.away = (0, 0)
        game.now += 10 * DAY
        assert refused(game, ADA, "claim", result="win") == "claim"


def test_a_finished_game_cannot_be_claimed() -> None:
    game = won_game()
    with pytest.raises(GameOver):
        game.does(ADA, "claim", result="win")
