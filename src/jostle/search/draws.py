"""Whether an opponent made of software is content with a draw."""

from __future__ import annotations

from jostle.core.match import Match
from jostle.core.players import Player
from jostle.search.exact import Oracle
from jostle.search.thinking import think

DRAW_NODES = 50_000
MEMORY = 16  # megabytes
CONTENT = 0.52  # the chance up to which a draw is welcome


def accepts_draw(
    match: Match, player: Player, *, nodes: int = DRAW_NODES, oracle: Oracle | None = None
) -> bool:
    """Whether whoever plays for ``player`` takes a draw here: unless they stand better."""
    analysis = think(match, nodes=nodes, memory=MEMORY, oracle=oracle)
    return analysis.score.seen_by(player).probability <= CONTENT
