"""Prefix codes: frequent symbols get few bits, as Huffman found, and are decoded bit by bit.

A code is an array: how many symbols have 0, 1, 2, … bits, up to the most there can be, and then
the symbols, those of fewer bits first. Of equally many bits they are in ascending order, so the
lengths alone determine the code.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from itertools import count

import numpy as np
from numba import int64

from jostle.core.compiling import inlined

MOST_BITS = 48  # of a symbol; rarer ones than 2^-48 do not occur
HEAD = MOST_BITS + 1


def code_lengths(frequencies: np.ndarray) -> np.ndarray:
    """How many bits each symbol gets; none if it never occurs."""
    lengths = np.zeros(frequencies.size, dtype=np.int64)
    used = np.flatnonzero(frequencies)
    if used.size == 1:
        lengths[used] = 1
        return lengths
    order = count()
    heap = [(int(frequencies[symbol]), next(order), [int(symbol)]) for symbol in used]
    heapq.heapify(heap)
    while len(heap) > 1:
        rare, _, symbols = heapq.heappop(heap)
        other, _, more = heapq.heappop(heap)
        symbols = symbols + more
        lengths[symbols] += 1
        heapq.heappush(heap, (rare + other, next(order), symbols))
    return lengths


def code_of(lengths: Iterable[int]) -> np.ndarray:
    """The code of symbols with these lengths."""
    lengths = np.array(list(lengths), dtype=np.int64)
    used = np.flatnonzero(lengths)
    symbols = used[np.argsort(lengths[used], kind="stable")]
    counts = np.bincount(lengths[used], minlength=HEAD)
    return np.concatenate([counts, symbols]).astype(np.int64)


def words_of(lengths: np.ndarray) -> np.ndarray:
    """The bits of each symbol, as a number of its length."""
    code = code_of(lengths)
    words = np.zeros(lengths.size, dtype=np.uint64)
    word, place = 0, HEAD
    for length in range(1, HEAD):
        word <<= 1
        for _ in range(code[length]):
            words[code[place]] = word
            word += 1
            place += 1
    return words


@inlined
def read_bit(stream: np.ndarray, position: int) -> int:
    """One bit of a stream of bytes."""
    return int64(stream[position >> 3]) >> (7 - (position & 7)) & 1


@inlined
def read_symbol(stream: np.ndarray, position: int, code: np.ndarray) -> tuple[int, int]:
    """A symbol, and the position after it; a symbol of -1 stands for bits that mean nothing."""
    word, first, place = 0, 0, HEAD
    for length in range(1, HEAD):
        word |= read_bit(stream, position)
        position += 1
        symbols = code[length]
        if word - first < symbols:
            return code[place + word - first], position
        place += symbols
        first = (first + symbols) << 1
        word <<= 1
    return -1, position


@inlined
def read_number(stream: np.ndarray, position: int, size: int) -> tuple[int, int]:
    """A number of so many bits, of which the first is not written since it is always 1."""
    if size == 0:
        return 0, position
    number = 1
    for _ in range(size - 1):
        number = number << 1 | read_bit(stream, position)
        position += 1
    return number, position


@inlined
def bit_length(number: int) -> int:
    """How many bits a number needs."""
    size = 0
    while number:
        number >>= 1
        size += 1
    return size


@inlined
def write_bits(stream: np.ndarray, position: int, word: int, size: int) -> int:
    """Write the lowest bits of a word, the highest of them first; returns the position after."""
    for shift in range(size - 1, -1, -1):
        stream[position >> 3] |= (word >> shift & 1) << (7 - (position & 7))
        position += 1
    return position
