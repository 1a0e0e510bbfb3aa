"""What the protocol itself refuses; the rules' refusals come from the games."""

from __future__ import annotations

from typing import Any

from jostle.core.errors import JostleError
from jostle.core.messages import message


class UgiError(JostleError):
    """A line that cannot be obeyed; nothing has changed."""

    code = "ugi"


def cannot(key: str, **parameters: Any) -> UgiError:
    """The error for a key of the catalogue's section ``ugi.cannot``."""
    return UgiError(message(f"ugi.cannot.{key}", **parameters))
