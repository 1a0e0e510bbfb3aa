"""Coordinates, counts and moves drawn as strokes: a picture looks the same without any font."""

from __future__ import annotations

from collections.abc import Iterable

# A capital is 10 high and 6 wide. Each glyph starts at its top left and uses relative steps only,
# so that all labels of a kind are one path. Bowls are circles of radius 3 (2.4 and 2.8 in the 8),
# and x is the sign for "times".
_HEIGHT, _WIDTH, _ADVANCE = 10.0, 6.0, 8.4
_GLYPHS = {
    "0": "m3 0c-2 0-3 2-3 5s1 5 3 5 3-2 3-5-1-5-3-5z",
    "1": "m1.2 2.2l2.6-2.2v10",
    "2": "m.4 2.8c0-1.7 1.1-2.8 2.7-2.8s2.7 1.1 2.7 2.6c0 1.2-.5 2-1.5 3.1l-4.1 4.3h5.8",
    "3": "m.6 0h5l-2.8 3.9c2 0 3.2 1.2 3.2 3s-1.3 3.1-3.1 3.1c-1.3 0-2.3-.5-2.9-1.5",
    "4": "m4.5 10v-10l-4.5 7.2h6.2",
    "5": "m5.3 0h-4.1l-.5 4.7c.6-.6 1.4-.9 2.3-.9 1.8 0 3 1.2 3 3s-1.3 3.2-3.1 3.2"
    "c-1.3 0-2.3-.5-2.9-1.5",
    "6": "m4.4 0l-3.9 5.3m5.5 1.7a3 3 0 1 1-6 0a3 3 0 1 1 6 0",
    "7": "m0 0h6l-3.8 10",
    "8": "m5.4 2.4a2.4 2.4 0 1 1-4.8 0a2.4 2.4 0 1 1 4.8 0m.4 4.8a2.8 2.8 0 1 1-5.6 0"
    "a2.8 2.8 0 1 1 5.6 0",
    "9": "m1.6 10l3.9-5.3m.5-1.7a3 3 0 1 1-6 0a3 3 0 1 1 6 0",
    "a": "m6 7a3 3 0 1 1-6 0a3 3 0 1 1 6 0m0-3v6",
    "b": "m0 0v10m6-3a3 3 0 1 1-6 0a3 3 0 1 1 6 0",
    "c": "m5.4 5.2a3 3 0 1 0 0 3.6",
    "d": "m6 0v10m0-3a3 3 0 1 1-6 0a3 3 0 1 1 6 0",
    "e": "m0 7h6a3 3 0 1 0-.9 2.1",
    "f": "m5 .3c-1.8-.6-2.9.3-2.9 2.1v7.6m-1.8-5.8h4.3",
    "g": "m6 7a3 3 0 1 1-6 0a3 3 0 1 1 6 0m0-3v6.4a2.7 2.7 0 0 1-5 1.4",
    "h": "m0 0v10m0-3.3a3 2.7 0 0 1 6 0v3.3",
    "r": "m.8 4v6m0-3.2c.6-1.8 2.2-3 4.4-2.7",
    "v": "m.6 4.2l2.4 5 2.4-5",
    "x": "m.6 4.2l4.8 4.8m0-4.8l-4.8 4.8",
    "A": "m0 10l3-10 3 10m-5-3.2h4",
    "B": "m.4 10v-10h2.8a2.4 2.4 0 1 1 0 4.8h-2.8m3.2 0a2.6 2.6 0 1 1 0 5.2h-3.2",
    "C": "m6 2.4c-.5-1.5-1.6-2.4-3-2.4-2 0-3 2-3 5s1 5 3 5c1.4 0 2.5-.9 3-2.4",
    "D": "m.4 10v-10h1.8c2.6 0 3.8 2 3.8 5s-1.2 5-3.8 5z",
    "S": "m5.6 1.8c-.5-1.2-1.4-1.8-2.6-1.8-1.5 0-2.5 1-2.5 2.4 0 1.6 1.2 2.1 2.6 2.6"
    "s2.7 1 2.7 2.5c0 1.5-1.1 2.5-2.7 2.5-1.4 0-2.4-.7-2.8-2.1",
    "<": "m5 2.6l-4 3 4 3",
    ">": "m1 2.6l4 3-4 3",
    "^": "m.6 6.6l2.4-4 2.4 4",
    "~": "m0 6.6c1-1.9 2-1.9 3-.8s2 1.1 3-.8",
    "=": "m.6 4.4h4.8m-4.8 3h4.8",
    "-": "m1 5.8h4",
    ",": "m3 9.6l-.8 2.4",
    ".": "m3 9.9h.01",
    " ": "",
}


def write(words: Iterable[tuple[str, float, float]], height: float, colour: str) -> str:
    """One path with every word centred on its place, its capitals ``height`` high."""
    scale = height / _HEIGHT
    strokes = []
    for word, centre_x, centre_y in words:
        left = centre_x / scale - (_ADVANCE * (len(word) - 1) + _WIDTH) / 2
        top = centre_y / scale - _HEIGHT / 2
        strokes += [
            f"M{left + _ADVANCE * place:.1f} {top:.1f}{_GLYPHS[letter]}"
            for place, letter in enumerate(word)
        ]
    return (
        f'<path transform="scale({scale:g})" fill="none" stroke="{colour}" stroke-width="1.4"'
        f' stroke-linecap="round" stroke-linejoin="round" d="{"".join(strokes)}"/>'
    )
