"""What tests of the server share: databases of both kinds, and people."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from jostle.server.storage.store import Store
from tests.server.playing import Person
from tests.server.postgres import Cluster, running_cluster
from tests.server.tables import ADA, BOB, EVE

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


# People who ask a server; which one, a test file says in its fixture ``client``.


@pytest.fixture
def ada(client: TestClient) -> Person:
    return Person(client, ADA)


@pytest.fixture
def bob(client: TestClient) -> Person:
    return Person(client, BOB)


@pytest.fixture
def eve(client: TestClient) -> Person:
    return Person(client, EVE)
