"""What can be wrong with what a person gave us: one ladder of errors, all of them ValueErrors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from jostle.core.messages import Message, message, render

if TYPE_CHECKING:
    from jostle.core.record import Record
    from jostle.core.record_tree import Problem


class JostleError(ValueError):
    """Something given to the package is wrong; the message says what, and what would be right."""

    code: ClassVar[str]

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return render(self.message)

    def to_json(self) -> dict[str, object]:
        return {"code": self.code, "message": str(self)}


class VariantError(JostleError):
    """No such game or option."""

    code = "variant"


class PositionError(JostleError):
    """A text that is not a position, or not one that can be."""

    code = "position"


class NotationError(JostleError):
    """A text that is not a move at all."""

    code = "notation"


class IllegalMove(JostleError):
    """A move that a rule refuses."""

    code = "illegal"

    def __init__(self, rule: str, message: Message) -> None:
        super().__init__(message)
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.rule, self.message)

    def __str__(self) -> str:
        return f"{self.rule}: {render(self.message)}"

    def to_json(self) -> dict[str, object]:
        return {**super().to_json(), "rule": self.rule}


class GameOver(JostleError):
    """An action after the end of the game."""

    code = "over"


class RecordError(JostleError):
    """A text that is not a game's record; it has what could be read of it, and the problems."""

    code = "record"

    def __init__(self, message: Message, record: Record | None = None) -> None:
        super().__init__(message)
        self.record = record

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All problems of the record's text; the message names the first."""
        return () if self.record is None else self.record.problems


def refused(game: str, rule: str, case: str, **parameters: Any) -> IllegalMove:
    """A refusal by the catalogue: ``pomeczi.refusal.P4.occupied``, say."""
    return IllegalMove(rule, message(f"{game}.refusal.{rule}.{case}", **parameters))
