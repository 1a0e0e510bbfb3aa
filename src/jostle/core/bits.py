"""Bitboards: one bit of a 64-bit word for each square, laid out as in ``squares``.

All words are unsigned. Numba turns a mixture of signed and unsigned into floating point, so every
constant that meets a word is a word itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from llvmlite import ir
from numba import int64, uint64
from numba.extending import intrinsic

from jostle.core.compiling import inlined
from jostle.core.squares import STRIDE, Direction

Word: Any = np.uint64  # to the type checker a word is an int

ZERO = Word(0)
ONE = Word(1)
GOLDEN = Word(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio: multiples of it spread evenly
FILE_A = Word(0x0101010101010101)
FILE_H = Word(0x8080808080808080)


def board(width: int, height: int) -> int:
    """The squares of a board of this size."""
    return sum(((1 << width) - 1) << rank * STRIDE for rank in range(height))


# A step is a shift by one of LEFT_SHIFT and RIGHT_SHIFT, the other being 0, of the squares that do
# not leave the largest board sideways (KEEP). What leaves it upwards or downwards is shifted out.
SHIFTS = [STRIDE * direction.ranks + direction.files for direction in Direction]
LEFT_SHIFT = np.array([max(shift, 0) for shift in SHIFTS], dtype=np.uint64)
RIGHT_SHIFT = np.array([max(-shift, 0) for shift in SHIFTS], dtype=np.uint64)
KEEP = ~np.array([(FILE_A, ZERO, FILE_H)[direction.files + 1] for direction in Direction])
OPPOSITE = np.array([direction.opposite for direction in Direction], dtype=np.int64)


def instruction(generator: Callable[..., Any]) -> Callable[[int], int]:
    """Make a function of a word out of what builds one machine instruction."""

    def typed(_typing_context: Any, _word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return generator(builder, arguments[0])

        return int64(uint64), generate

    typed.__name__ = generator.__name__
    return cast(Callable[[int], int], intrinsic(typed))


@instruction
def count(builder: Any, word: Any) -> Any:
    """How many bits are set."""
    return builder.ctpop(word)


@instruction
def lowest(builder: Any, word: Any) -> Any:
    """The place of the lowest set bit (of a word that is not zero)."""
    return builder.cttz(word, ir.Constant(ir.IntType(1), 1))


@instruction
def highest(builder: Any, word: Any) -> Any:
    """The place of the highest set bit (of a word that is not zero)."""
    leading = builder.ctlz(word, ir.Constant(ir.IntType(1), 1))
    return builder.sub(ir.Constant(ir.IntType(64), 63), leading)


@inlined
def bit(place: int) -> int:
    """The word with only this square set."""
    return ONE << Word(place)


@inlined
def step(bits: int, direction: int) -> int:
    """All squares moved one step; those that leave the largest board are gone."""
    return ((bits & KEEP[direction]) << LEFT_SHIFT[direction]) >> RIGHT_SHIFT[direction]


@inlined
def nth(bits: int, index: int) -> int:
    """The place of the set bit with ``index`` set bits below it."""
    for _ in range(index):
        bits = bits & (bits - ONE)
    return lowest(bits)


@inlined
def mix(word: int) -> int:
    """A well-stirred copy of a word: each bit of it decides half of the result's bits."""
    word = (word ^ (word >> Word(30))) * Word(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> Word(27))) * Word(0x94D049BB133111EB)
    return word ^ (word >> Word(31))


@inlined
def fingerprint(words: tuple[int, ...]) -> int:
    """A 64-bit key of some words: each is stirred with a number of its own."""
    number, result = ZERO, ZERO
    for word in words:
        number = number + GOLDEN
        result = result ^ mix(word + number)
    return result


@inlined
def next_seed(seed: int) -> int:
    """The seed that follows; ``mix`` of a seed is a random word (the SplitMix64 generator)."""
    return seed + GOLDEN


@inlined
def below(random: int, bound: int) -> int:
    """A number from 0 to ``bound`` - 1 out of the upper half of a random word."""
    return int64(((random >> Word(32)) * Word(bound)) >> Word(32))
