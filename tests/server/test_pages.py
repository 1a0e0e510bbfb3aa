"""Pages: rendered from templates that are checked at the start, and from the package itself."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

import jostle
from jostle.core.messages import catalogue
from jostle.games import GAMES, game_class
from jostle.render.svg import symbol_name
from jostle.render.theme import DARK, LIGHT
from jostle.server.site.pages import Pages
from jostle.server.site.rules_html import RulesWriter, rules_page
from jostle.server.site.sheets import symbol_sheet, theme_styles
from jostle.server.site.templates import Html, TemplateError, Templates
from tests.server.surrounding import EXISTING, error_of, small_client, write_web

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    return small_client(tmp_path_factory.mktemp("pages"))


# Templates.


def templates(folder: Path, frame: str, page: str, *values: str) -> Templates:
    (folder / "frame.html").write_text(frame)
    (folder / "a.html").write_text(page)
    return Templates(folder, "/assets/x", {"a": values})


def test_a_page_stands_in_its_frame(tmp_path: Path) -> None:
    pages = templates(
        tmp_path,
        "<{{language}}|{{title}}|{{ assets }}|{{content}}>",
        "{{name}} {{web.skip}} {{raw}}",
        "name",
        "raw",
    )
    values = {"title": "A & B", "name": "<b>{{assets}}", "raw": Html("<i>")}
    skip = catalogue("en")["web.skip"]
    shown = f"<en|A &amp; B|/assets/x|&lt;b&gt;{{{{assets}}}} {skip} <i>>"
    # What a value contains is no placeholder, even when its page is put into the frame.
    assert pages.render("a", "en", values) == shown


@pytest.mark.parametrize(
    ("frame", "page", "name"),
    [
        ("{{content}}", "{{nam}}", "nam"),
        ("{{content}}", "{{web.no-such-key}}", "web.no-such-key"),
        ("{{content}}", "{{content}}", "content"),
        ("{{contents}}", "", "contents"),
        ("{{content}}", "{{server.at}}", "server.at"),
    ],
)
def test_an_unknown_placeholder_is_found_at_the_start(
    tmp_path: Path, frame: str, page: str, name: str
) -> None:
    with pytest.raises(TemplateError, match=re.escape(name)):
        templates(tmp_path, frame, page, "name")


def test_the_templates_of_the_package_are_whole() -> None:
    pages = Pages(FastAPI())
    for page in ("home", "new", "game", "lobby", "mine", "missing"):
        shown = pages.plain(page, "en").decode()
        assert "{{" not in shown
        for path in re.findall(rf'"{pages.assets.path}/([^"#]+)', shown):
            assert pages.assets.get(path) is not None, path


# Routes.


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/", "home"),
        ("/new", "new"),
        ("/lobby", "lobby"),
        ("/mine", "mine"),
        (f"/games/{EXISTING}", "game"),
        ("/rules/pomeczi", "rules"),
        ("/docs/api", "api"),
    ],
)
def test_every_page_is_there(client: TestClient, path: str, page: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f"<h1>{page}</h1>" in answer.text
    assert re.search(r"<title>.+</title>", answer.text)
    # A page may be kept, but is asked for again.
    assert answer.headers["cache-control"] == "no-cache"
    again = client.get(path, headers={"if-none-match": f'"x", {answer.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(path, headers={"if-none-match": 'W/"x"'}).status_code == 200


@pytest.mark.parametrize("path", ["/games/nonesuch", "/rules/chess", "/assets/0/x.js"])
def test_what_is_not_there_has_a_page_of_its_own(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "<h1>missing</h1>" in answer.text


def test_parts_that_are_not_there_are_told_in_json(client: TestClient) -> None:
    for path in ("/symbols/chess.svg", "/messages/xx.json"):
        answer = client.get(path)
        assert (answer.status_code, error_of(answer)["code"]) == (404, "unknown")


def test_assets_are_kept_for_ever_under_their_digest(client: TestClient) -> None:
    script = re.findall(r'src="([^"]+)"', client.get("/").text)[0]
    answer = client.get(script, headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    digest = script.split("/")[2]
    old = client.get(script.replace(digest, "0" * 12))
    assert (old.text, old.headers["cache-control"]) == (answer.text, "no-cache")
    style = client.get(f"/assets/{digest}/styles/a.css")
    assert style.headers["content-type"] == "text/css; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    ["scripts/types.d.ts", "pages/home.html", "scripts", "../pages/home.html", "%2e%2e/x.js"],
)
def test_nothing_else_of_the_folder_is_served(client: TestClient, path: str) -> None:
    digest = re.findall(r"/assets/(\w+)/", client.get("/").text)[0]
    assert client.get(f"/assets/{digest}/{path}").status_code == 404


def test_the_digest_follows_the_files(tmp_path: Path) -> None:
    folder = write_web(tmp_path / "web")
    before = Pages(FastAPI(), folder).assets.digest
    assert Pages(FastAPI(), folder).assets.digest == before
    (folder / "styles" / "a.css").write_text("a { color: red }")
    assert Pages(FastAPI(), folder).assets.digest != before


def test_the_language_is_what_the_browser_likes(client: TestClient) -> None:
    for wish in ("", "en", "xx, en;q=0.5", "xx;q=nonsense,*", "EN-gb;q=0.1"):
        answer = client.get("/", headers={"accept-language": wish})
        assert '<html lang="en">' in answer.text


def test_small_things(client: TestClient) -> None:
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
    assert "Disallow: /api/" in client.get("/robots.txt").text


# What is made of the package itself.


@pytest.mark.parametrize("game", GAMES)
def test_a_games_symbols_are_one_sheet(client: TestClient, game: str) -> None:
    answer = client.get(f"/symbols/{game}.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    sheet = ElementTree.fromstring(symbol_sheet(game))
    names = {symbol.get("id") for symbol in sheet.iter(f"{SVG}symbol")}
    assert {symbol_name(piece) for piece in game_class(game).pieces} <= names
    assert all(symbol.get("viewBox") for symbol in sheet.iter(f"{SVG}symbol"))


def test_themes_have_every_colour_three_times(client: TestClient) -> None:
    styles = client.get("/styles/themes.css").text
    assert styles == theme_styles()
    assert styles.count("{") == styles.count("}") == 4
    for light, dark in zip(LIGHT.variables.items(), DARK.variables.items(), strict=True):
        assert styles.count(f"{light[0]}: ") == 3
        assert f"{light[0]}: {light[1]};" in styles
        assert styles.count(f"{dark[0]}: {dark[1]};") >= 2


def test_messages_are_those_that_pages_say(client: TestClient) -> None:
    said = client.get("/messages/en.json").json()
    assert said["list.last"] == catalogue("en")["list.last"]
    assert said["pomeczi.title"] == "Pomeczi"
    for head in ("web.", "effect.", "outcome.", "push-push.piece.", "pomeczi.kind."):
        assert any(key.startswith(head) for key in said), head
    for head in ("cli.", "server.", "pomeczi.refusal.", "pomeczi.position."):
        assert not any(key.startswith(head) for key in said), head
    assert len(json.dumps(said)) < 100_000


# Rules.


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_whole_and_well_formed(client: TestClient, game: str) -> None:
    page = rules_page(game)
    html = RulesWriter(game, "en").html()
    tree = ElementTree.fromstring(
        f'<div xmlns:xlink="http://www.w3.org/1999/xlink">{html}</div>'.replace("&nbsp;", " ")
    )
    anchors = [heading.get("id") for heading in tree.iter("h2")]
    assert anchors == [section.id or "notation" for section in page.sections]
    figures = sum(len(section.figures) for section in page.sections)
    assert len(list(tree.iter("figure"))) == len(list(tree.iter(f"{SVG}svg"))) == figures
    given = [figure.attrib for figure in tree.iter("figure")]
    assert {figure["data-rule"] for figure in given} == {s.id for s in page.sections if s.id}
    for told, figure in zip(
        given, (figure for section in page.sections for figure in section.figures), strict=True
    ):
        assert told["data-variant"] == figure.variant or told["data-variant"] == game
        assert told["data-position"] == figure.position
        assert told.get("data-move") == figure.move
        assert told.get("data-after") == figure.after
        assert told.get("data-refused") == figure.refused
    ids = [element.get("id") for element in tree.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    links = [link.get("href", "") for link in tree.iter("a")]
    assert {link.removeprefix("#") for link in links} <= set(anchors)
    assert len(links) > 10
    for paragraph in (*tree.iter("p"), *tree.iter("li"), *tree.iter("figcaption")):
        assert not re.search(r"`|\*\*", "".join(paragraph.itertext()))
    # Colours are the page's, and nothing is styled in place.
    assert "var(--player1)" in html
    assert 'style="' not in html
    assert not re.search(r'(fill|stroke)="#', html)
    shown = client.get(f"/rules/{game}").text
    assert html in shown
    assert f"<p>{page.title}</p>" in shown


def test_the_words_of_rules_are_marked_and_escaped() -> None:
    writer = RulesWriter("pomeczi", "en")
    assert writer.inline("**Bold `a*b` end** and *this*") == (
        "<strong>Bold <code>a*b</code> end</strong> and <em>this</em>"
    )
    assert writer.inline("<b> & `<i>` P8 P99") == (
        '&lt;b&gt; &amp; <code>&lt;i&gt;</code> <a href="#P8">P8</a> P99'
    )
    assert writer.text("One\ntwo.\n\n- a\n- b\n  c\n\n```text\nx\n\n<y>\n```\n\nEnd.") == (
        "<p>One\ntwo.</p><ul><li>a</li><li>b\n  c</li></ul>"
        "<pre><code>x\n\n&lt;y&gt;</code></pre><p>End.</p>"
    )


def test_a_refused_figure_names_its_rule() -> None:
    writer = RulesWriter("pomeczi", "en")
    figures = writer.page.section("P8").figures
    refused = writer.figure(figures[0], "P8")
    assert '<code>b2&gt;</code> is refused by <a href="#P8">P8</a>:' in refused
    played = writer.figure(figures[1], "P8")
    assert "refused" not in played
    after = jostle.game("pomeczi").position(figures[1].position).play("c2>")
    assert after.text == figures[1].after
    assert "<title>Figure 2</title>" in played
