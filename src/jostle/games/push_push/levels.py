"""The ten levels of Push Push, chosen so that each clearly beats the one below it.

A level is how many positions it looks at, and how soft its choice is in centilogits.
"""

from __future__ import annotations

LEVELS = (
    (30, 70),
    (1_100, 28),
    (2_100, 23),
    (3_800, 17),
    (5_800, 13),
    (8_500, 10),
    (12_000, 7.5),
    (19_500, 4.5),
    (34_000, 1.6),
    (80_000, 0),
)
