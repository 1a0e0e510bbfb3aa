"""The page that tells how strong the levels are."""

from __future__ import annotations

from collections.abc import Sequence

from jostle.arena.ladder import LadderResult
from jostle.arena.ratings import Rating
from jostle.core.messages import say


def write_page(results: Sequence[LadderResult]) -> str:
    """The Markdown of the page, made of the results alone."""
    paragraphs = [say("arena.page.title"), say("arena.page.introduction")]
    for result in results:
        paragraphs += section_of(result)
    paragraphs += [say("arena.page.how-title"), *how(results)]
    return "\n\n".join(paragraphs) + "\n"


def section_of(result: LadderResult) -> list[str]:
    """A heading, a table and what is to be said about it."""
    variant = result.conditions.variant
    ratings = result.ratings
    columns = ("agent", "elo", "score", "interval", "neighbour-games", "games")
    rows = [
        "| " + " | ".join(say(f"arena.page.{column}") for column in columns) + " |",
        "|---|" + "---:|" * (len(columns) - 1),
    ]
    for rung, (agent, rating) in enumerate(zip(result.agents, ratings.agents, strict=True)):
        cells = [f"`{agent}`", told_rating(rating, is_anchor=rung == 0)]
        cells += neighbour_cells(result, rung)
        cells.append(str(result.games_of(agent)))
        rows.append("| " + " | ".join(cells) + " |")
    said = [say("arena.page.variant", variant=variant), "\n".join(rows)]
    if result.games:
        drawn = f"{100 * result.draws / len(result.games):.0f}"
        figures = {"games": len(result.games), "plies": f"{result.mean_plies:.0f}", "draws": drawn}
        said.append(say("arena.page.games-told", **figures))
    if result.capped:
        said.append(say("arena.page.capped", capped=result.capped, cap=result.conditions.cap))
    for pairing in ratings.softened:
        winner, loser = pairing.first, pairing.second
        if pairing.scores.mean < 0.5:
            winner, loser = loser, winner
        names = {"winner": f"`{result.agents[winner]}`", "loser": f"`{result.agents[loser]}`"}
        said.append(say("arena.page.softened", **names))
    return said


def told_rating(rating: Rating | None, *, is_anchor: bool) -> str:
    """A rating with its error."""
    if rating is None:
        return "–"
    return "0" if is_anchor else f"{signed(rating.elo)} ± {rating.error:.0f}"


def neighbour_cells(result: LadderResult, rung: int) -> list[str]:
    """The score against the agent below, its interval, and the number of games."""
    if rung == 0:
        return ["", "", ""]
    scores = result.scores(result.agents[rung], result.agents[rung - 1])
    if not scores.pairs:
        return ["–", "–", "0"]
    interval = scores.interval()
    return [
        percent(scores.mean),
        f"{percent(interval.low)} – {percent(interval.high)}",
        str(2 * scores.pairs),
    ]


def how(results: Sequence[LadderResult]) -> list[str]:
    """How the figures were made; each set of conditions is told once."""
    told = []
    for result in results:
        conditions = result.conditions
        sentence = say(
            "arena.page.how",
            plies=conditions.opening_plies,
            cap=conditions.cap,
            seed=conditions.seed,
            limits=told_limits(conditions.seconds, conditions.nodes),
            threads=conditions.threads,
        )
        if sentence not in told:
            told.append(sentence)
    return [*told, say("arena.page.statistics"), say("arena.page.command")]


def told_limits(seconds: float | None, nodes: int | None) -> str:
    """The limits that were given, in words."""
    limits = []
    if seconds is not None:
        limits.append(say("arena.page.seconds", seconds=f"{seconds:g}"))
    if nodes is not None:
        limits.append(say("arena.page.nodes", nodes=nodes))
    return say("arena.page.limits", limits=limits) if limits else say("arena.page.no-limits")


def signed(number: float) -> str:
    """A whole number with its sign, as people write it.

    >>> signed(-12.3), signed(3.0)
    ('−12', '+3')
    """
    return f"{number:+.0f}".replace("-", "−")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"
