"""Limits of rates: who is refused, for how long, and who is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import WebSocketDenialResponse

from jostle.server.problems import TooMany
from jostle.server.rates import LEAST_TIDIED, Rates, WindowStorage
from jostle.server.settings import Settings
from tests.server.surrounding import error_of, small_client


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def refusal(rates: Rates, kind: str, client: str) -> int:
    with pytest.raises(TooMany) as caught:
        rates.check(kind, client)
    assert caught.value.retry_after is not None
    return caught.value.retry_after


def test_each_client_has_its_own_limit() -> None:
    clock = Clock()
    rates = Rates(Settings(rate_games="2/minute"), clock)
    rates.check("games", "a")
    clock.now += 15.5
    rates.check("games", "a")
    assert refusal(rates, "games", "a") == 45
    rates.check("games", "b")
    rates.check("messages", "a")
    clock.now += 44.6
    rates.check("games", "a")


def test_all_limits_of_a_kind_hold() -> None:
    clock = Clock()
    rates = Rates(Settings(rate_messages="2/second;3/minute"), clock)
    rates.check("messages", "a")
    rates.check("messages", "a")
    assert refusal(rates, "messages", "a") == 1
    clock.now += 2
    rates.check("messages", "a")
    assert refusal(rates, "messages", "a") == 58


def test_a_kind_must_be_known() -> None:
    with pytest.raises(KeyError):
        Rates(Settings()).check("cake", "a")


def test_the_storage_forgets() -> None:
    clock = Clock()
    storage = WindowStorage(clock)
    for number in range(2 * LEAST_TIDIED):
        storage.incr(f"old {number}", 10)
    assert storage.get("old 1") == 1
    clock.now += 11
    assert storage.get("old 1") == 0
    storage.incr("new", 10)
    assert len(storage) == 1
    assert storage.get("new") == 1
    storage.clear("new")
    assert storage.get_expiry("new") == clock.now
    assert storage.check()
    storage.incr("new", 10)
    assert storage.reset() == 1


def test_too_many_requests_are_told_when_to_come_again(tmp_path: Path) -> None:
    clock = Clock()
    client = small_client(tmp_path, clock, rate_requests="2/minute")
    assert [client.get("/api/open").status_code for _ in range(3)] == [200, 200, 429]
    refused = client.get("/api/open")
    assert refused.headers["retry-after"] == "60"
    error = error_of(refused)
    assert (error["code"], error["retry_after"]) == ("rate", 60)
    assert client.get("/").status_code == 200  # pages are not limited
    clock.now += 60
    assert client.get("/api/open").status_code == 200


def test_identities_share_an_address_but_not_a_limit(tmp_path: Path) -> None:
    client = small_client(tmp_path, Clock(), rate_requests="3/minute")
    client.get("/api/me")  # the address's
    assert [client.get("/api/me").status_code for _ in range(4)] == [200, 200, 200, 429]
    client.cookies.clear()
    assert client.get("/api/open").status_code == 200


def test_one_address_gets_so_many_identities(tmp_path: Path) -> None:
    client = small_client(tmp_path, Clock(), rate_identities="2/hour")
    statuses = []
    for _ in range(3):
        client.cookies.clear()
        statuses.append(client.get("/api/me").status_code)
    assert statuses == [200, 200, 429]


def test_one_client_has_so_many_sockets(tmp_path: Path) -> None:
    client = small_client(tmp_path, sockets_per_client=2)
    client.get("/api/me")
    with client.websocket_connect("/api/socket"):
        with client.websocket_connect("/api/socket"):
            with (
                pytest.raises(WebSocketDenialResponse) as refused,
                client.websocket_connect("/api/socket"),
            ):
                pass
            assert refused.value.status_code == 429
            assert error_of(refused.value)["code"] == "rate"
        with client.websocket_connect("/api/socket"):
            pass
