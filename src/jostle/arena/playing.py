"""One game of a series: what is to be played, how it is played, and what came of it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterable
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from jostle.arena.errors import cannot
from jostle.arena.openings import PLIES
from jostle.core.errors import JostleError
from jostle.core.match import Match
from jostle.core.players import Player
from jostle.games import game

if TYPE_CHECKING:
    from jostle.search.agent import Agent

CAP = 400  # plies; a game that takes longer is counted as a draw
CAPPED = "cap"  # the reason of such a draw
GAMES_IN_PAIR = 2


@dataclass(frozen=True)
class Conditions:
    """What all games of a file have in common."""

    variant: str
    seconds: float | None = None
    nodes: int | None = None
    threads: int = 1
    seed: int = 0
    opening_plies: int = PLIES
    cap: int = CAP
    tables: bool = True  # whether agents may use solved tables

    def __post_init__(self) -> None:
        # However the variant was spelled.
        object.__setattr__(self, "variant", game(self.variant).variant)


@dataclass(frozen=True)
class Task:
    """A game to be played between two agents, A and B.

    In the first game of a pair A is Player 1, in the second B.
    """

    conditions: Conditions
    agents: tuple[str, str]
    pair: int
    game: int
    opening: tuple[str, ...]

    @property
    def key(self) -> tuple[tuple[str, str], int, int]:
        """What tells it from all others of a file."""
        return self.agents, self.pair, self.game

    @property
    def side_of_first(self) -> Player:
        """Which player agent A is."""
        return Player(1 + self.game)

    def seed_of(self, agent: int) -> int:
        """The seed of agent A (0) or B (1): its own in each game, whoever plays it and when."""
        words = (self.conditions.seed, *self.agents, self.pair, self.game, agent)
        return number_of(*words)


@dataclass
class Times:
    """How long an agent thought in a game."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """Count a move."""
        self.moves += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)

    def to_json(self) -> dict[str, object]:
        return {
            "moves": self.moves,
            "seconds": round(self.seconds, 6),
            "longest": round(self.longest, 6),
        }


@dataclass(frozen=True)
class PlayedGame:
    """A game of a series that was played to its end."""

    agents: tuple[str, str]
    pair: int
    game: int
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    winner: Player | None
    reason: str
    scores: tuple[int, int] | None
    times: tuple[Times, Times] = field(compare=False)

    @property
    def key(self) -> tuple[tuple[str, str], int, int]:
        return self.agents, self.pair, self.game

    @property
    def side_of_first(self) -> Player:
        """Which player agent A was."""
        return Player(1 + self.game)

    @property
    def score(self) -> float:
        """What A got: 1, ½ or 0."""
        if self.winner is None:
            return 0.5
        return 1.0 if self.winner is self.side_of_first else 0.0

    @property
    def plies(self) -> int:
        """How long it was, the opening included."""
        return len(self.opening) + len(self.moves)

    def to_json(self) -> dict[str, object]:
        """The game as a line of a file tells it."""
        return {
            "agents": list(self.agents),
            "pair": self.pair,
            "game": self.game,
            "sides": ["A", "B"] if self.side_of_first is Player.ONE else ["B", "A"],
            "opening": list(self.opening),
            "moves": list(self.moves),
            "outcome": {
                "winner": None if self.winner is None else int(self.winner),
                "reason": self.reason,
                "scores": None if self.scores is None else list(self.scores),
            },
            "plies": self.plies,
            "score": self.score,
            "times": {name: t.to_json() for name, t in zip("AB", self.times, strict=True)},
        }

    @classmethod
    def from_json(cls, line: dict[str, Any]) -> PlayedGame:
        """The game that a line of a file tells; KeyError, TypeError or ValueError if it is none."""
        first, second = map(str, line["agents"])
        outcome = line["outcome"]
        winner, scores = outcome["winner"], outcome["scores"]
        of_first, of_second = (
            Times(int(times["moves"]), float(times["seconds"]), float(times["longest"]))
            for times in (line["times"]["A"], line["times"]["B"])
        )
        if line["game"] not in range(GAMES_IN_PAIR) or not line["pair"] >= 0:
            raise ValueError(line)
        return cls(
            (first, second),
            int(line["pair"]),
            int(line["game"]),
            tuple(map(str, line["opening"])),
            tuple(map(str, line["moves"])),
            None if winner is None else Player(winner),
            str(outcome["reason"]),
            None if scores is None else (int(scores[0]), int(scores[1])),
            (of_first, of_second),
        )


def pair_points(games: Iterable[PlayedGame]) -> list[float]:
    """A's points of each pair; the two games of a pair follow each other."""
    scores = [game.score for game in games]
    return [first + second for first, second in zip(scores[::2], scores[1::2], strict=True)]


def make_agent(spec: str, conditions: Conditions, seed: int) -> Agent:
    """An agent under the conditions of a series."""
    # Loads compiled code, which the command line has to get ready before.
    from jostle.search.agents import agent
    from jostle.solve.informed import table_for

    return agent(
        spec,
        seconds=conditions.seconds,
        nodes=conditions.nodes,
        threads=conditions.threads,
        seed=seed,
        oracles=table_for if conditions.tables else None,
    )


def play(task: Task) -> PlayedGame:
    """Play a game to its end."""
    with ExitStack() as stack:
        players: dict[Player, Agent] = {}
        times: dict[Player, Times] = {}
        for index, spec in enumerate(task.agents):
            agent = make_agent(spec, task.conditions, task.seed_of(index))
            stack.enter_context(closing(agent))
            agent.start_anew()
            side = task.side_of_first if index == 0 else task.side_of_first.other
            players[side], times[side] = agent, Times()
        match = _played(task, players, times)
    outcome = match.outcome
    side = task.side_of_first
    return PlayedGame(
        task.agents,
        task.pair,
        task.game,
        task.opening,
        tuple(str(move) for move in match.moves[len(task.opening) :]),
        None if outcome is None else outcome.winner,
        CAPPED if outcome is None else str(outcome.reason),
        match.position.scores,
        (times[side], times[side.other]),
    )


def _played(task: Task, players: dict[Player, Agent], times: dict[Player, Times]) -> Match:
    """The match after the opening and all moves of the agents."""
    match = Match(game(task.conditions.variant))
    for move in task.opening:
        match.play(move)
    while match.outcome is None and len(match.moves) < task.conditions.cap:
        side = match.position.mover
        begun = time.perf_counter()
        chosen = players[side].choose(match)
        times[side].add(time.perf_counter() - begun)
        try:
            match.play(chosen)
        except JostleError as error:
            position, name = match.position.text, players[side].name
            raise cannot("move", agent=name, position=position, reason=error) from error
    return match


def number_of(*words: object) -> int:
    """A number of 32 bits that stands for these words, the same on every machine."""
    text = "\0".join(map(str, words))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")
