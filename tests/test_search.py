"""The search against plain minimax, and what thinking promises.

Whatever the search calls exact must be so, and what minimax finds within the plies searched, the
search must find too. Minimax and the deeper exact searches share nothing with it. The tactical
suite under ``tests/data/tactics`` was made by ``tools/make_tactics.py``.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import jostle
from jostle import GameOver, JostleError, Match, Move, Player, Position
from jostle.core.outcome import Reason
from jostle.core.values import Draw, Loss, Value, Win
from jostle.search.analysis import Analysis, Variation
from jostle.search.limits import Limits
from jostle.search.thinking import Engine, think
from tests.brute_force import (
    DRAW,
    OPEN,
    Forced,
    Solved,
    decided,
    forced,
    minimax_of_match,
    sampled_positions,
    solved,
)
from tests.prover import Prover

TACTICS = Path(__file__).parent / "data" / "tactics"
SMALL = 2  # megabytes of memory; a larger table takes longer to set up than to use

# Variants without points: how many plies are looked at, from anywhere in a game and near its end.
PLIES = {
    "pomeczi": (3, 4),
    "pomeczi:board=3x3": (4, 5),
    "pomeczi:board=8x4": (2, 3),
    "pomeczi:board=4x3,dominoes=2,singles=1": (3, 4),
    "push-push": (2, 3),
    "push-push:quiet=20": (2, 3),
}
# Variants with points: how many of the last turns.
LAST_TURNS = {
    "pushee-pieces": 4,
    "pushee-pieces:pieces=8": 2,
    "pushee-pieces:walls=off": 3,
    "pushee-pieces:tiers=unlimited": 4,
    "pushee-pieces:turns=2": 4,
    "pushee-pieces:grid=1234/5678/9012/3456,pieces=3,turns=2": 4,
}
MAIN = ["pomeczi", "pomeczi:board=8x4", "push-push", "pushee-pieces", "pushee-pieces:turns=2"]
DEEPEST_CHECKED = 16  # plies within which a claim that goes beyond the search's depth is checked

without_points = pytest.mark.parametrize("variant", PLIES)
with_points = pytest.mark.parametrize("variant", LAST_TURNS)
main = pytest.mark.parametrize("variant", MAIN)


@cache
def prover(variant: str) -> Prover:
    return Prover(jostle.game(variant))


@cache
def solved_once(position: Position) -> Solved:
    return solved(position)


def some_positions(variant: str, number: int, seed: int = 1) -> list[Position]:
    """Half of them from anywhere in a game, half of them from its last six turns."""
    half = number // 2
    return [
        *sampled_positions(variant, half, seed),
        *sampled_positions(variant, number - half, seed, last=6),
    ]


def value_of(truth: Forced | Solved) -> Value | None:
    """What the search should say; of a draw, when it comes is left open."""
    if isinstance(truth, Solved):
        kind = Win if truth.margin > 0 else Loss if truth.margin else Draw
        return kind(truth.plies, margin=abs(truth.margin))
    if truth.result == "open":
        return None
    return {"win": Win, "loss": Loss, "draw": Draw}[truth.result](truth.distance)


def same(value: Value | None, expected: Value | None) -> bool:
    """Whether two values agree in sign, margin and distance (which a draw's is no part of)."""
    if value is None or expected is None:
        return value is expected
    return value == expected and (value.margin or 0) == (expected.margin or 0)


def check_shape(position: Position, analysis: Analysis) -> None:
    """What holds for every analysis."""
    assert analysis.position == position
    assert analysis.lines
    assert analysis.best == analysis.lines[0].moves[0]
    assert analysis.score == analysis.lines[0].score
    assert analysis.nodes >= 0
    assert analysis.seconds >= 0
    first_moves = [line.move for line in analysis.lines]
    assert len(set(first_moves)) == len(first_moves)
    for line in analysis.lines:
        assert line.score.player is position.mover
        assert 0 <= line.score.probability <= 1
        if line.score.value is not None:
            assert line.score.probability == line.score.value.probability
            assert (line.score.value.margin is None) == (position.scores is None)
        check_line(position, line)
    for better, worse in zip(analysis.lines, analysis.lines[1:], strict=False):
        assert better.score.probability >= worse.score.probability
        if better.score.value is not None and worse.score.value is not None:
            assert better.score.value >= worse.score.value


def check_line(position: Position, line: Variation) -> None:
    """Its moves can be played; one that lasts as long as its exact value says ends that way."""
    current = position
    for move in line.moves:
        assert isinstance(move, Move)
        current = current.play(move)
    value = line.score.value
    if value is None:
        return
    assert isinstance(value, Draw) or len(line.moves) <= value.plies
    if current.outcome is not None:
        winner = current.outcome.winner
        sign = 0 if winner is None else 1 if winner is position.mover else -1
        assert sign == value.sign
        if not isinstance(value, Draw):
            assert len(line.moves) == value.plies
        if current.outcome.scores is not None:
            first, second = current.outcome.scores
            assert abs(first - second) == value.margin


def check_forced(position: Position, analysis: Analysis, plies: int) -> None:
    """What an analysis of so many plies says against minimax, for games without points."""
    check_shape(position, analysis)
    truth = forced(position, plies)
    value = analysis.score.value
    if truth.result == "draw":
        # Minimax knows no exact draw but this one; whether the search says so is asked elsewhere.
        assert value is None or isinstance(value, Draw), (position, truth, value)
    elif truth.result != "open":
        assert same(value, value_of(truth)), (position, truth, value)
        assert str(analysis.best) in truth.best_moves, (position, truth, analysis.best)
    elif value is not None:
        check_deeper_claim(position, value, plies)
        if not isinstance(value, Draw) and value.plies <= DEEPEST_CHECKED:
            best_moves = prover(position.game.variant).forced(position, value.plies).best_moves
            assert str(analysis.best) in best_moves, (position, best_moves, analysis.best)


def check_deeper_claim(position: Position, value: Value, plies: int) -> None:
    """An exact value that the plies searched do not account for."""
    within = min(max(value.plies, plies + 2), DEEPEST_CHECKED)
    truth = prover(position.game.variant).forced(position, within)
    if isinstance(value, Draw) or value.plies > within:
        assert truth.result == "open", (position, truth, value)
    else:
        assert same(value, value_of(truth)), (position, truth, value)


def check_solved(position: Position, analysis: Analysis, *, to_the_end: bool) -> None:
    """What an analysis says of an ending with points against minimax."""
    check_shape(position, analysis)
    truth = solved_once(position)
    value = analysis.score.value
    if to_the_end or value is not None:
        assert same(value, value_of(truth)), (position, truth, value)
        assert str(analysis.best) in truth.best_moves, (position, truth, analysis.best)
    if isinstance(value, Draw) and value.plies and not position.game.rules[8]:
        assert value.plies == turns_left(position)


def turns_left(position: Position) -> int:
    """Placements, extra turns and passes that may still come."""
    _, _, left, turns = position.text.split(" ")
    extra = [int(number) for number in turns.split("/") if number.isdigit()]
    passes = sum(1 for number in extra if number)
    return sum(map(int, left.split("/"))) + sum(extra) + passes


# Against minimax.


@without_points
def test_what_is_forced_is_found_and_nothing_else_is_claimed(variant: str) -> None:
    anywhere, late = PLIES[variant]
    for plies, last in ((anywhere, 0), (late, 8)):
        for position in sampled_positions(variant, 200, seed=1, last=last):
            for depth in range(1, plies + 1):
                check_forced(position, think(position, depth=depth, memory=SMALL), depth)


@without_points
def test_a_kept_table_makes_no_false_claims(variant: str) -> None:
    """One engine for all: what it remembers of one position must be true in the next."""
    engine = Engine(jostle.game(variant), memory=SMALL)
    anywhere, late = PLIES[variant]
    for plies, last in ((late, 8), (anywhere, 0)):
        for position in sampled_positions(variant, 250, seed=2, last=last):
            check_forced(position, engine.think(position, Limits(depth=plies)), plies)


@without_points
def test_consecutive_positions_of_a_game_with_one_engine(variant: str) -> None:
    """As in a match: the table is full of what lies ahead of the position before."""
    _, plies = PLIES[variant]
    chance = random.Random(variant)
    for _ in range(4):
        engine = Engine(jostle.game(variant), memory=SMALL)
        match = Match(jostle.game(variant))
        while match.outcome is None and len(match.moves) < 60:
            analysis = engine.think(match.position, Limits(depth=plies))
            check_forced(match.position, analysis, plies)
            match.play(chance.choice([analysis.best, *match.position.legal_moves]))


@with_points
def test_endings_with_points_are_exact(variant: str) -> None:
    last = LAST_TURNS[variant]
    engine = Engine(jostle.game(variant), memory=SMALL)
    for position in sampled_positions(variant, 120, seed=1, last=last):
        depth = turns_left(position)
        check_solved(position, think(position, depth=depth, memory=SMALL), to_the_end=True)
        kept = engine.think(position, Limits(depth=depth))
        check_solved(position, kept, to_the_end=True)
        for shallow in range(1, depth):
            analysis = think(position, depth=shallow, memory=SMALL)
            check_solved(position, analysis, to_the_end=False)


@without_points
def test_lines_are_the_best_moves_with_their_own_values(variant: str) -> None:
    plies = PLIES[variant][0]
    for position in some_positions(variant, 40, seed=3):
        moves = list(position.legal_moves)
        for lines in (2, 3, len(moves) + 5):
            analysis = think(position, depth=plies, lines=lines, memory=SMALL)
            assert len(analysis.lines) == min(lines, len(moves))
            check_forced(position, analysis, plies)
            check_other_lines(position, analysis, plies)


def check_other_lines(position: Position, analysis: Analysis, plies: int) -> None:
    """Each line's value is that of its move, and no move left out is known to be better."""
    truths = {}
    for branch in position.expand():
        seen_after = value_of(forced(branch.position, plies - 1))
        truths[branch.move] = None if seen_after is None else one_ply_before(seen_after)
    for line in analysis.lines:
        value, truth = line.score.value, truths[line.move]
        if truth is not None and value is not None:
            assert same(value, truth), (position, line.move, truth, value)
        elif value is not None:
            check_deeper_claim(position.play(line.move), one_ply_after(value), plies - 1)
    last = analysis.lines[-1].score.value
    listed = {line.move for line in analysis.lines}
    for move, truth in truths.items():
        if move not in listed and truth is not None and last is not None:
            assert truth <= last, (position, move, truth, last)


def one_ply_before(value: Value) -> Value:
    """The value for the player whose move led to it."""
    return type(value.opposite)(value.plies + 1 if value.sign else 0, margin=value.margin)


def one_ply_after(value: Value) -> Value:
    """The value for the opponent, once the move is made."""
    return type(value.opposite)(max(value.plies - 1, 0), margin=value.margin)


@with_points
def test_lines_of_endings_are_exact(variant: str) -> None:
    for position in sampled_positions(variant, 30, seed=3, last=min(LAST_TURNS[variant], 3)):
        analysis = think(position, depth=turns_left(position), lines=3, memory=SMALL)
        assert len(analysis.lines) == min(3, len(position.legal_moves))
        check_solved(position, analysis, to_the_end=True)
        for line in analysis.lines:
            after = position.play(line.move)
            truth = solved(after)
            exchanged = after.mover is not position.mover
            margin = -truth.margin if exchanged else truth.margin
            value = line.score.value
            assert value is not None
            assert (value.sign * (value.margin or 0)) == margin, (position, line.move)
            assert isinstance(value, Draw) or value.plies == truth.plies + 1


# Draws.


@pytest.mark.parametrize("variant", ["push-push", "push-push:quiet=20"])
def test_draws_are_exact_when_every_line_ends(variant: str) -> None:
    """B11: the limit of quiet turns is near, and nobody can do anything about it."""
    found = 0
    for position in sampled_positions(variant, 300, seed=4, last=2):
        if forced(position, 2).result == "draw":
            found += 1
            analysis = think(position, depth=2, memory=SMALL)
            check_shape(position, analysis)
            assert isinstance(analysis.score.value, Draw), (position, analysis.score)
            assert str(analysis.best) in forced(position, 2).best_moves
    assert found > 20


@pytest.mark.parametrize(("value", "plies"), [("win", 3), ("win", 5), ("loss", 2), ("loss", 4)])
def test_what_is_forced_in_time_depends_on_the_quiet_turns(value: str, plies: int) -> None:
    """B11: the same board with a few turns left. One engine must keep these positions apart."""
    game = jostle.game("push-push")
    engine = Engine(game, memory=SMALL)
    results = set()
    for row in rows_of(game.variant, value, plies)[:15]:
        board = row["position"].rpartition(" ")[0]
        for quiet in (99, 0, *range(98, 98 - plies, -1)):
            position = game.position(f"{board} {quiet}")
            truth = prover(game.variant).forced(position, plies)
            analysis = engine.think(position, Limits(depth=plies))
            check_shape(position, analysis)
            results.add(truth.result)
            if truth.result != "open":
                assert same(analysis.score.value, value_of(truth)), (position, truth, analysis)
                assert str(analysis.best) in truth.best_moves, (position, truth, analysis)
            elif analysis.score.value is not None:
                check_deeper_claim(position, analysis.score.value, plies)
    assert results == {value, "open"}


# Repetition: a match has a history, a position has none.


# Player 1 steps behind the ball, and the other player can only look on.
LOOKED_ON = ["o6/7/A6/7/7/7/6a 1 - 0", "3o3/7/3A3/7/7/7/a6 1 - 0", "6o/7/5B1/7/7/7/1b5 1 - 0"]
MOST_ROUNDS = 12


@cache
def rounds(value: str, plies: int) -> list[tuple[Match, str, tuple[str, ...]]]:
    """Matches at a forced result, with a move that would repeat and the best moves there.

    A winner's move is one of the best, a loser's any.
    """
    game = jostle.game("push-push")
    rows = rows_of(game.variant, value, plies)
    positions = [*map(game.position, LOOKED_ON), *map(position_of, rows)]
    made = []
    for position in positions:
        truth = forced(position, plies)
        if (truth.result, truth.distance) == (value, plies):
            moves = truth.best_moves if value == "win" else tuple(position.legal_moves.codes)
            matches = ((gone_round(position, move), move) for move in moves)
            made += [(match, move, truth.best_moves) for match, move in matches if match][:2]
    return made[:MOST_ROUNDS]


def gone_round(position: Position, move: str) -> Match | None:
    """A match that stands at a position of Push Push, where this move makes a third occurrence.

    Both players have gone to and fro; None if they cannot.
    """
    after = position.play(move)
    for reply in map(str, after.legal_moves):
        match = Match(position.game, undisturbed(after))
        to_and_fro = [reply, back(move), back(reply)]
        try:
            for played in [*to_and_fro, move, *to_and_fro]:
                match.play(played)
        except JostleError:
            continue
        if match.position.repetition_key == position.repetition_key:
            return match
    return None


def back(move: str) -> str:
    """The motion the other way."""
    return move[2:4] + move[:2]


def undisturbed(position: Position) -> Position:
    """The position with no quiet turns yet, so that their limit is far."""
    return position.game.position(f"{position.text.rpartition(' ')[0]} 0")


def test_a_win_is_not_claimed_through_a_third_occurrence() -> None:
    matches = rounds("win", 3)
    assert len(matches) >= 10
    assert {len(best) for _, _, best in matches} > {1}
    for match, move, best in matches:
        others = [other for other in best if other != move]
        assert think(match.position, depth=3, memory=SMALL).score.value == Win(3)
        analysis = think(match, depth=3, memory=SMALL)
        check_shape(match.position, analysis)
        if others:
            assert analysis.score.value == Win(3), (match.moves, match.position)
            assert str(analysis.best) in others, (match.moves, match.position)
        else:
            value = analysis.score.value
            assert not isinstance(value, Win) or value.plies > 3, (match.moves, match.position)


def test_a_loser_takes_the_third_occurrence() -> None:
    matches = rounds("loss", 2)
    assert len(matches) >= 10
    for match, _, _ in matches:
        assert think(match.position, depth=2, memory=SMALL).score.value == Loss(2)
        value = minimax_of_match(match, 2)
        assert value in (DRAW, OPEN)
        analysis = think(match, depth=2, memory=SMALL)
        check_shape(match.position, analysis)
        assert not isinstance(analysis.score.value, Loss), (match.moves, match.position)
        match.play(analysis.best)
        assert match.outcome is not None, (match.moves, match.position)
        assert match.outcome.reason is Reason.REPETITION
        match.undo()


@without_points
def test_history_that_repeats_nothing_changes_nothing(variant: str) -> None:
    chance = random.Random(variant)
    plies = PLIES[variant][0]
    for _ in range(10):
        match = Match(jostle.game(variant))
        while match.outcome is None and len(match.moves) < 40:
            match.play(chance.choice(list(match.position.legal_moves)))
        if match.outcome is not None:
            match.undo()
            match.undo()
        if minimax_of_match(match, 1) == decided(match.position, 1)[0]:
            check_forced(match.position, think(match, depth=plies, memory=SMALL), plies)


# The tactical suite.


@cache
def suite() -> list[dict[str, Any]]:
    """All positions of the tactical suite."""
    rows = []
    for path in sorted(TACTICS.glob("*.json")):
        rows += json.loads(path.read_text(encoding="utf-8"))["positions"]
    return rows


def position_of(row: dict[str, Any]) -> Position:
    return jostle.game(row["variant"]).position(row["position"])


def kinds(*wanted: tuple[str, int]) -> pytest.MarkDecorator:
    """A mark that runs a test for each variant of the suite that has these values and plies."""
    found = {
        (row["variant"], row["value"], row["plies"])
        for row in suite()
        if row["margin"] is None and (row["value"], row["plies"]) in wanted
    }
    return pytest.mark.parametrize(("variant", "value", "plies"), sorted(found))


def unsolved(rows: list[dict[str, Any]], nodes: int, threads: int = 1) -> list[str]:
    """The rows whose value is not found; a false claim or move fails at once."""
    missed = []
    for row in rows:
        position = position_of(row)
        expected = {"win": Win, "loss": Loss, "draw": Draw}[row["value"]](
            row["plies"], margin=row["margin"]
        )
        analysis = proven(position, nodes, threads)
        check_shape(position, analysis)
        if analysis.score.value is None:
            missed.append(f"{row['variant']} {row['position']} {expected}")
        else:
            assert same(analysis.score.value, expected), (position, expected, analysis.score)
            assert str(analysis.best) in row["best"], (position, row["best"], analysis.best)
    return missed


def proven(position: Position, nodes: int, threads: int) -> Analysis:
    """The first analysis with an exact value, or the last one."""
    engine = Engine(position.game, threads=threads, memory=16)
    with engine.stream(position, Limits(nodes=nodes)) as thinking:
        for analysis in thinking:
            if analysis.score.value is not None:
                break
    return analysis


def rows_of(variant: str, value: str, plies: int) -> list[dict[str, Any]]:
    return [
        row
        for row in suite()
        if (row["variant"], row["value"], row["plies"]) == (variant, value, plies)
    ]


# About two seconds of one thread.
@kinds(*[("win", plies) for plies in range(1, 6)], *[("loss", plies) for plies in range(1, 7)])
def test_tactics(variant: str, value: str, plies: int) -> None:
    assert unsolved(rows_of(variant, value, plies), nodes=2_000_000) == []


@pytest.mark.slow
@kinds(("win", 6), ("win", 7))
def test_deep_tactics(variant: str, value: str, plies: int) -> None:
    rows = rows_of(variant, value, plies)
    missed = unsolved(rows, nodes=20_000_000)
    assert len(missed) <= len(rows) // 20, missed


@kinds(("win", 3), ("loss", 4))
def test_tactics_with_two_threads(variant: str, value: str, plies: int) -> None:
    rows = rows_of(variant, value, plies)[:10]
    assert unsolved(rows, nodes=2_000_000, threads=2) == []


ENDINGS = sorted({row["variant"] for row in suite() if row["margin"] is not None})


def endings(variant: str, fewest: int, most: int) -> list[dict[str, Any]]:
    return [
        row
        for row in suite()
        if row["variant"] == variant and fewest <= turns_left(position_of(row)) <= most
    ]


@pytest.mark.parametrize("variant", ENDINGS)
def test_endings_of_the_suite(variant: str) -> None:
    rows = endings(variant, 4, 7)
    assert len(rows) >= 20
    check_endings(rows)


@pytest.mark.slow
@pytest.mark.parametrize("variant", ENDINGS)
def test_long_endings_of_the_suite(variant: str) -> None:
    check_endings(endings(variant, 8, 12))


def check_endings(rows: list[dict[str, Any]]) -> None:
    for row in rows:
        position = position_of(row)
        analysis = think(position, depth=turns_left(position), memory=16)
        check_shape(position, analysis)
        expected = {"win": Win, "loss": Loss, "draw": Draw}[row["value"]](
            row["plies"], margin=row["margin"]
        )
        assert same(analysis.score.value, expected), (position, expected, analysis.score)
        assert str(analysis.best) in row["best"], (position, row["best"], analysis.best)


# What thinking promises.


def told(analysis: Analysis) -> dict[str, object]:
    """All of an analysis but the time it took."""
    return {**analysis.to_json(), "seconds": None}


@main
def test_the_same_question_gets_the_same_answer(variant: str) -> None:
    for position in [jostle.game(variant).start(), *some_positions(variant, 6, seed=5)]:
        for limits in ({"nodes": 5000}, {"depth": 3}, {"nodes": 20_000, "depth": 4}):
            for seed in (0, 7):
                asked: dict[str, Any] = {**limits, "seed": seed, "memory": SMALL}
                first, second = (think(position, **asked) for _ in range(2))
                assert told(first) == told(second)
                check_shape(position, first)


@main
def test_an_engine_that_was_cleared_knows_nothing(variant: str) -> None:
    position, *others = some_positions(variant, 6, seed=6)
    engine = Engine(position.game, memory=SMALL)
    limits = Limits(nodes=5000)
    first = engine.think(position, limits)
    for other in others:
        engine.think(other, limits)
    engine.clear()
    assert told(engine.think(position, limits)) == told(first)


@main
def test_the_analysis_says_what_was_asked(variant: str) -> None:
    start = jostle.game(variant).start()
    for depth in (1, 2, 3):
        analysis = think(start, depth=depth, memory=SMALL)
        check_shape(start, analysis)
        assert analysis.depth == depth
        assert analysis.nodes >= 1
        assert len(analysis.lines) == 1
    written = json.loads(json.dumps(analysis.to_json()))
    assert written["variant"] == start.game.variant
    assert written["position"] == start.text
    assert written["lines"][0]["moves"][0] == str(analysis.best)
    assert written["nodes"] == analysis.nodes


@main
def test_a_match_is_thought_about_where_it_stands(variant: str) -> None:
    match = Match(jostle.game(variant))
    chance = random.Random(variant)
    for _ in range(3):
        match.play(chance.choice(list(match.position.legal_moves)))
    before = match.moves, match.positions
    check_shape(match.position, think(match, depth=2, memory=SMALL))
    assert (match.moves, match.positions) == before


@main
def test_the_limit_of_nodes_is_kept(variant: str) -> None:
    for position in [jostle.game(variant).start(), *some_positions(variant, 4, seed=8)]:
        for nodes in (1, 10, 1000, 30_000):
            for lines in (1, 3):
                analysis = think(position, nodes=nodes, lines=lines, memory=SMALL)
                check_shape(position, analysis)
                assert analysis.nodes <= nodes


@main
def test_lines_are_in_order_when_the_nodes_run_out(variant: str) -> None:
    """Some have been looked at more deeply than others then, and some perhaps not at all."""
    for position in some_positions(variant, 30, seed=9):
        for nodes in (50, 200, 1000):
            for lines in (2, 4):
                analysis = think(position, nodes=nodes, lines=lines, memory=SMALL)
                assert 1 <= len(analysis.lines) <= lines
                check_shape(position, analysis)


@main
def test_it_gets_deeper_until_it_is_stopped(variant: str) -> None:
    engine = Engine(jostle.game(variant), memory=SMALL)
    start = engine.game.start()
    depths = []
    with engine.stream(start, Limits()) as thinking:
        for analysis in thinking:
            check_shape(start, analysis)
            depths.append(analysis.depth)
            if len(depths) == 3:
                break
    depths += [analysis.depth for analysis in thinking]  # leaving the block ended it
    assert depths == sorted(depths)


@main
@pytest.mark.parametrize("threads", [1, 2])
def test_another_thread_can_stop_it(variant: str, threads: int) -> None:
    engine = Engine(jostle.game(variant), threads=threads, memory=SMALL)
    start = engine.game.start()
    thinking = engine.stream(start, Limits())
    begun = threading.Event()

    def stop() -> None:
        begun.wait()
        thinking.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    analyses = []
    for analysis in thinking:
        analyses.append(analysis)
        begun.set()
    stopper.join()
    check_shape(start, analyses[-1])


@main
def test_stopping_at_once_still_gives_a_move(variant: str) -> None:
    start = jostle.game(variant).start()
    thinking = Engine(start.game, memory=SMALL).stream(start, Limits())
    thinking.stop()
    last = list(thinking)[-1]
    check_shape(start, last)


@main
def test_a_finished_game_is_not_thought_about(variant: str) -> None:
    game = jostle.game(variant)
    chance = random.Random(variant)
    match = Match(game)
    while match.outcome is None:
        match.play(chance.choice(list(match.position.legal_moves)))
    resigned, agreed = Match(game), Match(game)
    resigned.resign(Player.ONE)
    agreed.agree_draw()
    subjects: list[Position | Match] = [match, resigned, agreed]
    if match.position.outcome is not None:
        subjects.append(match.position)
    for subject in subjects:
        with pytest.raises(GameOver):
            think(subject, depth=1, memory=SMALL)
        with pytest.raises(GameOver):
            list(Engine(game, memory=SMALL).stream(subject, Limits(depth=1)))


def test_a_third_occurrence_is_not_thought_about() -> None:
    match, move, _ = rounds("loss", 2)[0]
    match.play(move)
    with pytest.raises(GameOver):
        think(match, depth=1, memory=SMALL)
    match.undo()


MEMORY_SCRIPT = """
import jostle
from jostle.search.limits import Limits
from jostle.search.thinking import Engine, think

def resident():
    with open("/proc/self/statm") as numbers:
        return int(numbers.read().split()[1]) * 4096 / 2**20

start = jostle.game("{variant}").start()
think(start, nodes=300000, memory=1)
before = resident()
for _ in range(12):
    think(start, nodes=300000, memory=16)
print(resident() - before)
engine = Engine(start.game, memory=16)
for _ in range(12):
    engine.think(start, Limits(nodes=300000), lines=2)
print(resident() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory is read from /proc")
@pytest.mark.parametrize("variant", ["pomeczi", "push-push", "pushee-pieces"])
def test_memory_stays_bounded(variant: str) -> None:
    """In a process of its own: dozens of searches take what one of them may, and little more."""
    script = MEMORY_SCRIPT.format(variant=variant)
    ran = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    after_thinking, with_an_engine = map(float, ran.stdout.split())
    assert after_thinking < 16 + 24
    assert with_an_engine < 2 * 16 + 24
