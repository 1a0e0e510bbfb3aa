"""Players made of software: an agent is asked for a move and gives one."""

from __future__ import annotations

from abc import ABC, abstractmethod

from jostle.core.game import Move
from jostle.core.match import Match


class Agent(ABC):
    """Something that plays: it chooses a move for whoever is to move in a match.

    What an agent keeps between moves (a table, a tree, a process) it lets go of in ``close``.
    """

    name: str

    @abstractmethod
    def choose(self, match: Match) -> Move:
        """The move to play; the match must be going on."""

    def start_anew(self) -> None:  # noqa: B027  # most have nothing to forget
        """Forget the last game; called before a new one."""

    def close(self) -> None:  # noqa: B027  # or to give back
        """Give back what the agent holds."""
