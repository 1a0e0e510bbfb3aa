"""A game as an animated GIF, in which every push is seen to happen.

Drawing each of some hundred frames as SVG would take long, so the board and each piece are drawn
once, and the frames are put together of them. A square is a whole number of pixels wide, and all
frames share one palette: from one frame to the next only what has moved is different, and only
that is stored.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from PIL import Image, ImageChops
from PIL.GifImagePlugin import getdata

from jostle.core.effects import EffectKind, Piece, Step
from jostle.core.errors import JostleError
from jostle.core.messages import message
from jostle.core.players import Player
from jostle.core.squares import Axis, Square
from jostle.render.lettering import write
from jostle.render.measures import CELL
from jostle.render.moving import Placed, moments
from jostle.render.png import pixels, rasterise
from jostle.render.scene import Scene, Tray
from jostle.render.svg import (
    EDGE,
    GAP,
    MARGIN,
    TRAY,
    Symbols,
    board,
    player_mark,
    symbol_name,
    symbols_of,
    tray_parts,
    use,
    whole,
    wood,
)
from jostle.render.theme import LIGHT, Theme

# In hundredths of a second, as GIF counts; browsers do not believe in less than two.
MOVING, STEP_REST, REST, LAST_REST = 5, 30, 80, 250
# How many frames a step may have while its pieces move: fewer the longer the game is.
BETWEEN = (4, 2, 1, 0)
MOST_FRAMES = 700
MOST_PLIES = 600
CAPTION = 56
ADVANCE = 0.84  # from one letter to the next, to a letter's height
COLOURS = 255  # and one that is transparent
BACKGROUNDS = {"light": "#ffffff", "dark": "#14110e"}


# A GIF's first bytes, and the extension that has it played for ever.
_HEAD = b"GIF89a"
_AGAIN_AND_AGAIN = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"


class TooLong(JostleError):
    """A game with more moves than a GIF can show."""

    code = "length"

    def __init__(self, plies: int) -> None:
        super().__init__(message("export.too-long", plies=plies, most=MOST_PLIES))


@dataclass(frozen=True, slots=True)
class Shown:
    """What a film shows of one move: who makes it, what it does, and the board after it."""

    player: Player
    move: str
    steps: tuple[Step, ...]
    scene: Scene


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film, and for how many hundredths of a second it is seen."""

    pieces: tuple[Placed, ...]
    trays: tuple[Tray, Tray]
    caption: tuple[Player, str] | None  # who moved, and what; None before the first move
    duration: int


def film(
    start: Scene,
    moves: Sequence[Shown],
    *,
    theme: Theme = LIGHT,
    size: int = 400,
) -> bytes:
    """The GIF of a game, about ``size`` pixels along its longer side."""
    if len(moves) > MOST_PLIES:
        raise TooLong(len(moves))
    studio = Studio(start, theme, size, _all_pieces(start, moves))
    return studio.gif(frames_of(start, moves, between_of(moves)))


def between_of(moves: Sequence[Shown]) -> int:
    """How many frames each step has while its pieces move."""
    steps = sum(len(shown.steps) for shown in moves)
    return next((count for count in BETWEEN if steps * (count + 1) < MOST_FRAMES), BETWEEN[-1])


def frames_of(start: Scene, moves: Sequence[Shown], between: int) -> list[Frame]:
    """What is to be seen, one after the other."""
    still = tuple(Placed(piece, square.file, square.rank) for piece, square in start.pieces)
    frames = [Frame(still, start.trays, None, REST)]
    before, number, previous = start, 0, None
    for shown in moves:
        # Moves are numbered as in records: the answer to a move has its number.
        number += not (previous is Player.ONE and shown.player is Player.TWO)
        caption, previous = (shown.player, f"{number}. {shown.move}"), shown.player
        placing = any(effect.kind is EffectKind.PLACED for step in shown.steps for effect in step)
        trays = shown.scene.trays if placing else before.trays
        seen = list(moments(before.pieces, shown.steps, (start.width, start.height), between))
        for moment in seen[:-1]:
            duration = STEP_REST if moment.at_rest else MOVING
            frames.append(Frame(moment.pieces, trays, caption, duration))
        frames.append(Frame(seen[-1].pieces, shown.scene.trays, caption, REST))
        before = shown.scene
    frames[-1] = replace(frames[-1], duration=LAST_REST)
    return frames


def _all_pieces(start: Scene, moves: Sequence[Shown]) -> set[Piece]:
    effects = (effect for shown in moves for step in shown.steps for effect in step)
    seen = {piece for effect in effects for piece in (effect.piece, effect.becomes) if piece}
    held = {piece for tray in start.trays for piece, _ in tray}
    return seen | held | {piece for piece, _ in start.pieces}


class Studio:
    """Puts frames together of a board and pieces that are drawn once."""

    def __init__(self, scene: Scene, theme: Theme, size: int, pieces: Iterable[Piece]) -> None:
        self.scene = scene
        self.theme = theme
        self.symbols: Symbols = symbols_of(pieces, scene.symbols, theme)
        self._pieces = pieces
        tray = TRAY + GAP if any(scene.trays) else 0
        wide = scene.width * CELL + 2 * MARGIN + EDGE
        high = scene.height * CELL + 2 * MARGIN + EDGE + 2 * tray + GAP + CAPTION
        self.cell = max(8, int(CELL * size / max(wide, high)))
        self._scale = self.cell / CELL
        # From the picture's corner to that of the squares, in pixels.
        self.left, self.top = pixels(MARGIN, self._scale), pixels(MARGIN + tray, self._scale)
        self._tray_at = (-MARGIN - tray, scene.height * CELL + MARGIN + EDGE + GAP)
        self._caption_at = high - MARGIN - tray - CAPTION - EDGE
        self.size = (
            self.left + pixels(scene.width * CELL + MARGIN + EDGE, self._scale),
            self.top + pixels(high - MARGIN - tray, self._scale),
        )
        bare = replace(scene, pieces=(), trays=((), ()))
        self._board = self._layer(board(bare), 0, self.size[1])
        self._covered = self._board
        if scene.numbers is not None:
            squares = [Square(f, r) for f in range(scene.width) for r in range(scene.height)]
            # Any piece moves the number aside; only the numbers are drawn of this scene.
            piece = next(iter(sorted(pieces, key=symbol_name)))
            everywhere = replace(bare, pieces=tuple((piece, square) for square in squares))
            self._covered = self._layer(board(everywhere), 0, self.size[1])
        self._sprites: dict[tuple[Piece, float, float], Image.Image] = {}
        self._trays: dict[tuple[Player, Tray], Image.Image] = {}
        self._background = Image.new("RGB", self.size, BACKGROUNDS[theme.name])

    def gif(self, frames: Sequence[Frame]) -> bytes:
        """The frames as one file; one after the other, since all at once would fill the memory."""
        palette = self._palette()
        colours = bytes(palette.getpalette() or ()).ljust(3 * (COLOURS + 1), b"\0")
        parts = [_HEAD + struct.pack("<HHBBB", *self.size, 0xF7, 0, 0), colours, _AGAIN_AND_AGAIN]
        before: Image.Image | None = None
        for frame, picture in zip(frames, self.pictures(frames), strict=True):
            told: dict[str, Any] = {"duration": 10 * frame.duration, "disposal": 1}
            if before is None:
                shown = picture.quantize(palette=palette, dither=Image.Dither.NONE)
                parts += getdata(shown, **told)
            else:
                changed = ImageChops.difference(before, picture).getbbox() or (0, 0, 1, 1)
                now = picture.crop(changed).quantize(palette=palette, dither=Image.Dither.NONE)
                # Pixels that stay as they are become transparent, which is shorter to write.
                unchanged = ImageChops.subtract_modulo(now, shown.crop(changed))
                new = now.copy()
                new.paste(COLOURS, mask=unchanged.point([255, *(0,) * 255], "1"))
                parts += getdata(new, changed[:2], transparency=COLOURS, **told)
                shown.paste(now, changed[:2])
            before = picture
        return b"".join([*parts, b";"])

    def pictures(self, frames: Iterable[Frame]) -> Iterator[Image.Image]:
        """Each frame in full colours."""
        for caption, alike in groupby(frames, lambda frame: frame.caption):
            drawn = self._caption(caption)
            for frame in alike:
                yield self._picture(frame, drawn)

    def _picture(self, frame: Frame, caption: Image.Image) -> Image.Image:
        picture = self._background.copy()
        picture.paste(self._board, (0, 0), self._board)
        if self._covered is not self._board:
            self._make_room(picture, frame.pieces)
        if any(self.scene.trays):
            for player, tray in zip(Player, frame.trays, strict=True):
                drawn, top = self._tray(player, tray), self._tray_at[2 - player]
                picture.paste(drawn, (0, self.top + int(top * self._scale)), drawn)
        picture.paste(caption, (0, self.top + int(self._caption_at * self._scale)), caption)
        for placed in frame.pieces:
            self._put(picture, placed)
        return picture

    def _make_room(self, picture: Image.Image, pieces: Iterable[Placed]) -> None:
        """Squares with a piece on them have their number in the corner."""
        for placed in pieces:
            x, y = round(placed.file), self.scene.height - 1 - round(placed.rank)
            if 0 <= x < self.scene.width and 0 <= y < self.scene.height:
                left, top = self.left + x * self.cell, self.top + y * self.cell
                box = (left, top, left + self.cell, top + self.cell)
                picture.paste(self._covered.crop(box), (left, top))

    def _put(self, picture: Image.Image, placed: Placed) -> None:
        sprite = self._sprite(placed.piece, placed.size, placed.turn)
        if placed.shown < 1:
            faded = sprite.copy()
            faded.putalpha(sprite.getchannel("A").point(lambda value: int(value * placed.shown)))
            sprite = faded
        wide, high = self._covers(placed.piece)
        x = self.left + (placed.file + wide / 2) * self.cell - sprite.width / 2
        y = self.top + (self.scene.height - placed.rank - high / 2) * self.cell - sprite.height / 2
        at = (round(x), round(y))
        # Only what lies within the picture can be put on it.
        inside = (max(0, -at[0]), max(0, -at[1]))
        if inside != (0, 0):
            sprite = sprite.crop((*inside, *sprite.size))
        picture.paste(sprite, (at[0] + inside[0], at[1] + inside[1]), sprite)

    def _sprite(self, piece: Piece, size: float, turn: float) -> Image.Image:
        found = self._sprites.get((piece, size, turn))
        if found is None:
            wide, high = self._covers(piece)
            box = (0, 0, wide * CELL, high * CELL)
            pixels = (wide * self.cell * size, high * self.cell * size)
            part = use(self.symbols, piece, 0, 0)
            found = rasterise(whole([part], self.symbols, self.theme, box, pixels))
            if turn:
                found = found.rotate(90 * turn, Image.Resampling.BICUBIC)
            self._sprites[piece, size, turn] = found
        return found

    def _covers(self, piece: Piece) -> tuple[int, int]:
        return (1, piece.length) if piece.axis is Axis.VERTICAL else (piece.length, 1)

    def _tray(self, player: Player, tray: Tray) -> Image.Image:
        found = self._trays.get((player, tray))
        if found is None:
            trays = (tray, ()) if player is Player.ONE else ((), tray)
            parts = tray_parts(replace(self.scene, trays=trays), self.symbols, player, 0)
            shifted = ['<g transform="translate(-46 0)">', *parts, "</g>"]
            found = self._layer(shifted, None, pixels(TRAY + EDGE, self._scale))
            self._trays[player, tray] = found
        return found

    def _caption(self, caption: tuple[Player, str] | None) -> Image.Image:
        """A plank with who moved, the number of the move and the move."""
        width = self.scene.width * CELL + 2 * MARGIN
        parts = list(wood(-MARGIN, 0, width, CAPTION, 20))
        if caption is not None:
            player, words = caption
            height = min(24.0, (width - 3 * MARGIN) / (ADVANCE * len(words)))
            middle = ADVANCE * len(words) * height / 2
            parts.append(player_mark(player, -MARGIN / 2, CAPTION / 2))
            parts.append(write([(words, middle, CAPTION / 2)], height, "var(--label)"))
        return self._layer(parts, None, pixels(CAPTION + EDGE, self._scale))

    def _layer(self, parts: Iterable[str], top: int | None, rows: int) -> Image.Image:
        """Some parts as wide as the picture, from this row on; None: from their own first."""
        box_top = 0.0 if top is None else (top - self.top) / self._scale
        box = (-self.left / self._scale, box_top)
        size = (self.size[0] / self._scale, rows / self._scale)
        drawn = whole(parts, self.symbols, self.theme, (*box, *size), (self.size[0], rows))
        return rasterise(drawn)

    def _palette(self) -> Image.Image:
        """Colours that suit everything a frame may show."""
        pieces = sorted(self._pieces, key=lambda piece: (symbol_name(piece), piece.axis or 0))
        sheet = Image.new("RGB", (self.size[0], 2 * self.size[1]), BACKGROUNDS[self.theme.name])
        sheet.paste(self._board, (0, 0), self._board)
        sheet.paste(self._covered, (0, self.size[1]), self._covered)
        lying = [piece for piece in pieces if piece.axis is not Axis.VERTICAL]
        for number, piece in enumerate(lying * 3):
            sprite = self._sprite(piece, 1.0, 0.0)
            column, row = number % self.scene.width, number // self.scene.width
            at = (self.left + column * self.cell, self.top + row * self.cell)
            sheet.paste(sprite, at, sprite)
        return sheet.quantize(COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
