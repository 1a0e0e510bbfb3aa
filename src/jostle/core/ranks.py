"""The part of position strings that all games share: ranks from the top, and the fields after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from jostle.core.errors import PositionError
from jostle.core.messages import Message, message
from jostle.core.players import Player
from jostle.core.squares import STRIDE, Square

LONGEST_SHOWN = 80


def bad_position(text: str, key: str, **parameters: Any) -> PositionError:
    """A PositionError that shows the text and says what is wrong with it."""
    shown = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
    return PositionError(message("position.bad", text=shown, problem=message(key, **parameters)))


def split_fields(text: str, names: tuple[Message, ...]) -> list[str]:
    """The fields of a position string, separated by single spaces."""
    fields = text.split(" ")
    if len(fields) != len(names):
        raise bad_position(
            text, "position.fields", count=len(fields), right=len(names), names=list(names)
        )
    return fields


def read_ranks(
    text: str, ranks: str, width: int, height: int, letters: str
) -> Iterator[tuple[Square, str]]:
    """The occupied squares of the ranks field and the letters on them."""
    rows = ranks.split("/")
    if len(rows) != height:
        raise bad_position(text, "position.ranks", count=len(rows), right=height)
    column = 1
    for rank, row in zip(reversed(range(height)), rows, strict=True):
        file = 0
        for offset, letter in enumerate(row):
            if letter in "12345678":
                file += int(letter)
            elif letter in letters:
                if file < width:
                    yield Square(file, rank), letter
                file += 1
            else:
                raise bad_position(
                    text,
                    "position.letter",
                    letter=letter,
                    column=column + offset,
                    letters=letters,
                )
        if file != width:
            raise bad_position(
                text, "position.width", rank=rank + 1, column=column, count=file, right=width
            )
        column += len(row) + 1


def read_mover(text: str, field: str) -> Player:
    """The player to move."""
    if field not in ("1", "2"):
        raise bad_position(text, "position.mover", field=field)
    return Player(int(field))


def check_canonical(text: str, written: str) -> None:
    """Refuse a position string that would be printed in another way."""
    if text != written:
        raise bad_position(text, "position.not-canonical", right=written)


def write_ranks(letters: Iterable[tuple[int, str]], width: int, height: int) -> str:
    """The ranks field from places and the letters on them."""
    cells = ["."] * (STRIDE * height)
    for place, letter in letters:
        cells[place] = letter
    rows = (cells[rank * STRIDE : rank * STRIDE + width] for rank in reversed(range(height)))
    return "/".join(_shortened("".join(row)) for row in rows)


@lru_cache(maxsize=1 << 16)
def _shortened(row: str) -> str:
    """A rank with its empty squares counted."""
    parts = []
    empty = 0
    for letter in row:
        if letter == ".":
            empty += 1
            continue
        if empty:
            parts.append(str(empty))
            empty = 0
        parts.append(letter)
    if empty:
        parts.append(str(empty))
    return "".join(parts)


def places(bits: int) -> Iterator[int]:
    """The places of the set bits, from the lowest."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
