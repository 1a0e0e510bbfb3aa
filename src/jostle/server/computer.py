"""The computer at its seats: it moves and answers draw offers, always in the engine's threads."""

from __future__ import annotations

import asyncio
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import structlog

from jostle.core.match import Match
from jostle.core.players import Player
from jostle.search.draws import accepts_draw
from jostle.server.problems import Busy, TookTooLong
from jostle.server.protocol import Accept, AnyAction, Decline, Move
from jostle.server.table import Duty
from jostle.solve.informed import agent, table_for

if TYPE_CHECKING:
    from jostle.server.room import Room

log = structlog.get_logger()

# Seconds until the engine is asked again when it had no time; they grow to the longest.
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0


async def take_turns(room: Room) -> None:
    """Do what the computer has to do at a game, until somebody else has to do something."""
    pause = FIRST_PAUSE
    while (duty := room.table.computer_duty()) is not None:
        kind, player = duty
        table = room.table
        level = table.seat(player).level
        assert level is not None
        seed = Random(table.id).getrandbits(32)  # every game is another one, and its own again
        work = partial(considered, kind, player, table.match.copy(), level, seed)
        try:
            action = await room.rooms.pool.run(table.seat(player.other).identity or "", work)
            await room.act_for_computer(duty, action, table.changes)
        except (Busy, TookTooLong):
            pass  # others are being served: again after a pause
        except Exception:  # whatever it was, the game must go on when it is over
            log.exception("the computer failed", game=table.id)
        else:
            pause = FIRST_PAUSE
            continue
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


def considered(duty: Duty, player: Player, match: Match, level: int, seed: int) -> AnyAction:
    """What the computer does; runs in one of the engine's threads."""
    if duty == "answer":
        agreed = accepts_draw(match, player, oracle=table_for(match.game))
        if agreed:
            return Accept(type="accept", what="draw")
        return Decline(type="decline", what="draw")
    move = agent(f"level:{level}", seed=seed).choose(match)
    return Move(type="move", ply=len(match.moves), move=str(move))
