"""Why a move of Pushee Pieces is refused.

Only called for moves that the kernel does not list. Where several rules refuse, the lowest is
named.
"""

from __future__ import annotations

from jostle.core.errors import IllegalMove, refused
from jostle.core.kernel import Kernel, Rules, State
from jostle.core.players import Player
from jostle.core.squares import Square
from jostle.core.typed import PASS
from jostle.games.pushee_pieces import kernel, notation

GAME = "pushee-pieces"


def refusal(rules: Rules, state: State, text: str) -> IllegalMove:
    """The rule that refuses a move given in canonical form."""
    mover = Player.TWO if state[4] & 1 else Player.ONE
    to_place = notation.left(state)[mover - 1]
    if text == PASS:
        if not rules[8]:
            return refused(GAME, "C3", "pass")
        return refused(GAME, "V4", "pass", left=to_place)
    square = Square.parse(text[:2])
    if text[2] == "r":
        found = turn_refusal(rules, state, mover, square)
    else:
        found = placement_refusal(state, to_place, square)
    return found or choice_refusal(rules, state, text)


def placement_refusal(state: State, to_place: int, square: Square) -> IllegalMove | None:
    if to_place == 0:
        return refused(GAME, "C3", "none-left")
    if (state[0] | state[1]) >> square.place & 1:
        return refused(GAME, "C3", "occupied", square=square)
    return None


def turn_refusal(rules: Rules, state: State, mover: Player, square: Square) -> IllegalMove | None:
    if not rules[8]:
        return refused(GAME, "V4", "off")
    if notation.turns(state)[mover - 1] in (0, notation.GIVEN_UP):
        return refused(GAME, "V4", "none-left")
    if not (state[0] | state[1]) >> square.place & 1:
        return refused(GAME, "V4", "empty", square=square)
    if not state[0] >> square.place & 1:
        return refused(GAME, "V4", "theirs", square=square)
    if state[3] >> square.place & 1:
        return refused(GAME, "V4", "turned", square=square)
    return None


def choice_refusal(rules: Rules, state: State, text: str) -> IllegalMove:
    """C8: the choice is missing, wrong, or not needed."""
    base, _, choice = text.partition("=")
    texts = notation.move_texts(rules, state, Kernel(kernel).legal(rules, state).tolist())
    choices = sorted(found for found in texts if found.startswith(base))
    if choices == [base]:
        return refused(GAME, "C8", "unneeded", move=base)
    return refused(GAME, "C8", "wrong" if choice else "missing", move=text, choices=choices)
