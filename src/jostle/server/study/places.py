"""Where in a position string the thing is that an error speaks of.

An error of a game's notation names what is wrong by its parameters: a character's column, a field,
an entry of one, a square, a letter. From these follows its place in the text.
"""

from __future__ import annotations

from jostle.core.messages import Message
from jostle.core.squares import LARGEST, Square


def subject_of(said: Message) -> Message:
    """What is wrong with a position, without the repeated text around it."""
    problem = dict(said.parameters).get("problem")
    return problem if isinstance(problem, Message) else said


def place_in_position(text: str, said: Message) -> tuple[int, int]:
    """The column, counted from 1, and the length of what an error is about."""
    given = dict(subject_of(said).parameters)
    ranks, _, rest = text.partition(" ")
    after = len(ranks) + 1
    column = given.get("column")
    if isinstance(column, int):
        letter = given.get("letter")
        return column, 1 if letter else max(1, len(ranks[column - 1 :].partition("/")[0]))
    for name in ("entry", "field"):
        if given.get(name) and str(given[name]) in rest:
            return after + rest.index(str(given[name])) + 1, len(str(given[name]))
    if "square" in given:
        offset = offset_of(ranks, Square.parse(str(given["square"])))
        if offset is not None:
            return offset + 1, 1
    if given.get("letter") and str(given["letter"]) in ranks:
        return ranks.rindex(str(given["letter"])) + 1, 1
    return 1, max(1, len(text))


def offset_of(ranks: str, square: Square) -> int | None:
    """Which character of the ranks stands for an occupied square."""
    rows = ranks.partition("[")[0].split("/")
    begin = 0
    for rank, row in zip(reversed(range(len(rows))), rows, strict=True):
        file = 0
        for offset, letter in enumerate(row if rank == square.rank else ""):
            if file == square.file and not letter.isdecimal():
                return begin + offset
            file += int(letter) if letter.isdecimal() else 1
        begin += len(row) + 1
    return None


def squares_in_position(text: str, subject: Message) -> list[Square]:
    """The squares that an error is about: one that it names, or those of a letter."""
    given = dict(subject.parameters)
    for name in ("square", "entry"):
        try:
            return [Square.parse(str(given.get(name))[:2])]
        except ValueError:
            continue
    letter = given.get("letter")
    return [] if letter is None else squares_of(text.partition(" ")[0], str(letter))


def squares_of(ranks: str, letter: str) -> list[Square]:
    """The squares on which a letter stands, from the top."""
    rows = ranks.partition("[")[0].split("/")
    found = []
    for rank, row in zip(reversed(range(len(rows))), rows, strict=True):
        file = 0
        for there in row:
            if there == letter and file < LARGEST and rank < LARGEST:
                found.append(Square(file, rank))
            file += int(there) if there.isdecimal() else 1
    return found
