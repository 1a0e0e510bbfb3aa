"""What holds for all tests: they know of no solved table but those that they make themselves."""

from __future__ import annotations

import gc
import shutil
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

import jostle
from jostle.solve.solver import solve
from tests.command import Command, command_with
from tests.solved import SOLVED


def pytest_configure() -> None:
    """Let programs that tests start be interrupted, also where this one runs in the background.

    A shell without job control makes such a job ignore SIGINT, and its children inherit that.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search for no garbage among thousands of tests, which all stay to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session", autouse=True)
def no_tables_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A table on this machine would make searches exact whose limits are being tested."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session")
def solved_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of some small variants, made once and not to be changed."""
    home = tmp_path_factory.mktemp("solved")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(home))
        for variant in SOLVED:
            solve(jostle.game(variant))
    return home


@pytest.fixture
def tables(solved_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The small variants have been solved."""
    monkeypatch.setenv("XDG_DATA_HOME", str(solved_home))


@pytest.fixture
def own_tables(solved_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, in files that may be changed."""
    home = tmp_path / "data"
    shutil.copytree(solved_home, home)
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    return home


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing has been solved."""
    home = tmp_path / "empty"
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    return home


@pytest.fixture
def command(capfd: pytest.CaptureFixture[str]) -> Command:
    """The command line in this process."""
    return command_with(capfd)
