"""A PostgreSQL server for the tests alone: made in a temporary folder, and gone after them.

It is reached through a socket in that folder, so it needs no free port and no password, and has
PostgreSQL's own settings: what it says it has committed is on the disk.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

USER = "jostle"
ACCOUNT = "postgres"  # PostgreSQL refuses to run as root
STARTING = 60.0  # seconds at most


class Cluster:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = itertools.count(1)

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"database{next(self._numbers)}"
        self.run("createdb", name)
        return f"postgresql://{USER}@/{name}?host={self.folder}"

    def run(self, program: str, *arguments: str) -> str:
        """The output of one of PostgreSQL's programs that connect to it."""
        command = [binary(program), "-h", str(self.folder), "-U", USER, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def binary(name: str) -> str:
    """Where one of PostgreSQL's programs is; Debian keeps most of them out of the way."""
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    newest = sorted(debian, key=lambda folder: float(folder.parent.name), reverse=True)
    path = os.pathsep.join([*map(str, newest), os.environ.get("PATH", "")])
    found = shutil.which(name, path=path)
    if found is None:
        raise FileNotFoundError(
            f"PostgreSQL's {name} is not installed; tools/install_services.sh does it"
        )
    return found


def as_account() -> list[str]:
    """What stands before a command that must not run as root, nor longer than this process."""
    account = ["--reuid", ACCOUNT, "--regid", ACCOUNT, "--init-groups"]
    if shutil.which("setpriv") is None:  # it is Linux's
        return []
    return ["setpriv", *(account if os.geteuid() == 0 else []), "--pdeathsig", "QUIT", "--"]


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Make a cluster, start it, and remove it at the end."""
    folder = Path(tempfile.mkdtemp(prefix="jostle-postgres-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, ACCOUNT, ACCOUNT)
        data = folder / "data"
        make = [binary("initdb"), "-D", str(data), "-U", USER, "-A", "trust", "-E", "UTF8"]
        # Only the making of the empty cluster need not reach the disk.
        subprocess.run(
            [*as_account(), *make, "--locale=C", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
        )
        serve = [binary("postgres"), "-D", str(data), "-k", str(folder), "-h", ""]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen([*as_account(), *serve], stderr=log, cwd=folder)
        try:
            wait_for(server, folder)
            yield Cluster(folder)
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing of it is kept
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
    finally:
        shutil.rmtree(folder)


def wait_for(server: subprocess.Popen[bytes], folder: Path) -> None:
    """Return when the server takes connections."""
    ask = [binary("pg_isready"), "-q", "-h", str(folder), "-U", USER]
    deadline = time.monotonic() + STARTING
    while subprocess.run(ask, check=False).returncode != 0:
        if server.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"PostgreSQL did not start: {(folder / 'log').read_text()}")
        time.sleep(0.05)
