"""Tables for tests: games set up in a line, and played by name."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from jostle.server.clock import Elapsed, always
from jostle.server.events import FREE, Event, Seat
from jostle.server.folded import HERE, Away
from jostle.server.protocol import Action, AnyAction
from jostle.server.table import Table, creation

ADA, BOB, EVE = "a" * 22, "b" * 22, "e" * 22
START = 1_000_000

ACTIONS: TypeAdapter[AnyAction] = TypeAdapter(Action)


def action(kind: str, **given: Any) -> AnyAction:
    """An action as a client sends it."""
    return ACTIONS.validate_python({"type": kind, **given})


class Game:
    """A table with its log: every event is checked to give the same table when folded anew."""

    def __init__(
        self,
        *seats: Seat,
        variant: str = "pomeczi",
        start: str | None = None,
        clock: dict[str, Any] | None = None,
        elapsed: Elapsed = always,
    ) -> None:
        first, second = seats or (Seat(ADA), Seat(BOB))
        created = creation(
            variant=variant,
            start=start,
            seats=(first, second),
            clock=clock,
            public=False,
            creator=ADA,
            now=START,
        )
        self.now = START
        self.away: Away = HERE
        self.elapsed = elapsed
        self.events = [created]
        self.table = Table("game", created, elapsed)

    def does(self, by: str, kind: str, **given: Any) -> list[Event]:
        """Let somebody act; returns what happened."""
        asked = action(kind, **given)
        decided = self.table.decide(asked, by, self.now, self.away, lambda: "next")
        return self.happen(decided)

    def moves(self, *moves: str) -> None:
        """Let whoever is to move play."""
        for move in moves:
            holder = self.table.seat(self.table.mover).identity
            assert holder is not None
            self.does(holder, "move", ply=len(self.table.plies), move=move)

    def happen(self, events: list[Event]) -> list[Event]:
        """Let events happen, and check that folding all of them gives the same."""
        before = told(self.table)
        after = self.table.after(events)
        assert told(self.table) == before, "a table changes only by apply"
        self.events += events
        folded = Table.fold("game", self.events, self.elapsed)
        assert told(folded) == told(after)
        self.table = after
        return events


def told(table: Table) -> dict[str, Any]:
    """All that a table knows, to be compared."""
    known = {name: value for name, value in vars(table).items() if name != "match"}
    match = table.match
    known["match"] = (match.moves, match.positions, match.outcome, match.repetitions)
    return {name: repr(value) for name, value in sorted(known.items())}


def kinds(events: list[Event]) -> list[str]:
    return [str(event.kind) for event in events]


def computer_game(level: int = 1, **given: Any) -> Game:
    return Game(Seat(ADA), Seat(level=level), **given)


def open_game(**given: Any) -> Game:
    return Game(Seat(ADA), FREE, **given)


def table_game(**given: Any) -> Game:
    return Game(Seat(ADA), Seat(ADA), **given)
