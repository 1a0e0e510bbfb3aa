"""A position in plain characters, for ``print(position)``."""

from __future__ import annotations

from jostle.core.effects import Piece
from jostle.core.squares import Axis, Square
from jostle.render.scene import Scene


def board(scene: Scene) -> str:
    """The board with its coordinates; what lies beside it above for Player 2, below for Player 1.

    An empty square is a dot, or its number where squares have one; a piece stands before the
    number. Where a game has dominoes, squares lie further apart and their halves are joined.
    """
    wide = any(piece.length > 1 for piece in scene.letters)
    apart = "   " if wide else " "
    letters: dict[Square, str] = {}
    joined: dict[Square, Axis] = {}  # by the left or lower half of a domino
    for piece, square in scene.pieces:
        letters.update(zip(piece.cells(square), scene.letters[piece], strict=True))
        if piece.length > 1 and piece.axis is not None:
            joined[square] = piece.axis

    lines = []
    for rank in reversed(range(scene.height)):
        squares = [Square(file, rank) for file in range(scene.width)]
        row = ""
        for square in squares:
            link = "---" if joined.get(square) is Axis.HORIZONTAL else apart
            row += _square(scene, letters, square) + link
        lines.append(f"{rank + 1} | {row.removesuffix(apart)} |")
        if wide and rank > 0:
            below = (Square(file, rank - 1) for file in range(scene.width))
            links = ("|" if joined.get(square) is Axis.VERTICAL else " " for square in below)
            lines.append(f"  | {apart.join(links)} |")
    rim = f"  +{'-' * (len(lines[0]) - 4)}+"
    pad = " " if scene.numbers is not None else ""
    files = apart.join(pad + str(Square(file, 0))[0] for file in range(scene.width))
    lines = [rim, *lines, rim, f"    {files}"]
    lower, upper = (_tray(scene, tray) for tray in scene.trays)
    return "\n".join([*upper, *lines, *lower])


def _square(scene: Scene, letters: dict[Square, str], square: Square) -> str:
    if scene.numbers is None:
        return letters.get(square, ".")
    return f"{letters.get(square, ' ')}{scene.numbers[square.rank][square.file]}"


def _tray(scene: Scene, tray: tuple[tuple[Piece, int], ...]) -> list[str]:
    """A line with how many there are of each piece, if there are any.

    A piece that lies no way yet has no letter, but its name.
    """
    held = [
        f"{'-'.join(scene.letters.get(piece, [piece.kind]))} x{count}"
        for piece, count in tray
        if count
    ]
    return ["    " + "  ".join(held)] if held else []
