"""Positions, moves and effects as plain JSON values.

Everything here is a dict, list, text or number, ready for ``json.dumps``; ``shapes.py`` describes
the same things as models for the documentation, and a test holds the two together. A game's pieces
are told once, in its board's table; everywhere else a piece is its index in that table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jostle.core.effects import Effect, Piece, Step
from jostle.core.game import Game, Position
from jostle.core.messages import message, say, spoken_language
from jostle.core.outcome import Outcome
from jostle.core.squares import Axis
from jostle.core.words import told_outcome
from jostle.render.drawn import DrawnGame
from jostle.render.svg import symbol_name

View = dict[str, Any]

AXES = {Axis.HORIZONTAL: "h", Axis.VERTICAL: "v", None: None}
KNOWN_BOARDS = 256


@lru_cache(maxsize=KNOWN_BOARDS)
def piece_indices(game: Game) -> dict[Piece, int]:
    """A game's table of pieces: the kernel's, then those that only lie beside the board."""
    held = (piece for tray in game.start().beside for piece, _ in tray)
    return {piece: index for index, piece in enumerate(dict.fromkeys((*game.pieces, *held)))}


@lru_cache(maxsize=KNOWN_BOARDS)
def board_view(game: Game) -> View:
    """What never changes during a game; shared by all who ask, so not to be changed."""
    assert isinstance(game, DrawnGame)
    width, height = game.size
    numbers = game.numbers
    return {
        "width": width,
        "height": height,
        "numbers": None if numbers is None else [list(rank) for rank in numbers],
        "goals": game.goals,
        "pieces": [piece_view(piece) for piece in piece_indices(game)],
    }


def piece_view(piece: Piece) -> View:
    return {
        "symbol": symbol_name(piece),
        "kind": piece.kind,
        "owner": None if piece.owner is None else int(piece.owner),
        "axis": AXES[piece.axis],
        "turned": piece.turned,
        "length": piece.length,
    }


def position_view(position: Position) -> View:
    """A position, with what lies beside the board."""
    indices = piece_indices(position.game)
    outcome, scores = position.outcome, position.scores
    return {
        "text": position.text,
        "mover": int(position.mover),
        "pieces": [
            {"piece": indices[piece], "cells": [str(cell) for cell in piece.cells(square)]}
            for piece, square in position.pieces
        ],
        "beside": [
            [{"piece": indices[piece], "count": count} for piece, count in tray if count]
            for tray in position.beside
        ],
        "scores": None if scores is None else list(scores),
        "notes": [str(note) for note in position.notes],
        "outcome": outcome_view(outcome),
    }


def outcome_view(outcome: Outcome | None) -> View | None:
    if outcome is None:
        return None
    words = str(told_outcome(outcome))
    return {**outcome.to_json(), "words": words, "result": outcome.result}


def effect_view(indices: dict[Piece, int], effect: Effect) -> View:
    return {
        "kind": str(effect.kind),
        "piece": None if effect.piece is None else indices[effect.piece],
        "becomes": None if effect.becomes is None else indices[effect.becomes],
        "from": [str(square) for square in effect.origin],
        "to": [str(square) for square in effect.target],
        "by": None if effect.by is None else str(effect.by),
    }


def steps_view(game: Game, steps: tuple[Step, ...]) -> list[list[View]]:
    indices = piece_indices(game)
    return [[effect_view(indices, effect) for effect in step] for step in steps]


def moves_view(position: Position) -> list[View]:
    """All legal moves with what they do: about a millisecond of work."""
    if position.outcome is not None:
        return []
    moves = []
    for branch in position.expand():
        scores = branch.position.scores
        moves.append(
            {
                "move": str(branch.move),
                "steps": steps_view(position.game, branch.steps),
                "scores": None if scores is None else list(scores),
                "outcome": outcome_view(branch.position.outcome),
            }
        )
    return moves


def played_view(position: Position, text: str) -> View:
    """What comes of a move, and what can be played after it; IllegalMove names the rule."""
    move = position.parse(text)
    after = position.play(move)
    steps = steps_view(position.game, position.effects(move))
    return {
        "last": {"move": str(move), "player": int(position.mover), "steps": steps},
        "position": position_view(after),
        "moves": moves_view(after),
    }


def variant_title(game: Game) -> str:
    """A variant's name for people: the game's title, and the options that are not as usual."""
    return _variant_title(game, spoken_language())


@lru_cache(maxsize=KNOWN_BOARDS)
def _variant_title(game: Game, _language: str) -> str:
    title = say(f"{game.name}.title")
    chosen = game.variant.partition(":")[2]
    if not chosen:
        return title
    options = []
    for option in chosen.split(","):
        name, _, value = option.partition("=")
        label = message(f"{game.name}.label.{name}")
        options.append(message("server.words.option-value", label=label, value=value))
    return say("server.words.variant-title", title=title, options=options)
