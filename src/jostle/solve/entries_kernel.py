"""Positions with their values as a stream of bits, in blocks that can be read by themselves.

Entries are sorted by number (``group · details + detail``). A block holds whole groups. Each entry
is written as three things, by three prefix codes:

* the *gap* between its detail and the one before, as the size of that number in bits, then the
  number's bits; a size of 0 announces the next group, and then the *stride* to that group, less
  one, is written in the same way, and the gap counts from -1;
* the *value*: 0 if it is that of the entry before, else 1 + its place in a list of all values.

At a block's beginning the group before is the one before the block's first, and the value before
is 0. Offsets count bits; a block ends where the next one begins.
"""

from __future__ import annotations

import numpy as np
from numba import int16, int64, types, uint8, uint32, uint64

from jostle.core.compiling import compiled
from jostle.solve.prefix_codes import (
    bit_length,
    read_number,
    read_symbol,
    write_bits,
)

NUMBERS, VALUES = types.Array(uint64, 1, "C"), types.Array(int16, 1, "C")
CODE, STREAM = types.Array(int64, 1, "C"), types.Array(uint8, 1, "C")
BLOCKS, OFFSETS = types.Array(uint32, 1, "C"), types.Array(int64, 1, "C")

BLOCK = 64  # entries after which a block ends with its group
NEXT_GROUP = 0  # as the size of a gap
GAPS, STRIDES, KINDS = 0, 1, 2  # the three codes
SIZES = 64
MISSING = -(1 << 15)  # what no value is


@compiled(int64(NUMBERS, VALUES, uint64, VALUES, types.Array(int64, 2, "C"), CODE, CODE))
def survey(
    numbers: np.ndarray,
    values: np.ndarray,
    details: int,
    places: np.ndarray,
    frequencies: np.ndarray,
    firsts: np.ndarray,
    groups: np.ndarray,
) -> int:
    """Count how often each symbol will be written, and list where blocks begin; returns how many.

    ``places`` tells each value's place in the list, by the value and 2^15.
    """
    blocks = 0
    group, detail, value = int64(-1), int64(-1), int64(0)
    for place in range(numbers.size):
        here, rest = int64(numbers[place] // details), int64(numbers[place] % details)
        if here != group:
            if place == 0 or place - firsts[blocks - 1] >= BLOCK:
                firsts[blocks], groups[blocks] = place, here
                blocks += 1
                group, value = here - 1, int64(0)
            frequencies[GAPS, NEXT_GROUP] += 1
            frequencies[STRIDES, bit_length(here - group - 1)] += 1
            group, detail = here, int64(-1)
        frequencies[GAPS, bit_length(rest - detail)] += 1
        detail = rest
        same = values[place] == value
        frequencies[KINDS, 0 if same else 1 + places[int64(values[place]) - MISSING]] += 1
        value = int64(values[place])
    return blocks


@compiled(
    int64(
        NUMBERS, VALUES, uint64, VALUES, types.Array(int64, 2, "C"), types.Array(uint64, 2, "C"),
        CODE, STREAM, OFFSETS,
    )
)  # fmt: skip
def write_entries(
    numbers: np.ndarray,
    values: np.ndarray,
    details: int,
    places: np.ndarray,
    lengths: np.ndarray,
    words: np.ndarray,
    firsts: np.ndarray,
    stream: np.ndarray,
    offsets: np.ndarray,
) -> int:
    """Write all entries to a stream of zeros, and each block's offset; returns how many bits."""
    position, block = 0, 0
    group, detail, value = int64(-1), int64(-1), int64(0)
    for place in range(numbers.size):
        here, rest = int64(numbers[place] // details), int64(numbers[place] % details)
        if block < firsts.size and place == firsts[block]:
            offsets[block] = position
            block += 1
            group, value = here - 1, int64(0)
        if here != group:
            position = write_bits(
                stream, position, words[GAPS, NEXT_GROUP], lengths[GAPS, NEXT_GROUP]
            )
            stride = here - group - 1
            size = bit_length(stride)
            position = write_bits(stream, position, words[STRIDES, size], lengths[STRIDES, size])
            position = write_bits(stream, position, uint64(stride), max(size - 1, 0))
            group, detail = here, int64(-1)
        size = bit_length(rest - detail)
        position = write_bits(stream, position, words[GAPS, size], lengths[GAPS, size])
        position = write_bits(stream, position, uint64(rest - detail), size - 1)
        detail = rest
        kind = 0
        if values[place] != value:
            kind = 1 + int64(places[int64(values[place]) - MISSING])
        position = write_bits(stream, position, words[KINDS, kind], lengths[KINDS, kind])
        value = int64(values[place])
    return position


@compiled(
    int64(uint64, uint64, BLOCKS, OFFSETS, STREAM, CODE, CODE, CODE, VALUES)
)  # fmt: skip
def look_up(
    number: int,
    details: int,
    groups: np.ndarray,
    offsets: np.ndarray,
    stream: np.ndarray,
    gaps: np.ndarray,
    strides: np.ndarray,
    kinds: np.ndarray,
    listed: np.ndarray,
) -> int:
    """The value of a position; MISSING if it is not there.

    ``offsets`` has one entry more than there are blocks, where the last block ends.
    """
    wanted, rest = int64(number // details), int64(number % details)
    low, high = 0, groups.size  # the last block that begins with this group or one before
    while low < high:
        middle = (low + high) // 2
        if int64(groups[middle]) <= wanted:
            low = middle + 1
        else:
            high = middle
    block = low - 1
    if block < 0:
        return MISSING
    position, end = offsets[block], offsets[block + 1]
    group, detail, value = int64(groups[block]) - 1, int64(-1), int64(0)
    while position < end:
        size, position = read_symbol(stream, position, gaps)
        if size == NEXT_GROUP:
            size, position = read_symbol(stream, position, strides)
            stride, position = read_number(stream, position, size)
            group, detail = group + stride + 1, int64(-1)
            if group > wanted:
                return MISSING
            size, position = read_symbol(stream, position, gaps)
        gap, position = read_number(stream, position, size)
        detail += gap
        kind, position = read_symbol(stream, position, kinds)
        if kind > 0:
            value = int64(listed[kind - 1])
        if group == wanted:
            if detail == rest:
                return int(value)
            if detail > rest:
                return MISSING
    return MISSING


@compiled(
    int64(int64, uint64, BLOCKS, OFFSETS, STREAM, CODE, CODE, CODE, VALUES, NUMBERS, VALUES)
)  # fmt: skip
def read_entries(
    positions: int,
    details: int,
    groups: np.ndarray,
    offsets: np.ndarray,
    stream: np.ndarray,
    gaps: np.ndarray,
    strides: np.ndarray,
    kinds: np.ndarray,
    listed: np.ndarray,
    numbers: np.ndarray,
    values: np.ndarray,
) -> int:
    """Write all positions and their values; returns how many there are, at most so many."""
    made = 0
    for block in range(groups.size):
        position, end = offsets[block], offsets[block + 1]
        group, detail, value = int64(groups[block]) - 1, int64(-1), int64(0)
        while made < positions and position < end:
            size, position = read_symbol(stream, position, gaps)
            if size == NEXT_GROUP:
                size, position = read_symbol(stream, position, strides)
                stride, position = read_number(stream, position, size)
                group, detail = group + stride + 1, int64(-1)
                size, position = read_symbol(stream, position, gaps)
            gap, position = read_number(stream, position, size)
            detail += gap
            kind, position = read_symbol(stream, position, kinds)
            if kind > 0:
                value = int64(listed[kind - 1])
            numbers[made] = uint64(group) * details + uint64(detail)
            values[made] = value
            made += 1
    return made
