"""Exports: pictures in pixels and moving pictures, beside the golden files and by themselves."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
import resvg_py
from PIL import Image

import jostle
from jostle import EffectKind, Match, Position
from jostle.core.effects import Step
from jostle.core.errors import JostleError
from jostle.render import gif
from jostle.render.drawn import DrawnGame
from jostle.render.gif import LAST_REST, MOVING, REST, STEP_REST, Shown, frames_of
from jostle.render.moving import Moment, moments
from jostle.render.png import rasterise
from jostle.render.theme import DARK, THEMES
from tests.command import Command
from tests.exported import (
    EXPORTS,
    GAMES,
    difference,
    file_of,
    frames_in,
    gif_of,
    played,
    png_of,
    svg_of,
)

TOLERANCE = 1.0  # of 255, on average over a picture


# ---- golden files --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_svg_is_the_golden_one(name: str) -> None:
    assert svg_of(name) == file_of(name, "svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_the_png_is_the_golden_one(name: str) -> None:
    expected = Image.open(file_of(name, "png"))
    assert difference(Image.open(BytesIO(png_of(name))), expected) < TOLERANCE


@pytest.mark.parametrize("name", GAMES)
def test_the_gif_is_the_golden_one(name: str) -> None:
    frames, durations = frames_in(gif_of(name))
    expected, expected_durations = frames_in(file_of(name, "gif").read_bytes())
    assert durations == expected_durations
    for frame, golden in zip(frames, expected, strict=True):
        assert difference(frame, golden) < 2 * TOLERANCE  # the palette may differ as well


def test_the_tolerance_would_tell_one_piece_from_none() -> None:
    position = jostle.game("pomeczi").start()
    placed = position.play("Sb3")
    pictures = [Image.open(BytesIO(shown.png(size=120))) for shown in (position, placed)]
    assert difference(*pictures) > TOLERANCE


def test_every_golden_picture_is_one_of_ours() -> None:
    pictures = {path.name for path in EXPORTS.iterdir() if path.suffix in (".svg", ".png", ".gif")}
    assert pictures == {
        file_of(name, kind).name for name in GAMES for kind in ("svg", "png", "gif")
    }


def test_the_golden_games_show_every_kind_of_effect() -> None:
    kinds = set()
    for name in GAMES:
        match = played(name)
        for position, move in zip(match.positions, match.moves, strict=False):
            kinds |= {effect.kind for step in position.effects(move) for effect in step}
    assert kinds == set(EffectKind) - {EffectKind.PASSED}


# ---- pixels --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [160, 480, 1000])
def test_a_png_has_the_size_asked_for(size: int) -> None:
    picture = Image.open(BytesIO(jostle.game("push-push").start().png(size=size)))
    assert picture.format == "PNG"
    assert max(picture.size) == size
    assert picture.getpixel((0, 0)) == (0, 0, 0, 0)  # beside the round corner


def test_a_large_picture_drawn_in_bands_has_no_seams() -> None:
    drawing = jostle.game("pushee-pieces").start().svg(size=700)
    banded = rasterise(drawing)
    whole = Image.open(BytesIO(resvg_py.svg_to_bytes(svg_string=drawing, skip_system_fonts=True)))
    assert difference(banded, whole) < 0.2


def test_the_theme_colours_the_pixels() -> None:
    position = jostle.game("push-push").start()
    light, dark = (Image.open(BytesIO(position.png(theme=t))) for t in THEMES.values())
    assert difference(light, dark) > 20


# ---- moments -------------------------------------------------------------------------------------


def seen(position: Position, move: str, between: int = 3) -> list[Moment]:
    return list(moments(position.pieces, position.effects(move), position.game.size, between))


def test_pusher_and_pushed_slide_together() -> None:
    position = jostle.game("pomeczi").start()
    for move in ("Sb2", "Sc2"):
        position = position.play(move)
    *under_way, rest = seen(position, "b2>")
    assert len(under_way) == 3
    assert not any(moment.at_rest for moment in under_way)
    for moment in under_way:
        first, second = sorted(moment.pieces, key=lambda placed: placed.file)
        assert second.file - first.file == pytest.approx(1)  # in contact all the way
    assert rest.at_rest
    assert {(placed.file, placed.rank) for placed in rest.pieces} == {(2, 1), (3, 1)}


def test_a_piece_goes_over_the_edge_and_turns_its_other_face_up() -> None:
    position = jostle.game("pomeczi").position("1s2/1S2/4/4[SDsd] 1 - -")
    *under_way, rest = seen(position, "b3^")
    flipped = [max(moment.pieces, key=lambda placed: placed.rank) for moment in under_way]
    assert [placed.rank > 3 for placed in flipped] == [True] * 3
    assert [int(placed.piece.owner or 0) for placed in flipped] == [2, 2, 1]
    assert flipped[-1].shown < flipped[0].shown
    assert len(rest.pieces) == 1


def test_a_piece_taken_in_the_middle_shrinks_where_it_stands() -> None:
    position = jostle.game("push-push").position("7/7/7/2d4/1A5/o6/7 1 - 0")
    move = next(
        str(move)
        for move in position.legal_moves
        if any(e.kind is EffectKind.ELIMINATED for step in position.effects(move) for e in step)
    )
    taken = [
        placed
        for moment in seen(position, move)
        for placed in moment.pieces
        if placed.piece.kind == "4"
    ]
    assert {(placed.file, placed.rank) for placed in taken} == {(2, 3)}
    assert taken[0].size > taken[-1].size


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("between", [0, 4])
def test_every_move_ends_with_its_position(name: str, between: int) -> None:
    match = played(name)
    for before, move, after in zip(match.positions, match.moves, match.positions[1:], strict=False):
        last = seen(before, str(move), between)[-1]
        shown = {(placed.piece, placed.file, placed.rank) for placed in last.pieces}
        assert shown == {(piece, square.file, square.rank) for piece, square in after.pieces}
        assert all((p.size, p.turn, p.shown) == (1, 0, 1) for p in last.pieces)


# ---- films ---------------------------------------------------------------------------------------


def asked_for(match: Match, between: int = 4) -> int:
    """How many frames the effects of a game's moves ask for."""
    steps: list[Step] = []
    for position, move in zip(match.positions, match.moves, strict=False):
        steps += position.effects(move)
    return 1 + len(steps) * (between + 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_film_has_the_frames_that_the_effects_ask_for(name: str) -> None:
    match = played(name)
    frames, durations = frames_in(match.gif(size=100))
    assert len(frames) == asked_for(match)
    assert durations.count(10 * MOVING) == len(frames) * 4 // 5
    assert durations[-1] == 10 * LAST_REST
    assert durations.count(10 * REST) == len(match.moves)  # the start, and after each but the last
    assert durations.count(10 * STEP_REST) == asked_for(match, 0) - 1 - len(match.moves)


@pytest.mark.parametrize("name", GAMES)
def test_a_film_ends_with_the_final_position(name: str) -> None:
    match = played(name)
    last = frames_in(match.gif(size=200, theme=DARK))[0][-1]
    still = frames_in(Match(match.game, match.position).gif(size=200, theme=DARK))[0][-1]
    above_caption = (0, 0, last.width, int(last.height * 0.9))
    assert difference(last.crop(above_caption), still.crop(above_caption)) < 2 * TOLERANCE


def test_a_film_says_who_moved_and_numbers_the_moves_as_a_record_does() -> None:
    match = played("pomeczi")
    game = match.game
    assert isinstance(game, DrawnGame)
    shown = [
        Shown(before.mover, str(move), before.effects(move), game.scene(after))
        for before, move, after in zip(
            match.positions, match.moves, match.positions[1:], strict=False
        )
    ]
    frames = frames_of(game.scene(match.start), shown, 0)
    captions = [frame.caption for frame in frames]
    assert captions[0] is None
    told = [f"{int(caption[0])} {caption[1]}" for caption in captions if caption]
    assert told[:3] == ["1 1. Da2^", "2 1. Dd1^", "1 2. Sd3"]


def test_a_long_game_gets_fewer_frames_and_one_too_long_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played("pomeczi")
    monkeypatch.setattr(gif, "MOST_FRAMES", asked_for(match, 1) + 1)
    assert len(frames_in(match.gif(size=100))[0]) == asked_for(match, 1)
    monkeypatch.setattr(gif, "MOST_PLIES", 8)
    with pytest.raises(JostleError, match="9 moves, too many for a GIF, which shows up to 8"):
        match.gif()


# ---- the commands --------------------------------------------------------------------------------


def test_show_and_export_write_pictures(command: Command, tmp_path: Path) -> None:
    board = tmp_path / "board.png"
    ran = command("show", "pomeczi", "--png", str(board), "--theme", "dark", "--size", "200")
    assert ran.status == 0
    assert ran.out.startswith(str(board))
    expected = jostle.game("pomeczi").start().png(theme=DARK, size=200)
    assert board.read_bytes() == expected

    match = played("pomeczi")
    record = tmp_path / "game.jostle"
    record.write_text(f"{match.record()}\n", encoding="utf-8")
    files = {kind: tmp_path / f"game.{kind}" for kind in ("gif", "png", "svg")}
    asked = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
    ran = command("export", str(record), *asked, "--size", "120")
    assert ran.status == 0
    assert files["gif"].read_bytes() == match.gif(size=120)
    assert files["svg"].read_text(encoding="utf-8") == svg_of("pomeczi")
    assert files["png"].read_bytes() == png_of("pomeczi")

    command("export", str(record), "--ply", "0", "--svg", str(files["svg"]), "--size", "120")
    assert files["svg"].read_text(encoding="utf-8") == match.start.svg(size=120)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["{record}"], "--gif, --png or --svg"),
        (["{record}", "--gif", "{folder}/none/x.gif"], "cannot be written"),
        (["{record}", "--gif", "{folder}/x.gif", "--ply", "99"], "the game has 9"),
        (["{record}", "--gif", "{folder}/x.gif", "--size", "9999"], "2000"),
        (["{bad}", "--gif", "{folder}/x.gif"], "line 3"),
        (["{folder}/none", "--gif", "{folder}/x.gif"], "none"),
    ],
)
def test_bad_exports_are_one_clear_line(
    command: Command, tmp_path: Path, arguments: list[str], problem: str
) -> None:
    record, bad = tmp_path / "game.jostle", tmp_path / "bad.jostle"
    record.write_text(f"{played('pomeczi').record()}\n", encoding="utf-8")
    bad.write_text('[Variant "pomeczi"]\n\n1. Sb3 Sb3\n', encoding="utf-8")
    names = {"record": record, "bad": bad, "folder": tmp_path}
    ran = command("export", *(argument.format(**names) for argument in arguments))
    assert ran.status == 2
    assert problem in ran.err
    assert ran.err.count("\n") == 1
    assert not (tmp_path / "x.gif").exists()
