"""Rooms: stored before told, one load, one lock, and nothing that hangs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

import jostle
from jostle.core.errors import JostleError
from jostle.core.messages import message
from jostle.search.draws import accepts_draw
from jostle.server.engine_pool import EnginePool
from jostle.server.play import room as room_module
from jostle.server.play import rooms as rooms_module
from jostle.server.play.room import Room
from jostle.server.play.rooms import Rooms
from jostle.server.play.subscriber import MOST_WAITING, Subscriber
from jostle.server.problems import Busy
from jostle.server.storage.runs import time_ms
from jostle.server.storage.store import Store, StoreError
from jostle.server.wire.protocol import CreateGame
from tests.server.tables import ADA, BOB, EVE, action

pytestmark = pytest.mark.anyio

LONGEST = 120  # seconds, for anything


class Hall:
    """Rooms that can be closed and opened again, at a time that can be set."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.ahead = 0

    def now(self) -> int:
        return time_ms() + self.ahead

    async def open(self) -> None:
        self.store = await Store.open(self.url, now=self.now)
        self.pool = EnginePool(1, queue=8, share=4, seconds=60)
        self.rooms = Rooms(self.store, self.pool, self.now)
        await self.rooms.start()

    async def close(self) -> None:
        await self.rooms.close()
        await self.pool.close()
        await self.store.close()

    async def restart(self) -> None:
        await self.close()
        await self.open()

    async def game(self, **asked: Any) -> Room:
        """A new game of Ada's; Bob has joined where there is a seat for him."""
        body = {"variant": "pomeczi", "opponent": {"kind": "person"}, "side": 1, **asked}
        room = await self.rooms.create(CreateGame.model_validate(body), ADA)
        if room.table.status == "open":
            await room.join(BOB)
        return room


@pytest.fixture(scope="module", autouse=True)
def _engine_loaded() -> None:
    """What thinks is compiled before anybody waits for it."""
    match = jostle.Match(jostle.game("pomeczi"))
    jostle.agent("level:1").choose(match)
    accepts_draw(match, jostle.Player.ONE, nodes=100)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    made = Hall(f"sqlite:///{tmp_path / 'games.db'}")
    await made.open()
    yield made
    await made.close()


async def heard(subscriber: Subscriber, *, presence: bool = False) -> dict[str, Any]:
    """What is told next, either presence or anything else."""
    while True:
        told: dict[str, Any] = json.loads(await asyncio.wait_for(subscriber.next(), LONGEST))
        if (told["type"] == "presence") is presence:
            return told


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONGEST):
        while not condition():
            await asyncio.sleep(0.01)


def move(ply: int, text: str) -> Any:
    return action("move", ply=ply, move=text)


async def test_what_happens_is_stored_told_and_survives(hall: Hall) -> None:
    room = await hall.game()
    watcher = room.subscribe(EVE)
    snapshot = await heard(watcher)
    assert snapshot["type"] == "snapshot"
    assert snapshot["game"]["seq"] == 2
    assert await room.act(move(0, "Sb3"), ADA) == 3
    event = await heard(watcher)
    assert (event["type"], event["seq"], event["event"]["kind"]) == ("event", 3, "moved")
    assert event["state"]["last"]["steps"] == event["event"]["steps"]
    room.unsubscribe(watcher)
    await hall.restart()
    again = await hall.rooms.get(room.table.id)
    assert again is not room
    assert again.table.seq == 3
    assert [ply.move for ply in again.table.plies] == ["Sb3"]
    assert await again.act(move(1, "Sc2"), BOB) == 4


async def test_a_game_that_does_not_exist_is_unknown(hall: Hall) -> None:
    with pytest.raises(JostleError) as caught:
        await hall.rooms.get("0" * 16)
    assert caught.value.code == "unknown"


async def test_two_who_come_at_once_get_the_same_room(hall: Hall) -> None:
    game_id = (await hall.game()).table.id
    await hall.restart()
    first, second = await asyncio.gather(hall.rooms.get(game_id), hall.rooms.get(game_id))
    assert first is second


async def test_of_two_who_join_at_once_one_gets_the_seat(hall: Hall) -> None:
    body = {"variant": "pomeczi", "opponent": {"kind": "person"}, "side": 1}
    room = await hall.rooms.create(CreateGame.model_validate(body), ADA)
    results = await asyncio.gather(room.join(BOB), room.join(EVE), return_exceptions=True)
    codes = [error.code for error in results if isinstance(error, JostleError)]
    assert codes == ["full"]


async def test_the_same_move_sent_twice_at_once_is_played_once(hall: Hall) -> None:
    room = await hall.game()
    assert await asyncio.gather(*(room.act(move(0, "Sb3"), ADA) for _ in range(5))) == [3] * 5


async def test_nothing_is_applied_if_storing_fails(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await hall.game()
    watcher = room.subscribe(EVE)
    await heard(watcher)

    async def fail(*_: Any) -> None:
        raise StoreError(message("server.words.guest"))

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", fail)
        with pytest.raises(StoreError):
            await room.act(move(0, "Sb3"), ADA)
    assert room.table.plies == []
    assert await room.act(move(0, "Sa1"), ADA) == 3
    assert (await heard(watcher))["event"]["move"] == "Sa1"


async def test_what_was_stored_in_spite_of_a_failure_is_found_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = await hall.game()
    watcher = room.subscribe(EVE)
    await heard(watcher)
    append = hall.store.append

    async def store_and_fail(*given: Any) -> None:
        await append(*given)
        raise StoreError(message("server.words.guest"))

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "append", store_and_fail)
        with pytest.raises(StoreError):
            await room.act(move(0, "Sb3"), ADA)
    assert await room.act(move(0, "Sb3"), ADA) == 3
    snapshot = await heard(watcher)
    assert snapshot["type"] == "snapshot"
    assert [ply["move"] for ply in snapshot["game"]["moves"]] == ["Sb3"]


async def test_a_conflict_reads_the_game_again(hall: Hall) -> None:
    room = await hall.game()
    other = Rooms(hall.store, hall.pool, hall.now)
    await (await other.get(room.table.id)).act(move(0, "Sb3"), ADA)
    with pytest.raises(JostleError) as caught:
        await room.act(move(0, "Sa1"), ADA)
    assert caught.value.code == "stale"
    assert await room.act(move(1, "Sc2"), BOB) == 4
    await other.close()


# Readers.


async def test_a_slow_reader_gets_a_snapshot_and_holds_up_nobody(hall: Hall) -> None:
    room = await hall.game(opponent={"kind": "table"})
    slow, quick = room.subscribe(EVE), room.subscribe(BOB)
    await heard(slow)
    await heard(quick)
    offers = MOST_WAITING + 5
    for _ in range(offers):
        await room.act(move(0, "Sb3"), ADA)
        assert (await heard(quick))["event"]["kind"] == "moved"
        await room.act(action("offer", what="takeback"), ADA)
        assert (await heard(quick))["event"]["kind"] == "taken-back"
    await slow.answer('{"type": "done"}')
    told = await heard(slow)
    assert told["type"] == "snapshot"
    assert told["game"]["seq"] == room.table.seq
    assert (await heard(slow))["type"] == "done"
    await room.act(move(0, "Sb3"), ADA)
    assert (await heard(slow))["seq"] == room.table.seq


async def test_who_does_not_read_answers_is_not_listened_to() -> None:
    subscriber = Subscriber(ADA, lambda: "snapshot")
    for number in range(MOST_WAITING):
        await subscriber.answer(str(number))
    waiting = asyncio.create_task(subscriber.answer("last"))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    assert await subscriber.next() == "snapshot"
    assert [await subscriber.next() for _ in range(MOST_WAITING)] == [
        str(number) for number in range(MOST_WAITING)
    ]
    await waiting
    assert await subscriber.next() == "last"


async def test_who_takes_a_seat_learns_it_in_every_tab(hall: Hall) -> None:
    body = {"variant": "pomeczi", "opponent": {"kind": "person"}, "side": 1}
    room = await hall.rooms.create(CreateGame.model_validate(body), ADA)
    ada, bob = room.subscribe(ADA), room.subscribe(BOB)
    assert (await heard(bob))["game"]["you"] == []
    await heard(ada)
    await room.join(BOB)
    assert (await heard(bob))["game"]["you"] == [2]
    assert (await heard(ada))["event"] == {"kind": "joined", "player": 2}


# Presence.


async def test_presence_counts_people_and_not_tabs(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room_module, "PRESENCE_PAUSE", 0)
    room = await hall.game()
    tabs = [room.subscribe(BOB), room.subscribe(BOB)]
    watchers = [room.subscribe(EVE), room.subscribe(EVE)]
    ada = room.subscribe(ADA)
    assert room.attendance().present == (True, True)
    assert room.attendance().watchers == 1
    await heard(ada)
    room.unsubscribe(tabs.pop())
    assert room.attendance().present == (True, True)
    room.unsubscribe(tabs.pop())
    assert room.attendance().present == (True, False)
    for watcher in watchers:
        room.unsubscribe(watcher)
    while (told := await heard(ada, presence=True))["present"] != [True, False]:
        pass
    assert told == {"type": "presence", "present": [True, False], "watchers": 0, "claim": None}


async def test_a_claim_after_the_opponent_has_gone(hall: Hall) -> None:
    room = await hall.game(clock={"minutes": 5, "increment": 0})
    bob = room.subscribe(BOB)
    ada = room.subscribe(ADA)
    await room.act(move(0, "Sb3"), ADA)
    hall.ahead += 100_000
    with pytest.raises(JostleError) as caught:
        await room.act(action("claim", result="win"), ADA)
    assert caught.value.code == "claim"
    room.unsubscribe(bob)
    claim = room.state()["claim"]
    assert claim["player"] == 1
    assert abs(claim["at"] - hall.now() - 60_000) < 1_000
    hall.ahead += 60_000
    await room.act(action("claim", result="win"), ADA)
    assert room.state()["outcome"]["reason"] == "abandoned"
    room.unsubscribe(ada)


async def test_absence_outlives_a_restart(hall: Hall) -> None:
    room = await hall.game()
    bob = room.subscribe(BOB)
    await room.act(move(0, "Sb3"), ADA)
    room.unsubscribe(bob)
    left = hall.now()
    await hall.restart()
    again = await hall.rooms.get(room.table.id)
    assert abs((again.attendance().away[1] or 0) - left) < 2_000
    claim = again.state()["claim"]
    assert claim is not None
    assert abs(claim["at"] - left - 3 * 24 * 3600 * 1000) < 5_000


# Time.


async def test_time_runs_out_by_itself(hall: Hall) -> None:
    room = await hall.game(clock={"minutes": 0.25, "increment": 0})
    watcher = room.subscribe(EVE)
    await heard(watcher)
    await room.act(move(0, "Sb3"), ADA)
    await heard(watcher)
    hall.ahead += 14_800
    room.go_on()
    told = await heard(watcher)
    assert told["event"]["kind"] == "ended"
    assert told["state"]["outcome"]["reason"] == "time"
    assert told["state"]["clock"]["remaining"] == [15_000, 0]


async def test_a_move_that_comes_too_late_finds_the_game_over(hall: Hall) -> None:
    room = await hall.game(clock={"minutes": 0.25, "increment": 0})
    await room.act(move(0, "Sb3"), ADA)
    hall.ahead += 15_000
    with pytest.raises(JostleError) as caught:
        await room.act(move(1, "Sc2"), BOB)
    assert caught.value.code == "over"
    assert room.state()["outcome"]["winner"] == 1


async def test_games_whose_time_is_out_are_ended_without_anybody_there(hall: Hall) -> None:
    room = await hall.game(clock={"days": 1})
    game_id = room.table.id
    hall.ahead += rooms_module.IDLE + 1
    await hall.rooms.sweep()
    assert game_id not in hall.rooms._rooms
    hall.ahead += 24 * 3600 * 1000
    await hall.rooms.sweep()
    (row,) = await hall.store.games(status="over")
    assert row.id == game_id
    assert row.deadline is None
    assert row.summary["outcome"]["reason"] == "time"


async def test_clocks_stand_still_while_the_server_is_down(hall: Hall) -> None:
    room = await hall.game(clock={"minutes": 1, "increment": 0})
    await room.act(move(0, "Sb3"), ADA)
    await hall.close()
    hall.ahead += 600_000
    await hall.open()
    await hall.rooms.sweep()
    again = await hall.rooms.get(room.table.id)
    assert again.table.status == "playing"
    remaining = again.table.remaining(hall.now())
    assert remaining is not None
    assert 55_000 < remaining[1] <= 60_000
    assert await hall.store.due(hall.now()) == []


# Rooms come and go.


async def test_rooms_are_let_go_when_nobody_is_left(hall: Hall) -> None:
    room = await hall.game()
    watcher = room.subscribe(EVE)
    hall.ahead += rooms_module.IDLE + 1
    await hall.rooms.sweep()
    assert await hall.rooms.get(room.table.id) is room
    room.unsubscribe(watcher)
    await hall.rooms.sweep()
    assert await hall.rooms.get(room.table.id) is room
    await until(lambda: room.is_idle)
    hall.ahead += rooms_module.IDLE + 1
    await hall.rooms.sweep()
    assert await hall.rooms.get(room.table.id) is not room


async def test_a_new_name_is_shown_at_once(hall: Hall) -> None:
    room = await hall.game()
    watcher = room.subscribe(EVE)
    await heard(watcher)
    await hall.rooms.rename(BOB, "Bob")
    told = await heard(watcher)
    assert [player["name"] for player in told["game"]["state"]["players"]] == ["Guest", "Bob"]
    await hall.restart()
    again = await hall.rooms.get(room.table.id)
    assert again.names == ("Guest", "Bob")


async def test_a_rematch_is_a_new_game_with_sides_swapped(hall: Hall) -> None:
    room = await hall.game(clock={"minutes": 3, "increment": 2}, public=True)
    await room.act(action("resign"), BOB)
    await room.act(action("offer", what="rematch"), ADA)
    await room.act(action("accept", what="rematch"), BOB)
    assert room.table.rematch is not None
    following = await hall.rooms.get(room.table.rematch)
    assert following.view(BOB)["you"] == [1]
    assert following.view(ADA)["you"] == [2]
    assert following.view(ADA)["clock"] == {"minutes": 3, "increment": 2}
    assert following.view(ADA)["public"]
    assert following.table.status == "playing"


# The computer.


async def test_the_computer_answers(hall: Hall) -> None:
    room = await hall.game(opponent={"kind": "computer", "level": 1})
    await room.act(move(0, "Sb3"), ADA)
    await until(lambda: len(room.table.plies) == 2)
    assert room.table.mover == 1


async def test_the_computer_begins_where_it_has_the_first_move(hall: Hall) -> None:
    room = await hall.game(opponent={"kind": "computer", "level": 1}, side=2)
    await until(lambda: len(room.table.plies) == 1)


async def test_the_computer_answers_draw_offers(hall: Hall) -> None:
    start = "4/4/sS2/4[SDsd] 1 - -"  # Player 1 wins
    asked = {"kind": "computer", "level": 1}
    room = await hall.game(opponent=asked, start=start)
    await room.act(action("offer", what="draw"), ADA)
    await until(lambda: room.table.outcome is not None)
    assert room.state()["outcome"]["reason"] == "agreement"
    room = await hall.game(opponent=asked, start=start.replace("] 1", "] 2"))
    await until(lambda: len(room.table.plies) == 1)


async def test_the_computer_waits_for_a_busy_engine(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, refusals = hall.pool.run, 0

    async def busy_at_first(client: str, work: Callable[[], Any]) -> Any:
        nonlocal refusals
        refusals += 1
        if refusals <= 3:
            raise Busy if refusals < 3 else RuntimeError("out of order")
        return await run(client, work)

    monkeypatch.setattr(hall.pool, "run", busy_at_first)
    room = await hall.game(opponent={"kind": "computer", "level": 1}, side=2)
    await until(lambda: len(room.table.plies) == 1)
    assert refusals == 4


async def test_the_computer_forgets_what_it_thought_before_a_takeback(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, thinking, go_on = hall.pool.run, asyncio.Event(), asyncio.Event()

    async def slow(client: str, work: Callable[[], Any]) -> Any:
        answer = await run(client, work)
        thinking.set()
        await go_on.wait()
        return answer

    monkeypatch.setattr(hall.pool, "run", slow)
    room = await hall.game(opponent={"kind": "computer", "level": 1})
    await room.act(move(0, "Sb3"), ADA)
    await thinking.wait()
    await room.act(action("offer", what="takeback"), ADA)
    go_on.set()
    await until(lambda: room._computer is None)
    assert room.table.plies == []
    await room.act(move(0, "Sa1"), ADA)
    await until(lambda: len(room.table.plies) == 2)


async def test_the_computers_turn_goes_on_after_a_restart(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: Any) -> Any:
        await asyncio.Event().wait()

    monkeypatch.setattr(hall.pool, "run", never)
    room = await hall.game(opponent={"kind": "computer", "level": 1})
    await room.act(move(0, "Sb3"), ADA)
    await hall.restart()
    await until(lambda: room.table.id in hall.rooms._rooms)
    again = await hall.rooms.get(room.table.id)
    await until(lambda: len(again.table.plies) == 2)
