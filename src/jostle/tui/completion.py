"""Completing words with the Tab key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

try:
    import readline
except ImportError:  # Windows has none; lines are read without it there
    readline = None  # type: ignore[assignment]

Complete = Callable[[str, str], list[str]]


@contextmanager
def completing(complete: Complete) -> Iterator[None]:
    """Complete words by ``complete``, which gets the line before a word and the word so far."""
    if readline is None:
        yield
        return
    found: list[str] = []

    def completer(word: str, number: int) -> str | None:
        if number == 0:
            found[:] = complete(readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[number] if number < len(found) else None

    before, delimiters = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(completer)
    # Moves hold characters that would end a word elsewhere: c3h=b5> or a3a4~.
    readline.set_completer_delims(" \t")
    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before)
        readline.set_completer_delims(delimiters)
