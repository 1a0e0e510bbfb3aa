"""A page of paper: what is drawn on it, in millimetres from its upper left corner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from html import escape

from reportlab.pdfbase.pdfmetrics import stringWidth

from jostle.render.measures import short
from jostle.render.theme import LIGHT

MARGIN = 10.0  # what no printer reaches, and a little more
POINT = 25.4 / 72  # a typographer's point in millimetres
INK, GREY, PALE = "#211c16", "#6f675b", "#b9b1a3"

# The board's wood costs ink and makes cutting harder, and shadows are for screens.
PAPER_THEME = replace(
    LIGHT,
    name="paper",
    shadow="none",
    frame="#ffffff",
    frame_edge="#ffffff",
    groove="#b3a07f",
    square="#fffdf8",
)


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright."""

    name: str
    width: float
    height: float


PAPERS: Mapping[str, Paper] = {
    paper.name: paper for paper in (Paper("a4", 210, 297), Paper("letter", 215.9, 279.4))
}

# The faces of the one font that every reader of PDF has, by how SVG asks for them.
FACES = {
    (False, False): "Helvetica",
    (True, False): "Helvetica-Bold",
    (False, True): "Helvetica-Oblique",
    (True, True): "Helvetica-BoldOblique",
}


@dataclass(frozen=True, slots=True)
class Words:
    """Words in one face."""

    text: str
    bold: bool = False
    italic: bool = False

    def width(self, size: float) -> float:
        """How long they are, ``size`` being the letters' in millimetres."""
        return float(stringWidth(self.text, FACES[self.bold, self.italic], size))


@dataclass
class Sheet:
    """One page, and what it is called."""

    paper: Paper
    name: str
    parts: list[str] = field(default_factory=list)

    def write(self, words: Words, x: float, y: float, points: float, colour: str = INK) -> float:
        """Write some words from ``x`` on, on the line ``y``; gives where they end."""
        size = points * POINT
        width = words.width(size)
        face = ' font-weight="bold"' if words.bold else ""
        face += ' font-style="italic"' if words.italic else ""
        self.parts.append(
            f'<text x="{short(x)}" y="{short(y)}" font-family="Helvetica, Arial, sans-serif"'
            f' font-size="{round(size, 3):g}"{face} textLength="{short(width)}" fill="{colour}"'
            f' xml:space="preserve">{escape(words.text, quote=False)}</text>'
        )
        return x + width

    def head(self, words: Words, y: float, points: float, colour: str = INK) -> None:
        """Write a line across the page, smaller if it is too long."""
        room = self.paper.width - 2 * MARGIN
        fitting = room / max(room, words.width(points * POINT))
        self.write(words, MARGIN, y, points * fitting, colour)

    def line(self, x: float, y: float, to_x: float, to_y: float, *, dashed: bool = False) -> None:
        """A thin line, to cut along or to measure."""
        dashes = ' stroke-dasharray="1.2 1.2"' if dashed else ""
        self.parts.append(
            f'<path fill="none" stroke="{PALE if dashed else INK}" stroke-width=".2"{dashes}'
            f' d="M{short(x)} {short(y)}L{short(to_x)} {short(to_y)}"/>'
        )

    def svg(self) -> str:
        """The page as a picture."""
        width, height = short(self.paper.width), short(self.paper.height)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
            f' width="{width}mm" height="{height}mm">'
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>{"".join(self.parts)}</svg>\n'
        )
