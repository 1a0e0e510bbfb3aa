"""How the package is built: imports point one way, one table lists the games, no print."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import jostle
from tests.package import GAMES, PACKAGE, folder_of, sources

# What each layer may import; "games" is the registry, a game's own folder comes besides. A new
# layer has to find its place here.
LAYERS = {
    "core": {"core"},
    "render": {"core", "render"},
    "games": {"core", "render"},
    "search": {"core", "games", "search"},
    "solve": {"core", "games", "search", "solve"},
    "arena": {"core", "games", "search", "solve", "arena"},
    "puzzles": {"core", "games", "search", "solve", "puzzles"},
    "ugi": {"core", "games", "search", "solve", "ugi"},
    "tui": {"core", "render", "games", "search", "solve", "tui"},
    "server": {"core", "render", "games", "search", "solve", "puzzles", "server"},
    "cli": {
        *("", "core", "render", "games", "search", "solve"),
        *("arena", "puzzles", "ugi", "tui", "server", "cli"),
    },
    "": {"core", "games", "search", "solve"},  # jostle itself
    "__main__": {"cli"},
}


def layer_of(path: Path) -> str:
    """The layer of a file; of ``jostle/__init__.py`` it is empty."""
    if len(path.parts) > 1:
        return path.parts[0]
    return "" if path.stem == "__init__" else path.stem


def imported_modules(path: Path, tree: ast.Module) -> Iterator[str]:
    """The package's own modules that a file imports, from the name after ``jostle`` on."""
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = [] if node.level == 0 else ["jostle", *path.parts[: -node.level]]
            names = [".".join([*base, *(node.module or "").split(".")]).rstrip(".")]
            if names == ["jostle"]:  # from jostle import core
                names = [f"jostle.{alias.name}" for alias in node.names]
        for name in names:
            first, _, rest = name.partition(".")
            if first == "jostle":
                yield rest if (PACKAGE / rest.partition(".")[0]).is_dir() else ""


def test_imports_point_one_way() -> None:
    wrong = []
    for path, tree in sources().items():
        layer = layer_of(path)
        allowed = LAYERS[layer]
        for module in imported_modules(path, tree):
            target = module.partition(".")[0]
            own = layer == "games" and len(path.parts) > 2 and path.parts[1] == module.split(".")[1]
            if target not in allowed and not (target == "games" and own):
                wrong.append(f"{path} imports jostle.{module}")
            if target == "games" and layer != "games" and module.count("."):
                wrong.append(f"{path} imports one of the games, jostle.{module}")
    assert wrong == []


def test_every_layer_has_its_place() -> None:
    assert {layer_of(path) for path in sources()} == set(LAYERS)


def test_only_the_registry_lists_the_games() -> None:
    """Adding a game is one folder and one line."""
    named = {*GAMES, *(folder_of(name).name for name in GAMES)}
    listed = []
    for path, tree in sources().items():
        if path.parts[0] == "games":
            continue
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) else None
            if isinstance(text, str) and (
                text.partition(":")[0] in named or "jostle.games." in text
            ):
                listed.append(f"{path}: {text!r}")
    assert listed == []


def test_nothing_is_printed() -> None:
    printing = [
        f"{path}:{node.lineno}"
        for path, tree in sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("print", "pprint", "breakpoint")
    ]
    assert printing == []


def test_the_public_names() -> None:
    assert sorted(jostle.__all__) == sorted(set(jostle.__all__))
    for name in jostle.__all__:
        assert hasattr(jostle, name)
    shown = {
        name
        for name, thing in vars(jostle).items()
        if not name.startswith("_") and not isinstance(thing, ModuleType)
    }
    assert shown == set(jostle.__all__)
