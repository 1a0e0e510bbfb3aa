"""Moves as bitboards: one word for each kind of move, one bit for each square it can be made from.

A move's code is 64 · group + square, so that all moves of a position are a tuple of words, which
can be counted without being listed.
"""

from __future__ import annotations

import numpy as np

from jostle.core.bits import ONE, below, count, lowest, nth
from jostle.core.compiling import inlined


@inlined
def listed(groups: tuple[int, ...], moves: np.ndarray) -> int:
    """Write the codes of all moves, as far as there is room; returns how many there are."""
    made = 0
    group = 0
    for squares in groups:
        while squares:
            if made < moves.size:
                moves[made] = group * 64 + lowest(squares)
            made += 1
            squares = squares & (squares - ONE)
        group += 1
    return made


@inlined
def drawn(groups: tuple[int, ...], random: int) -> int:
    """A move's code, each as likely as the others; -1 if there is none."""
    total = 0
    for squares in groups:
        total += count(squares)
    if total == 0:
        return -1
    index = below(random, total)
    group = 0
    for squares in groups:
        here = count(squares)
        if index < here:
            return group * 64 + nth(squares, index)
        index -= here
        group += 1
    return -1
