"""Where the exact values of moves come from: searches that prove, or a solved table."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from jostle.core.game import Game, Position
from jostle.core.values import Draw, Loss, Value, Win
from jostle.puzzles.puzzle import Proof, ProofKind
from jostle.search.deepening import by_points
from jostle.search.exact import Oracle
from jostle.search.specialised import searches
from jostle.search.table import new_table
from jostle.search.worker import Stopped, Worker

MEMORY = 64  # megabytes
DEEPEST_WIN = 9  # plies
BEYOND = 2  # plies beyond the win within which no other move may win
LOSS_PLIES = 6  # within which it is told that a move loses
# Positions that looking for a win may make, and all proofs about one position after that. What
# needs more is not taken.
LOOK_NODES, PROOF_NODES = 40_000, 20_000_000
MOST_PLIES_TO_END = 8


@dataclass(frozen=True)
class MoveValues:
    """What each legal move is worth to the player to move, and how that is known.

    None stands for a move that does not win, nor lose quickly, as far as was searched. A source
    that knows everything gives no None.
    """

    by_move: Mapping[str, Value | None]
    proof: Proof

    @property
    def winning(self) -> tuple[str, ...]:
        """The moves that win."""
        return tuple(move for move, value in self.by_move.items() if isinstance(value, Win))

    @property
    def best(self) -> tuple[str, Value]:
        """The best move whose value is known and that value, the first of equal ones."""
        known = {move: value for move, value in self.by_move.items() if value is not None}
        best = max(known, key=known.__getitem__)
        return best, known[best]


class Source(ABC):
    """Tells exact values."""

    depths: int  # how many different distances of wins there are to be spread over

    @abstractmethod
    def values(self, position: Position) -> MoveValues | None:
        """The value of every legal move, or None if the source does not know this position."""

    def distance(self, position: Position) -> int | None:
        """In how many plies the player to move wins, if at all; None if it is not seen quickly."""
        values = self.values(position)
        return values.best[1].plies if values is not None and values.winning else None

    def has_one_win(self, position: Position) -> bool:
        """Whether exactly one move wins; this may be quicker than to find all values."""
        values = self.values(position)
        return values is not None and len(values.winning) == 1


class TableSource(Source):
    """Takes the values from a solved table, or whatever else knows them all."""

    def __init__(self, oracle: Oracle, depths: int) -> None:
        self.depths = depths
        self._oracle = oracle

    def values(self, position: Position) -> MoveValues | None:
        known = self._oracle.values_after(position)
        if not known:
            return None
        codes = position.legal_moves.codes.items()
        return MoveValues({move: known[code] for move, code in codes}, Proof(ProofKind.TABLE))


class ProofSource(Source):
    """Proves wins and losses by a search that looks at every move; for games without points."""

    def __init__(
        self,
        game: Game,
        deepest: int = DEEPEST_WIN,
        *,
        nodes: int = PROOF_NODES,
        memory: int = MEMORY,
    ) -> None:
        self._worker = Worker(game, new_table(memory))
        self._deepest = deepest
        self._nodes = nodes
        self.depths = (deepest + 1) // 2  # it is the solver who makes the last move, nearly always

    def values(self, position: Position) -> MoveValues | None:
        self._worker.begin(self._nodes, 0)
        try:
            value = self._value(position)
            if value is None:
                return None
            horizon = value.plies + BEYOND
            # Every move of a lost position loses as soon; elsewhere a loss that is far off tells
            # nothing about how wrong a move is.
            to_loss = value.plies if isinstance(value, Loss) else LOSS_PLIES
            found = {
                move: self._value_of_move(position, code, horizon, to_loss)
                for move, code in position.legal_moves.codes.items()
            }
        except Stopped:
            return None
        return MoveValues(found, Proof(ProofKind.SEARCH, horizon, complete=False))

    def distance(self, position: Position) -> int | None:
        self._worker.begin(LOOK_NODES, 0)
        try:
            return self._distance(position, self._deepest, won=True)
        except Stopped:
            return None

    def has_one_win(self, position: Position) -> bool:
        self._worker.begin(self._nodes, 0)
        try:
            distance = self._distance(position, self._deepest, won=True)
            if distance is None:
                return False
            wins = 0
            for code in position.legal_moves.codes.values():
                after = position.play_unchecked(code)
                to_go = distance + BEYOND - 1
                wins += self._worker.wins_within(after.state, to_go, mover=False)[0]
                if wins > 1:
                    break
        except Stopped:
            return False
        return wins == 1

    def _value(self, position: Position) -> Value | None:
        """The value to the player to move, None if no end is near enough."""
        for plies in range(1, self._deepest + 1):
            for won in (True, False):
                if self._worker.wins_within(position.state, plies, mover=won)[0]:
                    return Win(plies) if won else Loss(plies)
        return None

    def _distance(self, position: Position, most: int, *, won: bool) -> int | None:
        """In how many plies the player to move wins, or loses, if that is within so many."""
        for plies in range(1, most + 1):
            if self._worker.wins_within(position.state, plies, mover=won)[0]:
                return plies
        return None

    def _value_of_move(
        self, position: Position, code: int, to_win: int, to_loss: int
    ) -> Value | None:
        """The value of a move that wins or loses within so many plies, itself counted."""
        after = position.play_unchecked(code)
        end = ended(after)
        if end is not None:
            return one_ply_back(position, after, end)
        for won, most in ((False, to_win), (True, to_loss)):
            plies = self._distance(after, most - 1, won=won)
            if plies is not None:
                return one_ply_back(position, after, Win(plies) if won else Loss(plies))
        return None


class PointsSource(Source):
    """Searches every line to the end of the game; for games with points and a fixed length."""

    def __init__(
        self,
        game: Game,
        most_plies: int = MOST_PLIES_TO_END,
        *,
        nodes: int = PROOF_NODES,
        memory: int = MEMORY,
    ) -> None:
        self._game = game
        self._worker = Worker(game, new_table(memory))
        self._most_plies = most_plies
        self._nodes = nodes
        self.depths = most_plies

    def values(self, position: Position) -> MoveValues | None:
        left = self._plies_left(position)
        if left > self._most_plies:
            return None
        self._worker.begin(self._nodes, 0)
        found: dict[str, Value | None] = {}
        try:
            for move, code in position.legal_moves.codes.items():
                after = position.play_unchecked(code)
                value = ended(after) or by_points(self._worker.search(after.state, left - 1))
                found[move] = one_ply_back(position, after, value)
        except Stopped:
            return None
        if self._worker.overfull:
            return None
        return MoveValues(found, Proof(ProofKind.SEARCH, left))

    def distance(self, position: Position) -> int | None:
        left = self._plies_left(position)
        return left if left <= self._most_plies else None

    def has_one_win(self, position: Position) -> bool:
        left = self._plies_left(position)
        self._worker.begin(self._nodes, 0)
        wins = 0
        try:
            for code in position.legal_moves.codes.values():
                after = position.play_unchecked(code)
                end = ended(after)
                # Whether it is more or less than a draw is all that is asked.
                score = end.sign if end else self._worker.search(after.state, left - 1, -1, 1)
                wins += (score if after.mover is position.mover else -score) > 0
                if wins > 1:
                    break
        except Stopped:
            return False
        return wins == 1 and not self._worker.overfull

    def _plies_left(self, position: Position) -> int:
        knowledge = searches(type(self._game)).knowledge
        return int(knowledge.plies_left(self._game.rules, position.state))


def source_for(game: Game, *, nodes: int = PROOF_NODES, memory: int = MEMORY) -> Source:
    """The search that proves values in a game, making so many positions for each proof."""
    if searches(type(game)).takes_turns:
        return ProofSource(game, nodes=nodes, memory=memory)
    return PointsSource(game, nodes=nodes, memory=memory)


def ended(position: Position) -> Value | None:
    """The value to the player to move of a game that is over here, None if it goes on."""
    outcome = position.outcome
    if outcome is None:
        return None
    margin = None if outcome.scores is None else abs(outcome.scores[0] - outcome.scores[1])
    if outcome.winner is None:
        return Draw(margin=margin)
    return (Win if outcome.winner is position.mover else Loss)(margin=margin)


def one_ply_back(before: Position, after: Position, value: Value) -> Value:
    """The value of a move from the value to the player to move after it."""
    seen = value if after.mover is before.mover else value.opposite
    open_end = seen.sign == 0 and seen.plies == 0  # a draw without a known end stays one
    return type(seen)(0 if open_end else seen.plies + 1, margin=seen.margin)
