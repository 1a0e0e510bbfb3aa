"""Draws the pictures of the README from positions worth looking at."""

from __future__ import annotations

from pathlib import Path

import jostle

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"

# A position of each game, and the move whose effects are shown.
SHOWN = {
    "pomeczi": ("1ss1/1LR1/S2t/3b[S] 1 - -", "b3^"),
    "push-push": ("a2dc1a/1c5/3o3/2b4/1D3C1/A4B1/1BC2A1 1 - 12", "b3c4"),
    "pushee-pieces": ("1V3v/V1h1v1/1hhHVv/HV1Hhv/1VvV2/1Vv2H 2 4/5 -", "a1h=c4^"),
}


def pictures() -> dict[str, str]:
    """Each picture's file name and what it holds."""
    drawn = {}
    for variant, (text, move) in SHOWN.items():
        position = jostle.game(variant).position(text)
        title = f"{variant}: {text} {move}"
        drawn[f"{variant}.svg"] = (
            position.play(move).svg(position.effects(move), title=title) + "\n"
        )
    return drawn


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
