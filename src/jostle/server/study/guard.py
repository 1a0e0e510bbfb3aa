"""What nobody is told: anything about a game that two people are playing with each other.

Whoever could ask an engine about such a game could let it play. A game is refused by its id until
it is over; a position as long as it, or one that is alike, is on the board of such a game. The
first moves are common knowledge: they are refused to nobody, or half of all analyses would be.
"""

from __future__ import annotations

from collections.abc import Iterable

from jostle.core.game import Position
from jostle.server.play.folded import Folded
from jostle.server.play.refusals import refusal
from jostle.server.storage.store import Store
from jostle.server.study.likeness import likeness

FREE_PLIES = 4  # moves of a game after which its board begins to be its players' own


def is_guarded(table: Folded) -> bool:
    """Whether two people are playing this game with each other now."""
    return table.status == "playing" and table.mode == "person"


def guarded_board(table: Folded) -> str | None:
    """What the store keeps of a running game's board, to know it when somebody asks about it."""
    if not is_guarded(table) or len(table.plies) < FREE_PLIES:
        return None
    return likeness(table.match.position)


def refuse_running_game(table: Folded) -> None:
    """Raise a Refusal if two people are playing this game now."""
    if is_guarded(table):
        raise refusal("running", "game")


async def refuse_running_positions(store: Store, positions: Iterable[Position]) -> None:
    """Raise a Refusal if one of these positions is on the board of such a game now."""
    if await store.is_guarded({likeness(position) for position in positions}):
        raise refusal("running", "position")
