"""Setting up positions for people: descriptions become texts, and what is wrong is told."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from jostle.core.effects import Piece
from jostle.core.errors import PositionError
from jostle.core.game import Game, Position
from jostle.core.messages import Message, message
from jostle.core.players import Player
from jostle.core.setup import Description, SetupField, cells_of, setup_of, turn
from jostle.core.squares import LARGEST, Square
from jostle.core.symmetry import Symmetry
from jostle.games import game as find_game
from jostle.render.drawn import DrawnGame
from jostle.server.problems import BadFormat
from jostle.server.study.places import place_in_position, squares_in_position, subject_of
from jostle.server.wire.editor_shapes import Described, SetUp
from jostle.server.wire.views import View, board_view, piece_indices, position_view, variant_title

CHANGES = {
    "mirror": Symmetry(files_reversed=True),
    "turn": Symmetry(files_reversed=True, ranks_reversed=True),
    "exchange": Symmetry(exchanged=True),
}


def set_up(asked: SetUp) -> View:
    """What was asked for, as plain values; only a malformed description is refused."""
    game = find_game(asked.variant)
    if asked.change == "clear":
        return _described(game, setup_of(game).cleared(game))
    if asked.described is not None:
        described = _read(game, asked.described)
    elif asked.position is not None:
        text = " ".join(asked.position.split())
        try:
            described = setup_of(game).describe(game.position(text))
        except PositionError as error:
            return _view(game, None, text, _problem(game, text, error.message), None)
    else:
        described = setup_of(game).describe(game.start())
    if asked.change is not None:
        # What lies on top of each other cannot be turned, and is complained about below.
        with suppress(PositionError):
            described = turn(CHANGES[asked.change], game, described)
    return _described(game, described)


def _described(game: Game, described: Description) -> View:
    """A description with its text, and the position that it is or what is wrong with it."""
    text = ""
    try:
        text = setup_of(game).write(game, described)
        position = game.position(text)
    except PositionError as error:
        return _view(game, described, text, _problem(game, text, error.message), None)
    return _view(game, described, position.text, None, position)


def _view(
    game: Game,
    described: Description | None,
    text: str,
    problem: View | None,
    position: Position | None,
) -> View:
    indices = piece_indices(game)
    module = setup_of(game)
    return {
        "variant": game.variant,
        "game": game.name,
        "title": variant_title(game),
        "board": board_view(game),
        "palette": [indices[piece] for piece in module.palette(game)],
        "described": None if described is None else _description_view(game, described),
        "fields": []
        if described is None
        else [_field(told) for told in module.fields(game, described)],
        "text": text,
        "problem": problem,
        "position": None if position is None else position_view(position),
    }


def _description_view(game: Game, described: Description) -> View:
    indices = piece_indices(game)
    return {
        "pieces": [
            {"piece": indices[piece], "cells": [str(cell) for cell in _named(piece, square)]}
            for piece, square in described.pieces
        ],
        "hands": [
            [{"piece": indices[piece], "count": count} for piece, count in hand]
            for hand in described.hands
        ],
        "mover": int(described.mover),
        "fields": dict(described.fields),
    }


def _named(piece: Piece, square: Square) -> list[Square]:
    """The squares that a piece covers, without those that have no name."""
    return [cell for cell in cells_of(piece, square) if max(cell) < LARGEST]


def _field(told: SetupField) -> View:
    return {
        "name": told.name,
        "kind": told.kind,
        "label": str(told.label),
        "note": str(told.note),
        "choices": [{"value": one.value, "words": str(one.words)} for one in told.choices],
        "most": told.most,
        "lowest": told.lowest,
        "highest": told.highest,
        "follows": told.follows,
    }


def _read(game: Game, given: Described) -> Description:
    """A description as it came over the wire; its pieces must be some that there are."""
    table = tuple(piece_indices(game))
    module = setup_of(game)
    palette = set(module.palette(game))
    held = {piece for hand in module.describe(game.start()).hands for piece, _ in hand}

    def piece_of(field: str, index: int, among: set[Piece]) -> Piece:
        if index >= len(table) or table[index] not in among:
            raise BadFormat(
                field, str(message("setup.no-piece", index=index, variant=game.variant))
            )
        return table[index]

    pieces = tuple(
        (piece_of("described.pieces", put.piece, palette), Square.parse(put.square))
        for put in given.pieces
    )
    first, second = (
        tuple((piece_of("described.hands", one.piece, held), one.count) for one in hand)
        for hand in given.hands
    )
    return Description(pieces, (first, second), Player(given.mover), given.fields)


def _problem(game: Game, text: str, said: Message) -> View:
    """Why a text is no position: in words that name pieces, with the squares and the place."""
    assert isinstance(game, DrawnGame)
    subject = subject_of(said)
    column, length = place_in_position(text, said)
    return {
        "message": str(_naming_pieces(game, subject)),
        "squares": [str(square) for square in squares_in_position(text, subject)],
        "column": column,
        "length": length,
    }


def _naming_pieces(game: DrawnGame, subject: Message) -> Message:
    """The same message with a piece's name in the place of its letter."""
    names = {letter: piece for piece, letter in game.letters.items() if len(letter) == 1}
    given = dict(subject.parameters)
    piece = names.get(str(given.get("letter")))
    if piece is None:
        return subject
    given["letter"] = message(f"{game.name}.piece.{piece.kind}", owner=piece.owner)
    return replace(subject, parameters=tuple(given.items()))
