"""Variant strings: the options of a game, read, checked and put in their one normal form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from jostle.core.errors import VariantError
from jostle.core.messages import Message, message


@dataclass(frozen=True)
class Option:
    """One option: its name, what it may be, and a reader that gives the normal form or None."""

    name: str
    allowed: Message
    read: Callable[[str], str | None]


def number(name: str, lowest: int, highest: int, *words: str) -> Option:
    """An option that is a whole number in a range, or one of some words."""

    def read(text: str) -> str | None:
        if text in words:
            return text
        if not (text.isascii() and text.isdigit() and len(text) <= 4):
            return None
        return str(int(text)) if lowest <= int(text) <= highest else None

    key = "option.number-or-words" if words else "option.number"
    return Option(name, message(key, lowest=lowest, highest=highest, words=words), read)


def one_of(name: str, *words: str) -> Option:
    """An option that is one of some words."""
    return Option(
        name,
        message("option.words", words=words),
        lambda text: text if text in words else None,
    )


def split_variant(text: str) -> tuple[str, str]:
    """A variant string as the game's name and the text of its options."""
    name, _, rest = text.strip().lower().partition(":")
    return name, rest


def read_options(game: str, text: str, options: tuple[Option, ...]) -> dict[str, str]:
    """The options that a variant string spells out, in normal form."""
    known = {option.name: option for option in options}
    settings: dict[str, str] = {}
    for part in text.split(",") if text else ():
        name, equals, value = part.partition("=")
        if name not in known:
            raise VariantError(
                message("variant.unknown-option", game=game, name=name, right=_right(options))
            )
        if name in settings:
            raise VariantError(message("variant.twice", game=game, name=name))
        normal = known[name].read(value) if equals else None
        if normal is None:
            raise VariantError(
                message(
                    "variant.bad-value",
                    game=game,
                    name=name,
                    value=value,
                    allowed=known[name].allowed,
                    right=_right(options),
                )
            )
        settings[name] = normal
    return settings


def _right(options: tuple[Option, ...]) -> list[Message]:
    """The list of options for an error message."""
    return [
        message("variant.option", name=option.name, allowed=option.allowed) for option in options
    ]


def write_variant(game: str, settings: Mapping[str, str], defaults: Mapping[str, str]) -> str:
    """The normal form: options in alphabetical order, defaults left out."""
    told = [f"{name}={settings[name]}" for name in sorted(settings)]
    told = [
        text
        for name, text in zip(sorted(settings), told, strict=True)
        if settings[name] != defaults[name]
    ]
    return f"{game}:{','.join(told)}" if told else game
