"""What the longer commands say: the words after ``position``, ``go`` and ``setoption``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jostle.core.errors import JostleError
from jostle.core.game import Game
from jostle.core.match import Match
from jostle.core.players import Player
from jostle.ugi.errors import cannot
from jostle.ugi.lines import shortened

CLOCKS = ("p1time", "p2time")
COUNTS = ("p1inc", "p2inc", "movestogo", "movetime", "depth", "nodes")
INFINITE = "infinite"
GO_WORDS = (*CLOCKS, *COUNTS, INFINITE)


@dataclass(frozen=True)
class Go:
    """What a line ``go …`` asks for; times are in milliseconds."""

    numbers: dict[str, int]
    infinite: bool = False

    def get(self, word: str) -> int | None:
        """The number after a word, or None if it was not given."""
        return self.numbers.get(word)

    def clock(self, player: Player) -> int | None:
        """The time a player has left."""
        return self.get(f"p{int(player)}time")

    def increment(self, player: Player) -> int:
        """What a player gains by each turn."""
        return self.get(f"p{int(player)}inc") or 0


def read_go(text: str, mover: Player) -> Go:
    """Read what comes after ``go``; the clock of whoever is to move must be there if any is."""
    numbers: dict[str, int] = {}
    infinite = False
    words = iter(text.split())
    for word in words:
        if word == INFINITE:
            infinite = True
        elif word in CLOCKS or word in COUNTS:
            numbers[word] = _number(word, next(words, ""))
        else:
            raise cannot("go-word", word=shortened(word), right=list(GO_WORDS))
    go = Go(numbers, infinite or not numbers)
    if any(word in numbers for word in CLOCKS) and go.clock(mover) is None:
        raise cannot("go-clock", word=f"p{int(mover)}time", mover=mover)
    return go


def _number(word: str, text: str) -> int:
    """The number after a word of ``go``. A clock may be below zero: whoever runs it is lenient."""
    sign = "-?" if word in CLOCKS else ""
    if not re.fullmatch(sign + r"\d{1,15}", text, re.ASCII):
        raise cannot("go-number", word=word, value=shortened(text))
    return int(text)


def read_position(text: str, game: Game) -> Match:
    """The match that comes after ``position``: a start and the moves played from it.

    A position string has spaces in it and ends at the word ``moves``. The word ``fen`` before it
    may be left out.
    """
    words = text.split()
    end = words.index("moves") if "moves" in words else len(words)
    start, moves = words[:end], words[end + 1 :]
    if start == ["startpos"]:
        match = Match(game)
    else:
        told = start[1:] if start[:1] == ["fen"] else start
        if not told:
            raise cannot("position-usage")
        match = Match(game, game.position(" ".join(told)))
    for number, move in enumerate(moves, 1):
        try:
            match.play(move)
        except JostleError as error:
            reason = str(error)
            raise cannot("move", number=number, move=shortened(move), reason=reason) from None
    return match


def read_setoption(text: str) -> tuple[str, str]:
    """The name and the value after ``setoption``; either may have spaces in it."""
    found = re.fullmatch(r"name (.+?)(?: value(?: (.*))?)?", " ".join(text.split()))
    if found is None:
        raise cannot("option-usage")
    return found[1], found[2] or ""
