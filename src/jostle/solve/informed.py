"""The engines with the solved tables at hand: thinking, reviewing and playing for the public.

Search knows nothing of tables; here they are found and handed to it. Looking for one that is not
there loads no compiled code.
"""

from __future__ import annotations

import logging
from functools import cache

from jostle.core.game import Game, Position
from jostle.core.match import Match
from jostle.search.agent import Agent
from jostle.search.agents import agent as agent_of
from jostle.search.analysis import Analysis
from jostle.search.exact import Oracle
from jostle.search.review import NODES, Progress, Review
from jostle.search.review import review as review_with
from jostle.search.thinking import DEFAULT_MEMORY
from jostle.search.thinking import think as think_with
from jostle.solve.places import path_of

log = logging.getLogger(__name__)


def table_for(game: Game) -> Oracle | None:
    """A variant's solved table, if there is one; one that cannot be used is warned of, once."""
    if not path_of(game).exists():
        return None
    from jostle.solve.table_file import TableError
    from jostle.solve.tables import open_table

    try:
        return open_table(game)
    except TableError as error:
        warn_once(str(error))
        return None


@cache
def warn_once(problem: str) -> None:
    """Say what goes on without a table."""
    log.warning(problem)


def think(
    subject: Position | Match,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    lines: int = 1,
    memory: float = DEFAULT_MEMORY,
    seed: int = 0,
) -> Analysis:
    """Find the best lines of play; without a limit it thinks for a second.

    Where the variant has been solved, the lines and their values are exact, and at once there. A
    match, unlike a position, has a history that may make repetitions a draw. With one thread and
    without ``seconds`` the same question always gets the same answer.
    """
    return think_with(
        subject,
        seconds=seconds,
        depth=depth,
        nodes=nodes,
        threads=threads,
        lines=lines,
        memory=memory,
        seed=seed,
        oracle=table_for(subject.game),
    )


def review(
    match: Match, *, nodes: int = NODES, seed: int = 0, on_progress: Progress | None = None
) -> Review:
    """Judge every move of a match, finished or not, looking at so many positions for each.

    Where the variant has been solved, by exact values. The same match and nodes give the same
    review. ``on_progress`` is told how many positions have been looked at, and how many there are.
    """
    oracle = table_for(match.game)
    return review_with(match, nodes=nodes, seed=seed, on_progress=on_progress, oracle=oracle)


def agent(
    name: str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    seed: int = 0,
) -> Agent:
    """The agent of this name, with limits for those that think as long as one likes.

    Where a variant has been solved, the highest level plays it perfectly.
    """
    return agent_of(
        name, seconds=seconds, nodes=nodes, threads=threads, seed=seed, oracles=table_for
    )
