"""Going through a game afterwards: what each move was worth, and which ones decided it.

Every position is searched for a short while. A move is judged by how much of the mover's chance to
win it gave away, in comparison with the best move found, and where values are proven by them alone:

* the best move, or one that is worth as much, is **best**;
* between proven values it is a **blunder** to give away a win or a draw, and any other move is
  **good**: in a lost position no move is a mistake, and a win that takes longer is still a win;
* elsewhere a loss of 5 % is an **inaccuracy**, of 10 % a **mistake**, of 20 % a **blunder**, and
  what costs less is **good**.

The searches go from the end of the game to its beginning, so that what is known of later positions
tells in earlier ones. Chances are compared at the same horizon, one ply deeper before a move than
after it: in some games the chances of an even and an odd depth differ by more than a mistake does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from jostle.core.game import Game, Move, Position
from jostle.core.match import Match
from jostle.core.messages import Message, message
from jostle.core.mistakes import Mistake, mistake
from jostle.core.outcome import Outcome, Reason
from jostle.core.players import Player
from jostle.core.values import Draw, Loss, Value, Win
from jostle.search.analysis import Analysis
from jostle.search.exact import Oracle
from jostle.search.limits import Limits
from jostle.search.score import Score
from jostle.search.thinking import Engine
from jostle.search.words import told_score

NODES = 20_000  # for each position
MEMORY = 16  # megabytes

Progress = Callable[[int, int], None]


class Judgement(StrEnum):
    """How good a move was; the values stand in JSON."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


# The chance of winning that a move must give away to be called so, the worst first.
THRESHOLDS = (
    (0.20, Judgement.BLUNDER),
    (0.10, Judgement.MISTAKE),
    (0.05, Judgement.INACCURACY),
)
SERIOUS = (Judgement.MISTAKE, Judgement.BLUNDER)


@dataclass(frozen=True)
class JudgedMove:
    """One move of a game and what it was worth, as the player who made it sees it.

    ``ply`` counts from 1, and ``number`` is what stands before the move in a record. ``before`` and
    ``after`` are the scores of the positions before and after the move; ``line`` is the best there
    was to play.
    """

    ply: int
    number: str
    player: Player
    move: Move
    judgement: Judgement
    before: Score
    after: Score
    line: tuple[Move, ...]

    @property
    def best(self) -> Move:
        """The best move found."""
        return self.line[0]

    @property
    def mistake(self) -> Mistake | None:
        """What the move gave away for certain, where exact values tell."""
        if self.before.value is None or self.after.value is None:
            return None
        return mistake(self.before.value, _farther(self.after.value, 1))

    @property
    def loss(self) -> float:
        """The chance of winning that the move gave away."""
        if self.judgement is Judgement.BEST:
            return 0.0
        return max(0.0, self.before.probability - self.after.probability)

    def to_json(self) -> dict[str, object]:
        return {
            "ply": self.ply,
            "number": self.number,
            "player": int(self.player),
            "move": str(self.move),
            "judgement": str(self.judgement),
            "loss": round(self.loss, 4),
            "mistake": self.mistake,
            "before": self.before.to_json(),
            "after": self.after.to_json(),
            "best": str(self.best),
            "line": [str(move) for move in self.line],
        }


@dataclass(frozen=True)
class Review:
    """All moves of a game, judged; ``nodes`` is how long each position was looked at."""

    game: Game
    moves: tuple[JudgedMove, ...]
    nodes: int

    def turning_points(self, most: int = 3) -> tuple[JudgedMove, ...]:
        """The mistakes and blunders that cost most, in the order they were played.

        Of those that cost about the same the last ones count, since later ones undo earlier ones.
        """
        serious = [judged for judged in self.moves if judged.judgement in SERIOUS]
        serious.sort(key=lambda judged: (round(judged.loss, 1), judged.ply), reverse=True)
        return tuple(sorted(serious[:most], key=lambda judged: judged.ply))

    def count(self, player: Player, judgement: Judgement) -> int:
        """How many moves of a player were of this kind."""
        return sum(
            judged.player is player and judged.judgement is judgement for judged in self.moves
        )

    def to_json(self) -> dict[str, object]:
        return {
            "variant": self.game.variant,
            "nodes": self.nodes,
            "moves": [judged.to_json() for judged in self.moves],
            "turning_points": [judged.ply for judged in self.turning_points()],
        }


class Reviewing:
    """A review that is made position by position, from the end of the game to its beginning.

    Each ``step`` looks at one more position, so that others can be served in between.
    """

    def __init__(
        self, match: Match, *, nodes: int = NODES, seed: int = 0, oracle: Oracle | None = None
    ) -> None:
        self._match = match
        self._nodes = nodes
        self._engine = Engine(match.game, memory=MEMORY, seed=seed, oracle=oracle)
        self._replayed = Match(match.game, match.start)
        for move in match.moves:
            self._replayed.play(move)
        self._searches: list[_Searched] = []  # the last position first
        self.total = len(match.positions)

    @property
    def done(self) -> int:
        """How many of the ``total`` positions have been looked at."""
        return len(self._searches)

    @property
    def is_finished(self) -> bool:
        return self.done == self.total

    def step(self) -> None:
        """Look at one more position."""
        assert not self.is_finished, "all positions have been looked at"
        self._searches.append(_searched(self._engine, self._replayed, self._nodes))
        if not self.is_finished:
            self._replayed.undo()

    def review(self) -> Review:
        """The moves, judged by what was found."""
        assert self.is_finished, "some positions have not been looked at"
        match, searches = self._match, self._searches[::-1]
        judged = tuple(
            _judged(match, ply, number, searches[ply], searches[ply + 1])
            for ply, number in enumerate(_numbers(match))
        )
        return Review(match.game, judged, self._nodes)


def review(
    match: Match,
    *,
    nodes: int = NODES,
    seed: int = 0,
    on_progress: Progress | None = None,
    oracle: Oracle | None = None,
) -> Review:
    """Judge every move of a match, finished or not, looking at so many positions for each.

    The same match and nodes give the same review. ``on_progress`` is told how many positions of the
    match have been looked at, and how many there are.
    """
    reviewing = Reviewing(match, nodes=nodes, seed=seed, oracle=oracle)
    while not reviewing.is_finished:
        reviewing.step()
        if on_progress is not None:
            on_progress(reviewing.done, reviewing.total)
    return reviewing.review()


def judge(before: Score, after: Score) -> Judgement:
    """Judge a move by the scores before and after it, both as the mover sees them."""
    if before.value is not None and after.value is not None:
        reached = _farther(after.value, 1)
        if reached >= before.value:
            return Judgement.BEST
        given_away = mistake(before.value, reached)
        kept = given_away in (None, Mistake.LONGER_WIN)
        return Judgement.GOOD if kept else Judgement.BLUNDER
    loss = before.probability - after.probability
    if loss <= 0:
        return Judgement.BEST
    return next((named for least, named in THRESHOLDS if loss >= least), Judgement.GOOD)


def told_turning_point(judged: JudgedMove) -> Message:
    """A mistake in a sentence, with what would have been better."""
    return message(
        "review.turning-point",
        number=judged.number,
        player=judged.player,
        move=judged.move,
        judgement=message(f"review.judgement.{judged.judgement}"),
        before=told_score(judged.before),
        after=told_score(judged.after),
        best=judged.best,
    )


@dataclass(frozen=True)
class _Searched:
    """A position of the game: its score, and the analyses of each depth if it was not over."""

    score: Score
    depths: tuple[Analysis, ...] = ()

    def at(self, depth: int) -> Analysis:
        """What a depth found, or the next that there is."""
        return self.depths[min(max(depth, 1), len(self.depths)) - 1]


def _searched(engine: Engine, match: Match, nodes: int) -> _Searched:
    """Search the position a match has come to."""
    if match.outcome is not None:
        return _Searched(outcome_score(match.outcome, match.position.mover))
    depths = complete_depths(engine, match, nodes)
    return _Searched(depths[-1].score, depths)


def complete_depths(
    engine: Engine, subject: Position | Match, nodes: int, *, lines: int = 1
) -> tuple[Analysis, ...]:
    """What was found at each depth that was searched to its end.

    The last word of a search may come of a depth that was broken off. That is good enough to play
    by, but its scores cannot be compared with each other, nor with those of other positions.
    """
    depths: list[Analysis] = []
    with engine.stream(subject, Limits(nodes=nodes), lines=lines) as thinking:
        for analysis in thinking:
            if not depths or analysis.depth > depths[-1].depth:
                depths.append(analysis)
    return tuple(depths)


def outcome_score(outcome: Outcome, player: Player) -> Score:
    """The score of a game that is over."""
    margin = None
    if outcome.reason is Reason.SCORE and outcome.scores is not None:
        margin = abs(outcome.scores[0] - outcome.scores[1])
    if outcome.winner is None:
        return Score.exact(player, Draw(margin=margin))
    return Score.exact(player, (Win if outcome.winner is player else Loss)(margin=margin))


def _judged(match: Match, ply: int, number: str, here: _Searched, then: _Searched) -> JudgedMove:
    player, move = match.positions[ply].mover, match.moves[ply]
    depth = len(here.depths)
    if here.score.value is None and then.score.value is None:
        depth = min(depth, len(then.depths) + 1)
        after = then.at(depth - 1).score
    else:
        after = then.score
    best = here.at(depth).lines[0]
    before, after = best.score, after.seen_by(player)
    if move == best.move:
        judgement = Judgement.BEST
        if after.value is None:
            value = None if before.value is None else _farther(before.value, -1)
            after = Score(player, before.probability, value)
    else:
        judgement = judge(before, after)
    return JudgedMove(ply + 1, number, player, move, judgement, before, after, best.moves)


def _farther(value: Value, plies: int) -> Value:
    """The same value so many plies farther from the end of the game."""
    if value.sign == 0:
        return value
    return type(value)(value.plies + plies, margin=value.margin)


def _numbers(match: Match) -> list[str]:
    """What stands before each move in a record: ``5.``, or ``5...`` before Player 2's."""
    numbers: list[str] = []
    current, previous = 1, None
    for position in match.positions[:-1]:
        if previous is not None and (previous, position.mover) != (Player.ONE, Player.TWO):
            current += 1
        numbers.append(f"{current}." if position.mover is Player.ONE else f"{current}...")
        previous = position.mover
    return numbers
