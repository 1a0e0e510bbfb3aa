"""Searching one position deeper and deeper, and making sure of what looks decided."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from jostle.core.game import Game
from jostle.core.kernel import State
from jostle.core.scores import DECIDED, POINT, WON
from jostle.core.values import Draw, Loss, Value, Win
from jostle.search.proving import ends_drawn, proven, proven_line, shorter
from jostle.search.specialised import searches
from jostle.search.worker import Stopped, Worker

DEEPEST = 60  # plies that a search is ever asked for; extensions go beyond
WIDE_DEPTHS = 2  # the first depths, whose scores say little about the next one's
PROOF_NODES = 4_000_000  # that a proof may always make
PROOF_SHARE = 4  # and how many times the nodes of the whole search besides
LOOK_SHARE = 8  # of the nodes so far, the part that looking for wins may take each time


@dataclass
class Line:
    """A line of play inside the search; the value is there when it is proven."""

    codes: list[int]
    score: int
    value: Value | None = None


class Deepening:
    """One position's search by one worker, depth by depth."""

    def __init__(self, game: Game, worker: Worker, state: State, past: np.ndarray) -> None:
        self.lines: list[Line] = []
        self._game = game
        self._worker = worker
        self._state = state
        self._past = past
        self._proven: dict[int, tuple[list[int], Value]] = {}  # lines by their first moves
        self._looked = 0  # plies within which nobody wins by force
        self._takes_turns = searches(type(game)).takes_turns
        self._plies_left = searches(type(game)).knowledge.plies_left(game.rules, state)

    @property
    def settled(self) -> bool:
        """Whether every line is proven, so that going deeper would tell nothing."""
        return all(line.value is not None for line in self.lines)

    def deepen(self, depth: int, wanted: int, *, thorough: bool = False) -> bool:
        """Find so many lines to this depth, best first; returns whether there was time for it.

        The search may overlook what it deems unlikely. If it is to be ``thorough``, every win or
        loss within the depth is found and proven; otherwise only as far as that is cheap.
        """
        found: list[Line] = []
        try:
            while len(found) < wanted:
                found.append(self._search(depth, found))
        except Stopped:
            if self._worker.line:
                found.append(Line(self._worker.line, self._worker.score))
        finished = len(found) == wanted and not self._worker.at_limit
        if wanted > 1 and not finished:
            taken = {line.codes[0] for line in found}
            found += [line for line in self.lines if line.codes[0] not in taken]
        found = found or self.lines
        if not found:
            found = [Line([int(self._game.kernel.legal(self._game.rules, self._state)[0])], 0)]
        self.lines = sorted(found, key=lambda line: -line.score)[:wanted]
        for line in self.lines:
            if line.codes[0] in self._proven:
                line.codes, line.value = self._proven[line.codes[0]]
        if finished:
            self._settle(depth, thorough)
        return finished

    def _search(self, depth: int, before: list[Line]) -> Line:
        """The best line that does not begin as one of those before it."""
        skipped = np.array([line.codes[0] for line in before], dtype=np.int64)
        number = len(before)
        if depth > WIDE_DEPTHS and number < len(self.lines):
            guess = self.lines[number].score
            score = self._worker.search_near(self._state, depth, guess, skipped, self._past)
        else:
            score = self._worker.search(self._state, depth, skipped=skipped, past=self._past)
        return Line(self._worker.line, score)

    def _settle(self, depth: int, thorough: bool) -> None:
        """Turn scores into exact values where that can be proven."""
        try:
            if self._takes_turns:
                self._settle_by_proofs(depth, thorough)
            elif depth >= self._plies_left and not self._worker.overfull:
                self._finish()
        except Stopped:
            pass  # what is proven by then stands
        self.lines[1:] = sorted(self.lines[1:], key=_worth, reverse=True)

    def _settle_by_proofs(self, depth: int, thorough: bool) -> None:
        """Prove what the search claims, and look for what it has overlooked."""
        nodes = self._worker.nodes
        with self._worker.spending(PROOF_NODES + PROOF_SHARE * nodes):
            self._prove()
        # The history of a match can forbid what would be a win without it.
        if self.lines[0].value is None and not self._past.size:
            spent = PROOF_NODES + PROOF_SHARE * nodes if thorough else nodes // LOOK_SHARE
            with self._worker.spending(spent):
                self._look(depth)
            if self.lines[0].score == 0 and ends_drawn(self._game, self._state, depth):
                self.lines[0].value = Draw()

    def _prove(self) -> None:
        """Find the true distances of the wins and losses that the search claims."""
        best = self.lines[0]
        if abs(best.score) >= DECIDED and best.value is None:
            claimed = WON - abs(best.score)
            value = proven(self._worker, self._game, self._state, claimed, won=best.score > 0)
            if not self._past.size:
                self._take(value)
            elif value.plies == claimed:
                # The history of a match can forbid some of the moves that would do without it.
                self._prove_move(best)
                if best.value is not None and best.value.plies != claimed:
                    best.value = None
        for line in self.lines[1:]:
            if abs(line.score) >= DECIDED and line.value is None:
                self._prove_move(line)

    def _look(self, depth: int) -> None:
        """Find a win or a loss within so many plies, the nearest first, if there is one."""
        for plies in range(self._looked + 1, depth + 1):
            for won in (True, False):
                # Who cannot lose by their own move loses after the other's.
                if (shorter(self._game) == 1 or won == (plies % 2 == 1)) and (
                    self._worker.wins_within(self._state, plies, mover=won)[0]
                ):
                    self._take(Win(plies) if won else Loss(plies))
                    return
            self._looked = plies

    def _take(self, value: Value) -> None:
        """Put the line that shows the position's value first."""
        codes = proven_line(self._worker, self._game, self._state, value)
        score = value.sign * (WON - value.plies)
        self._proven[codes[0]] = codes, value
        others = [line for line in self.lines if line.codes[0] != codes[0]]
        self.lines = [Line(codes, score, value), *others][: len(self.lines)]

    def _prove_move(self, line: Line) -> None:
        """Find the true distance after a move that is not the best."""
        claimed = WON - abs(line.score) - 1
        after = self._game.kernel.play(self._game.rules, self._state, line.codes[0])
        value: Value = Loss()
        if claimed:
            value = proven(self._worker, self._game, after, claimed, won=line.score < 0)
        if value.plies == claimed or not self._past.size:
            line.codes[1:] = proven_line(self._worker, self._game, after, value)
            line.value = (Win if line.score > 0 else Loss)(value.plies + 1)
            self._proven[line.codes[0]] = line.codes, line.value

    def _finish(self) -> None:
        """Take the scores as exact, since all was searched to the end, and complete the lines."""
        for line in self.lines:
            line.value = by_points(line.score)
        for line in self.lines:
            state = self._state
            for code in line.codes:
                state = self._game.kernel.play(self._game.rules, state, code)
            while self._game.kernel.outcome(self._game.rules, state) == 0:
                left = searches(type(self._game)).knowledge.plies_left(self._game.rules, state)
                self._worker.search(state, left)
                for code in self._worker.line:
                    line.codes.append(code)
                    state = self._game.kernel.play(self._game.rules, state, code)


def by_points(score: int) -> Value:
    """The value that a score stands for when all lines were searched to the end."""
    if score == 0:
        return Draw(margin=0)
    margin = (abs(score) - WON + POINT - 1) // POINT
    plies = WON + POINT * margin - abs(score)
    return (Win if score > 0 else Loss)(plies, margin=margin)


def _worth(line: Line) -> tuple[int, int]:
    """By what lines are ordered: a proven value is more exact than the score it came from."""
    if line.value is None:
        return line.score, 0
    margin = line.value.margin or 0
    return line.value.sign * (WON + POINT * margin - line.value.plies), 1
