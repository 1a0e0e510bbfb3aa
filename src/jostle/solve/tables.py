"""The solved tables on this machine: where they are, and asking them.

A table answers for every position that can occur in its variant, for mirror images, and whoever is
to move.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from jostle.core.game import Game, Position
from jostle.core.messages import message
from jostle.core.values import Draw, Loss, Value, Win
from jostle.games import game as game_of
from jostle.solve.entries_kernel import MISSING
from jostle.solve.numbered import NumberedGame, can_be_numbered
from jostle.solve.places import path_of
from jostle.solve.table_file import TableError, TableFile

LONGEST_DRAWN_LINE = 12  # plies; it could go on for ever


class Table:
    """One variant's solved table."""

    def __init__(self, game: Game, file: TableFile) -> None:
        self.game = game
        self.file = file
        self.numbered = NumberedGame(game)
        header = file.header
        if header.variant != game.variant:
            raise file.refuse(message("table.other-variant", variant=header.variant))
        if header.rules_version != game.rules_version:
            raise file.refuse(
                message("table.other-rules", given=header.rules_version, right=game.rules_version)
            )
        if header.numbering_version != self.numbered.module.VERSION:
            raise file.refuse(message("table.other-numbering"))

    def value(self, position: Position) -> Value | None:
        """The exact value for the player to move; None for a position that cannot occur."""
        if position.game != self.game:
            return None
        code = self.numbered.probe(self.numbered.layout, position.state, self.file.contents)
        return None if code == MISSING else value_of(code)

    def values_after(self, position: Position) -> dict[int, Value]:
        """What each move, by its code, is worth to the player to move.

        Empty for a position that cannot occur.
        """
        room = self.numbered.room()
        values = np.empty(room.size, dtype=np.int64)
        rules, layout, contents = self.game.rules, self.numbered.layout, self.file.contents
        made = self.numbered.probe_moves(rules, layout, position.state, contents, room, values)
        if self.value(position) is None or MISSING in values[:made]:
            return {}
        pairs = zip(room[:made].tolist(), values[:made].tolist(), strict=True)
        return {code: before(value_of(after)) for code, after in pairs}

    def line(self, position: Position) -> list[int]:
        """The codes of best play: the winner hurries, the loser delays, a draw is kept."""
        value = self.value(position)
        if value is None:
            return []
        line = np.empty(value.plies if value.sign else LONGEST_DRAWN_LINE, dtype=np.int64)
        rules, layout, contents = self.game.rules, self.numbered.layout, self.file.contents
        room = self.numbered.room()
        made = self.numbered.best_line(rules, layout, position.state, contents, room, line)
        codes: list[int] = line[:made].tolist()
        return codes

    def entries(self) -> tuple[np.ndarray, np.ndarray]:
        """The numbers of all positions, sorted, and their values as ``value_of`` reads them."""
        return self.file.entries()

    def position(self, number: int) -> Position:
        """The position that stands for a number and its mirror images; Player 1 is to move."""
        return Position(self.game, self.numbered.state(number))

    def missing_in_games(self, probes: int, seed: int = 0) -> int:
        """Ask for the positions of random games, in compiled code; returns how many are missing."""
        rules, layout, contents = self.game.rules, self.numbered.layout, self.file.contents
        return self.numbered.probe_games(rules, layout, contents, probes, np.uint64(seed))


def value_of(code: int) -> Value:
    """The value that a table's number stands for."""
    if code == 0:
        return Draw()
    return Win(int(code) - 1) if code > 0 else Loss(-int(code) - 1)


def before(value: Value) -> Value:
    """What a move is worth that leads to a position of this value for the other player."""
    if value.sign == 0:
        return value
    return type(value.opposite)(value.plies + 1)


_opened: dict[Path, tuple[int, Table | TableError]] = {}


def open_table(game: Game) -> Table | None:
    """A variant's table; None if there is none, an error if it cannot be used."""
    path = path_of(game)
    try:
        changed = path.stat().st_mtime_ns
    except OSError:
        return None
    if not can_be_numbered(type(game)):
        return None
    if path not in _opened or _opened[path][0] != changed:
        try:
            _opened[path] = changed, Table(game, TableFile(path))
        except TableError as error:
            _opened[path] = changed, error
    found = _opened[path][1]
    if isinstance(found, TableError):
        raise found
    return found


def opened(path: Path) -> Table:
    """The table in a file, which must have the name by which its variant looks for it."""
    file = TableFile(path)
    game = game_of(file.header.variant)
    if path_of(game) != path:
        raise file.refuse(message("table.other-variant", variant=game.variant))
    return Table(game, file)


def probe(position: Position) -> Value | None:
    """The exact value of a position for the player to move, if its variant has been solved.

    None if there is no table, or if the position cannot occur in a game.
    """
    table = open_table(position.game)
    return None if table is None else table.value(position)


__all__ = ["Table", "TableError", "open_table", "probe"]
