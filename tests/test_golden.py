"""Golden playthroughs: all that the public face shows, ply by ply, for one game per variant.

A change of anything that users see or store shows up here as a difference between the files under
``tests/data/golden`` and what is computed now. If the change is meant, write the files anew and
look at the difference before committing it::

    python -m tests.test_golden
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import jostle
from jostle import EffectKind, Match, Position
from jostle.core.words import told_effect, told_outcome

GOLDEN = Path(__file__).parent / "data" / "golden"

VARIANTS = [
    "pomeczi",
    "pomeczi:board=3x3",
    "pomeczi:board=5x3,dominoes=2,singles=3",
    "pomeczi:board=8x4",
    "push-push",
    "push-push:quiet=20",
    "pushee-pieces",
    "pushee-pieces:tiers=unlimited",
    "pushee-pieces:walls=off",
    "pushee-pieces:pieces=3,turns=2",
    "pushee-pieces:grid=1234/5678/9012/3456,pieces=4,tiers=1,turns=2,walls=off",
]
MOST_PLIES = 25
SEEDS = range(400)


def golden_path(variant: str) -> Path:
    return GOLDEN / f"{re.sub('[^a-z0-9]+', '-', variant)}.txt"


# Showing a game.


def shown_position(position: Position, repetitions: int) -> list[str]:
    outcome = position.outcome
    beside = [
        " ".join(f"{piece.kind} x{count}" for piece, count in held) for held in position.beside
    ]
    pieces = sorted(
        f"{square}={piece.kind}"
        + ("" if piece.owner is None else f".{int(piece.owner)}")
        + ("" if piece.axis is None else f".{piece.axis.name.lower()}")
        + (".turned" if piece.turned else "")
        for piece, square in position.pieces
    )
    return [
        f"position: {position.text}",
        *(f"    {line}".rstrip() for line in str(position).splitlines()),
        f"mover: {int(position.mover)}",
        f"pieces: {' '.join(pieces)}".rstrip(),
        f"beside: {' | '.join(beside)}",
        f"scores: {position.scores}",
        f"outcome: {None if outcome is None else outcome.to_json()}",
        *([] if outcome is None else [f"told: {told_outcome(outcome)}"]),
        f"key: {position.key:016x} {position.repetition_key:016x}",
        f"repetitions: {repetitions}",
        f"moves ({len(position.legal_moves)}): {' '.join(map(str, position.legal_moves))}".rstrip(),
    ]


def shown_move(position: Position, move: str) -> list[str]:
    lines = [f"move: {move}"]
    for number, step in enumerate(position.effects(move)):
        for effect in step:
            told = told_effect(position.game.name, position.mover, effect)
            by = "" if effect.by is None else f" (by {effect.by})"
            lines.append(f"    {number}. {told}{by}")
    return lines


def shown_game(variant: str, moves: list[str]) -> str:
    """The whole playthrough."""
    match = Match(jostle.game(variant))
    lines = [f"variant: {match.game.variant}"]
    for move in moves:
        lines += [
            "",
            f"ply: {len(match.moves)}",
            *shown_position(match.position, match.repetitions),
        ]
        lines += shown_move(match.position, move)
        match.play(move)
    lines += ["", f"ply: {len(match.moves)}", *shown_position(match.position, match.repetitions)]
    return "\n".join(lines) + "\n"


def moves_in(text: str) -> list[str]:
    """The moves of a playthrough."""
    return re.findall("^move: (.*)$", text, re.MULTILINE)


# Writing the files anew.


def chosen_moves(variant: str) -> list[str]:
    """A random game in which much happens; the first one that ends in time, if there is one."""
    return next(
        (moves for moves, ended in (seeded_game(variant, seed) for seed in SEEDS) if ended),
        seeded_game(variant, SEEDS[0])[0],
    )


def seeded_game(variant: str, seed: int) -> tuple[list[str], bool]:
    chance = random.Random(f"{variant} {seed}")
    position = jostle.game(variant).start()
    moves: list[str] = []
    while position.legal_moves and len(moves) < MOST_PLIES:
        tried = chance.sample(list(position.legal_moves), min(4, len(position.legal_moves)))
        busy = max(tried, key=lambda move: sum(map(len, position.effects(move))))
        move = chance.choice([tried[0], busy, busy])
        moves.append(str(move))
        position = position.play(move)
    return moves, position.outcome is not None


def write_all() -> None:
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for variant in VARIANTS:
        text = shown_game(variant, chosen_moves(variant))
        golden_path(variant).write_text(text, encoding="utf-8", newline="\n")


# Testing.


@pytest.mark.parametrize("variant", VARIANTS)
def test_playthrough(variant: str) -> None:
    expected = golden_path(variant).read_text(encoding="utf-8")
    assert shown_game(variant, moves_in(expected)) == expected


def test_every_file_is_a_playthrough_of_ours() -> None:
    assert {path.name for path in GOLDEN.iterdir()} == {
        golden_path(variant).name for variant in VARIANTS
    }


def test_the_playthroughs_show_most_things() -> None:
    """Most kinds of effects and some ends occur; otherwise the files would be worth little."""
    kinds = set()
    ended = 0
    for variant in VARIANTS:
        moves = moves_in(golden_path(variant).read_text(encoding="utf-8"))
        assert len(moves) >= 6
        position = jostle.game(variant).start()
        for move in moves:
            kinds |= {effect.kind for step in position.effects(move) for effect in step}
            position = position.play(move)
        ended += position.outcome is not None
    assert kinds >= set(EffectKind) - {EffectKind.DEFLECTED}
    assert ended >= 5


if __name__ == "__main__":
    write_all()
