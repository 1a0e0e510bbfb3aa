"""Ratios of costs measured in rounds: medians, spread, and what they say."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from benchmarks.measures import Measure
from rich.table import Table

ENOUGH_ROUNDS = 7
NOTICEABLE = 0.02  # a difference that is less is not called one
FASTER, SLOWER, SAME, UNKNOWN = "faster", "slower", "same", "?"


@dataclass(frozen=True)
class Comparison:
    """What a unit of work cost in each round, with the commit and with the working tree."""

    measure: Measure
    variant: str
    commit: tuple[float, ...]
    working_tree: tuple[float, ...]

    @property
    def ratios(self) -> list[float]:
        """Working tree to commit, round by round."""
        return [new / old for old, new in zip(self.commit, self.working_tree, strict=True)]

    @property
    def ratio(self) -> float:
        """The median of the ratios."""
        return median(self.ratios)

    @property
    def quartiles(self) -> tuple[float, float]:
        """The lower and the upper quartile of the ratios."""
        if len(self.ratios) == 1:
            return self.ratio, self.ratio
        lower, _, upper = quantiles(self.ratios, n=4)
        # Of few values the quartiles are extrapolated.
        return max(lower, min(self.ratios)), min(upper, max(self.ratios))

    @property
    def verdict(self) -> str:
        """Whether the range between the quartiles lies beyond what is noticeable."""
        if len(self.ratios) < ENOUGH_ROUNDS:
            return UNKNOWN
        lower, upper = self.quartiles
        if lower > 1 + NOTICEABLE:
            return SLOWER
        return FASTER if upper < 1 - NOTICEABLE else SAME

    def to_json(self) -> dict[str, Any]:
        """All that is known, as plain values."""
        lower, upper = self.quartiles
        return {
            "area": self.measure.area,
            "measure": self.measure.name,
            "variant": self.variant,
            "unit": self.measure.unit,
            "commit": list(self.commit),
            "working_tree": list(self.working_tree),
            "ratios": self.ratios,
            "ratio": self.ratio,
            "lower_quartile": lower,
            "upper_quartile": upper,
            "verdict": self.verdict,
        }


def report(commit: str, rounds: int, comparisons: list[Comparison]) -> dict[str, Any]:
    """The result for programs."""
    return {
        "commit": commit,
        "rounds": rounds,
        "enough_rounds": rounds >= ENOUGH_ROUNDS,
        "ratio_of": "working tree / commit, time for a unit of work: below 1 is faster",
        "comparisons": [comparison.to_json() for comparison in comparisons],
    }


def table_of(commit: str, comparisons: list[Comparison]) -> Table:
    """The result for people."""
    table = Table(box=None, padding=(0, 1, 0, 0))
    table.add_column("measure")
    table.add_column("variant", overflow="fold")
    for column in (commit, "working tree", "ratio", "quartiles"):
        table.add_column(column, justify="right")
    table.add_column("")
    for comparison in comparisons:
        lower, upper = comparison.quartiles
        table.add_row(
            f"{comparison.measure.name} {comparison.measure.unit}",
            comparison.variant,
            f"{median(comparison.commit):.3g}",
            f"{median(comparison.working_tree):.3g}",
            f"{comparison.ratio:.3f}",
            f"{lower:.3f}–{upper:.3f}",
            comparison.verdict,
        )
    return table


def legend(rounds: int) -> str:
    """What the columns of the table mean."""
    if rounds < ENOUGH_ROUNDS:
        meaning = f"fewer than {ENOUGH_ROUNDS} are a trial, not a measurement."
    else:
        meaning = f"{SLOWER} or {FASTER} if both quartiles are more than {NOTICEABLE:.0%} off 1."
    return (
        "Median time for a unit of work: CPU time where the unit says so, else wall time.\n"
        "Ratio: working tree / commit. Below 1 it became faster, above 1 slower.\n"
        f"Rounds: {rounds}; {meaning}"
    )
