"""The board for a terminal, in colours where they are shown.

A square is three characters wide and one high, with lines between the squares::

    ┌───┬───┬───┐
  2 │ ● │       │     a domino covers the line between its halves
    ├───┼───┼───┤
  1 │   │   │ ━ │
    └───┴───┴───┘
      a   b   c
"""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter

from rich.console import Console
from rich.text import Text

from jostle.core.effects import Piece, Step
from jostle.core.game import Position
from jostle.core.messages import say
from jostle.core.players import Player
from jostle.core.squares import Axis, Square
from jostle.render.drawn import DrawnGame
from jostle.render.scene import Scene
from jostle.tui import colours

# What a piece looks like, by kind, owner and axis: a row of characters for each row it covers, the
# line between two halves included. "#" is where the number of the square shows. Owners differ in
# shape and not only in colour. A piece that is not listed shows its letter.
LOOKS: dict[tuple[str, Player | None, Axis | None], tuple[str, ...]] = {
    ("single", Player.ONE, None): (" ● ",),
    ("single", Player.TWO, None): (" ━ ",),
    ("domino", Player.ONE, Axis.HORIZONTAL): (" ●───● ",),
    ("domino", Player.TWO, Axis.HORIZONTAL): (" ━━━━━ ",),
    ("domino", Player.ONE, Axis.VERTICAL): (" ● ", " │ ", " ● "),
    ("domino", Player.TWO, Axis.VERTICAL): (" ┃ ", " ┃ ", " ┃ "),
    **{(value, Player.ONE, None): (f"[{value}]",) for value in "1234"},
    **{(value, Player.TWO, None): (f"({value})",) for value in "1234"},
    ("ball", None, None): (" ● ",),
    ("bar", Player.ONE, Axis.HORIZONTAL): ("◂#▸",),
    ("bar", Player.ONE, Axis.VERTICAL): ("▴#▾",),
    ("bar", Player.TWO, Axis.HORIZONTAL): ("◃#▹",),
    ("bar", Player.TWO, Axis.VERTICAL): ("▵#▿",),
    ("bar", Player.ONE, None): ("◂#▸",),
    ("bar", Player.TWO, None): ("◃#▹",),
}

MARGIN = 3  # before the squares, for the ranks' numbers
GAP = 4  # between the board and what stands beside it


def drawn(
    console: Console, position: Position, last: tuple[Step, ...], names: tuple[str, str]
) -> Text:
    """The position with the last move's squares marked, and each player's things beside it.

    Colours are the console's business; where it has none, shapes tell the rest.
    """
    game = position.game
    if not isinstance(game, DrawnGame) or console.options.ascii_only:
        return Text(str(position))
    scene = game.scene(position)
    first, second = (_beside(position, scene, player, names[player - 1]) for player in Player)
    lines = Canvas(scene, last).lines
    room = console.width - max(line.cell_len for line in lines) - GAP
    if max(line.cell_len for line in (*first, *second)) > room:
        return Text("\n").join([*second, *lines, *first])
    # Player 2 sits at the top, Player 1 at the bottom.
    for row, line in (*enumerate(second, 1), *enumerate(first, len(lines) - 2 - len(first))):
        lines[row].append(" " * GAP).append_text(line)
    return Text("\n").join(lines)


class Canvas:
    """The board as characters with styles, painted layer over layer."""

    def __init__(self, scene: Scene, last: tuple[Step, ...]) -> None:
        self._scene = scene
        self._characters: list[list[str]] = []
        self._styles: list[list[str]] = []
        self._paint_squares()
        self._mark(last)
        for piece, square in scene.pieces:
            self._paint_piece(piece, square)

    @property
    def lines(self) -> list[Text]:
        """The rows from the top, with the ranks' numbers, and the files' letters below."""
        lines = []
        for row, (characters, styles) in enumerate(
            zip(self._characters, self._styles, strict=True)
        ):
            rank = str(self._scene.height - row // 2) if row % 2 else ""
            line = Text().append(rank.rjust(MARGIN - 1) + " ", "label")
            for style, run in groupby(zip(styles, characters, strict=True), itemgetter(0)):
                line.append("".join(character for _, character in run), style)
            lines.append(line)
        files = "".join(f"  {str(Square(file, 0))[0]} " for file in range(self._scene.width))
        return [*lines, Text(" " * MARGIN + files, "label")]

    def _paint_squares(self) -> None:
        """The lines, and the squares with their numbers."""
        width, height = self._scene.width, self._scene.height
        for row in range(2 * height + 1):
            ends = "┌┬┐" if row == 0 else "└┴┘" if row == 2 * height else "├┼┤"
            text = "│   " * width + "│"
            if row % 2 == 0:
                text = ends[0] + ends[1].join(["───"] * width) + ends[2]
            self._characters.append(list(text))
            self._styles.append(["line"] * len(text))
        for rank in range(height):
            for file in range(width):
                self._paint_square(Square(file, rank))
        if self._scene.goals:
            for row, player in ((0, Player.TWO), (-1, Player.ONE)):
                line = "".join(self._characters[row])
                self._characters[row] = list(line.translate(str.maketrans("┌─┬┐└┴┘", "┏━┯┓┗┷┛")))
                self._styles[row] = [f"goal-{int(player)}"] * len(line)

    def _paint_square(self, square: Square, *, left: bool = False) -> None:
        row, column = self._corner(square)
        mark = "·" if left else " "
        text, number = f" {mark} ", 0
        if self._scene.numbers is not None:
            number = self._scene.numbers[square.rank][square.file]
            text = f"{mark}{number}{mark}"
        self._write(row, column, text, colours.square(number, left=left))

    def _mark(self, last: tuple[Step, ...]) -> None:
        """Put a frame round the squares where the last move put something, dots where it left."""
        for square in {square for step in last for effect in step for square in effect.origin}:
            self._paint_square(square, left=True)
        for square in _arrivals(last):
            row, column = self._corner(square)
            for edge in (row - 1, row + 1):
                self._write(edge, column, "═══", "line-marked")
            for edge in (column - 1, column + 3):
                self._write(row, edge, "║", "line-marked")

    def _paint_piece(self, piece: Piece, square: Square) -> None:
        # A piece is named by its left or lower square, and painted from its left or upper one.
        top = max(piece.cells(square), key=lambda cell: cell.rank)
        row, column = self._corner(Square(square.file, top.rank))
        number = " "
        if self._scene.numbers is not None:
            number = str(self._scene.numbers[square.rank][square.file])
        for offset, text in enumerate(_look(self._scene, piece)):
            self._write(row + offset, column, text.replace("#", number), _style(piece))

    def _corner(self, square: Square) -> tuple[int, int]:
        """The row and column where a square begins."""
        return 2 * (self._scene.height - 1 - square.rank) + 1, 4 * square.file + 1

    def _write(self, row: int, column: int, text: str, style: str) -> None:
        self._characters[row][column : column + len(text)] = text
        self._styles[row][column : column + len(text)] = [style] * len(text)


def _arrivals(steps: tuple[Step, ...]) -> set[Square]:
    """Where pieces stand that were put, moved or turned; one may have gone on in a later step."""
    arrived: set[Square] = set()
    for step in steps:
        arrived -= {square for effect in step for square in effect.origin}
        arrived |= {square for effect in step for square in effect.target}
    return arrived


def _look(scene: Scene, piece: Piece) -> tuple[str, ...]:
    known = LOOKS.get((piece.kind, piece.owner, piece.axis))
    letters = scene.letters.get(piece, piece.kind)
    if known is None and piece.axis is Axis.VERTICAL and piece.length > 1:
        return f" {letters[1]} ", " │ ", f" {letters[0]} "
    return known or ("─".join(f" {letter} " for letter in letters),)


def _style(piece: Piece) -> str:
    return colours.piece(piece.owner, turned=piece.turned)


def _beside(position: Position, scene: Scene, player: Player, name: str) -> list[Text]:
    """Whose turn it is, how a player's pieces look, what they have beside the board, the score."""
    at_turn = position.mover is player and position.outcome is None
    sample = next(piece for piece in scene.letters if piece.owner is player)
    look = "".join(" " if letter.isdigit() else letter for letter in _look(scene, sample)[0])
    heading = Text.assemble(
        "▸ " if at_turn else "  ", (look.replace("#", " "), colours.piece(player))
    )
    lines = [heading.append(f" {name}", "label")]
    tray = [_counted(scene, piece, count) for piece, count in scene.trays[player - 1] if count]
    if scene.trays[player - 1]:
        held = Text("  ").join(tray) if tray else Text(say("play.beside.nothing"))
        lines.append(Text.assemble("  ", say(f"play.beside.{position.game.name}"), " ", held))
    if position.scores is not None:
        lines.append(Text("  " + say("play.score", points=position.scores[player - 1])))
    return lines


def _counted(scene: Scene, piece: Piece, count: int) -> Text:
    look = _look(scene, piece)[0].replace("#", " ")
    return Text.assemble((look, _style(piece)), f" ×{count}")
