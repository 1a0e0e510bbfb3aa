"""Games whose positions can be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Any, ClassVar

from jostle.core.effects import Piece, Step
from jostle.core.game import Game, Position
from jostle.render import svg, text
from jostle.render.scene import Scene


class DrawnGame(Game):
    """A game that names its pieces' letters and keeps their symbols in its folder."""

    letters: ClassVar[Mapping[Piece, str]]
    goals: ClassVar[bool] = False  # whether the bottom and top edges are the players'

    @property
    def numbers(self) -> tuple[tuple[int, ...], ...] | None:
        """The numbers on the squares, by rank from the bottom, where the game has them."""
        return None

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
