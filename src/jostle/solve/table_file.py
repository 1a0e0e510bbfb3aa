"""A solved table on disk.

A file begins with a line that names the format and the checksum of all that follows, and a line of
JSON, the header. Then come three arrays, each from a multiple of 64 bytes on: the first group of
each block, the blocks' offsets, and the stream of entries (see ``entries_kernel``).
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from jostle.core.bits import Word
from jostle.core.errors import JostleError
from jostle.core.messages import Message, message
from jostle.solve.entries_kernel import (
    GAPS,
    MISSING,
    SIZES,
    STRIDES,
    look_up,
    read_entries,
    survey,
    write_entries,
)
from jostle.solve.prefix_codes import code_lengths, code_of, words_of

MAGIC = b"jostle table 1 "
ALIGNMENT = 64
DTYPES = ("<u4", "<i8", "|u1")  # of the three arrays


class TableError(JostleError):
    """A table that cannot be used, or none where one is needed."""

    code = "table"


@dataclass(frozen=True)
class Header:
    """What a table says of itself."""

    variant: str
    rules_version: int
    numbering_version: int
    details: int
    positions: int
    wins: int
    losses: int
    draws: int
    longest: int  # distance of a win or loss
    longest_position: str
    start: int  # the start's value, as the stream has it
    sizes: list[int]  # how many elements the arrays have
    values: list[int]  # all that occur, the frequent ones first
    lengths: list[list[int]]  # of the words of the three codes


class TableFile:
    """A table that is open for reading; only what is looked up is read from the disk."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        except (OSError, ValueError) as error:  # an empty file cannot be mapped
            raise self._refused("table.unreadable", problem=str(error)) from None
        self.header, end = self._checked_header()
        arrays = []
        for dtype, size in zip(DTYPES, self.header.sizes, strict=True):
            begin = -(-end // ALIGNMENT) * ALIGNMENT
            arrays.append(np.frombuffer(self._bytes, dtype=dtype, count=size, offset=begin))
            end = begin + arrays[-1].nbytes
        codes = [code_of(lengths) for lengths in self.header.lengths]
        values = np.array(self.header.values, dtype=np.int16)
        # What every look-up needs after the number.
        self.contents: tuple[Any, ...] = (Word(self.header.details), *arrays, *codes, values)

    def look_up(self, number: int) -> int | None:
        """The value of a position by its number; None if it is not there."""
        value: int = look_up(Word(number), *self.contents)
        return None if value == MISSING else value

    def entries(self) -> tuple[np.ndarray, np.ndarray]:
        """The numbers of all positions, sorted, and their values."""
        numbers = np.empty(self.header.positions, dtype=np.uint64)
        values = np.empty(self.header.positions, dtype=np.int16)
        arguments: tuple[Any, ...] = (numbers.size, *self.contents, numbers, values)
        if read_entries(*arguments) != numbers.size:
            raise self._refused("table.damaged")
        return numbers, values

    def _checked_header(self) -> tuple[Header, int]:
        """The header, if the whole file is as it was written, and where it ends."""
        first = self._bytes.find(b"\n")
        if not self._bytes[: len(MAGIC)] == MAGIC or first < 0:
            raise self._refused("table.foreign")
        checksum = self._bytes[len(MAGIC) : first].decode("ascii", "replace")
        if hashlib.sha256(memoryview(self._bytes)[first + 1 :]).hexdigest() != checksum:
            raise self._refused("table.damaged")
        end = self._bytes.find(b"\n", first + 1)
        try:
            return Header(**json.loads(self._bytes[first + 1 : end])), end + 1
        except (TypeError, ValueError):  # fields of another version
            raise self._refused("table.foreign") from None

    def _refused(self, key: str, **parameters: Any) -> TableError:
        return TableError(message(key, path=str(self.path), **parameters))

    def refuse(self, reason: Message) -> TableError:
        """The error that says why this table is not used."""
        return self._refused("table.refused", reason=reason)


def write_table(path: Path, numbers: np.ndarray, values: np.ndarray, facts: dict[str, Any]) -> None:
    """Write a table, wholly or not at all."""
    details = Word(facts["details"])
    found, counts = np.unique(values, return_counts=True)
    listed = found[np.argsort(-counts, kind="stable")]
    places = np.zeros(-2 * MISSING, dtype=np.int16)
    places[listed.astype(np.int64) - MISSING] = np.arange(listed.size)
    frequencies = np.zeros((3, max(SIZES, listed.size + 1)), dtype=np.int64)
    firsts, groups = np.empty(numbers.size, dtype=np.int64), np.empty(numbers.size, dtype=np.int64)
    blocks = survey(numbers, values, details, places, frequencies, firsts, groups)
    firsts, groups = firsts[:blocks].copy(), groups[:blocks].astype("<u4")
    lengths = np.array([code_lengths(row) for row in frequencies])
    words = np.array([words_of(row) for row in lengths])
    offsets = np.zeros(blocks + 1, dtype="<i8")
    stream = np.zeros(_bytes_needed(frequencies, lengths), dtype=np.uint8)
    offsets[blocks] = write_entries(
        numbers, values, details, places, lengths, words, firsts, stream, offsets
    )
    stream = stream[: (offsets[blocks] + 7) // 8]
    header = Header(
        **facts,
        sizes=[groups.size, offsets.size, stream.size],
        values=listed.tolist(),
        lengths=[row.tolist() for row in lengths],
    )
    _write_atomically(path, header, (groups, offsets, stream))


def _bytes_needed(frequencies: np.ndarray, lengths: np.ndarray) -> int:
    """How long the stream becomes, and a byte to spare."""
    bits = int((frequencies * lengths).sum())
    for row in (GAPS, STRIDES):
        bits += int((frequencies[row] * np.maximum(np.arange(frequencies.shape[1]) - 1, 0)).sum())
    return bits // 8 + 2


def _write_atomically(path: Path, header: Header, arrays: tuple[np.ndarray, ...]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    head = json.dumps(asdict(header), separators=(",", ":")).encode() + b"\n"
    first_line = len(MAGIC) + 64 + 1
    pieces, end = [head], first_line + len(head)
    for array in arrays:
        pieces.append(bytes(-end % ALIGNMENT))
        pieces.append(array.tobytes())
        end += len(pieces[-2]) + len(pieces[-1])
    checksum = hashlib.sha256()
    for piece in pieces:
        checksum.update(piece)
    unfinished = path.with_name(f"{path.name}.unfinished")
    with unfinished.open("wb") as file:
        file.write(MAGIC + checksum.hexdigest().encode() + b"\n")
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    os.replace(unfinished, path)
