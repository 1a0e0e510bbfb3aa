"""The command line in this process, for tests: what it prints and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from jostle.cli import run


@dataclass(frozen=True)
class Ran:
    status: int
    out: str
    err: str


Command = Callable[..., Ran]


def command_with(capfd: pytest.CaptureFixture[str]) -> Command:
    """Something that runs the command with arguments."""

    def call(*arguments: str) -> Ran:
        status = run(list(arguments))
        output = capfd.readouterr()
        return Ran(status, output.out, output.err)

    return call
