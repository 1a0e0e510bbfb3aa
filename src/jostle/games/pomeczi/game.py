"""Pomeczi: push tiles off the edge to win them, and leave the other player without an action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from jostle.core.bits import board
from jostle.core.effects import Piece
from jostle.core.errors import IllegalMove, VariantError
from jostle.core.kernel import Kernel, Rules, State
from jostle.core.messages import Message, message
from jostle.core.options import Option, number
from jostle.core.players import Player
from jostle.core.squares import Square
from jostle.games.pomeczi import kernel, notation, refusals
from jostle.render.drawn import DrawnGame
from jostle.render.scene import Supply

# P2: singles and dominoes of each player. Boards that the rules do not name play with those of 4×4.
STANDARD_TILES = ("2", "1")
TILES = {"3x3": ("1", "1"), "8x4": ("4", "2"), "4x8": ("4", "2")}


def read_board(text: str) -> str | None:
    width, by, height = text.partition("x")
    sides = ("3", "4", "5", "6", "7", "8")
    return text if by and width in sides and height in sides else None


class Pomeczi(DrawnGame):
    """One variant of Pomeczi."""

    name = "pomeczi"
    options: ClassVar[tuple[Option, ...]] = (
        Option("board", message("pomeczi.option.board"), read_board),
        number("dominoes", 0, 4),
        number("singles", 0, 8),
    )
    main_variants = ("pomeczi", "pomeczi:board=3x3", "pomeczi:board=8x4")
    pieces = notation.PIECES
    letters = notation.LETTERS
    kernel = Kernel(kernel)

    @property
    def size(self) -> tuple[int, int]:
        width, height = self.settings["board"].split("x")
        return int(width), int(height)

    @classmethod
    def defaults(cls, given: Mapping[str, str]) -> dict[str, str]:
        size = given.get("board", "4x4")
        singles, dominoes = TILES.get(size, STANDARD_TILES)
        return {"board": "4x4", "singles": singles, "dominoes": dominoes}

    def configure(self) -> Rules:
        width, height = self.size
        singles, dominoes = int(self.settings["singles"]), int(self.settings["dominoes"])
        cells = 2 * singles + 4 * dominoes
        if cells == 0:
            raise VariantError(message("pomeczi.variant.no-tiles"))
        if cells > width * height:
            raise VariantError(
                message("pomeczi.variant.too-many", cells=cells, board=width * height)
            )
        return board(width, height), singles, dominoes

    @property
    def supply(self) -> tuple[Supply, ...]:
        """P1: every tile has a dot on one face and a line on the other."""
        singles, dominoes = (2 * int(self.settings[kind]) for kind in ("singles", "dominoes"))
        domino, back = (notation.PIECES[3 * player - 2] for player in Player)
        single = Piece("single", Player.ONE)
        tiles = (
            Supply(single, singles, Piece("single", Player.TWO)),
            Supply(domino, dominoes, back),
        )
        return tuple(tile for tile in tiles if tile.count)

    def read(self, text: str) -> State:
        return notation.read(text, *self.size, self.rules)

    def write(self, state: State) -> str:
        return notation.write(state, *self.size)

    def placed(self, state: State) -> tuple[tuple[Piece, Square], ...]:
        return tuple(notation.tiles(state))

    def beside(self, state: State) -> tuple[tuple[tuple[Piece, int], ...], ...]:
        return tuple(
            ((Piece("single", player), singles), (notation.PIECES[3 * player - 2], dominoes))
            for player, (singles, dominoes) in zip(Player, notation.hands(state), strict=True)
        )

    def move_texts(self, state: State, codes: list[int]) -> list[str]:
        return [notation.move_text(code) for code in codes]

    def read_move(self, state: State, text: str) -> str:
        return notation.read_move(text, state, *self.size)

    def refusal(self, state: State, text: str) -> IllegalMove:
        return refusals.refusal(state, text, *self.size)

    def notes(self, state: State) -> tuple[Message, ...]:
        denied = notation.forbidden(state)
        return (message("pomeczi.note.forbidden", actions=denied),) if denied else ()
