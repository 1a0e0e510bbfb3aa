"""Lines in and out: bytes become lines of text, and whatever they hold an answer is one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

LONGEST_LINE = 1_000_000  # a game of a hundred thousand moves; what comes after it is dropped
LONGEST_ECHO = 200
BLOCK = 1 << 16


def lines_of(source: BinaryIO) -> Iterator[str]:
    """The lines of a stream as soon as each is whole; the last one may lack its end.

    The stream has no buffer of its own: a thread that waits in a buffered one holds its lock, and
    the program could not end before another line comes.
    """
    kept = b""
    while block := source.read(BLOCK):
        *whole, kept = (kept + block).split(b"\n")
        yield from map(_decoded, whole)
        kept = kept[: LONGEST_LINE + 1]
    if kept:
        yield _decoded(kept)


def _decoded(line: bytes) -> str:
    # Bytes that are no text still get an answer that shows them.
    return line[: LONGEST_LINE + 1].decode("utf-8", "backslashreplace").strip()


class Answers:
    """Where the answers go, a line each, seen by the reader at once."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def __call__(self, line: str) -> None:
        shown = "".join(letter if letter.isprintable() else " " for letter in line)
        self._stream.write(shown.encode("utf-8", "backslashreplace") + b"\n")
        self._stream.flush()


def shortened(text: str) -> str:
    """A text as a message repeats it."""
    return text if len(text) <= LONGEST_ECHO else text[:LONGEST_ECHO] + "…"
