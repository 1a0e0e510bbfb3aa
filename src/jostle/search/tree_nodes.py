"""The tree that one thread of Monte-Carlo tree search grows, and what can be read from it."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

import numpy as np

from jostle.core.game import Position
from jostle.core.players import Player
from jostle.search.tree_kernel import DRAWN, MOST_DEPTH, OPEN, REPEATED, Nodes, Path, compact

FIRST_SLICE = 16  # simulations, before the pace is known
ENTRY = 8 + 8 + 8 + 4 + 4 + 1 + 2 + 4  # bytes of a node


class Child(NamedTuple):
    """A move of a node: what one tree, or all of them together, say about it.

    ``share`` is the mean of the mover's points and ``sign`` the proven result, as the mover sees
    them; ``distance`` is how far the end is in the line that proved it. ``tree`` and ``node`` are
    where more is to be found.
    """

    code: int
    visits: int
    share: float
    sign: int | None
    distance: int
    repeated: bool
    tree: Tree
    node: int


def best_first(children: list[Child]) -> list[Child]:
    """Moves in the order of their use: the most visited first, but for what is proven.

    A proven draw is taken if what looks best besides is worse than that. Wins are to be quick and
    losses slow.
    """
    wins = sorted((child for child in children if child.sign == 1), key=lambda one: one.distance)
    lost = sorted((child for child in children if child.sign == -1), key=lambda one: -one.distance)
    draws = [child for child in children if child.sign == 0]
    tried = sorted((child for child in children if child.sign is None), key=lambda one: -one.visits)
    if not draws:
        return wins + tried + lost
    if tried and tried[0].share < 0.5:
        return wins + draws + tried + lost
    better = [child for child in tried if child.share >= 0.5]
    worse = [child for child in tried if child.share < 0.5]
    return wins + better + draws + worse + lost


def together(children: list[Child]) -> Child:
    """One move as several trees know it, with the way to the tree that knows most."""
    visits = sum(child.visits for child in children)
    points = sum(child.share * child.visits for child in children)
    most = max(children, key=lambda child: (child.sign is not None, child.visits))
    return most._replace(visits=visits, share=points / visits if visits else 0.5)


class Tree:
    """What one thread grows, below one position."""

    def __init__(self, entries: int, seed: int) -> None:
        self.nodes = self._allocate(entries)
        self.path = Path(
            np.empty(MOST_DEPTH, dtype=np.int64),
            np.empty(MOST_DEPTH, dtype=np.int64),
            np.empty(MOST_DEPTH, dtype=np.uint64),
        )
        self._random = Random(seed)
        self.seeds = np.array([self._random.getrandbits(64)], dtype=np.uint64)
        self.slice = FIRST_SLICE
        self._covered: list[tuple[int, int]] = []  # nodes marked as repeated, with their proofs

    @staticmethod
    def _allocate(entries: int) -> Nodes:
        return Nodes(
            moves=np.empty(entries, dtype=np.int64),
            visits=np.zeros(entries, dtype=np.int64),
            points=np.zeros(entries, dtype=np.float64),
            first=np.empty(entries, dtype=np.int32),
            children=np.zeros(entries, dtype=np.int32),
            proofs=np.zeros(entries, dtype=np.int8),
            distances=np.zeros(entries, dtype=np.int16),
            places=np.empty(entries, dtype=np.int32),
            used=np.ones(1, dtype=np.int64),
        )

    def clear(self) -> None:
        """Forget everything but the root itself."""
        self._covered = []
        self.nodes.used[0] = 1
        self.nodes.visits[0] = 0
        self.nodes.points[0] = 0.0
        self.nodes.children[0] = 0

    def block(self, node: int) -> range:
        """The children of a node."""
        first = int(self.nodes.first[node])
        return range(first, first + int(self.nodes.children[node]))

    def go_to(self, codes: list[int]) -> None:
        """Make the node after these moves the root; what was not in the tree begins anew."""
        self._uncover()
        node = 0
        for code in codes:
            children = self.block(node) if self.nodes.children[node] else range(0)
            found = [child for child in children if self.nodes.moves[child] == code]
            if not found:
                self.clear()
                return
            node = found[0]
        compact(self.nodes, node)

    def prepare(self, position: Position, drawn: frozenset[int]) -> None:
        """Give the root its children, and mark those that end the match as repetitions."""
        nodes, game = self.nodes, position.game
        self._uncover()
        if not nodes.children[0]:
            codes = game.kernel.legal(game.rules, position.state).tolist()
            self._random.shuffle(codes)
            if len(codes) >= nodes.moves.size:  # however little memory there is, these must fit
                visits, points = nodes.visits[0], nodes.points[0]
                nodes = self.nodes = self._allocate(len(codes) + 1)
                nodes.visits[0], nodes.points[0] = visits, points
            block = slice(1, 1 + len(codes))
            nodes.moves[block] = codes
            for array in (nodes.visits, nodes.points, nodes.children, nodes.proofs):
                array[block] = 0
            nodes.first[0], nodes.children[0], nodes.used[0] = 1, len(codes), 1 + len(codes)
        nodes.proofs[0] = OPEN  # it is proven anew, as the children are marked now
        for child in self.block(0) if drawn else range(0):
            after = position.play_unchecked(int(nodes.moves[child]))
            if after.repetition_key in drawn:
                self._covered.append((child, int(nodes.proofs[child])))
                nodes.proofs[child] = REPEATED

    def _uncover(self) -> None:
        """Take back the marks: they belong to one history."""
        for node, proof in self._covered:
            self.nodes.proofs[node] = proof
        self._covered = []

    def children(self, node: int, mover: Player) -> list[Child]:
        """What is known of the moves of a node."""
        nodes, found = self.nodes, []
        for child in self.block(node) if nodes.children[node] else range(0):
            visits, proof = int(nodes.visits[child]), int(nodes.proofs[child])
            points = float(nodes.points[child])
            sign = None
            if proof in (DRAWN, REPEATED):
                sign = 0
            elif proof != OPEN:
                sign = 1 if proof == mover else -1
            share = points / visits if visits else 0.5
            found.append(
                Child(
                    code=int(nodes.moves[child]),
                    visits=visits,
                    share=share if mover is Player.ONE else 1 - share,
                    sign=sign,
                    distance=int(nodes.distances[child]),
                    repeated=proof == REPEATED,
                    tree=self,
                    node=child,
                )
            )
        return found
