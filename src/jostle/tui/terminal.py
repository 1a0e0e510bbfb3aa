"""The way to the player and back: lines read and printed, whatever characters they hold."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import StringIO, TextIOWrapper
from threading import Timer
from typing import TextIO

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from jostle.core.messages import say
from jostle.tui.colours import theme_for

LONGEST_LINE = 1000
LONGEST_READ = 10 * LONGEST_LINE  # what comes after it on the same line is dropped
UNNOTICED = 0.3  # seconds of waiting that need no explanation


class Terminal:
    """A console to print on and a source of lines to read from.

    Without a source, lines come from standard input: with readline's editing if a person sits there
    and else as they are.
    """

    def __init__(self, console: Console | None = None, source: TextIO | None = None) -> None:
        self.console = Console() if console is None else console
        self.console.push_theme(theme_for(self.console))
        self._source = source or sys.stdin or StringIO()  # standard input may be closed
        self.is_interactive = (
            self._source is sys.stdin
            and sys.stdin.isatty()
            and self.console.file is sys.stdout
            and self.console.is_terminal
        )

    @property
    def width(self) -> int:
        return self.console.width

    def say(self, text: str | Text = "", style: str = "") -> None:
        """Print a paragraph, broken where the line ends."""
        shown = Text(clean(text), style) if isinstance(text, str) else text
        self.console.print(shown)

    def say_lines(self, lines: Iterable[str]) -> None:
        """Print lines of their own."""
        for line in lines:
            self.say(line)

    def say_below(self, text: str) -> None:
        """Print a paragraph that belongs to the line above it, a little to the right."""
        self.console.print(Padding(Text(clean(text)), (0, 0, 0, 2)))

    def say_entry(self, name: str, text: str) -> None:
        """Print a name and what there is to say about it, the latter in a column of its own."""
        row = Table.grid(padding=(0, 2))
        row.add_row("", Text(clean(name), no_wrap=True), Text(clean(text)))
        self.console.print(row)

    def say_whole(self, text: str) -> None:
        """Print a text that is to be copied: no line break is added."""
        self.console.print(Text(clean(text)), soft_wrap=True)

    @contextmanager
    def busy(self, text: str) -> Iterator[Callable[[str], None]]:
        """Say what is going on while a block runs, if it takes long; a call says it anew."""
        if not self.console.is_terminal:
            yield lambda _: None
            return
        spinner = "line" if self.console.options.ascii_only else "dots"
        status = self.console.status(Text(text), spinner=spinner)
        timer = Timer(UNNOTICED, status.start)
        timer.daemon = True
        timer.start()
        try:
            yield lambda text: status.update(Text(text))
        finally:
            timer.cancel()
            timer.join()
            status.stop()

    def ask(self, prompt: str) -> str:
        """Read a line; EOFError at the end of input."""
        while len(line := self._line(prompt)) > LONGEST_LINE:
            self.say(say("play.long-line", most=LONGEST_LINE))
        return line

    def _line(self, prompt: str) -> str:
        """Read a line, or somewhat more of it than is taken."""
        if self.is_interactive:
            return input(prompt)
        self.console.print(Text(prompt), end="")
        line = part = self._source.readline(LONGEST_READ)
        while len(part) == LONGEST_READ and not part.endswith("\n"):
            part = self._source.readline(LONGEST_READ)
        if not line:
            self.say()
            raise EOFError
        # Nobody typed it there, so it would be missing from what is printed.
        self.say(line[:LONGEST_LINE].rstrip("\r\n"))
        return line


def clean(text: str) -> str:
    """A text that a terminal shows as it is: nothing in it moves the cursor or changes colours."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )


@contextmanager
def forgiving_streams() -> Iterator[None]:
    """Let standard input and output replace what they cannot read or write, instead of failing."""
    changed = [
        (stream, stream.errors)
        for stream in (sys.stdin, sys.stdout)
        if isinstance(stream, TextIOWrapper)
    ]
    for stream, _ in changed:
        stream.reconfigure(errors="replace")
    try:
        yield
    finally:
        for stream, errors in changed:
            stream.reconfigure(errors=errors)
