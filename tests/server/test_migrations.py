"""The tables: made and unmade step by step, and the same as the program thinks they are."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from jostle.server.database import Database, database_at
from jostle.server.migrating import EMPTY, downgrade, upgrade
from jostle.server.store import Store, StoreError
from jostle.server.tables import METADATA

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    database = database_at(database_url)
    await database.open()
    yield database
    await database.close()


def tables(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def differences(connection: Connection) -> list[Any]:
    """What stands between the database and the tables of the program."""
    options = {"compare_type": True, "compare_server_default": True}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), METADATA))


async def test_up_and_down_and_up(database: Database) -> None:
    ours = set(METADATA.tables)
    for step, there in (
        (upgrade, ours),
        (downgrade, set()),
        (upgrade, ours),
        (upgrade, ours),  # nothing left to do
    ):
        await database.write(step)
        assert await database.write(tables) == there | {"alembic_version"}


async def test_each_step_goes_up_and_down(database: Database) -> None:
    """Whatever steps there will be, each undoes what it does."""
    await database.write(upgrade)
    [version] = await database.read(text("SELECT version_num FROM alembic_version"))
    for number in range(int(version["version_num"]), 0, -1):
        there = f"{number:04}"
        down = partial(downgrade, revision=f"{number - 1:04}" if number > 1 else EMPTY)
        full = await database.write(described)
        await database.write(down)
        assert await database.write(described) != full
        await database.write(partial(upgrade, revision=there))
        assert await database.write(described) == full
        await database.write(down)


def described(connection: Connection) -> dict[str, Any]:
    """All tables with their columns, keys and indexes."""
    there = inspect(connection)
    return {
        table: (
            [(column["name"], str(column["type"])) for column in there.get_columns(table)],
            there.get_pk_constraint(table)["constrained_columns"],
            sorted(str(index) for index in there.get_indexes(table)),
        )
        for table in there.get_table_names()
    }


async def test_the_tables_are_those_of_the_program(database: Database) -> None:
    await database.write(upgrade)
    assert await database.write(differences) == []


@pytest.mark.parametrize(
    "change",
    [
        "ALTER TABLE games ADD COLUMN more INTEGER",
        "ALTER TABLE games DROP COLUMN variant",
        "DROP INDEX games_due",
        "DROP TABLE runs",
    ],
)
async def test_a_difference_would_be_found(database: Database, change: str) -> None:
    await database.write(upgrade)
    await database.write(lambda connection: connection.execute(text(change)))
    assert await database.write(differences) != []


async def test_a_failing_step_changes_nothing(database: Database) -> None:
    def broken(connection: Connection) -> None:
        upgrade(connection)
        connection.execute(text("SELECT * FROM nowhere"))

    with pytest.raises(Exception, match="nowhere"):
        await database.write(broken)
    assert await database.write(tables) == set()


async def test_tables_of_a_newer_version_are_refused(database_url: str) -> None:
    database = database_at(database_url)
    await database.open()
    await database.write(upgrade)
    newer = text("UPDATE alembic_version SET version_num = '9999'")
    await database.write(lambda connection: connection.execute(newer))
    await database.close()
    with pytest.raises(StoreError, match="another version of Jostle"):
        await Store.open(database_url)
