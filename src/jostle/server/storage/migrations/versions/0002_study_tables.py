"""Tables for those who study: analyses, reviews, openings and puzzles."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("games", sa.Column("guarded", sa.String))
    op.create_index("games_guarded", "games", ["guarded"])
    op.create_table(
        "studies",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "reviews",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "opened",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "openings",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("variant", sa.String, nullable=False),
        sa.Column("position", sa.String, nullable=False),
        sa.Column("following", sa.String, nullable=False),
        sa.Column("bracket", sa.Integer, nullable=False),
        sa.Column("winner", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("seat1", sa.String),
        sa.Column("seat2", sa.String),
        sqlite_with_rowid=False,
    )
    op.create_index("openings_through", "openings", ["variant", "position", "bracket", "ended"])
    for seat in ("seat1", "seat2"):
        op.create_index(f"openings_of_{seat}", "openings", [seat, "variant", "position", "bracket"])
    op.create_table(
        "opening_counts",
        sa.Column("variant", sa.String, primary_key=True),
        sa.Column("position", sa.String, primary_key=True),
        sa.Column("following", sa.String, primary_key=True),
        sa.Column("bracket", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("winner", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("count", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("identity", sa.String, primary_key=True),
        sa.Column("puzzle", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("gained", sa.Integer),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("puzzle_tries_of", "puzzle_tries", ["identity", "game"])
    op.create_table(
        "puzzle_ratings",
        sa.Column("identity", sa.String, primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("tried", sa.Integer, nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("streak", sa.Integer, nullable=False),
        sa.Column("best_streak", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    for table in (
        "puzzle_ratings",
        "puzzle_tries",
        "opening_counts",
        "openings",
        "opened",
        "reviews",
        "studies",
    ):
        op.drop_table(table)
    op.drop_index("games_guarded", "games")
    op.drop_column("games", "guarded")
