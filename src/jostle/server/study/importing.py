"""Reading texts that people bring: records and position strings, with every problem at its place.

Nothing here refuses a text: what cannot be read comes back as problems. A text may hold many games,
of which one is read at a time, so that no text keeps a thread busy for long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jostle.core.errors import JostleError, PositionError
from jostle.core.game import Game, Position
from jostle.core.messages import Message, message
from jostle.core.record import Line, Record
from jostle.core.record_reader import read_records, split_games
from jostle.core.record_tokens import Source, Token, tag_parts
from jostle.core.record_tree import UNKNOWN, Problem, spelled
from jostle.games import GAMES
from jostle.games import game as find_game
from jostle.server.study.places import place_in_position
from jostle.server.wire.import_shapes import MOST_GAMES
from jostle.server.wire.protocol import LONGEST_POSITION, LONGEST_VARIANT
from jostle.server.wire.views import View, variant_title

MOST_MOVES = 2000  # of one game with all its variations
MOST_NESTED = 30  # variations inside each other

_RANKS = re.compile(r"[A-Za-z0-9/\[\]]+")
_WORD = re.compile(r"\S+")
MOST_WORDS = 6  # a variant, four fields, and one too many
SHOWN_TAG = 100


@dataclass(frozen=True)
class Wrong:
    """A problem and the part of the text that it is about."""

    line: int
    column: int
    length: int
    said: Message

    def view(self) -> View:
        place = {"line": self.line, "column": self.column, "length": self.length}
        return {**place, "message": str(self.said)}


def import_text(text: str, variant: str | None, chosen: int) -> View:
    """What a text is found to be, as plain values; ``chosen`` picks one of several records."""
    source = Source(text)
    usual = None if variant is None else find_game(variant)
    words = list(_WORD.finditer(source.text))
    if not words:
        nothing = Wrong(1, 1, 1, message("import.nothing"))
        return _told("nothing", [], 0, None, [nothing])
    if _is_position(words):
        return _import_position(source, words, usual)
    return _import_record(source, usual, chosen)


# Positions.


def _names_a_game(word: str) -> bool:
    return word.lower().partition(":")[0] in GAMES


def _is_position(words: list[re.Match[str]]) -> bool:
    """Whether the text is a position string, with or without its variant before it."""
    rest = words[1:] if _names_a_game(words[0][0]) else words
    if not rest:
        return True  # a variant alone means its start
    first = rest[0][0]
    return len(words) <= MOST_WORDS and "/" in first and bool(_RANKS.fullmatch(first))


def _import_position(source: Source, words: list[re.Match[str]], usual: Game | None) -> View:
    named = _names_a_game(words[0][0])
    if named:
        try:
            usual = find_game(words[0][0][:LONGEST_VARIANT])
        except JostleError as error:
            return _told("position", [], 0, None, [_about(source, words[0], error.message)])
    fields = words[1:] if named else words
    if not fields:
        assert usual is not None, "the first word names a game"
        return _told("position", [], 0, _alone(usual.start()), [])
    text = " ".join(field[0] for field in fields)
    if len(text) > LONGEST_POSITION:
        said = message("import.long-position", most=LONGEST_POSITION)
        return _told("position", [], 0, None, [_about(source, fields[0], said)])
    try:
        position = _position_of(text, usual)
    except JostleError as error:
        column, length = place_in_position(text, error.message)
        # The fields may have been further apart than by the one space of the tidy text.
        begin = 0
        for field in fields:
            if column <= begin + len(field[0]):
                break
            begin += len(field[0]) + 1
        line, first = source.place(field.start())
        place = first + max(0, column - 1 - begin)
        wrong = Wrong(
            line, place, max(1, min(length, first + len(field[0]) - place)), error.message
        )
        return _told("position", [], 0, None, [wrong])
    return _told("position", [], 0, _alone(position), [])


def _position_of(text: str, usual: Game | None) -> Position:
    """A position of the variant named, else of the first one that people play and it can be of."""
    if usual is not None:
        return usual.position(text)
    for name in GAMES:
        for variant in find_game(name).main_variants:
            try:
                return find_game(variant).position(text)
            except PositionError:
                continue
    raise PositionError(message("import.no-variant", games=list(GAMES)))


def _alone(position: Position) -> View:
    """A position as a game without moves."""
    return _game_view(Record(position.game, position))


# Records.


def _import_record(source: Source, usual: Game | None, chosen: int) -> View:
    games = split_games(source)
    listed = [_listed(source, tokens) for tokens in games[:MOST_GAMES]]
    wrong = []
    if len(games) > MOST_GAMES:
        said = message("import.too-many-games", most=MOST_GAMES)
        wrong.append(_at(source, games[MOST_GAMES][0], said))
    if not games:  # nothing but lines that begin with %, which other programs keep for themselves
        nothing = Wrong(1, 1, 1, message("import.nothing"))
        return _told("nothing", [], 0, None, [nothing])
    chosen = min(chosen, len(listed) - 1)
    tokens = games[chosen]
    too_much = _too_much(source, tokens)
    if too_much is not None:
        return _told("record", listed, chosen, None, [too_much, *wrong])
    begin = tokens[0].offset
    end = games[chosen + 1][0].offset if chosen + 1 < len(games) else len(source.text)
    # Lines and columns stay what they are in the whole text.
    line, column = source.place(begin)
    alone = "\n" * (line - 1) + " " * (column - 1) + source.text[begin:end]
    record = Record(*read_records(alone, several=True, usual=usual)[0])
    read = _game_view(record) if record.game is not None and record.start is not None else None
    lengths = {source.place(token.offset): len(token.text.partition("\n")[0]) for token in tokens}
    found = [_with_length(problem, lengths) for problem in record.problems]
    return _told("record", listed, chosen, read, [*found, *wrong])


def _listed(source: Source, tokens: list[Token]) -> View:
    """A record by its tags, without reading its moves."""
    tags: dict[str, str] = {}
    for token in tokens:
        if token.kind == "tag":
            name, value = tag_parts(token)
            tags.setdefault(spelled(name), value[:SHOWN_TAG])
    return {
        "line": source.place(tokens[0].offset)[0],
        "variant": tags.get("Variant"),
        "players": [tags.get("Player1", "?"), tags.get("Player2", "?")],
        "event": tags.get("Event", "?"),
        "date": tags.get("Date", "????.??.??"),
        "result": tags.get("Result", UNKNOWN),
    }


def _too_much(source: Source, tokens: list[Token]) -> Wrong | None:
    """Where a game becomes more than is read here."""
    moves = depth = 0
    for token in tokens:
        moves += token.kind == "move"
        depth += (token.kind == "open") - (token.kind == "close" and depth > 0)
        if moves > MOST_MOVES:
            return _at(source, token, message("import.too-many-moves", most=MOST_MOVES))
        if depth > MOST_NESTED:
            return _at(source, token, message("import.too-deep", most=MOST_NESTED))
    return None


def _game_view(record: Record) -> View:
    game, start = record.game, record.start
    assert game is not None, "only what could be read is told"
    assert start is not None, "only what could be read is told"
    moves = record.line.moves
    return {
        "variant": game.variant,
        "game": game.name,
        "title": variant_title(game),
        "start": start.text,
        "end": moves[-1].position.text if moves else start.text,
        "tags": record.headers,
        "result": record.result,
        "line": _line_view(record.line, start),
        "record": str(record),
    }


def _line_view(line: Line, start: Position) -> View:
    moves = []
    position = start
    for played in line.moves:
        moves.append(
            {
                "move": str(played.move),
                "player": int(position.mover),
                "position": played.position.text,
                "marks": played.marks,
                "before": played.before,
                "after": played.after,
                "variations": [_line_view(variation, position) for variation in played.variations],
            }
        )
        position = played.position
    return {"comments": line.comments, "moves": moves, "broken": line.broken}


# Answers.


def _told(
    kind: str, records: list[View], chosen: int, read: View | None, problems: list[Wrong]
) -> View:
    return {
        "kind": kind,
        "records": records,
        "chosen": chosen,
        "read": read,
        "problems": [problem.view() for problem in problems],
    }


def _about(source: Source, word: re.Match[str], said: Message) -> Wrong:
    return Wrong(*source.place(word.start()), len(word[0]), said)


def _at(source: Source, token: Token, said: Message) -> Wrong:
    return Wrong(*source.place(token.offset), len(token.text.partition("\n")[0]) or 1, said)


def _with_length(problem: Problem, lengths: dict[tuple[int, int], int]) -> Wrong:
    length = lengths.get((problem.line, problem.column), 1) or 1
    return Wrong(problem.line, problem.column, length, problem.message)
