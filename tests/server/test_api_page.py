"""The page about the API says what the OpenAPI document says."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from fastapi import FastAPI

from jostle.core.messages import catalogue, speaking
from jostle.server.site.api_page import api_html
from tests.server.surrounding import small_app

DOCUMENT = {
    "info": {"description": "All of `it`."},
    "paths": {
        "/api/things/{id}": {
            "get": {
                "tags": ["Things"],
                "summary": "One thing",
                "description": "Gives `one` thing & no <more>.\n\nTwice.",
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                    {
                        "name": "size",
                        "in": "query",
                        "description": "How large",
                        "schema": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
                    },
                    {"name": "jostle", "in": "cookie", "schema": {"type": "string"}},
                ],
                "responses": {
                    "200": {
                        "description": "A thing",
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}
                        },
                    },
                    "404": {"description": "None"},
                },
            }
        },
        "/api/text": {
            "post": {
                "requestBody": {"content": {"application/json": {"schema": {"type": "string"}}}},
                "responses": {"200": {"description": "", "content": {"text/plain": {}}}},
            }
        },
    },
    "components": {
        "schemas": {
            "Thing": {
                "type": "object",
                "required": ["kind"],
                "properties": {
                    "kind": {"enum": ["a", 1]},
                    "both": {"anyOf": [{"$ref": "#/components/schemas/Part"}, {"type": "null"}]},
                    "pair": {"prefixItems": [{"type": "integer"}, {"type": "string"}]},
                    "names": {"type": "array", "items": {"type": "string"}},
                    "map": {"type": "object", "additionalProperties": {"type": "integer"}},
                    "fixed": {"const": "x"},
                    "free": {},
                },
            },
            "Part": {"type": "string", "description": "A part", "maxLength": 3},
        }
    },
}


def test_routes_and_shapes() -> None:
    html = api_html(DOCUMENT)
    tree = ElementTree.fromstring(f"<div>{html}</div>")
    ids = {element.get("id") for element in tree.iter() if element.get("id")}
    assert {"get-api-things-id", "post-api-text", "shape-Thing", "shape-Part"} <= ids
    links = {link.get("href", "").removeprefix("#") for link in tree.iter("a")}
    assert links <= ids
    assert "Gives <code>one</code> thing &amp; no &lt;more&gt;." in html
    assert "<p>Twice.</p>" in html
    assert "<p>All of <code>it</code>.</p>" in html
    assert "/api/games/{game_id}/socket" in html
    assert "<dt><code>snapshot</code></dt>" in html
    assert "How large; <code>3</code> if left out; at least 1; at most 9" in html
    assert '<a href="#shape-Part">Part</a> | null' in html
    assert "<code>&quot;a&quot;</code> | <code>1</code>" in html
    for told in ("[integer, string]", "[string, …]", "{…: integer}", "&quot;x&quot;", "anything"):
        assert told in html
    assert "text/plain" in html
    assert "cookie" not in html
    assert "<script" not in html


def test_a_real_app(tmp_path: Path) -> None:
    app = small_app(tmp_path)
    tree = ElementTree.fromstring(f"<div>{api_html(app.openapi())}</div>")
    assert "People" in [heading.text for heading in tree.iter("h2")]
    assert "Note" in [heading.text for heading in tree.iter("h3")]


def test_an_empty_app() -> None:
    assert "Shapes" in api_html(FastAPI().openapi())


def test_what_is_in_english_is_marked_in_other_languages() -> None:
    with speaking("es"):
        html = api_html(DOCUMENT)
    assert catalogue("es")["server.api.in-english"] in html
    assert '<span lang="en">Twice.</span>' in html
    assert "<h4>Parámetros</h4>" in html
    assert "lang=" not in api_html(DOCUMENT)
