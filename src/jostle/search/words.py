"""What thinking found, in words: scores and lines of play as messages."""

from __future__ import annotations

from collections.abc import Sequence

from jostle.core.game import Move
from jostle.core.messages import Message, message
from jostle.search.score import Score

MOST_PERCENT = 99  # what is not proven is never certain


def told_score(score: Score) -> Message:
    """A score, told of the player it favours.

    >>> from jostle.core.players import Player
    >>> from jostle.core.values import Loss
    >>> str(told_score(Score.exact(Player.ONE, Loss(4)))), str(told_score(Score(Player.TWO, 0.38)))
    ('Player 2 wins in 4 turns', '62 % for Player 1')
    """
    value = score.value
    if value is None:
        percent = min(max(round(100 * score.probability), 100 - MOST_PERCENT), MOST_PERCENT)
        if percent == 50:
            return message("score.even")
        if percent > 50:
            return message("score.chance", percent=percent, player=score.player)
        return message("score.chance", percent=100 - percent, player=score.player.other)
    if value.sign == 0:
        return message("score.draw")
    winner = score.player if value.sign > 0 else score.player.other
    if value.margin is not None:
        return message("score.points", winner=winner, margin=value.margin)
    if value.plies == 0:
        return message("score.won", winner=winner)
    return message("score.win", winner=winner, plies=value.plies)


def told_line(moves: Sequence[Move], most: int) -> str:
    """The first moves of a line, with dots if there are more."""
    told = [str(move) for move in moves[:most]]
    return " ".join([*told, "…"] if len(moves) > most else told)
