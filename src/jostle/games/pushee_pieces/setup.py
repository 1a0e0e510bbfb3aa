"""Setting up positions of Pushee Pieces."""

from __future__ import annotations

from collections.abc import Mapping

from jostle.core.effects import Piece
from jostle.core.game import Game, Position
from jostle.core.messages import message
from jostle.core.players import Player
from jostle.core.setup import Choice, Description, SetupField, ranks_text
from jostle.core.symmetry import Symmetry
from jostle.games.pushee_pieces.notation import LETTERS, PIECES, turns

TURNS = "012p"  # V4: extra turns left, p for those given up
TURN_FIELDS = ("turns-1", "turns-2")


def has_turns(game: Game) -> bool:
    return game.settings["turns"] != "0"


def palette(game: Game) -> tuple[Piece, ...]:
    """Pieces by their axis; V4: those that were turned, too, where pieces can be."""
    return tuple(piece for piece in PIECES if has_turns(game) or not piece.turned)


def describe(position: Position) -> Description:
    """A position taken apart."""
    left = position.beside
    extra = [TURNS[count] for count in turns(position.state)] if has_turns(position.game) else []
    told = dict(zip(TURN_FIELDS, extra, strict=False))
    return Description(position.pieces, (left[0], left[1]), position.mover, told)


def write(game: Game, described: Description) -> str:
    """The position string, right or not."""
    ranks = ranks_text(game, described, LETTERS)
    left = "/".join(str(described.count(player, "bar")) for player in Player)
    extra = "/".join(described.fields.get(name, "0") for name in TURN_FIELDS)
    return f"{ranks} {described.mover:d} {left} {extra if has_turns(game) else '-'}"


def fields(game: Game, _: Description) -> tuple[SetupField, ...]:
    """V4: the extra turns of each player, where there are any."""
    if not has_turns(game):
        return ()
    choices = tuple(Choice(count, message(f"pushee-pieces.setup.left.{count}")) for count in TURNS)
    return tuple(
        SetupField(
            name,
            "choice",
            message("pushee-pieces.setup.turns", player=player),
            message("pushee-pieces.setup.turns-note"),
            choices=choices,
            follows=False,
        )
        for name, player in zip(TURN_FIELDS, Player, strict=True)
    )


def turned(symmetry: Symmetry, _: Game, described: Description) -> Mapping[str, str]:
    """The fields of a turned board."""
    if not (symmetry.exchanged and described.fields):
        return described.fields
    first, second = (described.fields.get(name, "0") for name in TURN_FIELDS)
    return {**described.fields, TURN_FIELDS[0]: second, TURN_FIELDS[1]: first}


def cleared(game: Game) -> Description:
    """The start: all pieces are still to be placed."""
    return describe(game.start())
