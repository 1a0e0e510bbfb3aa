"""Routes for those who analyse: the socket on which the engine thinks, and exact values."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, suppress
from typing import Annotated, Any

import structlog
from anyio import to_thread
from fastapi import APIRouter, Depends, WebSocket
from pydantic import ValidationError
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect

from jostle.core.errors import GameOver, JostleError
from jostle.core.game import Position
from jostle.core.messages import message
from jostle.core.words import told_outcome
from jostle.games import game as find_game
from jostle.search.analysis import Analysis
from jostle.search.exact import exact_moves
from jostle.search.past import position_of
from jostle.search.score import Score
from jostle.search.words import told_score
from jostle.server import metrics
from jostle.server.api.answers import Served, failures, told
from jostle.server.api.rules import PositionQuery, VariantQuery
from jostle.server.api.sockets import TooLong, admitted, malformed, refused, turn_away
from jostle.server.guard.identity import identity_of
from jostle.server.guard.rates import MESSAGES
from jostle.server.play.room import encoded
from jostle.server.problems import BadFormat, Internal
from jostle.server.services import Services, services
from jostle.server.study.analysing import Ending, Question, subject_of
from jostle.server.study.guard import refuse_running_game, refuse_running_positions
from jostle.server.wire.study_shapes import ANALYSIS_MESSAGE, Think, ValuesView
from jostle.server.wire.views import View
from jostle.solve.informed import table_for

log = structlog.get_logger()

router = APIRouter(tags=["study"])


@router.get(
    "/positions/values",
    response_model=ValuesView,
    responses=failures(400, 409, 503),
    summary="Exact values",
)
async def get_values(variant: VariantQuery, position: PositionQuery, served: Served) -> Response:
    """Every move with its exact value, where the variant has been solved.

    Refused while the position is on the board of a game that two people are playing.
    """
    found = find_game(variant).position(position)
    await refuse_running_positions(served.store, [found])
    return told(await to_thread.run_sync(values_view, found))


def values_view(position: Position) -> View:
    """What a solved table knows of a position."""
    oracle = table_for(position.game)
    value = None if oracle is None else oracle.value(position)
    view: View = {
        "variant": position.game.variant,
        "position": position.text,
        "mover": int(position.mover),
        "exact": None,
        "words": None,
        "moves": None,
    }
    if oracle is None or value is None:
        return view

    def words(exact: Any) -> str:
        return str(told_score(Score.exact(position.mover, exact)))

    moves = [] if position.outcome is not None else exact_moves(oracle, position)
    return view | {
        "exact": value.to_json(),
        "words": words(value),
        "moves": [
            {
                "move": str(position.move_of(move.code)),
                "exact": move.value.to_json(),
                "words": words(move.value),
            }
            for move in moves
        ],
    }


# The socket.


@router.websocket("/analysis/socket")
async def analysis_socket(
    websocket: WebSocket, served: Annotated[Services, Depends(services)]
) -> None:
    """The engine, thinking aloud about one position at a time."""
    try:
        identity = await identity_of(websocket)
    except JostleError as error:
        await turn_away(websocket, error)
        return
    if not await admitted(websocket):
        return
    metrics.SOCKETS.inc()
    session = Session(websocket, served, identity)
    try:
        await session.read()
    finally:
        metrics.SOCKETS.dec()
        await session.close()


class Session:
    """One socket: a new question ends the one before."""

    def __init__(self, websocket: WebSocket, served: Services, identity: str) -> None:
        self._websocket = websocket
        self._served = served
        self._identity = identity
        self._sending = asyncio.Lock()
        self._is_open = True
        self._question: Question | None = None
        self._task: asyncio.Task[None] | None = None

    async def read(self) -> None:
        """Take each message of a client, one after the other, until it goes."""
        while True:
            received = await self._websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            await self._take(received)

    async def close(self) -> None:
        """End what goes on, and let the engine go."""
        self._is_open = False
        try:
            await self._end()
        finally:
            self._served.analyses.forget(self._identity)

    async def _take(self, received: Any) -> None:
        text = received.get("text")
        raw = (received.get("bytes") or b"") if text is None else text.encode()
        most = self._served.settings.message_bytes
        try:
            if len(raw) > most:
                raise TooLong(most)
            self._served.rates.check(MESSAGES, self._identity)
            if text is None:
                raise BadFormat("message", str(message("server.words.binary")))
            asked = ANALYSIS_MESSAGE.validate_json(raw)
        except ValidationError as error:
            await self._send(refused(raw, malformed(error)))
        except JostleError as error:
            await self._send(refused(raw, error))
        else:
            if isinstance(asked, Think):
                await self._end("replaced")
                self._task = asyncio.create_task(self._think(asked, raw), name="analysis")
            else:
                await self._end()
                await self._send(encoded({"type": "stopped", "id": asked.id}))

    async def _end(self, why: Ending = "stopped") -> None:
        """End the present analysis, and see its last message off."""
        if self._question is not None:
            self._question.end(why)
        if self._task is not None:
            if self._question is None:  # it has not begun
                self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    async def _think(self, asked: Think, raw: bytes) -> None:
        try:
            question = await self._prepared(asked)
            self._question = question
            async with aclosing(self._served.analyses.ask(self._identity, question)) as found:
                async for analysis in found:
                    await self._send(encoded(analysis_view(asked.id, analysis)))
            done = {"type": "done", "id": asked.id, "reason": question.ending}
            await self._send(encoded(done))
        except JostleError as error:
            await self._send(refused(raw, error))
        except Exception:
            log.exception("an analysis failed", variant=asked.variant)
            await self._send(refused(raw, Internal()))
        finally:
            self._question = None

    async def _prepared(self, asked: Think) -> Question:
        """What is asked about, if it may be told."""
        if asked.game is not None:
            refuse_running_game((await self._served.rooms.get(asked.game)).table)
        subject = await to_thread.run_sync(subject_of, asked)
        position = position_of(subject)
        if position.outcome is not None:
            raise GameOver(message("over.position", result=told_outcome(position.outcome)))
        await refuse_running_positions(self._served.store, [position])
        return Question(subject, asked.lines, asked.seconds)

    async def _send(self, text: str) -> None:
        async with self._sending:
            if not self._is_open:
                return
            with suppress(WebSocketDisconnect, RuntimeError):  # it is closed: the reader learns it
                await self._websocket.send_text(text)


def analysis_view(asked: str | None, analysis: Analysis) -> View:
    """What was found, as a message."""
    lines = [{**line.to_json(), "words": str(told_score(line.score))} for line in analysis.lines]
    return {
        "type": "analysis",
        "id": asked,
        "position": analysis.position.text,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "lines": lines,
    }
