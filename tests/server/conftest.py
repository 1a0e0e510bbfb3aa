"""Databases for the tests: every test that asks for one runs on both kinds."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from jostle.server.store import Store
from tests.server.postgres import Cluster, running_cluster

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """The event loop of asynchronous tests."""
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL server; a test fails if it is not installed."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture(params=DATABASES)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'jostle.db'}"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An empty store."""
    store = await Store.open(database_url)
    yield store
    await store.close()
