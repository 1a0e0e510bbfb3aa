"""Monte-Carlo tree search, written once and compiled for each game.

A tree is a handful of arrays with an entry for each node, the root's being the first. The children
of a node lie side by side, after their parent. An entry says which move leads to its node, how many
simulations went through it and how many points Player 1 made of them: whoever moves, the sums are
those of one player, since a player may move twice in a row.

A proven node knows who wins it, and after how many moves in the line that proved it. Proofs begin
at ends of the game alone, so they hold whatever was played before; only REPEATED, which the driver
writes below the root, depends on the match.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numba import float64, int8, int16, int32, int64, types, uint64

from jostle.core.bits import ONE, below, mix, next_seed
from jostle.core.compiling import compiled, inlined, specialise

if TYPE_CHECKING:
    State = tuple[int, ...]
    Rules = tuple[int, ...]

    def legal(rules: Rules, state: State, moves: np.ndarray) -> int: ...
    def pick(rules: Rules, state: State, random: int) -> int: ...
    def play(rules: Rules, state: State, move: int) -> State: ...
    def outcome(rules: Rules, state: State) -> int: ...
    def repetition_key(state: State) -> int: ...
    def evaluate(rules: Rules, state: State) -> int: ...


# What is proven of a node: nothing, or that this player wins it, or that it is a draw.
OPEN, WON_BY_1, WON_BY_2, DRAWN, REPEATED = 0, 1, 2, 3, 4
FARTHEST = 30_000  # the most moves that the distance of a proof counts

NAMES = ("legal", "pick", "play", "outcome", "repetition_key")  # of a kernel, besides evaluate
MOST_DEPTH = 1024  # of a path in the tree; what is farther is rolled out
CERTAIN = 2_000  # centilogits, beyond which a chance is 0 or 1 anyway


class Nodes(NamedTuple):
    """The tree."""

    moves: np.ndarray
    visits: np.ndarray
    points: np.ndarray  # Player 1's, half a point for a draw
    first: np.ndarray  # child
    children: np.ndarray  # how many; none before the node is expanded
    proofs: np.ndarray
    distances: np.ndarray  # of proven nodes: moves to the end
    places: np.ndarray  # where entries go when the tree is compacted
    used: np.ndarray  # one number: the entries in use


class Path(NamedTuple):
    """The nodes from the root to where a simulation leaves the tree, and what was met there."""

    nodes: np.ndarray
    movers: np.ndarray
    keys: np.ndarray


named_tuple: Any = types.NamedTuple
NODES = named_tuple(
    [
        types.Array(int64, 1, "C"),
        types.Array(int64, 1, "C"),
        types.Array(float64, 1, "C"),
        types.Array(int32, 1, "C"),
        types.Array(int32, 1, "C"),
        types.Array(int8, 1, "C"),
        types.Array(int16, 1, "C"),
        types.Array(int32, 1, "C"),
        types.Array(int64, 1, "C"),
    ],
    Nodes,
)
PATH = named_tuple(
    [types.Array(int64, 1, "C"), types.Array(int64, 1, "C"), types.Array(uint64, 1, "C")], Path
)


@inlined
def proven_points(proof: int) -> float:
    """Player 1's points of a proven node."""
    if proof == WON_BY_1:
        return 1.0
    return 0.0 if proof == WON_BY_2 else 0.5


@inlined
def chosen_child(nodes: Nodes, node: int, mover: int, exploration: float) -> int:
    """The child to go to: one that is won, else one never tried, else the one of the highest UCB1.

    A proven draw is worth its half point and nothing is to be explored in it; a proven loss is not
    chosen.
    """
    log = math.log(max(nodes.visits[node], 1))
    best, best_worth = -1, -1.0
    for child in range(nodes.first[node], nodes.first[node] + nodes.children[node]):
        proof = nodes.proofs[child]
        visits = nodes.visits[child]
        if proof == OPEN:
            if visits == 0:
                return child
            worth = nodes.points[child] / visits
            if mover == 1:
                worth = 1.0 - worth
            worth += exploration * math.sqrt(log / visits)
        elif proof == mover + 1:
            return child
        elif proof == 2 - mover:
            continue
        else:
            worth = 0.5
        if worth > best_worth:
            best, best_worth = child, worth
    return best


@inlined
def prove(nodes: Nodes, node: int, mover: int) -> bool:
    """Prove a node by its children, if they suffice: one that wins, or all of them."""
    drawn = False
    quickest, slowest = FARTHEST, 0
    all_proven = True
    for child in range(nodes.first[node], nodes.first[node] + nodes.children[node]):
        proof, distance = nodes.proofs[child], int64(nodes.distances[child])
        if proof == mover + 1:
            quickest = min(quickest, distance)
        elif proof == OPEN:
            all_proven = False
        elif proof == 2 - mover:
            slowest = max(slowest, distance)
        else:
            drawn = True
    if quickest < FARTHEST:
        nodes.proofs[node] = mover + 1
        nodes.distances[node] = quickest + 1
        return True
    if not all_proven:
        return False
    nodes.proofs[node] = DRAWN if drawn else 2 - mover
    nodes.distances[node] = 0 if drawn else min(slowest + 1, FARTHEST - 1)
    return True


@compiled(int64(NODES, int64))
def compact(nodes: Nodes, root: int) -> int:
    """Make a node the root and close the gaps that all others leave; returns the entries kept.

    Entries stay in their order, so a node still comes before its children.
    """
    gone, kept = -1, -2
    used = nodes.used[0]
    nodes.places[:used] = gone
    nodes.places[root] = kept
    made = 0
    for node in range(root, used):
        if nodes.places[node] == gone:
            continue
        if nodes.places[node] >= 0:  # the first of some children: their parent's new place
            nodes.first[nodes.places[node]] = made
        children, first = nodes.children[node], nodes.first[node]
        if children > 0:
            nodes.places[first] = made
            nodes.places[first + 1 : first + children] = kept
        nodes.moves[made] = nodes.moves[node]
        nodes.visits[made] = nodes.visits[node]
        nodes.points[made] = nodes.points[node]
        nodes.children[made] = children
        nodes.proofs[made] = nodes.proofs[node]
        nodes.distances[made] = nodes.distances[node]
        made += 1
    nodes.used[0] = made
    return made


def simulate(
    rules: Rules,
    root: State,
    simulations: int,
    exploration: float,
    patience: int,
    longest: int,
    drawn: np.ndarray,
    nodes: Nodes,
    path: Path,
    seeds: np.ndarray,
    stop: np.ndarray,
) -> int:
    """Simulate so many games from the root, fewer if told to stop or if it is proven.

    Returns how many there were. The root must have been expanded; another node is after
    ``patience`` visits, or more when memory runs low. A game is played out at random for
    ``longest`` moves and then judged by the evaluation. ``drawn`` are the keys of positions that
    end the match when they come again.
    """
    seed = seeds[0]
    capacity = nodes.moves.size
    deepest = path.nodes.size - 1
    done = 0
    prove(nodes, 0, int64(root[len(root) - 1] & ONE))
    while done < simulations and stop[0] == 0 and nodes.proofs[0] == OPEN:
        # Step 1. Go down the tree to a node where the game is played out or its value is known.
        state = root
        node, depth = 0, 0
        points = -1.0
        while True:
            mover = int64(state[len(state) - 1] & ONE)
            path.nodes[depth], path.movers[depth] = node, mover
            path.keys[depth] = repetition_key(state)
            if depth > 0:
                # Step 2. The end of the game, or as good as that.
                if nodes.visits[node] == 0 and nodes.proofs[node] == OPEN:
                    code = outcome(rules, state)
                    if code != 0:
                        winner = code % 4
                        nodes.proofs[node] = winner if winner != 0 else DRAWN
                        nodes.distances[node] = 0
                if nodes.proofs[node] != OPEN:
                    points = proven_points(nodes.proofs[node])
                    break
                key = path.keys[depth]
                repeated = False
                for before in range(depth):
                    if path.keys[before] == key:
                        repeated = True
                for old in drawn:
                    if old == key:
                        repeated = True
                if repeated:
                    points = 0.5
                    break

            # Step 3. Expand the node, the later the less room there is.
            if nodes.children[node] == 0:
                used = nodes.used[0]
                free = capacity - used
                if depth == deepest or nodes.visits[node] * free < patience * capacity:
                    break
                made = legal(rules, state, nodes.moves[used:])
                if made > free:
                    break
                for index in range(made):
                    # In random order, which is the order they are tried in.
                    seed = next_seed(seed)
                    other = used + below(mix(seed), index + 1)
                    child = used + index
                    move = nodes.moves[child]
                    nodes.moves[child] = nodes.moves[other]
                    nodes.moves[other] = move
                    nodes.visits[child] = 0
                    nodes.points[child] = 0.0
                    nodes.children[child] = 0
                    nodes.proofs[child] = OPEN
                nodes.first[node] = used
                nodes.children[node] = made
                nodes.used[0] = used + made

            # Step 4. Choose a child.
            node = chosen_child(nodes, node, mover, exploration)
            state = play(rules, state, nodes.moves[node])
            depth += 1

        # Step 5. Play the game out.
        if points < 0.0:
            length = 0
            while length < longest:
                seed = next_seed(seed)
                move = pick(rules, state, mix(seed))
                if move < 0:
                    break
                state = play(rules, state, move)
                length += 1
            code = outcome(rules, state) if longest > 0 else 0
            if code != 0:
                points = proven_points(code % 4)
            else:
                score = min(max(evaluate(rules, state), -CERTAIN), CERTAIN)
                points = 1.0 / (1.0 + math.exp(-score / 100.0))
                if state[len(state) - 1] & ONE:
                    points = 1.0 - points

        # Step 6. Tell the nodes on the way, and prove those that can be.
        proven = nodes.proofs[node] != OPEN
        for level in range(depth, -1, -1):
            node = path.nodes[level]
            nodes.visits[node] += 1
            nodes.points[node] += points
            if level < depth and proven:
                proven = prove(nodes, node, path.movers[level])
        done += 1
    seeds[0] = seed
    return done


@inlined
def even(_rules: Rules, _state: State) -> int:
    """What plain rollouts know of a game that was not finished: nothing, so it is a draw."""
    return 0


@cache
def simulation(module: ModuleType, evaluated: bool) -> Callable[..., int]:
    """The search for the game of a kernel module, with the evaluation of the game or without."""
    if not evaluated:
        return specialised(module, module.__name__, even)
    knowledge = import_module(f"{module.__package__}.knowledge")
    return specialised(module, knowledge.__name__, knowledge.evaluate)


def specialised(module: ModuleType, owner: str, evaluation: Any) -> Callable[..., int]:
    """The search for the game of a kernel module, with any evaluation, under a name of its own."""
    names = {name: getattr(module, name) for name in NAMES}
    signature = int64(
        module.RULES,
        module.STATE,
        int64,
        float64,
        int64,
        int64,
        types.Array(uint64, 1, "C"),
        NODES,
        PATH,
        types.Array(uint64, 1, "C"),
        types.Array(int64, 1, "C"),
    )
    return specialise(simulate, owner, signature, {**names, "evaluate": evaluation})
