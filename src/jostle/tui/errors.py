"""What the terminal game itself refuses; the rules' refusals come from the games."""

from __future__ import annotations

from typing import Any

from jostle.core.errors import JostleError
from jostle.core.messages import message


class PlayError(JostleError):
    """Something the player asked for that cannot be done; nothing has changed."""

    code = "play"


def cannot(key: str, **parameters: Any) -> PlayError:
    """The error for a key of the catalogue's section ``play.cannot``."""
    return PlayError(message(f"play.cannot.{key}", **parameters))
