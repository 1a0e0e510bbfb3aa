"""Games whose positions can be drawn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from importlib import resources
from itertools import pairwise
from typing import Any, ClassVar

from jostle.core.effects import Piece, Step
from jostle.core.game import Game, Move, Position
from jostle.render import svg, text
from jostle.render.scene import Scene, Supply


class DrawnGame(Game):
    """A game that names its pieces' letters and keeps their symbols in its folder."""

    letters: ClassVar[Mapping[Piece, str]]
    goals: ClassVar[bool] = False  # whether the bottom and top edges are the players'

    @property
    def numbers(self) -> tuple[tuple[int, ...], ...] | None:
        """The numbers on the squares, by rank from the bottom, where the game has them."""
        return None

    @property
    @abstractmethod
    def supply(self) -> tuple[Supply, ...]:
        """All pieces that a set of this variant has, for those who make one of paper."""

    def scene(self, position: Position) -> Scene:
        """What there is to draw."""
        width, height = self.size
        first, second = position.beside
        return Scene(
            width=width,
            height=height,
            pieces=position.pieces,
            letters=self.letters,
            symbols=resources.files(type(self).__module__.rpartition(".")[0]) / "symbols",
            trays=(first, second),
            numbers=self.numbers,
            goals=self.goals,
        )

    def board_text(self, position: Position) -> str:
        return text.board(self.scene(position))

    def svg(self, position: Position, steps: tuple[Step, ...], **look: Any) -> str:
        return svg.draw(self.scene(position), steps, **{"title": position.text, **look})

    # Few programs want pixels: the libraries that make them are loaded by those who do.

    def png(self, position: Position, steps: tuple[Step, ...], **look: Any) -> bytes:
        from jostle.render.png import encode

        return encode(self.svg(position, steps, **look))

    def gif(self, positions: Sequence[Position], moves: Sequence[Move], **look: Any) -> bytes:
        from jostle.render.gif import Shown, film

        shown = [
            Shown(before.mover, str(move), before.effects(move), self.scene(after))
            for (before, after), move in zip(pairwise(positions), moves, strict=True)
        ]
        return film(self.scene(positions[0]), shown, **look)
