"""The ten levels of Push Push, chosen so that each clearly beats the one below it.

A level is how many positions it looks at, and how soft its choice is in centilogits.
"""

from __future__ import annotations

LEVELS = (
    (30, 80),
    (300, 45),
    (500, 45),
    (1_400, 29),
    (2_600, 21),
    (4_500, 15.5),
    (7_500, 11),
    (12_500, 7.5),
    (20_000, 4.5),
    (80_000, 0),
)
