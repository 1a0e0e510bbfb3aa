"""Pomeczi's texts: moves and position strings."""

from __future__ import annotations

import re
from functools import cache

from jostle.core.bits import board
from jostle.core.effects import Piece
from jostle.core.kernel import Kernel, Rules, State
from jostle.core.messages import message
from jostle.core.players import Player
from jostle.core.ranks import (
    bad_position,
    check_canonical,
    places,
    read_mover,
    read_ranks,
    split_fields,
    write_ranks,
)
from jostle.core.squares import SQUARES, Axis, Direction, Square
from jostle.core.typed import PASS, not_a_move, on_board, tidied
from jostle.games.pomeczi import kernel

# P1, by the kernel's piece codes: single, flat, tall; Player 1's, then Player 2's.
PIECES = tuple(
    piece
    for player in Player
    for piece in (
        Piece("single", player),
        Piece("domino", player, Axis.HORIZONTAL, length=2),
        Piece("domino", player, Axis.VERTICAL, length=2),
    )
)
LETTERS = dict(zip(PIECES, ("S", "LR", "BT", "s", "lr", "bt"), strict=True))

PLACEMENT = re.compile(r"(?:s([a-h][1-8])|d([a-h][1-8])([>^]))")
MOTION = re.compile(r"([a-h][1-8])([<>^v])")
HANDS = re.compile(r"(.*)\[(S*)(D*)(s*)(d*)\]")
FIELDS = tuple(
    message(f"pomeczi.field.{name}") for name in ("ranks", "mover", "forbidden", "later")
)
MOST_FORBIDDEN = 3


def planes_by_player(state: State) -> tuple[int, ...]:
    """A state's first six words with Player 1's first."""
    return (*state[3:6], *state[:3]) if state[6] & 1 else state[:6]


def tiles(state: State) -> list[tuple[Piece, Square]]:
    """The tiles on the board, each with its left or lower cell."""
    return [
        (piece, SQUARES[place])
        for piece, plane in zip(PIECES, planes_by_player(state), strict=True)
        for place in places(plane)
    ]


def hands(state: State) -> tuple[tuple[int, int], tuple[int, int]]:
    """Singles and dominoes in Player 1's hand and in Player 2's."""
    memory = state[6]
    mine = memory >> 1 & 31, memory >> 6 & 15
    theirs = memory >> 10 & 31, memory >> 15 & 15
    return (theirs, mine) if memory & 1 else (mine, theirs)


def motion_text(motion: int) -> str:
    """A motion as its cell and direction."""
    return f"{SQUARES[motion & 63]}{Direction(motion >> 6 & 3)}"


def forbidden(state: State) -> list[str]:
    """The actions that P10 and P11 deny the mover."""
    motions = (state[6] >> 19 + 9 * entry & 511 for entry in range(MOST_FORBIDDEN))
    return sorted(motion_text(motion) for motion in motions if motion)


def later(state: State) -> str | None:
    """The motion that P11 will deny the other player."""
    motion = state[6] >> 46 & 511
    return motion_text(motion) if motion else None


def write(state: State, width: int, height: int) -> str:
    """The position string of a state."""
    letters = []
    for piece, plane in zip(PIECES, planes_by_player(state), strict=True):
        onward = 8 if piece.axis is Axis.VERTICAL else 1
        for place in places(plane):
            for offset, letter in enumerate(LETTERS[piece]):
                letters.append((place + offset * onward, letter))
    (singles, dominoes), (their_singles, their_dominoes) = hands(state)
    held = "S" * singles + "D" * dominoes + "s" * their_singles + "d" * their_dominoes
    mover = 2 if state[6] & 1 else 1
    denied = ",".join(forbidden(state)) or "-"
    return f"{write_ranks(letters, width, height)}[{held}] {mover} {denied} {later(state) or '-'}"


def read(text: str, width: int, height: int, rules: Rules) -> State:
    """The state of a position string."""
    first, mover_field, forbidden_field, later_field = split_fields(text, FIELDS)
    parts = HANDS.fullmatch(first)
    if parts is None:
        raise bad_position(text, "pomeczi.position.hands")
    ranks, *held = parts.groups()
    mover = read_mover(text, mover_field)
    planes = _read_tiles(text, ranks, width, height)
    counts = [len(field) for field in held]
    singles = sum(plane.bit_count() for plane in (planes[0], planes[3])) + counts[0] + counts[2]
    dominoes = sum(planes[index].bit_count() for index in (1, 2, 4, 5)) + counts[1] + counts[3]
    if (singles, dominoes) != (2 * rules[1], 2 * rules[2]):
        raise bad_position(
            text,
            "pomeczi.position.tiles",
            singles=singles,
            dominoes=dominoes,
            right_singles=2 * rules[1],
            right_dominoes=2 * rules[2],
        )
    if mover is Player.TWO:
        planes, counts = planes[3:] + planes[:3], counts[2:] + counts[:2]
    memory = (mover - 1) | counts[0] << 1 | counts[1] << 6 | counts[2] << 10 | counts[3] << 15
    bare: State = (*planes, memory)
    memory |= _read_forbidden(text, forbidden_field, bare, rules) << 19
    memory |= _read_later(text, later_field, planes, width, height) << 46
    state: State = (*planes, memory)
    check_canonical(text, write(state, width, height))
    return state


def _read_tiles(text: str, ranks: str, width: int, height: int) -> list[int]:
    """The six planes, Player 1's first; every domino must be whole."""
    on = dict(read_ranks(text, ranks, width, height, "SLRBTslrbt"))
    planes = [0] * 6
    halves = {"L": ("R", Direction.RIGHT), "B": ("T", Direction.UP)}
    halves |= {"R": ("L", Direction.LEFT), "T": ("B", Direction.DOWN)}
    for square, letter in on.items():
        kind = letter.upper()
        if kind != "S":
            other, direction = halves[kind]
            right = other if letter == kind else other.lower()
            beside = square.step(direction)
            if beside is None or on.get(beside) != right:
                raise bad_position(
                    text, "pomeczi.position.half", letter=letter, square=square, other=right
                )
        if kind in "SLB":
            planes["SLB".index(kind) + (0 if letter == kind else 3)] |= 1 << square.place
    return planes


@cache
def _motion(text: str) -> int | None:
    """A motion's number from its text, without looking at the position."""
    match = MOTION.fullmatch(text)
    if match is None:
        return None
    return kernel.MOTION | "<>^v".index(match[2]) << 6 | Square.parse(match[1]).place


def _read_forbidden(text: str, field: str, bare: State, rules: Rules) -> int:
    """The memory's three forbidden motions, in order."""
    if field == "-":
        return 0
    entries = field.split(",")
    if len(entries) > MOST_FORBIDDEN:
        raise bad_position(text, "pomeczi.position.too-many", count=len(entries))
    listed = set(Kernel(kernel).legal(rules, bare).tolist())
    motions = []
    for entry in entries:
        motion = _motion(entry)
        if motion is None:
            raise bad_position(text, "pomeczi.position.not-a-motion", entry=entry)
        if motion & 255 not in listed:
            raise bad_position(text, "pomeczi.position.forbidden", entry=entry)
        if motion in motions:
            raise bad_position(text, "pomeczi.position.twice", entry=entry)
        motions.append(motion)
    ordered = sorted([0] * (MOST_FORBIDDEN - len(motions)) + motions)
    return ordered[0] | ordered[1] << 9 | ordered[2] << 18


def _read_later(text: str, field: str, planes: list[int], width: int, height: int) -> int:
    """The memory's later motion: of a tile of the other player, towards cells on the board."""
    if field == "-":
        return 0
    motion = _motion(field)
    if motion is None:
        raise bad_position(text, "pomeczi.position.not-a-motion", entry=field)
    place, direction = motion & 63, Direction(motion >> 6 & 3)
    full = board(width, height)
    for plane, piece in zip(planes[3:], PIECES[:3], strict=True):
        if plane >> place & 1:
            targets = [cell.step(direction) for cell in piece.cells(SQUARES[place])]
            if all(target and full >> target.place & 1 for target in targets):
                return motion
    raise bad_position(text, "pomeczi.position.later", entry=field)


@cache
def move_text(code: int) -> str:
    """A move's text from the kernel's code."""
    group, square = code >> 6, SQUARES[code & 63]
    if group < kernel.PLACE_SINGLE:
        return f"{square}{Direction(group)}"
    return (f"S{square}", f"D{square}>", f"D{square}^")[group - kernel.PLACE_SINGLE]


def read_move(text: str, state: State, width: int, height: int) -> str:
    """A typed move in canonical form; either cell of a domino may be named to send it."""
    tidy = tidied(text)
    if tidy == PASS:
        return PASS
    if match := PLACEMENT.fullmatch(tidy):
        on_board(match[1] or match[2], width, height)
        return tidy[0].upper() + tidy[1:]
    if match := MOTION.fullmatch(tidy):
        square = on_board(match[1], width, height)
        for piece, end in tiles(state):
            if square in piece.cells(end):
                return f"{end}{match[2]}"
        return tidy
    raise not_a_move(text, message("pomeczi.expected"))
