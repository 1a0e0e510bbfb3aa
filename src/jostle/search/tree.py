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
from functools import lru_cache
from time import perf_counter

import numpy as np

from jostle.core.errors import GameOver, PositionError
from jostle.core.game import Game, Move, Position
from jostle.core.match import REPETITIONS, Match
from jostle.core.messages import message
from jostle.core.values import Draw, Loss, Value, Win
from jostle.core.words import told_outcome
from jostle.search.analysis import Analysis, Variation
from jostle.search.limits import Limits
from jostle.search.score import Score
from jostle.search.tree_kernel import OPEN, simulation
from jostle.search.tree_nodes import ENTRY, Child, Tree, best_first, together

DEFAULT_MEMORY = 64  # megabytes
DEFAULT_SECONDS = 1.0
EXPLORATION, EXPLORATION_EVALUATED = 0.25, 0.1  # of UCB1; an evaluation has less to average
PATIENCE = 2  # visits before a node gets children
LONGEST_EVALUATED = 0  # moves played at random before the evaluation
SAMPLE = 2_000  # random games that tell how many moves of such games are worth playing
DECIDED = 1 / 200  # the share of random games that are to have a winner by then
SOON, LONGEST = 64, 1_000  # moves of a random game: if it ends by itself, and in any case
REPORT = 0.1  # seconds between two reports
SLICE = 0.004  # seconds of one call of compiled code: so long it takes to notice the time
MOST_SIMULATIONS = 1 << 62
LONGEST_LINE = 64
FAR = 16  # moves of a match, after which hardly anything of a tree would be left


@dataclass(frozen=True)
class Candidate:
    """What the search found of one move of the root."""

    move: Move
    visits: int
    probability: float  # to win, as the player to move sees it
    proven: bool


class TreeSearch:
    """Monte-Carlo tree search (UCT) in one game, with random games or the game's evaluation.

    It thinks about one thing at a time, and keeps what it learnt for the match's next position.
    ``memory`` is in megabytes, for all threads together; when it is used up, simulations go on
    without new nodes. The nodes of limits and analyses are simulations. With one thread, the same
    seed, position and number of simulations give the same result. A random game is a draw if it
    has not ended after ``longest`` moves.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        memory: float = DEFAULT_MEMORY,
        seed: int = 0,
        evaluated: bool = False,
        exploration: float | None = None,
        patience: int = PATIENCE,
        longest: int | None = None,
    ) -> None:
        self.game = game
        self._simulate = simulation(game.kernel.module, evaluated)
        if exploration is None:
            exploration = EXPLORATION_EVALUATED if evaluated else EXPLORATION
        self._exploration = exploration
        self._patience = patience
        if longest is None:
            longest = LONGEST_EVALUATED if evaluated else rollout_length(game)
        self._longest = longest
        entries = max(2, int(memory * 2**20 / ENTRY / threads))
        self._trees = [Tree(entries, seed * threads + number) for number in range(threads)]
        self._root: Position | None = None
        self._drawn = np.empty(0, dtype=np.uint64)
        self._stop = np.zeros(1, dtype=np.int64)

    @property
    def visits(self) -> int:
        """How many simulations the root has seen, also before it became the root."""
        return sum(int(tree.nodes.visits[0]) for tree in self._trees)

    def think(self, subject: Position | Match, limits: Limits, lines: int = 1) -> Analysis:
        """Think until a limit is reached."""
        begun = perf_counter()
        position = self._begin(subject)
        [spent] = deque(self._rounds(limits, begun), maxlen=1)
        return self._analysis(position, lines, *spent)

    def stream(
        self, subject: Position | Match, limits: Limits, lines: int = 1
    ) -> Iterator[Analysis]:
        """Think step by step: what is known so far, ten times a second; the last one is final."""
        begun = perf_counter()
        position = self._begin(subject)
        return (self._analysis(position, lines, *spent) for spent in self._rounds(limits, begun))

    def choose(self, subject: Position | Match, limits: Limits) -> Move:
        """The move to play, without the rest of an analysis."""
        begun = perf_counter()
        position = self._begin(subject)
        deque(self._rounds(limits, begun), maxlen=0)
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
        now = len(positions) - 1
        for start in range(now, max(-1, now - FAR), -1):
            if positions[start].state == self._root.state:
                return [
                    position.resolve(move)[1]
                    for position, move in zip(positions[start:], moves[start:], strict=False)
                ]
        return None

    def _rounds(self, limits: Limits, begun: float) -> Iterator[tuple[int, float]]:
        """Think for a tenth of a second at a time; gives the simulations and seconds so far."""
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
            if not known or child.repeated or len(codes) == LONGEST_LINE:
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
        for child in ranked[: max(1, lines)]:
            value = None if any_repeated and child.sign == 0 else exact_value(position, child)
            score = Score(position.mover, chance(child), value)
            variations.append(Variation(moves_of(position, self._line(child)), score))
        depth = len(variations[0].moves)
        return Analysis(position, tuple(variations), depth, simulations, seconds)


@lru_cache
def rollout_length(game: Game) -> int:
    """How many moves of a random game are worth playing.

    All of them where such games soon end by themselves. Elsewhere most of them drift, and what
    comes of them late says little about where they began: so many that some are decided.
    """

    def results(length: int) -> list[int]:
        counted = np.zeros(4, dtype=np.int64)
        game.kernel.playouts(game.rules, game.start().state, SAMPLE, length, 1, counted)
        return counted.tolist()  # draws, wins of Player 1 and 2, games cut off

    if results(SOON)[3] <= SAMPLE / 10:
        return LONGEST
    length = 8
    while length < LONGEST and sum(results(length)[1:3]) < SAMPLE * DECIDED:
        length += length // 4
    return length


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
        return Draw(margin=None if position.scores is None else 0)
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
