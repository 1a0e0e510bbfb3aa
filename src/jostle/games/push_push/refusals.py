"""Why a move of Push Push is refused.

Only called for moves that the kernel does not list. Where several rules refuse, the lowest is
named.
"""

from __future__ import annotations

from jostle.core.effects import NOWHERE, Piece
from jostle.core.errors import IllegalMove, refused
from jostle.core.kernel import State
from jostle.core.messages import Message, message
from jostle.core.players import Player
from jostle.core.squares import SQUARES, Direction, Square
from jostle.core.typed import PASS
from jostle.games.push_push import notation
from jostle.games.push_push.kernel import DEFLECTION, SIZE

GAME = "push-push"


def refusal(state: State, text: str) -> IllegalMove:
    """The rule that refuses a move given in canonical form."""
    if text == PASS:
        return refused(GAME, "B3", "pass")
    mover = Player.TWO if state[4] & 1 else Player.ONE
    at = {square: piece for piece, square in notation.figures(state)}
    origin, target = Square.parse(text[:2]), Square.parse(text[2:4])
    figure = at.get(origin)
    if figure is None:
        return refused(GAME, "B3", "empty", square=origin)
    if figure.owner is not mover:
        key = "ball" if figure is notation.BALL else "theirs"
        return refused(GAME, "B3", key, figure=named(figure, origin))
    direction = direction_between(origin, target)
    if direction is None:
        return refused(GAME, "B3", "far", origin=origin, target=target)
    return chain_refusal(state, at, origin, direction, text)


def named(figure: Piece, square: Square) -> Message:
    """A figure as people name it."""
    kind = "ball" if figure is notation.BALL else "figure"
    return message(f"{GAME}.named.{kind}", value=figure.kind, square=square)


def direction_between(origin: Square, target: Square) -> Direction | None:
    """The direction of a step, or None if the squares are not neighbours."""
    return next((way for way in Direction if origin.step(way) == target), None)


def inside(square: Square | None) -> bool:
    return square is not None and square.file < SIZE and square.rank < SIZE


def chain_refusal(
    state: State, at: dict[Square, Piece], origin: Square, direction: Direction, text: str
) -> IllegalMove:
    """What is wrong with the chain of pushes that a step starts."""
    figure, square = at[origin], origin
    ahead = square.step(direction)
    deflected = text.endswith("~")
    while inside(ahead) and ahead in at and at[ahead] is not notation.BALL:
        assert ahead is not None
        pushed = at[ahead]
        if pushed.kind >= figure.kind:
            if square == origin and (figure.kind, pushed.kind) == ("1", "4"):
                if pushed.owner is figure.owner:
                    return refused(GAME, "B6", "own", one=origin, four=ahead)
                break  # B6: the 1 takes the 4, so nothing is pushed
            return refused(
                GAME, "B4", "value", pusher=named(figure, square), pushed=named(pushed, ahead)
            )
        figure, square, ahead = pushed, ahead, ahead.step(direction)
    if ahead is None or at.get(ahead) is not notation.BALL:
        if deflected:
            return refused(GAME, "B9", "no-ball", origin=origin)
        return first_reply(state, at, origin, direction)
    if deflected:
        return deflection_refusal(state, at, origin, ahead, direction)
    beyond = ahead.step(direction)
    if not inside(beyond):
        if 0 <= ahead.rank + direction.ranks < SIZE:
            return refused(GAME, "B8", "neutral", ball=ahead)
    elif beyond in at:
        assert beyond is not None
        return refused(GAME, "B7", "blocked", ball=ahead, blocker=named(at[beyond], beyond))
    return first_reply(state, at, origin, direction)


def deflection_refusal(
    state: State, at: dict[Square, Piece], origin: Square, ball: Square, direction: Direction
) -> IllegalMove:
    """B9: the push does not run along an edge, or the square for the ball is held."""
    place = NOWHERE if direction > Direction.DOWN else int(DEFLECTION[direction, ball.place])
    if place == NOWHERE:
        return refused(GAME, "B9", "no-edge", ball=ball)
    if SQUARES[place] in at:
        return refused(
            GAME,
            "B9",
            "held",
            target=SQUARES[place],
            blocker=named(at[SQUARES[place]], SQUARES[place]),
        )
    return first_reply(state, at, origin, direction)


def first_reply(
    state: State, at: dict[Square, Piece], origin: Square, direction: Direction
) -> IllegalMove:
    """B10: nothing else is left to refuse it."""
    opening = notation.opening(state)
    assert len(opening) == 3
    return refused(
        GAME,
        "B10",
        "in-line",
        figure=named(at[origin], origin),
        target=origin.step(direction),
        first=opening[1:],
    )
