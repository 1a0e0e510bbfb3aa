"""First games: a few positions for somebody who has never read the rules, one thing to do in each.

A game's ``first_game.toml`` tells them. What a step wants is data, judged by what moves do::

    [[step]]
    id = "over-the-edge"
    rule = "P9"
    position = "4/4/2Ss/4[SDsd] 1 - -"
    wants = [{ effect = "flipped", owner = 2 }]
    show = "c2>"      # a move that is right
    wrong = "Sa1"     # a legal one that is not
    [step.en]
    title = "Over the edge"
    task = "Now push the line single over the edge."
    praise = "It was turned over: it is yours now."

In place of ``wants`` a step may have ``refused``, the rule that a move shall be refused by, or
``game = true``: it is played to its end against the computer, and has to be won. ``variant`` is the
game itself if it is left out, and ``first`` is a move that the other player makes to begin with.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from jostle.core.effects import EffectKind
from jostle.core.game import Position
from jostle.core.registry import game as find_game

KINDS = {str(kind): kind for kind in EffectKind}
WORDS = ("title", "task", "praise")


@dataclass(frozen=True, slots=True)
class Want:
    """Something that a move shall do: so many effects of a kind.

    ``tier`` is the step of the move in which they happen, from 0; what is None is not asked.
    """

    effect: str
    piece: str | None = None
    owner: int | None = None
    origin: str | None = None
    target: str | None = None
    tier: int | None = None
    least: int = 1
    most: int | None = None

    def __post_init__(self) -> None:
        if self.effect not in KINDS:
            raise ValueError(f"no effect {self.effect!r}; there are {', '.join(KINDS)}")

    def is_met(self, position: Position, move: str) -> bool:
        """Whether a legal move does it."""
        count = 0
        for tier, step in enumerate(position.effects(move)):
            for effect in step:
                piece = effect.piece
                count += (
                    effect.kind is KINDS[self.effect]
                    and (self.piece is None or (piece is not None and piece.kind == self.piece))
                    and (self.owner is None or (piece is not None and piece.owner == self.owner))
                    and (self.origin is None or self.origin in map(str, effect.origin))
                    and (self.target is None or self.target in map(str, effect.target))
                    and (self.tier is None or tier == self.tier)
                )
        return self.least <= count <= (count if self.most is None else self.most)


@dataclass(frozen=True)
class LessonStep:
    """One position of a first game, and what is to be done in it."""

    id: str
    rule: str
    variant: str
    given: str
    show: str
    words: Mapping[str, Mapping[str, str]]
    wants: tuple[Want, ...] = ()
    gains: int | None = None  # how many points more than the other player the move must win
    wins: bool = False  # whether the move must win the game
    refused: str | None = None
    game: bool = False
    wrong: str | None = None
    first: str | None = None

    def __post_init__(self) -> None:
        asks = bool(self.wants or self.wins or self.gains is not None)
        if asks + (self.refused is not None) + self.game != 1:
            raise ValueError(f"step {self.id}: it wants something, or a refusal, or a whole game")
        for language, words in self.words.items():
            if tuple(words) != WORDS:
                raise ValueError(f"step {self.id}: in {language} it needs {', '.join(WORDS)}")

    @property
    def kind(self) -> str:
        if self.game:
            return "game"
        return "task" if self.refused is None else "refusal"

    @cached_property
    def before(self) -> Position:
        """The position that is shown first."""
        return find_game(self.variant).position(self.given)

    @cached_property
    def position(self) -> Position:
        """The position in which the learner acts."""
        return self.before if self.first is None else self.before.play(self.first)

    @cached_property
    def fulfilling(self) -> tuple[str, ...]:
        """The legal moves that do what is asked for; none where it is a refusal or a game."""
        if self.kind != "task":
            return ()
        return tuple(
            str(move) for move in self.position.legal_moves if self.is_fulfilled_by(str(move))
        )

    def is_fulfilled_by(self, move: str) -> bool:
        """Whether a legal move does all that is asked for."""
        position = self.position
        if self.wins:
            outcome = position.play(move).outcome
            if outcome is None or outcome.winner is not position.mover:
                return False
        if self.gains is not None and lead_after(position, move) < self.gains:
            return False
        return all(want.is_met(position, move) for want in self.wants)


@dataclass(frozen=True)
class Demonstration:
    """A position and a few moves from it, which show what a game is about."""

    variant: str
    position: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class FirstGame:
    """All steps of a game's first game."""

    minutes: int
    demonstration: Demonstration
    steps: tuple[LessonStep, ...]
    _by_id: Mapping[str, LessonStep] = field(default_factory=dict, repr=False)

    @classmethod
    def parse(cls, game: str, text: str) -> FirstGame:
        """Read a game's file; ValueError tells what is wrong with it."""
        told = tomllib.loads(text)
        shown = told["demonstration"]
        steps = tuple(_step(game, given) for given in told["step"])
        by_id = {step.id: step for step in steps}
        if len(by_id) < len(steps):
            raise ValueError("two steps have the same id")
        demonstration = Demonstration(
            shown.get("variant", game), shown["position"], tuple(shown["moves"])
        )
        return cls(told["minutes"], demonstration, steps, by_id)

    def step(self, name: str) -> LessonStep:
        """A step by its id; KeyError if there is none."""
        return self._by_id[name]


def lead_after(position: Position, move: str) -> int:
    """How many points a move wins for its player, or takes from the other one."""
    before, after = position.scores, position.play(move).scores
    if before is None or after is None:
        raise ValueError("a game without points is asked for points")
    won = after[0] - before[0] - (after[1] - before[1])
    return won if position.mover == 1 else -won


def _step(game: str, given: Mapping[str, Any]) -> LessonStep:
    """A step from its table; what is a table itself and no want is a language."""
    values = {key: value for key, value in given.items() if not isinstance(value, dict)}
    values["words"] = {key: value for key, value in given.items() if isinstance(value, dict)}
    values["wants"] = tuple(Want(**want) for want in given.get("wants", ()))
    values["given"] = values.pop("position")
    return LessonStep(**{"variant": game, **values})
