"""The description of the API as a page, made from the app's own OpenAPI document; no script."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from jostle.core.messages import DEFAULT_LANGUAGE, say, spoken_language
from jostle.server.site.templates import Html

METHODS = ("get", "post", "put", "patch", "delete")
SCHEMAS = "#/components/schemas/"
NOTHING_SAID = "Successful Response"  # which the framework says where we say nothing
# What the server says over a socket; OpenAPI has no word for sockets.
TOLD = ("snapshot", "event", "done", "error", "presence", "pong")

Node = Mapping[str, Any]


def api_html(document: Node) -> Html:
    """The whole description: a table of contents, the routes by their tags, the shapes."""
    groups: dict[str, list[tuple[str, str, Node]]] = {}
    for path, route in document["paths"].items():
        for method in METHODS:
            if method in route:
                tag = (route[method].get("tags") or [say("server.api.untagged")])[0]
                groups.setdefault(tag, []).append((method, path, route[method]))
    schemas: Node = document.get("components", {}).get("schemas", {})
    parts = [_paragraphs(document["info"].get("description", ""))]
    if spoken_language() != DEFAULT_LANGUAGE:
        parts = [_paragraphs(say(f"server.api.{name}")) for name in ("description", "in-english")]
    parts.append('<nav class="api-contents"><ul>')
    for tag, routes in groups.items():
        links = "".join(
            f'<li><a href="#{_anchor(method, path)}">{_route_name(method, path)}</a></li>'
            for method, path, _ in routes
        )
        parts.append(f"<li>{_english(escape(tag))}<ul>{links}</ul></li>")
    shapes, socket = escape(say("server.api.shapes")), escape(say("server.socket.title"))
    parts.append(f'<li><a href="#socket">{socket}</a></li>')
    parts.append(f'<li><a href="#shapes">{shapes}</a></li></ul></nav>')
    for tag, routes in groups.items():
        parts.append(f'<section class="api-group"><h2>{_english(escape(tag))}</h2>')
        parts += (_route(*route) for route in routes)
        parts.append("</section>")
    parts.append(f'<section class="api-group"><h2 id="socket">{socket}</h2>{_socket()}</section>')
    parts.append(f'<section class="api-group"><h2 id="shapes">{shapes}</h2>')
    parts += (_schema(name, schema) for name, schema in sorted(schemas.items()))
    parts.append("</section>")
    return Html("".join(parts))


def _anchor(method: str, path: str) -> str:
    """An id of a route that can stand in a link.

    >>> _anchor("get", "/api/games/{id}")
    'get-api-games-id'
    """
    return f"{method}-" + re.sub(r"[^a-z0-9]+", "-", path.lower()).strip("-")


def _route_name(method: str, path: str) -> str:
    name = f'<span class="api-method">{method.upper()}</span>'
    return f"<code>{name} {escape(path)}</code>"


def _route(method: str, path: str, route: Node) -> str:
    """One route: what it does, what it takes, what it answers."""
    parts = [f'<article class="api-route" id="{_anchor(method, path)}">']
    parts.append(f"<h3>{_route_name(method, path)}</h3>")
    said = route.get("description") or route.get("summary", "")
    parts += (f"<p>{_english(_words(part))}</p>" for part in said.split("\n\n") if part)
    parameters = [
        (item["name"], item["schema"], item.get("description", ""), item.get("required", False))
        for item in route.get("parameters", ())
        if item["in"] in ("path", "query")
    ]
    if parameters:
        parts.append(f"<h4>{escape(say('server.api.parameters'))}</h4>{_fields(parameters)}")
    if "requestBody" in route:
        heading = escape(say("server.api.body"))
        parts.append(f"<h4>{heading}</h4><p>{_content(route['requestBody'])}</p>")
    parts.append(f"<h4>{escape(say('server.api.answers'))}</h4><dl>")
    for status, answer in sorted(route.get("responses", {}).items()):
        shape = _content(answer)
        told = _english(_words(answer.get("description", "").replace(NOTHING_SAID, "")))
        parts.append(f"<dt><code>{escape(status)}</code></dt><dd>{told} {shape}</dd>")
    parts.append("</dl></article>")
    return "".join(parts)


def _content(holder: Node) -> str:
    """The shapes of a body, with the kind of text it is where that is not JSON."""
    shapes = []
    for kind, content in holder.get("content", {}).items():
        shape = _type(content["schema"]) if content.get("schema") else ""
        shapes.append(shape if kind == "application/json" else f"<code>{escape(kind)}</code>")
    return ", ".join(filter(None, shapes))


def _schema(name: str, schema: Node) -> str:
    """A shape: its fields, or what it is instead."""
    parts = [f'<article class="api-shape" id="shape-{escape(name)}"><h3>{escape(name)}</h3>']
    if schema.get("description"):
        parts.append(f"<p>{_english(_words(schema['description']))}</p>")
    required = schema.get("required", ())
    fields = [
        (field, value, value.get("description", ""), field in required)
        for field, value in schema.get("properties", {}).items()
    ]
    parts.append(_fields(fields) if fields else f"<p>{_type(schema)}</p>")
    return "".join(parts) + "</article>"


def _fields(fields: list[tuple[str, Node, str, bool]]) -> str:
    """A table of names, types and what they are for."""
    heads = "".join(
        f'<th scope="col">{escape(say(key))}</th>'
        for key in ("server.api.name", "server.api.type", "server.api.meaning")
    )
    rows = "".join(
        f'<tr><th scope="row"><code>{escape(name)}</code></th><td>{_type(schema)}</td>'
        f"<td>{'; '.join(_remarks(schema, said, is_needed))}</td></tr>"
        for name, schema, said, is_needed in fields
    )
    return f'<div class="api-fields"><table><tr>{heads}</tr>{rows}</table></div>'


def _remarks(schema: Node, said: str, is_needed: bool) -> Iterator[str]:
    if said:
        yield _english(_words(said))
    if not is_needed and "default" in schema:
        default = json.dumps(schema["default"], ensure_ascii=False)
        yield _words(say("server.api.default", value=default))
    elif not is_needed:
        yield escape(say("server.api.optional"))
    for key, bound in (
        ("minimum", "at-least"),
        ("maximum", "at-most"),
        ("minLength", "shortest"),
        ("maxLength", "longest"),
    ):
        if key in schema:
            yield escape(say(f"server.api.{bound}", value=schema[key]))


def _type(schema: Node) -> str:
    """What a value is, in few words, with links to shapes."""
    if "$ref" in schema:
        name = escape(schema["$ref"].removeprefix(SCHEMAS))
        return f'<a href="#shape-{name}">{name}</a>'
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            kinds = list(dict.fromkeys(map(_type, schema[key])))
            return (" & " if key == "allOf" else " | ").join(kinds)
    if "const" in schema:
        return f"<code>{escape(json.dumps(schema['const'], ensure_ascii=False))}</code>"
    if "enum" in schema:
        values = (json.dumps(value, ensure_ascii=False) for value in schema["enum"])
        return " | ".join(f"<code>{escape(value)}</code>" for value in values)
    if "prefixItems" in schema:
        return f"[{', '.join(map(_type, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}))}, …]"
    if isinstance(schema.get("additionalProperties"), Mapping):
        return f"{{…: {_type(schema['additionalProperties'])}}}"
    return escape(str(schema.get("type", say("server.api.anything"))))


def _socket() -> str:
    """What goes over a game's socket."""
    rows = "".join(
        f"<dt><code>{name}</code></dt><dd>{_words(say(f'server.socket.{name}'))}</dd>"
        for name in TOLD
    )
    return _paragraphs(say("server.socket.words")) + f"<dl>{rows}</dl>"


def _paragraphs(text: str) -> str:
    return "".join(f"<p>{_words(part)}</p>" for part in text.split("\n\n") if part)


def _english(html: str) -> str:
    """What the program says of itself, marked where the rest of the page is in another language."""
    is_foreign = html and spoken_language() != DEFAULT_LANGUAGE
    return f'<span lang="{DEFAULT_LANGUAGE}">{html}</span>' if is_foreign else html


def _words(text: str) -> str:
    """A sentence with its code marked."""
    return re.sub(r"`+([^`]+)`+", r"<code>\1</code>", escape(text, quote=False))
