"""Each game, rule by rule; here is what the three files share."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

import jostle
from jostle import GameOver, IllegalMove, Match, Outcome, Player, Position, PositionError, Reason
from jostle.core.messages import catalogue


@dataclass(frozen=True)
class Refused:
    """A move that is refused, and what is said about it."""

    key: str  # of the catalogue, from the rule's id on
    variant: str
    position: str
    move: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.key} {self.move}"

    def check(self) -> None:
        """The rule, the catalogue's key and the whole sentence."""
        game = self.variant.partition(":")[0]
        refused = refusal(at(self.position, self.variant), self.move)
        assert refused.message.key == f"{game}.refusal.{self.key}"
        assert refused.rule == self.key.partition(".")[0]
        assert str(refused) == f"{refused.rule}: {self.sentence}"
        assert refused.to_json() == {
            "code": "illegal",
            "message": str(refused),
            "rule": refused.rule,
        }


def refusal_keys(game: str) -> set[str]:
    """The catalogue's refusals of a game, each from the rule's id on."""
    prefix = f"{game}.refusal."
    return {key.removeprefix(prefix) for key in catalogue("en") if key.startswith(prefix)}


def at(text: str, variant: str) -> Position:
    return jostle.game(variant).position(text)


def legal(text: str, variant: str) -> set[str]:
    return {str(move) for move in at(text, variant).legal_moves}


def after(text: str, move: str, variant: str) -> str:
    return at(text, variant).play(move).text


def refusal(position: Position, move: str) -> IllegalMove:
    """The refusal of a move; it is the same whichever way one asks, and nothing is played."""
    with pytest.raises(IllegalMove) as raised:
        position.play(move)
    for ask in (position.parse, position.effects):
        with pytest.raises(IllegalMove) as again:
            ask(move)
        assert str(again.value) == str(raised.value)
    assert move not in position.legal_moves
    return raised.value


def rule_against(text: str, move: str, variant: str) -> str:
    """The rule that refuses a move."""
    return refusal(at(text, variant), move).rule


def check_bad_position(variant: str, text: str, fragment: str) -> None:
    """A position string is refused with the string itself and what is wrong with it."""
    with pytest.raises(PositionError) as raised:
        at(text, variant)
    said = str(raised.value)
    assert said.startswith(f"not a position: “{text}”: ")
    assert fragment in said
    assert raised.value.to_json() == {"code": "position", "message": said}


def check_bad_variant(text: str, key: str, fragment: str) -> None:
    """A variant string is refused, by this message of the catalogue."""
    with pytest.raises(jostle.VariantError) as raised:
        jostle.game(text)
    assert raised.value.message.key == key
    assert fragment in str(raised.value)
    assert raised.value.to_json() == {"code": "variant", "message": str(raised.value)}


def check_ending_by_the_players(variant: str, move: str) -> None:
    """R2: resignation and agreement, at any time, and back again."""
    match = Match(jostle.game(variant))
    scores = match.position.scores
    resigned = match.resign(Player.ONE)  # before the first move
    assert resigned == match.outcome == Outcome(Player.TWO, Reason.RESIGNATION, scores)
    assert resigned.result == "0-1"
    with pytest.raises(GameOver, match="the match is over: Player 2 wins, because Player 1 resign"):
        match.play(move)
    assert match.moves == ()
    assert match.undo() is None
    assert match.outcome is None
    match.play(move)
    # A player may resign or agree whoever's turn it is.
    assert match.resign(Player.TWO).winner is Player.ONE
    match.undo()
    scores = match.position.scores
    agreed = match.agree_draw()
    assert agreed == match.outcome == Outcome(None, Reason.AGREEMENT, scores)
    assert agreed.result == "1/2-1/2"
    with pytest.raises(GameOver, match="the match is over: a draw by agreement"):
        match.resign(Player.ONE)
    with pytest.raises(GameOver):
        match.agree_draw()
    assert match.outcome is agreed
    assert match.undo() is None
    assert str(match.undo()) == move
    with pytest.raises(GameOver, match="no move has been played yet"):
        match.undo()
