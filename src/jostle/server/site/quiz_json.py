"""A game's quiz as the rules page needs it, in the reader's language."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

from jostle.core.game import Position
from jostle.core.messages import Message, render
from jostle.core.quiz import TO_PASS, Answer, Question, Quiz
from jostle.core.words import told_effect
from jostle.games import game as find_game
from jostle.games import game_class
from jostle.server.site.rules_html import options_told, rules_page
from jostle.server.wire.views import steps_view

FILE = "questions.toml"


@cache
def game_quiz(game: str) -> Quiz:
    """The quiz in a game's folder."""
    folder = resources.files(game_class(game).__module__.rpartition(".")[0])
    return Quiz.parse((folder / FILE).read_text(encoding="utf-8"))


def quiz_json(game: str, language: str) -> str:
    """All questions with their answers, the right one first."""
    quiz = game_quiz(game)
    questions = [question_view(game, question, language) for question in quiz.questions]
    told = {"needed": TO_PASS, "questions": questions}
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def question_view(game: str, question: Question, language: str) -> dict[str, Any]:
    """A question: what was played before, what somebody wants to play, and the answers."""
    quiz = game_quiz(game)
    position = find_game(question.variant or game).position(question.position)
    before = []
    for move in question.line:
        before.append(line_view(position, move, language))
        position = position.play(move)
    answers = (quiz.right(question, position), *quiz.wrong(question, position))
    choices = question.move.partition("=")[2]
    return {
        "rule": question.rule,
        "title": rules_page(game, language).section(question.rule).title,
        "variant": question.variant or game,
        "options": options_told(question.variant, language) if question.variant else "",
        "position": position.text,
        "before": before,
        "move": question.move,
        "mover": int(position.mover),
        "refused": question.because is not None,
        "steps": steps_view(position.game, question.intent(position)),
        "chosen": [choice[:2] for choice in choices.split(",") if choice],
        "answers": [answer_view(answer, language) for answer in answers],
    }


def line_view(position: Position, move: str, language: str) -> dict[str, Any]:
    """A move that was played before, and what it did."""
    effects = [effect for step in position.effects(move) for effect in step]
    told = [told_effect(position.game.name, position.mover, effect) for effect in effects]
    return {"player": int(position.mover), "move": move, "words": rendered(told, language)}


def answer_view(answer: Answer, language: str) -> dict[str, Any]:
    return {"allowed": answer.is_allowed, "words": rendered(answer.words, language)}


def rendered(messages: list[Message] | tuple[Message, ...], language: str) -> list[str]:
    return [render(said, language) for said in messages]
