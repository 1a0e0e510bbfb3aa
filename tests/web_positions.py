"""Real games and positions for the tests of the board's scripts, as the server tells them.

``python -m tests.web_positions`` writes ``tests/web/data/positions.json`` anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import jostle
from jostle.server.wire.views import board_view, moves_view, position_view, steps_view

FILE = Path(__file__).parent / "web" / "data" / "positions.json"

# Variants, plies and seeds that make games in which much happens.
GAMES = (
    ("pomeczi", 16, 3),
    ("push-push", 24, 5),
    ("pushee-pieces:pieces=12,tiers=unlimited,walls=off", 14, 7),
    ("pushee-pieces:pieces=4,turns=2", 14, 4),
)
SITUATIONS = {
    "pomeczi": ("pomeczi", "4/1S1t/LR1b/1s2[Ss] 1 - -"),
    "hands": ("pomeczi:board=3x3", "3/3/3[SDsd] 1 - -"),
    "deflection": ("push-push", "o6/A6/7/7/7/7/7 1 - 0"),
    "pass": ("push-push", "7/7/3a3/7/3o3/7/7 1 - 5"),
    "crush": ("push-push", "7/7/7/2d4/2A4/o6/7 1 - 7"),
    "special-case": ("pushee-pieces", "6/1H1h2/h3H1/1V1v2/6/6 1 12/12 -"),
    "turns": ("pushee-pieces:pieces=2,turns=2", "6/6/6/2Hh2/6/6 1 1/1 2/2"),
}
EVENTFUL = 0.6  # how often one of the moves that do most is played
MOST_EVENTFUL = 4


def played(variant: str, plies: int, seed: int) -> dict[str, Any]:
    """A random game with all its positions."""
    random = Random(seed)
    position = jostle.game(variant).start()
    positions = [position_view(position)]
    moves: list[dict[str, Any]] = []
    while len(moves) < plies and position.outcome is None:
        branches = list(position.expand())
        if random.random() < EVENTFUL:
            branches.sort(key=lambda branch: (sum(map(len, branch.steps)), random.random()))
            branches = branches[-MOST_EVENTFUL:]
        branch = random.choice(branches)
        moves.append(
            {
                "move": str(branch.move),
                "player": int(position.mover),
                "steps": steps_view(position.game, branch.steps),
            }
        )
        position = branch.position
        positions.append(position_view(position))
    game = position.game
    return {"game": game.name, "board": board_view(game), "positions": positions, "moves": moves}


def situation(variant: str, text: str) -> dict[str, Any]:
    """A position with all its moves."""
    position = jostle.game(variant).position(text)
    return {
        "game": position.game.name,
        "board": board_view(position.game),
        "position": position_view(position),
        "moves": moves_view(position),
    }


def made() -> str:
    """What the file should hold, a game or situation a line."""
    games = [written(played(*game)) for game in GAMES]
    situations = [
        f"{written(name)}:{written(situation(*given))}" for name, given in SITUATIONS.items()
    ]
    return f'{{"games":[\n{lines(games)}\n],"situations":{{\n{lines(situations)}\n}}}}\n'


def lines(entries: list[str]) -> str:
    return ",\n".join(entries)


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    FILE.write_text(made(), encoding="utf-8")
