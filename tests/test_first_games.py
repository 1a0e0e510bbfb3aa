"""The first games: every position is one, every right move is legal and does what is asked for."""

from __future__ import annotations

import re

import pytest

import jostle
from jostle.core.errors import IllegalMove
from jostle.core.first_game import FirstGame, LessonStep, Want
from jostle.core.match import Match
from jostle.core.messages import languages
from jostle.core.rules_page import RulesPage
from tests.package import GAMES, folder_of

LESSONS = {
    game: FirstGame.parse(game, (folder_of(game) / "first_game.toml").read_text(encoding="utf-8"))
    for game in GAMES
}
STEPS = [
    pytest.param(step, id=f"{game}-{step.id}")
    for game, lesson in LESSONS.items()
    for step in lesson.steps
]
EVERY_STEP = pytest.mark.parametrize("step", STEPS)
SQUARE = re.compile(r"\b[a-h][1-8]\b")


@pytest.mark.parametrize("game", GAMES)
def test_a_first_game_is_short_and_ends_with_a_game(game: str) -> None:
    steps = LESSONS[game].steps
    assert 8 <= len(steps) <= 12
    assert [step.kind for step in steps].index("game") == len(steps) - 1
    assert any(step.kind == "refusal" for step in steps)
    assert 1 <= LESSONS[game].minutes <= 10


@pytest.mark.parametrize("game", GAMES)
def test_a_demonstration_is_played_by_the_rules_and_pushes(game: str) -> None:
    shown = LESSONS[game].demonstration
    variant = jostle.game(shown.variant)
    match = Match(variant, variant.position(shown.position))
    pushes = 0
    for move in shown.moves:
        effects = [str(effect.kind) for step in match.position.effects(move) for effect in step]
        pushes += sum(kind in ("pushed", "flipped", "scored", "deflected") for kind in effects)
        match.play(move)
    assert pushes >= 2


@EVERY_STEP
def test_a_step_is_told_in_every_language(step: LessonStep) -> None:
    assert sorted(step.words) == sorted(languages())
    english = step.words["en"]
    for language, words in step.words.items():
        assert all(text.strip() for text in words.values())
        if language != "en":
            assert words["task"] != english["task"]
        for part, text in words.items():  # the same squares are named everywhere
            assert sorted(SQUARE.findall(text)) == sorted(SQUARE.findall(english[part])), part


@EVERY_STEP
def test_a_step_names_a_rule_of_its_page(step: LessonStep) -> None:
    game = step.position.game.name
    page = RulesPage.parse((folder_of(game) / "rules.md").read_text(encoding="utf-8"))
    assert page.section(step.rule).title


@EVERY_STEP
def test_the_learner_is_to_move(step: LessonStep) -> None:
    assert step.position.outcome is None
    assert step.position.mover == 1


@EVERY_STEP
def test_what_is_shown_is_right_and_the_wrong_example_is_not(step: LessonStep) -> None:
    position = step.position
    legal = {str(move) for move in position.legal_moves}
    match step.kind:
        case "task":
            assert step.show in step.fulfilling
            assert set(step.fulfilling) <= legal
            assert step.wrong in legal
            assert step.wrong not in step.fulfilling
            assert len(step.fulfilling) < len(legal)
        case "refusal":
            with pytest.raises(IllegalMove) as refused:
                position.play(step.show)
            assert refused.value.rule == step.refused
            assert step.wrong in legal
        case "game":
            assert step.show in legal


@EVERY_STEP
def test_squares_that_a_task_names_are_those_of_the_move(step: LessonStep) -> None:
    """Whoever reads "send a2 to the right" finds something there, or has to put it there."""
    effects = (
        [effect for done in step.position.effects(step.show) for effect in done]
        if (step.kind != "refusal")
        else []
    )
    known = {str(cell) for piece, at in step.position.pieces for cell in piece.cells(at)}
    known |= {str(cell) for effect in effects for cell in (*effect.origin, *effect.target)}
    known |= set(SQUARE.findall(step.show)) | {step.show[:2], step.show[2:4]}
    assert set(SQUARE.findall(step.words["en"]["task"])) <= known


def told(game: str, step: str) -> LessonStep:
    return LESSONS[game].step(step)


def test_what_the_tasks_promise_is_what_the_moves_do() -> None:
    """A few of the sentences, word for word."""
    assert told("pomeczi", "push-two").fulfilling == ("b1^",)
    won = told("pomeczi", "over-the-edge").position.play("c2>")
    assert won.text == "4/4/3S/4[SSDsd] 2 - d2<"
    assert told("push-push", "deflect").fulfilling == ("a3a4~",)
    assert set(told("pushee-pieces", "place").fulfilling) == {"c3h", "c3v", "d4h", "d4v"}
    assert set(told("pushee-pieces", "special").fulfilling) == {"c3h=b5>", "c3h=d5<"}
    assert told("pushee-pieces", "axis").fulfilling == ("c3h",)


def test_a_bad_file_is_refused() -> None:
    with pytest.raises(ValueError, match="no effect 'jumped'"):
        Want("jumped")
    words = {"en": {"title": "a", "task": "b", "praise": "c"}}
    with pytest.raises(ValueError, match="it wants something"):
        LessonStep("x", "P1", "pomeczi", "", "", words)
    with pytest.raises(ValueError, match="in en it needs title"):
        LessonStep("x", "P1", "pomeczi", "", "", {"en": {"title": "a"}}, game=True)
    step = '[[step]]\nid="a"\nrule="P1"\nposition=""\nshow=""\ngame=true\n'
    with pytest.raises(ValueError, match="the same id"):
        FirstGame.parse(
            "pomeczi", f'minutes=1\n[demonstration]\nposition=""\nmoves=[]\n{step}{step}'
        )
