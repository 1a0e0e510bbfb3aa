"""The routes to print and play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from jostle.server.api.printing import bound
from tests.server.playing import Person, error_in, small_server


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    folder: Path = tmp_path_factory.mktemp("printing")
    with TestClient(small_server(f"sqlite:///{folder / 'games.sqlite3'}")) as client:
        yield Person(client, "somebody")


def test_the_pages_are_told_and_shown(person: Person) -> None:
    told = person.get("/print", variant="pomeczi", paper="a4", language="es").json()
    assert told == {
        "title": "Pomeczi",
        "pages": ["Tablero", "Reglas", "Piezas", "Reversos de las piezas"],
        "square": 38,
        "double_sided": True,
    }
    for number in range(1, 5):
        asked = {"variant": "pomeczi", "paper": "a4", "language": "es", "page": str(number)}
        answer = person.get("/print/page.svg", **asked)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert ElementTree.fromstring(answer.text).attrib["viewBox"] == "0 0 210 297"


def test_the_booklet_is_a_pdf(person: Person) -> None:
    answer = person.get("/print/booklet.pdf", variant="push-push", paper="letter")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'inline; filename="push-push-letter.pdf"'
    assert answer.content == bound("push-push", "letter", "en").pdf()
    assert answer.content.startswith(b"%PDF-")


def test_bad_input_is_refused_with_a_sentence(person: Person) -> None:
    for route in ("", "/booklet.pdf", "/page.svg"):
        for wrong, status in (
            ({"variant": "chess"}, 400),
            ({"variant": "pomeczi:board=9x9"}, 400),
            ({"variant": "pomeczi", "paper": "a5"}, 422),
            ({"variant": "pomeczi", "language": "fr"}, 422),
        ):
            assert error_in(person.get(f"/print{route}", **wrong), status)["message"]
    missing = person.get("/print/page.svg", variant="pomeczi", page="5")
    assert "the last one is 4" in error_in(missing, 404)["message"]
    assert error_in(person.get("/print/page.svg", variant="pomeczi", page="0"), 422)
