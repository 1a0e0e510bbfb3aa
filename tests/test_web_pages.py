"""The page templates and what they are made of, as far as it can be told without a browser."""

from __future__ import annotations

import re

import jostle
from tests.package import GAMES, PACKAGE

WEB = PACKAGE / "web"
PAGES = {path.name: path.read_text(encoding="utf-8") for path in (WEB / "pages").glob("*.html")}
SCRIPTS = {path: path.read_text(encoding="utf-8") for path in (WEB / "scripts").rglob("*.js")}
ASSET = re.compile(r"\{\{assets\}\}/([\w./-]+)")
ICON = re.compile(r"icons\.svg#([a-z]+)")


def test_there_is_a_frame_around_the_pages() -> None:
    assert PAGES["frame.html"].count("{{content}}") == 1
    assert len(PAGES) > 5


def test_every_asset_that_a_page_names_exists() -> None:
    named = {asset for page in PAGES.values() for asset in ASSET.findall(page)}
    assert len(named) > 15
    assert [asset for asset in named if not (WEB / asset).is_file()] == []


def test_every_module_that_is_imported_exists() -> None:
    """Browsers find modules by their files only."""
    imported = [
        (path, name)
        for path, text in SCRIPTS.items()
        for name in re.findall(
            r'^(?:import|export) .*?from "(\.[^"]+)";', text, re.MULTILINE | re.DOTALL
        )
    ]
    assert len(imported) > 50
    assert [name for path, name in imported if not (path.parent / name).is_file()] == []


def test_nothing_is_written_into_pages_that_the_policy_forbids() -> None:
    for name, page in PAGES.items():
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:", page), name
        page = page.replace("<script>{{early-script}}</script>", "")  # its hash is in the policy
        assert all(" src=" in tag for tag in re.findall(r"<script[^>]*>", page)), name
    for path, script in SCRIPTS.items():
        assert not re.search(r"\beval\(|new Function|innerHTML|insertAdjacentHTML", script), path


def test_every_icon_that_is_used_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([a-z]+)"', (WEB / "icons/icons.svg").read_text()))
    used = {icon for page in PAGES.values() for icon in ICON.findall(page)}
    called = r'\b(?:icon|button)\(\s*"([a-z]+)"|icon: "([a-z]+)"|way: "([a-z]+)", key'
    for script in SCRIPTS.values():
        used |= {name for names in re.findall(called, script) for name in names if name}
    assert used == drawn


def test_the_first_page_shows_positions_of_every_game() -> None:
    text = (WEB / "scripts/pages/showcase.js").read_text(encoding="utf-8")
    shown = dict(re.findall(r'^  "?([a-z-]+)"?: "([^"]+)",$', text, re.MULTILINE))
    assert list(shown) == GAMES
    for game, position in shown.items():
        assert jostle.game(game).position(position).outcome is None
