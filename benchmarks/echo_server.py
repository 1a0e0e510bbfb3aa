"""The least that a server of durable messages does: it stores each message and sends it back.

``python -m benchmarks.echo_server PORT FILE`` serves it; ``serving.py`` compares with it.
"""

from __future__ import annotations

import sys
from typing import Any

import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from sqlalchemy import Column, Integer, MetaData, String, Table, event
from sqlalchemy.ext.asyncio import create_async_engine

messages = Table(
    "messages", MetaData(), Column("id", Integer, primary_key=True), Column("text", String)
)


def echo_app(file: str) -> FastAPI:
    """One socket, one row and one commit for each message."""
    app = FastAPI()
    # One connection: several would wait for each other's locks, and fare worse.
    engine = create_async_engine(f"sqlite+aiosqlite:///{file}", pool_size=1, max_overflow=0)

    @event.listens_for(engine.sync_engine, "connect")
    def durable(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA busy_timeout=30000")
        cursor.close()

    @app.get("/readyz")
    async def ready() -> str:
        async with engine.begin() as connection:
            await connection.run_sync(messages.metadata.create_all)
        return "ready"

    @app.websocket("/socket")
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        try:
            while True:
                text = await socket.receive_text()
                async with engine.begin() as connection:
                    await connection.execute(messages.insert().values(text=text))
                await socket.send_text(text)
        except WebSocketDisconnect:
            return

    return app


if __name__ == "__main__":
    port, path = sys.argv[1:]
    uvicorn.run(echo_app(path), host="127.0.0.1", port=int(port), log_level="warning")
