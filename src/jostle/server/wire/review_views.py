"""A review as its readers see it: positions, chances and judgements, with words made for them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from jostle.core.effects import Effect, EffectKind, Step
from jostle.core.game import Game, Position
from jostle.core.match import Match
from jostle.core.messages import Message, message
from jostle.core.players import Player
from jostle.core.words import told_effect, told_outcome
from jostle.games import game as find_game
from jostle.search.hints import telling_effects
from jostle.search.score import Score
from jostle.search.words import told_score
from jostle.server.wire.views import (
    View,
    board_view,
    outcome_view,
    position_view,
    steps_view,
    variant_title,
)

MOST_PUSHED = 2  # pieces told of a chain
BREATH = 0.0002  # seconds between two positions

Item = TypeVar("Item")

Judged = dict[str, Any]  # a move as the store keeps it


def review_view(review_id: str, payload: str) -> View:
    """A finished review, in the language spoken now."""
    kept = json.loads(payload)
    game = find_game(kept["variant"])
    match = Match(game, game.position(kept["start"]))
    for judged in kept["moves"]:
        match.play(judged["move"])
    moves = kept["moves"]
    return {
        "id": review_id,
        "status": "finished",
        "variant": game.variant,
        "game": game.name,
        "title": variant_title(game),
        "board": board_view(game),
        "nodes": kept["nodes"],
        "positions": [position_view(position) for position in breathing(match.positions)],
        "chances": [chance_view(Score.from_json(told)) for told in _scores(moves)],
        "moves": [move_view(game, match, judged) for judged in breathing(moves)],
        "turning_points": [
            {"ply": ply, "words": [str(said) for said in told_turning_point(match, moves, ply)]}
            for ply in kept["turning_points"]
        ],
        "outcome": outcome_view(match.outcome),
    }


def breathing(items: Iterable[Item]) -> Iterator[Item]:
    """Let others go on after each item: only one thread at a time can do Python's work."""
    for item in items:
        yield item
        time.sleep(BREATH)


def _scores(moves: list[Judged]) -> Iterator[Any]:
    """The score of each position: that of the start, then what each move left."""
    yield moves[0]["before"]
    for judged in moves:
        yield judged["after"]


def chance_view(score: Score) -> View:
    """How good a position is for Player 1."""
    seen = score.seen_by(Player.ONE)
    return {
        "first": round(seen.probability, 4),
        "exact": seen.value is not None,
        "words": str(told_score(seen)),
    }


def move_view(game: Game, match: Match, judged: Judged) -> View:
    """A move with what it did and how good it was."""
    before = match.positions[judged["ply"] - 1]
    return {
        "ply": judged["ply"],
        "number": judged["number"],
        "player": judged["player"],
        "move": judged["move"],
        "steps": steps_view(game, before.effects(judged["move"])),
        "judgement": judged["judgement"],
        "loss": judged["loss"],
        "line": judged["line"],
        "words": [str(said) for said in told_judgement(judged)],
    }


def told_judgement(judged: Judged) -> Iterator[Message]:
    """How good a move was, and what it gave away."""
    yield message(
        "reviewed.played",
        number=judged["number"],
        move=judged["move"],
        player=Player(judged["player"]),
        judgement=message(f"review.judgement.{judged['judgement']}"),
    )
    if judged["mistake"] is not None:
        yield message(f"reviewed.{judged['mistake']}")
    elif (percent := round(100 * judged["loss"])) > 0:
        yield message("reviewed.chance", percent=percent)


def told_turning_point(match: Match, moves: list[Judged], ply: int) -> Iterator[Message]:
    """A mistake in words: what it was, what it allowed, and what would have been better."""
    judged = moves[ply - 1]
    yield from told_judgement(judged)
    before, after = match.positions[ply - 1], match.positions[ply]
    if ply < len(moves) and after.mover is not before.mover:
        yield from _told_move("reviewed.allowed", after, moves[ply]["line"][0])
    yield from _told_move("reviewed.better", before, judged["line"][0])
    yield message(
        "reviewed.outlook",
        before=told_score(Score.from_json(judged["before"])),
        after=told_score(Score.from_json(judged["after"])),
    )


def _told_move(key: str, position: Position, move: str) -> Iterator[Message]:
    """A move with what is worth telling of it: how it ends the game, or what becomes of pieces."""
    after = position.play(move)
    if after.outcome is not None:
        ended = str(told_outcome(after.outcome))
        yield message(key, move=move, does=ended[0].upper() + ended[1:])
        return
    told = [
        str(told_effect(position.game.name, position.mover, effect))
        for effect in _worth_telling(position, position.effects(move))
    ]
    yield message(key, move=move, does=". ".join(told))
    if position.scores is not None and after.scores is not None:
        before, then = (f"{one}:{two}" for one, two in (position.scores, after.scores))
        yield message("hint.points", before=before, after=then)


def _worth_telling(position: Position, steps: tuple[Step, ...]) -> list[Effect]:
    """The effects that say most; where points are counted, what the placed piece pushes as well."""
    if position.scores is None:
        return telling_effects(position, steps)
    effects = [effect for step in steps for effect in step]
    pushed = [effect for effect in effects if effect.kind is EffectKind.PUSHED]
    return [*effects[:1], *pushed[:MOST_PUSHED]]
