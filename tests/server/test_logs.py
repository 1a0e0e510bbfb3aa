"""Logs: one line an event, nothing private in it, and our own mistakes told to us alone."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog
from starlette.websockets import WebSocketDisconnect

from jostle.server import metrics
from jostle.server.identity import COOKIE
from jostle.server.logs import set_up_logs
from jostle.server.settings import Settings
from tests.server.surrounding import error_of, small_client


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def own_logs() -> Iterator[None]:
    """Whatever a test sets up is gone after it."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


@pytest.fixture
def stream() -> io.StringIO:
    stream = io.StringIO()
    set_up_logs(Settings(), stream)
    return stream


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_request_is_one_line(tmp_path: Path, stream: io.StringIO) -> None:
    client = small_client(tmp_path)
    answer = client.get("/api/me?x=1")
    (line,) = lines(stream)
    assert line["event"] == "request"
    assert (line["method"], line["path"], line["status"]) == ("GET", "/api/me", 200)
    assert line["client"] == "198.51.100.7"
    assert line["milliseconds"] >= 0
    assert line["request"] == answer.headers["x-request-id"]
    assert len(line["identity"]) == 8


def test_nothing_private_is_logged(tmp_path: Path, stream: io.StringIO) -> None:
    client = small_client(tmp_path)
    identity = client.get("/api/me").json()["identity"]
    client.get("/api/me", headers={"authorization": "Bearer a.very.secret-token"})
    client.get("/api/broken")
    with client.websocket_connect("/api/socket"):
        pass
    logged = stream.getvalue()
    for private in (identity, client.cookies[COOKIE], "secret-token"):
        assert private not in logged


def test_a_socket_is_one_line(tmp_path: Path, stream: io.StringIO) -> None:
    client = small_client(tmp_path)
    with client.websocket_connect("/api/socket") as socket:
        socket.receive_text()
    (line,) = lines(stream)
    assert (line["event"], line["method"], line["status"]) == ("socket", "WS", 101)


def test_our_own_mistake_is_told_to_us_alone(tmp_path: Path, stream: io.StringIO) -> None:
    client = small_client(tmp_path)
    before = metrics.REGISTRY.get_sample_value("jostle_failures_total") or 0
    answer = client.get("/api/broken")
    assert answer.status_code == 500
    assert error_of(answer)["code"] == "internal"
    assert "secret plan" not in answer.text
    failed, request = lines(stream)
    assert (failed["event"], failed["level"]) == ("failed", "error")
    assert "RuntimeError: the secret plan" in failed["exception"]
    assert failed["request"] == request["request"] == answer.headers["x-request-id"]
    assert request["status"] == 500
    assert metrics.REGISTRY.get_sample_value("jostle_failures_total") == before + 1


def test_a_socket_that_fails_is_closed(tmp_path: Path, stream: io.StringIO) -> None:
    client = small_client(tmp_path)
    with client.websocket_connect("/api/socket") as socket:
        socket.receive_text()
        socket.send_text("fail")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_text()
    assert closed.value.code == 1011
    assert [line["event"] for line in lines(stream)] == ["failed", "socket"]


def test_health_checks_are_not_logged(tmp_path: Path, stream: io.StringIO) -> None:
    client = small_client(tmp_path)
    for path in ("/healthz", "/readyz", "/metrics"):
        client.get(path)
    assert lines(stream) == []


def test_the_libraries_go_the_same_way(stream: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").info("Started")
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    (line,) = lines(stream)
    assert (line["event"], line["level"], line["logger"]) == (
        "Invalid HTTP request received.",
        "warning",
        "uvicorn.error",
    )


def test_a_clients_bad_bytes_leave_no_traceback(stream: io.StringIO) -> None:
    try:
        b"\xff".decode()
    except UnicodeDecodeError:
        logging.getLogger("uvicorn.error").exception("Invalid UTF-8 sequence received from client.")
    (line,) = lines(stream)
    assert "exception" not in line
    assert "Traceback" not in stream.getvalue()


def test_people_at_a_terminal_read_of_problems_only() -> None:
    terminal = Terminal()
    set_up_logs(Settings(), terminal)
    structlog.get_logger("jostle").info("request")
    structlog.get_logger("jostle").warning("careful")
    assert "careful" in terminal.getvalue()
    assert "request" not in terminal.getvalue()
    assert not terminal.getvalue().startswith("{")


def test_the_format_can_be_chosen() -> None:
    terminal, file = Terminal(), io.StringIO()
    set_up_logs(Settings(log_format="json", log_level="debug"), terminal)
    structlog.get_logger("jostle").debug("detail")
    assert lines(terminal)[0]["event"] == "detail"
    set_up_logs(Settings(log_format="console"), file)
    structlog.get_logger("jostle").warning("careful")
    assert not file.getvalue().startswith("{")
    assert "\x1b" not in file.getvalue()
