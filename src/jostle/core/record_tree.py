"""What a record is made of: its words, and its moves as a tree of lines."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta

from jostle.core.game import Move, Position
from jostle.core.messages import Message, message
from jostle.core.outcome import Reason

# The tags in the order they are written; any others follow in alphabetical order.
TAGS = (
    *("Event", "Site", "Date", "Round", "Player1", "Player2", "Result", "Variant", "Start"),
    *("TimeControl", "Termination", "RulesVersion"),
)
MARKS = ("!", "?", "!!", "??", "!?", "?!")  # PGN's $1 to $6, in that order
UNKNOWN = "*"  # the result of a game that goes on, or whose result nobody wrote down

# How players end a game that the board has not ended, and the results each way can have.
VERDICTS = {
    Reason.RESIGNATION: ("1-0", "0-1"),
    Reason.AGREEMENT: ("1/2-1/2",),
    Reason.TIME: ("1-0", "0-1", "1/2-1/2"),
    Reason.ABANDONED: ("1-0", "0-1", "1/2-1/2", UNKNOWN),
}

_CLOCK = re.compile(r"\[%clk\s+([0-9]{1,4}):([0-9]{1,2}):([0-9]{1,2})(?:\.([0-9]{1,6}))?\s*\]")

_SPELLED = {name.lower(): name for name in TAGS}


def spelled(tag: str) -> str:
    """A tag's name: those we know may be written in any case of letters."""
    return _SPELLED.get(tag.lower(), tag)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a record's text; lines and columns count from 1."""

    line: int
    column: int
    message: Message

    def __str__(self) -> str:
        place = {"line": self.line, "column": self.column}
        return str(message("record.problem", **place, reason=self.message))


@dataclass(eq=False, slots=True)
class RecordedMove:
    """A move in a record, the position after it, and what was said about it.

    ``before`` and ``after`` are comments, ``marks`` are ``!`` and its kin or numbers like ``$14``,
    ``variations`` are lines that could have been played instead of this move.
    """

    move: Move
    position: Position
    marks: list[str] = field(default_factory=list)
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    # Kept out of the repr: variations may nest deeper than Python can recurse.
    variations: list[Line] = field(default_factory=list, repr=False)

    def __str__(self) -> str:
        return str(self.move)

    @property
    def clock(self) -> timedelta | None:
        """The mover's time left after the move, from ``[%clk 0:05:00]`` in a comment after it."""
        for comment in self.after:
            if found := _CLOCK.search(comment):
                hours, minutes, seconds, fraction = found.groups(default="0")
                return timedelta(
                    hours=int(hours),
                    minutes=int(minutes),
                    seconds=int(seconds),
                    microseconds=int(fraction.ljust(6, "0")),
                )
        return None

    @clock.setter
    def clock(self, left: timedelta | None) -> None:
        texts = [_CLOCK.sub("", comment).strip() for comment in self.after]
        self.after = [text for text in texts if text]
        if left is not None:
            self.after.insert(0, _clock_text(left))


@dataclass(eq=False, slots=True)
class Line:
    """Moves one after the other: a game's main line or a variation.

    ``comments`` are about the line as a whole and stand before its first move. ``broken`` tells
    that more moves stood in the text but could not be read.
    """

    moves: list[RecordedMove] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    broken: bool = False

    @classmethod
    def of(cls, start: Position, moves: Iterable[str | Move]) -> Line:
        """Play moves from a position; the error says why one of them is not legal."""
        line, position = cls(), start
        for move in moves:
            legal = position.parse(move)
            position = position.play(legal)
            line.moves.append(RecordedMove(legal, position))
        return line


def _clock_text(left: timedelta) -> str:
    """A clock time as records write it, with a fraction of a second only where there is one."""
    seconds, fraction = divmod(max(left, timedelta(0)), timedelta(seconds=1))
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    digits = f".{fraction.microseconds:06}".rstrip("0").rstrip(".")
    return f"[%clk {hour}:{minute:02}:{second:02}{digits}]"
