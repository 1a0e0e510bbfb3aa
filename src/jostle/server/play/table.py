"""One game at its table: what the players may do, decided without a clock, network or database.

``decide`` says which events an action causes, or raises; only ``apply`` changes anything. So a room
can store the events first and let them happen afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from jostle.core.errors import GameOver, JostleError
from jostle.core.messages import Message, message
from jostle.core.outcome import Outcome, Reason
from jostle.core.players import Player
from jostle.core.words import told_outcome
from jostle.server.play.clock import Times
from jostle.server.play.events import Event, Kind, Seat, new_game_id
from jostle.server.play.folded import HERE, Away, Folded, What
from jostle.server.play.refusals import refusal
from jostle.server.wire.protocol import (
    Accept,
    AnyAction,
    Claim,
    Decline,
    Move,
    Offer,
    Resign,
    Withdraw,
)

Duty = Literal["move", "answer"]
Happening = tuple[Kind, dict[str, Any]]  # an event before it has a number and a time


def creation(
    *,
    variant: str,
    start: str | None,
    seats: tuple[Seat, Seat],
    clock: dict[str, Any] | None,
    public: bool,
    creator: str,
    now: int,
) -> Event:
    """The first event of a game."""
    payload = {
        "variant": variant,
        "start": start,
        "seats": [seat.to_json() for seat in seats],
        "clock": clock,
        "public": public,
        "creator": creator,
    }
    return Event(1, now, Kind.CREATED, payload)


class Table(Folded):
    """A game and its rules of conduct: who may do what, and when."""

    def decide(
        self,
        action: AnyAction,
        by: str,
        now: int,
        away: Away = HERE,
        new_id: Callable[[], str] = new_game_id,
    ) -> list[Event]:
        """The events that somebody's action causes; none if it was done before.

        Raises a Refusal or one of the core's errors if it may not be done.
        """
        if isinstance(action, Withdraw):
            return self._numbered(now, self._withdraw(by))
        seats = self.players_of(by)
        if not seats:
            raise refusal("seat", "not-yours")
        cause = None
        if action.id is not None:
            cause = (int(seats[0]), action.id, _content(action))
            if cause in self.causes:
                return []
        happenings = self._acting(action, seats, now, away, new_id)
        if cause is not None and happenings:
            happenings[0][1]["cause"] = list(cause)
        return self._numbered(now, happenings)

    def decide_for_computer(self, player: Player, action: AnyAction, now: int) -> list[Event]:
        """The events that an action of the computer on this seat causes."""
        assert self.seat(player).kind == "computer"
        return self._numbered(now, self._acting(action, (player,), now, HERE, new_game_id))

    def join(self, by: str, now: int) -> list[Event]:
        """Take the free seat; nothing happens if one sits here already."""
        if self.players_of(by):
            return []
        if self.withdrawn:
            raise refusal("closed", "withdrawn")
        free = [player for player in Player if self.seat(player).kind == "free"]
        if not free:
            raise refusal("full", "taken")
        joined: Happening = (Kind.JOINED, {"player": int(free[0]), "identity": by})
        return self._numbered(now, [joined])

    def flag_fall(self, now: int) -> list[Event]:
        """The end of the game, if the mover's time is out."""
        running, remaining = self.running, self.remaining(now)
        if running is None or remaining is None or remaining[running - 1] > 0:
            return []
        return self._numbered(now, [self._ended(running.other, Reason.TIME, now)])

    def computer_duty(self) -> tuple[Duty, Player] | None:
        """What the computer has to do now, and on which seat."""
        if self.status != "playing" or self.mode != "computer":
            return None
        offering = self.offers.get("draw")
        if offering is not None and self.seat(offering.other).kind == "computer":
            return "answer", offering.other
        return ("move", self.mover) if self.seat(self.mover).kind == "computer" else None

    def rematch_creation(self, now: int) -> Event:
        """The first event of the next game between the same two, with sides swapped."""
        first, second = self.seats
        standard = self.match.start == self.game.start()
        return creation(
            variant=self.game.variant,
            start=None if standard else self.match.start.text,
            seats=(second, first),
            clock=self.clock_setting,
            public=self.public,
            creator=self.creator,
            now=now,
        )

    # Each action gives the happenings that it causes.

    def _numbered(self, now: int, happenings: list[Happening]) -> list[Event]:
        return [
            Event(self.seq + number, now, kind, payload)
            for number, (kind, payload) in enumerate(happenings, start=1)
        ]

    def _acting(
        self,
        action: AnyAction,
        seats: tuple[Player, ...],
        now: int,
        away: Away,
        new_id: Callable[[], str],
    ) -> list[Happening]:
        # Who holds both seats acts for the player to move.
        player = seats[0] if len(seats) == 1 else self.mover
        match action:
            case Move():
                return self._play(action, seats, now)
            case Resign():
                self._check_playing()
                return [self._ended(player.other, Reason.RESIGNATION, now)]
            case Offer(what=what):
                return self._offer(player, what, now, new_id)
            case Accept(what=what):
                self._check_offered(player, what)
                return [self._granted(player.other, what, now, new_id)]
            case Decline(what=what):
                self._check_offered(player, what)
                return [(Kind.DECLINED, {"what": what, "player": int(player)})]
            case Claim(result=result):
                return self._claim(player, result, now, away)
            case Withdraw():  # by its creator, who need not sit here: see decide
                raise AssertionError("a withdrawal is decided by its creator")

    def _play(self, action: Move, seats: tuple[Player, ...], now: int) -> list[Happening]:
        if self._was_played(action, seats):
            return []
        self._check_playing()
        ply, mover, position = len(self.plies), self.mover, self.match.position
        if action.ply != ply:
            raise refusal("stale", "ply", given=action.ply, right=ply)
        if mover not in seats:
            raise refusal("turn", "other", mover=mover)
        move, _ = position.resolve(action.move)
        times = self.times
        if self.clock is not None and times is not None:
            times = self.clock.after_move(times, mover, self.spent(now), ply)
        moved: Happening = (
            Kind.MOVED,
            {
                "ply": ply,
                "player": int(mover),
                "move": str(move),
                "times": _listed(times),
            },
        )
        outcome = self.match.outcome_after(move)
        if outcome is None:
            return [moved]
        ended = {"outcome": outcome.to_json(), "times": _listed(times)}
        return [moved, (Kind.ENDED, ended)]

    def _was_played(self, action: Move, seats: tuple[Player, ...]) -> bool:
        """Whether this move was played by the same seat on the same ply: it was sent again."""
        if action.ply >= len(self.plies) or self.plies[action.ply].player not in seats:
            return False
        played = self.plies[action.ply].move
        if played == action.move:
            return True
        before = self.match.positions[action.ply]
        try:
            return self.game.read_move(before.state, action.move) == played
        except JostleError:  # no move at all, so not this one
            return False

    def _offer(
        self, player: Player, what: What, now: int, new_id: Callable[[], str]
    ) -> list[Happening]:
        self._check_may_offer(what)
        if what == "rematch" and self.rematch is not None:
            return []
        if what == "takeback":
            if self.mode == "table" and self.plies:
                player = self.plies[-1].player  # at one table it is the last move that is meant
            if self.takeback_to(player) is None:
                raise refusal("offer", "no-move")
        pending = self.offers.get(what)
        if pending is player:
            return []
        if pending is not None and what == "takeback":
            raise refusal("offer", "answer-first")
        if pending is not None or self._grants(player.other, what):
            return [self._granted(player, what, now, new_id)]
        return [(Kind.OFFERED, {"what": what, "player": int(player)})]

    def _grants(self, player: Player, what: What) -> bool:
        """Whether the holder of this seat agrees at once."""
        if self.mode == "table":
            return True
        return self.seat(player).kind == "computer" and what != "draw"

    def _granted(self, asker: Player, what: What, now: int, new_id: Callable[[], str]) -> Happening:
        if what == "draw":
            return self._ended(None, Reason.AGREEMENT, now)
        if what == "rematch":
            return Kind.REMATCHED, {"game": new_id()}
        to = self.takeback_to(asker)
        assert to is not None, "an offered takeback has a move to take back"
        # The clocks as they were when the asker began to think about that move.
        times = None if self.clock is None else self.clock.start
        if times is not None and to > 0:
            times = self.plies[to - 1].times
        return Kind.TAKEN_BACK, {"to": to, "times": _listed(times)}

    def _claim(
        self, player: Player, result: Literal["win", "draw"], now: int, away: Away
    ) -> list[Happening]:
        self._check_playing()
        start = self.claim_from(player, now, away)
        if start is None:
            raise refusal("claim", "not-gone")
        if start > now:
            seconds = -(-(start - now) // 1000)
            raise refusal("claim", "too-early", seconds=seconds)
        return [self._ended(player if result == "win" else None, Reason.ABANDONED, now)]

    def _withdraw(self, by: str) -> list[Happening]:
        if by != self.creator:
            raise refusal("seat", "not-creator")
        if self.withdrawn:
            return []
        if self.status != "open":
            raise refusal("closed", "begun")
        return [(Kind.WITHDRAWN, {})]

    def _ended(self, winner: Player | None, reason: Reason, now: int) -> Happening:
        outcome = Outcome(winner, reason, self.match.position.scores)
        return Kind.ENDED, {"outcome": outcome.to_json(), "times": _listed(self.remaining(now))}

    # What must be the case.

    def _check_playing(self) -> None:
        if self.withdrawn:
            raise refusal("closed", "withdrawn")
        if self.status == "open":
            raise refusal("turn", "waiting")
        if self.outcome is not None:
            raise GameOver(message("over.match", result=told_outcome(self.outcome)))

    def _check_may_offer(self, what: What) -> None:
        if what != "rematch":
            self._check_playing()
        elif self.status == "withdrawn":
            raise refusal("closed", "withdrawn")
        elif self.status != "over":
            raise refusal("offer", "not-over")

    def _check_offered(self, player: Player, what: What) -> None:
        self._check_may_offer(what)
        if self.offers.get(what) is not player.other:
            raise refusal("offer", "none", what=_named(what))


def _listed(times: Times | None) -> list[int] | None:
    return None if times is None else list(times)


def _named(what: What) -> Message:
    return message(f"server.offer.{what}")


def _content(action: AnyAction) -> str:
    """What an action asks for, apart from its id."""
    asked = action.model_dump(exclude={"id"})
    return " ".join(str(value) for value in asked.values())
