"""The pages' part of the catalogue: every sentence they say is in it, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from jostle.core.messages import catalogue
from tests.package import PACKAGE

WEB = PACKAGE / "web"
# A key in a template, or in a script: as it stands, or with holes that a word goes into.
KEY = re.compile(r"""["'`{](web\.[a-z0-9.-]*(?:\$\{[^}]*\}[a-z0-9.-]*)*)["'`}]""")
# The titles of pages are asked for by the server.
OF_SERVER = re.compile(r"web\.[a-z-]+\.title")


def files() -> Iterator[Path]:
    yield from WEB.rglob("*.html")
    yield from WEB.rglob("*.js")


def asked_keys() -> set[str]:
    """What the pages ask for, as patterns."""
    found = {key for path in files() for key in KEY.findall(path.read_text(encoding="utf-8"))}
    return {re.sub(r"\\\$\\\{.*?\\\}", "[a-z0-9-]+", re.escape(key)) for key in found}


def web_keys() -> list[str]:
    return [key for key in catalogue("en") if key.startswith("web.")]


def test_every_key_that_pages_ask_for_exists() -> None:
    asked = asked_keys()
    assert len(asked) > 100
    keys = web_keys()
    assert [key for key in asked if not any(re.fullmatch(key, there) for there in keys)] == []


def test_every_key_is_asked_for() -> None:
    asked = [re.compile(pattern) for pattern in asked_keys()] + [OF_SERVER]
    unused = [key for key in web_keys() if not any(one.fullmatch(key) for one in asked)]
    assert unused == []


def test_the_test_can_fail() -> None:
    assert KEY.findall("""t("web.no.such"), t(`web.level.${level}`), <p>{{web.nothing}}</p>""") == [
        "web.no.such",
        "web.level.${level}",
        "web.nothing",
    ]
