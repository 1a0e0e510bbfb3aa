"""What happened, in words: effects and outcomes as messages."""

from __future__ import annotations

from jostle.core.effects import Effect, EffectKind
from jostle.core.messages import Message, message
from jostle.core.outcome import Outcome
from jostle.core.players import Player
from jostle.core.squares import Square


def told_effect(game: str, mover: Player, effect: Effect) -> Message:
    """One effect of a move that ``mover`` made."""
    if effect.piece is None:
        return message("effect.passed", mover=mover)
    piece = message(f"{game}.piece.{effect.piece.kind}", owner=effect.piece.owner)
    holder = effect.becomes.owner if effect.becomes and effect.kind is EffectKind.FLIPPED else None
    return message(
        f"effect.{effect.kind}",
        piece=piece,
        origin=told_cells(effect.origin),
        target=told_cells(effect.target),
        holder=holder,
    )


def told_cells(cells: tuple[Square, ...]) -> str:
    """The cells of a piece as people name them: ``b3``, or ``a2–b2`` for a domino."""
    return "–".join(str(cell) for cell in cells)


def told_outcome(outcome: Outcome) -> Message:
    """How a game ended."""
    points = sorted(outcome.scores or (0, 0))
    if outcome.winner is None:
        return message(f"outcome.draw.{outcome.reason}", points=points[0])
    return message(
        f"outcome.win.{outcome.reason}",
        winner=outcome.winner,
        loser=outcome.winner.other,
        more=points[1],
        fewer=points[0],
    )
