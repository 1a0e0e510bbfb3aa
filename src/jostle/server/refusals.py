"""Saying no at the table: every refusal has a code for programs and a sentence for people."""

from __future__ import annotations

from typing import Any

from jostle.core.errors import JostleError
from jostle.core.messages import Message, message


class Refusal(JostleError):
    """Something that may not be done here and now, and changes nothing."""

    code: str  # type: ignore[misc]  # one class for all, since nobody tells them apart but by code

    def __init__(self, code: str, message: Message) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message)


def refusal(code: str, case: str, **parameters: Any) -> Refusal:
    """A refusal by the catalogue: ``server.refusal.stale.ply``, say."""
    return Refusal(code, message(f"server.refusal.{code}.{case}", **parameters))
