"""Retrograde analysis: from the ends of the game backwards.

Positions are places in the sorted array of all. A value is 0 while nothing is known (and for good
if the position is drawn), distance + 1 if the player to move wins, -(distance + 1) if they lose.

``successors`` has the places after each position one after the other; turned around, ``sources``
has the places before each position, those of a place from ``offsets[place]`` on.

Threads share the arrays without locks: each writes only what belongs to its own range of places.
"""

from __future__ import annotations

import numpy as np
from numba import int16, int64, types, uint16, uint32

from jostle.core.compiling import compiled

PLACES = types.Array(uint32, 1, "C")
OFFSETS = types.Array(int64, 1, "C")
VALUES = types.Array(int16, 1, "C")
DEGREES = types.Array(uint16, 1, "C")


@compiled(types.void(PLACES, int64, int64, OFFSETS))
def tally(successors: np.ndarray, low: int, high: int, offsets: np.ndarray) -> None:
    """Count how often each place of the range is a successor, in its own entry of the offsets."""
    for place in successors:
        if low <= place < high:
            offsets[place] += 1


@compiled(types.void(PLACES, DEGREES, int64, int64, int64, OFFSETS, PLACES))
def turn_around(
    successors: np.ndarray,
    degrees: np.ndarray,
    first: int,
    low: int,
    high: int,
    offsets: np.ndarray,
    sources: np.ndarray,
) -> None:
    """Enter positions, from ``first`` on, as sources of their successors within the range.

    The offsets are the ends of each place's entries at first, and move down to their beginnings.
    """
    entry = 0
    for index in range(degrees.size):
        for _ in range(degrees[index]):
            place = int64(successors[entry])
            entry += 1
            if low <= place < high:
                offsets[place] -= 1
                sources[offsets[place]] = first + index


@compiled(int64(PLACES, OFFSETS, PLACES, int64, int64, VALUES, DEGREES, PLACES))
def spread(
    settled: np.ndarray,
    offsets: np.ndarray,
    sources: np.ndarray,
    low: int,
    high: int,
    values: np.ndarray,
    open_moves: np.ndarray,
    out: np.ndarray,
) -> int:
    """Tell the positions before the settled ones, which all have the same distance.

    Who can move to a lost position wins; who has no move left but to won ones loses. Writes the
    places of the range that are settled by that; returns how many.
    """
    made = 0
    for place in settled:
        value = int64(values[place])
        for entry in range(offsets[place], offsets[place + 1]):
            source = int64(sources[entry])
            if source < low or source >= high or values[source] != 0:
                continue
            if value < 0:
                values[source] = 1 - value
            else:
                open_moves[source] -= 1
                if open_moves[source] > 0:
                    continue
                values[source] = -1 - value
            out[made] = source
            made += 1
    return made


@compiled(types.void(int64, OFFSETS, PLACES, int64, int64, VALUES, DEGREES))
def recount(
    distance: int,
    offsets: np.ndarray,
    sources: np.ndarray,
    low: int,
    high: int,
    values: np.ndarray,
    open_moves: np.ndarray,
) -> None:
    """Take moves to wins nearer than a distance off the open ones, as spreading them has done."""
    for place in range(values.size):
        if 0 < values[place] <= distance:
            for entry in range(offsets[place], offsets[place + 1]):
                source = int64(sources[entry])
                if low <= source < high:
                    open_moves[source] -= 1
