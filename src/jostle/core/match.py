"""One game being played: the thing that remembers."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

from jostle.core.errors import GameOver, PositionError
from jostle.core.game import Game, Move, Position
from jostle.core.messages import message
from jostle.core.outcome import Outcome, Reason
from jostle.core.players import Player
from jostle.core.words import told_outcome

if TYPE_CHECKING:
    from jostle.core.record import Record

REPETITIONS = 3


class Match:
    """A game in progress: its positions and moves, and how it ended.

    Besides what the rules of the game end, it knows the draw by repetition (R1), resignation and
    agreement (R2).
    """

    def __init__(self, game: Game, start: Position | None = None) -> None:
        if start is not None and start.game != game:
            raise PositionError(
                message("position.other-game", variant=start.game.variant, right=game.variant)
            )
        self.game = game
        self._positions = [game.start() if start is None else start]
        self._moves: list[Move] = []
        self._seen = {self._positions[0].repetition_key: 1}  # how often, by repetition key
        self._verdict: Outcome | None = None

    def __repr__(self) -> str:
        return f"<Match of {self.game.variant}: {len(self._moves)} moves>"

    @property
    def start(self) -> Position:
        """The position the match started from."""
        return self._positions[0]

    @property
    def position(self) -> Position:
        """The position now."""
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """All positions so far, the first one included."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves so far."""
        return tuple(self._moves)

    @property
    def repetitions(self) -> int:
        """How often the present position has occurred (R1)."""
        return self._seen[self.position.repetition_key]

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return self._verdict or _outcome_at(self.position, self.repetitions)

    def outcome_after(self, move: str | Move) -> Outcome | None:
        """How the match would end with a move, or None if it would go on."""
        self._check_running()
        after = self.position.play(move)
        return _outcome_at(after, self._seen.get(after.repetition_key, 0) + 1)

    def play(self, move: str | Move) -> Position:
        """Play a move; nothing changes if it is refused."""
        self._check_running()
        legal, code = self.position.resolve(move)
        after = self.position.play_unchecked(code)
        self._moves.append(legal)
        self._positions.append(after)
        self._seen[after.repetition_key] = self._seen.get(after.repetition_key, 0) + 1
        return after

    def undo(self) -> Move | None:
        """Take back the last thing that happened: a verdict by the players, or the last move.

        Returns the move, or None if it was a verdict.
        """
        if self._verdict is not None:
            self._verdict = None
            return None
        if not self._moves:
            raise GameOver(message("over.nothing-to-undo"))
        self._seen[self.position.repetition_key] -= 1
        self._positions.pop()
        return self._moves.pop()

    def resign(self, player: Player) -> Outcome:
        """R2: a player gives up."""
        return self.end(Outcome(player.other, Reason.RESIGNATION, self.position.scores))

    def agree_draw(self) -> Outcome:
        """R2: the players agree on a draw."""
        return self.end(Outcome(None, Reason.AGREEMENT, self.position.scores))

    def end(self, verdict: Outcome) -> Outcome:
        """End the match by something other than the rules on the board, a clock for instance."""
        self._check_running()
        self._verdict = verdict
        return verdict

    def copy(self) -> Match:
        """A match at the same point, which goes its own way from here."""
        copied = copy(self)
        copied._positions = self._positions.copy()
        copied._moves = self._moves.copy()
        copied._seen = self._seen.copy()
        return copied

    def record(self, **tags: object) -> Record:
        """The match as text, with tags such as ``Event`` or ``Player1``."""
        # Records are made of matches: their module imports this one, so this import has to wait.
        from jostle.core.record import Record

        return Record.of(self, **tags)

    def gif(self, **look: Any) -> bytes:
        """The match as an animated picture, every push seen to happen: a GIF file's content."""
        return self.game.gif(self._positions, self._moves, **look)

    def _check_running(self) -> None:
        if self.outcome is not None:
            raise GameOver(message("over.match", result=told_outcome(self.outcome)))


def _outcome_at(position: Position, occurrences: int) -> Outcome | None:
    """How a match ends at a position that has occurred so often (R1), or None."""
    if position.outcome is None and occurrences >= REPETITIONS:
        return Outcome(None, Reason.REPETITION, position.scores)
    return position.outcome
