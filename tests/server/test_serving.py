"""``jostle serve`` as people start and end it: real processes, real ports, real signals."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from jostle.server import running
from jostle.server.running import CannotServe, listen, url_of
from tests.command import Command

LONGEST = 120  # seconds, for anything


class Served:
    """A server that is running."""

    def __init__(self, process: subprocess.Popen[str], lines: list[str]) -> None:
        self.process = process
        self.lines = lines
        self.url = lines[-1].split()[3]

    def create(self, client: httpx2.Client) -> str:
        asked = {
            "variant": "pomeczi",
            "opponent": {"kind": "table"},
            "side": 1,
            "clock": None,
        }
        answer = client.post(f"{self.url}/api/games", json=asked)
        assert answer.status_code == 201, answer.text
        game: str = answer.json()["id"]
        return game

    def end(self, with_signal: int) -> int:
        self.process.send_signal(with_signal)
        return self.process.wait(LONGEST)


def start(home: Path, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "jostle", "serve", *arguments],
        stdout=subprocess.PIPE,
        stderr=(home / "log").open("a"),
        text=True,
        env={
            **os.environ,
            "XDG_DATA_HOME": str(home),
            "XDG_CONFIG_HOME": str(home),
            "PYTHONPATH": os.pathsep.join(sys.path),
            **environment,
        },
    )


@contextmanager
def served(home: Path, *arguments: str, **environment: str) -> Iterator[Served]:
    """A server, from the line that says where it is until the end of the block."""
    process = start(home, *arguments, **environment)
    try:
        assert process.stdout is not None
        lines: list[str] = []
        while not (lines and lines[-1].startswith("Jostle is")):
            line = process.stdout.readline()
            assert line, (home / "log").read_text()
            lines.append(line.strip())
        yield Served(process, lines)
    finally:
        process.kill()
        process.wait(LONGEST)


def code_of_closing(open_socket: ClientConnection) -> int:
    """With which code the server closes a socket."""
    try:
        while True:
            open_socket.recv(LONGEST)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def wait_until_refused(place: tuple[str, int]) -> None:
    """Wait until nobody listens any more."""
    while True:
        try:
            socket.create_connection(place, LONGEST).close()
        except ConnectionRefusedError:
            return
        except ConnectionResetError:
            continue  # it was waiting in line when the port was closed


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_and_ends_cleanly(tmp_path: Path, ending: int) -> None:
    port = free_port()
    with served(tmp_path, "--port", str(port)) as server, httpx2.Client(timeout=LONGEST) as client:
        assert server.url == f"http://127.0.0.1:{port}"
        assert client.get(f"{server.url}/healthz").status_code == 200
        assert client.get(f"{server.url}/readyz").json() == {"status": "ready"}
        assert "jostle_moves" in client.get(f"{server.url}/metrics").text
        page = client.get(server.url)
        assert page.status_code == 200
        assert "server" not in page.headers
        game = server.create(client)
        assert client.get(f"{server.url}/games/{game}").status_code == 200
        missing = client.get(f"{server.url}/games/{'x' * 16}", headers={"accept": "text/html"})
        assert missing.status_code == 404
        place = f"{server.url.replace('http', 'ws')}/api/games/{game}/socket"
        with connect(place, open_timeout=LONGEST) as open_socket:
            assert '"snapshot"' in open_socket.recv(LONGEST)
            assert server.end(ending) == 0
            assert code_of_closing(open_socket) == 1012
    log = (tmp_path / "log").read_text()
    assert "Traceback" not in log
    assert '"stopped"' in log


def test_a_second_interrupt_ends_it_at_once(tmp_path: Path) -> None:
    with served(
        tmp_path, "--port", "0", JOSTLE_SHUTDOWN_SECONDS="100", JOSTLE_REQUEST_SECONDS="100"
    ) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        place = (host, int(port))
        with socket.create_connection(place) as waiting:
            # A request that keeps the server from ending.
            waiting.sendall(b"POST /api/games HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{")
            # Once this is answered, the other one has been taken.
            httpx2.get(f"{server.url}/healthz", timeout=LONGEST)
            server.process.send_signal(signal.SIGINT)
            wait_until_refused(place)
            assert server.end(signal.SIGINT) == 130


def test_games_are_there_again_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as server, httpx2.Client(timeout=LONGEST) as client:
        game = server.create(client)
        cookies = dict(client.cookies)
        server.process.kill()
    with (
        served(tmp_path, "--port", "0") as server,
        httpx2.Client(cookies=cookies, timeout=LONGEST) as client,
    ):
        assert client.get(f"{server.url}/api/games/{game}").json()["you"] == [1, 2]


def test_a_socket_of_another_site_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as server, httpx2.Client(timeout=LONGEST) as client:
        place = f"{server.url.replace('http', 'ws')}/api/games/{server.create(client)}/socket"
        with pytest.raises(InvalidStatus) as refused:
            connect(place, origin=Origin("https://evil.example"), open_timeout=LONGEST)
        assert refused.value.response.status_code == 403
        # Nor does a client get far with too much, or with what is no text.
        with connect(place, origin=Origin(server.url), open_timeout=LONGEST) as open_socket:
            open_socket.recv(LONGEST)
            open_socket.send("x" * 5000)
            assert code_of_closing(open_socket) == 1009
        with connect(place, open_timeout=LONGEST) as open_socket:
            open_socket.recv(LONGEST)
            open_socket.send(b"\xff\xfe", text=True)
            assert code_of_closing(open_socket) == 1007
        assert server.end(signal.SIGTERM) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_a_request_has_a_bounded_head(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0", JOSTLE_REQUEST_SECONDS="0.5") as server:
        begun = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        many = b"".join(b"X-%d: 1\r\n" % number for number in range(5000))
        for sent, status in (
            (begun + many, b" 431 "),
            (begun + b"X: " + b"1" * 50_000, b" 431 "),
            (b"GET /" + b"1" * 50_000, b" 431 "),
            (begun, b" 408 "),
            (b"", b" 408 "),
            (begun + b"\r\n" + begun, b" 408 "),
            (b"POST /api/games HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{", b" 408 "),
            (b"nonsense\r\n\r\n", b" 400 "),
            (b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n", b" 400 "),
        ):
            assert status in answer_to(server.url, sent), sent[:50]
        assert server.end(signal.SIGTERM) == 0
    assert "Traceback" not in (tmp_path / "log").read_text()


def answer_to(url: str, sent: bytes) -> bytes:
    """All that a server says to some bytes until it hangs up."""
    host, _, port = url.removeprefix("http://").partition(":")
    received = b""
    with socket.create_connection((host, int(port)), LONGEST) as connection:
        connection.sendall(sent)
        while True:
            try:
                part = connection.recv(65536)
            except ConnectionResetError:  # it had not read everything
                return received
            if not part:
                return received
            received += part


def test_the_browser_is_opened_once_and_a_second_server_is_not_needed(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    opened = tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {opened}\n')
    browser.chmod(0o755)
    with served(tmp_path, "--open", "--port", "0", BROWSER=str(browser)) as server:
        with served(tmp_path, "--open", BROWSER=str(browser)) as second:
            assert second.process.wait(LONGEST) == 0
            assert second.lines[-1] == f"Jostle is running already: {server.url}"
        third = start(tmp_path)
        assert third.wait(LONGEST) == 2
        assert f"{server.url}" in (tmp_path / "log").read_text().splitlines()[-1]
        until = time.monotonic() + LONGEST
        while not opened.exists() or opened.read_text().count("\n") < 2:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert opened.read_text().split() == [server.url] * 2


def test_a_port_that_is_taken(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        ran = command("serve", "--port", str(port))
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.count("\n") == 1
        assert str(port) in ran.err
        # One that nobody asked for is exchanged.
        with listen("127.0.0.1", port, is_set=False) as other:
            assert other.getsockname()[1] != port


@pytest.mark.parametrize(
    "arguments",
    [
        ("--host", "no.such.host.invalid"),
        ("--host", "192.0.2.77"),
        ("--port", "99999"),
        ("--port", "many"),
        ("--database", "mongodb://x"),
        ("--database", "sqlite:////no/such/folder/games.sqlite3"),
    ],
)
def test_what_cannot_be_is_one_line(command: Command, arguments: tuple[str, ...]) -> None:
    ran = command("serve", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.count("\n") == 1
    assert "Traceback" not in ran.err


def test_where_a_browser_finds_it() -> None:
    assert url_of("::", 80) == "http://127.0.0.1:80"
    assert url_of("192.0.2.1", 80) == "http://192.0.2.1:80"
    with pytest.raises(CannotServe):
        listen("no.such.host.invalid", 0, is_set=True)


def test_a_browser_of_the_terminal_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[threading.Thread] = []
    monkeypatch.setattr(threading.Thread, "start", lambda thread: started.append(thread))
    monkeypatch.delenv("BROWSER", raising=False)
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("/bin/false"))
    running.show("http://127.0.0.1:1")
    assert started == []
    # One that was chosen, or that has windows, is not.
    monkeypatch.setenv("BROWSER", str(tmp_path))
    running.show("http://127.0.0.1:1")
    monkeypatch.delenv("BROWSER")
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.BackgroundBrowser("/bin/false"))
    running.show("http://127.0.0.1:1")
    assert len(started) == 2

    def none() -> None:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    running.show("http://127.0.0.1:1")
    assert len(started) == 2
