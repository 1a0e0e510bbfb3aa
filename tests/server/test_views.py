"""Views: plain values that say what the position says, in the shapes that are documented."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import jostle
from jostle.core.effects import Piece
from jostle.server import shapes, views
from jostle.server.events import Seat
from jostle.server.game_views import (
    Attendance,
    event_view,
    game_view,
    last_view,
    replay_view,
    row_of,
    state_view,
    summary_view,
)
from jostle.server.views import View
from tests.server.tables import ADA, BOB, EVE, Game, action, computer_game, open_game, table_game

VARIANTS = [variant for name in jostle.GAMES for variant in jostle.game(name).main_variants]
NAMES = {BOB: "Bob <b>"}


def played(variant: str, plies: int = 12) -> jostle.Match:
    """A match after some random moves."""
    chosen = random.Random(variant)
    match = jostle.Match(jostle.game(variant))
    while match.outcome is None and len(match.moves) < plies:
        match.play(chosen.choice(list(match.position.legal_moves)))
    return match


def conforms(shape: type[shapes.Shape], value: View) -> None:
    """A value has the shape that the documentation tells."""
    text = json.dumps(value, allow_nan=False)
    read = shape.model_validate_json(text)
    assert json.loads(read.model_dump_json(by_alias=True)) == json.loads(text)


@pytest.mark.parametrize("variant", VARIANTS)
def test_positions_and_moves_have_their_shape(variant: str) -> None:
    for position in played(variant).positions:
        view = views.position_view(position)
        conforms(shapes.PositionView, view)
        conforms(shapes.MovesView, {"position": view, "moves": views.moves_view(position)})


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_table_of_pieces_names_every_piece(variant: str) -> None:
    match = played(variant)
    board = views.board_view(match.game)
    conforms(shapes.BoardView, board)
    indices = views.piece_indices(match.game)
    assert list(indices)[: len(match.game.pieces)] == list(match.game.pieces)
    assert [views.piece_view(piece) for piece in indices] == board["pieces"]
    for position in match.positions:
        view = views.position_view(position)
        shown = {tuple(placed["cells"]): placed["piece"] for placed in view["pieces"]}
        for piece, square in position.pieces:
            cells = tuple(str(cell) for cell in piece.cells(square))
            assert board["pieces"][shown[cells]]["kind"] == piece.kind
        assert len(shown) == len(position.pieces)


def test_what_lies_beside_the_board_has_no_axis() -> None:
    game = jostle.game("pushee-pieces")
    held = Piece("bar", jostle.Player.ONE)
    assert held not in game.pieces
    view = views.position_view(game.start())
    index = view["beside"][0][0]["piece"]
    assert views.board_view(game)["pieces"][index]["axis"] is None
    assert view["beside"][0][0]["count"] == 15


def test_empty_trays_are_left_out() -> None:
    position = jostle.game("push-push").start()
    assert views.position_view(position)["beside"] == [[], []]


@pytest.mark.parametrize("variant", VARIANTS)
def test_moves_tell_the_same_as_playing_them(variant: str) -> None:
    position = played(variant, 8).position
    for view in views.moves_view(position):
        after = position.play(view["move"])
        scores = after.scores
        assert view["scores"] == (None if scores is None else list(scores))
        assert view["outcome"] == views.outcome_view(after.outcome)
        assert view["steps"] == views.steps_view(position.game, position.effects(view["move"]))


def test_a_finished_position_has_no_moves() -> None:
    position = jostle.game("push-push").position("o6/A6/7/7/7/7/7 1 - 0").play("a6a7")
    assert views.moves_view(position) == []
    outcome = views.position_view(position)["outcome"]
    assert (outcome["winner"], outcome["reason"], outcome["result"]) == (1, "goal", "1-0")
    assert "Player 1 wins" in outcome["words"]


def test_variants_have_titles() -> None:
    assert views.variant_title(jostle.game("pomeczi")) == "Pomeczi"
    assert views.variant_title(jostle.game("pomeczi:board=3x3")) == "Pomeczi (board: 3x3)"


def view_of(game: Game, viewer: str = ADA) -> View:
    last = last_view(game.table)
    state = state_view(game.table, game.now, Attendance((True, False), (None, 0), 2), NAMES, last)
    return game_view(game.table, state, viewer)


def some_games() -> list[Game]:
    clocked = Game(clock={"minutes": 0.25, "increment": 3}, variant="pushee-pieces")
    clocked.moves("c3h", "d3h")
    ended = Game(clock={"days": 3})
    ended.does(BOB, "resign")
    return [open_game(), computer_game(7), table_game(), clocked, ended]


@pytest.mark.parametrize("game", some_games())
def test_games_have_their_shape_and_tell_no_identity(game: Game) -> None:
    for viewer in (ADA, BOB, EVE):
        view = view_of(game, viewer)
        conforms(shapes.GameView, view)
        summary = summary_view(
            row_of(game.table, game.now, waits_for_computer=False), NAMES, viewer
        )
        conforms(shapes.GameSummary, summary)
        replay = replay_view(game.table)
        conforms(shapes.Replay, replay)
        assert len(replay["positions"]) == len(replay["moves"]) + 1
        told = json.dumps([view, summary, replay])
        for identity in (ADA, BOB, EVE):
            assert identity not in told


def test_a_game_says_whose_seat_is_yours() -> None:
    game = Game()
    assert view_of(game, ADA)["you"] == [1]
    assert view_of(game, ADA)["creator"]
    assert view_of(game, BOB)["you"] == [2]
    assert not view_of(game, BOB)["creator"]
    assert view_of(game, EVE)["you"] == []
    assert view_of(table_game(), ADA)["you"] == [1, 2]
    names = [player["name"] for player in view_of(game)["state"]["players"]]
    assert names == ["Guest", "Bob <b>"]


def test_events_tell_their_public_part() -> None:
    game = open_game(clock={"minutes": 1, "increment": 2})
    told: list[dict[str, Any]] = []

    def happen(events: list[Any]) -> None:
        for event in events:
            game.happen([event])
            told.append(event_view(game.table, event, last_view(game.table)))

    happen(game.table.join(BOB, game.now))
    for by, kind, given in (
        (ADA, "move", {"ply": 0, "move": "Sb3", "id": "secret"}),
        (BOB, "offer", {"what": "draw"}),
        (ADA, "decline", {"what": "draw"}),
        (ADA, "offer", {"what": "takeback"}),
        (BOB, "accept", {"what": "takeback"}),
        (BOB, "resign", {}),
    ):
        happen(game.table.decide(action(kind, **given), by, game.now))
    assert [event["kind"] for event in told] == [
        "joined",
        "moved",
        "offered",
        "declined",
        "offered",
        "taken-back",
        "ended",
    ]
    assert told[0] == {"kind": "joined", "player": 2}
    moved = told[1]
    assert moved.pop("steps")[0][0]["kind"] == "placed"
    assert moved == {
        "kind": "moved",
        "ply": 0,
        "player": 1,
        "round": 1,
        "move": "Sb3",
        "clock": 60_000,
    }
    assert told[5] == {"kind": "taken-back", "to": 0}
    assert told[6]["outcome"]["reason"] == "resignation"
    assert BOB not in json.dumps(told)


def test_the_seat_of_a_computer_shows_its_level() -> None:
    game = Game(Seat(level=4), Seat(ADA))
    player = view_of(game)["state"]["players"][0]
    assert player == {"kind": "computer", "name": "Computer, level 4", "level": 4}
