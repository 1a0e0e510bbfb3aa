"""How pieces move: what a move's effects look like while they happen.

The same for all games: a step's pieces slide together from where they are to where they go, the
steps follow each other, and the board rests after each. Places are in squares, and may lie between
two of them or beyond the edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from jostle.core.effects import Effect, EffectKind, Piece, Step
from jostle.core.squares import Square

LIFTED = 1.35  # how large a piece looks that is about to be put down


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece as it is seen at one moment.

    ``file`` and ``rank`` are those of its left or lower square. ``size`` is how large it looks to
    one that lies on the board, ``turn`` how much of a quarter turn it still has to go, ``shown``
    how much of it can be seen.
    """

    piece: Piece
    file: float
    rank: float
    size: float = 1.0
    turn: float = 0.0
    shown: float = 1.0


@dataclass(frozen=True, slots=True)
class Moment:
    """All pieces at one moment; at rest when a step is done, and not while pieces move."""

    pieces: tuple[Placed, ...]
    at_rest: bool


def moments(
    pieces: Iterable[tuple[Piece, Square]],
    steps: Sequence[Step],
    size: tuple[int, int],
    between: int,
) -> Iterator[Moment]:
    """A move from just after its beginning to its end: ``between`` moments a step, and its rest.

    ``pieces`` are those on a board of this ``size`` before the move.
    """
    standing = {square: piece for piece, square in pieces}
    for step in steps:
        moved = [effect for effect in step if effect.piece is not None]
        for effect in moved:
            if effect.origin:
                del standing[min(effect.origin)]
        resting = tuple(_at(piece, square) for square, piece in sorted(standing.items()))
        for number in range(1, between + 1):
            share = _eased(number / (between + 1))
            moving = tuple(_under_way(step, effect, share, size) for effect in moved)
            yield Moment(resting + moving, at_rest=False)
        for effect in moved:
            if effect.target and effect.becomes is not None:
                standing[min(effect.target)] = effect.becomes
        yield Moment(tuple(_at(piece, at) for at, piece in sorted(standing.items())), at_rest=True)


def heading(step: Step, effect: Effect) -> tuple[int, int]:
    """Which way a piece went that left the board: away from the piece that pushed it."""
    if effect.by is None:
        return (0, 0)
    pushers = next((other.origin for other in step if effect.by in other.origin), (effect.by,))
    _, files, ranks = min(
        (abs(pushed.file - pusher.file) + abs(pushed.rank - pusher.rank), *way)
        for pushed in effect.origin
        for pusher in pushers
        for way in [(_sign(pushed.file - pusher.file), _sign(pushed.rank - pusher.rank))]
    )
    return files, ranks


def leaves_by_edge(step: Step, effect: Effect, width: int, height: int) -> bool:
    """Whether a piece that leaves goes over the edge, and is not taken where it stands."""
    files, ranks = heading(step, effect)
    beyond = [(square.file + files, square.rank + ranks) for square in effect.origin]
    return not all(0 <= file < width and 0 <= rank < height for file, rank in beyond)


def _at(piece: Piece, square: Square) -> Placed:
    return Placed(piece, square.file, square.rank)


def _under_way(step: Step, effect: Effect, share: float, size: tuple[int, int]) -> Placed:
    """One piece when so much of its step is done."""
    assert effect.piece is not None
    if not effect.origin:
        here = min(effect.target)
        lifted = 1 + (LIFTED - 1) * (1 - share)
        return Placed(effect.becomes or effect.piece, here.file, here.rank, lifted, shown=share)
    here = min(effect.origin)
    if effect.kind is EffectKind.TURNED:
        assert effect.becomes is not None
        return Placed(effect.becomes, here.file, here.rank, turn=1 - share)
    if effect.target:
        there = min(effect.target)
        file = here.file + (there.file - here.file) * share
        rank = here.rank + (there.rank - here.rank) * share
        return Placed(effect.piece, file, rank)
    if not leaves_by_edge(step, effect, *size):
        return Placed(effect.piece, here.file, here.rank, 1 - share / 2, shown=1 - share)
    files, ranks = heading(step, effect)
    # It tips over the edge half way, and shows its other face then if it has one.
    face = effect.becomes if effect.becomes is not None and share > 0.5 else effect.piece
    fading = min(1.0, 2 * (1 - share))
    return Placed(face, here.file + files * share, here.rank + ranks * share, shown=fading)


def _eased(share: float) -> float:
    """Slow at both ends, as things that are pushed by hand."""
    return share * share * (3 - 2 * share)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
