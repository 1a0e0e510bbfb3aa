"""What a first visit transfers."""

from __future__ import annotations

import pytest

from tests.browser.conftest import NewPerson

MOST_BYTES = 200_000


@pytest.mark.parametrize("path", ["/", "/new", "pomeczi", "push-push", "pushee-pieces"])
def test_a_first_visit_is_light(person: NewPerson, path: str) -> None:
    visitor = person()
    page = visitor.context.new_page()
    network = visitor.context.new_cdp_session(page)
    received: list[float] = []
    network.on("Network.loadingFinished", lambda end: received.append(end["encodedDataLength"]))
    network.send("Network.enable")
    address = path if path.startswith("/") else f"/games/{visitor.create(path)}"
    page.goto(address)
    page.wait_for_load_state("networkidle")
    assert len(received) > 10  # everything was counted
    assert sum(received) < MOST_BYTES
