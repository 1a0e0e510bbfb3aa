"""A ladder: agents from the weakest to the strongest, every one against every other."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations, groupby
from pathlib import Path

from jostle.arena.errors import cannot
from jostle.arena.playing import CAPPED, GAMES_IN_PAIR, Conditions, PlayedGame, Task, pair_points
from jostle.arena.ratings import Pairing, Ratings, rate
from jostle.arena.results import ResultsFile, compare, read_results, told_failures
from jostle.arena.series import check, header_of, tasks_of
from jostle.arena.statistics import PairScores
from jostle.arena.workers import default_workers, played

RANDOM_AND_LEVELS = ("random", *(f"level:{number}" for number in range(1, 11)))


@dataclass(frozen=True)
class Ladder:
    """What is to be played: so many pairs between neighbours, and so many between the others."""

    conditions: Conditions
    agents: tuple[str, ...] = RANDOM_AND_LEVELS
    neighbour_pairs: int = 20
    other_pairs: int = 20

    def __post_init__(self) -> None:
        if len(self.agents) < 2 or len(set(self.agents)) < len(self.agents):
            raise cannot("ladder", agents=list(self.agents))
        if min(self.neighbour_pairs, self.other_pairs) < 0:
            raise cannot("games", games=GAMES_IN_PAIR * min(self.neighbour_pairs, self.other_pairs))
        check(self.conditions, self.agents)

    @property
    def header(self) -> dict[str, object]:
        """The first line of its file. Agents and pairs may be added later."""
        return header_of("ladder", self.conditions)

    @property
    def pairings(self) -> list[tuple[tuple[str, str], int]]:
        """Who plays whom, the higher one first, and how many pairs; the neighbours come first."""
        rungs = range(len(self.agents))
        ordered = sorted(combinations(rungs, 2), key=lambda rungs: (rungs[1] - rungs[0], rungs[0]))
        return [
            (
                (self.agents[higher], self.agents[lower]),
                self.neighbour_pairs if higher == lower + 1 else self.other_pairs,
            )
            for lower, higher in ordered
        ]

    def missing(self, games: Iterable[PlayedGame]) -> int:
        """How many games are still to be played besides these."""
        asked = dict(self.pairings)
        there = sum(game.pair < asked.get(game.agents, 0) for game in games)
        return GAMES_IN_PAIR * sum(asked.values()) - there

    def tasks(self, games: Iterable[PlayedGame]) -> Iterator[Task]:
        """What is still to be played besides these games."""
        done: dict[tuple[str, str], set[tuple[int, int]]] = {}
        for game in games:
            done.setdefault(game.agents, set()).add((game.pair, game.game))
        for agents, pairs in self.pairings:
            yield from tasks_of(self.conditions, agents, pairs, done.get(agents, set()))


@dataclass(frozen=True)
class LadderResult:
    """What came of a ladder, from the games of whole pairs."""

    conditions: Conditions
    agents: tuple[str, ...]
    games: tuple[PlayedGame, ...]

    @classmethod
    def of(
        cls, conditions: Conditions, agents: tuple[str, ...], games: Iterable[PlayedGame]
    ) -> LadderResult:
        """The games between these agents, as far as their pairs are whole."""
        ordered = sorted(
            (game for game in games if set(game.agents) <= set(agents)), key=lambda game: game.key
        )
        pairs = (list(pair) for _, pair in groupby(ordered, key=lambda game: game.key[:2]))
        whole = [game for pair in pairs if len(pair) == GAMES_IN_PAIR for game in pair]
        return cls(conditions, agents, tuple(whole))

    def scores(self, first: str, second: str) -> PairScores:
        """What one agent scored against another."""
        straight = (game for game in self.games if game.agents == (first, second))
        turned = (game for game in self.games if game.agents == (second, first))
        points = [2 - points for points in pair_points(turned)]
        return PairScores.of([*pair_points(straight), *points])

    @property
    def ratings(self) -> Ratings:
        """The agents' ratings, the first one's being 0."""
        pairings = [
            Pairing(higher, lower, self.scores(self.agents[higher], self.agents[lower]))
            for lower, higher in combinations(range(len(self.agents)), 2)
        ]
        return rate(len(self.agents), pairings)

    def games_of(self, agent: str) -> int:
        """How many games an agent played."""
        return sum(agent in game.agents for game in self.games)

    @property
    def draws(self) -> int:
        return sum(game.winner is None for game in self.games)

    @property
    def capped(self) -> int:
        """How many games were too long."""
        return sum(game.reason == CAPPED for game in self.games)

    @property
    def mean_plies(self) -> float:
        return sum(game.plies for game in self.games) / len(self.games)


@dataclass(frozen=True)
class LadderProgress:
    """How far a ladder is."""

    done: int
    total: int
    game: PlayedGame | None  # the last one


def play_ladder(
    ladder: Ladder,
    folder: Path,
    *,
    workers: int | None = None,
    on_progress: Callable[[LadderProgress], None] | None = None,
) -> LadderResult:
    """Play what the ladder's file in a folder does not have yet; returns all the file has.

    Each game is written down as soon as it is finished. Ctrl-C ends the processes and is passed on.
    """
    tell = on_progress or (lambda _: None)
    path = file_of(folder, ladder.conditions.variant)
    with told_failures(folder):
        folder.mkdir(parents=True, exist_ok=True)
    with ResultsFile(path, ladder.header, resume=True) as file:
        missing = ladder.missing(file.games)
        tell(LadderProgress(0, missing, None))
        tasks = ladder.tasks(list(file.games))
        hands = workers or default_workers(ladder.conditions.threads)
        with closing(played(tasks, hands)) as games:
            for done, game in enumerate(games, 1):
                file.add(game)
                tell(LadderProgress(done, missing, game))
        return LadderResult.of(ladder.conditions, ladder.agents, file.games)


def read_ladder(
    folder: Path, conditions: Conditions, agents: tuple[str, ...]
) -> LadderResult | None:
    """What a folder has of a ladder, or None if nothing was played yet."""
    path = file_of(folder, conditions.variant)
    if not path.exists():
        return None
    header, games = read_results(path)
    compare(path, header, header_of("ladder", conditions))
    return LadderResult.of(conditions, agents, games)


def file_of(folder: Path, variant: str) -> Path:
    """The file of a variant in a folder.

    >>> file_of(Path("levels"), "pomeczi:board=3x3").as_posix()
    'levels/pomeczi-board-3x3.jsonl'
    """
    return folder / f"{name_of(variant)}.jsonl"


def name_of(variant: str) -> str:
    """A variant as part of a file's name."""
    return re.sub(r"[^A-Za-z0-9]+", "-", variant)
