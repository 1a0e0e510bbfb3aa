"""Typed moves: what all games accept alike."""

from __future__ import annotations

from jostle.core.errors import NotationError
from jostle.core.messages import Message, message
from jostle.core.squares import Square

PASS = "--"
LONGEST_SHOWN = 40


def tidied(text: str) -> str:
    """A typed move without case and surrounding spaces, the pass in its short form."""
    tidy = text.strip().lower()
    return PASS if tidy == "pass" else tidy


def not_a_move(text: str, expected: Message) -> NotationError:
    """The error for a text that is no move at all."""
    shown = text if len(text) <= LONGEST_SHOWN else text[:LONGEST_SHOWN] + "…"
    return NotationError(message("notation.not-a-move", text=shown, expected=expected))


def on_board(name: str, width: int, height: int) -> Square:
    """The square of this name; NotationError if the board has none."""
    square = Square.parse(name)
    if square.file >= width or square.rank >= height:
        raise NotationError(
            message(
                "notation.off-board",
                square=name,
                last=Square(width - 1, height - 1),
            )
        )
    return square
