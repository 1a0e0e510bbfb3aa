"""Clocks stand still while the server is down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jostle.server.runs import Runs

INSTANTS = st.integers(0, 60)
ENDED = st.lists(st.tuples(INSTANTS, INSTANTS).map(lambda pair: (min(pair), max(pair))), max_size=6)


@given(ENDED, INSTANTS, INSTANTS, INSTANTS)
def test_elapsed_counts_the_moments_within_runs(
    ended: list[tuple[int, int]], started: int, start: int, end: int
) -> None:
    lived = [
        moment
        for moment in range(start, end)
        if moment >= started or any(first <= moment < last for first, last in ended)
    ]
    assert Runs(ended, started).elapsed(start, end) == len(lived)


@given(ENDED, INSTANTS, st.lists(INSTANTS, min_size=3, max_size=3).map(sorted))
def test_elapsed_times_add_up(
    ended: list[tuple[int, int]], started: int, instants: list[int]
) -> None:
    runs, (first, second, third) = Runs(ended, started), instants
    assert runs.elapsed(first, third) == runs.elapsed(first, second) + runs.elapsed(second, third)


@pytest.mark.parametrize(
    ("start", "end", "elapsed"),
    [
        (1_000, 1_500, 500),  # within a run
        (1_500, 3_500, 1_000),  # over the time between two runs
        (2_100, 2_900, 0),  # within that time
        (2_100, 3_000, 0),
        (5_000, 9_000_000_000_000, 8_999_999_995_000),  # the run that goes on has no end
        (0, 1_000, 0),  # before everything
        (3_500, 1_500, 0),  # the time of day was set back
    ],
)
def test_elapsed(start: int, end: int, elapsed: int) -> None:
    assert Runs([(1_000, 2_000)], 3_000).elapsed(start, end) == elapsed
