"""The colours of the terminal game, as named styles that a console is given.

A text says ``player-1`` and each console shows what it can: the colours of the pictures where there
are all of them, colours chosen by hand where there are 256 or fewer, since those that come nearest
to the pictures' browns are olive and purple.
"""

from __future__ import annotations

from dataclasses import replace

from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.console import Console
from rich.style import Style
from rich.theme import Theme

from jostle.core.players import Player
from jostle.render.theme import DARK
from jostle.render.theme import Theme as Palette

HIGHEST_NUMBER = 9
FEWER = replace(
    DARK,
    name="fewer",
    player1="color(25)",
    player1_ink="color(231)",
    player2="color(208)",
    player2_ink="color(16)",
    ball="color(231)",
    ball_ink="color(16)",
    square="color(236)",
    value="color(244)",
    number="color(252)",
    neutral="color(243)",
    arrow="color(231)",
)
FEWEST = replace(
    FEWER,
    name="fewest",
    player1="blue",
    player1_ink="bright_white",
    player2="yellow",
    player2_ink="black",
    ball="white",
    ball_ink="black",
    square="black",
    value="black",
    number="white",
    neutral="bright_black",
    arrow="bright_white",
)


def theme_for(console: Console) -> Theme:
    """The styles for a console."""
    palettes = {"truecolor": DARK, "256": FEWER}
    palette = palettes.get(console.color_system or "", FEWEST)
    styles = {
        "label": Style(bold=True),
        "line": Style(color=palette.neutral, bgcolor=palette.square),
        "line-marked": Style(color=palette.arrow, bgcolor=palette.square, bold=True),
        "goal-1": Style(color=palette.player1, bgcolor=palette.square, bold=True),
        "goal-2": Style(color=palette.player2, bgcolor=palette.square, bold=True),
        side(Player.ONE): Style(color=palette.player1),
        side(Player.TWO): Style(color=palette.player2),
        piece(Player.ONE): Style(color=palette.player1_ink, bgcolor=palette.player1, bold=True),
        piece(Player.TWO): Style(color=palette.player2_ink, bgcolor=palette.player2, bold=True),
        piece(None): Style(color=palette.ball_ink, bgcolor=palette.ball, bold=True),
    }
    for owner in (*Player, None):
        styles[piece(owner, turned=True)] = styles[piece(owner)] + Style(underline=True)
    for number in range(HIGHEST_NUMBER + 1):
        styles[square(number)] = _square(palette, palette.square, number)
        styles[square(number, left=True)] = _square(palette, palette.value, number)
    return Theme(styles)


def piece(owner: Player | None, *, turned: bool = False) -> str:
    """The style of a player's pieces, or of what is nobody's; turned ones are underlined."""
    name = "nobody" if owner is None else f"player-{int(owner)}"
    return f"{name}-turned" if turned else name


def side(player: Player) -> str:
    """The style of what stands for a player without being a piece."""
    return f"side-{int(player)}"


def square(number: int, *, left: bool = False) -> str:
    """The style of a square with a number, 0 for none; ``left`` if a piece has just left it."""
    return f"left-{number}" if left else f"square-{number}"


def _square(palette: Palette, ground: str, number: int) -> Style:
    """A square, the brighter the higher its number is."""
    low, high = Color.parse(ground), Color.parse(palette.value)
    if number == 0 or low == high:
        return Style(color=palette.number, bgcolor=low)
    part = number / HIGHEST_NUMBER
    pairs = zip(low.get_truecolor(), high.get_truecolor(), strict=True)
    shade = ColorTriplet(*(round(one + (two - one) * part) for one, two in pairs))
    return Style(color=palette.number, bgcolor=Color.from_triplet(shade))
