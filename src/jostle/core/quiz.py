"""Quizzes on rules, asking of a move whether it is legal and what it will do.

A quiz is the file ``questions.toml`` in a game's folder. ``[reasons]`` names why a move may be
refused, each with the id of its rule; what a reason says stands in the catalogue, in the table
``quiz.<game>``. Then come the questions::

    [[question]]
    rule = "P7"                        # that decides, and is named after the answer
    position = "4/1s2/1s2/1S2[SDd] 1 - -"
    move = "b1^"
    because = "stack"                  # the move is refused; without it, it is legal
    shown = "moved b1 b2"              # what the player has in mind, where it is refused
    wrong = ["moved b1 b2, pushed b2 b3, pushed b3 b4", "hanging"]

``line`` may list moves that are played from ``position`` first, and ``variant`` name a variant. The
right answer follows from the rules: what a move does is asked of the game and never written down. A
wrong answer is a reason that does not hold, or a list of effects that are not those of the move:
``placed KIND SQUARE [h|v]``, ``moved FROM TO``, ``pushed FROM TO``, ``deflected FROM TO``, ``turned
SQUARE``, ``flipped FROM [HOLDER]``, ``eliminated FROM``, ``scored FROM`` and, at the end of a game,
``ends WINNER REASON [SCORES]``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from jostle.core.effects import Effect, EffectKind, Piece, Step
from jostle.core.game import Position
from jostle.core.messages import Message, message
from jostle.core.outcome import Outcome, Reason
from jostle.core.players import Player
from jostle.core.squares import Axis, Square
from jostle.core.words import told_effect, told_outcome

TO_PASS = 8  # right answers, of ten
WAYS = {"h": Axis.HORIZONTAL, "v": Axis.VERTICAL}


@dataclass(frozen=True, slots=True)
class Question:
    """A position, a move in it, and what somebody might take for the truth."""

    rule: str
    position: str
    move: str
    wrong: tuple[str, ...]
    variant: str | None = None
    line: tuple[str, ...] = ()
    because: str | None = None
    shown: str | None = None

    def reached(self, start: Position) -> Position:
        """The position in which the move is asked about; ``start`` is that of the text."""
        for move in self.line:
            start = start.play(move)
        return start

    def intent(self, position: Position) -> tuple[Step, ...]:
        """What the player does, without what comes of it."""
        if self.shown is not None:
            return ((parse_effect(position, self.shown),),)
        steps = position.effects(self.move)
        return (tuple(effect for effect in steps[0] if effect.by is None and effect.target),)


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether a move is allowed, and what comes of it or why it is not: one sentence or more."""

    is_allowed: bool
    words: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Quiz:
    """A game's questions, and the rule of each reason."""

    reasons: Mapping[str, str]
    questions: tuple[Question, ...]

    @classmethod
    def parse(cls, text: str) -> Quiz:
        """Read a quiz; a field that is missing or unknown is a TypeError."""
        table = tomllib.loads(text)
        return cls(table["reasons"], tuple(_question(fields) for fields in table["question"]))

    def right(self, question: Question, position: Position) -> Answer:
        """The true answer, by the game itself."""
        if question.because is not None:
            return _refused(position, question.because)
        effects = [effect for step in position.effects(question.move) for effect in step]
        return _legal(question, position, effects, position.play(question.move).outcome)

    def wrong(self, question: Question, position: Position) -> tuple[Answer, ...]:
        """The other answers."""
        return tuple(
            _refused(position, text)
            if text in self.reasons
            else _legal(question, position, *parse_effects(position, text))
            for text in question.wrong
        )


def _question(fields: Mapping[str, Any]) -> Question:
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()
    }
    return Question(**values)


def parse_effects(position: Position, text: str) -> tuple[list[Effect], Outcome | None]:
    """Read a list of effects, and the outcome if the last entry is one."""
    entries = text.split(", ")
    outcome = None
    if entries[-1].startswith("ends "):
        outcome = _outcome(*entries.pop().split()[1:])
    return [parse_effect(position, entry) for entry in entries], outcome


def parse_effect(position: Position, text: str) -> Effect:
    """Read one effect on the pieces of a position; ValueError if they are not there."""
    name, *words = text.split()
    kind = EffectKind[name.upper()]
    if kind is EffectKind.PLACED:
        piece = _held(position, *words)
        return Effect(kind, piece, piece, (), piece.cells(Square.parse(words[1])), None)
    square = Square.parse(words[0])
    for piece, corner in position.pieces:
        cells = piece.cells(corner)
        if square not in cells:
            continue
        becomes: Piece | None = piece
        target: tuple[Square, ...] = ()
        if kind is EffectKind.FLIPPED:
            assert piece.owner is not None  # every tile is somebody's
            holder = Player(int(words[1])) if len(words) > 1 else piece.owner.other
            becomes = Piece(piece.kind, holder, piece.axis, piece.turned, piece.length)
        elif kind in (EffectKind.ELIMINATED, EffectKind.SCORED):
            becomes = None
        elif kind is EffectKind.TURNED:
            target = cells
        else:
            target = piece.cells(Square.parse(words[1]))
        return Effect(kind, piece, becomes, cells, target, None)
    raise ValueError(f"no piece on {square}: {text!r}")


def _held(position: Position, kind: str, _square: str, way: str | None = None) -> Piece:
    axis = None if way is None else WAYS[way]
    for piece in position.game.pieces:
        if (piece.kind, piece.owner, piece.axis) == (kind, position.mover, axis):
            return piece
    raise ValueError(f"{position.mover} has no {kind} {way or ''}")


def _outcome(winner: str, reason: str, scores: str | None = None) -> Outcome:
    """Read ``1 goal``, ``draw quiet`` or ``2 score 3-5``."""
    player = None if winner == "draw" else Player(int(winner))
    if scores is None:
        return Outcome(player, Reason(reason))
    first, second = map(int, scores.split("-"))
    return Outcome(player, Reason(reason), (first, second))


def _refused(position: Position, reason: str) -> Answer:
    return Answer(is_allowed=False, words=(message(f"quiz.{position.game.name}.{reason}"),))


def _legal(
    question: Question, position: Position, effects: list[Effect], outcome: Outcome | None
) -> Answer:
    """What comes of a move besides what the player has in mind, and how the game ends by it."""
    meant = {(effect.kind, effect.origin, effect.target) for effect in question.intent(position)[0]}
    words = [
        told_effect(position.game.name, position.mover, effect)
        for effect in effects
        if (effect.kind, effect.origin, effect.target) not in meant
    ]
    if outcome is not None:
        words.append(told_outcome(outcome))
    return Answer(is_allowed=True, words=tuple(words) or (message("quiz.nothing"),))
