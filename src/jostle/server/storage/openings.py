"""The openings of finished games: written once for each game, counted as they are written.

``opened`` has every game that has been looked at, so none is counted twice. ``openings`` has a row
for each move of a game's beginning, for its players' own counts and for finding the game again;
``opening_counts`` has the sums that everybody asks for, so that asking costs the same however many
games have been played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import (
    CompoundSelect,
    Connection,
    Select,
    Subquery,
    exists,
    func,
    select,
    tuple_,
    union,
    union_all,
)
from sqlalchemy.sql.dml import Insert

from jostle.server.storage.inserting import insert_into
from jostle.server.storage.stored import Values, checked_number, checked_text
from jostle.server.storage.tables import GAMES, OPENED, OPENING_COUNTS, OPENINGS

DRAW = 0  # in the place of a winner
COUNTED = ("variant", "position", "following", "bracket", "winner")
Cursor = tuple[int, str]


@dataclass(frozen=True)
class Opened:
    """The moves of one game's beginning; none if there is nothing in it to be counted.

    ``steps`` are positions and what followed them, by ply.
    """

    game: str
    variant: str = ""
    bracket: int = 0
    winner: int = DRAW
    ended: int = 0
    seat1: str | None = None
    seat2: str | None = None
    steps: tuple[tuple[int, str, str], ...] = ()

    def __post_init__(self) -> None:
        for text in (self.game, self.variant, self.seat1 or "", self.seat2 or ""):
            checked_text(text)
        checked_number(self.ended)

    def rows(self) -> list[Values]:
        """The rows of the table ``openings``."""
        return [
            {
                "game": self.game,
                "ply": ply,
                "variant": self.variant,
                "position": position,
                "following": following,
                "bracket": self.bracket,
                "winner": self.winner,
                "ended": self.ended,
                "seat1": self.seat1,
                "seat2": self.seat2,
            }
            for ply, position, following in self.steps
        ]


def write_openings(connection: Connection, changes: Sequence[Opened]) -> None:
    """Write and count games that have not been before."""
    dialect = connection.dialect.name
    rows: list[Values] = []
    for opened in changes:
        if connection.execute(marking(dialect), {"game": opened.game}).rowcount:
            rows += opened.rows()
    if rows:
        connection.execute(OPENINGS.insert(), rows)
        counted = Counter(tuple(row[name] for name in COUNTED) for row in rows)
        # Sorted, so that the statement is the same whoever's games are written together.
        sums = [
            dict(zip((*COUNTED, "count"), (*key, count), strict=True))
            for key, count in sorted(counted.items())
        ]
        connection.execute(adding(dialect), sums)


@cache
def marking(dialect: str) -> Insert:
    """Mark a game as looked at, unless it is."""
    marked: Insert = insert_into(OPENED, dialect).on_conflict_do_nothing(index_elements=["game"])
    return marked


@cache
def adding(dialect: str) -> Insert:
    """Add to a count, which begins with the first game."""
    statement = insert_into(OPENING_COUNTS, dialect)
    added = OPENING_COUNTS.c.count + statement.excluded["count"]
    upsert: Insert = statement.on_conflict_do_update(
        index_elements=list(COUNTED), set_={"count": added}
    )
    return upsert


def counts_from(variant: str, position: str, brackets: Sequence[int]) -> Select[Any]:
    """How often each move was played from a position, by who won."""
    counts = OPENING_COUNTS.c
    return (
        select(counts.following, counts.winner, func.sum(counts.count).label("count"))
        .where(
            counts.variant == variant,
            counts.position == position,
            counts.bracket.in_(brackets),
        )
        .group_by(counts.following, counts.winner)
    )


def counts_of(identity: str, variant: str, position: str, brackets: Sequence[int]) -> Select[Any]:
    """The same for the games of one person alone."""
    own = _of(identity, variant, position, brackets).c
    return select(own.following, own.winner, func.count().label("count")).group_by(
        own.following, own.winner
    )


def games_through(
    variant: str, position: str, brackets: Sequence[int], limit: int
) -> CompoundSelect[Any]:
    """The last games that came through a position."""
    rows = OPENINGS.c
    # Each bracket's last games stand together in the index: whoever asks for them reads no others.
    lasts = [
        select(rows.game, rows.ended)
        .where(rows.variant == variant, rows.position == position, rows.bracket == bracket)
        .order_by(rows.ended.desc())
        .limit(limit)
        .subquery()
        for bracket in brackets
    ]
    query = union_all(*(select(last) for last in lasts))
    return query.order_by(query.selected_columns.ended.desc()).limit(limit)


def games_of(
    identity: str, variant: str, position: str, brackets: Sequence[int], limit: int
) -> Select[Any]:
    """The last games of one person that came through a position."""
    own = _of(identity, variant, position, brackets).c
    return select(own.game, own.ended).order_by(own.ended.desc()).limit(limit)


def _of(identity: str, variant: str, position: str, brackets: Sequence[int]) -> Subquery:
    """Somebody's games through a position; each seat has an index, and who has both counts once."""
    rows = OPENINGS.c
    return union(
        *(
            select(rows.game, rows.following, rows.winner, rows.ended).where(
                seat == identity,
                rows.variant == variant,
                rows.position == position,
                rows.bracket.in_(brackets),
            )
            for seat in (rows.seat1, rows.seat2)
        )
    ).subquery()


def unopened(after: Cursor, limit: int) -> Select[Any]:
    """Finished public games that have not been looked at, the longest unchanged first."""
    return (
        select(GAMES.c.id, GAMES.c.updated)
        .where(
            GAMES.c.public,
            GAMES.c.status == "over",
            tuple_(GAMES.c.updated, GAMES.c.id) > after,
            ~exists().where(OPENED.c.game == GAMES.c.id),
        )
        .order_by(GAMES.c.updated, GAMES.c.id)
        .limit(limit)
    )
