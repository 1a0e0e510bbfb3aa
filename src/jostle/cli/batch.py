"""``jostle moves --batch``: a position a line in, a JSON object a line out."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from jostle.core.errors import JostleError, PositionError
from jostle.core.game import Position
from jostle.core.messages import message
from jostle.games import game


def run(lines: Iterable[bytes], out: TextIO) -> None:
    """Answer every line, good or bad."""
    for line in lines:
        # Bytes that are no text still get an answer that shows them.
        text = line.decode("utf-8", "backslashreplace").rstrip("\r\n")
        out.write(json.dumps(answer(text)) + "\n")
        out.flush()


def answer(line: str) -> dict[str, object]:
    """The answer to one line: ``VARIANT<tab>POSITION``."""
    variant, tab, text = line.partition("\t")
    told: dict[str, object] = {"variant": variant, "position": text}
    try:
        if not tab:
            raise PositionError(message("cli.batch-line"))
        position = game(variant).position(text)
        outcome = position.outcome
        told["outcome"] = outcome and outcome.to_json()
        told["moves"] = moves_of(position)
    except JostleError as error:
        told["error"] = error.to_json()
    return told


def moves_of(position: Position) -> dict[str, str]:
    """Every legal move and the position after it, sorted by move."""
    return {
        text: position.play_unchecked(code).text
        for text, code in position.legal_moves.codes.items()
    }
