"""Why a move of Pomeczi is refused.

Only called for moves that the kernel does not list. Where several rules refuse, the lowest is
named.
"""

from __future__ import annotations

from jostle.core.effects import Piece
from jostle.core.errors import IllegalMove, refused
from jostle.core.kernel import State
from jostle.core.messages import Message, message
from jostle.core.players import Player
from jostle.core.squares import Direction, Square
from jostle.core.typed import PASS
from jostle.core.words import told_cells
from jostle.games.pomeczi import notation

GAME = "pomeczi"
Tile = tuple[Piece, Square]


def refusal(state: State, text: str, width: int, height: int) -> IllegalMove:
    """The rule that refuses a move given in canonical form."""
    table = _Table(state, width, height)
    if text == PASS:
        return refused(GAME, "P3", "pass")
    if text[0] in "SD":
        return table.placement(text)
    return table.motion(text)


def tile_name(tile: Tile) -> Message:
    """A tile as people name it, by its cells."""
    piece, square = tile
    return message(f"{GAME}.tile.{piece.kind}", cells=told_cells(piece.cells(square)))


class _Table:
    """A position laid out so that one can ask what lies where."""

    def __init__(self, state: State, width: int, height: int) -> None:
        self.state = state
        self.width, self.height = width, height
        self.mover = Player.TWO if state[6] & 1 else Player.ONE
        self.at: dict[Square, Tile] = {
            cell: (piece, end) for piece, end in notation.tiles(state) for cell in piece.cells(end)
        }

    def inside(self, square: Square | None) -> bool:
        return square is not None and square.file < self.width and square.rank < self.height

    def ahead(self, tile: Tile, direction: Direction) -> list[Square | None]:
        """The cells a tile would enter, None for those off the board."""
        own = tile[0].cells(tile[1])
        entered = [cell.step(direction) for cell in own]
        return [cell if self.inside(cell) else None for cell in entered if cell not in own]

    def placement(self, text: str) -> IllegalMove:
        square = Square.parse(text[1:3])
        singles, dominoes = notation.hands(self.state)[self.mover - 1]
        kind = "single" if text[0] == "S" else "domino"
        if (singles if text[0] == "S" else dominoes) == 0:
            return refused(GAME, "P4", f"no-{kind}")
        second = None
        if text[0] == "D":
            second = square.step(Direction.RIGHT if text[3] == ">" else Direction.UP)
            if not self.inside(second):
                return refused(GAME, "P4", "edge", square=square)
        taken = square if square in self.at else second
        assert taken is not None  # a placement on empty cells with a tile in hand is legal
        return refused(GAME, "P4", "occupied", square=taken, tile=tile_name(self.at[taken]))

    def motion(self, text: str) -> IllegalMove:
        square, direction = Square.parse(text[:2]), Direction("<>^v".index(text[2]))
        tile = self.at.get(square)
        if tile is None:
            return refused(GAME, "P5", "empty", square=square)
        entered = self.ahead(tile, direction)
        hit = sorted({self.at[cell] for cell in entered if cell in self.at}, key=lambda it: it[1])
        if tile[0].owner is not self.mover:
            rule = "P6" if hit else "P5"
            return refused(GAME, rule, "theirs", tile=tile_name(tile))
        if None in entered:
            return refused(GAME, "P5", "edge", tile=tile_name(tile))
        if not hit:
            if tile[0].kind == "domino":
                return refused(GAME, "P5", "domino", tile=tile_name(tile))
            return self.remembered(text, tile, hit)
        return self.push(text, tile, hit, direction)

    def push(self, text: str, tile: Tile, hit: list[Tile], direction: Direction) -> IllegalMove:
        for pushed in hit:
            for cell in self.ahead(pushed, direction):
                if cell in self.at:
                    return refused(
                        GAME,
                        "P7",
                        "stack",
                        tile=tile_name(tile),
                        pushed=tile_name(pushed),
                        blocker=tile_name(self.at[cell]),
                    )
        for pushed in hit:
            cells = self.ahead(pushed, direction)
            lined = len(cells) < pushed[0].length
            if lined and None in cells:
                return refused(GAME, "P8", "hanging", pushed=tile_name(pushed))
        return self.remembered(text, tile, hit)

    def remembered(self, text: str, tile: Tile, hit: list[Tile]) -> IllegalMove:
        """P10 or P11.

        The position does not say which of the two forbids an action. It is a push back if it goes
        into the tile that has just acted, the way that tile came.
        """
        assert text in notation.forbidden(self.state)  # nothing else is left to refuse it
        came = notation.later(self.state)
        if came is not None and came[2] == text[2]:
            actor = self.at[Square.parse(came[:2])]
            if actor in hit:
                return refused(
                    GAME, "P10", "push-back", tile=tile_name(tile), actor=tile_name(actor)
                )
        return refused(GAME, "P11", "back-and-forth", tile=tile_name(tile))
