"""Running the server: a port, an event loop, a line that says where it is, and a clean end."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from jostle.core.errors import JostleError
from jostle.core.messages import message, say
from jostle.server.app import create_app
from jostle.server.guard.http_head import bounded
from jostle.server.logs import set_up_logs
from jostle.server.settings import Settings

EVERYWHERE = ("0.0.0.0", "::", "")
BACKLOG = 2048
INTERRUPTED = 130
# The event loop lets other threads run whenever it sends something, and gets its turn back when
# they have had theirs; Python's usual turn would hold every answer up for 5 ms while one thinks.
SWITCH_INTERVAL = 0.0005
OPENING_SECONDS = 10  # that a browser may take to come up before this program ends

Tell = Callable[[str], None]


class CannotServe(JostleError):
    """The server cannot be started as it was asked for."""

    code = "serve"


def serve(settings: Settings, *, open_browser: bool, tell: Tell) -> int:
    """Serve until somebody ends it; returns the exit status."""
    set_up_logs(settings)
    # A port that somebody has set is the one that is meant.
    listener = listen(settings.host, settings.port, is_set="port" in settings.model_fields_set)
    port: int = listener.getsockname()[1]
    url = settings.public_url or url_of(settings.host, port)

    def on_ready() -> None:
        if port != settings.port and settings.port:
            tell(say("server.other-port", taken=settings.port, port=port))
        tell(say("server.at", url=url))
        if open_browser:
            show(url)

    try:
        run(create_app(settings, address=url), settings, listener, on_ready)
    except JostleError as error:
        running = dict(error.message.parameters).get("address")
        if not open_browser or running is None:
            raise
        tell(say("server.opened", url=running))
        opening = show(running)
        if opening is not None:
            opening.join(OPENING_SECONDS)  # the thread would end with this program
    finally:
        listener.close()
    return 0


def listen(host: str, port: int, *, is_set: bool) -> socket.socket:
    """A socket that listens on a port, or on any free one if the port is taken and was not set."""
    try:
        family, _, _, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise CannotServe(message("server.cannot.host", host=host)) from None
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE and not is_set:
            return listen(host, 0, is_set=True)
        if error.errno == errno.EADDRNOTAVAIL:
            raise CannotServe(message("server.cannot.host", host=host)) from None
        problem = os.strerror(error.errno or 0)
        raise CannotServe(
            message("server.cannot.port", port=port, host=host, problem=problem)
        ) from None
    return listener


def url_of(host: str, port: int) -> str:
    """Where a browser on this machine finds the server.

    >>> url_of("0.0.0.0", 8471), url_of("::1", 80)
    ('http://127.0.0.1:8471', 'http://[::1]:80')
    """
    if host in EVERYWHERE:
        host = "127.0.0.1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def run(
    app: FastAPI, settings: Settings, listener: socket.socket, on_ready: Callable[[], None]
) -> None:
    """Run an app until it is told to stop; ``on_ready`` is called once it can serve."""
    config = uvicorn.Config(
        app,
        http=bounded(settings.head_bytes, settings.request_seconds),
        ws="websockets-sansio",
        ws_max_size=settings.message_bytes,
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.ping_seconds,
        ws_per_message_deflate=False,  # messages are short, and there are many
        lifespan="off",  # it surrounds the server below, so that its errors reach the caller
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=settings.shutdown_seconds,
    )
    server = _Server(config)

    async def announce() -> None:
        try:
            await app.state.readiness.wait()
            await server.is_listening.wait()
        except Exception:
            server.should_exit = True
            raise
        on_ready()

    async def main() -> None:
        async with app.router.lifespan_context(app):
            announcing = asyncio.create_task(announce())
            await server.serve(sockets=[listener])
            if not announcing.cancel():
                announcing.result()

    sys.setswitchinterval(SWITCH_INTERVAL)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(main())


class _Server(uvicorn.Server):
    """A server that ends cleanly at the first signal and at once at the second.

    It closes its sockets with the code 1012, which tells browsers to come back soon.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_listening = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_listening.set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self.should_exit and sig == signal.SIGINT:
            os._exit(INTERRUPTED)  # all that was acknowledged is on the disk
        self.should_exit = True


def show(url: str) -> threading.Thread | None:
    """Open a page in the user's browser, if there is one with windows or one that was chosen.

    Returns the thread that does it.
    """
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return None
    # One for the terminal would take it away from this program.
    is_for_terminal = type(browser) is webbrowser.GenericBrowser
    if is_for_terminal and "BROWSER" not in os.environ:
        return None
    # Some browsers keep their caller waiting as long as they are open.
    opening = threading.Thread(target=browser.open, args=(url,), daemon=True)
    opening.start()
    return opening
