"""Whether two positions are alike: the same board, however it is turned and whoever is who.

What people may not be told about the board of a running game they must not learn by asking for its
mirror image, with the colours swapped, with another counter or under an option that makes no
difference. So of a position only the game, the pieces on their squares and the player to move count
here, the same for all images of the board. Positions that are alike by chance are few, and those
who ask about one of them lose little.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from hashlib import blake2b
from operator import itemgetter
from typing import Any

from jostle.core.game import Game, Position
from jostle.core.squares import LARGEST, STRIDE, Axis

EMPTY = "."
FIRST_LETTER = 0x100  # of pieces, so that none of them is taken for something else
DIGEST = 12  # bytes
KNOWN_GAMES = 64
OTHER_AXIS = {Axis.HORIZONTAL: Axis.VERTICAL, Axis.VERTICAL: Axis.HORIZONTAL}

Letters = dict[Any, str]
Swap = dict[int, int]


def likeness(position: Position) -> str:
    """A short text that is the same for all positions that are alike, and for hardly any others."""
    width, height = position.game.size
    letters, owners, axes = _letters(position.game)
    places = [EMPTY] * (STRIDE * LARGEST)
    for piece, square in position.pieces:
        for cell in piece.cells(square):
            places[cell.place] = letters[piece]
    mover = int(position.mover)
    images = []
    for picked, is_turned in _images(width, height):
        image = "".join(picked(places))
        if is_turned:
            image = image.translate(axes)
        images.append(f"{mover}{image}")
        images.append(f"{3 - mover}{image.translate(owners)}")
    seen = f"{position.game.name} {width}x{height} {min(images)}"
    return blake2b(seen.encode(), digest_size=DIGEST).hexdigest()


@lru_cache(maxsize=KNOWN_GAMES)
def _letters(game: Game) -> tuple[Letters, Swap, Swap]:
    """A letter for each piece, and what becomes of them when owners or axes are swapped."""
    letters = {piece: chr(FIRST_LETTER + index) for index, piece in enumerate(game.pieces)}
    owners, axes = {}, {}
    for piece, letter in letters.items():
        if piece.owner is not None:
            other = letters.get(replace(piece, owner=piece.owner.other), letter)
            owners[ord(letter)] = ord(other)
        if piece.axis is not None:
            other = letters.get(replace(piece, axis=OTHER_AXIS[piece.axis]), letter)
            axes[ord(letter)] = ord(other)
    return letters, owners, axes


@lru_cache(maxsize=KNOWN_GAMES)
def _images(width: int, height: int) -> tuple[tuple[Callable[[list[str]], Any], bool], ...]:
    """How a board is read in each of its images, and whether it is turned by a quarter in it."""
    images = []
    for mirrored in (False, True):
        for upside_down in (False, True):
            for turned in (False, True) if width == height else (False,):
                places = []
                for rank in range(height):
                    for file in range(width):
                        to_file = width - 1 - file if mirrored else file
                        to_rank = height - 1 - rank if upside_down else rank
                        if turned:
                            to_file, to_rank = to_rank, to_file
                        places.append(to_rank * STRIDE + to_file)
                images.append((itemgetter(*places), turned))
    return tuple(images)
