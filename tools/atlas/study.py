"""What is worth knowing about one solved game: its longest win, and moves that are hard to find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypedDict

import numpy as np
from tools.atlas.facts import told, valued_moves
from tools.atlas.watching import watched

from jostle.core.effects import EffectKind
from jostle.core.game import Game, Position
from jostle.core.match import Match
from jostle.core.record import Record
from jostle.core.squares import STRIDE
from jostle.core.values import Value
from jostle.search.thinking import think
from jostle.solve.tables import Table

LOOKED_AT = 120_000  # positions among which hidden wins are sought
FEWEST_MOVES = 10  # so that the win is one of many moves
SHORTEST = 9  # plies; a nearer end can be counted out
NODES = 20_000  # positions that the engine may look at
# Kinds of winning moves that a player may overlook; taking a tile is not among them.
KINDS = ("moves", "pushes", "single", "domino")
SACRIFICES = {"gives", "trades"}  # a tile of one's own goes off, alone or with one of the other's

Found = tuple[Position, str]  # with the winning move


class Hidden(TypedDict):
    """A position with one winning move, which the engine thinks little of."""

    kind: str
    position: str
    move: str
    value: str
    moves: int  # how many there are
    others: str  # the best that the other moves are worth
    rank: int  # the engine's place for the winning move
    chance: float  # … and its chance of winning by the engine's word
    preferred: str  # what the engine would play
    preferred_value: str


class Study(TypedDict):
    """Everything that is told about the game."""

    start: str  # of the longest win
    line: list[str]
    hidden: list[Hidden]
    plain: int  # how many positions were looked through for sacrifices
    gives: int  # … and in how many the only winning move gives a tile away for nothing
    trades: int  # … or for another


def study(table: Table) -> Study:
    """Look for it in the table; the same for the same table and engine."""
    position = table.game.position(table.file.header.longest_position)
    plain = plain_wins(table)
    candidates = only_wins(table, plain)
    hidden = [least_liked(table, candidates[kind]) for kind in KINDS if candidates.get(kind)]
    told_already = {found["position"] for found in hidden}
    everything = [found for kind in KINDS for found in candidates.get(kind, ())]
    if everything:
        farthest = max(everything, key=lambda found: plies_of(table, found[0]))
        if farthest[0].text not in told_already:
            hidden.append(judged(table, *farthest))
    given = sacrifices(table, plain)
    if given:
        hidden.append(least_liked(table, given))
    return {
        "start": position.text,
        "line": longest_line(table, position),
        "hidden": hidden,
        "plain": int(plain.size),
        "gives": sum(kind_of(*found) == "gives" for found in given),
        "trades": sum(kind_of(*found) == "trades" for found in given),
    }


def longest_line(table: Table, position: Position) -> list[str]:
    """Best play from a position to the end."""
    line = []
    for code in table.line(position):
        line.append(str(position.move_of(code)))
        position = position.play_unchecked(code)
    return line


def longest_record(game: Game, found: Study) -> Record:
    """The longest win as a record."""
    match = Match(game, game.position(found["start"]))
    for move in found["line"]:
        match.play(move)
    return match.record(Event="The longest win: one player hurries, the other delays")


def plain_wins(table: Table) -> np.ndarray:
    """The numbers of won positions in which nothing is forbidden, so that the board tells all."""
    numbers, values = table.entries()
    is_plain = numbers % np.uint64(table.numbered.details) == 0
    plain: np.ndarray = numbers[(values > SHORTEST) & is_plain]
    return plain


def only_wins(table: Table, plain: np.ndarray) -> dict[str, list[Found]]:
    """Positions in which one of many moves wins and all others lose, by the kind of that move.

    They are drawn at random.
    """
    found: dict[str, list[Found]] = {}
    drawn = Random(0).sample(range(plain.size), min(LOOKED_AT, plain.size))
    for place in watched(drawn, "looking for hidden wins"):
        position = table.position(int(plain[place]))
        values = table.values_after(position)
        if len(values) >= FEWEST_MOVES and all(value.sign for value in values.values()):
            move = only_winning_move(position, values)
            if move is not None:
                found.setdefault(kind_of(position, move), []).append((position, move))
    return found


def only_winning_move(position: Position, values: Mapping[int, Value]) -> str | None:
    """The move that wins, if there is one and no more."""
    winning = [code for code, value in values.items() if value.sign > 0]
    return str(position.move_of(winning[0])) if len(winning) == 1 else None


def sacrifices(table: Table, plain: np.ndarray) -> list[Found]:
    """Positions in which the only winning move pushes a tile of the mover's own off the board."""
    found = []
    for number in watched(plain.tolist(), "looking for sacrifices"):
        position = table.position(number)
        if not may_push_off_own(position):
            continue
        move = only_winning_move(position, table.values_after(position))
        if move is not None and kind_of(position, move) in SACRIFICES:
            found.append((position, move))
    return found


def may_push_off_own(position: Position) -> bool:
    """Whether a tile of the mover's lies at an edge with another of theirs behind it.

    A quick look that spares most positions the slow one.
    """
    width, height = position.game.size
    single, flat, tall = (int(word) for word in position.state[:3])
    own = single | flat | flat << 1 | tall | tall << STRIDE
    column = sum(1 << STRIDE * rank for rank in range(height))
    row = (1 << width) - 1
    left, right = column, column << width - 1
    bottom, top = row, row << STRIDE * (height - 1)
    upright, lying = single | tall | tall << STRIDE, single | flat | flat << 1
    return bool(
        upright & left & own >> 1
        or upright & right & own << 1
        or lying & bottom & own >> STRIDE
        or lying & top & own << STRIDE
    )


def plies_of(table: Table, position: Position) -> int:
    value = table.value(position)
    assert value is not None
    return value.plies


def kind_of(position: Position, move: str) -> str:
    """What a move does, as a key: what happens to another tile ranks before the mover's own way."""
    effects = [effect for step in position.effects(move) for effect in step]
    gone = {
        effect.piece.owner
        for effect in effects
        if effect.kind is EffectKind.FLIPPED and effect.piece is not None
    }
    if gone:
        return "trades" if len(gone) > 1 else "gives" if position.mover in gone else "takes"
    if any(effect.kind is EffectKind.PUSHED for effect in effects):
        return "pushes"
    if effects[0].kind is EffectKind.PLACED:
        assert effects[0].piece is not None
        return effects[0].piece.kind
    return "moves"


def least_liked(table: Table, candidates: Sequence[Found]) -> Hidden:
    """The position whose winning move the engine likes least."""
    found = [judged(table, *pair) for pair in watched(candidates, "asking the engine")]
    return min(found, key=lambda hidden: (-hidden["rank"], hidden["chance"], hidden["position"]))


def judged(table: Table, position: Position, move: str) -> Hidden:
    """What the table and the engine say of a position and its winning move."""
    values = valued_moves(table, position)
    analysis = think(position, nodes=NODES, lines=len(values))
    liked = [str(line.move) for line in analysis.lines]
    rank = liked.index(move)
    return {
        "kind": kind_of(position, move),
        "position": position.text,
        "move": move,
        "value": told(values[move]),
        "moves": len(values),
        "others": told(max(value for text, value in values.items() if text != move)),
        "rank": rank + 1,
        "chance": round(analysis.lines[rank].score.probability, 3),
        "preferred": liked[0],
        "preferred_value": told(values[liked[0]]),
    }
