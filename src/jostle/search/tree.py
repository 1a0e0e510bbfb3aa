"""Monte-Carlo tree search of any game: who thinks, for how long, and what comes of it.

Each thread grows a tree of its own, and the trees are added up at the root. They are kept between
moves: what was learnt about the position that a match has come to is not learnt anew.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import NamedTuple

import numpy as np

from jostle.core.errors import GameOver, PositionError
from jostle.core.game import Game, Move, Position
from jostle.core.match import REPETITIONS, Match
from jostle.core.messages import message
from jostle.core.players import Player
from jostle.core.words import told_outcome
from jostle.search.analysis import Analysis, Variation
from jostle.search.limits import Limits
from jostle.search.tree_kernel import (
    DRAWN,
    MOST_DEPTH,
    OPEN,
    REPEATED,
    Nodes,
    Path,
    compact,
    simulation,
)
from jostle.search.values import Draw, Loss, Score, Value, Win

DEFAULT_MEMORY = 64  # megabytes
DEFAULT_SECONDS = 1.0
EXPLORATION = 0.4
PATIENCE = 2  # visits before a node gets children
LONGEST = 1_000  # moves of a random game, which is then a draw
LONGEST_EVALUATED = 0  # moves played at random before the evaluation
REPORT = 0.1  # seconds between two reports
SLICE = 0.004  # seconds of one call of compiled code: so long it takes to notice the time
MOST_SIMULATIONS = 1 << 62
FIRST_SLICE = 16  # simulations, before the pace is known
LONGEST_LINE = 64
ENTRY = 8 + 8 + 8 + 4 + 4 + 1 + 2 + 4  # bytes of a node


@dataclass(frozen=True)
class Candidate:
    """What the search found of one move of the root."""

    move: Move
    visits: int
    probability: float  # to win, as the player to move sees it
    proven: bool


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
    if draws and tried and tried[0].share < 0.5:
        return wins + draws + tried + lost
    better = [child for child in tried if not draws or child.share >= 0.5]
    return wins + better + draws + [child for child in tried if child not in better] + lost


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


class TreeSearch:
    """Monte-Carlo tree search (UCT) in one game, with random games or the game's evaluation.

    ``memory`` is in megabytes, for all threads together; when it is used up, simulations go on
    without new nodes. The nodes of limits and analyses are simulations. With one thread, the same
    seed, position and number of simulations give the same result.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        memory: float = DEFAULT_MEMORY,
        seed: int = 0,
        evaluated: bool = False,
        exploration: float = EXPLORATION,
        patience: int = PATIENCE,
        longest: int | None = None,
    ) -> None:
        self.game = game
        self._simulate = simulation(game.kernel.module, evaluated)
        self._exploration = exploration
        self._patience = patience
        rollout = LONGEST_EVALUATED if evaluated else LONGEST
        self._longest = rollout if longest is None else longest
        entries = max(2, int(memory * 2**20 / ENTRY / threads))
        self._trees = [Tree(entries, seed * threads + number) for number in range(threads)]
        self._root: Position | None = None
        self._drawn = np.empty(0, dtype=np.uint64)
        self._stop = np.zeros(1, dtype=np.int64)

    @property
    def visits(self) -> int:
        """How many simulations the present root has seen, those before its moves included."""
        return sum(int(tree.nodes.visits[0]) for tree in self._trees)

    def think(self, subject: Position | Match, limits: Limits, lines: int = 1) -> Analysis:
        """Think until a limit is reached."""
        position = self._begin(subject)
        [spent] = deque(self._rounds(limits), maxlen=1)
        return self._analysis(position, lines, *spent)

    def stream(
        self, subject: Position | Match, limits: Limits, lines: int = 1
    ) -> Iterator[Analysis]:
        """Think step by step: what is known so far, ten times a second; the last one is final."""
        position = self._begin(subject)
        return (self._analysis(position, lines, *spent) for spent in self._rounds(limits))

    def choose(self, subject: Position | Match, limits: Limits) -> Move:
        """The move to play, without the rest of an analysis."""
        position = self._begin(subject)
        deque(self._rounds(limits), maxlen=0)
        return texts_of(position)[self._ranked()[0].code]

    def stop(self) -> None:
        """End the thinking that is going on; any thread may say so."""
        self._stop[0] = 1

    def clear(self) -> None:
        """Forget the trees; the random numbers go on."""
        self._root = None

    def candidates(self) -> tuple[Candidate, ...]:
        """What is known of each move of the position thought about last, the best first."""
        if self._root is None:
            return ()
        texts = texts_of(self._root)
        return tuple(
            Candidate(texts[child.code], child.visits, chance(child), child.sign is not None)
            for child in self._ranked()
        )

    def _begin(self, subject: Position | Match) -> Position:
        """Bring the trees to a position, and keep what they know of it."""
        position = subject.position if isinstance(subject, Match) else subject
        if position.game != self.game:
            raise PositionError(
                message(
                    "position.other-game", variant=position.game.variant, right=self.game.variant
                )
            )
        if subject.outcome is not None:
            key = "over.match" if isinstance(subject, Match) else "over.position"
            raise GameOver(message(key, result=told_outcome(subject.outcome)))
        self._stop[0] = 0
        codes = self._moves_since(subject)
        for tree in self._trees:
            if codes is None:
                tree.clear()
            elif codes:
                tree.go_to(codes)
        self._root = position
        drawn = frozenset(near_repetition(subject))
        self._drawn = np.array(sorted(drawn), dtype=np.uint64)
        for tree in self._trees:
            tree.prepare(position, drawn)
        return position

    def _moves_since(self, subject: Position | Match) -> list[int] | None:
        """The moves from the trees' root to a position, or None if it is not known to be below."""
        if self._root is None:
            return None
        positions = subject.positions if isinstance(subject, Match) else (subject,)
        moves = subject.moves if isinstance(subject, Match) else ()
        for start in range(len(positions) - 1, -1, -1):
            if positions[start].state == self._root.state:
                return [
                    position.resolve(move)[1]
                    for position, move in zip(positions[start:], moves[start:], strict=False)
                ]
        return None

    def _rounds(self, limits: Limits) -> Iterator[tuple[int, float]]:
        """Think for a tenth of a second at a time; gives the simulations and seconds so far."""
        begun = perf_counter()
        deadline = math.inf if limits.seconds is None else begun + limits.seconds
        allowed = MOST_SIMULATIONS if limits.nodes is None else limits.nodes
        done, threads = 0, len(self._trees)
        with ExitStack() as stack:
            pool = stack.enter_context(ThreadPoolExecutor(threads)) if threads > 1 else None
            while True:
                until = min(perf_counter() + REPORT, deadline)
                left = [(allowed - done + number) // threads for number in range(threads)]
                if pool is None:
                    done += self._work(self._trees[0], left[0], until)
                else:
                    done += sum(pool.map(self._work, self._trees, left, [until] * threads))
                now = perf_counter()
                finished = self._stop[0] or done >= allowed or now >= deadline
                finished = finished or any(tree.nodes.proofs[0] != OPEN for tree in self._trees)
                if not finished and limits.depth is not None:
                    finished = len(self._line(self._ranked()[0])) >= limits.depth
                yield done, now - begun
                if finished:
                    return

    def _work(self, tree: Tree, allowed: int, until: float) -> int:
        """Simulate in one tree, in slices so short that the time is noticed."""
        assert self._root is not None
        done = 0
        while True:
            now = perf_counter()
            in_time = 1 + int(tree.slice * max(0.0, until - now) / SLICE)
            wanted = min(tree.slice, in_time, allowed - done)
            made = self._simulate(
                self.game.rules,
                self._root.state,
                wanted,
                self._exploration,
                self._patience,
                self._longest,
                self._drawn,
                tree.nodes,
                tree.path,
                tree.seeds,
                self._stop,
            )
            done += made
            then = perf_counter()
            if made < wanted or done >= allowed or then >= until:
                return done
            pace = int(made * SLICE / max(then - now, 1e-6))
            tree.slice = min(max(1, pace), 2 * tree.slice)

    def _ranked(self) -> list[Child]:
        """The root's moves, the trees added up, the best first."""
        assert self._root is not None
        found: dict[int, list[Child]] = {}
        for tree in self._trees:
            for child in tree.children(0, self._root.mover):
                found.setdefault(child.code, []).append(child)
        return best_first([together(children) for children in found.values()])

    def _line(self, child: Child) -> list[int]:
        """The moves that follow from a move of the root, itself included, as the tree sees them."""
        assert self._root is not None
        position, codes = self._root, []
        while True:
            codes.append(child.code)
            position = position.play_unchecked(child.code)
            known = best_first(child.tree.children(child.node, position.mover))
            if not known or len(codes) == LONGEST_LINE:
                return codes
            child = known[0]
            if child.visits == 0 and child.sign is None:
                return codes

    def _analysis(
        self, position: Position, lines: int, simulations: int, seconds: float
    ) -> Analysis:
        ranked = self._ranked()
        any_repeated = any(child.repeated for child in ranked)
        variations = []
        for child in ranked[:lines]:
            value = None if any_repeated and child.sign == 0 else exact_value(position, child)
            score = Score(position.mover, chance(child), value)
            variations.append(Variation(moves_of(position, self._line(child)), score))
        depth = len(variations[0].moves)
        return Analysis(position, tuple(variations), depth, simulations, seconds)


def together(children: list[Child]) -> Child:
    """One move as several trees know it, with the way to the tree that knows most."""
    visits = sum(child.visits for child in children)
    points = sum(child.share * child.visits for child in children)
    most = max(children, key=lambda child: (child.sign is not None, child.visits))
    return most._replace(visits=visits, share=points / visits if visits else 0.5)


def chance(child: Child) -> float:
    """The chance to win with a move."""
    return child.share if child.sign is None else (1 + child.sign) / 2


def exact_value(position: Position, child: Child) -> Value | None:
    """The exact value of a position after a proven move, where it is certain.

    A proof tells who wins and not how soon: only a win at once cannot be quicker, and only a loss
    after the next move cannot be put off. Where points are counted, another win may be higher.
    """
    plies = child.distance + 1
    if child.sign == 0:
        return Draw()
    if position.scores is not None or child.sign is None:
        return None
    if child.sign > 0:
        return Win(plies) if plies == 1 else None
    return Loss(plies) if plies <= 2 else None


def near_repetition(subject: Position | Match) -> Iterator[int]:
    """The keys of positions that would be a draw if they came once more (R1)."""
    if isinstance(subject, Match):
        seen = Counter(position.repetition_key for position in subject.positions)
        yield from (key for key, times in seen.items() if times >= REPETITIONS - 1)


def texts_of(position: Position) -> dict[int, Move]:
    """A position's moves by the kernel's codes."""
    return {code: Move(text) for text, code in position.legal_moves.codes.items()}


def moves_of(position: Position, codes: list[int]) -> tuple[Move, ...]:
    """A line of play from a position, in words that people know."""
    moves = []
    for code in codes:
        moves.append(texts_of(position)[code])
        position = position.play_unchecked(code)
    return tuple(moves)
