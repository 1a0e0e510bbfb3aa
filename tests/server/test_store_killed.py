"""What was acknowledged is there, whenever the server is killed."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from jostle.server.store import Store
from tests.server.appending import GAMES
from tests.server.stored import event

KILLS = 8


@pytest.mark.anyio
async def test_nothing_acknowledged_is_lost(database_url: str) -> None:
    command = [sys.executable, "-m", "tests.server.appending", database_url, str(KILLS), "seed"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    acknowledged: dict[str, int] = json.loads(run.stdout)
    assert len(acknowledged) == GAMES
    store = await Store.open(database_url)
    try:
        for game, last in acknowledged.items():
            events = await store.events(game)
            assert events == [event(seq) for seq in range(1, len(events) + 1)]
            assert len(events) >= last
    finally:
        await store.close()
