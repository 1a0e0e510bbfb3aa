"""Mistakes that exact values prove."""

from __future__ import annotations

from enum import StrEnum

from jostle.core.values import Value


class Mistake(StrEnum):
    """What a move gave away; the values stand in JSON."""

    WIN_FOR_DRAW = "win-for-draw"
    WIN_FOR_LOSS = "win-for-loss"
    DRAW_FOR_LOSS = "draw-for-loss"
    LONGER_WIN = "longer-win"


def mistake(best: Value, played: Value) -> Mistake | None:
    """What a move gave away, by the values of the best move and of this one for the mover.

    >>> from jostle.core.values import Draw, Loss, Win
    >>> mistake(Win(3), Draw())
    <Mistake.WIN_FOR_DRAW: 'win-for-draw'>
    >>> mistake(Win(3), Win(5))
    <Mistake.LONGER_WIN: 'longer-win'>
    >>> mistake(Loss(4), Loss(2)) is None
    True
    """
    if best.sign > played.sign:
        if best.sign == 0:
            return Mistake.DRAW_FOR_LOSS
        return Mistake.WIN_FOR_DRAW if played.sign == 0 else Mistake.WIN_FOR_LOSS
    if best.sign == played.sign == 1 and played.plies > best.plies:
        return Mistake.LONGER_WIN
    return None
