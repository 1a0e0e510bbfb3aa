"""The ten levels of Pomeczi, chosen so that each clearly beats the one below it.

A level is how many positions it looks at, and how soft its choice is in centilogits.
"""

from __future__ import annotations

LEVELS = (
    (30, 200),
    (100, 60),
    (210, 74),
    (420, 52),
    (780, 36),
    (1_400, 25),
    (2_500, 18),
    (5_000, 12),
    (11_500, 7),
    (100_000, 0),
)
