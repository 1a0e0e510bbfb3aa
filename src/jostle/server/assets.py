"""The files that pages are made of: scripts, styles and icons, under a name that changes with them.

All are read once, at the start: they are small, and what is served is one whole version. Browsers
may keep a file for ever, because the folder's name is a digest of everything in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

# What is served, by the end of its name; anything else in the folder is not for browsers.
MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}


@dataclass(frozen=True)
class Asset:
    """A file as it is served."""

    content: bytes
    media_type: str


class Assets:
    """All files of a folder that browsers may have."""

    def __init__(self, folder: Traversable) -> None:
        self._files = dict(_files(folder, ""))
        summary = hashlib.sha256()
        for path, asset in sorted(self._files.items()):
            summary.update(path.encode() + b"\0" + asset.content + b"\0")
        self.digest = summary.hexdigest()[:12]

    @property
    def path(self) -> str:
        """Where browsers find them."""
        return f"/assets/{self.digest}"

    def get(self, path: str) -> Asset | None:
        """A file by its path in the folder."""
        return self._files.get(path)

    def respond(self, request: Request, digest: str, path: str) -> Response | None:
        """The answer with a file, or None; for an old digest it is the new file, not to be kept."""
        asset = self.get(path)
        if asset is None:
            return None
        keep = FOREVER if digest == self.digest else ASK_AGAIN
        return tagged(request, asset.content, asset.media_type, keep)


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, Asset]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{prefix}{entry.name}/")
        elif media_type := MEDIA_TYPES.get(entry.name.rpartition(".")[2]):
            yield prefix + entry.name, Asset(entry.read_bytes(), media_type)


def tagged(
    request: Request, content: bytes, media_type: str, keep: str = ASK_AGAIN, status: int = 200
) -> Response:
    """An answer that a browser need not fetch again while it is the same."""
    # Weak, because it may be compressed on its way.
    tag = f'W/"{hashlib.sha256(content).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": keep}
    asked = request.headers.get("if-none-match", "")
    if status == 200 and tag in (part.strip() for part in asked.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(content, status, headers, media_type)
