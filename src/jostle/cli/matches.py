"""``jostle arena``: a series between two agents."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from jostle.arena.errors import SeriesBroken
from jostle.arena.ladder import name_of
from jostle.arena.openings import PLIES
from jostle.arena.playing import CAP, Conditions
from jostle.arena.results import check_file
from jostle.arena.series import Balance, Series, SeriesResult, Tally, play_series
from jostle.arena.statistics import PairScores, elo
from jostle.arena.stopping import Claim, Sprt
from jostle.cli.setting_up import prepare_kernels
from jostle.core.messages import say
from jostle.core.players import Player
from jostle.games import GAMES, game, game_class

BROKEN = 1


def register(app: typer.Typer) -> None:
    """Add this command."""
    app.command("arena", help=say("cli.help.arena"))(arena)


def arena(
    first: Annotated[str, typer.Argument(metavar="A", help=say("cli.help.arena-agent"))],
    second: Annotated[str, typer.Argument(metavar="B", help=say("cli.help.arena-other"))],
    variant: Annotated[list[str] | None, typer.Option(help=say("cli.help.arena-variant"))] = None,
    games: Annotated[int, typer.Option(help=say("cli.help.arena-games"))] = 100,
    seconds: Annotated[float | None, typer.Option(help=say("cli.help.arena-seconds"))] = None,
    nodes: Annotated[int | None, typer.Option(help=say("cli.help.arena-nodes"))] = None,
    threads: Annotated[int, typer.Option(help=say("cli.help.arena-threads"))] = 1,
    seed: Annotated[int, typer.Option(help=say("cli.help.arena-seed"))] = 0,
    opening_plies: Annotated[int, typer.Option(help=say("cli.help.arena-opening"))] = PLIES,
    cap: Annotated[int, typer.Option(help=say("cli.help.arena-cap"))] = CAP,
    out: Annotated[Path | None, typer.Option(help=say("cli.help.arena-out"))] = None,
    resume: Annotated[bool, typer.Option("--resume", help=say("cli.help.arena-resume"))] = False,
    sprt: Annotated[bool, typer.Option("--sprt", help=say("cli.help.arena-sprt"))] = False,
    elo0: Annotated[float | None, typer.Option(help=say("cli.help.arena-elo0"))] = None,
    elo1: Annotated[float | None, typer.Option(help=say("cli.help.arena-elo1"))] = None,
    alpha: Annotated[float, typer.Option(help=say("cli.help.arena-alpha"))] = 0.05,
    beta: Annotated[float, typer.Option(help=say("cli.help.arena-beta"))] = 0.05,
    above: Annotated[float | None, typer.Option(help=say("cli.help.arena-above"))] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=256, help=say("cli.help.arena-workers"))
    ] = None,
    tables: Annotated[bool, typer.Option(help=say("cli.help.arena-tables"))] = True,
    as_json: Annotated[bool, typer.Option("--json", help=say("cli.help.json"))] = False,
) -> int:
    """Play a series for each variant and tell what came of it."""
    prepare_kernels()
    if resume and out is None:
        raise typer.BadParameter(say("arena.cannot.resume"))
    test = None
    if sprt or elo0 is not None or elo1 is not None:
        lower = Sprt.elo0 if elo0 is None else elo0
        test = Sprt(lower, Sprt.elo1 if elo1 is None else elo1, alpha, beta)
    variants = variant or [game_class(name).main_variants[0] for name in GAMES]
    claim = None if above is None else Claim(above)
    planned: list[tuple[Series, Path | None]] = []
    for name in dict.fromkeys(game(text).variant for text in variants):
        conditions = Conditions(name, seconds, nodes, threads, seed, opening_plies, cap, tables)
        series = Series(conditions, (first, second), games, test, claim)
        planned.append((series, file_for(out, name, several=len(variants) > 1)))
    # Nothing is begun that would be refused after hours.
    for series, path in planned:
        if path is not None:
            check_file(path, series.header, resume=resume)
    return play_all(planned, resume=resume, workers=workers, as_json=as_json)


def file_for(out: Path | None, variant: str, *, several: bool) -> Path | None:
    """The file of a variant's series: each has its own if there are several."""
    if out is None or not several:
        return out
    return out.with_name(f"{out.stem}-{name_of(variant)}{out.suffix}")


def play_all(
    planned: list[tuple[Series, Path | None]],
    *,
    resume: bool,
    workers: int | None,
    as_json: bool,
) -> int:
    """Play some series and show each as it ends; what there is, if something cuts them short."""
    results: list[SeriesResult] = []
    trouble: KeyboardInterrupt | SeriesBroken | None = None
    for series, path in planned:
        tally = Tally(series)
        with progress_bar(series.conditions.variant) as bar:

            def tell(current: Tally, bar: Bar = bar) -> None:
                nonlocal tally
                tally = current
                bar.show(current.played, current.series.games, told_score(current.scores))

            try:
                play_series(series, out=path, resume=resume, workers=workers, on_progress=tell)
            except (KeyboardInterrupt, SeriesBroken) as error:
                trouble = error
        results.append(tally.result())
        if not as_json:
            show(results[-1])
        if trouble is not None:
            break
    if as_json:
        typer.echo(json.dumps([result.to_json() for result in results], indent=2))
    if isinstance(trouble, SeriesBroken):
        typer.echo(say("cli.error", problem=" ".join(str(trouble).split())), err=True)
        return BROKEN
    if trouble is not None:
        typer.echo(say("arena.interrupted"), err=True)
        raise trouble
    return 0


class Bar:
    """A progress bar on standard error, if a person looks at it there."""

    def __init__(self, progress: Progress, title: str) -> None:
        self._progress = progress
        self._task = progress.add_task(escape(title), total=None, score="", rate="")
        self._begun = time.monotonic()
        self._before: int | None = None

    def show(self, done: int, total: int, score: str) -> None:
        """Show how far it is; what was there at the first call does not count as fast."""
        if self._before is None:
            self._before = done
        self._progress.update(
            self._task, completed=done, total=total, score=score, rate=self._rate(done, total)
        )

    def _rate(self, done: int, total: int) -> str:
        made = done - (self._before or 0)
        spent = time.monotonic() - self._begun
        if not made or not spent:
            return ""
        left = timedelta(seconds=round(spent / made * max(0, total - done)))
        return say("arena.rate", games=f"{60 * made / spent:.1f}", left=left)


@contextmanager
def progress_bar(title: str) -> Iterator[Bar]:
    """Show a bar while something is played."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TextColumn("{task.fields[score]}"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
    )
    with progress:
        yield Bar(progress, title)


def told_score(scores: PairScores) -> str:
    """The score so far with its error."""
    if not scores.pairs:
        return ""
    interval = scores.interval()
    error = 100 * (interval.high - interval.low) / 2
    return say("arena.so-far", score=f"{100 * scores.mean:.1f}", error=f"{error:.1f}")


def show(result: SeriesResult) -> None:
    """Print what came of a series, for people."""
    series, console = result.series, Console()
    first, second = series.agents
    title = {"variant": series.conditions.variant, "first": first, "second": second}
    console.print(escape(say("arena.title", **title)), highlight=False)
    table = Table(box=None, padding=(0, 2), show_header=False)
    for name, text in rows_of(result):
        table.add_row(f"  {escape(name)}", escape(text))
    console.print(table, highlight=False)
    for sentence in verdicts(result):
        console.print(escape(sentence), highlight=False, soft_wrap=True)


def rows_of(result: SeriesResult) -> Iterator[tuple[str, str]]:
    """The figures, each with its name."""
    score, interval = result.score, result.interval
    if score is None or interval is None or result.mean_plies is None:
        yield say("arena.games"), say("arena.no-games")
        return
    count = say("arena.games-told", games=len(result.games), plies=f"{result.mean_plies:.1f}")
    yield say("arena.games"), count
    yield say("arena.balance"), told_balance(result.balance)
    yield say("arena.score"), with_interval(*map(percent, (score, interval.low, interval.high)))
    strengths = (elo(score), elo(interval.low), elo(interval.high))
    yield say("arena.elo"), with_interval(*map(told_elo, strengths))
    for side in Player:
        yield say("arena.as", side=side), told_balance(result.balance_as(side))
    if result.draw_reasons:
        reasons = [
            say(f"arena.drawn.{reason}", count=count, cap=result.series.conditions.cap)
            for reason, count in result.draw_reasons.items()
        ]
        yield say("arena.draws"), say("arena.reasons", reasons=reasons)
    for agent, spent in zip("AB", result.seconds_per_move, strict=True):
        if spent is not None:
            yield say("arena.time", agent=agent), say("arena.seconds", seconds=f"{spent:.4f}")
    if result.played > len(result.games):
        left_out = result.played - len(result.games)
        yield say("arena.left-out"), say("arena.left-out-told", games=left_out)


def verdicts(result: SeriesResult) -> Iterator[str]:
    """What a test or a claim came to."""
    sprt, claim = result.series.sprt, result.series.claim
    if sprt is not None:
        low, high = sprt.bounds
        figures = {
            "elo0": f"{sprt.elo0:g}",
            "elo1": f"{sprt.elo1:g}",
            "ratio": f"{sprt.ratio(result.scores):.2f}",
            "low": f"{low:.2f}",
            "high": f"{high:.2f}",
        }
        yield say(f"arena.sprt.{result.verdict}", **figures)
    if claim is not None:
        shown = "shown" if result.claim_shown else "not-shown"
        yield say(f"arena.claim.{shown}", above=percent(claim.above))
    if result.stopped_early:
        yield say("arena.stopped", games=len(result.games), asked=result.series.games)
    elif not result.is_complete:
        yield say("arena.not-finished", games=len(result.games), asked=result.series.games)


def told_balance(balance: Balance) -> str:
    """Games won, drawn and lost, and what that is of all points."""
    games = balance.wins + balance.draws + balance.losses
    share = percent((balance.wins + balance.draws / 2) / games)
    return say(
        "arena.balance-told",
        wins=balance.wins,
        draws=balance.draws,
        losses=balance.losses,
        share=share,
    )


def with_interval(value: str, low: str, high: str) -> str:
    return say("arena.with-interval", value=value, low=low, high=high)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def told_elo(difference: float) -> str:
    """A difference in Elo points, which may be infinite."""
    if math.isinf(difference):
        return "+∞" if difference > 0 else "−∞"
    return f"{difference:+.0f}".replace("-", "−")
