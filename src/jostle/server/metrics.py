"""What is counted and measured, and the page that tells it.

Other parts call ``MOVES.inc()`` or ``ROUND_TRIP.observe(seconds)``. Nothing here tells of a person.
"""

from __future__ import annotations

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from starlette.responses import Response

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
GCCollector(registry=REGISTRY)

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds


def _counter(name: str, told: str, *labels: str) -> Counter:
    return Counter(f"jostle_{name}", told, labels, registry=REGISTRY)


def _gauge(name: str, told: str) -> Gauge:
    return Gauge(f"jostle_{name}", told, registry=REGISTRY)


def _histogram(name: str, told: str, *labels: str) -> Histogram:
    return Histogram(f"jostle_{name}", told, labels, registry=REGISTRY, buckets=QUICK)


REQUESTS = _counter("requests", "Requests answered", "method", "route", "status")
REQUEST_SECONDS = _histogram("request_seconds", "Time to answer a request", "route")
REFUSED = _counter("refused", "Requests refused by a limit", "kind")
FAILURES = _counter("failures", "Requests that failed by our own mistake")

GAMES = _counter("games", "Games created", "game")
MOVES = _counter("moves", "Moves accepted", "game")
ROOMS = _gauge("rooms", "Games held in memory")
SOCKETS = _gauge("sockets", "Open sockets")
ROUND_TRIP = _histogram("round_trip_seconds", "From a move's arrival to its acknowledgement")

COMMITS = _histogram("commit_seconds", "Time of a commit to the database")

ENGINE_QUEUE = _gauge("engine_queue", "Jobs that wait for the engine")
ENGINE_RUNNING = _gauge("engine_running", "Jobs that the engine works on")
ENGINE_SECONDS = _histogram("engine_seconds", "Time of a job in the engine")
ENGINE_OVERRUNS = _counter("engine_overruns", "Jobs that took longer than they may")


async def metrics_page() -> Response:
    """All figures, as Prometheus reads them."""
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
