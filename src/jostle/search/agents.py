"""The agents by their names, as people give them on the command line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from jostle.core.errors import JostleError
from jostle.core.messages import message
from jostle.search.agent import Agent
from jostle.search.alpha_beta_agent import AlphaBetaAgent
from jostle.search.exact import FindOracle
from jostle.search.external import PREFIX, ExternalAgent
from jostle.search.levels import LEVELS, LevelAgent
from jostle.search.simple_agents import GreedyAgent, RandomAgent

__all__ = ["NAMES", "Agent", "AgentError", "agent"]

ALPHA_BETA, LEVEL = "alpha-beta", "level:"
NAMES = (
    "random",
    "greedy",
    "uct",
    "mcts",
    ALPHA_BETA,
    f"{ALPHA_BETA}:THREADS",
    *(f"{LEVEL}{level}" for level in LEVELS),
    f"{PREFIX}COMMAND",
)


class AgentError(JostleError):
    """No such agent."""

    code = "agent"


def agent(
    name: str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    seed: int = 0,
    oracles: FindOracle | None = None,
) -> Agent:
    """The agent of this name, with limits for those that think as long as one likes.

    ``oracles`` finds what knows a game's exact values; the highest level plays by it.
    """
    limits: Any = {"seconds": seconds, "nodes": nodes}
    makers: dict[str, Callable[[], Agent]] = {
        "random": lambda: RandomAgent(seed),
        "greedy": lambda: GreedyAgent(seed),
        "uct": lambda: uct_agent(**limits, threads=threads, seed=seed),
        "mcts": lambda: uct_agent(**limits, threads=threads, seed=seed, evaluated=True),
        ALPHA_BETA: lambda: AlphaBetaAgent(**limits, threads=threads, seed=seed),
        **{
            f"{LEVEL}{level}": partial(LevelAgent, level, seed=seed, oracles=oracles)
            for level in LEVELS
        },
    }
    if name in makers:
        return makers[name]()
    if re.fullmatch(rf"{ALPHA_BETA}:[1-9]\d?", name):
        return AlphaBetaAgent(**limits, threads=int(name.partition(":")[2]), seed=seed)
    if name.startswith(PREFIX):
        return ExternalAgent(name.removeprefix(PREFIX), seconds=seconds, nodes=nodes)
    raise AgentError(message("agent.unknown", name=name, right=list(NAMES)))


def uct_agent(**options: Any) -> Agent:
    """The agent that searches a tree, whose compiled code takes a while to load."""
    from jostle.search.uct_agent import UctAgent

    return UctAgent(**options)
