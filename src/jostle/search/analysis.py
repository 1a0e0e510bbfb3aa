"""What comes out of thinking about a position."""

from __future__ import annotations

from dataclasses import dataclass

from jostle.core.game import Move, Position
from jostle.search.score import Score


@dataclass(frozen=True)
class Variation:
    """A line of play that begins with one of the position's moves, and its score."""

    moves: tuple[Move, ...]
    score: Score

    @property
    def move(self) -> Move:
        """The move it recommends."""
        return self.moves[0]

    def to_json(self) -> dict[str, object]:
        return {"moves": [str(move) for move in self.moves], "score": self.score.to_json()}


@dataclass(frozen=True)
class Analysis:
    """The best lines of a position, best first, each scored as the player to move sees it."""

    position: Position
    lines: tuple[Variation, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Move:
        """The best move found."""
        return self.lines[0].move

    @property
    def score(self) -> Score:
        """The score of the best line."""
        return self.lines[0].score

    def to_json(self) -> dict[str, object]:
        return {
            "variant": self.position.game.variant,
            "position": self.position.text,
            "lines": [line.to_json() for line in self.lines],
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }
