"""What stands between the network and the routes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse

from jostle.server.security import BodyLimit
from jostle.server.settings import Settings
from tests.server.surrounding import error_of, small_client

NOTE = {"text": "hello"}


async def unreachable(*_: Any) -> None:
    raise AssertionError


def test_every_answer_has_the_headers(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    for path in ("/", "/api/open", "/api/none", "/none", "/api/broken", "/styles/themes.css"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        assert "permissions-policy" in headers
        assert "strict-transport-security" not in headers
    assert client.get("/api/open").headers["cache-control"] == "no-store"
    assert "strict-transport-security" in client.get("https://testserver/").headers


@pytest.mark.parametrize(
    ("headers", "is_taken"),
    [
        ({}, True),
        ({"origin": "http://testserver"}, True),
        ({"origin": "HTTP://TestServer:80"}, True),
        ({"origin": "https://testserver"}, True),
        ({"origin": "https://play.example.org"}, True),
        ({"origin": "http://testserver", "sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"origin": "http://testserver:81"}, False),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "http://testserver.evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "ftp://testserver"}, False),
        ({"sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
def test_only_our_own_pages_change_anything(
    tmp_path: Path, headers: dict[str, str], is_taken: bool
) -> None:
    client = small_client(tmp_path, public_url="https://play.example.org")
    answer = client.post("/api/notes", json=NOTE, headers=headers)
    assert answer.status_code == (200 if is_taken else 403)
    if not is_taken:
        assert error_of(answer)["code"] == "origin"
    assert client.get("/api/open", headers=headers).status_code == 200
    if is_taken:
        with client.websocket_connect("/api/socket", headers=headers):
            pass
    else:
        with (
            pytest.raises(WebSocketDenialResponse) as refused,
            client.websocket_connect("/api/socket", headers=headers),
        ):
            pass
        assert refused.value.status_code == 403
        assert error_of(refused.value)["code"] == "origin"


def test_the_host_must_be_one(tmp_path: Path) -> None:
    client = small_client(tmp_path, allowed_hosts=("testserver", "[::1]"))
    assert client.get("/api/open").status_code == 200
    assert client.get("/api/open", headers={"host": "[::1]:8471"}).status_code == 200
    for host in ("evil.example", "testserver@evil.example", "testserver/x", ""):
        answer = client.get("/api/open", headers={"host": host})
        assert answer.status_code == 421
        assert error_of(answer)["code"] == "host"


def test_a_large_body_is_refused(tmp_path: Path) -> None:
    client = small_client(tmp_path, body_bytes=1024)
    for content in (b"x" * 1025, (b"x" * 100 for _ in range(11))):
        answer = client.post("/api/notes", content=content)
        assert answer.status_code == 413
        assert error_of(answer)["code"] == "size"

    def parts() -> Iterator[bytes]:
        yield b'{"text":'
        yield b'"hello"}'

    headers = {"content-type": "application/json"}
    assert client.post("/api/notes", content=parts(), headers=headers).json() == {"length": 5}


def test_a_slow_body_is_refused() -> None:
    async def never() -> Any:
        await asyncio.Event().wait()

    said: list[Any] = []

    async def send(message: Any) -> None:
        said.append(message)

    scope = {"type": "http", "method": "POST", "headers": [], "path": "/api/notes"}
    limit = BodyLimit(unreachable, Settings(request_seconds=0.001))
    asyncio.run(limit(scope, never, send))
    assert said[0]["status"] == 408


def test_who_goes_before_the_end_reaches_nothing() -> None:
    said = [{"type": "http.request", "body": b"x", "more_body": True}, {"type": "http.disconnect"}]

    async def receive() -> Any:
        return said.pop(0)

    scope = {"type": "http", "method": "POST", "headers": [], "path": "/api/notes"}
    asyncio.run(BodyLimit(unreachable, Settings())(scope, receive, unreachable))
    assert said == []


@pytest.mark.parametrize(
    ("body", "field"),
    [(b"", "body"), (b"{", "1"), (b"[]", "body"), (b'{"text": 3}', "text"), (b"\xff", "request")],
)
def test_a_malformed_request_is_told_where(tmp_path: Path, body: bytes, field: str) -> None:
    client = small_client(tmp_path)
    headers = {"content-type": "application/json"}
    answer = client.post("/api/notes", content=body, headers=headers)
    assert 400 <= answer.status_code < 500
    error = error_of(answer)
    assert (error["code"], error["field"]) == ("format", field)


def test_errors_have_one_shape(tmp_path: Path) -> None:
    client = small_client(tmp_path)
    cases = {"/api/none": (404, "unknown"), "/api/notes": (405, "method")}
    for path, expected in {**cases, "/api/illegal": (409, "illegal")}.items():
        answer = client.get(path)
        assert (answer.status_code, error_of(answer)["code"]) == expected
    assert error_of(client.get("/api/illegal"))["rule"] == "P8"
    assert client.get("/api/notes").headers["allow"] == "POST"
    # Elsewhere it is a page for people, and JSON for whoever does not want one.
    assert client.get("/none", headers={"accept": "text/html"}).text.count("<h1>missing</h1>") == 1
    assert error_of(client.get("/none"))["code"] == "unknown"


def test_only_trusted_proxies_are_believed(tmp_path: Path) -> None:
    forwarded = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
    plain = small_client(tmp_path / "a").get("/api/open", headers=forwarded)
    assert plain.json() == {"client": "198.51.100.7", "scheme": "http"}
    trusting = small_client(tmp_path / "b", trusted_proxies=("198.51.100.0/24",))
    proxied = trusting.get("/api/open", headers=forwarded)
    assert proxied.json() == {"client": "203.0.113.9", "scheme": "https"}
    assert "strict-transport-security" in proxied.headers
