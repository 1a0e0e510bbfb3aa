"""Every sentence a person reads, by key.

A message is a key with parameters; what it says stands in the catalogue of a language, a file in
this folder. What is said without naming a language is said in the one spoken at that moment
(``speaking``). In a template ``{square}`` is a parameter and ``{count:tile|tiles}`` the first word
for 1 and the second otherwise. Parameters may be messages themselves, and lists are joined the way
the language does it.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from jostle.core.players import Player

DEFAULT_LANGUAGE = "en"

_spoken: ContextVar[str] = ContextVar("language", default=DEFAULT_LANGUAGE)


@dataclass(frozen=True, slots=True)
class Message:
    """Something to say, in whatever language it will be said."""

    key: str
    parameters: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return render(self)


def message(key: str, **parameters: Any) -> Message:
    """Make a message.

    >>> str(message("player.name", number=1))
    'Player 1'
    """
    return Message(key, tuple(parameters.items()))


def say(key: str, **parameters: Any) -> str:
    """A message's text in the language spoken now."""
    return render(message(key, **parameters))


def spoken_language() -> str:
    """The language spoken now."""
    return _spoken.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while, in this thread or task alone.

    >>> with speaking("es"):
    ...     say("player.name", number=1)
    'Jugador 1'
    """
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def render(said: Message, language: str | None = None) -> str:
    """The text of a message, in the language spoken now if none is named."""
    language = language or spoken_language()
    given = dict(said.parameters)
    return "".join(
        text if name is None else text + _fill(given[name], forms, language)
        for text, name, forms in _parts(catalogue(language)[said.key])
    )


@cache
def languages() -> tuple[str, ...]:
    """The languages that have a catalogue."""
    names = (path.name for path in resources.files(__name__).iterdir())
    return tuple(sorted(name[:-5] for name in names if name.endswith(".toml")))


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All templates of a language by key."""
    text = (resources.files(__name__) / f"{language}.toml").read_text(encoding="utf-8")
    templates: dict[str, str] = {}
    _flatten("", tomllib.loads(text), templates)
    return templates


def _flatten(prefix: str, table: Mapping[str, Any], templates: dict[str, str]) -> None:
    for name, value in table.items():
        if isinstance(value, str):
            templates[prefix + name] = value
        else:
            _flatten(f"{prefix}{name}.", value, templates)


@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str], ...]:
    """Parse a template: each text, the parameter after it (None at the end) and its forms."""
    return tuple(
        (text, name, forms or "") for text, name, forms, _ in string.Formatter().parse(template)
    )


def _fill(value: Any, forms: str, language: str) -> str:
    """The text of a parameter: what it is or, where there are forms, the one for its count."""
    if "|" in forms:
        one, many = forms.split("|")
        return one if value == 1 else many
    return _shown(value, language)


def _shown(value: Any, language: str) -> str:
    if isinstance(value, Message):
        return render(value, language)
    if isinstance(value, Player):
        return render(message("player.name", number=int(value)), language)
    # A square is a tuple with a text of its own; plain tuples and lists are enumerations.
    if type(value) in (tuple, list):
        words = [_shown(item, language) for item in value]
        if len(words) < 2:
            return "".join(words)
        last = catalogue(language)["list.last"]
        return ", ".join(words[:-1]) + last + words[-1]
    return str(value)
