"""First games as pages need them, and the computer that plays their last step with the learner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from random import Random
from typing import Any

from jostle.core.first_game import FirstGame, LessonStep
from jostle.core.game import Position
from jostle.core.match import Match
from jostle.core.messages import message, say, spoken_language
from jostle.games import game as find_game
from jostle.games import game_class
from jostle.search.thinking import think
from jostle.server.problems import NoSuchPage
from jostle.server.wire.views import (
    View,
    board_view,
    moves_view,
    outcome_view,
    position_view,
    steps_view,
)
from jostle.solve.informed import agent, table_for

FILE = "first_game.toml"
LEVEL = 1  # of the computer
HINT_NODES = 20_000  # for the move that the learner may ask to be shown


@cache
def first_game(game: str) -> FirstGame:
    """The first game in a game's folder."""
    package = game_class(game).__module__.rpartition(".")[0]
    return FirstGame.parse(game, (resources.files(package) / FILE).read_text(encoding="utf-8"))


def lesson_view(game: str) -> View:
    """A whole first game in the language spoken now."""
    lesson = first_game(game)
    return {
        "game": game,
        "title": say(f"{game}.title"),
        "minutes": lesson.minutes,
        "steps": [step_view(step) for step in lesson.steps],
    }


def step_view(step: LessonStep) -> View:
    """One step, with the moves that fulfil it: whoever shows it need not judge anything."""
    words = step.words[spoken_language()]
    return {
        "id": step.id,
        "kind": step.kind,
        **words,
        "rule": step.rule,
        "variant": step.position.game.variant,
        "board": board_view(step.position.game),
        "before": position_view(step.before),
        "first": None if step.first is None else last_view(step.before, step.first),
        "position": position_view(step.position),
        "fulfils": list(step.fulfilling),
        "refused": step.refused,
        "show": step.show,
    }


def demonstration_view(game: str) -> View:
    """A game in a few moves, for those who do not know it yet."""
    lesson = first_game(game)
    shown = lesson.demonstration
    position = find_game(shown.variant).position(shown.position)
    start, frames = position, []
    for move in shown.moves:
        last = last_view(position, move)
        position = position.play(move)
        frames.append({"last": last, "position": position_view(position)})
    return {
        "game": game,
        "title": say(f"{game}.title"),
        "minutes": lesson.minutes,
        "steps": len(lesson.steps),
        "board": board_view(position.game),
        "position": position_view(start),
        "frames": frames,
    }


def replied(step: LessonStep, moves: Sequence[str]) -> View:
    """The computer's answer after the learner's and its own moves so far; a while of thinking."""
    match = played(step, moves)
    last: View | None = None
    if match.outcome is None and match.position.mover is not step.position.mover:
        seed = Random(" ".join(moves)).getrandbits(32)  # the same game gets the same answers
        before = match.position
        move = str(agent(f"level:{LEVEL}", seed=seed).choose(match))
        last = last_view(before, move)
        match.play(move)
    best = None
    if match.outcome is None:
        best = str(think(match, nodes=HINT_NODES, oracle=table_for(match.game)).best)
    return {
        "last": last,
        "position": position_view(match.position),
        "moves": moves_view(match.position),
        "outcome": outcome_view(match.outcome),
        "best": best,
    }


def played(step: LessonStep, moves: Sequence[str]) -> Match:
    """The step's game after some moves; what cannot be played is refused as in any game."""
    match = Match(step.position.game, step.position)
    for move in moves:
        match.play(move)
    return match


def step_of(game: str, name: str) -> LessonStep:
    """A step that is played to its end; NoSuchPage if there is none of this name."""
    steps = [step for step in first_game(game).steps if step.kind == "game"]
    for step in steps:
        if step.id == name:
            return step
    raise NoSuchPage(message("learning.no-step", step=name, right=[step.id for step in steps]))


def last_view(position: Position, move: str) -> dict[str, Any]:
    """A move and what it does."""
    steps = steps_view(position.game, position.effects(move))
    return {"move": move, "player": int(position.mover), "steps": steps}
