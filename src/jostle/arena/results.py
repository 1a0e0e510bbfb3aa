"""The file of a series: JSON Lines, a header and then a line a game, each written at once.

Whatever ends a series, its file holds the games finished before. A last line that was cut off in
the midst is dropped when the series is resumed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from jostle.arena.errors import ArenaError, cannot
from jostle.arena.playing import PlayedGame

if sys.platform != "win32":
    import fcntl

Header = Mapping[str, Any]


class ResultsFile:
    """A file of games, opened to add more."""

    def __init__(self, path: Path, header: Header, *, resume: bool) -> None:
        """Begin a file, or go on with one whose header says the same.

        A file that is there is never overwritten.
        """
        self.path = path
        with told_failures(path):
            if path.is_dir():
                raise cannot("directory", file=path)
            self._file = path.open("r+b" if resume and path.exists() else "x+b")
        try:
            self.games = self._begin(header)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, game: PlayedGame) -> None:
        """Write a game down; it is in the system's hands when this returns."""
        with told_failures(self.path):
            self._write(game.to_json())
        self.games.append(game)

    def _begin(self, header: Header) -> list[PlayedGame]:
        """Read what is there and drop what was cut off; write the header if there is none yet."""
        with told_failures(self.path):
            _lock(self._file, self.path)
            content = self._file.read()
        whole, games = b"", list[PlayedGame]()
        if not _is_cut_header(content, header):
            whole = whole_lines(content)
            found, games = read_content(whole, self.path)
            compare(self.path, found, header)
        with told_failures(self.path):
            self._file.truncate(len(whole))
            self._file.seek(len(whole))
            if not whole:
                self._write(header)
        return games

    def _write(self, line: Mapping[str, object]) -> None:
        self._file.write(_line(line))
        self._file.flush()


def check_file(path: Path, header: Header, *, resume: bool) -> None:
    """Refuse a file that could not be begun or resumed, without touching it."""
    with told_failures(path):
        if path.is_dir():
            raise cannot("directory", file=path)
        if not path.parent.is_dir():
            raise cannot("no-folder", file=path, folder=path.parent)
        if not path.exists():
            return
        if not resume:
            raise cannot("exists", file=path)
        content = path.read_bytes()
    if not _is_cut_header(content, header):
        compare(path, read_content(whole_lines(content), path)[0], header)


def read_results(path: Path) -> tuple[dict[str, Any], list[PlayedGame]]:
    """The header and the games of a file, which may still be growing."""
    with told_failures(path):
        content = path.read_bytes()
    return read_content(whole_lines(content), path)


def read_content(content: bytes, path: Path) -> tuple[dict[str, Any], list[PlayedGame]]:
    """The header and the games of a file's whole lines."""
    lines = content.split(b"\n")[:-1]
    header = _read_line(lines[0]) if lines else None
    if not isinstance(header, dict) or "jostle" not in header:
        raise cannot("not-results", file=path)
    games, seen = [], set()
    for number, line in enumerate(lines[1:], 2):
        try:
            game = PlayedGame.from_json(_read_line(line))
        except (KeyError, TypeError, ValueError, IndexError):
            raise cannot("line", file=path, number=number) from None
        if game.key in seen:
            raise cannot("twice", file=path, number=number)
        seen.add(game.key)
        games.append(game)
    return header, games


def compare(path: Path, found: Header, wanted: Header) -> None:
    """Refuse to go on with a file that was played otherwise."""
    for name in (*wanted, *found):
        if found.get(name) != wanted.get(name):
            raise cannot(
                "other-series",
                file=path,
                name=name,
                found=json.dumps(found.get(name)),
                wanted=json.dumps(wanted.get(name)),
            )


def whole_lines(content: bytes) -> bytes:
    """What a file holds without a last line that was cut off."""
    return content[: content.rfind(b"\n") + 1]


def _is_cut_header(content: bytes, header: Header) -> bool:
    """Whether this is nothing but the beginning of the header."""
    line = _line(header)
    return len(content) < len(line) and line.startswith(content)


def _line(values: Mapping[str, object]) -> bytes:
    return (json.dumps(values, ensure_ascii=False) + "\n").encode()


def _read_line(line: bytes) -> Any:
    """The value of a line, or None if it is not JSON."""
    try:
        return json.loads(line)
    except ValueError:
        return None


def _lock(file: IO[bytes], path: Path) -> None:
    """Keep a second process from writing into the file; the system lets go of it at the end."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise cannot("in-use", file=path) from None


@contextmanager
def told_failures(path: Path) -> Iterator[None]:
    """Tell what the system has against a file."""
    try:
        yield
    except ArenaError:
        raise
    except FileExistsError:
        raise cannot("exists", file=path) from None
    except OSError as error:
        raise cannot("file", file=path, reason=error.strerror or error) from None
    except ValueError as error:  # a name with a null character in it
        raise cannot("file", file=path, reason=error) from None
