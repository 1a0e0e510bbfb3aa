"""The first tables: games, their events, identities, and the runs of the server."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("variant", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("creator", sa.String, nullable=False),
        sa.Column("seat1", sa.String),
        sa.Column("seat2", sa.String),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("waits_for_computer", sa.Boolean, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
    )
    op.create_index("games_listed", "games", ["public", "status", "updated"])
    op.create_index("games_of_seat1", "games", ["seat1", "updated"])
    op.create_index("games_of_seat2", "games", ["seat2", "updated"])
    op.create_index("games_due", "games", ["status", "deadline"])
    op.create_table(
        "events",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "identities",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String),
        sa.Column("seen", sa.BigInteger),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("last_seen", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for table in ("runs", "identities", "events", "games"):
        op.drop_table(table)
