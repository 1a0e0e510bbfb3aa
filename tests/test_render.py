"""The pictures: symbols, SVG drawings, boards in text. The scenes are made by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import jostle
from jostle.core.effects import Effect, EffectKind, Piece, Step
from jostle.core.players import Player
from jostle.core.squares import Axis, Square
from jostle.render.lettering import write
from jostle.render.scene import Scene
from jostle.render.svg import DEEPEST, draw, symbol_name
from jostle.render.text import board
from jostle.render.theme import DARK, LIGHT, Theme

GAMES = Path(jostle.__file__).parent / "games"
SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
FIGURES = [f"{value}-{owner}" for value in (1, 2, 3, 4) for owner in (1, 2)]
SYMBOLS = {
    "pomeczi": ["single-1", "single-2", "domino-1", "domino-2"],
    "push_push": [*FIGURES, "ball"],
    "pushee_pieces": ["bar-1", "bar-2", "bar-1-turned", "bar-2-turned"],
}
FILES = [
    pytest.param(GAMES / folder / "symbols" / f"{name}.svg", id=f"{folder}/{name}")
    for folder, names in SYMBOLS.items()
    for name in names
]


def single(owner: int) -> Piece:
    return Piece("single", Player(owner))


def domino(owner: int, axis: Axis = Axis.HORIZONTAL) -> Piece:
    return Piece("domino", Player(owner), axis, length=2)


def figure(value: int, owner: int) -> Piece:
    return Piece(str(value), Player(owner))


def bar(owner: int, axis: Axis | None, *, turned: bool = False) -> Piece:
    return Piece("bar", Player(owner), axis, turned)


def at(name: str) -> Square:
    return Square.parse(name)


def change(
    kind: EffectKind, piece: Piece, origin: str = "", target: str = "", by: str = ""
) -> Effect:
    return Effect(
        kind,
        piece,
        piece if target else None,
        piece.cells(at(origin)) if origin else (),
        piece.cells(at(target)) if target else (),
        at(by) if by else None,
    )


BALL = Piece("ball", None)
POMECZI = Scene(
    width=4,
    height=4,
    pieces=(
        (domino(1, Axis.VERTICAL), at("a3")),
        (domino(2), at("c4")),
        (single(1), at("b2")),
        (single(2), at("c2")),
    ),
    letters={
        single(1): "S",
        single(2): "s",
        domino(1): "LR",
        domino(2): "lr",
        domino(1, Axis.VERTICAL): "BT",
        domino(2, Axis.VERTICAL): "bt",
    },
    symbols=GAMES / "pomeczi" / "symbols",
    trays=(((single(1), 1), (domino(1), 0)), ((single(2), 2), (domino(2), 1))),
)
PUSH_PUSH = Scene(
    width=7,
    height=7,
    pieces=(
        (figure(1, 1), at("a1")),
        (figure(4, 1), at("d2")),
        (figure(3, 2), at("d7")),
        (BALL, at("d4")),
    ),
    letters={figure(1, 1): "A", figure(4, 1): "D", figure(3, 2): "c", BALL: "o"},
    symbols=GAMES / "push_push" / "symbols",
    goals=True,
)
PUSHEE_PIECES = Scene(
    width=6,
    height=6,
    pieces=(
        (bar(1, Axis.HORIZONTAL), at("c3")),
        (bar(2, Axis.VERTICAL), at("e3")),
        (bar(2, Axis.VERTICAL, turned=True), at("f6")),
    ),
    letters={
        bar(1, Axis.HORIZONTAL): "H",
        bar(2, Axis.VERTICAL): "v",
        bar(2, Axis.VERTICAL, turned=True): "y",
    },
    symbols=GAMES / "pushee_pieces" / "symbols",
    trays=(((bar(1, None), 14),), ((bar(2, None), 5),)),
    numbers=(
        (0, 0, 0, 0, 0, 0),
        (0, 2, 2, 2, 2, 0),
        (0, 2, 3, 1, 2, 0),
        (0, 2, 1, 3, 2, 0),
        (0, 2, 2, 2, 2, 0),
        (0, 0, 0, 0, 0, 0),
    ),
)
SCENES = [
    pytest.param(POMECZI, id="pomeczi"),
    pytest.param(PUSH_PUSH, id="push-push"),
    pytest.param(PUSHEE_PIECES, id="pushee-pieces"),
]


def used(picture: str) -> list[str]:
    """The ids of the symbols a picture shows, in order."""
    return [use.attrib[LINK] for use in ElementTree.fromstring(picture).iter(f"{SVG}use")]


# ---- symbols -------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", SYMBOLS)
def test_the_symbols_are_all_there_and_no_others(folder: str) -> None:
    found = {path.name for path in (GAMES / folder / "symbols").iterdir()}
    assert found == {f"{name}.svg" for name in SYMBOLS[folder]}


@pytest.mark.parametrize("path", FILES)
def test_a_symbol_file_holds_one_symbol_named_after_it(path: Path) -> None:
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{SVG}svg"
    (symbol,) = root
    game = path.parent.parent.name.replace("_", "-")
    assert symbol.tag == f"{SVG}symbol"
    assert symbol.attrib["id"] == f"{game}-{path.stem}"
    assert symbol.attrib["viewBox"] == f"0 0 {200 if 'domino' in path.stem else 100} 100"


@pytest.mark.parametrize("path", FILES)
def test_a_symbol_has_only_shapes_in_colours_of_both_themes(path: Path) -> None:
    for element in ElementTree.parse(path).iter():
        assert element.tag.removeprefix(SVG) in {
            "svg",
            "symbol",
            "rect",
            "circle",
            "ellipse",
            "path",
        }
        for paint in (element.get("fill", "none"), element.get("stroke", "none")):
            name = re.fullmatch(r"none|var\((--[a-z0-9-]+)\)", paint)
            assert name is not None, f"a fixed colour: {paint}"
            if name[1] is not None:
                assert name[1] in LIGHT.variables
                assert name[1] in DARK.variables


@pytest.mark.parametrize("folder", SYMBOLS)
def test_owners_differ_in_shape_not_only_in_colour(folder: str) -> None:
    for name in SYMBOLS[folder]:
        if "-1" in name[1:]:
            kind, _, rest = name.rpartition("-1")
            texts = [
                (GAMES / folder / "symbols" / f"{kind}-{owner}{rest}.svg").read_text()
                for owner in (1, 2)
            ]
            first, second = (re.sub(r"player\d|-\d(?=[-\"])", "", text) for text in texts)
            assert first != second


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_a_theme_has_plain_colours(theme: Theme) -> None:
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in theme.variables.values())


def luminance(colour: str) -> float:
    """Relative luminance, as the Web Content Accessibility Guidelines define it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mixed(first: str, second: str, share: float) -> str:
    """The first colour with so much of the second laid over it."""
    parts = [(int(first[n : n + 2], 16), int(second[n : n + 2], 16)) for n in (1, 3, 5)]
    return "#" + "".join(f"{round(below + (above - below) * share):02x}" for below, above in parts)


def contrast(first: str, second: str) -> float:
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_marks_and_lettering_stand_out(theme: Theme) -> None:
    assert contrast(theme.player1, theme.player1_ink) >= 4.5
    assert contrast(theme.player2, theme.player2_ink) >= 4.5
    assert contrast(theme.ball, theme.ball_ink) >= 4.5
    assert contrast(theme.frame, theme.label) >= 4.5
    assert contrast(theme.square, theme.number) >= 4.5
    assert contrast(mixed(theme.square, theme.value, DEEPEST), theme.number) >= 4.5
    assert contrast(theme.arrow, theme.arrow_edge) >= 7
    assert contrast(theme.square, theme.player1) >= 2
    assert contrast(theme.square, theme.player2) >= 2
    # Without colour the players' faces are still a dark one and a light one.
    assert contrast(theme.player1, theme.player2) >= 2


# ---- drawings ------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
@pytest.mark.parametrize("scene", SCENES)
def test_a_drawing_stands_alone(scene: Scene, theme: Theme) -> None:
    picture = draw(scene, theme=theme)
    root = ElementTree.fromstring(picture)
    assert "var(" not in picture
    assert "<text" not in picture
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    assert {link.removeprefix("#") for link in used(picture)} == set(ids)
    assert picture == draw(scene, theme=theme)


@pytest.mark.parametrize("scene", SCENES)
def test_every_piece_is_drawn_once_and_in_its_own_shape(scene: Scene) -> None:
    links = used(draw(replace(scene, trays=((), ()))))
    game = scene.symbols.parent.name.replace("_", "-")  # type: ignore[attr-defined]
    names = [f"#{game}-{symbol_name(piece)}-light" for piece, _ in scene.pieces]
    assert sorted(links) == sorted(names)


def test_the_order_of_the_pieces_does_not_matter() -> None:
    turned = replace(POMECZI, pieces=POMECZI.pieces[::-1])
    assert draw(turned) == draw(POMECZI)


def test_a_domino_is_one_piece_from_its_left_or_upper_end() -> None:
    picture = draw(POMECZI)
    assert 'domino-1-light" transform="matrix(0 1 1 0 0 0)"' in picture
    assert 'domino-2-light" transform="matrix(1 0 0 1 200 0)"' in picture


def test_a_tray_shows_every_piece_or_counts_them() -> None:
    assert used(draw(POMECZI)).count("#pomeczi-single-2-light") == 1 + 2
    assert used(draw(POMECZI)).count("#pomeczi-domino-2-light") == 1 + 1
    assert used(draw(POMECZI)).count("#pomeczi-domino-1-light") == 1
    picture = draw(PUSHEE_PIECES)
    assert used(picture).count("#pushee-pieces-bar-1-light") == 1 + 1  # 14 do not fit
    assert used(picture).count("#pushee-pieces-bar-2-light") == 1 + 5
    assert write([("x14", 46 + 50 + 30, 815)], 19, LIGHT.label) in picture


def test_two_themes_share_no_id() -> None:
    assert not set(used(draw(POMECZI))) & set(used(draw(POMECZI, theme=DARK)))


def test_a_title_is_said_and_escaped() -> None:
    title = 'a < b & "c" var(--player1)'
    root = ElementTree.fromstring(draw(POMECZI, title=title))
    assert root.attrib["role"] == "img"
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == title
    assert ElementTree.fromstring(draw(POMECZI)).find(f"{SVG}title") is None


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", [160, 480])
def test_the_longer_side_has_the_size(scene: Scene, size: int) -> None:
    root = ElementTree.fromstring(draw(scene, size=size))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert max(width, height) == size
    box = root.attrib["viewBox"].split()
    assert width / height == pytest.approx(int(box[2]) / int(box[3]), rel=0.01)


# ---- the last move -------------------------------------------------------------------------------


def added(scene: Scene, *steps: Step) -> str:
    """What the steps add to the drawing."""
    plain, shown = draw(scene), draw(scene, steps)
    differ = next(place for place, letter in enumerate(shown) if letter != plain[place])
    start = shown.rindex("<", 0, differ)
    end = len(shown) - len(plain) + start
    assert shown[:start] + shown[end:] == plain
    return shown[start:end]


def tip(arrow: str) -> tuple[float, float]:
    """The point of an arrow: the middle one of its outline's seven."""
    outline = re.search(r'd="M([-\d. ]+)z"', arrow)
    assert outline is not None
    numbers = [float(number) for number in outline[1].split()]
    return numbers[6], numbers[7]


def test_a_push_is_two_arrows_the_mover_s_filled() -> None:
    mover = change(EffectKind.MOVED, single(1), "a2", "b2")
    pushed = change(EffectKind.PUSHED, single(2), "b2", "c2", by="a2")
    first, second = re.findall("<path[^>]*>", added(POMECZI, (mover, pushed)))
    assert f'fill="{LIGHT.arrow}"' in first
    assert f'fill="{LIGHT.arrow_edge}"' in second
    assert tip(first) == (127, 250)
    assert tip(second) == (227, 250)


def test_a_tile_goes_off_the_way_the_domino_s_near_half_pushed_it() -> None:
    mover = change(EffectKind.MOVED, domino(2), "b2", "b1")
    flipped = change(EffectKind.FLIPPED, single(1), "c1", by="b2")
    _, arrow = re.findall("<path[^>]*>", added(POMECZI, (mover, flipped)))
    assert tip(arrow) == (250, 427)


def test_the_ball_goes_over_the_edge_even_at_a_slant() -> None:
    mover = change(EffectKind.MOVED, figure(1, 1), "a6", "b7")
    scored = change(EffectKind.SCORED, BALL, "b7", by="a6")
    _, arrow = re.findall("<path[^>]*>", added(PUSH_PUSH, (mover, scored)))
    x, y = tip(arrow)
    assert x > 200
    assert y < 0


def test_a_figure_taken_in_the_middle_gets_a_cross() -> None:
    mover = change(EffectKind.MOVED, figure(1, 1), "c5", "d4")
    taken = change(EffectKind.ELIMINATED, figure(4, 2), "d4", by="c5")
    marks = added(PUSH_PUSH, (mover, taken))
    assert marks.count("<circle") == 1
    assert write([("x", 384, 316)], 13, LIGHT.arrow_edge) in marks


def test_later_steps_are_numbered() -> None:
    placed = change(EffectKind.PLACED, bar(1, Axis.HORIZONTAL), target="c3")
    first = change(EffectKind.PUSHED, bar(2, Axis.VERTICAL), "d3", "e3", by="c3")
    second = change(EffectKind.PUSHED, bar(1, Axis.VERTICAL), "e3", "e4", by="e3")
    marks = added(PUSHEE_PIECES, (placed,), (first,), (second,))
    assert marks.count("<rect") == 2  # the ring and its outline
    assert write([("1", 400, 350)], 13, LIGHT.arrow_edge) in marks
    assert write([("2", 450, 300)], 13, LIGHT.arrow_edge) in marks


def test_a_turned_piece_has_a_broken_ring_and_a_pass_nothing() -> None:
    turned = change(EffectKind.TURNED, bar(2, Axis.VERTICAL, turned=True), "f6", "f6")
    assert "stroke-dasharray" in added(PUSHEE_PIECES, (turned,))
    passed = Effect(EffectKind.PASSED, None, None, (), (), None)
    assert draw(PUSHEE_PIECES, ((passed,),)) == draw(PUSHEE_PIECES)


# ---- boards in text ------------------------------------------------------------------------------


def test_pomeczi_in_text() -> None:
    assert (
        board(POMECZI)
        == """\
    s x2  l-r x1
  +---------------+
4 | T   .   l---r |
  | |             |
3 | B   .   .   . |
  |               |
2 | .   S   s   . |
  |               |
1 | .   .   .   . |
  +---------------+
    a   b   c   d
    S x1"""
    )


def test_push_push_in_text() -> None:
    assert (
        board(PUSH_PUSH)
        == """\
  +---------------+
7 | . . . c . . . |
6 | . . . . . . . |
5 | . . . . . . . |
4 | . . . o . . . |
3 | . . . . . . . |
2 | . . . D . . . |
1 | A . . . . . . |
  +---------------+
    a b c d e f g"""
    )


def test_pushee_pieces_in_text() -> None:
    assert (
        board(PUSHEE_PIECES)
        == """\
    bar x5
  +-------------------+
6 |  0  0  0  0  0 y0 |
5 |  0  2  2  2  2  0 |
4 |  0  2  1  3  2  0 |
3 |  0  2 H3  1 v2  0 |
2 |  0  2  2  2  2  0 |
1 |  0  0  0  0  0  0 |
  +-------------------+
     a  b  c  d  e  f
    bar x14"""
    )


@pytest.mark.parametrize("scene", SCENES)
def test_text_has_no_trailing_space(scene: Scene) -> None:
    assert all(line == line.rstrip() for line in board(scene).split("\n"))
