"""Hints for a position, each telling more than the one before: which piece, which move, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from jostle.core.effects import Effect, EffectKind, Step
from jostle.core.game import Position
from jostle.core.match import Match
from jostle.core.messages import Message, message
from jostle.core.squares import Square
from jostle.core.values import Loss
from jostle.core.words import told_cells, told_effect, told_outcome
from jostle.search.analysis import Analysis
from jostle.search.exact import Oracle
from jostle.search.thinking import think
from jostle.search.words import told_line, told_score

NODES = 200_000
MEMORY = 16  # megabytes
GRADES = (1, 2, 3)
LONGEST_LINE = 5  # moves told of what is expected
MOST_EFFECTS = 2  # told of a move

# What is worth telling of a move, the weightiest first. That the ball leaves the board is told by
# the end of the game, and pushes by the points where there are any.
LOSSES = (EffectKind.FLIPPED, EffectKind.ELIMINATED)
PUSHES = (EffectKind.DEFLECTED, EffectKind.PUSHED)


@dataclass(frozen=True)
class Hints:
    """What to do in a position, by grades: 1 which piece, 2 which move, 3 why.

    ``squares`` is where the piece of the first grade stands; there are none if it is to be placed.
    """

    analysis: Analysis
    squares: tuple[Square, ...]
    grades: tuple[tuple[Message, ...], ...]

    def told(self, grade: int) -> str:
        """The sentences of a grade; beyond the last there is nothing more to tell than it does."""
        return " ".join(str(said) for said in self.grades[min(grade, len(self.grades)) - 1])

    def to_json(self) -> dict[str, object]:
        return {
            "move": str(self.analysis.best),
            "squares": [str(square) for square in self.squares],
            "grades": [self.told(grade) for grade in GRADES],
            "score": self.analysis.score.to_json(),
        }


def hints(
    subject: Position | Match,
    *,
    nodes: int = NODES,
    seed: int = 0,
    oracle: Oracle | None = None,
) -> Hints:
    """Find a good move and the words for it; GameOver if there is nothing left to do.

    The same question gets the same answer.
    """
    analysis = think(subject, nodes=nodes, lines=2, memory=MEMORY, seed=seed, oracle=oracle)
    position = analysis.position
    steps = position.effects(analysis.best)
    actor = acting(steps)
    grades = (
        (told_piece(position.game.name, actor),),
        (message("hint.move", move=analysis.best),),
        tuple(_reasons(analysis, steps)),
    )
    return Hints(analysis, actor.origin, grades)


def acting(steps: tuple[Step, ...]) -> Effect:
    """The effect of a move on the piece that acts, which nothing else has caused."""
    return next(effect for step in steps for effect in step if effect.by is None)


def told_piece(game: str, actor: Effect) -> Message:
    """Which piece to take."""
    if actor.piece is None:
        return message("hint.pass")
    kind = actor.piece.kind
    if not actor.origin:
        # Where every move is to place the same piece, its kind alone would tell nothing.
        file = str(actor.target[0])[0]
        return message("hint.place", kind=message(f"{game}.kind.{kind}"), file=file)
    piece = message(f"{game}.piece.{kind}", owner=actor.piece.owner)
    return message("hint.piece", piece=piece, square=told_cells(actor.origin))


def _reasons(analysis: Analysis, steps: tuple[Step, ...]) -> Iterator[Message]:
    """Why the best move is best: what it does, what else there was, and what comes of it."""
    position, line = analysis.position, analysis.lines[0]
    after = position.play(line.move)
    for effect in telling_effects(position, steps):
        told = told_effect(position.game.name, position.mover, effect)
        yield message("hint.effect", effect=told)
    if position.scores is not None and after.scores is not None:
        before, then = (f"{one}:{two}" for one, two in (position.scores, after.scores))
        yield message("hint.points", before=before, after=then)
    if after.outcome is not None:
        yield message("hint.ends", result=told_outcome(after.outcome))
        return
    yield from _alternatives(analysis)
    if len(line.moves) > 1:
        yield message("hint.line", moves=told_line(line.moves[:LONGEST_LINE], LONGEST_LINE))
    yield message("hint.score", score=told_score(line.score))


def telling_effects(position: Position, steps: tuple[Step, ...]) -> list[Effect]:
    """The effects that say most about a move."""
    effects = [effect for step in steps for effect in step]
    kinds = LOSSES if position.scores is not None else LOSSES + PUSHES
    telling = [effect for kind in kinds for effect in effects if effect.kind is kind]
    return telling[:MOST_EFFECTS] or effects[:1]


def _alternatives(analysis: Analysis) -> Iterator[Message]:
    """What there is to say about the other moves."""
    position, lines = analysis.position, analysis.lines
    if len(position.legal_moves) == 1:
        yield message("hint.only-move")
        return
    value = analysis.score.value
    if isinstance(value, Loss):
        by_points = value.margin is not None
        yield message("hint.fewest-points" if by_points else "hint.longest")
        return
    threat = _stopped(analysis)
    if threat is not None:
        yield message("hint.stops", reply=threat, player=position.mover.other)
    # Lines are ordered, so all the others are at least as bad as the second.
    if len(lines) > 1 and isinstance(lines[1].score.value, Loss):
        yield message("hint.others-lose")


def _stopped(analysis: Analysis) -> str | None:
    """The reply that would win at once after most other moves, if none does after the best one."""
    position = analysis.position
    codes = position.legal_moves.codes
    best = codes[str(analysis.best)]
    if any(_winning_replies(position.play_unchecked(best))):
        return None
    others = [position.play_unchecked(code) for code in codes.values() if code != best]
    replies = Counter(reply for other in others for reply in _winning_replies(other))
    [(reply, times)] = replies.most_common(1) or [("", 0)]
    return reply if 2 * times > len(others) else None


def _winning_replies(position: Position) -> Iterator[str]:
    """The moves with which the player to move wins at once."""
    if position.outcome is not None:
        return
    for text, code in position.legal_moves.codes.items():
        outcome = position.play_unchecked(code).outcome
        if outcome is not None and outcome.winner is position.mover:
            yield text
