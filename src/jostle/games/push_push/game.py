"""Push Push: stronger figures push weaker ones; get the ball out through the opponent's side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from jostle.core.effects import Piece
from jostle.core.errors import IllegalMove
from jostle.core.kernel import Kernel, Rules, State
from jostle.core.messages import Message, message
from jostle.core.options import Option, number
from jostle.core.players import Player
from jostle.core.squares import Square
from jostle.games.push_push import kernel, notation, refusals
from jostle.render.drawn import DrawnGame
from jostle.render.scene import Supply


class PushPush(DrawnGame):
    """One variant of Push Push."""

    name = "push-push"
    options: ClassVar[tuple[Option, ...]] = (number("quiet", 20, 500, "off"),)
    main_variants = ("push-push",)
    pieces = notation.PIECES
    letters = notation.LETTERS
    goals = True
    kernel = Kernel(kernel)

    @property
    def size(self) -> tuple[int, int]:
        return kernel.SIZE, kernel.SIZE

    @classmethod
    def defaults(cls, given: Mapping[str, str]) -> dict[str, str]:
        return {"quiet": "100"}

    def configure(self) -> Rules:
        quiet = self.settings["quiet"]
        return (0 if quiet == "off" else int(quiet),)

    @property
    def supply(self) -> tuple[Supply, ...]:
        """B1, B2: the figures of both players, and the ball."""
        figures = (piece for piece in notation.PIECES if piece.owner is not None)
        return (
            *(Supply(figure, notation.FIGURES[int(figure.kind)]) for figure in figures),
            Supply(notation.BALL, 1),
        )

    def read(self, text: str) -> State:
        return notation.read(text, self.rules)

    def write(self, state: State) -> str:
        return notation.write(state)

    def placed(self, state: State) -> tuple[tuple[Piece, Square], ...]:
        return tuple(notation.figures(state))

    def beside(self, state: State) -> tuple[tuple[tuple[Piece, int], ...], ...]:
        """The eliminated figures of each player."""
        on_board = [piece for piece, _ in notation.figures(state)]
        return tuple(
            tuple(
                (piece, notation.FIGURES[int(piece.kind)] - on_board.count(piece))
                for piece in notation.PIECES
                if piece.owner is player
            )
            for player in Player
        )

    def move_texts(self, state: State, codes: list[int]) -> list[str]:
        return [notation.move_text(code) for code in codes]

    def read_move(self, state: State, text: str) -> str:
        return notation.read_move(text)

    def refusal(self, state: State, text: str) -> IllegalMove:
        return refusals.refusal(state, text)

    def notes(self, state: State) -> tuple[Message, ...]:
        quiet, (limit,) = notation.quiet(state), self.rules
        if 2 * quiet < limit or limit == 0:
            return ()
        return (message("push-push.note.quiet", count=quiet, limit=limit),)
