"""Pictures in pixels, from the same drawings as SVG."""

from __future__ import annotations

import re
from io import BytesIO
from math import ceil

import resvg_py
from PIL import Image

# The rasteriser lets no other thread run while it draws, so a large picture is drawn in bands: a
# server that draws one goes on answering in between.
BAND_PIXELS = 100_000

_SIZE = re.compile(r'viewBox="([^"]+)" width="([^"]+)" height="([^"]+)"')


def rasterise(svg: str) -> Image.Image:
    """One of our drawings in pixels, transparent where it is."""
    found = _SIZE.search(svg)
    assert found is not None, "drawings say how large they are"
    left, top, width, height = map(float, found[1].split())
    columns, rows = round(float(found[2])), round(float(found[3]))
    picture = Image.new("RGBA", (columns, rows))
    deep = max(1, BAND_PIXELS // columns)
    for row in range(0, rows, deep):
        here = min(deep, rows - row)
        box = f"{left} {top + height * row / rows} {width} {height * here / rows}"
        # The band has the box's shape but for rounding, which must not move the drawing.
        size = f'viewBox="{box}" width="{columns}" height="{here}" preserveAspectRatio="none"'
        band = svg[: found.start()] + size + svg[found.end() :]
        drawn = resvg_py.svg_to_bytes(svg_string=band, skip_system_fonts=True)
        picture.paste(Image.open(BytesIO(drawn)), (0, row))
    return picture


def encode(svg: str) -> bytes:
    """One of our drawings as a PNG file."""
    file = BytesIO()
    rasterise(svg).save(file, "PNG", optimize=False)
    return file.getvalue()


def pixels(units: float, scale: float) -> int:
    """How many whole pixels so many units of a drawing take."""
    return ceil(round(units * scale, 6))
