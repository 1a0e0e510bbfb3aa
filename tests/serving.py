"""A real server in a process of its own, for tests and benchmarks: started, killed, restarted."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import httpx2

PATIENCE = 600.0  # seconds for a start that has all kernels to compile, on a busy machine

# So that a test on one address can do what many people would do from theirs.
GENEROUS = {
    **{
        f"JOSTLE_RATE_{kind}": "100000/second"
        for kind in ("REQUESTS", "IDENTITIES", "GAMES", "MESSAGES", "ENGINE", "REVIEWS")
    },
    "JOSTLE_SOCKETS_PER_CLIENT": "100000",
}


def free_port() -> int:
    """A port of the loopback that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Served:
    """``jostle serve`` on a free port of the loopback, with its own data and log."""

    def __init__(
        self, folder: Path, database: str = "", settings: Mapping[str, str] | None = None
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self._command = [sys.executable, "-m", "jostle", "serve", "--port", str(self.port)]
        self._command += ["--database", database or f"sqlite:///{folder}/games.sqlite"]
        self._environment = {
            **os.environ,
            "XDG_DATA_HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            **(settings or {}),
        }
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it is ready."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command,
                env=self._environment,
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
            )
        deadline = time.monotonic() + PATIENCE
        with httpx2.Client(timeout=PATIENCE) as client:  # making one takes longer than asking
            while time.monotonic() < deadline:
                if self._process.poll() is not None:
                    break
                with contextlib.suppress(httpx2.TransportError):
                    if client.get(f"{self.url}/readyz").status_code == 200:
                        return
                time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.log.read_text()}")

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to end, and give its exit status."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(how)
        status = self._process.wait(PATIENCE)
        self._process = None
        return status

    @property
    def process_id(self) -> int:
        assert self._process is not None
        return self._process.pid


@contextlib.contextmanager
def serving(
    folder: Path, database: str = "", settings: Mapping[str, str] | None = None
) -> Iterator[Served]:
    """A server that has started and will be stopped."""
    server = Served(folder, database, settings)
    try:
        server.start()
        yield server
    finally:
        server.stop()
