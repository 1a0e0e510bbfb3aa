"""A series: two agents play pairs of games, each pair from one opening with the sides swapped."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from pathlib import Path

from jostle.arena.errors import cannot
from jostle.arena.openings import MOST_PLIES, Openings
from jostle.arena.playing import (
    GAMES_IN_PAIR,
    Conditions,
    PlayedGame,
    Task,
    make_agent,
    number_of,
    pair_points,
)
from jostle.arena.results import ResultsFile
from jostle.arena.statistics import Interval, PairScores, elo
from jostle.arena.stopping import Claim, Sprt, Verdict
from jostle.arena.workers import default_workers, played
from jostle.core.players import Player
from jostle.games import game

FORMAT = 1


@dataclass(frozen=True)
class Series:
    """What is to be played: A against B under some conditions, and when to stop before the end."""

    conditions: Conditions
    agents: tuple[str, str]
    games: int
    sprt: Sprt | None = None
    claim: Claim | None = None

    def __post_init__(self) -> None:
        if self.games < GAMES_IN_PAIR or self.games % GAMES_IN_PAIR:
            raise cannot("games", games=self.games)
        check(self.conditions, self.agents)

    @property
    def pairs(self) -> int:
        return self.games // GAMES_IN_PAIR

    @property
    def header(self) -> dict[str, object]:
        """The first line of its file; a series may be resumed with more games than before."""
        return {
            **header_of("series", self.conditions),
            "agents": list(self.agents),
            "sprt": self.sprt and self.sprt.to_json(),
            "above": self.claim and self.claim.above,
        }


def header_of(kind: str, conditions: Conditions) -> dict[str, object]:
    """What the first line of a file says of the conditions."""
    rules = game(conditions.variant).rules_version
    return {"jostle": kind, "format": FORMAT, "rules": rules, **asdict(conditions)}


def check(conditions: Conditions, agents: Iterable[str]) -> None:
    """Refuse conditions or agents that cannot be played with, before anything is begun."""
    if conditions.seconds is not None and not 0 < conditions.seconds < math.inf:
        raise cannot("seconds", seconds=conditions.seconds)
    if conditions.nodes is not None and conditions.nodes < 1:
        raise cannot("nodes", nodes=conditions.nodes)
    if conditions.threads < 1:
        raise cannot("threads", threads=conditions.threads)
    if not 0 <= conditions.opening_plies <= MOST_PLIES:
        raise cannot("opening-plies", plies=conditions.opening_plies, most=MOST_PLIES)
    if conditions.cap <= conditions.opening_plies:
        raise cannot("cap", cap=conditions.cap, plies=conditions.opening_plies)
    for spec in agents:
        make_agent(spec, conditions, conditions.seed).close()


def tasks_of(
    conditions: Conditions, agents: tuple[str, str], pairs: int, done: set[tuple[int, int]]
) -> Iterator[Task]:
    """The games between two agents that are still to be played, pair by pair."""
    seed = number_of("opening", conditions.seed, *agents)
    openings = Openings(game(conditions.variant), conditions.opening_plies, seed)
    for pair in range(pairs):
        for index in range(GAMES_IN_PAIR):
            if (pair, index) not in done:
                opening = tuple(map(str, openings[pair]))
                yield Task(conditions, agents, pair, index, opening)


class Tally:
    """The games of a series so far, and whether they decide it.

    Whether to stop is judged by the pairs in their order, not in that of their ends: the short
    games come first there, and they are not like the others. So the number of workers makes no
    difference either. It is decided when everything that was asked is; pairs after that do not
    count.
    """

    def __init__(self, series: Series) -> None:
        self.series = series
        self.scores = PairScores()  # of all whole pairs
        self.decided: int | None = None  # how many pairs it took
        self._games: dict[tuple[int, int], PlayedGame] = {}
        self._in_order = PairScores()  # of the pairs up to the first one that is not whole
        self._verdict = Verdict.UNDECIDED
        self._is_shown = False

    @property
    def played(self) -> int:
        """How many games there are, also those that do not count."""
        return len(self._games)

    @property
    def is_finished(self) -> bool:
        return self.decided is not None or self.scores.pairs >= self.series.pairs

    @property
    def done(self) -> set[tuple[int, int]]:
        """The games there are, by pair and number."""
        return set(self._games)

    def add(self, played: PlayedGame) -> None:
        """Count a game."""
        self._games[played.pair, played.game] = played
        points = self._points(played.pair)
        if points is not None:
            self.scores = self.scores.plus(points)
            self._decide()

    def result(self) -> SeriesResult:
        """What the pairs that count amount to."""
        pairs = sorted(pair for pair, index in self._games if index == 0)
        whole = [pair for pair in pairs if (pair, 1) in self._games][: self.decided]
        games = tuple(self._games[pair, index] for pair in whole for index in range(GAMES_IN_PAIR))
        stopped_early = self.decided is not None and self.decided < self.series.pairs
        return SeriesResult(
            self.series, games, self.played, stopped_early, self._verdict, self._is_shown
        )

    def _points(self, pair: int) -> float | None:
        """A's points of a pair, or None if it is not whole."""
        games = [self._games.get((pair, index)) for index in range(GAMES_IN_PAIR)]
        scores = [game.score for game in games if game is not None]
        return sum(scores) if len(scores) == GAMES_IN_PAIR else None

    def _decide(self) -> None:
        """Look at each pair that has its turn, until all that was asked is decided."""
        sprt, claim = self.series.sprt, self.series.claim
        while self.decided is None:
            points = self._points(self._in_order.pairs)
            if points is None:
                break
            self._in_order = scores = self._in_order.plus(points)
            # What has once been decided stays so.
            if sprt is not None and self._verdict is Verdict.UNDECIDED:
                self._verdict = sprt.verdict(scores)
            if claim is not None and not self._is_shown:
                is_last = scores.pairs >= self.series.pairs
                self._is_shown = claim.is_shown(scores, is_last=is_last)
            is_tested = sprt is None or self._verdict is not Verdict.UNDECIDED
            is_claimed = claim is None or self._is_shown
            if (sprt or claim) and is_tested and is_claimed:
                self.decided = scores.pairs


@dataclass(frozen=True)
class SeriesResult:
    """What came of a series: the games of all its whole pairs, up to the one that decided it."""

    series: Series
    games: tuple[PlayedGame, ...] = field(repr=False)
    played: int  # also those that do not count
    stopped_early: bool
    verdict: Verdict
    claim_shown: bool

    @property
    def is_complete(self) -> bool:
        """Whether it was played to its end, be it an early one."""
        return self.stopped_early or len(self.games) >= self.series.games

    @property
    def scores(self) -> PairScores:
        return PairScores.of(pair_points(self.games))

    @property
    def balance(self) -> Balance:
        """A's results."""
        return Balance.of(self.games)

    def balance_as(self, side: Player) -> Balance:
        """A's results as Player 1 or 2."""
        return Balance.of(game for game in self.games if game.side_of_first is side)

    @property
    def score(self) -> float | None:
        """A's share of the points, or None without any pair."""
        return self.scores.mean if self.games else None

    @property
    def interval(self) -> Interval | None:
        """Where the true share lies, with 95 % confidence."""
        return self.scores.interval() if self.games else None

    @property
    def mean_plies(self) -> float | None:
        return sum(game.plies for game in self.games) / len(self.games) if self.games else None

    @property
    def draw_reasons(self) -> dict[str, int]:
        """Why games were drawn, and how many each."""
        reasons = Counter(game.reason for game in self.games if game.winner is None)
        return dict(sorted(reasons.items()))

    @property
    def seconds_per_move(self) -> tuple[float | None, float | None]:
        """How long A and B thought about a move, on the average."""
        return self._seconds_per_move(0), self._seconds_per_move(1)

    def _seconds_per_move(self, agent: int) -> float | None:
        times = [game.times[agent] for game in self.games]
        moves = sum(spent.moves for spent in times)
        return sum(spent.seconds for spent in times) / moves if moves else None

    def to_json(self) -> dict[str, object]:
        series, interval = self.series, self.interval
        conditions, scores = series.conditions, self.scores
        first, second = self.seconds_per_move
        return {
            "variant": conditions.variant,
            "agents": {"A": series.agents[0], "B": series.agents[1]},
            "limits": {
                "seconds": conditions.seconds,
                "nodes": conditions.nodes,
                "threads": conditions.threads,
            },
            "seed": conditions.seed,
            "games": len(self.games),
            "games_asked": series.games,
            "games_not_counted": self.played - len(self.games),
            "complete": self.is_complete,
            "stopped_early": self.stopped_early,
            **self.balance.to_json(),
            "pair_scores": list(scores.counts),
            "score": self.score,
            "score_interval": interval and [interval.low, interval.high],
            "elo": None if self.score is None else _plain(elo(self.score)),
            "elo_interval": interval and [_plain(elo(interval.low)), _plain(elo(interval.high))],
            "as_player_1": self.balance_as(Player.ONE).to_json(),
            "as_player_2": self.balance_as(Player.TWO).to_json(),
            "mean_plies": self.mean_plies,
            "draw_reasons": self.draw_reasons,
            "seconds_per_move": {"A": first, "B": second},
            "sprt": series.sprt
            and {
                **series.sprt.to_json(),
                "ratio": series.sprt.ratio(scores),
                "bounds": list(series.sprt.bounds),
                "verdict": str(self.verdict),
            },
            "claim": series.claim and {"above": series.claim.above, "shown": self.claim_shown},
        }


@dataclass(frozen=True)
class Balance:
    """How many games A won, drew and lost."""

    wins: int
    draws: int
    losses: int

    @classmethod
    def of(cls, games: Iterable[PlayedGame]) -> Balance:
        """A's results in these games."""
        scores = Counter(game.score for game in games)
        return cls(scores[1.0], scores[0.5], scores[0.0])

    def to_json(self) -> dict[str, int]:
        return asdict(self)


def play_series(
    series: Series,
    *,
    out: Path | None = None,
    resume: bool = False,
    workers: int | None = None,
    on_progress: Callable[[Tally], None] | None = None,
) -> SeriesResult:
    """Play a series in several processes.

    Each game is written to the file ``out`` as soon as it is finished; with ``resume`` the series
    in that file goes on. ``on_progress`` is told how it stands at the beginning and after every
    game. Ctrl-C ends the processes and is passed on.
    """
    tally = Tally(series)
    tell = on_progress or (lambda _: None)
    with ExitStack() as stack:
        file = None
        if out is not None:
            file = stack.enter_context(ResultsFile(out, series.header, resume=resume))
            for game in file.games:
                tally.add(game)
        tell(tally)
        if not tally.is_finished:
            tasks = tasks_of(series.conditions, series.agents, series.pairs, tally.done)
            hands = workers or default_workers(series.conditions.threads)
            for game in stack.enter_context(closing(played(tasks, hands))):
                if file is not None:
                    file.add(game)
                tally.add(game)
                tell(tally)
                if tally.is_finished:
                    break
    return tally.result()


def _plain(number: float) -> float | str:
    """A number as JSON can tell it."""
    if math.isinf(number):
        return "infinity" if number > 0 else "-infinity"
    return number
