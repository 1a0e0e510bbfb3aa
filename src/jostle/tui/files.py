"""Games in files: saved and read again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jostle.core.record import Record
from jostle.tui.errors import PlayError, cannot

MOST_BYTES = 2_000_000  # no game that was played comes near it, and other files may have no end


def save(name: str, text: str, *, overwrite: bool) -> Path:
    """Write a text to a file, which must not be there yet unless it may be overwritten."""
    with _told_failures("save", name):
        path = Path(name).expanduser()
        if path.is_dir():
            raise cannot("directory", file=name)
        try:
            with path.open("w" if overwrite else "x", encoding="utf-8") as file:
                file.write(text + "\n")
        except FileExistsError:
            raise cannot("exists", file=name) from None
        return path


def load(name: str) -> Record:
    """Read the record in a file; what could not be read stands in its problems."""
    with _told_failures("load", name):
        path = Path(name).expanduser()
        if path.is_dir():
            raise cannot("directory", file=name)
        if not path.exists():
            raise cannot("no-file", file=name)
        # Reading a pipe or a device could wait forever.
        if not path.is_file():
            raise cannot("not-a-file", file=name)
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise cannot("too-long", file=name, most=MOST_BYTES)
    return Record.read(content.decode("utf-8-sig", errors="replace"))


@contextmanager
def _told_failures(action: str, name: str) -> Iterator[None]:
    """Tell the player what the system has against a file or its name."""
    try:
        yield
    except PlayError:
        raise
    except OSError as error:
        raise cannot(action, file=name, reason=error.strerror) from None
    except (ValueError, RuntimeError) as error:
        # A name with a null character in it, or the home of a user who is not there.
        raise cannot(action, file=name, reason=error) from None
