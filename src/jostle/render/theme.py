"""The colours of a picture, as values for the variables that the symbols are written in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Theme:
    """One set of colours: the field ``player1_edge`` is the CSS variable ``--player1-edge``.

    ``name`` keeps the ids of two pictures apart that stand in one page in different colours.

    >>> LIGHT.variables["--shadow"] == LIGHT.shadow
    True
    """

    name: str

    # Pieces: the face, the darker side of it, and what is printed on it.
    player1: str
    player1_edge: str
    player1_ink: str
    player2: str
    player2_edge: str
    player2_ink: str
    ball: str
    ball_edge: str
    ball_ink: str
    shine: str  # light on an upper left edge, always drawn half transparent
    shadow: str  # below a piece, always drawn half transparent

    # The board: its wood, the grooves between the squares, the squares and what is written there.
    frame: str
    frame_edge: str
    groove: str
    square: str
    value: str  # laid over a square, the stronger the higher its number
    number: str
    label: str
    neutral: str  # an edge that is nobody's goal

    # What the last move did. Dark against light, so that no colour has to be told apart.
    arrow: str
    arrow_edge: str

    @property
    def variables(self) -> Mapping[str, str]:
        """Each CSS variable and its colour, in the order above."""
        colours = asdict(self)
        del colours["name"]
        return {"--" + field.replace("_", "-"): colour for field, colour in colours.items()}


LIGHT = Theme(
    name="light",
    player1="#2f62a7",
    player1_edge="#173b6c",
    player1_ink="#fbf5e8",
    player2="#ec9036",
    player2_edge="#a4520f",
    player2_ink="#4b2205",
    ball="#fcf9f1",
    ball_edge="#857a68",
    ball_ink="#3b3833",
    shine="#ffffff",
    shadow="#3a2a14",
    frame="#d9c4a0",
    frame_edge="#b89c72",
    groove="#cfb88f",
    square="#f5eddd",
    value="#c79f5b",
    number="#6b5029",
    label="#5c4623",
    neutral="#a99473",
    arrow="#211c16",
    arrow_edge="#fffaf0",
)

DARK = Theme(
    name="dark",
    player1="#3b70be",
    player1_edge="#17335f",
    player1_ink="#fbf5e8",
    player2="#ef9a45",
    player2_edge="#87430d",
    player2_ink="#401c03",
    ball="#f4efe3",
    ball_edge="#7b7163",
    ball_ink="#35322e",
    shine="#ffffff",
    shadow="#000000",
    frame="#352c25",
    frame_edge="#1d1713",
    groove="#27201a",
    square="#42382f",
    value="#977a49",
    number="#e6d8bb",
    label="#c9b797",
    neutral="#6d5f4f",
    arrow="#fff8ea",
    arrow_edge="#1a1511",
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK)}
