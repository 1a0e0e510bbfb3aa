"""The quizzes: right answers are right and wrong ones wrong, by the engine and the reference."""

from __future__ import annotations

import json

import pytest

import jostle
from jostle.core.errors import IllegalMove
from jostle.core.game import Position
from jostle.core.messages import catalogue, languages
from jostle.core.quiz import TO_PASS, Question, parse_effect, parse_effects
from jostle.server.site.quiz_json import game_quiz, quiz_json
from jostle.server.site.rules_html import rules_page
from tests.package import GAMES
from tests.reference import reference

QUESTIONS = [
    pytest.param(game, question, id=f"{game} {question.rule} {question.move}")
    for game in GAMES
    for question in game_quiz(game).questions
]


def position_of(game: str, question: Question) -> Position:
    variant = question.variant or game
    assert variant == jostle.game(variant).variant
    return question.reached(jostle.game(variant).position(question.position))


@pytest.mark.parametrize("game", GAMES)
def test_a_quiz_has_ten_questions_on_many_rules(game: str) -> None:
    quiz = game_quiz(game)
    rules = {section.id for section in rules_page(game).sections}
    assert len(quiz.questions) == 10 > TO_PASS
    assert {question.rule for question in quiz.questions} | set(quiz.reasons.values()) <= rules
    assert len({question.rule for question in quiz.questions}) >= 7
    # Each is a board of its own, and none is a figure of the page.
    boards = {(question.position, question.move) for question in quiz.questions}
    assert len(boards) == len(quiz.questions)
    figures = (figure for section in rules_page(game).sections for figure in section.figures)
    repeated = {(figure.position, figure.move) for figure in figures} & boards
    assert len(repeated) <= 2


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_is_given_and_said(game: str) -> None:
    quiz = game_quiz(game)
    given = {question.because for question in quiz.questions if question.because}
    given |= {
        text for question in quiz.questions for text in question.wrong if text in quiz.reasons
    }
    assert given == set(quiz.reasons)
    for language in languages():
        said = {key for key in catalogue(language) if key.startswith(f"quiz.{game}.")}
        assert said == {f"quiz.{game}.{reason}" for reason in quiz.reasons}


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_the_right_answer_is_the_truth(game: str, question: Question) -> None:
    position = position_of(game, question)
    legal = reference(question.variant or game).moves(position.text)
    if question.because is None:
        assert question.shown is None
        assert legal[question.move] == position.play(question.move).text
        return
    assert question.move not in legal
    with pytest.raises(IllegalMove) as caught:
        position.play(question.move)
    assert caught.value.rule == game_quiz(game).reasons[question.because] == question.rule


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_the_wrong_answers_are_wrong(game: str, question: Question) -> None:
    quiz = game_quiz(game)
    position = position_of(game, question)
    assert 2 <= len(question.wrong) <= 3
    is_legal = question.because is None
    for text in question.wrong:
        if text in quiz.reasons:
            # A reason is wrong if the move is legal, or refused by another rule.
            assert is_legal or quiz.reasons[text] != question.rule
        elif is_legal:
            told, outcome = parse_effects(position, text)
            true = [effect for step in position.effects(question.move) for effect in step]
            ends = position.play(question.move).outcome
            same = {(e.kind, e.origin, e.target) for e in told} == {
                (e.kind, e.origin, e.target) for e in true
            }
            holders = {e.becomes for e in told if not e.target} == {
                e.becomes for e in true if not e.target
            }
            assert not (same and holders and outcome == ends)
        else:
            parse_effects(position, text)  # says what a refused move does not do


@pytest.mark.parametrize(("game", "question"), QUESTIONS)
def test_what_is_shown_is_what_the_player_does(game: str, question: Question) -> None:
    position = position_of(game, question)
    ((acting,),) = question.intent(position)
    assert acting.becomes is not None
    assert acting.becomes.owner is position.mover
    squares = {str(cell) for cell in (*acting.origin, *acting.target)}
    assert any(square in question.move for square in squares)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_the_page_is_told_all_of_it(game: str, language: str) -> None:
    told = json.loads(quiz_json(game, language))
    assert told["needed"] == TO_PASS
    assert len(told["questions"]) == 10
    for question in told["questions"]:
        assert question["title"] == rules_page(game, language).section(question["rule"]).title
        answers = [json.dumps(answer) for answer in question["answers"]]
        assert len(set(answers)) == len(answers) >= 3
        assert question["answers"][0]["allowed"] is not question["refused"]


def test_effects_are_read_with_their_pieces() -> None:
    position = jostle.game("pomeczi").position("3t/3b/3S/4[SDss] 1 - -")
    flipped = parse_effect(position, "flipped d4")
    assert [str(cell) for cell in flipped.origin] == ["d3", "d4"]
    assert flipped.becomes is not None
    assert flipped.becomes.owner == 1
    with pytest.raises(ValueError, match="no piece on a1"):
        parse_effect(position, "moved a1 a2")
    with pytest.raises(ValueError, match="has no bar"):
        parse_effect(position, "placed bar a1")
