"""The table of positions that a search has seen, shared by its threads without locks.

A flat array of words: buckets of four entries, an entry being two words. The first is the key
exclusive-or the second, so that an entry which two threads wrote at once matches no key. The
second::

    bit  0         16       40      48     50
         move's    score    depth   bound  age
         place + 1 + 2^22           1 ≤, 2 ≥, 3 =

Of a full bucket the entry goes that was searched least deep, older searches counting as less.
"""

from __future__ import annotations

import numpy as np
from numba import int64

from jostle.core.bits import ZERO, Word
from jostle.core.compiling import inlined

ENTRIES = 4  # of a bucket: with two words each, a line of the processor's cache
BUCKET = 2 * ENTRIES
SCORE, DEPTH, BOUND, AGE = Word(16), Word(40), Word(48), Word(50)
PLACE_MASK, SCORE_MASK, DEPTH_MASK, BOUND_MASK = Word(0xFFFF), Word(0xFFFFFF), Word(255), Word(3)
AGES = 256
SCORE_OFFSET = 1 << 22
AT_MOST, AT_LEAST, EXACTLY = 1, 2, 3
OLD = 4  # plies of depth that an entry loses with each search since


def new_table(megabytes: float) -> np.ndarray:
    """An empty table of this size."""
    buckets = max(1, int(megabytes * 2**20) // (8 * BUCKET))
    table = np.empty(buckets * BUCKET, dtype=np.uint64)
    table[:] = 0  # written, so that the machine hands the memory out now and not during the search
    return table


@inlined
def bucket_of(table: np.ndarray, key: int) -> int:
    """Where the bucket of a key begins."""
    buckets = Word(table.size // BUCKET)
    return int64(((key >> Word(32)) * buckets) >> Word(32)) * BUCKET


@inlined
def probe(table: np.ndarray, key: int) -> int:
    """What is known of a key, packed; zero if nothing is."""
    start = bucket_of(table, key)
    for entry in range(start, start + BUCKET, 2):
        data = table[entry + 1]
        if data != ZERO and table[entry] ^ data == key:
            return data
    return ZERO


@inlined
def packed(place: int, score: int, depth: int, bound: int, age: int) -> int:
    """An entry's second word; ``place`` is -1 if no move is known."""
    return (
        Word(place + 1)
        | Word(score + SCORE_OFFSET) << SCORE
        | Word(depth) << DEPTH
        | Word(bound) << BOUND
        | Word(age) << AGE
    )


@inlined
def place_in(data: int) -> int:
    return int64(data & PLACE_MASK) - 1


@inlined
def score_in(data: int) -> int:
    return int64(data >> SCORE & SCORE_MASK) - SCORE_OFFSET


@inlined
def depth_in(data: int) -> int:
    return int64(data >> DEPTH & DEPTH_MASK)


@inlined
def bound_in(data: int) -> int:
    return int64(data >> BOUND & BOUND_MASK)


@inlined
def keep(table: np.ndarray, key: int, data: int) -> None:
    """Write an entry, over the one of the same key or the least useful of its bucket."""
    start = bucket_of(table, key)
    victim = start
    least = 1 << 30
    age = int64(data >> AGE)
    for entry in range(start, start + BUCKET, 2):
        there = table[entry + 1]
        if there == ZERO or table[entry] ^ there == key:
            victim = entry
            break
        years = (age - int64(there >> AGE)) % AGES
        use = depth_in(there) - OLD * years
        if use < least:
            least = use
            victim = entry
    table[victim] = key ^ data
    table[victim + 1] = data
