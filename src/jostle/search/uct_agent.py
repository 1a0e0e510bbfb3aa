"""The agent that plays what Monte-Carlo tree search finds."""

from __future__ import annotations

from jostle.core.game import Move
from jostle.core.match import Match
from jostle.search.agent import Agent
from jostle.search.limits import Limits
from jostle.search.tree import DEFAULT_MEMORY, DEFAULT_SECONDS, TreeSearch


class UctAgent(Agent):
    """Plays random games from the position as long as it may; knows nothing but the rules.

    If it is ``evaluated``, it asks the game's evaluation instead of playing the games out.
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        seed: int = 0,
        memory: float = DEFAULT_MEMORY,
        evaluated: bool = False,
    ) -> None:
        self.name = "mcts" if evaluated else "uct"
        self._evaluated = evaluated
        if seconds is None and nodes is None:
            seconds = DEFAULT_SECONDS
        self._limits = Limits(seconds=seconds, nodes=nodes)
        self._threads, self._seed, self._memory = threads, seed, memory
        self._search: TreeSearch | None = None

    def choose(self, match: Match) -> Move:
        if len(match.position.legal_moves) == 1 and match.outcome is None:
            return next(iter(match.position.legal_moves))
        if self._search is None or self._search.game != match.game:
            self._search = TreeSearch(
                match.game,
                threads=self._threads,
                memory=self._memory,
                seed=self._seed,
                evaluated=self._evaluated,
            )
        return self._search.choose(match, self._limits)

    def start_anew(self) -> None:
        if self._search is not None:
            self._search.clear()

    def close(self) -> None:
        self._search = None
