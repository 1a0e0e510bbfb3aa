"""One game as its players and watchers see it; never with anybody's identity."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jostle.core.messages import say
from jostle.core.players import Player
from jostle.games import game as find_game
from jostle.server.play.events import Event, Kind, Seat, read_outcome
from jostle.server.play.folded import HERE, Away, Folded, Ply
from jostle.server.storage.store import GameRow
from jostle.server.study.guard import guarded_board
from jostle.server.wire.views import (
    View,
    board_view,
    outcome_view,
    position_view,
    steps_view,
    variant_title,
)

Names = Mapping[str, str]  # by identity, of those who chose one


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is at a table: which players are there, since when others are away, how many watch."""

    present: tuple[bool, bool] = (False, False)
    away: Away = HERE
    watchers: int = 0


def player_view(seat: Seat, names: Names) -> View:
    """A seat; where a person has not chosen a name, they are a guest."""
    if seat.level is not None:
        name = say("server.words.computer", level=seat.level)
    elif seat.identity is not None:
        name = names.get(seat.identity) or say("server.words.guest")
    else:
        name = ""
    return {"kind": seat.kind, "name": name, "level": seat.level}


def ply_view(number: int, ply: Ply) -> View:
    return {
        "ply": number,
        "player": int(ply.player),
        "round": ply.round,
        "move": ply.move,
        "clock": ply.clock,
    }


def clock_view(table: Folded, now: int) -> View | None:
    """What both have left at this instant, and whose clock runs."""
    rules, remaining, running = table.clock, table.remaining(now), table.running
    if rules is None or remaining is None:
        return None
    return {
        "kind": rules.kind,
        "remaining": list(remaining),
        "running": None if running is None else int(running),
        "increment": rules.increment if rules.kind == "minutes" else None,
    }


def claim_view(table: Folded, now: int, away: Away) -> View | None:
    """Who may claim the game, and from when on."""
    claimer = table.mover.other
    at = table.claim_from(claimer, now, away)
    return None if at is None else {"player": int(claimer), "at": at}


def presence_view(table: Folded, now: int, attendance: Attendance) -> View:
    return {
        "present": list(attendance.present),
        "watchers": attendance.watchers,
        "claim": claim_view(table, now, attendance.away),
    }


def last_view(table: Folded) -> View | None:
    """The last move and what it did."""
    if not table.plies:
        return None
    ply = table.plies[-1]
    before = table.match.positions[-2]
    return {
        "move": ply.move,
        "player": int(ply.player),
        "steps": steps_view(table.game, before.effects(ply.move)),
    }


def state_view(
    table: Folded, now: int, attendance: Attendance, names: Names, last: View | None
) -> View:
    """All that changes during a game; the same for everybody."""
    offers = table.offers
    return {
        "status": table.status,
        "ply": len(table.plies),
        "position": position_view(table.match.position),
        "last": last,
        "players": [player_view(seat, names) for seat in table.seats],
        "clock": clock_view(table, now),
        "offers": {
            what: None if (player := offers.get(what)) is None else int(player)
            for what in ("draw", "takeback", "rematch")
        },
        "outcome": outcome_view(table.outcome),
        "rematch": table.rematch,
        **presence_view(table, now, attendance),
        "now": now,
    }


def event_view(table: Folded, event: Event, last: View | None) -> View:
    """The public part of an event that has just happened at the table."""
    given = event.payload
    told: dict[str, Any] = {"kind": str(event.kind)}
    match event.kind:
        case Kind.MOVED:
            assert last is not None
            told |= ply_view(given["ply"], table.plies[-1]) | {"steps": last["steps"]}
        case Kind.TAKEN_BACK:
            told["to"] = given["to"]
        case Kind.JOINED:
            told["player"] = given["player"]
        case Kind.OFFERED | Kind.DECLINED:
            told |= {"what": given["what"], "player": given["player"]}
        case Kind.ENDED:
            told["outcome"] = outcome_view(read_outcome(given["outcome"]))
        case Kind.REMATCHED:
            told["game"] = given["game"]
    return told


def game_view(table: Folded, state: View, viewer: str) -> View:
    """A game whole, for somebody who may be one of its players."""
    game = table.game
    return {
        "seq": table.seq,
        "id": table.id,
        "variant": game.variant,
        "game": game.name,
        "title": variant_title(game),
        "board": board_view(game),
        "start": table.match.start.text,
        "created": table.created,
        "public": table.public,
        "clock": table.clock_setting,
        "mode": table.mode,
        "you": [int(player) for player in table.players_of(viewer)],
        "creator": viewer == table.creator,
        "moves": [ply_view(number, ply) for number, ply in enumerate(table.plies)],
        "state": state,
    }


def replay_view(table: Folded) -> View:
    """Every position of a game, and what each move did."""
    positions = table.match.positions
    return {
        "board": board_view(table.game),
        "positions": [position_view(position) for position in positions],
        "moves": [
            {
                "move": ply.move,
                "player": int(ply.player),
                "round": ply.round,
                "steps": steps_view(table.game, before.effects(ply.move)),
            }
            for ply, before in zip(table.plies, positions, strict=False)
        ],
    }


# Games in lists: from their rows, without a look at their events.


def row_of(table: Folded, now: int, *, waits_for_computer: bool) -> GameRow:
    """A game's row, for lists, deadlines and the computer's turns."""
    first, second = table.seats
    outcome = table.outcome
    return GameRow(
        id=table.id,
        variant=table.game.variant,
        status=table.status,
        public=table.public,
        creator=table.creator,
        seat1=first.identity,
        seat2=second.identity,
        created=table.created,
        updated=table.updated,
        deadline=table.deadline(now),
        summary={
            "position": table.match.position.text,
            "ply": len(table.plies),
            "levels": [seat.level for seat in table.seats],
            "clock": table.clock_setting,
            "outcome": None if outcome is None else outcome.to_json(),
        },
        waits_for_computer=waits_for_computer,
        guarded=guarded_board(table),
    )


def summary_view(row: GameRow, names: Names, viewer: str) -> View:
    """A game in a list, with a small picture of its position."""
    game = find_game(row.variant)
    told = row.summary
    holders = (row.seat1, row.seat2)
    seats = [Seat(*pair) for pair in zip(holders, told["levels"], strict=True)]
    outcome = told["outcome"]
    return {
        "id": row.id,
        "variant": row.variant,
        "game": game.name,
        "title": variant_title(game),
        "board": board_view(game),
        "position": position_view(game.position(told["position"])),
        "players": [player_view(seat, names) for seat in seats],
        "status": row.status,
        "clock": told["clock"],
        "ply": told["ply"],
        "created": row.created,
        "updated": row.updated,
        "you": [int(player) for player in Player if holders[player - 1] == viewer],
        "outcome": None if outcome is None else outcome_view(read_outcome(outcome)),
    }
