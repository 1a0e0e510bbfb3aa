"""Monte-Carlo tree search: what it finds, proves, remembers, and what it keeps to."""

from __future__ import annotations

import hashlib
import inspect
import threading
from functools import cache
from itertools import islice, pairwise
from math import exp
from random import Random

import numpy as np
import pytest

import jostle
from jostle import Game, GameOver, Match, Move, Player, Position, PositionError
from jostle.core.bits import ONE
from jostle.core.compiling import inlined
from jostle.core.kernel import Rules, State
from jostle.core.values import Draw, Loss, Win
from jostle.search.limits import Limits
from jostle.search.simple_agents import RandomAgent
from jostle.search.tree import Candidate, TreeSearch, rollout_length
from jostle.search.tree_kernel import Path, specialised
from jostle.search.tree_nodes import Child, Tree, best_first
from jostle.search.uct_agent import UctAgent
from tests.package import GAMES

# So small that a search gets to the end of it; and players move twice in a row.
SMALL = "pushee-pieces:grid=0120/1331/2112/0310,pieces=1,turns=2"
# The ball is on its way over Player 2's side, and only the 1 is there to stop it.
WON = "o6/A6/7/7/7/7/7 1 - 0"
# From here on Player 2 could repeat the position for the third time with b7b6.
BACK_AND_FORTH = ["b1b2", "b7b6", "b2b1", "b6b7", "b1b2", "b7b6", "b2b1", "b6b7", "b1b2"]


FAVOURED = 1 / (1 + exp(-3))  # the chance of 300 centilogits


def start(variant: str) -> Position:
    return jostle.game(variant).start()


def at(text: str, variant: str = "push-push") -> Position:
    return jostle.game(variant).position(text)


def played(variant: str, moves: list[str]) -> Match:
    match = Match(jostle.game(variant))
    for move in moves:
        match.play(move)
    return match


def found(search: TreeSearch) -> dict[str, Candidate]:
    return {str(candidate.move): candidate for candidate in search.candidates()}


def some(variant: str, plies: int, number: int, seed: int = 1) -> list[Position]:
    """Unfinished positions after so many random plies."""
    source, positions = Random(seed), list[Position]()
    while len(positions) < number:
        position = start(variant)
        for _ in range(plies):
            if position.outcome is None:
                position = position.play(source.choice(list(position.legal_moves)))
        if position.outcome is None:
            positions.append(position)
    return positions


def child_of(tree: Tree, node: int, position: Position, move: Move) -> int:
    """The node that a move leads to."""
    code = position.resolve(move)[1]
    return next(child for child in tree.block(node) if tree.nodes.moves[child] == code)


# What it finds and proves


@pytest.mark.parametrize(
    ("text", "move"), [(WON, "a6a7"), ("7/7/7/7/7/a6/o6 2 - 0", "a2a1")], ids=["one", "two"]
)
@pytest.mark.parametrize("evaluated", [False, True])
def test_a_win_at_once_is_exact(text: str, move: str, evaluated: bool) -> None:
    position = at(text)
    search = TreeSearch(position.game, evaluated=evaluated)
    analysis = search.think(position, Limits(nodes=2000))
    assert [str(move) for move in analysis.lines[0].moves] == [move]
    assert analysis.score.value == Win(1)
    assert analysis.score.player is position.mover
    assert analysis.nodes < 2000, "there is nothing more to find"


def test_a_loss_that_cannot_be_avoided_is_exact() -> None:
    """Player 2's figures are too far away, and must move."""
    position = at("o6/A6/7/7/7/7/6a 2 - 0")
    analysis = TreeSearch(position.game).think(position, Limits(nodes=5000), lines=10)
    assert len(analysis.lines) == len(position.legal_moves)
    for line in analysis.lines:
        assert line.score.value == Loss(2)
        assert line.score.probability == 0.0
        assert str(line.moves[1]) == "a6a7"


def test_a_farther_proof_is_certain_but_not_exact() -> None:
    """The 1 needs three plies, and the search cannot say that nothing is quicker."""
    position = at("7/3o3/3A3/7/7/7/6a 1 - 0")
    analysis = TreeSearch(position.game).think(position, Limits(nodes=20_000))
    assert str(analysis.best) == "d5d6"
    assert (analysis.score.probability, analysis.score.value) == (1.0, None)
    assert [str(move) for move in analysis.lines[0].moves][2:] == ["d6d7"]


def test_own_goals_are_never_chosen() -> None:
    position = at("7/7/7/7/7/A6/o5a 1 - 0")
    search = TreeSearch(position.game)
    search.think(position, Limits(nodes=300))
    own_goal = found(search)["a2a1"]
    assert own_goal.proven
    assert own_goal.probability == 0.0
    assert own_goal.visits == 1
    assert search.candidates()[-1] == own_goal


@cache
def solved(game: Game, state: State) -> int:
    """1, 0 or -1 for Player 1, by looking at everything."""
    code = game.kernel.outcome(game.rules, state)
    if code:
        return (0, 1, -1)[code % 4]
    results = [
        solved(game, game.kernel.play(game.rules, state, move))
        for move in game.kernel.legal(game.rules, state).tolist()
    ]
    return min(results) if state[-1] & 1 else max(results)


@pytest.mark.parametrize("evaluated", [False, True])
def test_proofs_are_true_where_players_move_twice_in_a_row(evaluated: bool) -> None:
    proofs, twice, results = 0, 0, set()
    for position in [position for plies in (0, 1, 3, 4) for position in some(SMALL, plies, 8)]:
        search = TreeSearch(position.game, evaluated=evaluated)
        analysis = search.think(position, Limits(nodes=40_000))
        sign = 1 if position.mover is Player.ONE else -1
        for move, candidate in found(search).items():
            after = position.play(move)
            twice += after.mover is position.mover
            if candidate.proven:
                proofs += 1
                truth = sign * solved(position.game, after.state)
                assert candidate.probability == (1 + truth) / 2, (position.text, move)
        truth = sign * solved(position.game, position.state)
        results.add(truth)
        assert analysis.score.probability == (1 + truth) / 2
        assert analysis.score.value == (None if truth else Draw()), "points are not proven"
    assert proofs > 100
    assert twice
    assert results == {1, 0, -1}


def wins_within(position: Position, player: Player, plies: int) -> bool:
    """Whether a player can force a win in so many plies, by looking at everything."""
    if position.outcome is not None:
        return position.outcome.winner is player
    if plies == 0:
        return False
    replies = (
        wins_within(position.play_unchecked(code), player, plies - 1)
        for code in position.legal_moves.codes.values()
    )
    return any(replies) if position.mover is player else all(replies)


def near_the_end(variant: str, plies: int, number: int) -> list[Position]:
    """Positions from which a random game was won after so many plies."""
    source, positions = Random(1), list[Position]()
    while len(positions) < number:
        match = Match(jostle.game(variant))
        while match.outcome is None:
            match.play(source.choice(list(match.position.legal_moves)))
        if match.outcome.winner is not None:
            positions.append(match.positions[-1 - plies])
    return positions


@pytest.mark.parametrize("variant", ["pomeczi", "push-push"])
def test_proven_lines_end_as_they_say(variant: str) -> None:
    proofs = 0
    for position in near_the_end(variant, 2, 8) + near_the_end(variant, 3, 8):
        search = TreeSearch(position.game)
        analysis = search.think(position, Limits(nodes=3000), lines=99)
        for line, candidate in zip(analysis.lines, search.candidates(), strict=True):
            if candidate.proven and candidate.probability != 0.5:
                winner = position.mover if candidate.probability == 1 else position.mover.other
                last = position
                for move in line.moves:
                    last = last.play(move)
                assert last.outcome is not None
                assert last.outcome.winner is winner
                proofs += 1
                if len(line.moves) <= 3:
                    assert wins_within(position.play(line.move), winner, len(line.moves) - 1)
    assert proofs > 10


def test_a_game_that_goes_in_circles_is_cut_off_as_a_draw() -> None:
    search = TreeSearch(jostle.game("push-push:quiet=off"), longest=2)
    search.think(search.game.start(), Limits(nodes=200))
    assert {candidate.probability for candidate in search.candidates()} == {0.5}


@pytest.mark.parametrize("variant", ["push-push", "pomeczi", "pomeczi:board=8x4"])
def test_random_games_that_drift_are_cut_where_some_are_decided(variant: str) -> None:
    game, results = jostle.game(variant), np.zeros(4, dtype=np.int64)
    game.kernel.playouts(game.rules, game.start().state, 5000, rollout_length(game), 7, results)
    _, won_by_1, won_by_2, cut = results.tolist()
    assert 5 <= won_by_1 + won_by_2 <= 250
    assert cut > 4500


@pytest.mark.parametrize("variant", ["pushee-pieces:turns=2", "pomeczi:board=3x3"])
def test_random_games_that_soon_end_are_played_to_the_end(variant: str) -> None:
    game, results = jostle.game(variant), np.zeros(4, dtype=np.int64)
    game.kernel.playouts(game.rules, game.start().state, 5000, rollout_length(game), 7, results)
    assert results[3] == 0


def test_the_order_of_moves() -> None:
    """A proven draw is better than what looks worse than a draw; wins are quick, losses slow."""
    tree = Tree(2, 0)

    def moves(*told: tuple[int, float, int | None, int]) -> list[int]:
        children = [
            Child(code, visits, share, sign, distance, repeated=False, tree=tree, node=0)
            for code, (visits, share, sign, distance) in enumerate(told)
        ]
        return [child.code for child in best_first(children)]

    lost, lost_later, draw = (9, 0.9, -1, 1), (1, 0.1, -1, 3), (5, 0.1, 0, 0)
    won, won_sooner = (1, 0.0, 1, 4), (1, 0.0, 1, 2)
    assert moves(lost, lost_later, draw, won, won_sooner) == [4, 3, 2, 1, 0]
    assert moves((5, 0.4, None, 0), (7, 0.3, None, 0)) == [1, 0]
    assert moves((5, 0.4, None, 0), draw, (7, 0.3, None, 0)) == [1, 2, 0]
    assert moves((5, 0.4, None, 0), draw, (7, 0.6, None, 0), lost) == [2, 1, 0, 3]
    assert moves((5, 0.6, None, 0), draw, (7, 0.4, None, 0)) == [1, 2, 0]


def stands_for_player_one(_rules: Rules, state: State) -> int:
    """An evaluation by which Player 1 always stands well: +300 centilogits."""
    return -300 if state[len(state) - 1] & ONE else 300


def in_favour_of_player_one(game: Game) -> TreeSearch:
    """A search that sees nothing but this evaluation, and the ends of games."""
    # Compiled code is kept under its name, so another evaluation needs another name.
    source = inspect.getsource(stands_for_player_one)
    owner = f"{game.name.replace('-', '_')}_{hashlib.sha256(source.encode()).hexdigest()[:8]}"
    search = TreeSearch(game, longest=0)
    search._simulate = specialised(game.kernel.module, owner, inlined(stands_for_player_one))
    return search


@pytest.mark.parametrize("name", GAMES)
def test_the_evaluation_is_that_of_the_player_to_move(name: str) -> None:
    position = start(name)
    for chance in (FAVOURED, 1 - FAVOURED):
        search = in_favour_of_player_one(position.game)
        search.think(position, Limits(nodes=500))
        for candidate in search.candidates():
            assert candidate.probability == pytest.approx(chance)
        position = position.play(next(iter(position.legal_moves)))


def test_a_position_repeated_in_a_line_is_worth_a_draw() -> None:
    """Two figures wander about; what comes back to an earlier position gets no further."""
    position = at("o6/7/7/7/7/7/A5a 1 - 0", "push-push:quiet=off")
    search = in_favour_of_player_one(position.game)
    search.think(position, Limits(nodes=20_000))
    [tree] = search._trees
    now, node, means = position, 0, []
    for move in ("a1a2", "g1g2", "a2a1", "g2g1"):
        node = child_of(tree, node, now, Move(move))
        now = now.play(move)
        means.append(tree.nodes.points[node] / tree.nodes.visits[node])
    assert now.repetition_key == position.repetition_key
    assert means[-1] == 0.5
    assert min(means[:-1]) > 0.5


# The match's history


def test_the_third_occurrence_is_a_draw_only_in_a_match() -> None:
    match = played("push-push", BACK_AND_FORTH)
    search = TreeSearch(match.game)
    analysis = search.think(match, Limits(nodes=1000), lines=99)
    repeating = found(search)["b7b6"]
    assert (repeating.proven, repeating.probability) == (True, 0.5)
    [line] = [line for line in analysis.lines if str(line.move) == "b7b6"]
    assert line.score.value is None, "without the history it is open"
    assert len(line.moves) == 1

    search.think(match.position, Limits(nodes=1000))
    assert not found(search)["b7b6"].proven
    analysis = search.think(match, Limits(nodes=1), lines=99)
    assert found(search)["b7b6"].proven
    [line] = [line for line in analysis.lines if str(line.move) == "b7b6"]
    assert len(line.moves) == 1, "the match ends there, whatever the tree knows besides"


def test_the_third_occurrence_is_a_draw_farther_on_too() -> None:
    match = played("push-push", BACK_AND_FORTH[:-1])
    for subject, expected in ((match, 0.5), (match.position, FAVOURED)):
        search = in_favour_of_player_one(match.game)
        search.think(subject, Limits(nodes=5000))
        [tree] = search._trees
        node = child_of(tree, 0, match.position, Move("b1b2"))
        node = child_of(tree, node, match.position.play("b1b2"), Move("b7b6"))
        assert tree.nodes.points[node] / tree.nodes.visits[node] == pytest.approx(expected)


def test_a_win_that_would_be_a_repetition_is_none() -> None:
    position = at("7/3o3/3A3/7/7/7/6a 1 - 0")
    search = TreeSearch(position.game)
    search.think(position, Limits(nodes=20_000))
    assert found(search)["d5d6"].probability == 1.0
    [tree] = search._trees
    tree.prepare(position, frozenset({position.play("d5d6").repetition_key}))
    assert found(search)["d5d6"].probability == 0.5
    tree.prepare(position, frozenset())
    assert found(search)["d5d6"].probability == 1.0


# Limits


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_nodes_are_simulations_of_all_threads_together(name: str, threads: int) -> None:
    search = TreeSearch(jostle.game(name), threads=threads)
    analysis = search.think(search.game.start(), Limits(nodes=1001))
    assert analysis.nodes == 1001 == search.visits
    assert sum(candidate.visits for candidate in search.candidates()) == 1001
    assert len(search.candidates()) == len(analysis.position.legal_moves)
    visits = [candidate.visits for candidate in search.candidates()]
    assert visits == sorted(visits, reverse=True)


def test_every_move_is_tried_before_any_is_tried_twice() -> None:
    position = start("push-push")
    number = len(position.legal_moves)
    orders = set()
    for seed in range(5):
        search = TreeSearch(position.game, seed=seed)
        search.think(position, Limits(nodes=number // 2))
        tried = [str(one.move) for one in search.candidates() if one.visits]
        assert len(tried) == number // 2
        orders.add(tuple(sorted(tried)))
        search.think(position, Limits(nodes=number - number // 2))
        assert {candidate.visits for candidate in search.candidates()} == {1}
    assert len(orders) == 5, "in random order"


@pytest.mark.parametrize("variant", [*GAMES, "pushee-pieces:turns=2", "pomeczi:board=8x4"])
def test_the_same_seed_gives_the_same_search(variant: str) -> None:
    def search(seed: int, slice_length: int) -> tuple[Candidate, ...]:
        search = TreeSearch(jostle.game(variant), seed=seed)
        search._trees[0].slice = slice_length
        search.think(search.game.start(), Limits(nodes=500))
        return search.candidates()

    assert search(1, 16) == search(1, 500)
    assert search(1, 16) != search(2, 16)


def test_time_is_a_limit() -> None:
    search = TreeSearch(jostle.game("pomeczi"))
    analysis = search.think(search.game.start(), Limits(seconds=0.05, nodes=10**9))
    assert 0 < analysis.nodes < 10**9
    assert analysis.seconds >= 0.05


def test_depth_is_the_length_of_the_best_line() -> None:
    search = TreeSearch(jostle.game("pomeczi"))
    analysis = search.think(search.game.start(), Limits(depth=3, nodes=10**9))
    assert analysis.depth == len(analysis.lines[0].moves) >= 3


def test_no_time_at_all_still_gives_a_move() -> None:
    search = TreeSearch(jostle.game("push-push"))
    analysis = search.think(search.game.start(), Limits(nodes=0))
    assert analysis.nodes == 0
    assert analysis.best in analysis.position.legal_moves


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stream_goes_on_until_it_is_told_to_stop(threads: int) -> None:
    search = TreeSearch(jostle.game("pomeczi"), threads=threads)
    stream = search.stream(search.game.start(), Limits(), lines=2)
    reports = list(islice(stream, 3))
    search.stop()
    reports += list(stream)
    assert len(reports) == 4
    assert all(early.nodes <= late.nodes for early, late in pairwise(reports))
    assert reports[1].nodes < reports[2].nodes
    assert all(len(report.lines) == 2 for report in reports)


def test_compiled_code_itself_obeys() -> None:
    """One call without an end, and a word from another thread."""
    search = TreeSearch(jostle.game("push-push"))
    [tree] = search._trees
    search._begin(search.game.start())
    tree.slice = 1 << 60
    worker = threading.Thread(target=search._work, args=(tree, 1 << 60, 1e12), daemon=True)
    worker.start()
    while worker.is_alive() and search.visits < 100:
        pass
    assert worker.is_alive()
    search.stop()
    worker.join(timeout=60)
    assert not worker.is_alive()


def test_a_stop_before_the_first_step_counts() -> None:
    search = TreeSearch(jostle.game("pomeczi"))
    stream = search.stream(search.game.start(), Limits())
    search.stop()
    assert [analysis.nodes for analysis in stream] == [0]


# Lines


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("evaluated", [False, True])
def test_lines_are_legal_and_begin_differently(name: str, evaluated: bool) -> None:
    search = TreeSearch(jostle.game(name), evaluated=evaluated, threads=2)
    analysis = search.think(search.game.start(), Limits(nodes=3000), lines=4)
    assert analysis.depth >= 2
    assert len({line.move for line in analysis.lines}) == 4
    for line in analysis.lines:
        position = analysis.position
        for move in line.moves:
            position = position.play(move)
        assert 0 < line.score.probability < 1
    first = [candidate.move for candidate in search.candidates()[:4]]
    assert [line.move for line in analysis.lines] == first


# Memory


@pytest.mark.parametrize("name", GAMES)
def test_memory_is_bounded(name: str) -> None:
    search = TreeSearch(jostle.game(name), memory=0.02)
    [tree] = search._trees
    arrays = tree.nodes
    analysis = search.think(search.game.start(), Limits(nodes=5000))
    assert analysis.nodes == 5000
    assert tree.nodes is arrays
    size = arrays.moves.size
    assert sum(array.nbytes for array in arrays) <= 0.02 * 2**20 + 64
    assert size * 0.9 < arrays.used[0] <= size
    consistent(tree)


@pytest.mark.parametrize("memory", [0, 0.001, 0.002, 0.005])
def test_the_root_has_room_however_little_memory_there_is(memory: float) -> None:
    search = TreeSearch(jostle.game("pushee-pieces"), memory=memory)
    search.think(search.game.start(), Limits(nodes=500))
    assert len(search.candidates()) == 72
    assert sum(candidate.visits for candidate in search.candidates()) == 500
    consistent(search._trees[0])


def test_a_path_longer_than_its_room_is_rolled_out() -> None:
    search = TreeSearch(jostle.game("push-push"))
    [tree] = search._trees
    tree.path = Path(*(array[:3].copy() for array in tree.path))
    analysis = search.think(search.game.start(), Limits(nodes=4000))
    assert analysis.nodes == 4000
    assert analysis.depth == 2


def consistent(tree: Tree) -> None:
    """Every node's children come after it, side by side, and have its visits but for the first."""
    nodes, used = tree.nodes, int(tree.nodes.used[0])
    taken = np.zeros(used, dtype=np.int64)
    taken[0] = 1
    for node in range(used):
        if nodes.children[node]:
            block = tree.block(node)
            assert node < block.start
            assert block.stop <= used
            taken[block.start : block.stop] += 1
            below = int(nodes.visits[block.start : block.stop].sum())
            assert below <= nodes.visits[node]
        assert 0 <= nodes.points[node] <= nodes.visits[node]
    assert (taken == 1).all(), "each is the child of one node"


# What is kept between moves

Shape = tuple[int, int, float, int, tuple["Shape", ...]]


def shape(tree: Tree, node: int) -> Shape:
    """A part of a tree, whatever places its nodes have."""
    nodes = tree.nodes
    below = tuple(shape(tree, child) for child in tree.block(node)) if nodes.children[node] else ()
    move = int(nodes.moves[node]) if node else 0
    return move, int(nodes.visits[node]), float(nodes.points[node]), int(nodes.proofs[node]), below


@pytest.mark.parametrize("variant", [*GAMES, "pushee-pieces:turns=2"])
@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_below_the_moves_played_is_kept(variant: str, threads: int) -> None:
    match = Match(jostle.game(variant))
    search = TreeSearch(match.game, threads=threads)
    for _ in range(3):
        analysis = search.think(match, Limits(nodes=2000))
        before = match.position
        first, reply = analysis.lines[0].moves[:2]
        expected = []
        for tree in search._trees:
            node = child_of(tree, 0, before, first)
            node = child_of(tree, node, before.play(first), reply)
            expected.append(shape(tree, node)[1:])
        match.play(first)
        match.play(reply)
        kept = sum(part[0] for part in expected)
        assert kept
        search._begin(match)
        if all(part[-1] for part in expected):
            assert [shape(tree, 0)[1:] for tree in search._trees] == expected
        assert search.visits == kept
        for tree in search._trees:
            consistent(tree)
        analysis = search.think(match, Limits(nodes=100))
        assert search.visits == kept + analysis.nodes


def test_thinking_on_about_the_same_position_adds_up() -> None:
    search = TreeSearch(jostle.game("pomeczi"))
    for visits in (300, 600):
        search.think(search.game.start(), Limits(nodes=300))
        assert search.visits == visits
    search.clear()
    search.think(search.game.start(), Limits(nodes=300))
    assert search.visits == 300


def test_nothing_is_kept_of_what_was_not_in_the_tree() -> None:
    search = TreeSearch(jostle.game("push-push"))
    search.think(search.game.start(), Limits(nodes=50))
    match = played("push-push", BACK_AND_FORTH[:3])
    search.think(match, Limits(nodes=50))
    assert search.visits == 50
    match.undo()
    search.think(match, Limits(nodes=50))
    assert search.visits == 50


def test_a_tree_that_fills_its_memory_has_room_again_after_moves() -> None:
    match = Match(jostle.game("pushee-pieces"))
    search = TreeSearch(match.game, memory=0.1)
    [tree] = search._trees
    while match.outcome is None:
        analysis = search.think(match, Limits(nodes=2000))
        full = int(tree.nodes.used[0])
        match.play(analysis.best)
        if match.outcome is None:
            search._begin(match)
            assert tree.nodes.used[0] < full
            consistent(tree)


# What it refuses


def test_a_finished_game_is_not_thought_about() -> None:
    search = TreeSearch(jostle.game("push-push"))
    finished = at(WON).play("a6a7")
    with pytest.raises(GameOver, match="game is over"):
        search.think(finished, Limits(nodes=1))
    match = Match(search.game)
    match.resign(Player.ONE)
    with pytest.raises(GameOver, match="match is over"):
        search.stream(match, Limits(nodes=1))


def test_a_position_of_another_game_is_refused() -> None:
    search = TreeSearch(jostle.game("push-push"))
    with pytest.raises(PositionError):
        search.think(start("pomeczi"), Limits(nodes=1))


# The agent


@pytest.mark.parametrize("name", GAMES)
def test_the_agent_beats_random_moves(name: str) -> None:
    uct, other = UctAgent(nodes=600, seed=1), RandomAgent(seed=1)
    points = 0.0
    for number in range(6):
        match = Match(jostle.game(name))
        mine = Player(1 + number % 2)
        uct.start_anew()
        while match.outcome is None:
            chooser = uct if match.position.mover is mine else other
            match.play(chooser.choose(match))
        points += 0.5 if match.outcome.winner is None else match.outcome.winner is mine
    uct.close()
    assert points >= 5


def test_one_agent_plays_every_game() -> None:
    agent = UctAgent(nodes=50)
    for name in [*GAMES, *GAMES]:
        match = Match(jostle.game(name))
        assert agent.choose(match) in match.position.legal_moves


def test_the_agent_thinks_for_a_while_without_limits() -> None:
    agent = UctAgent()
    match = Match(jostle.game("push-push"), at(WON))
    assert str(agent.choose(match)) == "a6a7"


def test_the_agent_does_not_think_about_an_only_move() -> None:
    position = at("6a/7/7/o6/7/7/7 1 - 0")
    assert [str(move) for move in position.legal_moves] == ["--"]
    agent = UctAgent(nodes=10**12)
    assert str(agent.choose(Match(position.game, position))) == "--"
