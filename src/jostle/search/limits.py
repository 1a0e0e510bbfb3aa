"""How long to think."""

from __future__ import annotations

from dataclasses import dataclass

ENTRY = 32 / 2**20  # megabytes of table for each position, so that it is half full in the end
FASTEST = 4_000_000  # positions a second, on all threads
LEAST_MEMORY = 0.25


@dataclass(frozen=True)
class Limits:
    """When to stop thinking: at whichever comes first. None of them means: when told."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def megabytes(self, most: float) -> float:
        """How large a table these limits can fill, at most so large."""
        if self.nodes is not None:
            most = min(most, max(LEAST_MEMORY, self.nodes * ENTRY))
        if self.seconds is not None:
            most = min(most, max(LEAST_MEMORY, self.seconds * FASTEST * ENTRY))
        return most
