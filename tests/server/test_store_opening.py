"""The store: how it opens, for one server at a time, and the runs that it notes."""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select, text, update

from jostle.server.storage import postgres as postgres_module
from jostle.server.storage import store as store_module
from jostle.server.storage.database import database_at
from jostle.server.storage.sqlite import SqliteDatabase
from jostle.server.storage.store import Store, StoreError
from jostle.server.storage.tables import GAMES, RUNS
from tests.server.postgres import Cluster
from tests.server.stored import database_of, event, game_row, written

pytestmark = pytest.mark.anyio


# Opening


async def test_a_second_server_is_refused(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_module, "PATIENCE", 0.2)
    first = await Store.open(database_url)
    with pytest.raises(StoreError, match=r"uses the database .* already$"):
        await Store.open(database_url)
    await first.tell_address("http://127.0.0.1:8471")
    with pytest.raises(StoreError, match=r"the one at http://127\.0\.0\.1:8471$"):
        await Store.open(database_url)
    await first.append(game_row("a"), [event(1)])
    await first.close()
    second = await Store.open(database_url)
    with pytest.raises(StoreError, match=r"already$"):
        await Store.open(database_url)
    await second.close()


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("", "is not the address of one"),
        ("jostle.db", "is not the address of one"),
        ("mysql://host/name", "is not the address of one"),
        ("postgresql://me:secret@host:port/name", "is not the address of one"),
        ("sqlite://", "in a file"),
        ("sqlite:///:memory:", "in a file"),
        ("sqlite:////nowhere/at/all.db", "cannot be opened: No such file"),
        ("postgresql://me:secret@127.0.0.1:1/name", "cannot be opened: "),
        ("postgres://me:secret@/name?host=/nowhere", "cannot be opened: "),
        ("postgresql://me:secret@127.0.0.1:1/name?nonsense=1", "nonsense"),
        ("postgresql://me:secret@127.0.0.1:1/name?sslmode=nonsense", "nonsense"),
    ],
)
async def test_addresses_that_lead_nowhere(url: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as refusal:
        await Store.open(url)
    assert "secret" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


async def test_postgresql_needs_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError, match=r"pip install 'jostle\[postgres\]'"):
        await Store.open("postgresql://host/name")


async def test_a_database_that_postgresql_does_not_have(postgres: Cluster) -> None:
    url = postgres.new_database().replace("@/", "@/no-")
    with pytest.raises(StoreError, match=r'cannot be opened: database "no-.*" does not exist$'):
        await Store.open(url)


async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "jostle.db"
    file.write_bytes(b"Dear diary, " * 1_000)
    with pytest.raises(StoreError, match="cannot be opened: file is not a database"):
        await Store.open(f"sqlite:///{file}")
    assert file.read_bytes() == b"Dear diary, " * 1_000


async def test_commits_wait_for_the_disk(database_url: str) -> None:
    database = database_at(database_url)
    await database.open()
    if isinstance(database, SqliteDatabase):
        wanted = {"PRAGMA synchronous": 2, "PRAGMA journal_mode": "wal", "PRAGMA foreign_keys": 1}
    else:
        wanted = {"SHOW fsync": "on", "SHOW synchronous_commit": "on"}
    for question, answer in wanted.items():
        assert await database.write(partial(Connection.scalar, statement=text(question))) == answer
        assert await database.read(text(question)) == [{question.split()[1]: answer}]
    await database.close()


# Runs


async def test_time_stands_still_between_runs(database_url: str) -> None:
    now = 1_000
    store = await Store.open(database_url, now=lambda: now)
    now = 5_000
    assert store.runs.elapsed(2_000, 5_000) == 3_000
    await store.close()
    now = 9_000
    store = await Store.open(database_url, now=lambda: now)
    assert store.runs.elapsed(2_000, 10_000) == 4_000
    now = 9_500
    await store.close()
    store = await Store.open(database_url, now=lambda: 20_000)
    assert store.runs.elapsed(0, 20_000) == 4_500
    await store.close()


async def test_the_heart_beats(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, "HEARTBEAT", 0.01)
    now = 1_000

    def later() -> int:
        nonlocal now
        now += 1
        return now

    store = await Store.open(database_url, now=later)

    async def last_seen() -> int:
        rows = await database_of(store).read(select(RUNS.c.last_seen))
        assert len(rows) == 1
        seen: int = rows[0]["last_seen"]
        return seen

    beginning = await last_seen()
    while await last_seen() < beginning + 3:
        await asyncio.sleep(0.01)
    await store.close()


async def test_a_failing_heartbeat_is_logged_and_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(store_module, "HEARTBEAT", 0.01)
    monkeypatch.setattr(store_module.log, "error", lambda said, **_: told.append(said))
    await written(store, lambda it: it.execute(text("ALTER TABLE runs RENAME TO gone")))
    while len(told) < 2:
        await asyncio.sleep(0.01)
    await written(store, lambda it: it.execute(text("ALTER TABLE gone RENAME TO runs")))
    await store.append(game_row("a"), [event(1)])
    count = await written(store, lambda it: it.scalar(select(func.count()).select_from(GAMES)))
    assert count == 1
    await written(store, lambda it: it.execute(update(RUNS).values(last_seen=0)))
    while (await database_of(store).read(select(RUNS.c.last_seen)))[0]["last_seen"] == 0:
        await asyncio.sleep(0.01)
