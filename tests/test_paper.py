"""Print and play: pages that fit, pieces in the right numbers, backs behind their faces."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import jostle
from jostle.core.messages import languages
from jostle.render.drawn import DrawnGame
from jostle.render.paper.booklet import Booklet, booklet
from jostle.render.paper.pdf import _arc, _path
from jostle.render.paper.sheet import MARGIN, PAPERS
from jostle.server.api.printing import bound
from jostle.server.site.rules_html import rules_page
from tests.command import Command
from tests.exported import EXPORTS, PRINTED, printed_facts
from tests.package import GAMES

MAIN = [variant for name in GAMES for variant in jostle.game(name).main_variants]
WIDEST = [
    "pomeczi:board=8x8,dominoes=4,singles=8",
    "pomeczi:board=3x8",
    f"pushee-pieces:grid={'/'.join(8 * digit for digit in '12345678')}",
]


def drawn_game(variant: str) -> DrawnGame:
    game = jostle.game(variant)
    assert isinstance(game, DrawnGame)
    return game


def made(variant: str, paper: str = "a4", language: str = "en") -> Booklet:
    return bound(jostle.game(variant).variant, paper, language)


# ---- golden files --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRINTED)
def test_the_pdf_is_the_golden_one(name: str) -> None:
    expected = json.loads((EXPORTS / f"{name}.json").read_text(encoding="utf-8"))
    assert printed_facts(name) == expected


def test_every_golden_booklet_is_one_of_ours() -> None:
    assert {path.stem for path in EXPORTS.glob("*.json")} == set(PRINTED)


def test_a_booklet_is_the_same_every_time() -> None:
    bound.cache_clear()
    first = made("pomeczi").pdf()
    bound.cache_clear()
    assert made("pomeczi").pdf() == first


# ---- pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("variant", [*MAIN, *WIDEST])
def test_everything_lies_within_the_margins(variant: str, paper: str) -> None:
    made_of = made(variant, paper)
    width, height = PAPERS[paper].width, PAPERS[paper].height
    assert made_of.square >= 20
    for sheet in made_of.sheets:
        for text in ElementTree.fromstring(sheet.svg()).iter("{http://www.w3.org/2000/svg}text"):
            x, y, long = (float(text.attrib[name]) for name in ("x", "y", "textLength"))
            assert x >= MARGIN - 0.01
            assert x + long <= width - MARGIN + 0.01, text.text
            assert MARGIN < y <= height - MARGIN
        for x, y in re.findall(
            r'<g transform="translate\(([-\d.]+) ([-\d.]+)\) scale', sheet.svg()
        ):
            assert MARGIN - 1.01 <= float(x) < width - MARGIN
            assert MARGIN - 1.01 <= float(y) < height - MARGIN


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", GAMES)
def test_the_rules_fit_on_one_page_in_letters_that_can_be_read(
    name: str, paper: str, language: str
) -> None:
    rules = next(sheet for sheet in made(name, paper, language).sheets if "R2" in sheet.svg())
    drawing = rules.svg()
    sizes = {float(size) for size in re.findall(r'font-size="([\d.]+)"', drawing)}
    assert min(sizes) >= 7.5 * 25.4 / 72 - 0.001  # points
    told = " ".join(re.findall(r"<text[^>]*>([^<]*)</text>", drawing))
    told.encode("cp1252")  # else a letter would be missing in the font that every reader has
    for section in rules_page(name, language).sections:
        if section.id is not None:
            assert f"{section.id}  {section.title}" in told


def test_pages_of_two_sided_games_lie_back_to_back() -> None:
    assert [sheet.name for sheet in made("pomeczi").sheets] == [
        "Board",
        "Rules",
        "Pieces",
        "Backs of the pieces",
    ]
    assert [sheet.name for sheet in made("push-push").sheets] == ["Board", "Pieces", "Rules"]
    assert not made("pushee-pieces").is_double_sided
    assert made("pushee-pieces:turns=2").is_double_sided


# ---- pieces --------------------------------------------------------------------------------------

PLACE = re.compile(r'<g transform="translate\(([-\d.]+) ([-\d.]+)\) scale\(([\d.]+)\)">(.*?)</g>')


def places(drawing: str) -> list[tuple[float, float, str]]:
    return [(float(x), float(y), inner) for x, y, _, inner in PLACE.findall(drawing)]


@pytest.mark.parametrize("variant", [*MAIN, *WIDEST])
def test_there_are_as_many_pieces_as_are_played_with(variant: str) -> None:
    game = drawn_game(variant)
    sheets = made(variant).sheets
    faces = [place for sheet in sheets if sheet.name == "Pieces" for place in places(sheet.svg())]
    assert len(faces) == sum(supply.count for supply in game.supply)
    # What a position has on the board and beside it is in the box.
    position = game.start()
    needed = len(position.pieces) + sum(count for tray in position.beside for _, count in tray)
    assert len(faces) == needed


def test_the_supply_of_each_game() -> None:
    def told(variant: str) -> dict[str, int]:
        return {
            f"{supply.face.kind} {int(supply.face.owner or 0)}": supply.count
            for supply in drawn_game(variant).supply
        }

    assert told("pomeczi") == {"single 1": 4, "domino 1": 2}
    assert told("pomeczi:dominoes=0") == {"single 1": 4}
    assert told("push-push") == {
        **{f"{value} {owner}": 2 for owner in (1, 2) for value in (1, 2, 3)},
        "4 1": 1,
        "4 2": 1,
        "ball 0": 1,
    }
    assert told("pushee-pieces:pieces=8") == {"bar 1": 8, "bar 2": 8}


@pytest.mark.parametrize("variant", ["pomeczi", "pomeczi:board=8x4", "pushee-pieces:turns=2"])
@pytest.mark.parametrize("paper", PAPERS)
def test_every_back_lies_behind_its_face(variant: str, paper: str) -> None:
    """Turned over the long edge, left and right change places, and nothing else."""
    game, made_of = drawn_game(variant), made(variant, paper)
    fronts, backs = (
        next(sheet for sheet in made_of.sheets if sheet.name == name)
        for name in ("Pieces", "Backs of the pieces")
    )
    lengths = [supply.face.length for supply in game.supply for _ in range(supply.count)]
    faces, behind = places(fronts.svg()), places(backs.svg())
    assert len(faces) == len(behind) == len(lengths)
    for length, (x, y, face), (back_x, back_y, back) in zip(lengths, faces, behind, strict=True):
        assert back_y == y
        assert x + length * made_of.square + back_x == pytest.approx(PAPERS[paper].width, abs=0.02)
        assert face != back


def test_a_tile_shows_one_player_s_mark_in_front_and_the_other_s_behind() -> None:
    fronts, backs = made("pomeczi").sheets[2:]
    assert "#2f62a7" in fronts.svg()
    assert "#ec9036" not in fronts.svg()
    assert "#ec9036" in backs.svg()
    assert "#2f62a7" not in backs.svg()


# ---- curves --------------------------------------------------------------------------------------


def test_an_arc_keeps_its_distance_from_its_middle() -> None:
    for large, sweep, middle in ((0, 1, (0, 0)), (1, 1, (10, 10)), (0, 0, (10, 10))):
        for first, second, end in _arc((10, 0), (0, 10), (10, 10), [0, large, sweep]):
            del first, second
            assert (end[0] - middle[0]) ** 2 + (end[1] - middle[1]) ** 2 == pytest.approx(100)


def test_a_path_s_steps_are_made_absolute() -> None:
    steps = list(_path("m1 2h3v4l-1-1 2 0c0 1 1 1 1 0s1-1 1 0z"))
    assert steps == [
        ("moveTo", ((1, 2),)),
        ("lineTo", ((4, 2),)),
        ("lineTo", ((4, 6),)),
        ("lineTo", ((3, 5),)),
        ("lineTo", ((5, 5),)),
        ("curveTo", ((5, 6), (6, 6), (6, 5))),
        ("curveTo", ((6, 4), (7, 4), (7, 5))),
        ("close", ()),
    ]


# ---- the command ---------------------------------------------------------------------------------


def test_print_writes_a_pdf(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "set.pdf"
    ran = command("print", "pomeczi", "--pdf", str(file), "--paper", "letter", "--language", "es")
    assert ran.status == 0
    assert file.read_bytes() == made("pomeczi", "letter", "es").pdf()
    for bad, problem in (
        (["pomeczi", "--pdf", str(file), "--language", "fr"], "en and es"),
        (["pomeczi:board=9x9", "--pdf", str(file)], "9x9"),
        (["pomeczi", "--pdf", str(tmp_path / "none" / "set.pdf")], "cannot be written"),
    ):
        ran = command("print", *bad)
        assert ran.status == 2
        assert problem in ran.err
        assert ran.err.count("\n") == 1


def test_a_booklet_names_its_variant() -> None:
    game = drawn_game("pomeczi:board=8x4")
    named = booklet(game, rules_page("pomeczi"), "A title of its own", PAPERS["a4"])
    assert all("A title of its own" in sheet.svg() for sheet in named.sheets)
    assert b"A title of its own" in named.pdf()
