"""Brings the tables of a database to what this version of Jostle needs."""

from __future__ import annotations

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection

from jostle.server.errors import cannot

NEWEST = "head"
EMPTY = "base"


def configuration(connection: Connection) -> Config:
    """Alembic's configuration, which stands in no file: the folder, and the open connection."""
    config = Config()
    config.set_main_option("script_location", "jostle.server:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection, revision: str = NEWEST) -> None:
    """Make the tables, or change older ones, within the connection's transaction."""
    try:
        command.upgrade(configuration(connection), revision)
    except CommandError as error:  # the database names a step that this version does not have
        raise cannot("newer", reason=str(error)) from error


def downgrade(connection: Connection, revision: str = EMPTY) -> None:
    """Go back to an older state of the tables."""
    command.downgrade(configuration(connection), revision)
