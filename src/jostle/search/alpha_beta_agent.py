"""The agent that plays what alpha-beta search finds."""

from __future__ import annotations

from jostle.core.game import Move
from jostle.core.match import Match
from jostle.search.agent import Agent
from jostle.search.limits import Limits
from jostle.search.thinking import DEFAULT_MEMORY, DEFAULT_SECONDS, Engine


class AlphaBetaAgent(Agent):
    """Thinks as long as it may, and keeps what it learned for the next move."""

    name = "alpha-beta"

    def __init__(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        threads: int = 1,
        seed: int = 0,
        memory: float = DEFAULT_MEMORY,
    ) -> None:
        if seconds is None and nodes is None and depth is None:
            seconds = DEFAULT_SECONDS
        self._limits = Limits(seconds, depth, nodes)
        self._threads, self._seed, self._memory = threads, seed, memory
        self._engine: Engine | None = None

    def choose(self, match: Match) -> Move:
        if self._engine is None or self._engine.game != match.game:
            self._engine = Engine(
                match.game,
                threads=self._threads,
                memory=self._limits.megabytes(self._memory),
                seed=self._seed,
            )
        return self._engine.think(match, self._limits).best

    def start_anew(self) -> None:
        if self._engine is not None:
            self._engine.clear()

    def close(self) -> None:
        self._engine = None
