"""A bar for what takes a while."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track

Item = TypeVar("Item")


def watched(items: Sequence[Item], what: str) -> Iterable[Item]:
    """The items, with a bar that shows how many are done."""
    return track(items, what, console=Console(stderr=True), transient=True)
