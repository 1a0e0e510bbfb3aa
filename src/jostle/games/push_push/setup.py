"""Setting up positions of Push Push."""

from __future__ import annotations

from collections.abc import Mapping

from jostle.core.effects import Piece
from jostle.core.game import Game, Position
from jostle.core.messages import message
from jostle.core.players import Player
from jostle.core.setup import NOTHING, Choice, Description, SetupField, ranks_text
from jostle.core.squares import Square
from jostle.core.symmetry import Symmetry
from jostle.games.push_push import kernel
from jostle.games.push_push.notation import BALL, LETTERS, PIECES, opening, quiet

RESULTS = {"1-0": "0-1", "0-1": "1-0"}  # and what each becomes when the players change places
MIDDLE = Square(kernel.SIZE // 2, kernel.SIZE // 2)


def palette(_: Game) -> tuple[Piece, ...]:
    """All figures and the ball."""
    return PIECES


def describe(position: Position) -> Description:
    """A position taken apart."""
    fields = {"opening": opening(position.state), "quiet": str(quiet(position.state))}
    return Description(position.pieces, ((), ()), position.mover, fields)


def write(game: Game, described: Description) -> str:
    """The position string, right or not."""
    told = described.fields.get("opening", NOTHING), described.fields.get("quiet", "0")
    return f"{ranks_text(game, described, LETTERS)} {described.mover:d} {told[0]} {told[1]}"


def fields(game: Game, described: Description) -> tuple[SetupField, ...]:
    """B10: what the first reply must heed; B11: turns since the last elimination."""
    (limit,) = game.rules
    return (
        SetupField(
            "opening",
            "choice",
            message("push-push.setup.opening"),
            message("push-push.setup.opening-note"),
            choices=(
                Choice(NOTHING, message("push-push.setup.usual")),
                *_openings(game, described),
            ),
        ),
        SetupField(
            "quiet",
            "number",
            message("push-push.setup.quiet"),
            message("push-push.setup.quiet-note"),
            highest=int(limit) or int(kernel.MOST_QUIET),
            follows=False,
        ),
    )


def _openings(game: Game, described: Description) -> list[Choice]:
    """What can be said of the opening, as the board is now."""
    if BALL not in (piece for piece, _ in described.pieces):
        return [
            Choice(result, message("push-push.setup.goal", player=player))
            for result, player in zip(RESULTS, Player, strict=True)
        ]
    choices = []
    if described.mover is Player.ONE and set(described.pieces) == set(game.start().pieces):
        choices.append(Choice("first", message("push-push.setup.first")))
    if described.mover is Player.TWO:
        choices += [
            Choice(
                f"{LETTERS[piece]}{square}",
                message("push-push.setup.reply", value=piece.kind, square=square),
            )
            for piece, square in sorted(described.pieces, key=lambda placed: placed[1])
            if piece.owner is Player.ONE
        ]
    return choices


def turned(symmetry: Symmetry, game: Game, described: Description) -> Mapping[str, str]:
    """The fields of a turned board."""
    told = described.fields.get("opening", NOTHING)
    if told in RESULTS:
        told = RESULTS[told] if symmetry.exchanged else told
    elif symmetry.exchanged or (told == "first" and symmetry.ranks_reversed):
        told = NOTHING  # B10 speaks of Player 1's first move alone
    elif told[:1] in tuple("ABCD"):
        told = told[0] + str(symmetry.square(Square.parse(told[1:]), game.size))
    return {**described.fields, "opening": told}


def cleared(_: Game) -> Description:
    """The ball alone, without which there is no game."""
    return Description(((BALL, MIDDLE),), fields={"opening": NOTHING, "quiet": "0"})
