"""The ten levels of Push Push, chosen so that each clearly beats the one below it.

A level is how many positions it looks at, and how soft its choice is in centilogits.
"""

from __future__ import annotations

LEVELS = (
    (30, 70),
    (900, 31),
    (1_800, 25),
    (3_000, 19),
    (5_000, 14.5),
    (8_000, 10.5),
    (12_000, 7.5),
    (19_500, 4.5),
    (34_000, 1.4),
    (80_000, 0),
)
