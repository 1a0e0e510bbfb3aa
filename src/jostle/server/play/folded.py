"""One game as its events made it: pure state, folded from events, without a clock of its own."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, Self

from jostle.core.match import Match
from jostle.core.outcome import Outcome
from jostle.core.players import Player
from jostle.games import game as find_game
from jostle.server.play.clock import DAY, MINUTE, ClockRules, Elapsed, Times, always
from jostle.server.play.events import Event, Kind, Seat, read_outcome

What = Literal["draw", "takeback", "rematch"]
Status = Literal["open", "playing", "over", "withdrawn"]
Mode = Literal["table", "computer", "person"]
Away = tuple[int | None, int | None]  # since when each player has been away; None: is here
Cause = tuple[int, str, str]  # a seat, the action's id, and what it was

HERE: Away = (None, None)
# How long a player who is to move must have been away until the other may claim.
GONE_WITH_CLOCK = MINUTE
GONE_WITHOUT_CLOCK = 3 * DAY


@dataclass(frozen=True, slots=True)
class Ply:
    """One move that was played; ``times`` is what both players had left after it."""

    move: str
    player: Player
    round: int
    times: Times | None

    @property
    def clock(self) -> int | None:
        """What the mover had left."""
        return None if self.times is None else self.times[self.player - 1]


class Folded:
    """The state of one game. ``apply`` is the only way to change it."""

    status: Status
    mode: Mode  # two at one table, somebody against the computer, or two people
    outcome: Outcome | None

    def __init__(self, game_id: str, created: Event, elapsed: Elapsed = always) -> None:
        """Begin with the first event, the game's creation."""
        given = created.payload
        self.id = game_id
        self.seq = created.seq
        self.created = self.updated = created.at
        self.game = find_game(given["variant"])
        start = None if given["start"] is None else self.game.position(given["start"])
        self.match = Match(self.game, start)
        self.seats = tuple(Seat.of(seat) for seat in given["seats"])
        self.clock_setting: dict[str, Any] | None = given["clock"]
        self.clock = ClockRules.of(self.clock_setting)
        self.public: bool = given["public"]
        self.creator: str = given["creator"]
        self.elapsed = elapsed
        self.plies: list[Ply] = []
        self.turn_began = created.at
        self.offers: dict[What, Player] = {}
        self.rematch: str | None = None
        self.withdrawn = False
        self.last_times: Times | None = None  # when the game ended
        self.causes: set[Cause] = set()
        # How often moves were played or taken back: tells whether the board is still the same.
        self.changes = 0
        self._settle()

    @classmethod
    def fold(cls, game_id: str, events: Iterable[Event], elapsed: Elapsed = always) -> Self:
        """The game that these events, in order and from the first one on, made."""
        ordered = iter(events)
        folded = cls(game_id, next(ordered), elapsed)
        for event in ordered:
            folded.apply(event)
        return folded

    def after(self, events: Iterable[Event]) -> Self:
        """The game after some more events; this one does not change."""
        copied = copy.copy(self)
        copied.match = self.match.copy()
        copied.plies = self.plies.copy()
        copied.offers = self.offers.copy()
        copied.causes = self.causes.copy()
        for event in events:
            copied.apply(event)
        return copied

    # What is the case.

    def _settle(self) -> None:
        """Note what follows from all the rest and is asked for all the time."""
        kinds = [seat.kind for seat in self.seats]
        self.outcome = self.match.outcome
        if self.withdrawn:
            self.status = "withdrawn"
        elif "free" in kinds:
            self.status = "open"
        else:
            self.status = "playing" if self.outcome is None else "over"
        if "computer" in kinds:
            self.mode = "computer"
        else:
            first, second = self.seats
            self.mode = "table" if first.identity == second.identity else "person"

    @property
    def mover(self) -> Player:
        return self.match.position.mover

    def seat(self, player: Player) -> Seat:
        return self.seats[player - 1]

    def players_of(self, identity: str) -> tuple[Player, ...]:
        """The sides that somebody plays: none, one or both."""
        return tuple(player for player in Player if self.seat(player).identity == identity)

    @property
    def times(self) -> Times | None:
        """What both players had left when the present turn began, or when the game ended."""
        if self.clock is None or self.last_times is not None:
            return self.last_times
        return self.plies[-1].times if self.plies else self.clock.start

    @property
    def running(self) -> Player | None:
        """Whose clock runs."""
        if self.clock is None or self.status != "playing" or not self.clock.runs(len(self.plies)):
            return None
        return self.mover

    def spent(self, now: int) -> int:
        """For how long the running clock has run in this turn."""
        return 0 if self.running is None else self.elapsed(self.turn_began, now)

    def remaining(self, now: int) -> Times | None:
        """What both players have left now; never less than nothing."""
        times, running = self.times, self.running
        if times is None or running is None:
            return times
        left = max(0, times[running - 1] - self.spent(now))
        return (left, times[1]) if running is Player.ONE else (times[0], left)

    def deadline(self, now: int) -> int | None:
        """When the running clock will be out if the server stays up."""
        running, remaining = self.running, self.remaining(now)
        return None if running is None or remaining is None else now + remaining[running - 1]

    def claim_from(self, player: Player, now: int, away: Away) -> int | None:
        """When a player may claim the game because the other one has gone; None if not at all.

        The other one must be to move and must have been away for long enough in this turn.
        """
        mover = self.mover
        since = away[mover - 1]
        if (
            self.status != "playing"
            or self.mode != "person"
            or mover is player
            or since is None
            or (self.clock is not None and self.clock.kind == "days")
        ):
            return None
        limit = GONE_WITHOUT_CLOCK if self.clock is None else GONE_WITH_CLOCK
        return now + limit - self.elapsed(max(since, self.turn_began), now)

    def takeback_to(self, player: Player) -> int | None:
        """How many moves are left if a player's last one is taken back; None if there is none."""
        newest_first = reversed(range(len(self.plies)))
        return next((ply for ply in newest_first if self.plies[ply].player is player), None)

    # What changes it.

    def apply(self, event: Event) -> None:
        """Let an event happen."""
        assert event.seq == self.seq + 1, f"event {event.seq} after {self.seq} of {self.id}"
        given = event.payload
        match event.kind:
            case Kind.JOINED:
                self._join(Player(given["player"]), given["identity"])
                self.turn_began = event.at
            case Kind.MOVED:
                self._move(Player(given["player"]), given["move"], _times(given["times"]))
                self.turn_began = event.at
            case Kind.TAKEN_BACK:
                self._take_back(given["to"])
                self.turn_began = event.at
            case Kind.OFFERED:
                self.offers[given["what"]] = Player(given["player"])
            case Kind.DECLINED:
                del self.offers[given["what"]]
            case Kind.ENDED:
                self._end(read_outcome(given["outcome"]))
                self.last_times = _times(given["times"])
            case Kind.REMATCHED:
                self.rematch = given["game"]
                self.offers.clear()
            case Kind.WITHDRAWN:
                self.withdrawn = True
        if "cause" in given:
            seat, action_id, action = given["cause"]
            self.causes.add((seat, action_id, action))
        self.seq = event.seq
        self.updated = event.at
        self._settle()

    def _join(self, player: Player, identity: str) -> None:
        first, second = self.seats
        taken = Seat(identity)
        self.seats = (taken, second) if player is Player.ONE else (first, taken)

    def _move(self, player: Player, move: str, times: Times | None) -> None:
        # A new round begins with every move of Player 1, and where a player moves twice in a row.
        last = self.plies[-1] if self.plies else None
        number = 1 if last is None else last.round
        if last is not None and not (last.player is Player.ONE and player is Player.TWO):
            number += 1
        self.match.play(move)
        self.plies.append(Ply(move, player, number, times))
        self.offers.clear()
        self.changes += 1

    def _take_back(self, to: int) -> None:
        while len(self.plies) > to:
            self.match.undo()
            self.plies.pop()
        self.offers.clear()
        self.changes += 1

    def _end(self, outcome: Outcome) -> None:
        if self.outcome is None:  # else the last move has ended it already
            self.match.end(outcome)
        self.offers.clear()


def _times(value: list[int] | None) -> Times | None:
    return None if value is None else (value[0], value[1])
