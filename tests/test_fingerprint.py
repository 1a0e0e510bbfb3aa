"""The search's fingerprint: how many positions a fixed search makes, and what it finds.

Whoever changes how the search thinks changes the numbers: that must be meant, and be told in the
commit message ("Bench: 2829394", the sum). `make fingerprint` writes them anew.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest

from jostle import Match
from jostle.games import game, game_class
from jostle.search.thinking import think
from tests.package import GAMES

FILE = Path(__file__).parent / "data" / "fingerprint.json"
VARIANTS = [text for name in GAMES for text in game_class(name).main_variants]
DEPTH = 6
POSITIONS = 4
MEMORY = 4  # megabytes


def matches(variant: str) -> list[Match]:
    """Some matches that are going on, the same ones every time."""
    random = Random(17)
    found: list[Match] = []
    while len(found) < POSITIONS:
        match = Match(game(variant))
        for _ in range(4 * len(found)):
            if match.outcome is None:
                match.play(random.choice(list(match.position.legal_moves)))
        if match.outcome is None:
            found.append(match)
    return found


def fingerprint(variant: str) -> dict[str, object]:
    found = [think(match, depth=DEPTH, memory=MEMORY) for match in matches(variant)]
    return {
        "nodes": sum(analysis.nodes for analysis in found),
        "best": [str(analysis.best) for analysis in found],
    }


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_search_is_the_one_of_the_fingerprint(variant: str) -> None:
    assert fingerprint(variant) == json.loads(FILE.read_text(encoding="utf-8"))[variant]


def main() -> None:
    """Write the fingerprint anew and tell its sum."""
    prints = {variant: fingerprint(variant) for variant in VARIANTS}
    FILE.write_text(json.dumps(prints, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"Bench: {sum(int(str(entry['nodes'])) for entry in prints.values())}\n")


if __name__ == "__main__":
    main()
