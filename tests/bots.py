"""People made of software, for tests and benchmarks: they play over the real socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from http.cookiejar import DefaultCookiePolicy
from random import Random
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

import jostle

ANSWER = 300.0  # seconds to wait for an answer before asking again
AGAIN = 0.5  # seconds before connecting again
LOST = (OSError, WebSocketException, httpx2.TransportError, TimeoutError)


class Bot:
    """One identity at one game, with its own cookie, which reconnects as often as it must.

    ``acknowledged`` are the moves that the server has said are done: (ply, move).
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookie = ""
        self.acknowledged: list[tuple[int, str]] = []

    @property
    def headers(self) -> dict[str, str]:
        return {"Origin": self.url, **({"Cookie": self.cookie} if self.cookie else {})}

    async def request(
        self, client: httpx2.AsyncClient, method: str, path: str, body: Any = None
    ) -> Any:
        """Ask until there is an answer, as a patient person would."""
        while True:
            try:
                answer = await client.request(
                    method, self.url + path, json=body, headers=self.headers
                )
                break
            except LOST:
                await asyncio.sleep(AGAIN)
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        answer.raise_for_status()
        return answer.json()

    def socket(self, game_id: str) -> connect:
        """A connection to a game's socket."""
        address = f"{self.url.replace('http', 'ws', 1)}/api/games/{game_id}/socket"
        return connect(address, additional_headers=self.headers, open_timeout=ANSWER)

    async def play(
        self, game_id: str, choose: Callable[[str], str], is_over: Callable[[], bool]
    ) -> None:
        """Play a game until it is over, for the seat that this bot has, whatever happens between.

        ``choose`` is given the position's text.
        """
        while not is_over():
            try:
                async with self.socket(game_id) as socket:
                    if await self._play_connected(socket, choose, is_over):
                        return
            except LOST:
                await asyncio.sleep(AGAIN)

    async def _play_connected(
        self,
        socket: ClientConnection,
        choose: Callable[[str], str],
        is_over: Callable[[], bool],
    ) -> bool:
        """Play as long as the connection holds; tells whether the game has ended."""
        mine: list[int] = []
        seq = 0
        while not is_over():
            message = json.loads(await asyncio.wait_for(socket.recv(), ANSWER))
            if message["type"] == "snapshot":
                game = message["game"]
                mine, seq, state = game["you"], game["seq"], game["state"]
            elif message["type"] == "event":
                assert message["seq"] == seq + 1, "a message is missing"
                seq, state = message["seq"], message["state"]
            elif message["type"] == "done":
                ply, _, move = message["id"].partition(" ")
                self.acknowledged.append((int(ply), move))
                continue
            elif message["type"] == "error":
                assert message["error"]["code"] == "stale", message
                continue
            else:
                continue
            if state["status"] == "over":
                return True
            if state["status"] == "playing" and state["position"]["mover"] in mine:
                ply = state["ply"]
                move = choose(state["position"]["text"])
                asked = {"type": "move", "ply": ply, "move": move, "id": f"{ply} {move}"}
                await socket.send(json.dumps(asked))
        return False


def client_of_many() -> httpx2.AsyncClient:
    """A client that keeps no cookies: those who share it have their own."""
    client = httpx2.AsyncClient(timeout=ANSWER)
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return client


async def seat_two(
    client: httpx2.AsyncClient, url: str, variant: str, **more: Any
) -> tuple[str, Bot, Bot]:
    """A new game with two bots at it; the first is Player 1."""
    first, second = Bot(url), Bot(url)
    asked = {"variant": variant, "opponent": {"kind": "person"}, "side": 1, "clock": None, **more}
    game = await first.request(client, "POST", "/api/games", asked)
    # Browsers have an identity from the page: a seat once taken is theirs after a crash, too.
    await second.request(client, "GET", "/api/me")
    await second.request(client, "POST", f"/api/games/{game['id']}/join")
    return game["id"], first, second


def at_random(variant: str, random: Random) -> Callable[[str], str]:
    """Chooses any legal move."""
    game = jostle.game(variant)

    def choose(text: str) -> str:
        return str(random.choice(list(game.position(text).legal_moves)))

    return choose
