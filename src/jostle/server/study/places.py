"""Where in a position string the thing is that an error speaks of.

An error of a game's notation names what is wrong by its parameters: a character's column, a field,
an entry of one, a square, a letter. From these follows its place in the text.
"""

from __future__ import annotations

from jostle.core.messages import Message
from jostle.core.squares import Square


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
            if file == square.file and not letter.isdigit():
                return begin + offset
            file += int(letter) if letter.isdigit() else 1
        begin += len(row) + 1
    return None
