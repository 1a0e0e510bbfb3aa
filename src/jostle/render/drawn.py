"""Games whose positions can be drawn."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from jostle.core.effects import Step
from jostle.core.game import Game, Position
from jostle.render import svg, text
from jostle.render.scene import Scene


class DrawnGame(Game):
    """A game that describes a scene for each position and gets its pictures for it."""

    @abstractmethod
    def scene(self, position: Position) -> Scene:
        """What there is to draw."""

    def board_text(self, position: Position) -> str:
        return text.board(self.scene(position))

    def svg(self, position: Position, steps: tuple[Step, ...], **look: Any) -> str:
        return svg.draw(self.scene(position), steps, **{"title": position.text, **look})
