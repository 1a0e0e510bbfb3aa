"""Finds the positions of ``tests/data/tactics``: forced wins and losses, endings with points.

    python -m tools.make_tactics [GAME …]

The positions come from games between two players who take now a random move, now the one that looks
best at once. What can be forced in them is found by the exhaustive searches of ``tests.prover``,
which share nothing with the project's own search. Of positions that are the same but for a turn of
the board or an exchange of the players, one is taken. Everything follows from the seed, so the same
files come out again; it takes about half an hour.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.brute_force import Forced, Solved
from tests.prover import Prover
from tests.symmetry import (
    ALL_SYMMETRIES,
    PUSH_PUSH_SYMMETRIES,
    turned_pomeczi,
    turned_push_push,
)

import jostle
from jostle import Game, Player, Position

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "tactics"
SEED = 1

WANTED = {
    ("win", 1): 40,
    ("win", 3): 40,
    ("win", 5): 40,
    ("win", 7): 25,
    ("loss", 2): 15,
    ("loss", 4): 15,
    ("loss", 6): 15,
}
# In Push Push a player can be forced to push the ball over their own side. Such positions are
# taken where they turn up, but not waited for.
RARE = {("win", 2): 5, ("win", 4): 5, ("win", 6): 5, ("loss", 1): 5, ("loss", 3): 5, ("loss", 5): 5}
# Of a game that ended within LONGEST plies, the last LATE positions are looked at.
LONGEST, LATE = 300, 16
MOST_OF_A_GAME = 2  # of one kind
FEWEST_MOVES = {"win": 4, "loss": 3}
MOST_BEST_MOVES = 2

# Endings of Pushee Pieces: how many of each number of turns left.
TURNS_LEFT = {4: 10, 5: 10, 6: 10, 8: 8}
ENDING_VARIANTS = (
    "pushee-pieces",
    "pushee-pieces:walls=off",
    "pushee-pieces:tiers=unlimited",
    "pushee-pieces:turns=2",
)
MOST_BEST_PLACEMENTS = 4

Row = dict[str, Any]


def positions_of_games(game: Game, chance: random.Random) -> Iterator[list[Position]]:
    """The positions of one game after another."""
    while True:
        greed = chance.choice((0.3, 0.6, 0.9))
        position = game.start()
        played = [position]
        while position.outcome is None and len(played) <= LONGEST:
            after = [branch.position for branch in position.expand()]
            if chance.random() < greed:
                worths = [worth(option, position.mover) for option in after]
                best = max(worths)
                after = [
                    option for option, value in zip(after, worths, strict=True) if value == best
                ]
            position = chance.choice(after)
            played.append(position)
        yield played


def worth(position: Position, player: Player) -> tuple[int, int]:
    """How good a position looks to a player at once: the outcome first."""
    outcome = position.outcome
    won = 0 if outcome is None or outcome.winner is None else 1 if outcome.winner is player else -1
    if position.scores is not None:
        return won, position.scores[player - 1] - position.scores[player.other - 1]
    looks = 0
    for piece, square in position.pieces:
        if piece.owner is None:  # the ball; a step of it is worth a figure
            looks += square.rank if player is Player.ONE else -square.rank
        else:
            looks += 1 if piece.owner is player else -1
    for tray in position.beside:
        for piece, count in tray:
            looks += count if piece.owner is player else -count
    return won, looks


def canonical(position: Position) -> str:
    """The same text for all positions that a symmetry makes equal."""
    width, height = position.game.size
    if position.game.name == "push-push":
        return min(turned_push_push(symmetry, position.text) for symmetry in PUSH_PUSH_SYMMETRIES)
    if position.game.name == "pomeczi":
        return min(
            turned_pomeczi(symmetry, position.text)
            for symmetry in ALL_SYMMETRIES
            if width == height or not symmetry.transposed
        )
    return position.text


def forced_results(variant: str) -> list[Row]:
    """Positions in which a win or a loss is forced, in the numbers wanted."""
    game = jostle.game(variant)
    prover = Prover(game, 22)
    chance = random.Random(f"{SEED} {variant}")
    missing = Counter(WANTED | RARE)
    seen: set[str] = set()
    found: dict[tuple[str, int], list[Row]] = {kind: [] for kind in missing}
    for played in positions_of_games(game, chance):
        if not any(missing[kind] for kind in WANTED):
            break
        deepest = max(distance for (_, distance), count in missing.items() if count)
        of_this_game: Counter[tuple[str, int]] = Counter()
        for position, forced in forced_late(prover, played, deepest):
            kind = forced.result, forced.distance
            if missing[kind] == 0 or of_this_game[kind] == MOST_OF_A_GAME:
                continue
            name = canonical(position)
            if name not in seen and telling(position, forced):
                seen.add(name)
                missing[kind] -= 1
                of_this_game[kind] += 1
                found[kind].append(
                    row(position, forced.result, forced.distance, None, forced.best_moves)
                )
    return [each for rows in found.values() for each in rows]


def forced_late(
    prover: Prover, played: list[Position], deepest: int
) -> Iterator[tuple[Position, Forced]]:
    """What was forced in the late positions of a game that somebody won, the last one first.

    To save time only the winner's positions are tried for a win. The loser's are lost only if the
    position after the move played is won.
    """
    end = played[-1].outcome
    if end is None or end.winner is None:
        return
    next_is_won = True
    for position in reversed(played[-LATE - 1 : -1]):
        if position.mover is end.winner:
            forced = prover.forced(position, deepest, asked="win")
        elif next_is_won:
            forced = prover.forced(position, deepest, asked="loss")
        else:
            next_is_won = False
            continue
        next_is_won = forced.result == "win"
        yield position, forced


def telling(position: Position, forced: Forced) -> bool:
    """Whether there is something to find: other moves there are, best ones few."""
    few = forced.result == "loss" or len(forced.best_moves) <= MOST_BEST_MOVES
    # A player who must lose at once may have a single move; where wins come so, that is the point.
    rare = (forced.result, forced.distance) in RARE
    return rare or (few and len(position.legal_moves) >= FEWEST_MOVES[forced.result])


def endings(variant: str) -> list[Row]:
    """Endings of a game with points, in the numbers wanted."""
    game = jostle.game(variant)
    prover = Prover(game, 22)
    chance = random.Random(f"{SEED} {variant}")
    missing = Counter(TURNS_LEFT)
    found: dict[int, list[Row]] = {left: [] for left in TURNS_LEFT}
    for played in positions_of_games(game, chance):
        if not any(missing.values()):
            break
        wanted = [left for left, count in missing.items() if count]
        for position in chance.sample(played, len(played)):
            left = turns_left(position)
            if left in wanted and position.outcome is None:
                solved = prover.solved(position)
                if len(solved.best_moves) <= MOST_BEST_PLACEMENTS:
                    missing[left] -= 1
                    found[left].append(solved_row(position, solved))
                break  # one of a game is enough
    return [each for rows in found.values() for each in rows]


def turns_left(position: Position) -> int:
    """Placements and extra turns that both players have left together."""
    _, _, left, turns = position.text.split(" ")
    numbers = [*left.split("/"), *turns.split("/")]
    return sum(int(number) for number in numbers if number.isdigit())


def solved_row(position: Position, solved: Solved) -> Row:
    value = "win" if solved.margin > 0 else "loss" if solved.margin else "draw"
    return row(position, value, solved.plies, abs(solved.margin), solved.best_moves)


def row(
    position: Position, value: str, plies: int, margin: int | None, best: tuple[str, ...]
) -> Row:
    return {
        "variant": position.game.variant,
        "position": position.text,
        "value": value,
        "plies": plies,
        "margin": margin,
        "best": list(best),
    }


MAKERS: dict[str, tuple[Callable[[str], list[Row]], tuple[str, ...]]] = {
    "pomeczi": (forced_results, ("pomeczi", "pomeczi:board=8x4")),
    "push-push": (forced_results, ("push-push",)),
    "pushee-pieces": (endings, ENDING_VARIANTS),
}


def written(name: str, rows: list[Row]) -> str:
    """The text of a game's file, a position a line."""
    made_by = json.dumps(f"python -m tools.make_tactics {name}")
    lines = ",\n".join(f"  {json.dumps(each)}" for each in rows)
    return f'{{\n "made by": {made_by},\n "seed": {SEED},\n "positions": [\n{lines}\n ]\n}}\n'


def main(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in names or list(MAKERS):
        make, variants = MAKERS[name]
        rows = []
        for variant in variants:
            started = time.process_time()
            rows += make(variant)
            seconds = time.process_time() - started
            sys.stdout.write(
                f"{variant}: {len(rows)} positions so far, {seconds:.0f} seconds of one core\n"
            )
            sys.stdout.flush()
        (FOLDER / f"{name}.json").write_text(written(name, rows), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
