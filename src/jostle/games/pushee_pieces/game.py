"""Pushee Pieces: place pieces that push along their axis; most points win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from jostle.core.bits import board
from jostle.core.effects import Piece
from jostle.core.errors import IllegalMove, VariantError
from jostle.core.kernel import Kernel, Rules, State
from jostle.core.messages import Message, message
from jostle.core.options import Option, number, one_of
from jostle.core.players import Player
from jostle.core.squares import SQUARES, STRIDE, Square
from jostle.games.pushee_pieces import kernel, notation, refusals
from jostle.render.drawn import DrawnGame
from jostle.render.scene import Supply

STANDARD_GRID = "000000/022220/021320/023120/022220/000000"  # C1
MOST_PIECES = 15
SIDES = range(4, 9)


def read_grid(text: str) -> str | None:
    rows = text.split("/")
    widths = {len(row) for row in rows}
    digits = text.isascii() and "".join(rows).isdigit()
    fits = len(widths) == 1 and len(rows) in SIDES and len(rows[0]) in SIDES
    return text if digits and fits else None


class PusheePieces(DrawnGame):
    """One variant of Pushee Pieces."""

    name = "pushee-pieces"
    options: ClassVar[tuple[Option, ...]] = (
        Option("grid", message("pushee-pieces.option.grid"), read_grid),
        number("pieces", 1, MOST_PIECES),
        number("tiers", 1, 9, "unlimited"),
        one_of("turns", "0", "2"),
        one_of("walls", "on", "off"),
    )
    main_variants = (
        "pushee-pieces",
        "pushee-pieces:pieces=8",
        "pushee-pieces:walls=off",
        "pushee-pieces:tiers=unlimited",
        "pushee-pieces:turns=2",
    )
    pieces = notation.PIECES
    letters = notation.LETTERS
    kernel = Kernel(kernel)

    @property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """C1: the numbers on the squares, by rank from the bottom."""
        rows = reversed(self.settings["grid"].split("/"))
        return tuple(tuple(int(digit) for digit in row) for row in rows)

    @property
    def size(self) -> tuple[int, int]:
        rows = self.settings["grid"].split("/")
        return len(rows[0]), len(rows)

    @classmethod
    def defaults(cls, given: Mapping[str, str]) -> dict[str, str]:
        grid = given.get("grid", STANDARD_GRID)
        pieces = min(MOST_PIECES, len(grid.replace("/", "")) // 2)  # V1
        return {
            "grid": STANDARD_GRID,
            "pieces": str(pieces),
            "tiers": "3",
            "turns": "0",
            "walls": "on",
        }

    def configure(self) -> Rules:
        width, height = self.size
        pieces = int(self.settings["pieces"])
        if 2 * pieces > width * height:
            raise VariantError(
                message("pushee-pieces.variant.too-many", pieces=pieces, most=width * height // 2)
            )
        planes = [
            sum(
                (value >> plane & 1) << rank * STRIDE + file
                for rank, row in enumerate(self.numbers)
                for file, value in enumerate(row)
            )
            for plane in range(4)
        ]
        tiers = self.settings["tiers"]
        return (
            board(width, height),
            planes[0],
            planes[1],
            planes[2],
            planes[3],
            int(self.settings["walls"] == "on"),
            0 if tiers == "unlimited" else int(tiers),
            pieces,
            int(self.settings["turns"]),
        )

    @property
    def supply(self) -> tuple[Supply, ...]:
        """C2; with V4 a piece has a back that shows that it has been turned."""
        count, turned = int(self.settings["pieces"]), self.settings["turns"] != "0"
        return tuple(
            Supply(
                Piece("bar", player),
                count,
                Piece("bar", player, turned=True) if turned else None,
            )
            for player in Player
        )

    def read(self, text: str) -> State:
        return notation.read(text, *self.size, self.rules)

    def write(self, state: State) -> str:
        return notation.write(state, *self.size, self.rules)

    def placed(self, state: State) -> tuple[tuple[Piece, Square], ...]:
        return tuple((self.pieces[code], SQUARES[place]) for place, code in notation.coded(state))

    def beside(self, state: State) -> tuple[tuple[tuple[Piece, int], ...], ...]:
        """The pieces each player has still to place."""
        return tuple(
            ((Piece("bar", player), count),)
            for player, count in zip(Player, notation.left(state), strict=True)
        )

    def move_texts(self, state: State, codes: list[int]) -> list[str]:
        return notation.move_texts(self.rules, state, codes)

    def read_move(self, state: State, text: str) -> str:
        return notation.read_move(text, *self.size)

    def refusal(self, state: State, text: str) -> IllegalMove:
        return refusals.refusal(self.rules, state, text)

    def scores(self, state: State) -> tuple[int, int]:
        first, second = kernel.scores(self.rules, state)
        return first, second

    def notes(self, state: State) -> tuple[Message, ...]:
        if not self.rules[8]:
            return ()
        first, second = (count % notation.GIVEN_UP for count in notation.turns(state))
        return (message("pushee-pieces.note.turns", first=first, second=second),)
