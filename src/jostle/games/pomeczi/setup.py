"""Setting up positions of Pomeczi."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jostle.core.effects import Piece
from jostle.core.errors import PositionError
from jostle.core.game import Game, Position
from jostle.core.messages import message
from jostle.core.players import Player
from jostle.core.setup import (
    NOTHING,
    Choice,
    Description,
    SetupField,
    cells_of,
    check_squares,
    ranks_text,
)
from jostle.core.squares import ORTHOGONAL, Direction, Square
from jostle.core.symmetry import Symmetry
from jostle.games.pomeczi.notation import (
    LETTERS,
    MOST_FORBIDDEN,
    MOTION,
    PIECES,
    forbidden,
    later,
)

ARROWS = {str(direction): direction for direction in ORTHOGONAL}


def palette(_: Game) -> tuple[Piece, ...]:
    """Singles, and dominoes as they lie."""
    return PIECES


def describe(position: Position) -> Description:
    """A position taken apart."""
    first, second = position.beside
    denied, waiting = forbidden(position.state), later(position.state)
    fields = {"forbidden": ",".join(denied) or NOTHING, "later": waiting or NOTHING}
    return Description(position.pieces, (first, second), position.mover, fields)


def write(game: Game, described: Description) -> str:
    """The position string, right or not."""
    held = "".join(
        letter.lower() * described.count(player, kind)
        if player is Player.TWO
        else letter * described.count(player, kind)
        for player in Player
        for kind, letter in (("single", "S"), ("domino", "D"))
    )
    denied = ",".join(sorted(described.fields.get("forbidden", NOTHING).split(",")))
    told = f"{denied} {described.fields.get('later', NOTHING)}"
    return f"{ranks_text(game, described, LETTERS)}[{held}] {described.mover:d} {told}"


def fields(game: Game, described: Description) -> tuple[SetupField, ...]:
    """P10 and P11: what the mover may not do, and what the other player will not."""
    return (
        SetupField(
            "forbidden",
            "several",
            message("pomeczi.setup.forbidden"),
            message("pomeczi.setup.forbidden-note"),
            choices=_told(_legal_motions(game, described)),
            most=MOST_FORBIDDEN,
        ),
        SetupField(
            "later",
            "choice",
            message("pomeczi.setup.later"),
            message("pomeczi.setup.later-note"),
            choices=(
                Choice(NOTHING, message("pomeczi.setup.none")),
                *_told(_motions_on_board(game, described)),
            ),
        ),
    )


def _legal_motions(game: Game, described: Description) -> list[str]:
    """What the mover could do if nothing were forbidden; nothing where this is no position."""
    bare = Description(described.pieces, described.hands, described.mover)
    try:
        position = game.position(write(game, bare))
    except PositionError:
        return []
    if position.outcome is not None:
        return []
    return [text for text in map(str, position.legal_moves) if _parsed(text) != (None, None)]


def _motions_on_board(game: Game, described: Description) -> list[str]:
    """Motions of the other player's tiles towards cells on the board."""
    try:
        check_squares(game, described)
    except PositionError:
        return []
    width, height = game.size
    found = []
    for piece, square in described.pieces:
        if piece.owner is described.mover:
            continue
        for direction in ORTHOGONAL:
            targets = [cell.step(direction) for cell in cells_of(piece, square)]
            if all(target and target.file < width and target.rank < height for target in targets):
                found.append(f"{square}{direction}")
    return sorted(found)


def _told(motions: Iterable[str]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            motion,
            message(f"pomeczi.setup.way.{ARROWS[motion[2]].name.lower()}", square=motion[:2]),
        )
        for motion in motions
    )


def turned(symmetry: Symmetry, game: Game, described: Description) -> Mapping[str, str]:
    """The fields of a turned board: a motion is named by a cell that may be another one then."""
    on = {square: piece for piece, square in described.pieces}

    def motion(text: str) -> str:
        square, direction = _parsed(text)
        if square is None or direction is None or square not in on:
            return text
        _, end = symmetry.tile(on[square], square, game.size)
        return f"{end}{symmetry.direction(direction)}"

    return {
        name: ",".join(sorted(motion(entry) for entry in text.split(",")))
        for name, text in described.fields.items()
    }


def _parsed(text: str) -> tuple[Square | None, Direction | None]:
    """A motion's cell and direction, if it is one."""
    found = MOTION.fullmatch(text)
    return (None, None) if found is None else (Square.parse(found[1]), ARROWS[found[2]])


def cleared(game: Game) -> Description:
    """The start: every tile is in its owner's hand."""
    return describe(game.start())
