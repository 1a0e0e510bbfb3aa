"""Our own drawings as PDF: the small part of SVG that they are written in, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from math import atan2 as angle_of
from math import ceil, cos, hypot, pi, radians, sin, sqrt, tan
from xml.etree import ElementTree

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas

from jostle.render.paper.sheet import FACES, Sheet

MILLIMETRE = 72 / 25.4  # in PDF's points
QUARTER = 4 / 3 * (sqrt(2) - 1)  # how far the handles of a quarter of a circle reach
CAPS, JOINS = {"round": 1}, {"round": 1}

_TOKEN = re.compile(r"[a-zA-Z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
_TRANSFORM = re.compile(r"(\w+)\(([^)]*)\)")
_ARGUMENTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "a": 7, "z": 0}

Point = tuple[float, float]


def write_pdf(sheets: Iterable[Sheet], title: str) -> bytes:
    """The sheets as one file; the same sheets give the same file."""
    file = BytesIO()
    canvas = Canvas(file, invariant=1, pageCompression=1)
    canvas.setTitle(title)
    canvas.setCreator("Jostle")
    for sheet in sheets:
        paper = sheet.paper
        canvas.setPageSize((paper.width * MILLIMETRE, paper.height * MILLIMETRE))
        # PDF counts from the bottom, SVG from the top.
        canvas.transform(MILLIMETRE, 0, 0, -MILLIMETRE, 0, paper.height * MILLIMETRE)
        for element in ElementTree.fromstring(sheet.svg()):
            _draw(canvas, element)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _draw(canvas: Canvas, element: ElementTree.Element) -> None:
    kind = element.tag.rpartition("}")[2]
    canvas.saveState()
    for name, numbers in _TRANSFORM.findall(element.get("transform", "")):
        values = [float(number) for number in re.split(r"[ ,]+", numbers.strip())]
        canvas.transform(*_matrix(name, values))
    if kind == "g":
        for inner in element:
            _draw(canvas, inner)
    elif kind == "text":
        _write(canvas, element)
    else:
        _paint(canvas, element, kind)
    canvas.restoreState()


def _matrix(name: str, values: list[float]) -> tuple[float, ...]:
    if name == "matrix":
        return tuple(values)
    if name == "translate":
        return 1, 0, 0, 1, values[0], values[1]
    if name == "scale":
        return values[0], 0, 0, values[-1], 0, 0
    assert name == "rotate", f"our drawings have no {name}"
    turn, (x, y) = radians(values[0]), values[1:] or (0, 0)
    # Round a point: what it would be moved to is taken back.
    back = x - x * cos(turn) + y * sin(turn), y - x * sin(turn) - y * cos(turn)
    return cos(turn), sin(turn), -sin(turn), cos(turn), *back


def _write(canvas: Canvas, element: ElementTree.Element) -> None:
    bold, italic = element.get("font-weight") == "bold", element.get("font-style") == "italic"
    canvas.setFillColor(HexColor(element.get("fill")))
    canvas.setFont(FACES[bold, italic], float(element.get("font-size", "0")))
    canvas.translate(float(element.get("x", "0")), float(element.get("y", "0")))
    canvas.scale(1, -1)  # letters stand upright
    canvas.drawString(0, 0, element.text or "")


def _paint(canvas: Canvas, element: ElementTree.Element, kind: str) -> None:
    fill, stroke = element.get("fill", "#000000"), element.get("stroke", "none")
    if fill == stroke == "none":
        return
    if fill != "none":
        canvas.setFillColor(HexColor(fill))
    if stroke != "none":
        canvas.setStrokeColor(HexColor(stroke))
        canvas.setLineWidth(float(element.get("stroke-width", "1")))
        canvas.setLineCap(CAPS.get(element.get("stroke-linecap", ""), 0))
        canvas.setLineJoin(JOINS.get(element.get("stroke-linejoin", ""), 0))
        dashes = element.get("stroke-dasharray")
        if dashes:
            canvas.setDash([float(dash) for dash in dashes.split()])
    opacity = float(element.get("opacity", "1"))
    if opacity < 1:  # after the colours, which come with an opacity of their own
        canvas.setFillAlpha(opacity)
        canvas.setStrokeAlpha(opacity)
    path = canvas.beginPath()
    for name, points in _outline(element, kind):
        getattr(path, name)(*(number for point in points for number in point))
    canvas.drawPath(path, fill=fill != "none", stroke=stroke != "none")


def _outline(element: ElementTree.Element, kind: str) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """The strokes of an element, by the names that the canvas has for them."""

    def number(name: str) -> float:
        return float(element.get(name, "0"))

    if kind == "rect":
        yield from _round(number("x"), number("y"), number("width"), number("height"), number("rx"))
    elif kind == "circle":
        radius = number("r")
        left, top = number("cx") - radius, number("cy") - radius
        yield from _round(left, top, 2 * radius, 2 * radius, radius)
    elif kind == "ellipse":
        wide, high = number("rx"), number("ry")
        halves = f"a{wide} {high} 0 1 1 {2 * wide} 0a{wide} {high} 0 1 1 {-2 * wide} 0z"
        yield from _path(f"M{number('cx') - wide} {number('cy')}{halves}")
    else:
        assert kind == "path", f"our drawings have no {kind}"
        yield from _path(element.get("d", ""))


def _round(
    x: float, y: float, width: float, height: float, radius: float
) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """A rectangle with round corners; a circle is nothing but corners."""
    radius = min(radius, width / 2, height / 2)
    right, bottom, handle = x + width, y + height, radius * (1 - QUARTER)
    yield "moveTo", ((x + radius, y),)
    for straight, first, second, end in (
        ((right - radius, y), (right - handle, y), (right, y + handle), (right, y + radius)),
        (
            (right, bottom - radius),
            (right, bottom - handle),
            (right - handle, bottom),
            (right - radius, bottom),
        ),
        ((x + radius, bottom), (x + handle, bottom), (x, bottom - handle), (x, bottom - radius)),
        ((x, y + radius), (x, y + handle), (x + handle, y), (x + radius, y)),
    ):
        yield "lineTo", (straight,)
        if radius:
            yield "curveTo", (first, second, end)
    yield "close", ()


def _path(data: str) -> Iterator[tuple[str, tuple[Point, ...]]]:
    """A path's data, its steps made absolute and its arcs made curves."""
    here = start = (0.0, 0.0)
    handle: Point | None = None  # the second one of the curve before
    for command, numbers in _steps(data):
        kind, (x, y) = command.lower(), here if command.islower() else (0.0, 0.0)
        ends = [(x + a, y + b) for a, b in zip(numbers[::2], numbers[1::2], strict=False)]
        before, handle = handle, None
        if kind == "z":
            yield "close", ()
            here = start
        elif kind == "m":
            here = start = ends[0]
            yield "moveTo", (here,)
        elif kind in "lhv":
            if kind == "l":
                here = ends[0]
            else:
                there = numbers[0]
                here = (x + there, here[1]) if kind == "h" else (here[0], y + there)
            yield "lineTo", (here,)
        elif kind in "cs":
            mirrored = (
                here if before is None else (2 * here[0] - before[0], 2 * here[1] - before[1])
            )
            first, handle, end = ends if kind == "c" else (mirrored, *ends)
            yield "curveTo", (first, handle, end)
            here = end
        else:
            end = (x + numbers[5], y + numbers[6])
            for curve in _arc(here, end, (numbers[0], numbers[1]), numbers[2:5]):
                yield "curveTo", curve
            here = end


def _steps(data: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path with their numbers; a command may be left out when it comes again."""
    tokens = _TOKEN.findall(data)
    command = ""
    place = 0
    while place < len(tokens):
        if tokens[place].isalpha():
            command = tokens[place]
            place += 1
        count = _ARGUMENTS[command.lower()]
        yield command, [float(token) for token in tokens[place : place + count]]
        place += count
        if command in "mM":
            command = "l" if command == "m" else "L"


def _arc(
    start: Point, end: Point, radii: Point, flags: list[float]
) -> Iterator[tuple[Point, Point, Point]]:
    """An arc of an upright ellipse, as curves of a quarter turn at most."""
    turned, large, sweep = flags
    assert not turned, "our drawings have no tilted ellipse"
    # Everything is reckoned on the circle that the ellipse is when it is stretched.
    wide, high = radii
    (ax, ay), (bx, by) = (start[0] / wide, start[1] / high), (end[0] / wide, end[1] / high)
    half = hypot(bx - ax, by - ay) / 2
    if half == 0:
        return
    radius = max(1.0, half)  # an arc that is too small for its ends is made to fit
    off = sqrt(max(0.0, radius * radius - half * half)) / (2 * half)
    side = 1 if large != sweep else -1
    cx = (ax + bx) / 2 - side * off * (by - ay)
    cy = (ay + by) / 2 + side * off * (bx - ax)
    begin = angle_of(ay - cy, ax - cx)
    turn = (angle_of(by - cy, bx - cx) - begin) % (2 * pi)
    if not sweep:
        turn -= 2 * pi
    pieces = ceil(abs(turn) / (pi / 2) - 1e-9)
    part = turn / pieces
    reach = 4 / 3 * tan(part / 4) * radius

    def point(angle: float, along: float) -> Point:
        x = cx + radius * cos(angle) - along * sin(angle)
        y = cy + radius * sin(angle) + along * cos(angle)
        return x * wide, y * high

    for number in range(pieces):
        first, last = begin + number * part, begin + (number + 1) * part
        yield point(first, reach), point(last, -reach), point(last, 0)
