"""How much one client may ask for: so many requests of a kind in a time, so many sockets at once.

The windows are counted by the ``limits`` library. Its own storage in memory starts a thread for
nearly every hit to tidy up, which a server with hundreds of moves a second would feel; the one here
tidies up when it has grown to twice its size.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from math import ceil

from limits import RateLimitItem, parse_many
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from jostle.server import metrics
from jostle.server.problems import TooMany
from jostle.server.settings import Settings

# The kinds.
REQUESTS = "requests"  # to the API, of any kind
IDENTITIES = "identities"  # made, by address
GAMES = "games"  # created
MESSAGES = "messages"  # over a socket, and actions
REVIEWS = "reviews"  # asked for
SOCKETS = "sockets"

LEAST_TIDIED = 1024
SOCKET_RETRY = 5  # seconds until a refused socket may hope for a place


class WindowStorage(Storage):
    """Counts by key, each until its window ends; for one thread."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._now = now
        self._windows: dict[str, list[float]] = {}  # the count and the end
        self._tidied = LEAST_TIDIED

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        now = self._now()
        window = self._windows.get(key)
        if window is None or window[1] <= now:
            window = self._windows[key] = [0, now + expiry]
            if len(self._windows) > 2 * self._tidied:
                self._tidy(now)
        window[0] += amount
        return int(window[0])

    def _tidy(self, now: float) -> None:
        self._windows = {key: window for key, window in self._windows.items() if window[1] > now}
        self._tidied = max(LEAST_TIDIED, len(self._windows))

    def get(self, key: str) -> int:
        count, end = self._windows.get(key, (0, 0))
        return int(count) if end > self._now() else 0

    def get_expiry(self, key: str) -> float:
        return self._windows[key][1] if key in self._windows else self._now()

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        count = len(self._windows)
        self._windows.clear()
        return count

    def clear(self, key: str) -> None:
        self._windows.pop(key, None)

    def __len__(self) -> int:
        return len(self._windows)


class Rates:
    """The limits of a server, and who has used how much of them."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._limiter = FixedWindowRateLimiter(WindowStorage(now))
        self._limits: dict[str, list[RateLimitItem]] = {
            REQUESTS: parse_many(settings.rate_requests),
            IDENTITIES: parse_many(settings.rate_identities),
            GAMES: parse_many(settings.rate_games),
            MESSAGES: parse_many(settings.rate_messages),
            REVIEWS: parse_many(settings.rate_reviews),
        }
        self._most_sockets = settings.sockets_per_client
        self._sockets: Counter[str] = Counter()

    def check(self, kind: str, client: str) -> None:
        """Count one more of a kind; TooMany if the client has had all it may have."""
        for limit in self._limits[kind]:
            if not self._limiter.hit(limit, kind, client):
                end = self._limiter.get_window_stats(limit, kind, client).reset_time
                metrics.REFUSED.labels(kind).inc()
                raise TooMany(max(1, ceil(end - self._now())))

    def take_socket(self, client: str) -> None:
        """Count one more open socket; TooMany if the client has all it may have."""
        if self._sockets[client] >= self._most_sockets:
            metrics.REFUSED.labels(SOCKETS).inc()
            raise TooMany(SOCKET_RETRY)
        self._sockets[client] += 1

    def give_socket_back(self, client: str) -> None:
        """Count one open socket less."""
        self._sockets[client] -= 1
        if not self._sockets[client]:
            del self._sockets[client]
