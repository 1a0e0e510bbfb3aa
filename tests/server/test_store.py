"""The store: what it keeps, what it refuses, and that it goes on after failures."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from jostle.server.storage import postgres as postgres_module
from jostle.server.storage import store as store_module
from jostle.server.storage.store import Conflict, GameRow, Store, StoredEvent, StoreError
from jostle.server.storage.tables import EVENTS
from tests.server.postgres import Cluster, running_cluster
from tests.server.stored import database_of, event, game_row, written

pytestmark = pytest.mark.anyio


# What it keeps


async def test_events_come_back_as_they_were(database_url: str) -> None:
    payload = {"text": "“é” \\u0000 \\ \n 棋", "list": [1, None, {"deep": [True, 0.5]}], "": {}}
    events = [StoredEvent(1, 2**62, "created", payload), StoredEvent(2, 0, "taken-back", {})]
    row = game_row("a", summary=payload, seat1="one", seat2="two", deadline=5, public=False)
    store = await Store.open(database_url)
    await store.ping()
    await store.append(row, events)
    for _ in range(2):
        assert await store.events("a") == events
        assert await store.games() == [row]
        await store.close()
        store = await Store.open(database_url)
    await store.close()


async def test_a_game_that_does_not_exist_has_no_events(store: Store) -> None:
    assert await store.events("none") == []


async def test_the_row_is_that_of_the_last_append(store: Store) -> None:
    await store.append(game_row("a", status="open"), [event(1)])
    await store.append(game_row("a", status="over"), [event(2), event(3)])
    await store.append(game_row("a", status="over", deadline=9), [])
    assert await store.games() == [game_row("a", status="over", deadline=9)]
    assert await store.events("a") == [event(1), event(2), event(3)]


async def test_lists(store: Store) -> None:
    rows = [
        game_row("a", status="open", updated=1, seat1="me"),
        game_row("b", status="playing", updated=2, seat1="me", seat2="you"),
        game_row("c", status="playing", updated=3, seat1="you", public=False),
        game_row("d", status="over", updated=4, seat1="me", seat2="me", public=False),
    ]
    for row in rows:
        await store.append(row, [event(1)])

    async def listed(**wanted: Any) -> str:
        return "".join(row.id for row in await store.games(**wanted))

    assert await listed() == "dcba"
    assert await listed(limit=2) == "dc"
    assert await listed(status="playing") == "cb"
    assert await listed(status="playing", public=True) == "b"
    assert await listed(public=False) == "dc"
    assert await listed(identity="me") == "dba"
    assert await listed(identity="you", public=True) == "b"
    assert await listed(identity="nobody") == ""
    assert await listed(before=(3, "c")) == "ba"


async def test_pages_leave_nothing_out_where_games_changed_at_the_same_time(store: Store) -> None:
    names = [f"game{number}" for number in range(10)]
    for number, name in enumerate(names):
        await store.append(game_row(name, updated=number // 4), [event(1)])
    seen: list[str] = []
    page: list[GameRow] = []
    while page or not seen:
        last = (page[-1].updated, page[-1].id) if page else None
        page = await store.games(before=last, limit=3)
        seen += [row.id for row in page]
        if len(page) < 3:
            break
    assert seen == names[::-1]


async def test_games_that_are_due(store: Store) -> None:
    for name, status, deadline in (
        ("late", "playing", 20),
        ("early", "playing", 10),
        ("over", "over", 10),
        ("later", "playing", 30),
        ("never", "playing", None),
    ):
        await store.append(game_row(name, status=status, deadline=deadline), [event(1)])
    assert await store.due(30) == ["early", "late"]
    assert await store.due(10) == []


async def test_games_that_wait_for_the_computer(store: Store) -> None:
    await store.append(game_row("a", waits_for_computer=True), [event(1)])
    await store.append(game_row("b"), [event(1)])
    await store.append(game_row("c", waits_for_computer=True, status="over"), [event(1)])
    assert [row.id for row in await store.playing_with_computer_to_move()] == ["a"]
    await store.append(game_row("a"), [event(2)])
    assert await store.playing_with_computer_to_move() == []


async def test_names_and_when_people_were_seen(store: Store) -> None:
    assert await store.name_of("me") is None
    assert await store.last_seen("me") is None
    await asyncio.gather(store.seen("me", 5), store.set_name("me", "Zoë"), store.seen("me", 7))
    assert await store.name_of("me") == "Zoë"
    assert await store.last_seen("me") == 7
    await store.set_name("you", "棋")
    await store.seen("third", 9)
    assert await store.names_of(["me", "you", "third", "me", "none"]) == {"me": "Zoë", "you": "棋"}
    assert await store.names_of([]) == {}
    await store.set_name("me", "Zoé")
    assert await store.name_of("me") == "Zoé"
    assert await store.last_seen("me") == 7


# What it refuses


@pytest.mark.parametrize("seq", [1, 2, 4])
async def test_events_that_do_not_follow_are_refused(store: Store, seq: int) -> None:
    await store.append(game_row("a"), [event(1), event(2)])
    with pytest.raises(Conflict, match=f"event {seq} does not follow"):
        await store.append(game_row("a", status="over"), [event(seq)])
    assert await store.events("a") == [event(1), event(2)]
    assert await store.games() == [game_row("a")]


async def test_a_game_begins_with_its_first_event(store: Store) -> None:
    for events in ([event(2)], []):
        with pytest.raises(Conflict):
            await store.append(game_row("a"), events)
    assert await store.games() == []


async def test_events_of_one_append_are_numbered_in_a_row(store: Store) -> None:
    with pytest.raises(ValueError, match="one after the other"):
        await store.append(game_row("a"), [event(1), event(3)])
    assert await store.games() == []


async def test_a_conflict_spoils_nothing_for_the_others(store: Store) -> None:
    """All of these wait together and are written in one transaction."""
    await store.append(game_row("old"), [event(1)])
    outcomes = await asyncio.gather(
        store.append(game_row("a"), [event(1)]),
        store.append(game_row("old", status="over"), [event(1)]),
        store.append(game_row("a"), [event(2)]),
        store.append(game_row("a", status="over"), [event(2)]),
        store.append(game_row("b"), [event(1)]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [
        *(type(None), Conflict, type(None), Conflict, type(None))
    ]
    assert await store.events("a") == [event(1), event(2)]
    assert await store.events("b") == [event(1)]
    assert {row.status for row in await store.games()} == {"playing"}


async def test_what_the_database_refuses_spoils_nothing_for_the_others(store: Store) -> None:
    """An event that is there though the game's row knows nothing of it: the key protects it."""
    for name in "abc":
        await store.append(game_row(name), [event(1)])
    foreign = StoredEvent(2, 5, "ended", {"from": "elsewhere"})
    await written(store, lambda it: it.execute(insert(EVENTS), foreign.values("b")))
    outcomes = await asyncio.gather(
        *(store.append(game_row(name, status="over"), [event(2)]) for name in "abc"),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert await store.events("b") == [event(1), foreign]
    assert [row.id for row in await store.games(status="over")] == ["c", "a"]


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # it gets to neither
@pytest.mark.parametrize(
    ("row", "stored"),
    [
        (game_row("a\0"), event(1)),
        (game_row("a", summary={"name": "\0"}), event(1)),
        (game_row("a", seat1="\0"), event(1)),
        (game_row("a", variant="\ud800"), event(1)),
        (game_row("a", deadline=2**63), event(1)),
        (game_row("a", updated=-1), event(1)),
        (game_row("a"), StoredEvent(1, 1, "moved", {"deep": [{"\\\0": 1}]})),
        (game_row("a"), StoredEvent(1, 1, "moved", {"text": "\udfff"})),
        (game_row("a"), StoredEvent(1, 1, "moved", {"number": math.nan})),
        (game_row("a"), StoredEvent(1, 1, "moved\0", {})),
        (game_row("a"), StoredEvent(1, 2**63, "moved", {})),
        (game_row("a"), StoredEvent(2**31, 1, "moved", {})),
    ],
)
async def test_what_cannot_be_stored_is_refused_before(
    store: Store, row: GameRow, stored: StoredEvent
) -> None:
    with pytest.raises(ValueError, match=r"null|surrogates|JSON|not from") as refusal:
        await store.append(row, [stored])
    assert not isinstance(refusal.value, StoreError)
    assert await store.games() == []


@pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("identity", "name"), [("me\0", "x"), ("me", "\0"), ("me", "\ud800")])
async def test_names_that_cannot_be_stored(store: Store, identity: str, name: str) -> None:
    with pytest.raises(ValueError, match=r"null|surrogates"):
        await store.set_name(identity, name)


# Groups


async def test_what_waits_is_written_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, transactions = database_of(store), 0
    write = database.write

    async def counted(work: Callable[[Connection], Any]) -> Any:
        nonlocal transactions
        transactions += 1
        return await write(work)

    monkeypatch.setattr(database, "write", counted)

    async def play(game: str) -> None:
        for seq in range(1, 11):
            await store.append(game_row(game), [event(seq)])

    await asyncio.gather(*(play(f"game{number}") for number in range(200)))
    assert transactions <= 40  # for 2,000 appends
    for number in range(200):
        assert await store.events(f"game{number}") == [event(seq) for seq in range(1, 11)]


async def test_who_gives_up_before_the_writing_gets_nothing_written(store: Store) -> None:
    first = asyncio.create_task(store.append(game_row("a"), [event(1)]))
    second = asyncio.create_task(store.append(game_row("b"), [event(1)]))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(first, second, return_exceptions=True)
    assert second.cancelled()
    assert [row.id for row in await store.games()] == ["a"]


async def test_who_gives_up_during_the_writing_disturbs_nobody(store: Store) -> None:
    for seq in range(1, 30):
        first = asyncio.create_task(store.append(game_row("a"), [event(seq)]))
        second = asyncio.create_task(store.append(game_row(f"b{seq}"), [event(1)]))
        for _ in range(seq % 5):
            await asyncio.sleep(0)
        second.cancel()
        await first
    assert len(await store.events("a")) == 29


async def test_closing_writes_what_waits(database_url: str) -> None:
    store = await Store.open(database_url)
    waiting = [
        asyncio.create_task(store.append(game_row(f"game{number}"), [event(1)]))
        for number in range(50)
    ]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StoreError, match="closing"):
        await store.append(game_row("a"), [event(1)])
    store = await Store.open(database_url)
    assert len(await store.games(limit=100)) == 50
    await store.close()


# Failures


async def test_a_database_that_is_gone_does_not_answer() -> None:
    with running_cluster() as cluster:
        store = await Store.open(cluster.new_database())
    with pytest.raises(StoreError, match="cannot be read: "):
        await store.ping()
    with pytest.raises(StoreError, match="did not take what was to be written: "):
        await store.append(game_row("a"), [event(1)])
    await store.close()


async def test_a_full_disk_fails_what_waits_and_nothing_else(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite:///{tmp_path / 'jostle.db'}")
    await written(store, lambda it: it.exec_driver_sql("PRAGMA max_page_count=1").all())
    large = StoredEvent(1, 1, "moved", {"text": "x" * 1_000_000})
    outcomes = await asyncio.gather(
        store.append(game_row("a"), [large]),
        store.append(game_row("b"), [event(1)]),
        return_exceptions=True,
    )
    for outcome in outcomes:
        assert isinstance(outcome, StoreError)
        assert not isinstance(outcome, Conflict)
        assert "full" in str(outcome)
    assert await store.games() == []
    # The limit was the connection's, and the store has a new one.
    await store.append(game_row("a"), [large])
    assert await store.events("a") == [large]
    await store.close()


async def test_a_broken_connection_fails_what_waits_and_nothing_else(postgres: Cluster) -> None:
    store = await Store.open(postgres.new_database())
    await store.append(game_row("a"), [event(1)])
    end_all_sessions(postgres)
    outcomes = await asyncio.gather(
        store.append(game_row("a"), [event(2)]),
        store.append(game_row("b"), [event(1)]),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [StoreError, StoreError]
    assert await store.events("a") == [event(1)]
    await store.append(game_row("a"), [event(2)])
    assert await store.events("a") == [event(1), event(2)]
    await store.close()


async def test_a_server_that_lost_its_database_to_another_writes_no_more(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_module, "PATIENCE", 0.2)
    monkeypatch.setattr(store_module, "HEARTBEAT", 1_000)
    url = postgres.new_database()
    first = await Store.open(url)
    end_all_sessions(postgres)
    second = await Store.open(url, address="http://second")
    for _ in range(3):
        with pytest.raises(StoreError):
            await first.append(game_row("a"), [event(1)])
    with pytest.raises(StoreError, match="the one at http://second"):
        await first.append(game_row("a"), [event(1)])
    await second.append(game_row("a"), [event(1)])
    await first.close()
    await second.close()


def end_all_sessions(cluster: Cluster) -> None:
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
    cluster.run("psql", "-d", "postgres", "-c", f"{others} AND usename = current_user")
