"""Pushee Pieces' texts: moves and position strings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

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
from jostle.core.squares import ORTHOGONAL, SQUARES, Axis
from jostle.core.typed import PASS, not_a_move, on_board, tidied
from jostle.games.pushee_pieces import kernel

# By the kernel's piece codes: horizontal, vertical, the same turned; Player 1's, then Player 2's.
PIECES = tuple(
    Piece("bar", player, axis, turned)
    for player in Player
    for turned in (False, True)
    for axis in Axis
)
ALPHABET = "HVXYhvxy"
LETTERS = dict(zip(PIECES, ALPHABET, strict=True))
KINDS = "hvr"

MOVE = re.compile(r"([a-h][1-8])([hvr])(?:=((?:[a-h][1-8][<>^v],)*[a-h][1-8][<>^v]))?")
LEFT = re.compile(r"(\d{1,2})/(\d{1,2})")
TURNS = re.compile(r"([0-2p])/([0-2p])")
FIELDS = tuple(
    message(f"pushee-pieces.field.{name}") for name in ("ranks", "mover", "left", "turns")
)
GIVEN_UP = int(kernel.GIVEN_UP)
MOST_TURNS = 2


def coded(state: State) -> Iterator[tuple[int, int]]:
    """The places of the pieces on the board and their codes, in no order that matters."""
    mine, theirs, flat, turned, memory = state
    sides = (theirs, mine) if memory & 1 else (mine, theirs)
    for owner, side in enumerate(sides):
        for place in places(side):
            yield place, 4 * owner + 2 * (turned >> place & 1) + 1 - (flat >> place & 1)


def left(state: State) -> tuple[int, int]:
    """Pieces to place, Player 1's and Player 2's."""
    memory = state[4]
    mine, theirs = memory >> 1 & 15, memory >> 5 & 15
    return (theirs, mine) if memory & 1 else (mine, theirs)


def turns(state: State) -> tuple[int, int]:
    """Extra turns left, Player 1's and Player 2's; GIVEN_UP for those given up."""
    memory = state[4]
    mine, theirs = memory >> 9 & 3, memory >> 11 & 3
    return (theirs, mine) if memory & 1 else (mine, theirs)


def write(state: State, width: int, height: int, rules: Rules) -> str:
    """The position string of a state."""
    letters = ((place, ALPHABET[code]) for place, code in coded(state))
    mover = 2 if state[4] & 1 else 1
    first, second = left(state)
    extra = "/".join("012p"[count] for count in turns(state)) if rules[8] else "-"
    return f"{write_ranks(letters, width, height)} {mover} {first}/{second} {extra}"


def read(text: str, width: int, height: int, rules: Rules) -> State:
    """The state of a position string."""
    ranks, mover_field, left_field, turns_field = split_fields(text, FIELDS)
    alphabet = ALPHABET if rules[8] else "HVhv"
    sides, flat, turned = [0, 0], 0, 0
    for square, letter in read_ranks(text, ranks, width, height, alphabet):
        bit = 1 << square.place
        sides[letter.islower()] |= bit
        if letter.upper() in "HX":
            flat |= bit
        if letter.upper() in "XY":
            turned |= bit
    mover = read_mover(text, mover_field)
    to_place = _read_left(text, left_field, sides, rules)
    extra = _read_turns(text, turns_field, sides, turned, to_place, rules)
    if mover is Player.TWO:
        sides, to_place, extra = sides[::-1], to_place[::-1], extra[::-1]
    memory = mover - 1 | to_place[0] << 1 | to_place[1] << 5 | extra[0] << 9 | extra[1] << 11
    state = sides[0], sides[1], flat, turned, memory
    can_act = [
        count > 0 or 0 < spare < GIVEN_UP for count, spare in zip(to_place, extra, strict=True)
    ]
    if can_act[1] and not can_act[0]:
        raise bad_position(text, "pushee-pieces.position.idle", mover=mover)
    check_canonical(text, write(state, width, height, rules))
    return state


def _read_left(text: str, field: str, sides: list[int], rules: Rules) -> list[int]:
    """The pieces to place; with those on the board they must be the variant's number."""
    match = LEFT.fullmatch(field)
    if match is None or not field.isascii():
        raise bad_position(text, "pushee-pieces.position.left", field=field)
    counts = [int(match[1]), int(match[2])]
    walls, number = rules[5], rules[7]
    for player, side, count in zip(Player, sides, counts, strict=True):
        total = side.bit_count() + count
        if total > number or (walls and total != number):
            key = "pieces" if walls else "pieces-no-walls"
            raise bad_position(
                text,
                f"pushee-pieces.position.{key}",
                player=player,
                board=side.bit_count(),
                left=count,
                right=number,
            )
    return counts


def _read_turns(
    text: str, field: str, sides: list[int], turned: int, to_place: list[int], rules: Rules
) -> list[int]:
    """The extra turns; with the turned pieces they are two at most."""
    if not rules[8]:
        if field != "-":
            raise bad_position(text, "pushee-pieces.position.no-turns", field=field)
        return [0, 0]
    match = TURNS.fullmatch(field)
    if match is None:
        raise bad_position(text, "pushee-pieces.position.turns", field=field)
    extra = [GIVEN_UP if count == "p" else int(count) for count in match.groups()]
    for player, side, count, spare in zip(Player, sides, to_place, extra, strict=True):
        used = (side & turned).bit_count()
        if used + spare % GIVEN_UP > MOST_TURNS:
            raise bad_position(
                text, "pushee-pieces.position.turned", player=player, used=used, left=spare
            )
        if spare == GIVEN_UP and count:
            raise bad_position(text, "pushee-pieces.position.given-up", player=player, left=count)
    return extra


def move_texts(rules: Rules, state: State, codes: list[int]) -> list[str]:
    """The texts of all legal moves; a base listed more than once has its choices told."""
    bases = Counter(code & 255 for code in codes)
    return [
        base_text(code) + (choice_text(rules, state, code) if bases[code & 255] > 1 else "")
        for code in codes
    ]


def base_text(code: int) -> str:
    """A move's text without its choice."""
    kind = code >> 6 & 3
    return PASS if kind == kernel.PASS else f"{SQUARES[code & 63]}{KINDS[kind]}"


def choice_text(rules: Rules, state: State, code: int) -> str:
    """C8: the chosen pushes, tier by tier, each named by its first square and direction."""
    chosen = []
    for packed in Kernel(kernel).effects(rules, state, code):
        if packed & kernel.CHOSEN:
            origin, by = SQUARES[packed >> 14 & 127], SQUARES[packed >> 28 & 127]
            direction = next(way for way in ORTHOGONAL if by.step(way) == origin)
            chosen.append((packed >> 35 & 127, f"{origin}{direction}"))
    return "=" + ",".join(text for _, text in sorted(chosen))


def read_move(text: str, width: int, height: int) -> str:
    """A typed move in canonical form."""
    tidy = tidied(text)
    if tidy == PASS:
        return PASS
    match = MOVE.fullmatch(tidy)
    if match is None:
        raise not_a_move(text, message("pushee-pieces.expected"))
    for name in re.findall(r"[a-h][1-8]", tidy):
        on_board(name, width, height)
    return tidy
