"""The tables of the database; ``migrations/`` makes them, and a test compares the two.

Times are milliseconds since 1970. What only the program reads is JSON in a text column.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

# One row a game: what lists and the clock look for. It follows from the events and is written
# together with them.
GAMES = Table(
    "games",
    METADATA,
    Column("id", String, primary_key=True),
    Column("seq", Integer, nullable=False),  # of its last event
    Column("variant", String, nullable=False),
    Column("status", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("creator", String, nullable=False),
    Column("seat1", String),
    Column("seat2", String),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("deadline", BigInteger),
    Column("waits_for_computer", Boolean, nullable=False),
    Column("summary", Text, nullable=False),
    Index("games_listed", "public", "status", "updated"),
    Index("games_of_seat1", "seat1", "updated"),
    Index("games_of_seat2", "seat2", "updated"),
    Index("games_due", "status", "deadline"),
)

# The games themselves. The key is what keeps two writers from ever mixing their events; without
# row ids SQLite keeps the events of a game side by side, in one tree instead of two.
EVENTS = Table(
    "events",
    METADATA,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String, nullable=False),
    Column("payload", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Who has been here: the name somebody chose, and when they last had a game open.
IDENTITIES = Table(
    "identities",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String),
    Column("seen", BigInteger),
)

# When the server was alive: clocks run in these times only.
RUNS = Table(
    "runs",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
)
