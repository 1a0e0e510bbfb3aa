"""A process that is spoken to in lines through pipes, and never waited for longer than meant.

One thread does it all: while it waits for a line it writes what is still unwritten and reads what
the process says on its error output, so that neither side can block the other.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections import deque
from typing import IO, cast

GRACE = 2.0  # seconds to end by itself when told to
BLOCK = 1 << 16
LONGEST_LINE = 1 << 20
LONGEST_REPEATED = 200
LINES_REPEATED = 3


class PipedProcess:
    """A running program and the pipes to it."""

    def __init__(self, arguments: list[str]) -> None:
        # In a session of its own, so that Ctrl-C in the terminal is ours alone to act upon, and
        # so that what the program starts by itself can be ended with it.
        self._process = subprocess.Popen(
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._input, self._output, self._errors = cast(tuple[IO[bytes], ...], pipes)
        self._selector = selectors.DefaultSelector()
        for pipe in (self._input, self._output, self._errors):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self._output, self._errors):
            self._selector.register(pipe, selectors.EVENT_READ)
        self._unsent = b""
        self._begun = {self._output: b"", self._errors: b""}
        self._heard: deque[str] = deque()
        self._last: deque[str] = deque(maxlen=LINES_REPEATED)

    @property
    def is_running(self) -> bool:
        """Whether the process goes on."""
        return self._process.poll() is None

    @property
    def last_words(self) -> str:
        """What it said last, on either output."""
        return " / ".join(line[:LONGEST_REPEATED] for line in self._last)

    def send(self, line: str) -> None:
        """Write a line; what the pipe does not take follows while an answer is waited for."""
        if not self._unsent:
            self._selector.register(self._input, selectors.EVENT_WRITE)
        self._unsent += line.encode() + b"\n"
        self._write()

    def receive(self, deadline: float) -> str | None:
        """The next line; None if there is none until then by the steady clock.

        EOFError if there will be none any more. Empty lines are left out.
        """
        while not self._heard:
            left = deadline - time.monotonic()
            if left <= 0:
                return None
            for key, _ in self._selector.select(left):
                if key.fileobj is self._input:
                    self._write()
                elif key.fileobj is self._errors:
                    if not self._read(self._errors):
                        self._selector.unregister(self._errors)
                elif not self._read(self._output) and not self._heard:
                    raise EOFError
        return self._heard.popleft()

    def end(self) -> int:
        """Tell the process to quit, end it if it does not, and close the pipes.

        Returns its exit status, below zero if it was a signal.
        """
        if not self._input.closed:
            if self.is_running:
                self.send("quit")
            self._input.close()
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if not self._errors.closed:
            self._read(self._errors)  # why it ended, perhaps
        self._selector.close()
        self._output.close()
        self._errors.close()
        return self._process.returncode

    def _write(self) -> None:
        """Write as much as the pipe takes."""
        try:
            written = os.write(self._input.fileno(), self._unsent)
        except BlockingIOError:
            return
        except BrokenPipeError:
            written = len(self._unsent)  # nobody listens any more, as the output will tell
        self._unsent = self._unsent[written:]
        if not self._unsent:
            self._selector.unregister(self._input)

    def _read(self, pipe: IO[bytes]) -> bool:
        """Take in what a pipe has; returns whether it may have more."""
        try:
            block = os.read(pipe.fileno(), BLOCK)
        except BlockingIOError:
            return True
        *whole, begun = (self._begun[pipe] + (block or b"\n")).split(b"\n")
        self._begun[pipe] = begun[:LONGEST_LINE]
        lines = [line.decode("utf-8", "replace").strip() for line in whole]
        lines = [line for line in lines if line]
        self._last += lines
        if pipe is self._output:
            self._heard += lines
        return bool(block)
