"""HTTP with bounds for the head of a request, which no middleware sees before it is whole.

The web server would collect an endless head until memory ends, and wait for a slow one for ever.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from jostle.server.problems import LongHead, ServerError, TooSlow


class BoundedHead(HttpToolsProtocol):
    """The protocol of one connection; ``bounded`` sets the bounds."""

    most_bytes: int
    most_seconds: float

    _in_head = True
    _head_bytes = 0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._in_head:
            self._head_bytes += len(data)
            if self._head_bytes > self.most_bytes:
                self._refuse(LongHead(self.most_bytes), HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect_head()

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def _expect_head(self) -> None:
        self._stop_waiting()
        self._in_head, self._head_bytes = True, 0
        self._deadline = self.loop.call_later(self.most_seconds, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._refuse(TooSlow(), HTTPStatus.REQUEST_TIMEOUT)

    def _refuse(self, error: ServerError, status: HTTPStatus) -> None:
        if self.transport.is_closing():
            return
        body = json.dumps({"error": error.to_json()}, ensure_ascii=False).encode()
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def bounded(most_bytes: int, most_seconds: float) -> type[BoundedHead]:
    """The protocol with these bounds; the web server makes one for each connection by itself."""
    bounds = {"most_bytes": most_bytes, "most_seconds": most_seconds}
    return type(BoundedHead.__name__, (BoundedHead,), bounds)
