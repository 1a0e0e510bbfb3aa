"""The arena: openings, series and their files, statistics, ladders, and the command."""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tools.measure_levels import measure

import jostle
from jostle.arena import ratings, statistics
from jostle.arena.errors import ArenaError, SeriesBroken
from jostle.arena.ladder import Ladder, LadderResult, file_of, play_ladder, read_ladder
from jostle.arena.openings import Openings, is_playable
from jostle.arena.page import write_page
from jostle.arena.playing import CAPPED, Conditions, PlayedGame, Task, Times, number_of, play
from jostle.arena.ratings import Pairing, rate
from jostle.arena.results import ResultsFile, read_results
from jostle.arena.series import Series, SeriesResult, Tally, play_series, tasks_of
from jostle.arena.statistics import PairScores, elo, expected, wilson
from jostle.arena.stopping import Claim, Sprt, Verdict, log_likelihood, looks
from jostle.cli import run
from jostle.cli.setting_up import prepare_kernels
from jostle.core.messages import say
from jostle.core.players import Player

QUANTILE = NormalDist().inv_cdf(0.975)
QUICK = "pomeczi:board=3x3"
MAIN_VARIANTS = [
    variant for name in jostle.GAMES for variant in jostle.games.game_class(name).main_variants
]
# Shares of the pairs that bring 0, ½, 1, 1½ and 2 points.
DISTRIBUTIONS = {
    "two independent games": (0.04, 0, 0.32, 0, 0.64),
    "many draws": (0.01, 0.15, 0.6, 0.2, 0.04),
    "the opening decides": (0.3, 0, 0.1, 0, 0.6),
    "a bit of all": (0.02, 0.03, 0.15, 0.15, 0.65),
}


def counted(*counts: int) -> PairScores:
    first, second, third, fourth, fifth = counts
    return PairScores((first, second, third, fourth, fifth))


def drawn(source: np.random.Generator, shares: Iterable[float], pairs: int) -> PairScores:
    return counted(*map(int, source.multinomial(pairs, list(shares))))


@pytest.fixture(scope="module", autouse=True)
def kernels() -> None:
    """Compiled beforehand, so that no command of a test begins with a bar about it."""
    prepare_kernels()


# Scores and intervals.


def test_wilson_is_the_solution_of_its_equation() -> None:
    """Both ends are as far from the mean as the quantile times their own standard deviation."""
    for mean, trials in ((0.5, 10), (0.9, 37), (0.03, 400)):
        interval = wilson(mean, trials)
        for end in (interval.low, interval.high):
            assert abs(mean - end) == pytest.approx(QUANTILE * math.sqrt(end * (1 - end) / trials))
    assert wilson(1.0, 20).low == pytest.approx(20 / (20 + QUANTILE**2))
    assert wilson(0.0, 20).high == pytest.approx(QUANTILE**2 / (20 + QUANTILE**2))


def test_a_series_without_a_lost_game_has_an_error() -> None:
    whitewash = PairScores.of([2.0] * 10)
    assert whitewash.mean == 1
    assert whitewash.interval().low == pytest.approx(20 / (20 + QUANTILE**2))
    assert whitewash.interval().high == 1
    level = PairScores.of([1.0] * 10)  # the first player always wins
    assert 0.35 < level.interval().low < 0.45
    assert level.interval().high == pytest.approx(1 - level.interval().low)
    assert PairScores.of([1.0] * 1000).interval().low > 0.498


def test_long_series_have_the_textbook_interval() -> None:
    scores = counted(100, 200, 300, 250, 150)
    points = np.repeat(statistics.POINTS, scores.counts)
    assert scores.mean == pytest.approx(points.mean())
    assert scores.points == pytest.approx(2 * points.sum())
    assert scores.variance == pytest.approx(points.var(ddof=1), rel=0.01)
    half = QUANTILE * points.std(ddof=1) / math.sqrt(1000)
    assert scores.interval().low == pytest.approx(points.mean() - half, abs=2e-4)
    assert scores.interval().high == pytest.approx(points.mean() + half, abs=2e-4)


@pytest.mark.parametrize("shares", DISTRIBUTIONS.values(), ids=DISTRIBUTIONS)
@pytest.mark.parametrize("pairs", [10, 40])
def test_intervals_hold_the_truth_as_often_as_they_say(
    shares: tuple[float, ...], pairs: int
) -> None:
    source = np.random.default_rng(1)
    truth = float(np.dot(shares, statistics.POINTS))
    runs = 2000
    intervals = [drawn(source, shares, pairs).interval() for _ in range(runs)]
    held = sum(interval.low <= truth <= interval.high for interval in intervals) / runs
    assert 0.92 < held < 0.99


@given(st.tuples(*[st.integers(0, 30)] * 5).filter(any))
def test_an_interval_surrounds_the_score(counts: tuple[int, ...]) -> None:
    scores = counted(*counts)
    interval, wider = scores.interval(), scores.interval(0.99)
    assert 0 <= wider.low <= interval.low <= scores.mean <= interval.high <= wider.high <= 1
    assert interval.low < interval.high
    turned = counted(*reversed(counts)).interval()
    assert turned.low == pytest.approx(1 - interval.high)


def test_pairs_are_counted_one_by_one_as_all_at_once() -> None:
    points = [0, 0.5, 1, 1, 1.5, 2, 2, 2]
    scores = PairScores()
    for value in points:
        scores = scores.plus(value)
    assert scores == PairScores.of(points) == counted(1, 1, 2, 1, 3)


def test_elo_and_expected_scores() -> None:
    assert elo(0.5) == 0
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(1.0) == math.inf
    assert elo(0.0) == -math.inf
    for difference in (-700.0, -3.0, 0.0, 120.0, 900.0):
        assert expected(difference) == pytest.approx(1 / (1 + 10 ** (-difference / 400)))
        assert elo(expected(difference)) == pytest.approx(difference)


# Stopping early.


def test_the_test_of_whole_wins_and_losses_is_the_binomial_one() -> None:
    """With pairs that are won or lost whole, the ratio is known in closed form."""
    sprt = Sprt(0, 100)
    lower, higher = expected(0), expected(100)
    closed = 70 * math.log(higher / lower) + 30 * math.log((1 - higher) / (1 - lower))
    assert sprt.ratio(counted(30, 0, 0, 0, 70)) == pytest.approx(closed, abs=0.01)
    assert sprt.ratio(PairScores()) == 0
    assert sprt.bounds == pytest.approx((-math.log(19), math.log(19)))


def test_the_likeliest_distribution_of_a_mean() -> None:
    """At the mean that was seen nothing is to be changed; elsewhere it is less likely."""
    counts = (3, 5, 8, 6, 4)
    mean = counted(*counts).mean
    assert log_likelihood(counts, mean) == pytest.approx(0, abs=1e-12)
    below = [log_likelihood(counts, mean - gap) for gap in (0.05, 0.1, 0.2)]
    assert 0 > below[0] > below[1] > below[2]
    # Near that mean, the logarithm is the square of the distance over twice the mean's variance.
    points = np.repeat(statistics.POINTS, counts)
    distance = 0.001
    assert log_likelihood(counts, mean + distance) == pytest.approx(
        -(distance**2) * len(points) / (2 * points.var()), rel=0.01
    )


@pytest.mark.parametrize(("truth", "wrong"), [(0.0, Verdict.HIGHER), (80.0, Verdict.LOWER)])
def test_the_sequential_test_is_seldom_wrong(truth: float, wrong: Verdict) -> None:
    """With two independent games a pair, a third of them drawn, as strong as a hypothesis says."""
    sprt = Sprt(0, 80)
    source = np.random.default_rng(3)
    score = expected(truth)
    chances = [1 - score - 1 / 6, 1 / 3, score - 1 / 6]
    runs, errors, lengths = 150, 0, []
    for _ in range(runs):
        scores, verdict = PairScores(), Verdict.UNDECIDED
        while verdict is Verdict.UNDECIDED:
            points = float(source.choice([0, 0.5, 1], 2, p=chances).sum())
            scores = scores.plus(points)
            verdict = sprt.verdict(scores)
        errors += verdict is wrong
        lengths.append(scores.pairs)
    assert errors / runs < 0.09  # 0.05 and two standard deviations
    assert 15 < np.mean(lengths) < 60


def test_claims_are_looked_at_now_and_then() -> None:
    assert list(looks(9)) == []
    assert list(looks(100)) == [10, 13, 17, 22, 28, 35, 44, 55, 69, 87]
    claim = Claim(0.5)
    won = PairScores.of([2.0] * 12)
    assert not claim.is_shown(won, is_last=False)
    assert claim.is_shown(won, is_last=True)
    assert claim.is_shown(won.plus(2.0), is_last=False)


@pytest.mark.parametrize("figure", [0.5, 0.85])
def test_claims_that_do_not_hold_are_seldom_shown(figure: float) -> None:
    """Where the score is just what is claimed to be surpassed, and all looks are taken together."""
    source = np.random.default_rng(4)
    claim, length, runs, shown = Claim(figure), 150, 400, 0
    games = source.random((runs, length, 2)) < figure
    for series in games.sum(axis=2):
        for look in (*looks(length), length):
            if claim.is_shown(PairScores.of(series[:look]), is_last=look == length):
                shown += 1
                break
    assert 0 < shown / runs < 0.08


def test_claims_that_hold_are_shown_early() -> None:
    source = np.random.default_rng(5)
    series = (source.random((400, 2)) < 0.97).sum(axis=1)
    shown = [
        look
        for look in looks(400)
        if Claim(0.85).is_shown(PairScores.of(series[:look]), is_last=False)
    ]
    assert shown[0] < 60


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Sprt(20, 0),
        lambda: Sprt(0, math.inf),
        lambda: Sprt(0, 20, alpha=0),
        lambda: Sprt(0, 20, beta=0.7),
        lambda: Claim(1.0),
        lambda: Claim(-0.1),
        lambda: Claim(math.nan),
        lambda: Series(Conditions(QUICK), ("random", "greedy"), 7),
        lambda: Series(Conditions(QUICK), ("random", "greedy"), 0),
        lambda: Series(Conditions(QUICK, seconds=0), ("random", "greedy"), 2),
        lambda: Series(Conditions(QUICK, seconds=math.nan), ("random", "greedy"), 2),
        lambda: Series(Conditions(QUICK, nodes=0), ("random", "greedy"), 2),
        lambda: Series(Conditions(QUICK, threads=0), ("random", "greedy"), 2),
        lambda: Series(Conditions(QUICK, opening_plies=-1), ("random", "greedy"), 2),
        lambda: Series(Conditions(QUICK, opening_plies=8, cap=8), ("random", "greedy"), 2),
        lambda: Series(Conditions(QUICK), ("random", "no-such-agent"), 2),
        lambda: Series(Conditions("chess"), ("random", "greedy"), 2),
        lambda: Ladder(Conditions(QUICK), ("random",)),
        lambda: Ladder(Conditions(QUICK), ("random", "random")),
        lambda: Ladder(Conditions(QUICK), ("random", "greedy"), -1),
    ],
)
def test_what_cannot_be_played_is_refused(wrong: Callable[[], object]) -> None:
    with pytest.raises(jostle.JostleError):
        wrong()


# Ratings.


def test_the_rating_of_one_agent_beside_another_is_that_of_its_score() -> None:
    scores = counted(2, 5, 30, 40, 23)
    found = rate(2, [Pairing(1, 0, scores)])
    assert found.agents[0] == ratings.Rating(0, 0)
    assert found.agents[1] is not None
    assert found.agents[1].elo == pytest.approx(elo(scores.mean))
    # The delta method: the slope of Elo points over the score, times the score's deviation.
    slope = statistics.ELO_SCALE / (scores.mean * (1 - scores.mean))
    deviation = math.sqrt(scores.variance / scores.pairs)
    assert found.agents[1].error == pytest.approx(QUANTILE * slope * deviation)
    assert found.softened == ()


def test_the_ratings_of_a_chain_add_up() -> None:
    """Where only neighbours have played, each gap is that of its own score."""
    chain = [counted(1, 0, 8, 0, 11), counted(3, 2, 9, 4, 8), counted(9, 0, 2, 0, 1)]
    found = rate(4, [Pairing(rung + 1, rung, scores) for rung, scores in enumerate(chain)])
    heights = np.cumsum([0, *(elo(scores.mean) for scores in chain)])
    assert [rating.elo for rating in found.agents if rating] == pytest.approx(heights)
    squares = [0.0]
    for scores in chain:
        slope = statistics.ELO_SCALE / (scores.mean * (1 - scores.mean))
        squares.append(squares[-1] + slope**2 * scores.variance / scores.pairs)
    errors = QUANTILE * np.sqrt(squares)
    assert [rating.error for rating in found.agents if rating] == pytest.approx(errors)


def test_who_is_named_first_makes_no_difference() -> None:
    scores = counted(3, 2, 9, 4, 8)
    turned = counted(*reversed(scores.counts))
    straight, other = rate(2, [Pairing(1, 0, scores)]), rate(2, [Pairing(0, 1, turned)])
    for one, two in zip(straight.agents, other.agents, strict=True):
        assert one is not None
        assert two is not None
        assert (one.elo, one.error) == pytest.approx((two.elo, two.error))


def test_ratings_find_the_truth_as_often_as_they_say() -> None:
    source = np.random.default_rng(6)
    truth = (0.0, 60.0, 200.0, 230.0, 500.0)
    runs, held, errors = 300, np.zeros(5), np.zeros(5)
    for _ in range(runs):
        pairings = []
        for higher in range(5):
            for lower in range(higher):
                score = expected(truth[higher] - truth[lower])
                games = source.random((30, 2)) < score
                pairings.append(Pairing(higher, lower, PairScores.of(games.sum(axis=1))))
        for place, rating in enumerate(rate(5, pairings).agents):
            assert rating is not None
            held[place] += abs(rating.elo - truth[place]) <= rating.error + 1e-9
            errors[place] += rating.elo - truth[place]
    assert held[0] == runs
    assert all(0.91 < share < 0.99 for share in held[1:] / runs)
    assert np.abs(errors / runs).max() < 10  # no bias to speak of


def test_a_gap_that_nothing_bounds_gets_a_number() -> None:
    whitewash, mixed = counted(0, 0, 0, 0, 10), counted(1, 0, 8, 0, 11)
    found = rate(3, [Pairing(1, 0, whitewash), Pairing(2, 1, mixed)])
    assert [(pairing.first, pairing.second) for pairing in found.softened] == [(1, 0)]
    assert found.agents[1] is not None
    assert found.agents[1].elo == pytest.approx(elo(20.5 / 21))
    assert 100 < found.agents[1].error < 1000
    # A third agent that scores against both bounds it.
    bridged = rate(3, [Pairing(1, 0, whitewash), Pairing(2, 1, mixed), Pairing(2, 0, mixed)])
    assert bridged.softened == ()


def test_agents_without_a_link_have_no_rating() -> None:
    mixed = counted(1, 0, 8, 0, 11)
    found = rate(4, [Pairing(1, 0, mixed), Pairing(3, 2, mixed), Pairing(2, 0, PairScores())])
    assert [rating is None for rating in found.agents] == [False, False, True, True]
    assert rate(2, []).agents == (ratings.Rating(0, 0), None)


# Openings.


@pytest.mark.parametrize("variant", MAIN_VARIANTS)
def test_openings_are_playable_and_differ(variant: str) -> None:
    game = jostle.game(variant)
    openings = Openings(game, 4, seed=1)
    positions = set()
    for pair in range(25):
        match = jostle.Match(game)
        for move in openings[pair]:
            match.play(move)
        assert len(match.moves) == 4
        assert match.outcome is None
        after = [branch.position for branch in match.position.expand()]
        mover = match.position.mover
        assert not any(position.outcome and position.outcome.winner is mover for position in after)
        positions.add(match.position)
    assert len(positions) == 25


def test_the_seed_decides_the_openings() -> None:
    game = jostle.game("push-push")
    first, second, other = (Openings(game, 4, seed) for seed in (7, 7, 8))
    assert [first[pair] for pair in (3, 0, 9)] == [second[pair] for pair in (3, 0, 9)]
    assert [first[pair] for pair in range(5)] != [other[pair] for pair in range(5)]


def test_openings_come_again_when_there_are_no_more() -> None:
    game = jostle.game(QUICK)
    openings = Openings(game, 1, seed=1)
    firsts = [openings[pair] for pair in range(60)]
    counts = [firsts.count(opening) for opening in set(firsts)]
    assert len(counts) < 40
    assert max(counts) - min(counts) <= 1
    assert [Openings(game, 0, seed=1)[pair] for pair in range(3)] == [()] * 3


def test_a_position_that_is_decided_is_no_opening() -> None:
    game = jostle.game("push-push")

    def is_open(text: str) -> bool:
        return is_playable(jostle.Match(game, game.position(text)))

    assert is_open(game.start().text)
    assert not is_open("o6/A6/7/7/7/7/7 1 - 0")  # the mover pushes the ball out
    assert not is_open("o6/7/7/7/7/7/A6 1 - 100")  # it is over
    # Player 1 has nothing that could keep Player 2 from pushing the ball out.
    assert not is_open("A6/7/7/7/7/d6/o6 1 - 0")
    assert is_open("A6/7/7/7/d6/7/o6 1 - 0")


def test_a_game_too_short_for_an_opening_is_told() -> None:
    with pytest.raises(ArenaError, match="fewer plies"):
        Openings(jostle.game("pushee-pieces:pieces=1"), 4, seed=0)[0]


# Single games.


def task(pair: int = 0, game: int = 0, **conditions: Any) -> Task:
    chosen = Conditions(QUICK, **conditions)
    tasks = tasks_of(chosen, ("greedy", "random"), pair + 1, set())
    return next(task for task in tasks if (task.pair, task.game) == (pair, game))


@pytest.mark.parametrize("game", [0, 1])
def test_a_game_is_a_match_from_its_opening(game: int) -> None:
    played = play(task(game=game))
    match = jostle.Match(jostle.game(QUICK))
    for move in (*played.opening, *played.moves):
        match.play(move)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == (played.winner, played.reason)
    assert played.plies == len(match.moves)
    first, second = played.times
    assert first.moves + second.moves == len(played.moves)
    assert 0 < first.longest <= first.seconds
    assert played.score == (
        0.5 if match.outcome.winner is None else match.outcome.winner == game + 1
    )


def test_sides_are_swapped_within_a_pair() -> None:
    first, second = task(), task(game=1)
    assert first.opening == second.opening
    assert (first.side_of_first, second.side_of_first) == (Player.ONE, Player.TWO)
    seeds = {one.seed_of(agent) for one in (first, second, task(1)) for agent in range(2)}
    assert len(seeds) == 6


def test_a_capped_game_is_a_draw_and_told() -> None:
    played = play(task(cap=6))
    assert (played.plies, played.reason, played.score, played.winner) == (6, CAPPED, 0.5, None)
    assert played.to_json()["outcome"] == {"winner": None, "reason": "cap", "scores": None}


def test_a_game_is_the_same_when_played_again_and_read_again() -> None:
    for game in (0, 1):
        played = play(task(game=game))
        assert play(task(game=game)) == played
        again = PlayedGame.from_json(json.loads(json.dumps(played.to_json())))
        assert again == played
        assert again.to_json() == played.to_json()


def test_numbers_from_words() -> None:
    assert number_of("a", 1) == number_of("a", 1)
    assert number_of("a", 1) != number_of("a1")
    assert 0 <= number_of() < 2**32


# Whole series, in processes.

CONDITIONS = Conditions(QUICK, seed=5)
SERIES = Series(CONDITIONS, ("greedy", "random"), 12)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[SeriesResult, bytes]:
    """A series played by one worker, and its file."""
    path = tmp_path_factory.mktemp("arena") / "series.jsonl"
    return play_series(SERIES, out=path, workers=1), path.read_bytes()


def without_times(content: bytes) -> list[dict[str, Any]]:
    games = [json.loads(line) for line in content.splitlines()[1:]]
    for game in games:
        del game["times"]
    return sorted(games, key=lambda game: (game["pair"], game["game"]))


def test_the_file_holds_a_header_and_a_line_a_game(finished: tuple[SeriesResult, bytes]) -> None:
    result, content = finished
    header, *lines = (json.loads(line) for line in content.splitlines())
    assert header["variant"] == QUICK
    assert header["agents"] == ["greedy", "random"]
    assert [header[name] for name in ("seconds", "nodes", "threads", "seed")] == [None, None, 1, 5]
    assert (header["sprt"], header["above"]) == (None, None)
    assert [(line["pair"], line["game"]) for line in lines] == [
        (pair, game) for pair in range(6) for game in range(2)
    ]
    assert all(line["sides"] == (["A", "B"], ["B", "A"])[line["game"]] for line in lines)
    assert sum(line["score"] for line in lines) == result.scores.points
    assert [game.to_json() for game in result.games] == lines
    assert result.is_complete
    assert not result.stopped_early


def test_the_number_of_workers_makes_no_difference(
    finished: tuple[SeriesResult, bytes], tmp_path: Path
) -> None:
    result, content = finished
    path = tmp_path / "two.jsonl"
    told: list[int] = []
    again = play_series(
        SERIES, out=path, workers=2, on_progress=lambda tally: told.append(tally.played)
    )
    assert again.games == result.games
    assert without_times(path.read_bytes()) == without_times(content)
    assert told == list(range(13))


def test_a_series_can_go_on_from_any_point(
    finished: tuple[SeriesResult, bytes], tmp_path: Path
) -> None:
    result, content = finished
    lines = content.splitlines(keepends=True)
    path = tmp_path / "cut.jsonl"
    # Cut off in the midst of the eighth game, and with a pair that is not whole.
    path.write_bytes(b"".join([lines[0], *lines[2:8]]) + lines[8][:100])
    again = play_series(SERIES, out=path, resume=True, workers=2)
    assert again.games == result.games
    assert without_times(path.read_bytes()) == without_times(content)
    # A finished one has nothing to be played, and more games can be asked for.
    before = path.read_bytes()
    assert play_series(SERIES, out=path, resume=True).games == result.games
    assert path.read_bytes() == before
    longer = play_series(replace(SERIES, games=14), out=path, resume=True, workers=1)
    assert longer.games[:12] == result.games
    assert len(longer.games) == 14


@pytest.mark.parametrize("length", [0, 1, 50])
def test_a_header_that_was_cut_off_is_written_anew(length: int, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    with ResultsFile(path, SERIES.header, resume=False):
        whole = path.read_bytes()
    path.write_bytes(whole[:length])
    with ResultsFile(path, SERIES.header, resume=True) as file:
        assert file.games == []
    assert path.read_bytes() == whole


def test_files_that_cannot_be_gone_on_with(
    finished: tuple[SeriesResult, bytes], tmp_path: Path
) -> None:
    _, content = finished
    path = tmp_path / "series.jsonl"

    def refused(text: bytes, problem: str, *, series: Series = SERIES, resume: bool = True) -> None:
        path.write_bytes(text)
        with pytest.raises(ArenaError, match=problem):
            play_series(series, out=path, resume=resume)
        assert path.read_bytes() == text

    lines = content.splitlines(keepends=True)
    refused(content, "is there already; --resume", resume=False)
    other = replace(SERIES, conditions=replace(CONDITIONS, nodes=50))
    refused(content, "its nodes is null, not 50", series=other)
    refused(content, "its agents is", series=replace(SERIES, agents=("random", "greedy")))
    refused(content, "its sprt is null", series=replace(SERIES, sprt=Sprt()))
    refused(content, "its above is null, not 0.5", series=replace(SERIES, claim=Claim(0.5)))
    refused(b"a note, and no line end", "not a file of a series")
    refused(b"[1, 2]\n", "not a file of a series")
    refused(lines[0] + b"nonsense\n" + lines[1], "line 2 of .* is not a game")
    refused(lines[0] + lines[1] + b'{"pair": 1}\n', "line 3 of .* is not a game")
    refused(lines[0] + lines[1] * 2, "line 3 of .* was there before")
    with pytest.raises(ArenaError, match="is a folder"):
        play_series(SERIES, out=tmp_path)
    with pytest.raises(ArenaError, match="No such file"):
        play_series(SERIES, out=tmp_path / "nowhere" / "series.jsonl")
    with pytest.raises(ArenaError, match="null"):
        play_series(SERIES, out=Path("a\0b"))


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_two_series_do_not_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    with (
        ResultsFile(path, SERIES.header, resume=False),
        pytest.raises(ArenaError, match="another series is being written"),
    ):
        ResultsFile(path, SERIES.header, resume=True)


def test_a_worker_that_dies_is_reported(
    finished: tuple[SeriesResult, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "series.jsonl"

    def kill(tally: Tally) -> None:
        if tally.played == 3:
            for worker in multiprocessing.active_children():
                assert worker.pid is not None
                os.kill(worker.pid, signal.SIGKILL)

    with pytest.raises(SeriesBroken, match="died with status -9"):
        play_series(SERIES, out=path, workers=1, on_progress=kill)
    assert len(read_results(path)[1]) == 3
    assert multiprocessing.active_children() == []
    assert play_series(SERIES, out=path, resume=True, workers=1).games == finished[0].games


def test_an_agent_that_fails_is_reported() -> None:
    series = Series(CONDITIONS, ("random", f"ugi:{sys.executable} -c pass"), 2)
    with pytest.raises(SeriesBroken, match="game 1 of pair 1, random against ugi:") as caught:
        play_series(series, workers=1)
    assert "Traceback" in str(caught.value.__cause__)
    assert multiprocessing.active_children() == []


def test_a_series_stops_once_its_claim_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "series.jsonl"
    series = Series(Conditions("pomeczi"), ("greedy", "random"), 400, claim=Claim(0.5))
    result = play_series(series, out=path, workers=2)
    assert result.stopped_early
    assert result.claim_shown
    assert len(result.games) == 2 * 10
    assert result.interval is not None
    assert result.interval.low > 0.5
    # Games in hand may have been finished meanwhile; they are in the file and do not count.
    assert len(result.games) <= result.played < series.games
    again = play_series(series, out=path, resume=True)
    assert (again.games, again.stopped_early) == (result.games, True)


# How a series is judged, from games made up.


def made_up(pair: int, game: int, score: float, reason: str = "goal") -> PlayedGame:
    side = Player(1 + game)
    winner = None if score == 0.5 else side if score == 1 else side.other
    times = (Times(2, 1.0, 0.7), Times(2, 3.0, 2.0))
    return PlayedGame(("a", "b"), pair, game, ("x",), ("y", "z"), winner, reason, None, times)


def judged(points: list[float], order: list[int], **asked: Any) -> SeriesResult:
    series = replace(SERIES, games=2 * len(points), **asked)
    games = [
        made_up(pair, game, points[pair] / 2) for pair in range(len(points)) for game in (0, 1)
    ]
    tally = Tally(series)
    for place in order:
        if tally.is_finished:
            break
        tally.add(games[place])
    return tally.result()


def test_the_order_of_arrival_does_not_change_the_verdict() -> None:
    source = random.Random(1)
    points = [float(source.choice([0, 1, 2, 2])) for _ in range(150)]
    order = list(range(300))
    straight = judged(points, order, sprt=Sprt(0, 100))
    assert straight.verdict is Verdict.HIGHER
    assert straight.stopped_early
    assert len(straight.games) < 200
    for _ in range(5):
        # Each arrives at most some places early or late, as from several workers.
        mixed = sorted(order, key=lambda place: place + source.uniform(0, 9))
        other = judged(points, mixed, sprt=Sprt(0, 100))
        assert other.games == straight.games
        assert other.verdict is straight.verdict


def test_both_a_test_and_a_claim_are_waited_for() -> None:
    won = [2.0] * 400
    order = list(range(800))
    tested = judged(won, order, sprt=Sprt(0, 30))
    claimed = judged(won, order, claim=Claim(0.8))
    both = judged(won, order, sprt=Sprt(0, 30), claim=Claim(0.8))
    assert len(claimed.games) < len(tested.games) < 800
    assert both.games == tested.games
    assert both.claim_shown
    assert both.verdict is Verdict.HIGHER
    level = judged([1.0] * 100, list(range(200)), claim=Claim(0.6))
    assert not level.claim_shown
    assert not level.stopped_early
    assert len(level.games) == 200
    refuted = judged([0.0] * 100, list(range(200)), sprt=Sprt(0, 30))
    assert refuted.verdict is Verdict.LOWER


def test_pairs_that_are_not_whole_do_not_count() -> None:
    result = judged([2.0, 0.0, 1.0], [0, 1, 2, 4, 5])
    assert [game.pair for game in result.games] == [0, 0, 2, 2]
    assert result.played == 5
    assert not result.is_complete
    assert result.score == 0.75
    empty = judged([2.0], [0])
    assert (empty.score, empty.interval, empty.mean_plies) == (None, None, None)
    assert empty.to_json()["elo"] is None


def test_what_a_result_tells() -> None:
    tally = Tally(replace(SERIES, games=6))
    for game in (
        made_up(0, 0, 1),
        made_up(0, 1, 1),
        made_up(1, 0, 0.5, "repetition"),
        made_up(1, 1, 0),
        made_up(2, 0, 1),
        made_up(2, 1, 0.5, CAPPED),
    ):
        tally.add(game)
    told = tally.result().to_json()
    assert [told[name] for name in ("wins", "draws", "losses", "score")] == [3, 2, 1, 4 / 6]
    assert told["pair_scores"] == [0, 1, 0, 1, 1]
    assert told["as_player_1"] == {"wins": 2, "draws": 1, "losses": 0}
    assert told["as_player_2"] == {"wins": 1, "draws": 1, "losses": 1}
    assert told["draw_reasons"] == {"cap": 1, "repetition": 1}
    assert told["seconds_per_move"] == {"A": 0.5, "B": 1.5}
    assert told["mean_plies"] == 3
    assert told["elo"] == pytest.approx(elo(4 / 6))


def test_infinite_differences_are_told_as_such() -> None:
    won = judged([2.0] * 5, list(range(10))).to_json()
    assert won["elo"] == "infinity"
    interval: Any = won["elo_interval"]
    low, high = interval
    assert 0 < low < 500
    assert high == "infinity"
    lost = judged([0.0] * 5, list(range(10))).to_json()
    assert lost["elo"] == "-infinity"
    json.dumps(won, allow_nan=False)


# The command.


def arena(*arguments: str) -> list[str]:
    return ["arena", "greedy", "random", "--variant", QUICK, "--seed", "5", *arguments]


def test_the_command_tells_the_result(
    finished: tuple[SeriesResult, bytes], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "series.jsonl"
    path.write_bytes(finished[1])
    assert run(arena("--games", "12", "--out", str(path), "--resume", "--json")) == 0
    output = capfd.readouterr()
    assert output.err == ""
    (told,) = json.loads(output.out)
    assert told.pop("seconds_per_move")["A"] > 0
    wanted = finished[0].to_json()
    del wanted["seconds_per_move"]  # the file has it rounded
    assert told == wanted
    assert run(arena("--games", "12", "--out", str(path), "--resume")) == 0
    text = capfd.readouterr().out
    balance = finished[0].balance
    assert f"{balance.wins} won, {balance.draws} drawn, {balance.losses} lost" in text
    assert f"{QUICK}: A (greedy) against B (random)" in text
    for word in (
        "A's score",
        "Elo difference",
        "A as Player 1",
        "A as Player 2",
        "time per move, A",
    ):
        assert word in text


def test_the_command_plays_every_variant_it_is_given(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    variants = (QUICK, "push-push", "pushee-pieces:pieces=3", "push-push:quiet=100")
    options = [word for variant in variants for word in ("--variant", variant)]
    out = str(tmp_path / "all.jsonl")
    command = ["arena", "random", "random", "--games", "2", "--cap", "30", "--out", out, *options]
    assert run([*command, "--workers", "1", "--above", "0.99", "--elo1", "50"]) == 0
    text = capfd.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "all-pomeczi-board-3x3.jsonl",
        "all-push-push.jsonl",
        "all-pushee-pieces-pieces-3.jsonl",
    ]
    assert "the cap of 30 plies (2)" in text
    assert text.count("Not shown: that A's score is above 99.0 %") == 3
    assert text.count("Undecided between 0 and 50 Elo points") == 3


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["arena"], "Missing argument"),
        (["arena", "greedy"], "Missing argument"),
        (["arena", "nobody", "greedy"], "nobody"),
        (["arena", "greedy", "level:11"], "level:11"),
        (arena("--games", "3"), "even number"),
        (arena("--games", "many"), "--games"),
        (arena("--variant", "chess"), "no game"),
        (arena("--seconds", "-1"), "more than 0"),
        (arena("--nodes", "0"), "1 or more"),
        (arena("--threads", "0"), "1 or more"),
        (arena("--workers", "0"), "--workers"),
        (arena("--resume"), "--out"),
        (arena("--elo0", "30"), "the first must be the lower one"),
        (arena("--sprt", "--alpha", "2"), "between 0 and 0.5"),
        (arena("--above", "85"), "less than 1"),
        (arena("--opening-plies", "500"), "from 0 to 100"),
        (arena("--cap", "2"), "must be higher"),
        (arena("--out", "/no/such/folder/file"), "no folder"),
        (arena("--out", "/"), "is a folder"),
    ],
)
def test_bad_input_is_one_clear_line(
    arguments: list[str], problem: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    output = capfd.readouterr()
    assert output.out == ""
    assert len(output.err.splitlines()) == 1
    assert problem in output.err


def test_no_file_is_overwritten_and_none_begun_in_vain(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The second variant's file is in the way: the first is not begun."""
    taken = tmp_path / "all-push-push.jsonl"
    taken.write_text("mine\n")
    out = ["--out", str(tmp_path / "all.jsonl"), "--variant", "push-push"]
    assert run(arena(*out)) == 2
    assert "is there already" in capfd.readouterr().err
    assert run(arena(*out, "--resume")) == 2
    assert "is not a file of a series" in capfd.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == [taken.name]
    assert taken.read_text() == "mine\n"


def test_a_broken_series_has_a_status_of_its_own(capfd: pytest.CaptureFixture[str]) -> None:
    engine = f"ugi:{sys.executable} -c pass"
    command = ["arena", "random", engine, "--variant", QUICK, "--games", "2", "--workers", "1"]
    assert run(command) == 1
    output = capfd.readouterr()
    assert "could not be played to its end" in output.err
    assert len(output.err.splitlines()) == 1
    assert "no pair of games has been finished" in output.out


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_ctrl_c_stops_cleanly(tmp_path: Path) -> None:
    """As in a terminal, the signal reaches all processes of the group."""
    path = tmp_path / "series.jsonl"
    command = [sys.executable, "-m", "jostle", *arena("--games", "100000", "--out", str(path))]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while process.poll() is None and not (path.exists() and path.read_bytes().count(b"\n") > 5):
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate()  # ends when nobody is left who could write there
    assert process.returncode == 130
    assert err.splitlines() == [say("arena.interrupted")]
    assert "Not finished" in out
    games = read_results(path)[1]
    assert len(games) >= 5
    assert path.read_bytes().endswith(b"\n")


# Ladders and the page.


def test_a_ladder_goes_on_with_what_its_folder_has(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "levels"
    agents = ("random", "greedy", "level:1")
    first = Ladder(CONDITIONS, agents, 2, 0)
    told: list[tuple[int, int]] = []
    result = play_ladder(
        first, folder, workers=2, on_progress=lambda progress: told.append(progress_of(progress))
    )
    assert told == [(done, 8) for done in range(9)]
    assert {game.agents for game in result.games} == {("greedy", "random"), ("level:1", "greedy")}
    whole = play_ladder(Ladder(CONDITIONS, agents, 2, 1), folder, workers=1)
    assert len(whole.games) == 10
    assert whole.scores("level:1", "random").pairs == 1
    assert whole.games_of("greedy") == 8
    assert set(result.games) < set(whole.games)
    again = read_ladder(folder, CONDITIONS, agents)
    assert again == whole
    assert read_ladder(folder, replace(CONDITIONS, variant="pomeczi"), agents) is None
    with pytest.raises(ArenaError, match="another series"):
        read_ladder(folder, replace(CONDITIONS, seed=6), agents)
    assert file_of(folder, QUICK).name == "pomeczi-board-3x3.jsonl"


def progress_of(progress: Any) -> tuple[int, int]:
    return progress.done, progress.total


def test_who_plays_whom_on_a_ladder() -> None:
    ladder = Ladder(CONDITIONS, ("random", "greedy", "level:1", "level:2"), 3, 1)
    assert ladder.pairings == [
        (("greedy", "random"), 3),
        (("level:1", "greedy"), 3),
        (("level:2", "level:1"), 3),
        (("level:1", "random"), 1),
        (("level:2", "greedy"), 1),
        (("level:2", "random"), 1),
    ]
    assert ladder.missing([]) == 24
    assert len(list(ladder.tasks([]))) == 24


def ladder_games(agents: tuple[str, str], points: list[float]) -> list[PlayedGame]:
    games = [made_up(pair, game, each / 2) for pair, each in enumerate(points) for game in (0, 1)]
    return [replace(game, agents=agents) for game in games]


def test_the_page_tells_what_was_measured() -> None:
    agents = ("random", "level:1", "level:2")
    games = [
        *ladder_games(("level:1", "random"), [2.0] * 30 + [0.0] * 10),
        *ladder_games(("level:1", "level:2"), [1.0] * 10),
        *ladder_games(("level:2", "random"), [2.0])[:1],  # not a whole pair
        *ladder_games(("level:9", "random"), [2.0]),  # not asked for
    ]
    result = LadderResult.of(CONDITIONS, agents, games)
    assert len(result.games) == 100
    assert result.scores("level:2", "level:1") == PairScores.of([1.0] * 10)
    page = write_page([result, LadderResult.of(Conditions("push-push"), agents, [])])
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.splitlines()
        if line.startswith("| `")
    ]
    interval = result.scores("level:1", "random").interval()
    low, high = 100 * interval.low, 100 * interval.high
    rating = result.ratings.agents[1]
    assert rating is not None
    assert rows[0] == ["`random`", "0", "", "", "", "80"]
    assert rows[1] == [
        "`level:1`",
        f"+191 ± {rating.error:.0f}",
        "75.0 %",
        f"{low:.1f} % – {high:.1f} %",
        "80",
        "100",
    ]
    assert rows[2][1].startswith("+191 ± ")
    assert rows[2][2:] == ["50.0 %", rows[2][3], "20", "20"]
    assert rows[4][1:] == ["–", "–", "–", "0", "0"]
    assert f"## `{QUICK}`" in page
    assert "make levels" in page
    assert "4 random plies" in page


def test_the_page_tells_where_a_gap_is_not_bounded() -> None:
    games = ladder_games(("level:1", "random"), [2.0] * 10)
    page = write_page([LadderResult.of(CONDITIONS, ("random", "level:1"), games)])
    assert "`level:1` won every game against `random`" in page


def test_the_tool_plays_what_is_missing_and_writes_the_page(tmp_path: Path) -> None:
    page = tmp_path / "docs" / "levels.md"
    options: dict[str, Any] = {"folder": tmp_path, "page": page, "workers": 1, "variant": [QUICK]}
    measure(**options, agent=["random", "level:1", "level:2"], games=2, neighbours_only=True)
    path = file_of(tmp_path, QUICK)
    assert len(read_results(path)[1]) == 4
    written = page.read_text(encoding="utf-8")
    assert f"## `{QUICK}`" in written
    assert "| `level:10` | – |" in written
    page.unlink()
    measure(**options, games=2, page_only=True)
    assert page.read_text(encoding="utf-8") == written
    measure(**options, agent=["random", "level:1", "level:2"], games=1, neighbour_games=0)
    assert len(read_results(path)[1]) == 6
