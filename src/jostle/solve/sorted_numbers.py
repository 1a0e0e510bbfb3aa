"""Sets of positions as sorted arrays of their numbers."""

from __future__ import annotations

import numpy as np
from numba import int64, types, uint32, uint64

from jostle.core.compiling import compiled

NUMBERS = types.Array(uint64, 1, "C")


def distinct(numbers: np.ndarray) -> np.ndarray:
    """The numbers in order, each once; sorts the array it is given."""
    numbers.sort()
    if numbers.size == 0:
        return numbers
    new = np.empty(numbers.size, dtype=bool)
    new[0] = True
    np.not_equal(numbers[1:], numbers[:-1], out=new[1:])
    return numbers[new]


@compiled(int64(NUMBERS, NUMBERS, NUMBERS))
def write_unknown(known: np.ndarray, numbers: np.ndarray, out: np.ndarray) -> int:
    """Write the numbers that are not known; returns how many. All are sorted."""
    made = 0
    place = 0
    for number in numbers:
        # The known numbers are many more: gallop to the right neighbourhood, then halve it.
        step = 1
        while place + step < known.size and known[place + step] < number:
            step *= 2
        high = min(place + step, known.size)
        while place < high:
            middle = (place + high) // 2
            if known[middle] < number:
                place = middle + 1
            else:
                high = middle
        if place == known.size or known[place] != number:
            out[made] = number
            made += 1
    return made


def unknown(known: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Those of the numbers that are not known; all are sorted."""
    out = np.empty_like(numbers)
    return out[: write_unknown(known, numbers, out)]


@compiled(types.void(NUMBERS, NUMBERS, NUMBERS))
def write_union(first: np.ndarray, second: np.ndarray, out: np.ndarray) -> None:
    """Write two sorted arrays that share no number as one."""
    place, other = 0, 0
    for index in range(out.size):
        if other == second.size or (place < first.size and first[place] < second[other]):
            out[index] = first[place]
            place += 1
        else:
            out[index] = second[other]
            other += 1


def union(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Two sorted arrays that share no number as one."""
    out = np.empty(first.size + second.size, dtype=np.uint64)
    write_union(first, second, out)
    return out


@compiled(types.void(NUMBERS, uint64, types.Array(uint32, 1, "C")))
def write_starts(numbers: np.ndarray, details: int, starts: np.ndarray) -> None:
    """Write where each group of positions begins; after the last one, where all end."""
    group = 0
    for place in range(numbers.size):
        here = int64(numbers[place] // details)
        while group <= here:
            starts[group] = place
            group += 1
    starts[group:] = numbers.size
