"""Health: alive at once, ready when it is true."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from jostle.server import health
from jostle.server.health import Readiness, load_engines


class AnyStore:
    """A store that answers, or does not."""

    fails = False
    hangs = False

    async def ping(self) -> None:
        if self.fails:
            raise OSError("the disk is gone")
        if self.hangs:
            await asyncio.Event().wait()


@contextmanager
def client_with(*work: Any) -> Iterator[tuple[TestClient, FastAPI]]:
    """An app that warms up by doing some work."""
    app = FastAPI()
    app.include_router(health.router)
    app.state.jostle = SimpleNamespace(store=AnyStore())

    async def start() -> None:
        app.state.readiness = Readiness()
        app.state.readiness.start(*work)

    with TestClient(app) as client:
        assert client.portal is not None
        client.portal.call(start)
        yield client, app
        client.portal.call(app.state.readiness.close)


def test_alive_while_it_warms_up_and_ready_after_it() -> None:
    gate = threading.Event()
    with client_with(lambda: gate.wait(30)) as (client, app):
        assert client.get("/healthz").json() == {"status": "alive"}
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.json() == {
            "status": "not-ready",
            "reasons": ["the games are being loaded"],
        }
        gate.set()
        assert client.portal is not None
        client.portal.call(app.state.readiness.wait)
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


def test_not_ready_without_its_store(caplog: pytest.LogCaptureFixture) -> None:
    with client_with() as (client, app):
        assert client.portal is not None
        client.portal.call(app.state.readiness.wait)
        app.state.jostle.store.fails = True
        answer = client.get("/readyz")
        assert answer.status_code == 503
        assert answer.json()["reasons"] == ["the database does not answer"]
        assert "disk" not in answer.text
        app.state.jostle.store.fails = False
        app.state.readiness.is_closing = True
        assert client.get("/readyz").json()["reasons"] == ["the server is stopping"]
    assert caplog is not None


def test_a_slow_store_is_logged_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "STORE_SECONDS", 0.0)
    with client_with() as (client, app), capture_logs() as logged:
        app.state.jostle.store.hangs = True
        answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "the database does not answer" in answer.json()["reasons"]
    assert {"event": "store-is-slow", "seconds": 0.0, "log_level": "warning"} in logged
    assert not any(line.get("exc_info") for line in logged)


def test_a_failure_while_warming_up_is_not_swallowed() -> None:
    async def test() -> None:
        readiness = Readiness()
        readiness.start(lambda: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            await readiness.wait()
        assert not readiness.is_warm
        await readiness.close()

    asyncio.run(test())


def test_the_engines_are_loaded() -> None:
    load_engines()


def test_the_figures_are_told() -> None:
    with client_with() as (client, _):
        answer = client.get("/metrics")
        assert answer.headers["content-type"].startswith("text/plain")
        for name in ("jostle_moves_total", "jostle_sockets", "jostle_engine_queue"):
            assert f"\n# TYPE {name.removesuffix('_total')}" in answer.text
