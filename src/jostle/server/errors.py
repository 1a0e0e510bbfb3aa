"""What can go wrong with the store of games."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from jostle.core.errors import JostleError
from jostle.core.messages import message


class StoreError(JostleError):
    """The database cannot be used, or did not take what was to be written."""

    code = "store"


class Conflict(StoreError):
    """An event whose number does not follow the last one that is stored."""

    code = "conflict"


def cannot(key: str, **parameters: Any) -> StoreError:
    """The error for a key of the catalogue's section ``store.cannot``."""
    return StoreError(message(f"store.cannot.{key}", **parameters))


def told(key: str, error: Exception, **parameters: Any) -> StoreError:
    """What a database or the system has against something, in a message with a ``reason``."""
    reason: BaseException = error
    if isinstance(error, DBAPIError) and error.orig is not None:
        # Below SQLAlchemy's words are the driver's, below those of asyncpg's adapter asyncpg's.
        reason = error.orig.__cause__ or error.orig
    words = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return cannot(key, reason=words.partition("\n")[0], **parameters)


@contextmanager
def telling(key: str, **parameters: Any) -> Iterator[None]:
    """Tell what fails in the database, or in reaching it, as a ``StoreError``."""
    try:
        yield
    except StoreError:
        raise
    # The drivers take the options of an address as arguments, and refuse them as such.
    except (SQLAlchemyError, OSError, TypeError, ValueError) as error:
        raise told(key, error, **parameters) from error
