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
    Column("guarded", String),  # the position on the board while two people play for themselves
    Index("games_listed", "public", "status", "updated"),
    Index("games_of_seat1", "seat1", "updated"),
    Index("games_of_seat2", "seat2", "updated"),
    Index("games_due", "status", "deadline"),
    Index("games_guarded", "guarded"),
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

# Analyses that somebody has shared: each is the record of a tree of moves. The id is a digest of
# the record, so what is behind a link never changes.
STUDIES = Table(
    "studies",
    METADATA,
    Column("id", String, primary_key=True),
    Column("record", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Reviews of games; the id is a digest of variant, start, moves and what was asked for.
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("id", String, primary_key=True),
    Column("payload", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Finished public games whose openings have been looked at.
OPENED = Table(
    "opened",
    METADATA,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    sqlite_with_rowid=False,
)

# Their opening moves, as the position they were played in and the one they led to. Mirror images
# are one and the same position here, so moves have no names of their own.
OPENINGS = Table(
    "openings",
    METADATA,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("variant", String, nullable=False),
    Column("position", String, nullable=False),
    Column("following", String, nullable=False),
    Column("bracket", Integer, nullable=False),  # of the computer's level, 0 if it did not play
    Column("winner", Integer, nullable=False),  # 0 for a draw
    Column("ended", BigInteger, nullable=False),
    Column("seat1", String),
    Column("seat2", String),
    Index("openings_through", "variant", "position", "bracket", "ended"),
    Index("openings_of_seat1", "seat1", "variant", "position", "bracket"),
    Index("openings_of_seat2", "seat2", "variant", "position", "bracket"),
    sqlite_with_rowid=False,
)

# How many games went from one position to the other.
OPENING_COUNTS = Table(
    "opening_counts",
    METADATA,
    Column("variant", String, primary_key=True),
    Column("position", String, primary_key=True),
    Column("following", String, primary_key=True),
    Column("bracket", Integer, primary_key=True, autoincrement=False),
    Column("winner", Integer, primary_key=True, autoincrement=False),
    Column("count", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# What somebody has made of a puzzle. The first attempt counts once: its score in halves and what it
# did to the rating are null until then.
PUZZLE_TRIES = Table(
    "puzzle_tries",
    METADATA,
    Column("identity", String, primary_key=True),
    Column("puzzle", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("helped", Boolean, nullable=False),  # whether a hint was given before it counted
    Column("score", Integer),
    Column("gained", Integer),
    Column("solved", Boolean, nullable=False),  # at whichever attempt
    Column("at", BigInteger, nullable=False),  # of the last change
    Index("puzzle_tries_of", "identity", "game"),
)

# How good somebody is at a game's puzzles.
PUZZLE_RATINGS = Table(
    "puzzle_ratings",
    METADATA,
    Column("identity", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("rating", Integer, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
)
