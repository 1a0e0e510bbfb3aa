"""What Alembic runs to migrate: on the connection that ``migrating.py`` hands to it."""

from __future__ import annotations

from alembic import context

from jostle.server.tables import METADATA


def run_migrations() -> None:
    """Bring the database from where it is to where it was asked to go, in one transaction."""
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=METADATA,
        render_as_batch=True,  # SQLite changes a table by copying it
    )
    with context.begin_transaction():
        context.run_migrations()


# The name by which Alembic loads this file: whatever else imports it only looks at it.
if __name__ == "env_py":
    run_migrations()
