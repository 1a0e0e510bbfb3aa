"""Loops over a game's compiled rules, written once and compiled for each game.

They call the functions of a kernel by name; ``specialise`` binds the names to one game's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from jostle.core.bits import mix, next_seed

if TYPE_CHECKING:
    State = tuple[int, ...]
    Rules = tuple[int, ...]
    MOST_MOVES = 0

    def legal(rules: Rules, state: State, moves: np.ndarray) -> int: ...
    def pick(rules: Rules, state: State, random: int) -> int: ...
    def play(rules: Rules, state: State, move: int) -> State: ...
    def outcome(rules: Rules, state: State) -> int: ...
    def effects(rules: Rules, state: State, move: int, out: np.ndarray) -> int: ...


def perft(rules: Rules, state: State, depth: int) -> int:
    """Count the ways to play ``depth`` moves."""
    if depth == 0:
        return 1
    moves = np.empty(MOST_MOVES, dtype=np.int64)
    made = legal(rules, state, moves)
    if depth == 1:
        return made
    if made > moves.size:
        moves = np.empty(made, dtype=np.int64)
        legal(rules, state, moves)
    total = 0
    for index in range(made):
        total += perft(rules, play(rules, state, moves[index]), depth - 1)
    return total


def playouts(
    rules: Rules, state: State, games: int, longest: int, seed: int, results: np.ndarray
) -> int:
    """Play random games from a state; returns the number of moves.

    Adds to ``results`` the draws, the wins of Player 1 and Player 2, and the games that were
    stopped after ``longest`` moves.
    """
    total = 0
    for _ in range(games):
        current = state
        moves = 0
        while moves < longest:
            seed = next_seed(seed)
            move = pick(rules, current, mix(seed))
            if move < 0:
                break
            current = play(rules, current, move)
            moves += 1
        total += moves
        code = outcome(rules, current)
        results[code % 4 if code else 3] += 1
    return total


def expand(
    rules: Rules,
    state: State,
    moves: np.ndarray,
    states: np.ndarray,
    packed: np.ndarray,
    ends: np.ndarray,
) -> None:
    """Write what each of these legal moves does and leads to.

    A row of ``states`` is the state after a move; its packed effects end at its entry of ``ends``.
    """
    end = 0
    for index in range(moves.size):
        after = play(rules, state, moves[index])
        for word in range(len(after)):
            states[index, word] = after[word]
        end += effects(rules, state, moves[index], packed[end:])
        ends[index] = end
