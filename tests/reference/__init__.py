"""Slow, obviously right engines of the three games, to check the real ones against.

Written rule by rule from the rules pages, with dicts of cells and plain loops, and sharing no
code with the project. Input is assumed to be valid: a reference plays, it does not refuse.

A cell is a pair (file, rank), both counted from 1; a position is its canonical text. An effect
is ``(kind, piece, owner, origin, target, by)``, squares by name, and a step is the set of the
effects that happen at once.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Protocol

Cell = tuple[int, int]
Outcome = tuple[int | None, str]
Effect = tuple[str, str | None, int | None, tuple[str, ...], tuple[str, ...], str | None]

STANDARD_GRID = "000000/022220/021320/023120/022220/000000"  # C1


class Reference(Protocol):
    """What every reference can do."""

    def start(self) -> str:
        """Give the start position."""

    def moves(self, position: str) -> dict[str, str]:
        """Give every legal move with the position after it; none if the game is over."""

    def outcome(self, position: str) -> Outcome | None:
        """Give winner (None: a draw) and reason, or None while the game goes on."""

    def effects(self, position: str, move: str) -> list[set[Effect]]:
        """Give what a legal move does, step by step."""


@cache
def cell_name(cell: Cell) -> str:
    """Name a cell as in chess.

    >>> cell_name((3, 1))
    'c1'
    """
    file, rank = cell
    return "abcdefgh"[file - 1] + str(rank)


def cell_names(cells: Iterable[Cell]) -> tuple[str, ...]:
    """Name several cells, in their order."""
    return tuple(cell_name(cell) for cell in cells)


def named_cell(name: str) -> Cell:
    """Find the cell of a name.

    >>> named_cell("c1")
    (3, 1)
    """
    return "abcdefgh".index(name[0]) + 1, int(name[1])


def neighbour(cell: Cell, step: Cell) -> Cell:
    """Go one step from a cell; the result may be off the board."""
    return cell[0] + step[0], cell[1] + step[1]


def read_ranks(ranks: str) -> dict[Cell, str]:
    """Read the board part of a position: the letter on each occupied cell.

    >>> read_ranks("1S/s1")
    {(2, 2): 'S', (1, 1): 's'}
    """
    rows = ranks.split("/")
    letters = {}
    for index, row in enumerate(rows):
        file = 1
        for character in row:
            if character.isdigit():
                file += int(character)
            else:
                letters[file, len(rows) - index] = character
                file += 1
    return letters


def write_ranks(letters: Mapping[Cell, str], width: int, height: int) -> str:
    """Write the board part of a position.

    >>> write_ranks({(2, 2): "S", (1, 1): "s"}, 2, 2)
    '1S/s1'
    """
    rows = (
        "".join([letters.get((file, rank), ".") for file in range(1, width + 1)])
        for rank in range(height, 0, -1)
    )
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows))


def reference(variant: str) -> Reference:
    """Give the reference for a (valid) variant string."""
    # Imported here because the games use the helpers above.
    from tests.reference.pomeczi import Pomeczi
    from tests.reference.push_push import PushPush
    from tests.reference.pushee_pieces import PusheePieces

    game, _, rest = variant.partition(":")
    options = dict(option.split("=", 1) for option in rest.split(",")) if rest else {}
    if game == "pomeczi":
        board = options.get("board", "4x4")
        width, height = (int(length) for length in board.split("x"))
        # P2; boards the rules' table does not name have the counts of the 4x4 game.
        counts = {"3x3": (1, 1), "8x4": (4, 2), "4x8": (4, 2)}.get(board, (2, 1))
        singles = int(options.get("singles", counts[0]))
        dominoes = int(options.get("dominoes", counts[1]))
        return Pomeczi(width, height, singles, dominoes)
    if game == "push-push":
        quiet = options.get("quiet", "100")
        return PushPush(None if quiet == "off" else int(quiet))
    if game == "pushee-pieces":
        rows = options.get("grid", STANDARD_GRID).split("/")
        grid = {
            (file, len(rows) - index): int(digit)
            for index, row in enumerate(rows)
            for file, digit in enumerate(row, start=1)
        }
        tiers = options.get("tiers", "3")
        return PusheePieces(
            grid,
            pieces=int(options.get("pieces", min(15, len(grid) // 2))),  # V1
            walls=options.get("walls", "on") == "on",
            tiers=None if tiers == "unlimited" else int(tiers),
            turns=int(options.get("turns", "0")),
        )
    raise ValueError(f"no game is called {game!r}")
