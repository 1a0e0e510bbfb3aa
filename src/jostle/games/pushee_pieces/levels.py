"""The ten levels of Pushee Pieces, chosen so that each clearly beats the one below it.

A level is how many positions it looks at, and how soft its choice is in centilogits.
"""

from __future__ import annotations

LEVELS = (
    (30, 300),
    (60, 105),
    (120, 78),
    (250, 47),
    (600, 30),
    (1_500, 19),
    (4_000, 12.5),
    (10_000, 8),
    (30_000, 0),
    (200_000, 0),
)
