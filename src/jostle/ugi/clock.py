"""How long to think when there is a clock: a share of what is left, and never all of it."""

from __future__ import annotations

from jostle.core.match import Match
from jostle.search.limits import Limits
from jostle.ugi.orders import Go

# A turn costs more than the thinking: lines go through pipes, threads wait for a processor. What
# this takes off every turn's share is lost only on the last few turns of a game.
OVERHEAD = 0.1
TURNS_TO_COME = 24  # if nobody tells; games of all kinds last about as long
LARGEST_PART = 0.3  # of what is left, whatever the increment says
LARGEST_LAST_PART = 0.8  # on the last turn before new time comes
SHORTEST = 0.001


def limits_of(go: Go, match: Match) -> Limits:
    """The limits that a line ``go …`` sets for the match's next move."""
    mover = match.position.mover
    seconds = [] if (movetime := go.get("movetime")) is None else [movetime / 1000]
    depth = go.get("depth")
    if (left := go.clock(mover)) is not None:
        if len(match.position.legal_moves) == 1:
            depth = 1  # time is better spent on another turn
        turns = go.get("movestogo")
        seconds.append(share(left / 1000, go.increment(mover) / 1000, turns))
    return Limits(
        seconds=max(SHORTEST, min(seconds)) if seconds else None,
        depth=None if depth is None else max(1, depth),
        nodes=None if (nodes := go.get("nodes")) is None else max(1, nodes),
    )


def share(left: float, increment: float, turns: int | None = None) -> float:
    """The seconds to think for, of those left; ``turns`` is how many are to be played with them.

    >>> share(60.0, 0.0) < share(60.0, 1.0) < share(120.0, 1.0)
    True
    >>> share(0.05, 10.0)
    0.001
    """
    usable = max(0.0, left - OVERHEAD)
    to_come = min(turns or TURNS_TO_COME, TURNS_TO_COME)
    largest = LARGEST_LAST_PART if to_come == 1 else LARGEST_PART
    fair = usable / to_come + max(0.0, increment - OVERHEAD)
    return max(SHORTEST, min(fair, usable * largest))
