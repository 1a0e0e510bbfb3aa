"""Reading the text of games: it takes what people write, and tells every problem with its place.

``read_records`` hands the tokens of a text, one by one, to the reader of the game they belong to.
Lines being read stand in a list, not on Python's stack, so that variations may nest as deeply as
they like.

What a comment is about: before the first move of a line and its number, the line; after a number,
the move to come; else the move before it, even where that move's variations stand between.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from jostle.core.errors import GameOver, IllegalMove, JostleError
from jostle.core.game import Game, Position
from jostle.core.match import Match
from jostle.core.messages import Message, message
from jostle.core.outcome import Outcome, Reason
from jostle.core.record_tokens import Source, Token, comment_text, result_text, tag_parts
from jostle.core.record_tree import MARKS, UNKNOWN, VERDICTS, Line, Problem, RecordedMove, spelled
from jostle.core.registry import game as find_game

MOST_PROBLEMS = 100  # of one record; the last of them says that reading stopped there
LONGEST_TEXT = 400  # of a move, variant or position: no right one comes near it
SHOWN_TEXT = 40  # as much of a wrong text as a message repeats

_COMMENTS = ("remark", "comment", "unclosed")
_BEFORE_MOVES = ("tag", "bad_tag", *_COMMENTS)


class Reading(NamedTuple):
    """What was found in the text of one game."""

    game: Game | None
    start: Position | None
    line: Line
    result: str
    tags: dict[str, str]
    problems: tuple[Problem, ...]


def read_records(text: str, *, several: bool, usual: Game | None = None) -> list[Reading]:
    """Read one game, or several: then each begins with its tags, and there may be none at all.

    Where no tag names the game, the ``usual`` one is taken if there is one.
    """
    source = Source(text)
    readers = [] if several else [_Reader(source, 0, usual)]
    for token in source.tokens():
        if not readers or (several and token.kind == "tag" and readers[-1].playing):
            readers.append(_Reader(source, token.offset, usual))
        readers[-1].take(token)
    return [reader.finish() for reader in readers]


def split_games(source: Source) -> list[list[Token]]:
    """The tokens of each game of a text, without reading any: each begins with its tags."""
    games: list[list[Token]] = []
    playing = False
    for token in source.tokens():
        if not games or (token.kind == "tag" and playing):
            games.append([])
            playing = False
        games[-1].append(token)
        playing = playing or token.kind not in _BEFORE_MOVES
    return games


@dataclass(slots=True)
class _OpenLine:
    """A line being read."""

    line: Line
    position: Position | None  # where its next move is to be played
    offset: int
    skipping: bool = False
    skipped: int = 0  # variations open in the part that is skipped
    match: Match | None = None  # of the main line only: repetition ends a game, not an analysis
    before: Position | None = None  # where a variation of the last move begins
    numbered: bool = False  # a number stood here: what is said now is about the move to come
    waiting: list[str] = field(default_factory=list)

    def play(self, text: str) -> None:
        """Add a move to the line, or raise what the game has against it."""
        assert self.position is not None, "a line without a position is skipped"
        move = self.position.parse(text)
        after = self.match.play(move) if self.match else self.position.play(move)
        self.line.moves.append(RecordedMove(move, after, before=self.waiting))
        self.before, self.position = self.position, after
        self.numbered, self.waiting = False, []

    def say(self, comment: str) -> None:
        """Add a comment to what it is about."""
        if self.numbered:
            self.waiting.append(comment)
        elif self.line.moves:
            self.line.moves[-1].after.append(comment)
        else:
            self.line.comments.append(comment)

    def close(self) -> None:
        """Give comments that waited for another move to what there is."""
        waiting, self.numbered, self.waiting = self.waiting, False, []
        for comment in waiting:
            self.say(comment)


class _Reader:
    """Reads one game, token by token: tags, then moves, then the result."""

    def __init__(self, source: Source, offset: int, usual: Game | None = None) -> None:
        self._source = source
        self._usual = usual
        self._offset = offset
        self._problems: list[Problem] = []
        self._tags: dict[str, str] = {}
        self._tag_offsets: dict[str, int] = {}
        self._game: Game | None = None
        self._start: Position | None = None
        self._lines = [_OpenLine(Line(), None, offset)]
        self._result: Token | None = None
        self._inner_result: Token | None = None
        self._closed = False
        self.playing = False

    def take(self, token: Token) -> None:
        """Read one more token."""
        if self._closed:
            return
        if len(self._problems) == MOST_PROBLEMS:
            self._lines[0].line.broken = self._closed = True
        elif self._result is not None and token.kind not in _COMMENTS:
            self._problem(token.offset, message("record.after-result"))
            self._closed = True
        else:
            if not (self.playing or token.kind in _BEFORE_MOVES):
                self._begin()
            getattr(self, f"_take_{token.kind}")(token)

    def finish(self) -> Reading:
        """Everything that was read."""
        if not self.playing:
            self._begin()
        for opened in self._lines[1 : MOST_PROBLEMS + 1]:
            self._problem(opened.offset, message("record.unclosed-variation"))
        self._result = self._result or self._inner_result
        while len(self._lines) > 1:
            self._close_variation()
        main = self._lines[0]
        main.close()
        outcome = main.match.outcome if main.match else None
        result = self._settle_result(outcome)
        self._check_termination(outcome, result)
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.sort(key=lambda problem: (problem.line, problem.column))
        problems = tuple(self._problems)
        return Reading(self._game, self._start, main.line, result, self._tags, problems)

    def _problem(self, offset: int, said: Message) -> None:
        """Keep a problem; the last there is room for says that there were more."""
        if len(self._problems) == MOST_PROBLEMS - 1:
            said = message("record.too-many", most=MOST_PROBLEMS)
        if len(self._problems) < MOST_PROBLEMS:
            self._problems.append(Problem(*self._source.place(offset), said))

    # Tags.

    def _take_tag(self, token: Token) -> None:
        if self.playing:
            self._problem(token.offset, message("record.second-game"))
            self._closed = True
            return
        written, value = tag_parts(token)
        name = spelled(written)
        if name in self._tags:
            self._problem(token.offset, message("record.tag-twice", name=_short(name)))
            return
        self._tags[name] = value
        self._tag_offsets[name] = token.offset

    def _take_bad_tag(self, token: Token) -> None:
        self._problem(token.offset, message("record.bad-tag", text=_short(token.text)))

    def _begin(self) -> None:
        """Set up the game the tags tell of."""
        self.playing = True
        self._game = self._named_game()
        if self._game is not None:
            self._start = self._start_position(self._game)
            self._check_version(self._game)
        main = self._lines[0]
        main.position = self._start
        if self._game is not None and self._start is not None:
            main.match = Match(self._game, self._start)
        else:
            main.skipping = main.line.broken = True

    # What a tag says that could be read is kept as an object, and the tag is dropped; a tag that
    # could not be read is kept as it is.

    def _named_game(self) -> Game | None:
        if "Variant" not in self._tags and self._usual is not None:
            return self._usual
        if "Variant" not in self._tags:
            self._problem(self._offset, message("record.no-variant"))
            return None
        try:
            game = find_game(_short(self._tags["Variant"], LONGEST_TEXT))
        except JostleError as error:
            said = message("record.bad-variant", reason=error.message)
            self._problem(self._tag_offsets["Variant"], said)
            return None
        del self._tags["Variant"]
        return game

    def _start_position(self, game: Game) -> Position | None:
        if "Start" not in self._tags:
            return game.start()
        try:
            start = game.position(_short(self._tags["Start"], LONGEST_TEXT))
        except JostleError as error:
            said = message("record.bad-start", reason=error.message)
            self._problem(self._tag_offsets["Start"], said)
            return None
        del self._tags["Start"]
        return start

    def _check_version(self, game: Game) -> None:
        given, known = self._tags.get("RulesVersion", "?"), str(game.rules_version)
        if given in ("?", known):
            self._tags.pop("RulesVersion", None)
            return
        said = message("record.rules-version", given=_short(given), known=known)
        self._problem(self._tag_offsets["RulesVersion"], said)

    # Moves and what is said about them.

    def _take_number(self, token: Token) -> None:
        self._lines[-1].numbered = True

    def _take_move(self, token: Token) -> None:
        opened = self._lines[-1]
        if opened.skipping:
            return
        try:
            opened.play(_short(token.text, LONGEST_TEXT))
        except JostleError as error:
            self._problem(token.offset, _refusal(_short(token.text), error))
            opened.skipping = opened.line.broken = True

    def _take_mark(self, token: Token) -> None:
        opened = self._lines[-1]
        if opened.skipping:
            return
        mark = _read_mark(token.text)
        if mark is None:
            self._problem(token.offset, message("record.bad-mark", mark=_short(token.text)))
        elif not opened.line.moves:
            self._problem(token.offset, message("record.stray-mark", mark=mark))
        elif mark not in opened.line.moves[-1].marks:
            opened.line.moves[-1].marks.append(mark)

    def _take_comment(self, token: Token) -> None:
        text = comment_text(token)
        if text and not self._lines[-1].skipping:
            self._lines[-1].say(text)

    _take_remark = _take_comment

    def _take_unclosed(self, token: Token) -> None:
        self._problem(token.offset, message("record.unclosed-comment"))
        self._take_comment(token)

    def _take_open(self, token: Token) -> None:
        parent, opened = self._lines[-1], Line()
        if parent.skipping:
            parent.skipped += 1
            return
        if parent.line.moves:
            parent.line.moves[-1].variations.append(opened)
        else:
            self._problem(token.offset, message("record.stray-open"))
        skipping = not parent.line.moves
        self._lines.append(_OpenLine(opened, parent.before, token.offset, skipping))

    def _take_close(self, token: Token) -> None:
        if self._lines[-1].skipped:
            self._lines[-1].skipped -= 1
        elif len(self._lines) > 1:
            self._close_variation()
        else:
            self._problem(token.offset, message("record.stray-close"))

    def _close_variation(self) -> None:
        """Go back to the line that a variation belongs to; one that says nothing is dropped."""
        opened = self._lines.pop()
        opened.close()
        if not (opened.line.moves or opened.line.comments):
            for move in self._lines[-1].line.moves[-1:]:
                if move.variations and move.variations[-1] is opened.line:
                    move.variations.pop()

    def _take_stray(self, token: Token) -> None:
        if not self._lines[-1].skipping:
            self._problem(token.offset, message("record.stray", text=_short(token.text)))

    # The end.

    def _take_result(self, token: Token) -> None:
        # Inside a variation a result says nothing, unless it turns out never to have been closed.
        if len(self._lines) == 1 and not self._lines[0].skipped:
            self._result = token
        else:
            self._inner_result = token

    def _settle_result(self, outcome: Outcome | None) -> str:
        """The result: what the board says, else the end of the moves, else the tag."""
        tagged = self._tagged_result()
        offset = self._tag_offsets.get("Result", self._offset)
        given = tagged
        if self._result is not None:
            offset, given = self._result.offset, result_text(self._result.text)
            if tagged not in (None, given):
                self._problem(offset, message("record.two-results", given=given, tag=tagged))
        if outcome is None:
            return given or UNKNOWN
        if given not in (None, outcome.result):
            self._problem(offset, message("record.result", given=given, right=outcome.result))
        return outcome.result

    def _tagged_result(self) -> str | None:
        text = self._tags.pop("Result", "?").strip()
        result = result_text(text)
        if result is None and text not in ("", "?"):
            said = message("record.bad-result", text=_short(text))
            self._problem(self._tag_offsets["Result"], said)
        return result

    def _check_termination(self, outcome: Outcome | None, result: str) -> None:
        """See that the Termination tag goes with the rest. Words of other programs are let be."""
        tagged = self._tags.get("Termination", "").strip().lower()
        given = Reason(tagged) if tagged in tuple(Reason) else None
        if outcome is not None:
            self._tags["Termination"] = str(outcome.reason)
            fits = given in (None, outcome.reason)
        else:
            fits = given is None or result in VERDICTS.get(given, ())
        if not fits and not self._lines[0].line.broken:
            said = message("record.termination", given=tagged, result=result)
            self._problem(self._tag_offsets["Termination"], said)


def _refusal(move: str, error: JostleError) -> Message:
    """Why a move could not be read."""
    if isinstance(error, IllegalMove):
        return message("record.illegal", move=move, rule=error.rule, reason=error.message)
    key = "record.over" if isinstance(error, GameOver) else "record.no-move"
    return message(key, move=move, reason=error.message)


def _read_mark(text: str) -> str | None:
    """A mark in its one spelling: PGN's numbers for the six that have a sign become that sign."""
    if text in MARKS:
        return text
    digits = text.removeprefix("$")
    if not digits.isdigit() or len(digits) > 3:
        return None
    number = int(digits)
    return MARKS[number - 1] if 1 <= number <= len(MARKS) else f"${number}"


def _short(text: str, most: int = SHOWN_TEXT) -> str:
    """A text, or the beginning of one that is too long to be shown or to be right."""
    return text if len(text) <= most else text[:SHOWN_TEXT] + "…"
