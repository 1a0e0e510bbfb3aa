"""Child processes of a benchmark: run them, talk to them, read their CPU time."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

PROC = Path("/proc")
TICKS_PER_SECOND = os.sysconf("SC_CLK_TCK")
# Fields of /proc/PID/stat, counted from the one after the command's name.
PARENT = 1
CHILDREN_USER, CHILDREN_SYSTEM = 13, 14


class ProcessFailed(Exception):
    """A child process failed, or its output was not as expected."""


class Conversation:
    """A running Python process that is sent lines and answers with lines."""

    def __init__(self, process: subprocess.Popen[str], command: str) -> None:
        self.process_id = process.pid
        self._process, self._command = process, command

    def ask(self, line: str, answer: str) -> list[str]:
        """Send a line and read until one begins with ``answer``; return all that was read."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        read: list[str] = []
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
        for text in self._process.stdout:
            read.append(text.rstrip("\n"))
            if text.startswith(answer):
                return read
        raise ProcessFailed(f"{self._command} ended without an answer to {line!r}")


@contextlib.contextmanager
def started(
    arguments: list[str], environment: Mapping[str, str], **streams: object
) -> Iterator[subprocess.Popen[str]]:
    """Start Python with these arguments; at the end kill it and the processes that it started."""
    process: subprocess.Popen[str] = subprocess.Popen(
        [sys.executable, *arguments],
        env=dict(environment),
        text=True,
        start_new_session=True,  # so that the whole group can be killed
        **streams,  # type: ignore[call-overload]
    )
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def run(arguments: list[str], environment: Mapping[str, str]) -> str:
    """Run Python with these arguments to its end; return its standard output."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with started(arguments, environment, **streams) as process:
        output, errors = process.communicate()
    if process.returncode != 0:
        raise ProcessFailed(f"{name_of(arguments)} failed: {last_line(errors)}")
    return output


@contextlib.contextmanager
def conversation(arguments: list[str], environment: Mapping[str, str]) -> Iterator[Conversation]:
    """Start Python with these arguments and talk to it line by line."""
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with started(arguments, environment, **streams) as process:
        yield Conversation(process, name_of(arguments))


def name_of(arguments: list[str]) -> str:
    """The command as a person would type it."""
    return " ".join(arguments[1:] if arguments[0] == "-m" else ["python", *arguments])


def last_line(text: str) -> str:
    """The last line that is not empty."""
    return next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "")


def can_read_cpu_time() -> bool:
    """Tell whether this system has what ``cpu_seconds`` reads."""
    return (PROC / "self" / "stat").exists()


def cpu_seconds(process_id: int) -> float:
    """The CPU time of a process and all its descendants until now, ended ones included."""
    fields = process_fields()
    total = 0.0
    waiting = [process_id]
    while waiting:
        current = waiting.pop()
        if current not in fields:
            continue
        waiting += [child for child, other in fields.items() if int(other[PARENT]) == current]
        ended = int(fields[current][CHILDREN_USER]) + int(fields[current][CHILDREN_SYSTEM])
        total += ended / TICKS_PER_SECOND
        # The CPU clock of a process by its id, as Linux's clock_getcpuclockid computes it: in
        # nanoseconds, where /proc has only ticks.
        with contextlib.suppress(OSError):
            total += time.clock_gettime(~current << 3 | 2)
    return total


def process_fields() -> dict[int, list[str]]:
    """The fields of every process's ``stat``, by process id."""
    found = {}
    for path in PROC.glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            found[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
    return found
