"""The ten levels of Push Push, chosen so that each clearly beats the one below it.

A level is how many positions it looks at, and how soft its choice is in centilogits.
"""

from __future__ import annotations

LEVELS = (
    (30, 70),
    (800, 34),
    (1_400, 29),
    (2_600, 21),
    (4_300, 16),
    (7_300, 11),
    (12_000, 7.5),
    (19_500, 4.5),
    (28_000, 2.5),
    (80_000, 0),
)
