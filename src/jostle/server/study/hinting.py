"""Hints for whoever plays the computer: found once for a position, told grade by grade."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial

from jostle.core.errors import GameOver
from jostle.core.match import Match
from jostle.core.messages import message
from jostle.core.words import told_outcome
from jostle.search.hints import Hints, acting, hints
from jostle.server.engine_pool import EnginePool
from jostle.server.play.folded import Folded
from jostle.server.play.refusals import refusal
from jostle.server.storage.store import Store
from jostle.server.study.guard import refuse_running_positions
from jostle.server.wire.views import View, steps_view
from jostle.solve.informed import table_for

KEPT = 256  # positions whose hints are remembered, since most ask for more than one grade
MOVE_GRADE = 2  # from here on the move is told

Asked = tuple[str, int]  # a game, and how often its board has changed


class Hinting:
    """Finds hints in the engine's threads, and remembers the last ones."""

    def __init__(self) -> None:
        self._found: OrderedDict[Asked, Hints] = OrderedDict()

    async def hints(
        self, table: Folded, ply: int, identity: str, pool: EnginePool, store: Store
    ) -> Hints:
        """The hints for who is to move; refused to everybody else, and in games of two people."""
        check_may_ask(table, ply, identity)
        if table.match.start != table.game.start():
            # Somebody else's board could have been set up here to ask about it.
            await refuse_running_positions(store, [table.match.position])
        asked = table.id, table.changes
        found = self._found.get(asked)
        if found is None:
            found = await pool.run(identity, partial(found_hints, table.match.copy()))
            self._found[asked] = found
            if len(self._found) > KEPT:
                self._found.popitem(last=False)
        return found


def check_may_ask(table: Folded, ply: int, identity: str) -> None:
    """Refuse hints to those who have no business with them."""
    seats = table.players_of(identity)
    if not seats:
        raise refusal("seat", "not-yours")
    if table.mode != "computer":
        raise refusal("hint", "people")
    if table.outcome is not None:
        raise GameOver(message("over.match", result=told_outcome(table.outcome)))
    if ply != len(table.plies):
        raise refusal("stale", "ply", given=ply, right=len(table.plies))
    if table.mover not in seats:
        raise refusal("turn", "other", mover=table.mover)


def found_hints(match: Match) -> Hints:
    """Think; runs in one of the engine's threads."""
    return hints(match, oracle=table_for(match.game))


def hint_view(found: Hints, ply: int, grade: int) -> View:
    """A grade of the hints, in the language spoken now, and what to mark on the board."""
    position, best = found.analysis.position, found.analysis.best
    steps = position.effects(best)
    told_move = grade >= MOVE_GRADE
    return {
        "ply": ply,
        "grade": grade,
        "words": found.told(grade),
        "squares": [str(square) for square in found.squares] or _file_of(found),
        "move": str(best) if told_move else None,
        "steps": steps_view(position.game, steps) if told_move else None,
    }


def _file_of(found: Hints) -> list[str]:
    """The squares of the file on which a piece is to be placed; none for a pass."""
    position = found.analysis.position
    target = acting(position.effects(found.analysis.best)).target
    if not target:
        return []
    _, height = position.game.size
    file = str(target[0])[0]
    return [f"{file}{rank}" for rank in range(1, height + 1)]
