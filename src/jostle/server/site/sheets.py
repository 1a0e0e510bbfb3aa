"""What the browser needs of the package itself: colours, piece symbols, sentences."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources

from jostle.core.messages import catalogue
from jostle.games import GAMES, game_class
from jostle.render.theme import DARK, LIGHT, Theme

SYMBOL = re.compile(r'<symbol id="[^"]+"([^>]*)>(.*)</symbol>', re.DOTALL)
SPOKEN = ("web", "effect", "player", "list", "outcome")
SPOKEN_OF_GAMES = (
    "title",
    "summary",
    "expected",
    "beside",
    "piece",
    "kind",
    "tile",
    "named",
    "option",
)


@cache
def theme_styles() -> str:
    """The colours as CSS variables: by the system's wish, or as the page says in ``data-theme``."""
    dark = _declarations(DARK)
    return (
        f":root {{\n  color-scheme: light;\n{_declarations(LIGHT)}}}\n"
        "@media (prefers-color-scheme: dark) {\n"
        f':root:not([data-theme="light"]) {{\n  color-scheme: dark;\n{dark}}}\n}}\n'
        f':root[data-theme="dark"] {{\n  color-scheme: dark;\n{dark}}}\n'
    )


def _declarations(theme: Theme) -> str:
    return "".join(f"  {name}: {colour};\n" for name, colour in theme.variables.items())


@cache
def symbol_sheet(game: str) -> str:
    """A game's piece symbols in one file, each under the name that views give it."""
    folder = resources.files(game_class(game).__module__.rpartition(".")[0]) / "symbols"
    symbols = []
    for file in sorted(folder.iterdir(), key=lambda file: file.name):
        found = SYMBOL.search(file.read_text(encoding="utf-8"))
        assert found is not None, f"no symbol in {file.name}"
        name = file.name.removesuffix(".svg")
        symbols.append(f'<symbol id="{name}"{found[1]}>{found[2]}</symbol>')
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(symbols) + "\n</svg>\n"


@cache
def messages_json(language: str) -> str:
    """The sentences that pages say, by key."""
    said = {*SPOKEN, *(f"{game}.{part}" for game in GAMES for part in SPOKEN_OF_GAMES)}
    return json.dumps(
        {
            key: text
            for key, text in catalogue(language).items()
            if not said.isdisjoint(_heads(key))
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _heads(key: str) -> tuple[str, str, str]:
    """What a key begins with: its first word, its first two, and all of it."""
    words = key.split(".")
    return words[0], ".".join(words[:2]), key
