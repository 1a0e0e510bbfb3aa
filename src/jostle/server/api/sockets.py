"""The WebSocket of a game: what clients ask for, answered message by message."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Annotated, Any

import structlog
from fastapi import APIRouter, Depends, WebSocket
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.websockets import WebSocketDisconnect

from jostle.core.errors import JostleError
from jostle.core.messages import message
from jostle.server import metrics
from jostle.server.guard.identity import identity_of
from jostle.server.guard.rates import MESSAGES
from jostle.server.play.room import Room, encoded
from jostle.server.play.subscriber import Subscriber
from jostle.server.problems import BadFormat, Internal, ServerError
from jostle.server.services import Services, services
from jostle.server.wire.malformed import told_finding
from jostle.server.wire.protocol import CLIENT_MESSAGE, LONGEST_ID, Move, Ping, Sync

log = structlog.get_logger()

router = APIRouter(prefix="/api/games")

# What closes a socket: there is no such game; we have failed; try again later.
UNKNOWN, FAILED, LATER = 4404, 1011, 1013


class TooLong(ServerError):
    """A message with more bytes than any action needs."""

    code = "size"

    def __init__(self, most: int) -> None:
        super().__init__(message("server.words.message-size", most=most))


@router.websocket("/{game_id}/socket")
async def game_socket(
    websocket: WebSocket, game_id: str, served: Annotated[Services, Depends(services)]
) -> None:
    """Everything that happens at a game, and a way to act in it."""
    try:
        identity = await identity_of(websocket)
        room = await served.rooms.get(game_id)
    except JostleError as error:
        await turn_away(websocket, error)
        return
    if not await admitted(websocket):
        return
    subscriber = room.subscribe(identity)
    metrics.SOCKETS.inc()
    writer = asyncio.create_task(write(websocket, subscriber))
    try:
        await read(websocket, served, room, subscriber)
    finally:
        metrics.SOCKETS.dec()
        room.unsubscribe(subscriber)
        writer.cancel()
        await asyncio.wait([writer])


async def admitted(websocket: WebSocket) -> bool:
    """Let a client in; False if it has gone meanwhile, as a page that is left at once."""
    try:
        await websocket.accept()
    except OSError:  # later the framework makes a disconnection of it
        return False
    return True


async def turn_away(websocket: WebSocket, error: JostleError) -> None:
    """Say why there is nothing here, in a way that browsers can read."""
    if not await admitted(websocket):
        return
    with suppress(WebSocketDisconnect):
        await websocket.send_text(encoded({"type": "error", "id": None, "error": error.to_json()}))
        await websocket.close(UNKNOWN if error.code == "unknown" else LATER, error.code)


async def write(websocket: WebSocket, subscriber: Subscriber) -> None:
    """Send what waits to be sent, until the socket is closed."""
    try:
        while True:
            text = await subscriber.next()
            with suppress(WebSocketDisconnect, RuntimeError):  # it is closed: the reader learns it
                await websocket.send_text(text)
    except Exception:
        log.exception("a socket cannot be served")
        await websocket.close(FAILED)


async def read(websocket: WebSocket, served: Services, room: Room, subscriber: Subscriber) -> None:
    """Answer each message of a client, one after the other, until it goes."""
    while True:
        received = await websocket.receive()
        if received["type"] == "websocket.disconnect":
            return
        await subscriber.answer(*await answers(received, served, room, subscriber.identity))


async def answers(received: Any, served: Services, room: Room, identity: str) -> list[str]:
    """The one answer to a message, and a snapshot where the client has missed something."""
    began = time.perf_counter()
    text = received.get("text")
    raw = (received.get("bytes") or b"") if text is None else text.encode()
    try:
        if len(raw) > served.settings.message_bytes:
            raise TooLong(served.settings.message_bytes)
        served.rates.check(MESSAGES, identity)
        if text is None:
            raise BadFormat("message", message("server.words.binary"))
        asked = CLIENT_MESSAGE.validate_json(raw)
        if isinstance(asked, Ping):
            return [encoded({"type": "pong", "id": asked.id, "now": room.rooms.clock()})]
        if isinstance(asked, Sync):
            return [room.snapshot(identity)]
        seq = await room.act(asked, identity)
        if isinstance(asked, Move):
            metrics.ROUND_TRIP.observe(time.perf_counter() - began)
        return [encoded({"type": "done", "id": asked.id, "seq": seq})]
    except ValidationError as error:
        return [refused(raw, malformed(error))]
    except JostleError as error:
        told = [refused(raw, error)]
        return [*told, room.snapshot(identity)] if error.code == "stale" else told
    except Exception:
        log.exception("a message failed", game=room.table.id)
        return [refused(raw, Internal())]


def refused(raw: bytes, error: JostleError) -> str:
    """The answer that tells of an error, with the message's id if that can be read at all."""
    return encoded({"type": "error", "id": id_in(raw), "error": error.to_json()})


def id_in(raw: bytes) -> str | None:
    """The id of a message in which other things may be wrong."""
    try:
        said = from_json(raw)
    except ValueError:
        return None
    found = said.get("id") if isinstance(said, dict) else None
    return found if isinstance(found, str) and len(found) <= LONGEST_ID else None


def malformed(error: ValidationError) -> BadFormat:
    """The first thing that is wrong with a message, and where."""
    findings = error.errors(include_url=False, include_input=False)
    # The place begins with the type of the message, or is empty if that is what is wrong.
    place = ".".join(str(part) for part in findings[0]["loc"][1:])
    return BadFormat(place or "type", told_finding(findings))
