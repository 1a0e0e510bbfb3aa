"""Push Push's texts: moves and position strings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from jostle.core.effects import Piece
from jostle.core.kernel import Rules, State
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
from jostle.core.squares import SQUARES, Direction, Square
from jostle.core.typed import PASS, not_a_move, on_board, tidied
from jostle.games.push_push import kernel
from jostle.games.push_push.kernel import SIZE

FIGURES = {1: 2, 2: 2, 3: 2, 4: 1}  # how many of each value a player starts with
# By the kernel's piece codes: values 1 to 4 of Player 1, of Player 2, the ball.
BALL = Piece("ball", None)
PIECES = (*(Piece(str(value), player) for player in Player for value in FIGURES), BALL)
ALPHABET = "ABCDabcdo"
LETTERS = dict(zip(PIECES, ALPHABET, strict=True))

MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])(~?)")
FIRST_MOVE = re.compile(r"([ABCD])([a-g][1-7])")
FIELDS = tuple(
    message(f"push-push.field.{name}") for name in ("ranks", "mover", "opening", "quiet")
)
OPENINGS = {"-": kernel.NOTHING, "first": kernel.FIRST}
OPENINGS |= {"1-0": kernel.WON_BY_1, "0-1": kernel.WON_BY_2}
OPENING_TEXTS = {int(code): text for text, code in OPENINGS.items()}


def coded(state: State) -> Iterator[tuple[int, int]]:
    """The places of the figures and the ball and their codes, in no order that matters."""
    mine, theirs, low, high, memory = state
    sides = (theirs, mine) if memory & 1 else (mine, theirs)
    for owner, side in enumerate(sides):
        for place in places(side):
            yield place, 4 * owner + (low >> place & 1) + 2 * (high >> place & 1)
    if memory >> 7 & 1:
        yield memory >> 1 & 63, kernel.BALL


def figures(state: State) -> list[tuple[Piece, Square]]:
    """The figures on the board and the ball."""
    return [(PIECES[code], SQUARES[place]) for place, code in coded(state)]


def opening(state: State) -> str:
    """The third field: what the first reply must heed, or the result after a goal."""
    memory = state[4]
    code = memory >> 8 & 7
    if code == kernel.REPLY:
        return f"{'ABCD'[memory >> 11 & 3]}{SQUARES[memory >> 13 & 63]}"
    return OPENING_TEXTS[code]


def quiet(state: State) -> int:
    """Turns since the last elimination."""
    return state[4] >> 19


def write(state: State) -> str:
    """The position string of a state."""
    letters = ((place, ALPHABET[code]) for place, code in coded(state))
    mover = 2 if state[4] & 1 else 1
    return f"{write_ranks(letters, SIZE, SIZE)} {mover} {opening(state)} {quiet(state)}"


def read(text: str, rules: Rules) -> State:
    """The state of a position string."""
    ranks, mover_field, opening_field, quiet_field = split_fields(text, FIELDS)
    sides, low, high, balls = [0, 0], 0, 0, []
    counts: dict[str, int] = {}
    for square, letter in read_ranks(text, ranks, SIZE, SIZE, ALPHABET):
        counts[letter] = counts.get(letter, 0) + 1
        if letter == "o":
            balls.append(square)
            continue
        sides["abcd".find(letter) >= 0] |= 1 << square.place
        value = "ABCD".index(letter.upper())
        low |= (value & 1) << square.place
        high |= (value >> 1) << square.place
        if counts[letter] > FIGURES[value + 1]:
            raise bad_position(
                text, "push-push.position.figures", letter=letter, most=FIGURES[value + 1]
            )
    mover = read_mover(text, mover_field)
    memory = mover - 1 | _read_opening(text, opening_field, mover, sides[0], low, high)
    memory |= _read_quiet(text, quiet_field, rules) << 19
    decided = opening_field in ("1-0", "0-1")
    if len(balls) != (0 if decided else 1):
        key = "push-push.position.ball-after-goal" if decided else "push-push.position.ball"
        raise bad_position(text, key, count=len(balls), opening=opening_field, letter="o")
    if balls:
        memory |= 1 << 7 | balls[0].place << 1
    mine, theirs = sides if mover is Player.ONE else reversed(sides)
    state = mine, theirs, low, high, memory
    check_canonical(text, write(state))
    if opening_field == "first" and state != kernel.start(rules):
        raise bad_position(text, "push-push.position.first", right=write(kernel.start(rules)))
    return state


def _read_opening(
    text: str, field: str, mover: Player, first_side: int, low: int, high: int
) -> int:
    """The memory's opening fields."""
    if field in OPENINGS:
        return int(OPENINGS[field]) << 8
    match = FIRST_MOVE.fullmatch(field)
    if match is None:
        raise bad_position(text, "push-push.position.opening", field=field)
    if mover is Player.ONE:
        raise bad_position(text, "push-push.position.opening-mover", field=field)
    value, place = "ABCD".index(match[1]), Square.parse(match[2]).place
    there = (low >> place & 1) + 2 * (high >> place & 1)
    if not first_side >> place & 1 or there != value:
        raise bad_position(
            text, "push-push.position.opening-figure", letter=match[1], square=match[2]
        )
    return int(kernel.REPLY) << 8 | value << 11 | place << 13


def _read_quiet(text: str, field: str, rules: Rules) -> int:
    limit = int(rules[0]) or int(kernel.MOST_QUIET)
    if not (field.isascii() and field.isdigit() and len(field) <= 4) or int(field) > limit:
        raise bad_position(text, "push-push.position.quiet", field=field, limit=limit)
    return int(field)


@cache
def move_text(code: int) -> str:
    """A move's text from the kernel's code."""
    group, origin = code >> 6, SQUARES[code & 63]
    if group == kernel.PASS:
        return PASS
    deflected = group >= kernel.DEFLECTED
    target = origin.step(Direction(group - kernel.DEFLECTED if deflected else group))
    return f"{origin}{target}{'~' if deflected else ''}"


def read_move(text: str) -> str:
    """A typed move in canonical form."""
    tidy = tidied(text)
    if tidy == PASS:
        return PASS
    match = MOVE.fullmatch(tidy)
    if match is None:
        raise not_a_move(text, message("push-push.expected"))
    for name in match.groups()[:2]:
        on_board(name, SIZE, SIZE)
    return tidy
