"""What a player types: a move, the number of a move, or a command with its argument."""

from __future__ import annotations

from difflib import get_close_matches
from glob import escape, glob
from os import path
from typing import TYPE_CHECKING

from jostle.core.errors import NotationError
from jostle.core.messages import say
from jostle.search.levels import LEVELS
from jostle.tui import rules
from jostle.tui.commands import ALIASES, COMMANDS, OFF, numbered

if TYPE_CHECKING:
    from jostle.tui.session import Session

LONGEST_COMPARED = 40  # a longer text is no slip of the fingers
MOST_SUGGESTED = 3


def obey(session: Session, line: str) -> None:
    """Do what a line says; the error says why it cannot be done, and then nothing has changed."""
    text = line.strip()
    if not text:
        return
    try:
        # A move is tried first, so that no command can stand in its way.
        session.match.game.read_move(session.match.position.state, text)
    except NotationError as error:
        command, argument = split(text)
        if text.isdecimal():
            session.play(numbered(session, text))
        elif command in COMMANDS:
            COMMANDS[command](session, argument)
        else:
            session.terminal.say(str(error))
            suggest(session, text)
    else:
        session.play(text)


def split(text: str) -> tuple[str, str]:
    """The command that a text begins with, by its full name, and the rest."""
    word, *rest = text.split(maxsplit=1)
    word = word.lower()
    return ALIASES.get(word, word), rest[0] if rest else ""


def suggest(session: Session, text: str) -> None:
    """Name the commands and moves that look most like a text."""
    word = split(text)[0][:LONGEST_COMPARED]
    known = {str(move).lower(): str(move) for move in session.match.position.legal_moves}
    known |= {command: command for command in COMMANDS}
    nearest = [known[match] for match in get_close_matches(word, known, MOST_SUGGESTED)]
    if nearest:
        session.terminal.say(say("play.did-you-mean", words=nearest))
    else:
        session.terminal.say(say("play.try-help"))


def completions(session: Session, before: str, word: str) -> list[str]:
    """What a word that begins so can become, given the line before it."""
    moves = [str(move) for move in session.match.position.legal_moves]
    command = split(before)[0] if before.strip() else ""
    if not command:
        words = [*moves, *COMMANDS]
    elif command in ("why", "moves"):
        words = moves
    elif command in ("help", "rules"):
        words = [*rules.names(rules.rules_page(type(session.match.game))), *COMMANDS]
    elif command == "level":
        words = [*map(str, LEVELS), OFF]
    elif command in ("save", "save!", "load"):
        return file_names(word)
    else:
        words = []
    return sorted(found for found in words if found.lower().startswith(word.lower()))


def file_names(beginning: str) -> list[str]:
    """The files whose names begin so; a folder ends with a slash, to go on from there."""
    found = sorted(glob(escape(path.expanduser(beginning)) + "*"))
    return [name + path.sep if path.isdir(name) else name for name in found]
