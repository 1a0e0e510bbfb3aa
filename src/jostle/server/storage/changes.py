"""What can be written, and how any number of changes is written in one transaction.

The statements are the same for one change and for a thousand, and there are as few of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, Table, bindparam, func, select, update
from sqlalchemy.sql.dml import Insert

from jostle.core.messages import message
from jostle.server.storage.errors import Conflict
from jostle.server.storage.inserting import insert_into
from jostle.server.storage.openings import Opened, write_openings
from jostle.server.storage.puzzle_tries import Tried, record_try
from jostle.server.storage.stored import GameRow, StoredEvent, Values, checked_number, checked_text
from jostle.server.storage.tables import EVENTS, GAMES, IDENTITIES, RUNS


class Append:
    """Events that follow the last one of a game, and the game's row as it is after them."""

    def __init__(self, row: GameRow, events: Sequence[StoredEvent]) -> None:
        if [event.seq - events[0].seq for event in events] != list(range(len(events))):
            raise ValueError(f"the events of {row.id} are not numbered one after the other")
        self.game = row.id
        self.row = row.values()
        self.events = [event.values(row.id) for event in events]


@dataclass(frozen=True)
class Met:
    """Somebody has been seen, or has chosen a name; what is None stays as it was."""

    identity: str
    name: str | None = None
    seen: int | None = None

    def __post_init__(self) -> None:
        checked_text(self.identity)
        checked_text(self.name or "")
        checked_number(self.seen or 0)


@dataclass(frozen=True)
class Alive:
    """A sign of life of a run."""

    run: int
    at: int


@dataclass(frozen=True, eq=False)
class Keep:
    """A row that is kept for good, or that takes the place of the one with the same key."""

    table: Table
    values: Values
    replacing: bool = False

    def __post_init__(self) -> None:
        for value in self.values.values():
            if isinstance(value, str):
                checked_text(value)
            elif value is not None:
                checked_number(value)


Change = Append | Met | Alive | Keep | Tried | Opened


def write(connection: Connection, changes: Sequence[Change]) -> list[Conflict | None]:
    """Write changes, but for those that conflict; tells for each whether it does."""
    appends = [change for change in changes if isinstance(change, Append)]
    conflicts = _write_games(connection, appends) if appends else {}
    met = [change for change in changes if isinstance(change, Met)]
    if met:
        connection.execute(upsert_identities(connection.dialect.name), [vars(one) for one in met])
    alive = [change for change in changes if isinstance(change, Alive)]
    if alive:
        connection.execute(SIGN_OF_LIFE, [vars(one) for one in alive])
    for change in changes:
        if isinstance(change, Keep):
            statement = keeping(change.table, connection.dialect.name, change.replacing)
            connection.execute(statement, change.values)
        elif isinstance(change, Tried):
            record_try(connection, change)
    opened = [change for change in changes if isinstance(change, Opened)]
    if opened:
        write_openings(connection, opened)
    return [conflicts.get(change) for change in changes]


def _write_games(connection: Connection, appends: Sequence[Append]) -> dict[Change, Conflict]:
    """Write what follows the last events; tells what does not."""
    conflicts: dict[Change, Conflict] = {}
    last = _last_numbers(connection, sorted({append.game for append in appends}))
    rows: dict[str, Values] = {}
    events: list[Values] = []
    for append in appends:
        there = last.get(append.game, 0)
        # A row alone changes a game that exists; events begin with the next number.
        follows = append.events[0]["seq"] == there + 1 if append.events else there > 0
        if not follows:
            conflicts[append] = conflict(append)
            continue
        last[append.game] = there + len(append.events)
        rows[append.game] = {**append.row, "seq": last[append.game]}
        events += append.events
    if rows:
        connection.execute(upsert_games(connection.dialect.name), list(rows.values()))
    if events:
        connection.execute(EVENTS.insert(), events)
    return conflicts


def conflict(append: Append) -> Conflict:
    """The error for events that do not follow the last one stored."""
    first = append.events[0]["seq"] if append.events else 0
    return Conflict(message("store.conflict", game=append.game, seq=first))


def _last_numbers(connection: Connection, games: list[str]) -> dict[str, int]:
    """The number of the last event of each game that has any."""
    # The statement differs with the number of games: some are named twice, so that it is always a
    # power of two, and PostgreSQL prepares a dozen statements and not a thousand.
    filled = games + games[:1] * ((1 << (len(games) - 1).bit_length()) - len(games))
    rows = connection.execute(LAST_NUMBERS, {"games": filled})
    return {row.id: row.seq for row in rows}


LAST_NUMBERS: Select[Any] = select(GAMES.c.id, GAMES.c.seq).where(
    GAMES.c.id.in_(bindparam("games", expanding=True))
)

SIGN_OF_LIFE = update(RUNS).where(RUNS.c.id == bindparam("run")).values(last_seen=bindparam("at"))


@cache
def upsert_games(dialect: str) -> Insert:
    """Insert a game's row, or put it in the place of the one before."""
    statement = insert_into(GAMES, dialect)
    changed = {column.name: statement.excluded[column.name] for column in GAMES.c}
    del changed["id"]
    upsert: Insert = statement.on_conflict_do_update(index_elements=["id"], set_=changed)
    return upsert


@cache
def upsert_identities(dialect: str) -> Insert:
    """Insert somebody, or change what is new about them."""
    statement = insert_into(IDENTITIES, dialect)
    statement = statement.values(
        id=bindparam("identity"), name=bindparam("name"), seen=bindparam("seen")
    )
    changed = {
        name: func.coalesce(statement.excluded[name], IDENTITIES.c[name])
        for name in ("name", "seen")
    }
    upsert: Insert = statement.on_conflict_do_update(index_elements=["id"], set_=changed)
    return upsert


@cache
def keeping(table: Table, dialect: str, replacing: bool) -> Insert:
    """Insert a row; if there is one with its key already, replace that or leave it alone."""
    statement = insert_into(table, dialect)
    key = [column.name for column in table.primary_key]
    if not replacing:
        kept: Insert = statement.on_conflict_do_nothing(index_elements=key)
        return kept
    changed = {
        column.name: statement.excluded[column.name] for column in table.c if column.name not in key
    }
    replaced: Insert = statement.on_conflict_do_update(index_elements=key, set_=changed)
    return replaced
