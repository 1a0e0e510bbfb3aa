"""The package's own source, for tests that read it."""

from __future__ import annotations

import ast
from pathlib import Path

import jostle

PACKAGE = Path(jostle.__file__).parent
GAMES = list(jostle.GAMES)


def folder_of(name: str) -> Path:
    """A game's folder, by the module that the registry names."""
    module = jostle.GAMES[name].partition(":")[0]
    return PACKAGE.parent.joinpath(*module.split(".")).parent


def sources() -> dict[Path, ast.Module]:
    """Every source file of the package, by its path in it."""
    return {
        path.relative_to(PACKAGE): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def pages() -> dict[Path, str]:
    """The text of every script and page that the server sends, by its path in the package."""
    return {
        path.relative_to(PACKAGE): path.read_text(encoding="utf-8")
        for ending in ("js", "html")
        for path in sorted((PACKAGE / "web").rglob(f"*.{ending}"))
    }
