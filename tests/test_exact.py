"""Playing, analysing and reviewing by exact values: what is best, and what was given away.

That the values themselves are right, ``test_solve`` shows.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator

import pytest

import jostle
from jostle import Draw, Game, Loss, Match, Position, Value, Win
from jostle.core.kernel import State
from jostle.core.mistakes import Mistake, mistake
from jostle.core.outcome import Reason
from jostle.search.agents import agent as plain_agent
from jostle.search.exact import Oracle, best_moves, exact_analysis, exact_moves
from jostle.search.hints import hints
from jostle.search.review import Judgement
from jostle.search.thinking import think as plain_think
from jostle.solve.informed import table_for
from jostle.solve.tables import open_table
from tests.brute_force import random_game, sampled_positions
from tests.solved import DRAWN, LARGER, SMALLEST, probed, told

LONGEST_DRAWN_LINE = 13  # the move itself, and twelve that the table gives
MOST_PLIES = 400
with_tables = pytest.mark.usefixtures("tables")
without_tables = pytest.mark.usefixtures("empty_home")


def oracle_for(variant: str) -> Oracle:
    oracle = table_for(jostle.game(variant))
    assert oracle is not None
    return oracle


# The order of moves.

Worth = tuple[int, int, int]


def worth_of_moves(position: Position) -> dict[str, Worth]:
    """What every move is worth: result, haste or delay, and the losing answers if it is drawn."""
    worth = {}
    for move in position.legal_moves:
        after = position.play(move)
        value, traps = probed(after), 0
        if value.sign == 0:
            answers = [probed(after.play(answer)) for answer in after.legal_moves]
            traps = sum(answer.sign > 0 for answer in answers)
        worth[str(move)] = (-value.sign, value.sign * value.plies, traps)
    return worth


@with_tables
@pytest.mark.parametrize("variant", [SMALLEST, DRAWN, LARGER])
def test_moves_come_best_first(variant: str) -> None:
    oracle, met = oracle_for(variant), Counter[str]()
    for position in sampled_positions(variant, 30, seed=1):
        expected = worth_of_moves(position)
        moves = exact_moves(oracle, position)
        named = {str(position.move_of(move.code)): move for move in moves}
        assert named.keys() == expected.keys()
        in_order = [expected[move] for move in named]
        assert in_order == sorted(expected.values(), reverse=True)
        for name, move in named.items():
            sign, _, traps = expected[name]
            assert (move.value.sign, move.traps) == (sign, traps)
        best = max(expected.values())
        codes = best_moves(oracle, Match(position.game, position))
        assert {str(position.move_of(code)) for code in codes} == {
            move for move, worth in expected.items() if worth == best
        }
        met[("loss", "draw", "win")[best[0] + 1]] += 1
        met["traps differ"] += len({worth[2] for worth in expected.values() if worth[0] == 0}) > 1
    least = {
        SMALLEST: {"win": 5, "loss": 5},
        LARGER: {"win": 5, "loss": 5},
        DRAWN: {"win": 1, "draw": 5, "traps differ": 2},
    }
    assert all(met[kind] >= number for kind, number in least[variant].items()), met


class Invented:
    """An oracle that says of the moves from the start what it is told to."""

    def __init__(self, start: Position, values: dict[str, Value]) -> None:
        self.codes = start.legal_moves.codes
        self.start, self.values = start, values

    def value(self, position: Position) -> Value | None:
        return max(self.values.values()) if position == self.start else None

    def values_after(self, position: Position) -> dict[int, Value]:
        if position != self.start:
            return {}
        return {self.codes[move]: value for move, value in self.values.items()}

    def line(self, position: Position) -> list[int]:
        return []


def test_quick_wins_come_first_and_quick_losses_last() -> None:
    start = jostle.game(SMALLEST).start()
    values: dict[str, Value] = {
        "Sa1": Loss(4),
        "Sb1": Win(7),
        "Sc1": Draw(),
        "Sa2": Loss(12),
        "Sb2": Win(3),
    }
    moves = exact_moves(Invented(start, values), start)
    named = [str(start.move_of(move.code)) for move in moves]
    assert named == ["Sb2", "Sb1", "Sc1", "Sa2", "Sa1"]
    assert best_moves(Invented(start, values), Match(start.game)) == [moves[0].code]


def test_an_oracle_that_knows_nothing_is_not_asked_further() -> None:
    start = jostle.game(SMALLEST).start()
    silent = Invented(start, {})
    silent.start = start.play("Sa1")
    assert exact_moves(silent, start) == []
    assert best_moves(silent, Match(start.game)) == []
    assert exact_analysis(silent, start, 1) is None
    analysis = plain_think(start, nodes=300, oracle=silent)
    assert analysis.nodes == 300


# Repetition.


def way_back(start: Position) -> list[int] | None:
    """The moves of a shortest cycle from a position to itself."""
    game, kernel = start.game, start.game.kernel
    came_from: dict[State, tuple[State, int]] = {}
    waiting = [start.state]
    for state in waiting:
        for code in kernel.legal(game.rules, state).tolist():
            after = kernel.play(game.rules, state, code)
            if after not in came_from:
                came_from[after] = state, code
                waiting.append(after)
    if start.state not in came_from:
        return None
    cycle: list[int] = []
    state = start.state
    while not cycle or state != start.state:
        state, code = came_from[state]
        cycle.append(code)
    return cycle[::-1]


def about_to_repeat(variant: str, sign: int) -> Iterator[tuple[Match, int]]:
    """Matches in which a move would bring a position for the third time, and the move's code.

    The player to move would win, or lose, if there were no history, and that by this move.
    """
    table = open_table(jostle.game(variant))
    assert table is not None
    for number in table.entries()[0].tolist():
        start = table.position(number)
        cycle = way_back(start) if probed(start).sign == -sign else None
        if cycle is None:
            continue
        match = Match(start.game, start)
        for code in (cycle * 2)[:-1]:
            match.play(match.position.move_of(code))
        if probed(match.position).sign == sign:
            yield match, cycle[-1]


@with_tables
@pytest.mark.parametrize("sign", [1, -1])
def test_a_third_occurrence_is_a_draw_whatever_the_table_says(sign: int) -> None:
    oracle, found = oracle_for(DRAWN), 0
    for match, repeating in about_to_repeat(DRAWN, sign):
        found += 1
        position = match.position
        twice = {
            text for text, times in Counter(map(text_of, match.positions)).items() if times > 1
        }
        plain = {move.code: move for move in exact_moves(oracle, position)}
        assert plain[repeating].value.sign == sign
        moves = {move.code: move for move in exact_moves(oracle, match)}
        assert (moves[repeating].value, moves[repeating].traps) == (Draw(), 0)
        for code, move in moves.items():
            repeats = position.play_unchecked(code).text in twice
            assert move.value == (Draw() if repeats else plain[code].value)
        best = max(move.value for move in moves.values())
        analysis = jostle.think(match)
        assert analysis.score.value == best
        chosen = jostle.agent("level:10", seed=found).choose(match)
        if sign < 0:  # who would lose takes the draw
            assert best == Draw()
            match.play(chosen)
            assert match.outcome is not None
            assert match.outcome.reason is Reason.REPETITION
        elif any(move.value.sign > 0 for move in moves.values()):  # who would win goes on
            match.play(chosen)
            assert match.outcome is None or match.outcome.winner is position.mover
    assert found >= 3


def text_of(position: Position) -> str:
    return position.text


# Player 1 has but one move, and Player 2's answer to it brings a position for the third time.
SPOILT = "a2> c1^ b2^ c2< b3< b2v a3v b1> a2> c1^ b2^ c2< b3< b2v"


@pytest.mark.usefixtures("tables")
def test_a_win_that_an_answer_spoils_by_repetition_is_not_called_one() -> None:
    game = jostle.game(DRAWN)
    start = game.position("3/S2/2s[] 1 a2^ c1<")
    match = Match(game, start)
    for move in SPOILT.split():
        match.play(move)
    assert jostle.probe(match.position) == Win(5)  # without the history
    analysis = jostle.think(match, nodes=2_000)
    assert analysis.score.value is None or analysis.score.value.sign == 0
    oracle = table_for(game)
    assert oracle is not None
    assert [move.certain for move in exact_moves(oracle, match)] == [False]
    assert str(match.position.move_of(best_moves(oracle, match)[0])) == "a3v"


@with_tables
def test_a_line_ends_where_the_match_does() -> None:
    match, repeating = next(about_to_repeat(DRAWN, -1))
    name = match.position.move_of(repeating)
    analysis = jostle.think(match, lines=100)
    lines = {line.move: line for line in analysis.lines}
    assert lines[name].score.value == Draw()
    assert lines[name].moves == (name,)


# Lines.


@with_tables
@pytest.mark.parametrize("variant", [SMALLEST, DRAWN, LARGER])
def test_lines_are_played_out_to_the_end_they_tell(variant: str) -> None:
    kinds = set()
    for position in sampled_positions(variant, 20, seed=2):
        analysis = jostle.think(position, lines=4)
        assert analysis.score.value == probed(position)
        assert len(analysis.lines) == min(4, len(position.legal_moves))
        values = [line.score.value for line in analysis.lines]
        assert all(value is not None for value in values)
        assert [value for value in values if value] == sorted(
            (value for value in values if value), reverse=True
        )
        for line in analysis.lines:
            value, current = line.score.value, position
            assert value is not None
            assert line.score.player is position.mover
            kinds.add(type(value))
            for move in line.moves:
                current = current.play(move)  # refused unless it is legal
                if value.sign == 0:
                    assert probed(current) == Draw()
            if value.sign:
                assert len(line.moves) == value.plies
                winner = position.mover if value.sign > 0 else position.mover.other
                assert current.outcome is not None
                assert current.outcome.winner is winner
            else:
                assert len(line.moves) == LONGEST_DRAWN_LINE
    assert kinds >= ({Win, Loss} if variant == SMALLEST else {Win, Loss, Draw})


@with_tables
def test_a_table_answers_at_once_whatever_the_limits() -> None:
    start = jostle.game(SMALLEST).start()
    for limits in ({"nodes": 1}, {"seconds": 100.0}, {"depth": 1}, {"threads": 2}):
        analysis = jostle.think(start, **limits)
        assert (analysis.score.value, str(analysis.best)) == (Win(9), "Sb2")
        assert analysis.nodes == len(start.legal_moves)


@with_tables
def test_hints_are_exact() -> None:
    start = jostle.game(SMALLEST).start()
    given = hints(start, nodes=10, oracle=oracle_for(SMALLEST))
    assert given.analysis.score.value == Win(9)
    assert "Sb2" in given.told(2)
    assert "wins in 9 turns" in given.told(3)


# Mistakes.


@pytest.mark.parametrize(
    ("best", "played", "given_away"),
    [
        (Win(3), Win(3), None),
        (Win(3), Win(5), Mistake.LONGER_WIN),
        (Win(3), Draw(), Mistake.WIN_FOR_DRAW),
        (Win(3), Loss(2), Mistake.WIN_FOR_LOSS),
        (Win(3), Loss(40), Mistake.WIN_FOR_LOSS),
        (Draw(), Draw(), None),
        (Draw(), Loss(6), Mistake.DRAW_FOR_LOSS),
        (Loss(8), Loss(8), None),
        (Loss(8), Loss(2), None),
    ],
)
def test_what_a_move_gave_away(best: Value, played: Value, given_away: Mistake | None) -> None:
    assert mistake(best, played) is given_away


@with_tables
@pytest.mark.parametrize("variant", [SMALLEST, DRAWN])
def test_a_review_judges_by_exact_values(variant: str) -> None:
    chance, seen = random.Random(variant), Counter[Mistake | None]()
    for _ in range(6):
        match = Match(jostle.game(variant))
        while match.outcome is None and len(match.moves) < 40:
            match.play(chance.choice(list(match.position.legal_moves)))
        repeated = match.outcome is not None and match.outcome.reason is Reason.REPETITION
        judged_moves = jostle.review(match, nodes=10).moves
        assert len(judged_moves) == len(match.moves)
        for ply, judged in enumerate(judged_moves[:-1] if repeated else judged_moves):
            before, after = probed(match.positions[ply]), probed(match.positions[ply + 1])
            if match.positions[: ply + 1].count(match.positions[ply]) > 1:
                continue  # its history counts
            assert judged.before.value == before
            assert judged.after.value == after.opposite
            played = after.opposite
            if played.sign:
                played = type(played)(played.plies + 1)
            assert judged.mistake is mistake(before, played)
            kept = judged.mistake in (None, Mistake.LONGER_WIN)
            assert (judged.judgement is Judgement.BLUNDER) is not kept
            assert (judged.judgement is Judgement.BEST) is (played == before)
            seen[judged.mistake] += 1
    expected = {SMALLEST: Mistake.WIN_FOR_LOSS, DRAWN: Mistake.DRAW_FOR_LOSS}
    assert seen[expected[variant]] >= 3
    assert seen[None] >= 10


@with_tables
def test_an_exact_review_in_json() -> None:
    match = Match(jostle.game(SMALLEST))
    match.play("Sa1")  # Sb2 wins
    (judged,) = json.loads(json.dumps(jostle.review(match, nodes=10).to_json()))["moves"]
    assert (judged["judgement"], judged["mistake"], judged["best"]) == (
        "blunder",
        "win-for-loss",
        "Sb2",
    )


# The highest level.


def openings(game: Game, number: int) -> list[Position]:
    """Positions from the first turns of random games."""
    chance = random.Random(f"openings {game.variant}")
    found: list[Position] = []
    while len(found) < number:
        played = [
            position for position in random_game(game, chance, longest=8) if not position.outcome
        ]
        found.append(chance.choice(played))
    return found


def check_game(match: Match, opponent: str, number: int) -> None:
    """The highest level against another; it begins, and never makes its value less."""
    perfect = jostle.agent("level:10", seed=number)
    other = plain_agent(opponent, nodes=200 if opponent == "alpha-beta" else None, seed=number)
    hero, promised = match.position.mover, probed(match.position)
    while match.outcome is None:
        assert len(match.moves) < MOST_PLIES
        before = match.position
        match.play((perfect if before.mover is hero else other).choose(match))
        if before.mover is hero:
            value, after = probed(before), probed(match.position).opposite
            repeated = match.repetitions > 2
            assert (0 if repeated else after.sign) >= value.sign
            if value.sign > 0:
                assert after == Win(value.plies - 1)
    other.close()
    perfect.close()
    if promised.sign > 0:
        assert match.outcome.winner is hero
        assert len(match.moves) <= promised.plies
    elif promised.sign == 0:
        assert match.outcome.winner is not hero.other


@with_tables
@pytest.mark.parametrize("opponent", ["random", "greedy", "alpha-beta"])
@pytest.mark.parametrize("variant", [SMALLEST, DRAWN])
def test_the_highest_level_never_gives_anything_away(variant: str, opponent: str) -> None:
    game, results = jostle.game(variant), Counter[int]()
    for number, start in enumerate(openings(game, 10)):
        match = Match(game, start)
        check_game(match, opponent, number)
        assert match.outcome is not None
        results[0 if match.outcome.winner is None else 1] += 1
    assert results[1] > 0


@with_tables
def test_only_the_highest_level_knows_the_table() -> None:
    """The ninth chooses as if there were none."""
    match = Match(jostle.game(SMALLEST))
    for seed in range(3):
        ninth = jostle.agent("level:9", seed=seed).choose(match)
        assert ninth == plain_agent("level:9", seed=seed).choose(match)
        assert str(jostle.agent("level:10", seed=seed).choose(match)) == "Sb2"


@with_tables
def test_equally_good_moves_are_all_played() -> None:
    game = jostle.game(DRAWN)
    oracle, match = oracle_for(DRAWN), Match(game)
    best = {str(match.position.move_of(code)) for code in best_moves(oracle, match)}
    assert len(best) > 1
    chosen = {str(jostle.agent("level:10", seed=seed).choose(match)) for seed in range(60)}
    assert chosen == best


# Without a table.


@without_tables
def test_without_a_table_everything_goes_on_as_before() -> None:
    game = jostle.game(SMALLEST)
    assert jostle.probe(game.start()) is None
    assert table_for(game) is None
    assert jostle.think(game.start(), nodes=400).nodes == 400
    match = Match(game)
    for _ in range(4):
        match.play(jostle.agent("level:10").choose(match))
    assert len(jostle.review(match, nodes=200).moves) == 4


@with_tables
def test_positions_that_cannot_occur_are_searched() -> None:
    """A position of the variant that no game comes to: the table does not know it."""
    position = jostle.game(SMALLEST).position("S2/3/3[Dsd] 1 - -")
    assert told(jostle.probe(position)) is None
    assert jostle.think(position, nodes=300).nodes == 300
    match = Match(position.game, position)
    assert jostle.agent("level:10").choose(match) in position.legal_moves
