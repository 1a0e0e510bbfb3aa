"""Page templates: HTML files with placeholders, checked when they are loaded.

A page is ``frame.html`` with the page's own file in place of ``{{content}}``. ``{{web.some.key}}``
is a sentence of the catalogue, ``{{assets}}`` the folder of scripts and styles, ``{{language}}``
the page's language; a page may be given a few values more. Everything is escaped but what is HTML
already (``Html``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from html import escape
from importlib.resources.abc import Traversable

from jostle.core.errors import JostleError
from jostle.core.messages import catalogue, languages, message

FRAME = "frame.html"
PLACEHOLDER = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
FROM_CATALOGUE = "web."
ALWAYS = (
    *("assets", "early-script", "language", "language-choices", "language-buttons"),
    *("title", "content"),
)


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


class TemplateError(JostleError):
    """A template that cannot be filled in."""

    code = "template"


class Templates:
    """The templates of a folder.

    ``values`` names what each page is given besides; ``parts`` makes what all have in a language.
    """

    def __init__(
        self,
        folder: Traversable,
        assets: str,
        values: Mapping[str, tuple[str, ...]],
        parts: Callable[[str], Mapping[str, str]] = lambda _: {},
    ) -> None:
        self._assets = assets
        self._parts = parts
        self._frame = (folder / FRAME).read_text(encoding="utf-8")
        self._pages = {
            page: (folder / f"{page}.html").read_text(encoding="utf-8") for page in values
        }
        for name in _placeholders(self._frame):
            _check(FRAME, name, ALWAYS)
        for page, text in self._pages.items():
            for name in _placeholders(text):
                _check(f"{page}.html", name, (*ALWAYS[:-1], *values[page]))

    def render(self, page: str, language: str, values: Mapping[str, str]) -> str:
        """A whole page; ``values`` has its ``title`` and all that the page is given."""
        sentences = catalogue(language)
        known = {**values, **self._parts(language), "assets": self._assets, "language": language}

        def filled(template: str, known: Mapping[str, str]) -> Html:
            def value(found: re.Match[str]) -> str:
                name = found[1]
                text = sentences[name] if name.startswith(FROM_CATALOGUE) else known[name]
                return text if isinstance(text, Html) else escape(text)

            return Html(PLACEHOLDER.sub(value, template))

        content = filled(self._pages[page], known)
        return filled(self._frame, {**known, "content": content})


def _placeholders(text: str) -> Iterator[str]:
    return (found[1] for found in PLACEHOLDER.finditer(text))


def _check(file: str, name: str, known: tuple[str, ...]) -> None:
    """Refuse a placeholder that some page could not be filled in with."""
    if name.startswith(FROM_CATALOGUE):
        is_known = all(name in catalogue(language) for language in languages())
    else:
        is_known = name in known
    if not is_known:
        raise TemplateError(message("server.cannot.template", file=file, name=name))
