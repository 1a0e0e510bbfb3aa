"""Attempts at puzzles: each counts once, however often and by however many requests it is told.

All changes are written one after the other, so what is read here holds until it is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, and_, insert, select, update

from jostle.puzzles.progress import Score, Standing
from jostle.server.storage.stored import checked_number, checked_text
from jostle.server.storage.tables import PUZZLE_RATINGS, PUZZLE_TRIES


class Event(StrEnum):
    """What can happen in an attempt."""

    HINTED = "hinted"  # something was told that leaves the move to be found
    FAILED = "failed"  # a wrong move, or the move was shown
    SOLVED = "solved"


@dataclass(frozen=True)
class Tried:
    """Something that happened when somebody tried a puzzle."""

    identity: str
    puzzle: str
    game: str
    difficulty: int  # the puzzle's rating
    event: Event
    at: int

    def __post_init__(self) -> None:
        for text in (self.identity, self.puzzle, self.game):
            checked_text(text)
        checked_number(self.at)


def record_try(connection: Connection, tried: Tried) -> None:
    """Keep what happened; what has been counted before is not counted again."""
    key = and_(PUZZLE_TRIES.c.identity == tried.identity, PUZZLE_TRIES.c.puzzle == tried.puzzle)
    found = connection.execute(select(PUZZLE_TRIES).where(key)).one_or_none()
    before: dict[str, Any] = (
        {"helped": False, "score": None, "gained": None, "solved": False}
        if found is None
        else {name: found._mapping[name] for name in ("helped", "score", "gained", "solved")}
    )
    after = dict(before)
    if tried.event is Event.HINTED and before["score"] is None:
        after["helped"] = True
    standing = _standing(connection, tried)
    changed = standing or Standing()
    if tried.event is not Event.HINTED and before["score"] is None:
        score = _score(tried.event, helped=after["helped"])
        counted = changed.after(tried.difficulty, score)
        after |= {"score": int(score), "gained": counted.rating - changed.rating}
        changed = counted
    if tried.event is Event.SOLVED and not before["solved"]:
        after["solved"] = True
        changed = Standing(**{**vars(changed), "solved": changed.solved + 1})
    if found is not None and after == before:
        return
    values = {**after, "at": tried.at}
    if found is None:
        named = {"identity": tried.identity, "puzzle": tried.puzzle, "game": tried.game}
        connection.execute(insert(PUZZLE_TRIES).values(**named, **values))
    else:
        connection.execute(update(PUZZLE_TRIES).where(key).values(**values))
    _keep_standing(connection, tried, changed, is_new=standing is None)


def _score(event: Event, *, helped: bool) -> Score:
    if event is Event.FAILED:
        return Score.FAILED
    return Score.HELPED if helped else Score.SOLVED


def _of(tried: Tried) -> Any:
    return and_(PUZZLE_RATINGS.c.identity == tried.identity, PUZZLE_RATINGS.c.game == tried.game)


def _standing(connection: Connection, tried: Tried) -> Standing | None:
    found = connection.execute(select(PUZZLE_RATINGS).where(_of(tried))).one_or_none()
    return None if found is None else standing_of(dict(found._mapping))


def _keep_standing(
    connection: Connection, tried: Tried, standing: Standing, *, is_new: bool
) -> None:
    if is_new:
        named = {"identity": tried.identity, "game": tried.game}
        connection.execute(insert(PUZZLE_RATINGS).values(**named, **vars(standing)))
    else:
        connection.execute(update(PUZZLE_RATINGS).where(_of(tried)).values(**vars(standing)))


def standing_of(row: dict[str, Any]) -> Standing:
    """The standing that a row tells."""
    names = ("rating", "tried", "solved", "streak", "best_streak")
    return Standing(**{name: row[name] for name in names})
