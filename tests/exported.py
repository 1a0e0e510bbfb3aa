"""What exports should look like: the files under ``tests/data/exports``.

Pictures are kept small. Two rasterisers, or two versions of one, may differ by a shade at an edge,
so pixels are compared with some tolerance. If a change is meant, write the files anew and look at
them before committing::

    python -m tests.exported
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import a85decode
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageStat

import jostle
from jostle import Match
from jostle.render.theme import THEMES
from jostle.server.api.printing import bound

EXPORTS = Path(__file__).parent / "data" / "exports"
SIZE = 120

# Of each game some moves in which much happens: the colours, where they start, and the moves.
GAMES = {
    "pomeczi": ("light", None, "Da2^ Dd1^ Sd3 Sc3 Sc2 c3v c1> Sc4 Db1>"),
    "push-push": ("dark", "7/6d/o6/1cD4/7/6C/7 1 - 18", "c4b4 a4a5~ b4a5 g6f5 a5b6 f5e5 b6c7"),
    "pushee-pieces:turns=2": ("light", None, "c3h d3h d4v e5h d4r"),
}


def file_of(name: str, ending: str) -> Path:
    return EXPORTS / f"{name.partition(':')[0]}.{ending}"


def played(name: str) -> Match:
    """The game of a golden file."""
    game = jostle.game(name)
    _, start, moves = GAMES[name]
    match = Match(game, game.position(start) if start else None)
    for move in moves.split():
        match.play(move)
    return match


def svg_of(name: str) -> str:
    match = played(name)
    steps = match.positions[-2].effects(match.moves[-1])
    return match.position.svg(steps, theme=THEMES[GAMES[name][0]], size=SIZE)


def png_of(name: str) -> bytes:
    match = played(name)
    steps = match.positions[-2].effects(match.moves[-1])
    return match.position.png(steps, theme=THEMES[GAMES[name][0]], size=SIZE)


def gif_of(name: str) -> bytes:
    return played(name).gif(theme=THEMES[GAMES[name][0]], size=SIZE)


def frames_in(gif: bytes) -> tuple[list[Image.Image], list[int]]:
    """The frames of a GIF in full colours, and how long each is seen, in milliseconds."""
    film = Image.open(BytesIO(gif))
    frames, durations = [], []
    for number in range(getattr(film, "n_frames", 1)):
        film.seek(number)
        frames.append(film.convert("RGB"))
        durations.append(film.info["duration"])
    return frames, durations


def difference(first: Image.Image, second: Image.Image) -> float:
    """How much two pictures differ on average, of 255."""
    assert first.size == second.size
    apart = ImageChops.difference(first.convert("RGBA"), second.convert("RGBA"))
    return max(ImageStat.Stat(apart).mean)


# Of each game a variant, the paper and the language that its golden booklet is in.
PRINTED = {
    "pomeczi-a4-en": ("pomeczi", "a4", "en"),
    "pomeczi-8x4-letter-es": ("pomeczi:board=8x4", "letter", "es"),
    "push-push-letter-en": ("push-push", "letter", "en"),
    "pushee-pieces-turns-a4-es": ("pushee-pieces:turns=2", "a4", "es"),
}


def printed_facts(name: str) -> list[dict[str, Any]]:
    """What a booklet's PDF is, page by page: its size, what is written there, a digest of it all.

    What the rules say is not repeated here; that they fit on their page is tested by itself.
    """
    booklet = bound(*PRINTED[name])
    pdf = booklet.pdf()
    sizes = re.findall(rb"/MediaBox \[ ([\d. ]+) \]", pdf)
    streams = re.findall(rb"/ASCII85Decode[^>]*>>\s*stream\n(.*?)~>endstream", pdf, re.DOTALL)
    facts = []
    for sheet, size, stream in zip(booklet.sheets, sizes, streams, strict=True):
        drawing = zlib.decompress(a85decode(stream.strip()))
        texts = [_text(found) for found in re.findall(rb"\(((?:\\.|[^\\)])*)\) Tj", drawing)]
        page: dict[str, Any] = {"page": sheet.name, "size": size.decode(), "title": texts[0]}
        if len(texts) < 10:
            page |= {"texts": texts, "digest": sha256(drawing).hexdigest()[:16]}
        facts.append(page)
    return facts


def _text(written: bytes) -> str:
    """A text as PDF writes it, with its letters beyond ASCII as numbers."""
    plain = re.sub(rb"\\([0-7]{3})", lambda found: bytes([int(found[1], 8)]), written)
    return re.sub(rb"\\(.)", rb"\1", plain).decode("cp1252")


def write_all() -> None:
    EXPORTS.mkdir(parents=True, exist_ok=True)
    for name in GAMES:
        file_of(name, "svg").write_text(svg_of(name), encoding="utf-8", newline="\n")
        file_of(name, "png").write_bytes(png_of(name))
        file_of(name, "gif").write_bytes(gif_of(name))
    for name in PRINTED:
        facts = json.dumps(printed_facts(name), indent=1, ensure_ascii=False)
        (EXPORTS / f"{name}.json").write_text(f"{facts}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_all()
