"""Every position of a variant as a number, and mirrored positions as the same one.

A number is ``group · details + detail``. The group says what lies on the board and in the hands,
as the player to move sees it, so that exchanging the players changes nothing; the groups are
counted without gaps. The detail says what is remembered: three forbidden motions and the later one,
each as a digit, 0 for none and else 1 + 4 · cell + direction.

Groups are ranked cell by cell, from the lower left one on. What a cell can hold (nothing, a single
of mine or theirs, a flat domino, a tall one) comes in a fixed order, and the table of *ways* tells
how many groups begin with each choice: it counts the ways to fill the cells from one on, given
which of the next cells are covered already and which tiles are left. What is left at the end is in
the hands.

The layout of a variant is an array of numbers::

    0      1       2        3         4         5
    width  height  singles  dominoes  details   ways[cell, covered, singles, dominoes]
                   (all of both players)
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from jostle.core.bits import ONE, ZERO, Word, bit, lowest
from jostle.core.compiling import compiled, inlined
from jostle.core.kernel import Rules, State
from jostle.core.squares import STRIDE
from jostle.games.pomeczi.kernel import (
    DOMINOES_MASK,
    DOWN,
    FORBIDDEN,
    LATER,
    LEFT,
    MOST_MOVES,
    MOTION,
    MOTION_MASK,
    MY_DOMINOES,
    MY_SINGLES,
    PLACE_SINGLE,
    RIGHT,
    SINGLES_MASK,
    STATE,
    THEIR_DOMINOES,
    THEIR_SINGLES,
    UP,
    covered,
    in_order,
    legal,
)

VERSION = 1  # to be raised when positions get other numbers, so that old tables are refused
WIDTH, HEIGHT, SINGLES, DOMINOES, DETAILS, WAYS = 0, 1, 2, 3, 4, 5
LAYOUT = int64[::1]
LIKELY = 0.5  # the share of conceivable details that occur
MOTION_BITS = Word(9)

MIRRORED, UPSIDE_DOWN, TRANSPOSED = 1, 2, 4  # the symmetries are sums of these
# What becomes of the four directions, in their order: left, right, up, down.
FILES_TURNED = np.array([RIGHT, LEFT, UP, DOWN])
RANKS_TURNED = np.array([LEFT, RIGHT, DOWN, UP])
TRANSPOSED_WAYS = np.array([DOWN, UP, RIGHT, LEFT])


def layout(rules: Rules, width: int, height: int) -> np.ndarray:
    """The layout of a variant."""
    singles, dominoes = 2 * int(rules[1]), 2 * int(rules[2])
    details = (4 * width * height + 1) ** 4
    ways = counted_ways(width, height, singles, dominoes)
    return np.array([width, height, singles, dominoes, details, *ways.ravel()], dtype=np.int64)


def counted_ways(width: int, height: int, singles: int, dominoes: int) -> np.ndarray:
    """In how many ways the cells from one on can be filled, from the last cell backwards.

    ``ahead`` has a bit for each covered one of the next cells, a row's length of them, the lowest
    for the cell itself. At the end the tiles that are left are shared out between the hands.
    """
    cells = width * height
    ways = np.zeros((cells + 1, 1 << width, singles + 1, dominoes + 1), dtype=object)
    for left in np.ndindex(singles + 1, dominoes + 1):
        ways[(cells, 0, *left)] = (left[0] + 1) * (left[1] + 1)
    for cell in range(cells - 1, -1, -1):
        after = ways[cell + 1]
        for ahead in range(1 << width):
            ways[cell, ahead] += after[ahead >> 1]
            if ahead & 1:
                continue
            ways[cell, ahead, 1:] += 2 * after[ahead >> 1, :-1]
            if cell % width < width - 1 and not ahead & 2:
                ways[cell, ahead, :, 1:] += 2 * after[ahead >> 1 | 1, :, :-1]
            if cell + width < cells:
                ways[cell, ahead, :, 1:] += 2 * after[ahead >> 1 | 1 << width - 1, :, :-1]
    return ways


def groups(layout: np.ndarray) -> int:
    """How many groups there are."""
    strides = (layout[SINGLES] + 1) * (layout[DOMINOES] + 1)
    return int(layout[WAYS + strides - 1])


def symmetries(layout: np.ndarray) -> int:
    """How many mirror images a position has, itself included."""
    return 8 if layout[WIDTH] == layout[HEIGHT] else 4


def likely_details(rules: Rules, state: State) -> float:
    """About how many details occur with a group: what each player may have moved last.

    As many motions as are possible now may have been made just before; the share of them that
    really occurs was found by counting (on 3×3 a third, on 4×4 half of them).
    """
    turned_over = (*state[3:6], *state[:3], ZERO)
    return LIKELY * (1 + motions(rules, state)) * (1 + motions(rules, turned_over))


def motions(rules: Rules, state: State) -> int:
    """How many motions the mover has."""
    moves = np.empty(MOST_MOVES, dtype=np.int64)
    made = legal(rules, state, moves)
    return int(np.count_nonzero(moves[:made] < 64 * PLACE_SINGLE))


@inlined
def ways(layout: np.ndarray, cell: int, ahead: int, singles: int, dominoes: int) -> int:
    """In how many ways the board can be filled from a cell on."""
    place = (cell << layout[WIDTH]) + ahead
    place = (place * (layout[SINGLES] + 1) + singles) * (layout[DOMINOES] + 1) + dominoes
    return layout[WAYS + place]


@inlined
def group(layout: np.ndarray, state: State) -> int:
    """The number of what lies on the board and in the hands."""
    width = layout[WIDTH]
    singles, dominoes = layout[SINGLES], layout[DOMINOES]
    flat, tall = state[1] | state[4], state[2] | state[5]
    theirs = state[3] | state[4] | state[5]
    tiles = state[0] | theirs | flat | tall
    number, ahead, cell = 0, 0, 0
    while tiles:
        place = lowest(tiles)
        here = bit(place)
        tiles = tiles & (tiles - ONE)
        reached = (place // STRIDE) * width + place % STRIDE
        ahead >>= reached - cell
        cell = reached
        rest = ahead >> 1
        number += ways(layout, cell + 1, rest, singles, dominoes)
        if (state[0] | state[3]) & here:
            singles -= 1
            if theirs & here:
                number += ways(layout, cell + 1, rest, singles, dominoes)
            continue
        if singles:
            number += 2 * ways(layout, cell + 1, rest, singles - 1, dominoes)
        dominoes -= 1
        lying, standing = rest | 1, rest | 1 << (width - 1)
        fits = cell % width < width - 1 and not ahead & 2
        if flat & here:
            ahead |= 2
            if theirs & here:
                number += ways(layout, cell + 1, lying, singles, dominoes)
        else:
            ahead |= 1 << width
            if fits:
                number += 2 * ways(layout, cell + 1, lying, singles, dominoes)
            if theirs & here:
                number += ways(layout, cell + 1, standing, singles, dominoes)
    my_singles = int64(state[6] >> MY_SINGLES & SINGLES_MASK)
    return number + my_singles * (dominoes + 1) + int64(state[6] >> MY_DOMINOES & DOMINOES_MASK)


@inlined
def ungrouped(layout: np.ndarray, number: int) -> State:
    """The state of a group, with nothing remembered."""
    width, height = layout[WIDTH], layout[HEIGHT]
    singles, dominoes = layout[SINGLES], layout[DOMINOES]
    my_single, my_flat, my_tall = ZERO, ZERO, ZERO
    single, flat, tall = ZERO, ZERO, ZERO
    ahead = 0
    for cell in range(width * height):
        taken = ahead & 1
        fits = cell % width < width - 1 and not ahead & 2
        ahead >>= 1
        if taken:
            continue
        empty = ways(layout, cell + 1, ahead, singles, dominoes)
        if number < empty:
            continue
        number -= empty
        here = bit(cell // width * STRIDE + cell % width)
        choices = ways(layout, cell + 1, ahead, singles - 1, dominoes) if singles else 0
        if number < 2 * choices:
            singles -= 1
            if number < choices:
                my_single |= here
            else:
                number -= choices
                single |= here
            continue
        number -= 2 * choices
        dominoes -= 1
        choices = ways(layout, cell + 1, ahead | 1, singles, dominoes) if fits else 0
        if number < 2 * choices:
            ahead |= 1
            if number < choices:
                my_flat |= here
            else:
                number -= choices
                flat |= here
            continue
        number -= 2 * choices
        ahead |= 1 << (width - 1)
        choices = ways(layout, cell + 1, ahead, singles, dominoes)
        if number < choices:
            my_tall |= here
        else:
            number -= choices
            tall |= here
    my_singles, my_dominoes = number // (dominoes + 1), number % (dominoes + 1)
    memory = Word(my_singles) << MY_SINGLES | Word(my_dominoes) << MY_DOMINOES
    memory |= Word(singles - my_singles) << THEIR_SINGLES
    memory |= Word(dominoes - my_dominoes) << THEIR_DOMINOES
    return my_single, my_flat, my_tall, single, flat, tall, memory


@inlined
def digit(layout: np.ndarray, motion: int) -> int:
    """A motion of the memory word as a digit."""
    if motion == 0:
        return 0
    place = motion & 63
    cell = place // STRIDE * layout[WIDTH] + place % STRIDE
    return 1 + 4 * cell + (motion >> 6 & 3)


@inlined
def motion_of(layout: np.ndarray, digit: int) -> int:
    """The motion of a digit."""
    if digit == 0:
        return 0
    cell, direction = (digit - 1) >> 2, (digit - 1) & 3
    width = layout[WIDTH]
    return MOTION | direction << 6 | cell // width * STRIDE + cell % width


@compiled(uint64(LAYOUT, STATE))
def pack(layout: np.ndarray, state: State) -> int:
    """The number of a state; whose turn it is does not matter."""
    base = 4 * layout[WIDTH] * layout[HEIGHT] + 1
    memory = state[6] >> FORBIDDEN
    detail = 0
    for _ in range(4):  # forbidden motions, then the later one
        detail = detail * base + digit(layout, int64(memory & MOTION_MASK))
        memory >>= MOTION_BITS
    return Word(group(layout, state)) * Word(layout[DETAILS]) + Word(detail)


@compiled(STATE(LAYOUT, uint64))
def unpack(layout: np.ndarray, number: int) -> State:
    """The state of a number, with Player 1 to move."""
    base = 4 * layout[WIDTH] * layout[HEIGHT] + 1
    details = Word(layout[DETAILS])
    state = ungrouped(layout, int64(number // details))
    detail = int64(number % details)
    memory = ZERO
    for _ in range(4):
        memory = memory << MOTION_BITS | Word(motion_of(layout, detail % base))
        detail //= base
    return (*state[:6], state[6] | memory << FORBIDDEN)


@inlined
def files_reversed(board: int, width: int) -> int:
    """Left and right exchanged."""
    board = (board >> Word(1) & Word(0x5555555555555555)) | (
        (board & Word(0x5555555555555555)) << Word(1)
    )
    board = (board >> Word(2) & Word(0x3333333333333333)) | (
        (board & Word(0x3333333333333333)) << Word(2)
    )
    board = (board >> Word(4) & Word(0x0F0F0F0F0F0F0F0F)) | (
        (board & Word(0x0F0F0F0F0F0F0F0F)) << Word(4)
    )
    return board >> Word(STRIDE - width)


@inlined
def ranks_reversed(board: int, height: int) -> int:
    """Bottom and top exchanged."""
    board = (board >> Word(8) & Word(0x00FF00FF00FF00FF)) | (
        (board & Word(0x00FF00FF00FF00FF)) << Word(8)
    )
    board = (board >> Word(16) & Word(0x0000FFFF0000FFFF)) | (
        (board & Word(0x0000FFFF0000FFFF)) << Word(16)
    )
    board = board >> Word(32) | board << Word(32)
    return board >> Word(STRIDE * (8 - height))


@inlined
def transposed(board: int) -> int:
    """Files and ranks exchanged, by exchanging ever larger squares along the diagonal."""
    other = Word(0x0F0F0F0F00000000) & (board ^ (board << Word(28)))
    board = board ^ other ^ (other >> Word(28))
    other = Word(0x3333000033330000) & (board ^ (board << Word(14)))
    board = board ^ other ^ (other >> Word(14))
    other = Word(0x5500550055005500) & (board ^ (board << Word(7)))
    return board ^ other ^ (other >> Word(7))


@inlined
def turned_cells(layout: np.ndarray, cells: int, symmetry: int) -> int:
    """Where cells come to lie."""
    if symmetry & MIRRORED:
        cells = files_reversed(cells, layout[WIDTH])
    if symmetry & UPSIDE_DOWN:
        cells = ranks_reversed(cells, layout[HEIGHT])
    return transposed(cells) if symmetry & TRANSPOSED else cells


@inlined
def turned_motion(layout: np.ndarray, motion: int, symmetry: int, flat: int, tall: int) -> int:
    """What becomes of a motion of the tile on its cell; 0 stays 0."""
    if motion == 0:
        return 0
    place, direction = motion & 63, motion >> 6 & 3
    file, rank = place % STRIDE, place // STRIDE
    if symmetry & MIRRORED:
        file = layout[WIDTH] - 1 - file - int64(flat >> Word(place) & ONE)
        direction = FILES_TURNED[direction]
    if symmetry & UPSIDE_DOWN:
        rank = layout[HEIGHT] - 1 - rank - int64(tall >> Word(place) & ONE)
        direction = RANKS_TURNED[direction]
    if symmetry & TRANSPOSED:
        file, rank = rank, file
        direction = TRANSPOSED_WAYS[direction]
    return MOTION | direction << 6 | rank * STRIDE + file


@inlined
def turned(layout: np.ndarray, state: State, symmetry: int) -> State:
    """A state on the turned board; the named end of a domino may be its other one then."""
    single, their_single = state[0], state[3]
    flat, tall, their_flat, their_tall = state[1], state[2], state[4], state[5]
    if symmetry & MIRRORED:
        flat, their_flat = flat << ONE, their_flat << ONE
    if symmetry & UPSIDE_DOWN:
        tall, their_tall = tall << Word(STRIDE), their_tall << Word(STRIDE)
    single = turned_cells(layout, single, symmetry)
    their_single = turned_cells(layout, their_single, symmetry)
    flat, tall = turned_cells(layout, flat, symmetry), turned_cells(layout, tall, symmetry)
    their_flat = turned_cells(layout, their_flat, symmetry)
    their_tall = turned_cells(layout, their_tall, symmetry)
    if symmetry & TRANSPOSED:
        flat, tall, their_flat, their_tall = tall, flat, their_tall, their_flat
    memory = state[6]
    if memory >> FORBIDDEN:
        lying, standing = state[1] | state[4], state[2] | state[5]
        motions = ZERO
        for place in range(4):
            motion = int64(memory >> (FORBIDDEN + Word(9 * place)) & MOTION_MASK)
            motion = turned_motion(layout, motion, symmetry, lying, standing)
            motions |= Word(motion) << Word(9 * place)
        first, second = motions & MOTION_MASK, motions >> MOTION_BITS & MOTION_MASK
        third, later = motions >> Word(18) & MOTION_MASK, motions >> Word(27)
        memory &= (ONE << FORBIDDEN) - ONE
        memory |= in_order(first, second, third) << FORBIDDEN | later << LATER
    return single, flat, tall, their_single, their_flat, their_tall, memory


@inlined
def comes_before(first: State, second: State) -> bool:
    """The order in which one of several mirror images is chosen."""
    for word in range(7):
        if first[word] != second[word]:
            return first[word] < second[word]
    return False


@compiled(STATE(LAYOUT, STATE))
def canonical(layout: np.ndarray, state: State) -> State:
    """The one that stands for a state and its mirror images, with Player 1 to move.

    It has the smallest covered cells; only where several images share these are they compared.
    """
    state = (*state[:6], state[6] & ~ONE)
    cells = covered(state)
    images = 8 if layout[WIDTH] == layout[HEIGHT] else 4
    smallest, ties = cells, ONE
    for symmetry in range(1, images):
        turned_over = turned_cells(layout, cells, symmetry)
        if turned_over < smallest:
            smallest, ties = turned_over, bit(symmetry)
        elif turned_over == smallest:
            ties |= bit(symmetry)
    chosen = turned(layout, state, lowest(ties))
    ties = ties & (ties - ONE)
    while ties:
        image = turned(layout, state, lowest(ties))
        ties = ties & (ties - ONE)
        if comes_before(image, chosen):
            chosen = image
    return chosen
