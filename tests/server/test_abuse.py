"""Ten thousand messages and requests that are malformed, oversized, stale or forged.

Each is answered with a 4xx or a coded error, nothing changes, and the log holds no traceback.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.bots import ANSWER, Bot, client_of_many, seat_two
from tests.serving import GENEROUS, serving

REQUESTS = 4_000
MESSAGES = 6_000
AT_ONCE = 16
TOO_LARGE = 1009  # the closing code of RFC 6455 for a message that is too big

JUNK: tuple[Any, ...] = (
    *(
        None,
        True,
        -1,
        0,
        1e308,
        10**30,
        "",
        " ",
        "x" * 300,
        "\x00",
        "\ud800",
        "c3h",
        "--",
        "\u202e",
    ),
    *([], {}, [[]], {"a": {}}, "'; drop table games; --", "<script>", "../../etc/passwd", "%00"),
)


@dataclass(frozen=True)
class Asked:
    """A request that must be refused."""

    method: str
    path: str
    content: bytes | None = None
    headers: dict[str, str] = field(default_factory=dict)


def as_bytes(value: Any) -> bytes:
    return json.dumps(value).encode()


def nested(depth: int) -> bytes:
    return b"[" * depth + b"]" * depth


def broken(text: bytes, random: Random) -> bytes:
    """A text with a few bytes changed, cut or doubled."""
    data = bytearray(text)
    for _ in range(random.randint(1, 4)):
        place = random.randrange(len(data) or 1)
        match random.randrange(3):
            case 0:
                data[place : place + 1] = bytes([random.randrange(256)])
            case 1:
                del data[place:]
            case _:
                data[place:place] = data[place : place + 5] * 2
    return bytes(data)


def bad_requests(games: list[str], cookies: list[str], random: Random) -> Iterator[Asked]:
    """Requests without end, each of which is wrong in at least one way."""
    created = {
        "variant": "pomeczi",
        "opponent": {"kind": "table"},
        "side": 1,
        "clock": None,
    }
    json_type = {"Content-Type": "application/json"}
    while True:
        game, cookie = random.choice(games), random.choice(cookies)
        headers = {**json_type, "Cookie": cookie}
        junk = random.choice(JUNK)
        # A new game with one thing in it that is wrong.
        name = random.choice([*created, "start", "public", "extra"])
        if (name, junk) != ("public", True):
            yield Asked("POST", "/api/games", as_bytes({**created, name: junk or "no"}), headers)
        yield Asked("POST", "/api/games", nested(random.choice([10, 1_000, 20_000])), headers)
        yield Asked("POST", "/api/games", b"x" * random.choice([1, 100, 2_000_000]), headers)
        yield Asked(
            "POST", "/api/games", as_bytes({**created, "variant": "pomeczi:board=9x9"}), headers
        )
        yield Asked("POST", "/api/games", as_bytes({**created, "start": "4/4/4/4"}), headers)
        # Somebody else's game, and actions that make no sense there.
        path = f"/api/games/{game}/actions"
        forged = {**json_type, "Cookie": broken(cookie.encode(), random).decode("latin-1")}
        forged["Cookie"] = "".join(c for c in forged["Cookie"] if " " < c < "\x7f") or "x"
        move = {"type": "move", "ply": random.randint(-5, 500), "move": "a1a9"}
        yield Asked("POST", path, as_bytes(move), headers)
        yield Asked("POST", path, as_bytes({"type": "resign"}), forged)
        yield Asked("POST", path, as_bytes({"type": "resign"}), json_type)
        yield Asked("POST", path, as_bytes({"type": junk}), headers)
        yield Asked("POST", path, as_bytes({"type": "accept", "what": "draw"}), headers)
        yield Asked("POST", path, as_bytes({**move, "id": "y" * 5_000}), headers)
        yield Asked(
            "POST",
            path,
            as_bytes({"type": "resign"}),
            {**headers, "Origin": "https://elsewhere.example"},
        )
        yield Asked(
            "POST",
            path,
            as_bytes({"type": "resign"}),
            {"Authorization": "Bearer " + "z" * random.choice([3, 60])},
        )
        # Names, addresses and methods.
        yield Asked(
            "PATCH",
            "/api/me",
            as_bytes({"name": random.choice(["n" * 500, "a\x00b", "\n", 5, None])}),
            headers,
        )
        yield Asked("GET", f"/api/games/{'q' * random.choice([1, 16, 300])}", None, headers)
        yield Asked(
            "GET", "/api/positions?variant=pomeczi&position=" + "4" * random.choice([1, 50, 4_000])
        )
        yield Asked("GET", "/api/positions?variant=nothing&position=4%00")
        yield Asked("GET", "/api/games?list=mine&before=never", None, headers)
        yield Asked("GET", "/api/games?list=secret", None, headers)
        yield Asked(
            "GET",
            "/api/variants?variant=" + random.choice(["x", "pomeczi:a=b", "%ff%fe", "p" * 900]),
        )
        yield Asked("GET", f"/api/rules/pomeczi/{random.choice(['P99', 'B1', '%2e%2e', '0'])}")
        yield Asked(random.choice(["DELETE", "PUT"]), f"/api/games/{game}", b"{}", headers)
        yield Asked("GET", "/api/" + "".join(random.choices("abc/.%20", k=12)) + "zz")


async def refused_requests(url: str, asked: Iterator[Asked]) -> None:
    """Send requests until there were enough, and look at every answer."""
    left = REQUESTS

    async def send(client: httpx2.AsyncClient) -> None:
        nonlocal left
        while left > 0:
            left -= 1
            what = next(asked)
            answer = await client.request(
                what.method, url + what.path, content=what.content, headers=what.headers
            )
            assert 400 <= answer.status_code < 500, (what, answer.status_code, answer.text)
            assert answer.json()["error"]["code"], (what, answer.text)

    async with client_of_many() as client:
        await asyncio.gather(*(send(client) for _ in range(AT_ONCE)))


def bad_messages(random: Random) -> Iterator[str | bytes]:
    """Messages without end to a game in which it is the other player's turn."""
    move = {"type": "move", "ply": 1, "move": "Sa1"}
    while True:
        junk = random.choice(JUNK)
        yield json.dumps(junk)
        yield json.dumps({"type": junk})
        yield json.dumps({**move, "ply": random.choice([-1, 0, 5, 10**12, "1", None, 1.5])})
        yield json.dumps(
            {**move, "move": random.choice(["", "Sz9", "Sb2", "x" * 200, None, "\x00"])}
        )
        yield json.dumps({**move, "extra": junk})
        yield json.dumps({**move, "id": "i" * 100})
        yield json.dumps(
            {"type": "accept", "what": random.choice(["draw", "takeback", "rematch", "x"])}
        )
        yield json.dumps({"type": "claim", "result": random.choice(["win", "draw", "loss"])})
        yield json.dumps({"type": "withdraw"})
        yield json.dumps({"type": "decline", "what": "draw"})
        yield broken(as_bytes(move), random).decode("latin-1") + "!"
        yield nested(random.choice([5, 100, 1_900])).decode()
        yield bytes(random.choices(range(256), k=30))
        yield '{"type": "move", "ply": NaN, "move": "Sb2"}'


async def refused_messages(bot: Bot, game_id: str, messages: Iterator[str | bytes]) -> None:
    """Send messages until there were enough, and look at every answer."""
    async with bot.socket(game_id) as socket:
        await socket.recv()
        for _ in range(MESSAGES):
            message = next(messages)
            await socket.send(message)
            while (answer := json.loads(await socket.recv()))["type"] in ("snapshot", "presence"):
                pass  # a stale move is answered with an error, and then with how things are
            assert answer["type"] == "error", (message, answer)
            assert answer["error"]["code"], (message, answer)


async def oversized(bot: Bot, game_id: str) -> int:
    """The closing code for a message that is far too large.

    It is announced and not sent: TCP drops the closing code where data is left unread.
    """
    masked_text = b"\x81\xff" + (3_000_000).to_bytes(8) + bytes(4)
    async with bot.socket(game_id) as socket:
        await socket.recv()
        socket.transport.write(masked_text)
        await socket.wait_closed()
        assert socket.close_code is not None
        return socket.close_code


async def foreign_origin(bot: Bot, game_id: str) -> int:
    """The status for a socket that another site's page opens."""
    headers = {**bot.headers, "Origin": "https://elsewhere.example"}
    address = f"{bot.url.replace('http', 'ws', 1)}/api/games/{game_id}/socket"
    with pytest.raises(InvalidStatus) as refused:
        await connect(address, additional_headers=headers, open_timeout=ANSWER)
    return refused.value.response.status_code


async def all_there_is(games: list[str], bots: list[Bot]) -> list[Any]:
    """Everything that could have changed, as its owners see it."""
    seen = []
    async with client_of_many() as client:
        for bot in bots:
            seen.append(await bot.request(client, "GET", "/api/me"))
            seen.append(await bot.request(client, "GET", "/api/games?list=mine"))
            for game in games:
                view = await bot.request(client, "GET", f"/api/games/{game}")
                del view["state"]["now"]
                seen.append(view)
    return seen


def test_nothing_comes_of_it(tmp_path: Path) -> None:
    random = Random(1)

    async def attack(url: str) -> None:
        async with client_of_many() as client:
            game_id, first, second = await seat_two(client, url, "pomeczi")
            await first.request(
                client,
                "POST",
                f"/api/games/{game_id}/actions",
                {"type": "move", "ply": 0, "move": "Sb2"},
            )
            asked = {
                "variant": "push-push",
                "opponent": {"kind": "person"},
                "side": 2,
                "clock": None,
            }
            waiting = await first.request(client, "POST", "/api/games", asked)
        bots, games = [first, second], [game_id, waiting["id"]]
        before = await all_there_is(games, bots)
        # The stranger has an identity of its own, and no seat.
        stranger = Bot(url)
        async with client_of_many() as client:
            await stranger.request(client, "GET", "/api/me")
        await refused_requests(url, bad_requests(games, [stranger.cookie], random))
        await refused_messages(first, game_id, bad_messages(random))
        assert await oversized(first, game_id) == TOO_LARGE
        assert await foreign_origin(first, game_id) == 403
        assert await all_there_is(games, bots) == before

    with serving(tmp_path, "", GENEROUS) as server:
        asyncio.run(attack(server.url))
        assert "Traceback" not in server.log.read_text()
