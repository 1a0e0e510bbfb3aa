"""Symmetries of the boards, as transformations of texts: variants, positions and moves.

A turned board is the same game: its moves are the turned moves and lead to the turned positions.
All is done on the texts and by the rules pages' description of them; no code of the project is
asked. Squares are cells as in ``tests.reference``.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from tests.reference import (
    STANDARD_GRID,
    Cell,
    cell_name,
    named_cell,
    read_ranks,
    write_ranks,
)

WAYS = {"<": (-1, 0), ">": (1, 0), "^": (0, 1), "v": (0, -1)}
NAMES_OF_WAYS = {vector: way for way, vector in WAYS.items()}
TO_OTHER_HALF = {"L": ">", "R": "<", "B": "^", "T": "v"}
HALF_BY_WAY = {way: letter for letter, way in TO_OTHER_HALF.items()}
ACROSS = str.maketrans("HVXYhvxy", "VHYXvhyx")


@dataclass(frozen=True)
class Symmetry:
    """Files and ranks change places, then each of them may run backwards.

    If the players are exchanged, each has the other's pieces and turn.
    """

    transposed: bool = False
    files_reversed: bool = False
    ranks_reversed: bool = False
    exchanged: bool = False

    def size(self, width: int, height: int) -> tuple[int, int]:
        return (height, width) if self.transposed else (width, height)

    def cell(self, cell: Cell, width: int, height: int) -> Cell:
        """Where a cell of a board of this size comes to lie."""
        file, rank = reversed(cell) if self.transposed else cell
        width, height = self.size(width, height)
        return (
            width + 1 - file if self.files_reversed else file,
            height + 1 - rank if self.ranks_reversed else rank,
        )

    def way(self, way: str) -> str:
        """What becomes of a direction."""
        files, ranks = reversed(WAYS[way]) if self.transposed else WAYS[way]
        return NAMES_OF_WAYS[
            -files if self.files_reversed else files, -ranks if self.ranks_reversed else ranks
        ]

    def letter(self, letter: str) -> str:
        """Whose a piece becomes."""
        return letter.swapcase() if self.exchanged and letter != "o" else letter


BOARD_SYMMETRIES = [Symmetry(*turns) for turns in product((False, True), repeat=3)]
ALL_SYMMETRIES = [Symmetry(*turns) for turns in product((False, True), repeat=4)]
# B1: the sides belong to the players, so turning the board upside down exchanges them.
PUSH_PUSH_SYMMETRIES = [
    Symmetry(files_reversed=mirrored, ranks_reversed=exchanged, exchanged=exchanged)
    for mirrored in (False, True)
    for exchanged in (False, True)
]


def board_size(ranks: str) -> tuple[int, int]:
    """Width and height of the ranks of a position string."""
    rows = ranks.split("/")
    return sum(int(part) if part.isdigit() else 1 for part in rows[0]), len(rows)


def turned_variant(symmetry: Symmetry, variant: str) -> str:
    """The variant that is played on the turned board."""
    game, _, options = variant.partition(":")
    spelled_out = options.split(",") if options else []
    if game == "pushee-pieces" and "grid=" not in options:
        spelled_out.append(f"grid={STANDARD_GRID}")
    turned = []
    for option in spelled_out:
        name, _, value = option.partition("=")
        if name == "board" and symmetry.transposed:
            value = "x".join(reversed(value.split("x")))
        elif name == "grid":
            value = turned_grid(symmetry, value)
        turned.append(f"{name}={value}")
    return f"{game}:{','.join(turned)}"


def turned_grid(symmetry: Symmetry, grid: str) -> str:
    """The numbers of Pushee Pieces' squares, rows from the top."""
    rows = grid.split("/")
    size = len(rows[0]), len(rows)
    digits = {
        symmetry.cell((file, len(rows) - index), *size): digit
        for index, row in enumerate(rows)
        for file, digit in enumerate(row, start=1)
    }
    width, height = symmetry.size(*size)
    return "/".join(
        "".join(digits[file, rank] for file in range(1, width + 1)) for rank in range(height, 0, -1)
    )


def turned_ranks(symmetry: Symmetry, ranks: str, letters: dict[Cell, str]) -> str:
    """The ranks of the turned board, given the letters that its pieces have then."""
    width, height = board_size(ranks)
    turned = {
        symmetry.cell(cell, width, height): symmetry.letter(letter)
        for cell, letter in letters.items()
    }
    return write_ranks(turned, *symmetry.size(width, height))


def turned_mover(symmetry: Symmetry, mover: str) -> str:
    return {"1": "2", "2": "1"}[mover] if symmetry.exchanged else mover


def turned_pair(symmetry: Symmetry, pair: str) -> str:
    """Two values with a slash between, Player 1's and Player 2's."""
    return "/".join(reversed(pair.split("/"))) if symmetry.exchanged else pair


def turned_square(symmetry: Symmetry, name: str, ranks: str) -> str:
    return cell_name(symmetry.cell(named_cell(name), *board_size(ranks)))


# Pomeczi


def turned_pomeczi(symmetry: Symmetry, position: str) -> str:
    board, mover, forbidden, later = position.split(" ")
    ranks, _, held = board.rstrip("]").partition("[")
    letters = {}
    for cell, letter in read_ranks(ranks).items():
        if letter.upper() == "S":
            letters[cell] = letter
        else:
            half = HALF_BY_WAY[symmetry.way(TO_OTHER_HALF[letter.upper()])]
            letters[cell] = half if letter.isupper() else half.lower()
    first = "".join(letter for letter in held if letter.isupper())
    second = "".join(letter for letter in held if letter.islower())
    if symmetry.exchanged:
        first, second = second.upper(), first.lower()
    denied = [] if forbidden == "-" else forbidden.split(",")
    return " ".join(
        [
            f"{turned_ranks(symmetry, ranks, letters)}[{first}{second}]",
            turned_mover(symmetry, mover),
            ",".join(sorted(turned_pomeczi_move(symmetry, position, move) for move in denied))
            or "-",
            later if later == "-" else turned_pomeczi_move(symmetry, position, later),
        ]
    )


def turned_pomeczi_move(symmetry: Symmetry, position: str, move: str) -> str:
    """A move is named by the left or lower cell of its tile, which may be another one then."""
    ranks = position.partition("[")[0]
    width, height = board_size(ranks)
    if move[0] == "S":
        return f"S{turned_square(symmetry, move[1:], ranks)}"
    if move[0] == "D":
        cells = domino_cells(move[1:3], move[3])
    else:
        letter = read_ranks(ranks)[named_cell(move[:2])].upper()
        single = letter == "S"
        cells = [named_cell(move[:2])] if single else domino_cells(move[:2], TO_OTHER_HALF[letter])
    turned = sorted(symmetry.cell(cell, width, height) for cell in cells)
    if move[0] == "D":
        lies_flat = turned[0][1] == turned[1][1]
        return f"D{cell_name(turned[0])}{'>' if lies_flat else '^'}"
    return f"{cell_name(turned[0])}{symmetry.way(move[2])}"


def domino_cells(name: str, way: str) -> list[Cell]:
    """A domino's two cells from one of them and the way to the other."""
    file, rank = named_cell(name)
    return [(file, rank), (file + WAYS[way][0], rank + WAYS[way][1])]


# Push Push


def turned_push_push(symmetry: Symmetry, position: str) -> str:
    ranks, mover, opening, quiet = position.split(" ")
    if opening in ("1-0", "0-1") and symmetry.exchanged:
        opening = opening[::-1]
    elif opening[0] in "ABCD":
        opening = opening[0] + turned_square(symmetry, opening[1:], ranks)
    turned = turned_ranks(symmetry, ranks, read_ranks(ranks))
    return f"{turned} {turned_mover(symmetry, mover)} {opening} {quiet}"


def turned_push_push_move(symmetry: Symmetry, position: str, move: str) -> str:
    if move == "--":
        return move
    ranks = position.partition(" ")[0]
    origin, target = (turned_square(symmetry, name, ranks) for name in (move[:2], move[2:4]))
    return origin + target + move[4:]


# Pushee Pieces


def turned_pushee(symmetry: Symmetry, position: str) -> str:
    ranks, mover, left, turns = position.split(" ")
    letters = read_ranks(ranks)
    if symmetry.transposed:
        letters = {cell: letter.translate(ACROSS) for cell, letter in letters.items()}
    return " ".join(
        [
            turned_ranks(symmetry, ranks, letters),
            turned_mover(symmetry, mover),
            turned_pair(symmetry, left),
            turned_pair(symmetry, turns),
        ]
    )


def turned_pushee_move(symmetry: Symmetry, position: str, move: str) -> str:
    """The chosen pushes come in alphabetical order (see ``in_order``)."""
    if move == "--":
        return move
    ranks = position.partition(" ")[0]
    base, _, choice = move.partition("=")
    kind = base[2].translate(str.maketrans("hv", "vh")) if symmetry.transposed else base[2]
    pushes = [
        turned_square(symmetry, push[:2], ranks) + symmetry.way(push[2])
        for push in choice.split(",")
        if push
    ]
    turned = turned_square(symmetry, base[:2], ranks) + kind
    return in_order(f"{turned}={','.join(pushes)}") if pushes else turned


def in_order(move: str) -> str:
    """A move of Pushee Pieces with its chosen pushes in alphabetical order.

    A move lists them tier by tier; which tier a push belongs to, its text does not tell.
    """
    base, equals, choice = move.partition("=")
    return base + equals + ",".join(sorted(choice.split(",")))
