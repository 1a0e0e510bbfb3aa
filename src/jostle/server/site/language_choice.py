"""Choosing a language: the parts of every page that offer them, and the route that keeps it.

The choice is a form, so that it works without a script as well: it sets a cookie and leads back to
the page that it was sent from.
"""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from jostle.core.messages import languages, message, render
from jostle.server.guard.language import language_cookie
from jostle.server.problems import BadFormat
from jostle.server.site.templates import Html

FIELD = "language"
SEE_OTHER = 303


def own_name(language: str) -> str:
    """What a language is called by those who speak it."""
    return render(message("language.name"), language)


def language_parts(language: str) -> dict[str, Html]:
    """What a page in a language shows of all of them: choices for a panel, buttons for a form."""
    choices, buttons = [], []
    for other in languages():
        name, tag = escape(own_name(other)), escape(other)
        is_this = other == language
        choices.append(
            f'<label lang="{tag}"><input type="radio" name="{FIELD}" value="{tag}"'
            f"{' checked' if is_this else ''}><span>{name}</span></label>"
        )
        marked = ' aria-current="true"' if is_this else ""
        buttons.append(
            f'<li><button class="link" name="{FIELD}" value="{tag}" lang="{tag}"{marked}>'
            f"{name}</button></li>"
        )
    return {
        "language-choices": Html("".join(choices)),
        "language-buttons": Html("".join(buttons)),
    }


async def choose_language(request: Request) -> Response:
    """Keep a language, and go back to where it was chosen."""
    wished = parse_qs((await request.body()).decode(errors="replace")).get(FIELD, [""])[0]
    if wished not in languages():
        raise BadFormat(FIELD, message("server.format.words", right=", ".join(languages())))
    answer = RedirectResponse(back_from(request), SEE_OTHER)
    secure = request.url.scheme == "https"
    answer.headers["Set-Cookie"] = language_cookie(wished, secure=secure)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def back_from(request: Request) -> str:
    """The page of ours that a form was sent from, as a path; never another site's."""
    try:
        page = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return "/"
    if page.hostname != request.url.hostname:
        return "/"
    # A path that begins with two slashes would be an address on another site.
    path = "/" + page.path.lstrip("/\\")
    return f"{path}?{page.query}" if page.query else path
