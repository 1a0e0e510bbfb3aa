r"""A game as text, in the shape of chess's PGN.

::

    [Event "?"]
    ...
    [Variant "push-push"]
    [RulesVersion "1"]

    1. c1c2! {Towards the ball.} 1... d7d6 (1... b7b6 {[%clk 0:04:58] slower}) 2. d1d2 *

**Tags** stand in the order of ``TAGS``; any others follow in alphabetical order. In a value ``"``
and ``\`` are written ``\"`` and ``\\``.

**Numbers** count rounds, in each of which a player moves at most once: a new round begins with
every move of Player 1, and where a player moves twice in a row because the other is skipped
(Pushee Pieces, V4). ``5.`` stands before Player 1's move, ``5...`` before Player 2's where it does
not follow Player 1's directly. The first round is 1, whatever the start.

**Comments** stand in braces, after the number of the move to come or after the move. In them ``}``
and ``\`` are written ``\}`` and ``\\``, and a run of white space counts as one space.

Reading undoes writing: a record read from its own text has the same text again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from jostle.core.errors import RecordError
from jostle.core.game import Game, Move, Position
from jostle.core.match import Match
from jostle.core.messages import message
from jostle.core.outcome import Outcome, Reason
from jostle.core.players import Player
from jostle.core.record_reader import read_records
from jostle.core.record_tree import (
    MARKS,
    TAGS,
    UNKNOWN,
    VERDICTS,
    Line,
    Problem,
    RecordedMove,
    spelled,
)

__all__ = ["Line", "Problem", "Record", "RecordedMove", "read_all"]

WIDTH = 80

_ALWAYS = dict.fromkeys(TAGS[:6], "?") | {"Date": "????.??.??"}
# These follow from the record itself. Among its tags they stand only if they could not be read.
_OWN = ("Result", "Variant", "Start", "RulesVersion")
_WINNERS = {"1-0": Player.ONE, "0-1": Player.TWO, "1/2-1/2": None}

_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")
# A command like [%clk 0:05:00] is one word: other programs look for it on one line.
_WORD = re.compile(r"(?:\[%[^\[\]]{0,60}\]|\S)+")


@dataclass(eq=False)
class Record:
    """A game with its tags, its moves as a tree, and its result.

    ``game`` and ``start`` are None if the text did not tell them; then there are no moves either.
    ``tags`` holds what the record does not know by itself; ``headers`` is all of them. Records are
    equal when their texts are.
    """

    game: Game | None
    start: Position | None
    line: Line = field(default_factory=Line)
    result: str = UNKNOWN
    tags: dict[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    def __post_init__(self) -> None:
        self.tags = _ALWAYS | self.tags

    @classmethod
    def of(cls, match: Match, **tags: object) -> Record:
        """The record of a match, with tags such as ``Event`` or ``Player1``."""
        given = {spelled(name): str(value) for name, value in tags.items()}
        for name in given:
            if name in _OWN or not _TAG_NAME.fullmatch(name):
                raise RecordError(message("record.tag-name", name=name, own=_OWN))
        record = cls(match.game, match.start, tags=given)
        pairs = zip(match.moves, match.positions[1:], strict=True)
        record.line.moves = [RecordedMove(move, position) for move, position in pairs]
        if match.outcome is not None:
            record.result = match.outcome.result
            record.tags["Termination"] = str(match.outcome.reason)
        return record

    @classmethod
    def read(cls, text: str) -> Record:
        """Read a game as people write it; what could not be read stands in ``problems``."""
        return cls(*read_records(text, several=False)[0])

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a game that must be right; the error names the first problem."""
        return cls.read(text).checked()

    def checked(self) -> Record:
        """This record, if all of it could be read; the error names the first problem."""
        if self.problems:
            first, more = self.problems[0], len(self.problems) - 1
            key = "record.problems" if more else "record.problem"
            place = {"line": first.line, "column": first.column}
            said = message(key, **place, reason=first.message, more=more)
            raise RecordError(said, self)
        return self

    def match(self) -> Match:
        """The main line as a match, ended as the record tells.

        A result without a known ``Termination`` is taken for a resignation or an agreement (R2). If
        part of the main line could not be read, the match goes on after the last move that could.
        """
        if self.game is None or self.start is None:
            raise RecordError(message("record.no-game"), self)
        match = Match(self.game, self.start)
        for played in self.line.moves:
            match.play(played.move)
        verdict = self._verdict(match.position.scores)
        if match.outcome is None and verdict is not None and not self.line.broken:
            match.end(verdict)
        return match

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        return tuple(played.move for played in self.line.moves)

    @property
    def headers(self) -> dict[str, str]:
        """All tags, in the order they are written."""
        own = {"Result": self.result}
        if self.game is not None:
            own |= {"Variant": self.game.variant, "RulesVersion": str(self.game.rules_version)}
            if self.start is not None and self.start != self.game.start():
                own["Start"] = self.start.text
        tags = own | self.tags
        known = [name for name in TAGS if name in tags]
        return {name: tags[name] for name in (*known, *sorted(tags.keys() - set(TAGS)))}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]  # it can be changed

    def __str__(self) -> str:
        tags = [f'[{name} "{_escaped_value(value)}"]' for name, value in self.headers.items()]
        writer = _Writer()
        writer.write(self.line, self.start)
        writer.add(self.result)
        return "\n".join([*tags, "", *_wrapped(writer.words)])

    def _verdict(self, scores: tuple[int, int] | None) -> Outcome | None:
        """How the players ended the game, if the moves alone do not."""
        if self.result not in _WINNERS:
            return None
        winner, told = _WINNERS[self.result], self.tags.get("Termination", "").strip().lower()
        reason = Reason.AGREEMENT if winner is None else Reason.RESIGNATION
        if told in tuple(Reason):
            reason = Reason(told)
        return Outcome(winner, reason, scores) if self.result in VERDICTS.get(reason, ()) else None


def read_all(text: str) -> list[Record]:
    """Read a file of several games; each begins with its tags."""
    found = read_records(text, several=True)
    return [Record(*reading) for reading in found]


# Writing.

_Walk = Iterator["_Walk"]


class _Writer:
    """Writes lines as words that no line break may split."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self._opening = ""

    def write(self, line: Line, start: Position | None) -> None:
        """Write a line with its variations; a stack of our own, since they may nest deeply."""
        walks = [self._line(line, start, 1)]
        while walks:
            inner = next(walks[-1], None)
            if inner is None:
                walks.pop()
            else:
                walks.append(inner)

    def add(self, word: str) -> None:
        self.words.append(self._opening + word)
        self._opening = ""

    def _line(self, line: Line, start: Position | None, number: int) -> _Walk:
        """Write a line, giving out its variations to be written where they stand."""
        self._comments(line.comments)
        position, previous, apart = start, None, True
        for played in line.moves:
            assert position is not None, "a record with moves has a start"
            mover = position.mover
            follows = previous is Player.ONE and mover is Player.TWO
            if previous is not None and not follows:
                number += 1
            self._move(
                played,
                f"{number}." if mover is Player.ONE else f"{number}...",
                numbered=apart or not follows,
            )
            apart = self._comments(played.after)
            for variation in played.variations:
                if variation.moves or _told(variation.comments):
                    apart = True
                    self._opening = "("
                    yield self._line(variation, position, number)
                    self.words[-1] += ")"
            position, previous = played.position, mover

    def _move(self, played: RecordedMove, number: str, *, numbered: bool) -> None:
        """Write a move with its marks and the comments before it."""
        marks = played.marks
        glued = 1 if marks and marks[0] in MARKS else 0
        text = str(played.move) + "".join(marks[:glued])
        if _told(played.before):
            self.add(number)
            self._comments(played.before)
            self.add(text)
        else:
            self.add(f"{number} {text}" if numbered else text)
        for mark in marks[glued:]:
            self.add(mark)

    def _comments(self, comments: list[str]) -> bool:
        """Write comments, and tell whether there was anything to write."""
        told = _told(comments)
        for text in told:
            words = _WORD.findall(re.sub(r"[\\}]", r"\\\g<0>", text))
            words[0] = "{" + words[0]
            words[-1] += "}"
            for word in words:
                self.add(word)
        return bool(told)


def _told(comments: list[str]) -> list[str]:
    """Comments that say something, with single spaces."""
    return [" ".join(words) for text in comments if (words := text.split())]


def _escaped_value(value: str) -> str:
    """A tag's value as it stands between quotes: on one line."""
    return re.sub(r'["\\]', r"\\\g<0>", re.sub(r"[\r\n]+", " ", value))


def _wrapped(words: list[str]) -> list[str]:
    """Words as lines; only a word that is longer by itself makes a line longer than WIDTH."""
    lines: list[list[str]] = []
    room = 0
    for word in words:
        if len(word) > room:
            lines.append([])
            room = WIDTH
        lines[-1].append(word)
        room -= len(word) + 1
    return [" ".join(line) for line in lines]
