"""Effects carried out by hand, on what the public face shows of a position.

Design, section 3: all effects of a step happen at once and name squares as they were before the
step; steps carried out in order on the old position give exactly the new one. Nothing here knows a
rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from jostle import Effect, EffectKind, Piece, Player, Position, Square
from jostle.core.effects import Step

OUT = (EffectKind.FLIPPED, EffectKind.ELIMINATED, EffectKind.SCORED)


@dataclass
class Table:
    """Pieces by their left or lower square, and how many pieces lie beside the board."""

    pieces: dict[Square, Piece]
    beside: Counter[tuple[Player, Piece]]

    @staticmethod
    def of(position: Position) -> Table:
        pieces = {square: piece for piece, square in position.pieces}
        assert len(pieces) == len(position.pieces)
        beside: Counter[tuple[Player, Piece]] = Counter()
        for player, held in zip(Player, position.beside, strict=True):
            for piece, count in held:
                assert count >= 0
                beside[player, piece] = count
        table = Table(pieces, beside)
        table.covered()
        return table

    def covered(self) -> set[Square]:
        """All squares under pieces; no two pieces share one."""
        cells = [cell for square, piece in self.pieces.items() for cell in piece.cells(square)]
        assert len(set(cells)) == len(cells)
        return set(cells)

    def carry_out(self, steps: Iterable[Step]) -> None:
        for step in steps:
            assert step  # nothing happens in no step
            self.carry_out_step(step)

    def carry_out_step(self, step: Step) -> None:
        before = dict(self.pieces)
        occupied = self.covered()
        for effect in step:
            assert effect.by is None or effect.by in occupied
            self.take_away(effect)
        for effect in step:
            self.put_down(effect, before)
        self.covered()

    def take_away(self, effect: Effect) -> None:
        """What goes, from where it stood before the step."""
        piece = effect.piece
        if effect.kind is EffectKind.PASSED:
            assert (piece, effect.origin, effect.target) == (None, (), ())
        elif effect.kind is EffectKind.PLACED:
            assert piece is not None
            assert effect.origin == ()
            self.count(piece, -1)
        else:
            assert piece is not None
            square = effect.origin[0]
            assert self.pieces.pop(square) == piece  # and no two effects take the same piece
            assert effect.origin == piece.cells(square)

    def put_down(self, effect: Effect, before: dict[Square, Piece]) -> None:
        """What comes, where it stands after the step."""
        becomes = effect.becomes
        if effect.kind in OUT:
            assert effect.target == ()
            assert effect.piece == before[effect.origin[0]]
            if effect.kind is EffectKind.FLIPPED:
                assert becomes is not None
                self.count(becomes, 1)
            elif (effect.piece.owner, effect.piece) in self.beside:
                # Some games show what was eliminated beside the board, others do not.
                self.count(effect.piece, 1)
        elif effect.kind is not EffectKind.PASSED:
            assert becomes is not None
            square = effect.target[0]
            assert effect.target == becomes.cells(square)
            assert square not in self.pieces
            self.pieces[square] = becomes

    def count(self, piece: Piece, change: int) -> None:
        """Change the number of such pieces beside the board, however they lie there."""
        (entry,) = [
            (player, held)
            for player, held in self.beside
            if player is piece.owner and held.kind == piece.kind
        ]
        self.beside[entry] += change
        assert self.beside[entry] >= 0


def table_after(position: Position, steps: Iterable[Step]) -> Table:
    """The table after some steps from a position."""
    table = Table.of(position)
    table.carry_out(steps)
    return table


def points(position: Position, table: Table) -> tuple[int, int] | None:
    """The scores on a table, for games whose squares have numbers (C9)."""
    if position.scores is None:
        return None
    rows = position.game.settings["grid"].split("/")[::-1]
    scores = [0, 0]
    for square, piece in table.pieces.items():
        assert piece.owner is not None
        scores[piece.owner - 1] += int(rows[square.rank][square.file])
    return scores[0], scores[1]


def check_effects(position: Position, steps: tuple[Step, ...], after: Position) -> None:
    """The steps, carried out on a position, must give the position after the move."""
    table = table_after(position, steps)
    assert table == Table.of(after)
    assert points(position, table) == after.scores
