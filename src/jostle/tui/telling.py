"""What moves do, in lines to be printed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from jostle.core.effects import EffectKind, Step
from jostle.core.game import Branch, Position
from jostle.core.messages import say
from jostle.core.players import Player
from jostle.core.words import told_effect

# What is worth a word beside a move's text, which already tells who goes where.
NOTABLE = (EffectKind.PUSHED, EffectKind.DEFLECTED, EffectKind.SCORED)
# Of these it matters whose piece it is.
LOSSES = (EffectKind.FLIPPED, EffectKind.ELIMINATED)
MOST_LINES = 24  # of a list of moves with a gist each; a longer one has the moves alone
BETWEEN = "   "


def told_steps(game: str, mover: Player, steps: Sequence[Step]) -> list[str]:
    """A line for each effect; from the second step on, the step's number before the first."""
    lines = []
    for number, step in enumerate(steps):
        heading = say("play.tier", number=number) if number else ""
        for effect in step:
            lines.append(f"  {heading}{told_effect(game, mover, effect)}")
            heading = " " * len(heading)
    return lines


def gist(mover: Player, branch: Branch) -> str:
    """What a move does, in a few words."""
    effects = [effect for step in branch.steps for effect in step]
    kinds = Counter(str(effect.kind) for effect in effects if effect.kind in NOTABLE)
    for effect in effects:
        if effect.kind in LOSSES and effect.piece is not None:
            owner = "own" if effect.piece.owner is mover else "theirs"
            kinds[f"{effect.kind}-{owner}"] += 1
    told = [say(f"play.gist.{kind}", count=count) for kind, count in kinds.items()]
    if branch.position.scores is not None:
        first, second = branch.position.scores
        told.append(say("play.gist.score", first=first, second=second))
    if branch.position.outcome is not None:
        told.append(branch.position.outcome.result)
    return ", ".join(told)


def listed_moves(position: Position, prefix: str, width: int) -> list[str]:
    """The legal moves that begin so, numbered as in the full list, in columns."""
    branches = [
        (number, branch)
        for number, branch in enumerate(position.expand(), 1)
        if str(branch.move).lower().startswith(prefix.lower())
    ]
    longest = max((len(str(branch.move)) for _, branch in branches), default=0)
    named = [f"{number:3} {str(branch.move).ljust(longest)}" for number, branch in branches]
    told = [
        f"{name}  {gist(position.mover, branch)}".rstrip()
        for name, (_, branch) in zip(named, branches, strict=True)
    ]
    detailed = in_columns(told, width)
    return detailed if len(detailed) <= MOST_LINES else in_columns(named, width)


def in_columns(entries: Sequence[str], width: int) -> list[str]:
    """Entries one below the other, in as many columns as fit."""
    if not entries:
        return []
    column = max(map(len, entries)) + len(BETWEEN)
    columns = max(1, (width + len(BETWEEN)) // column)
    rows = -(-len(entries) // columns)
    return [
        "".join(entry.ljust(column) for entry in entries[row::rows]).rstrip() for row in range(rows)
    ]
