"""Which boards are worth playing, as far as figures can tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tools.atlas import words
from tools.atlas.facts import Facts, read
from tools.atlas.tile_sets import TileSet, playable

SOON = 10  # turns: an end that players see coming
FAR = 30  # turns: an end that nobody sees from the start

TITLES = {
    "worth": (
        "Worth playing",
        f"The start is drawn or the win takes more than {FAR} turns, and most positions are"
        " decided, so there is something to play for.",
    ),
    "lesson": (
        "Good for a lesson or a puzzle",
        f"One player wins in {SOON + 1} to {FAR} turns: too long to see from the start, and short"
        " enough to learn.",
    ),
    "soon": ("Over too soon", f"One player wins in at most {SOON} turns."),
    "dull": ("Nothing to play for", "Most positions are drawn, and the few wins are short."),
}

CAVEAT = (
    "These are verdicts about perfect play. They say how much there is to find on a board, not how"
    " much fun it is."
)

Solved = list[tuple[TileSet, Facts]]


def verdict_section(solved: Mapping[str, Facts]) -> list[str]:
    """The paragraphs for a designer."""
    known = [
        (tiles, solved[game.variant])
        for tiles, game in playable().items()
        if game.variant in solved
    ]
    known.sort(key=lambda pair: pair[1]["positions"])
    parts = ["## Which boards are worth playing"]
    for key, (title, reason) in TITLES.items():
        members = [pair for pair in known if verdict(pair[1]) == key]
        if members:
            parts += [f"**{title}.** {reason}", "\n".join(f"- {told(*pair)}" for pair in members)]
    return [*parts, " ".join(patterns(known)), CAVEAT]


def verdict(facts: Facts) -> str:
    """The key of what is to be said about a variant."""
    value = read(facts["start"])
    if value.sign == 0:
        return "dull" if 2 * facts["draws"] > facts["positions"] else "worth"
    if value.plies <= SOON:
        return "soon"
    return "lesson" if value.plies <= FAR else "worth"


def told(tiles: TileSet, facts: Facts) -> str:
    """A variant with the figures that its verdict rests on."""
    value = read(facts["start"])
    choices, games = facts["choices"], facts["random_games"]
    name = f"{words.board(tiles.board)} with {words.tiles(tiles.singles, tiles.dominoes)} each"
    if value.sign == 0:
        drawn = words.share(facts["draws"], facts["positions"])
        reason = f"a draw, with {drawn} of all positions drawn"
    else:
        reason = words.start(value)
        if value.sign > 0:
            good = sum(read(text).sign > 0 for text in facts["first_moves"].values())
            reason += f", by {good} of {len(facts['first_moves'])} first moves"
    if verdict(facts) != "worth":
        return f"{name}: {reason}."
    return (
        f"{name}: {reason}. The choice matters in"
        f" {words.share(choices['matters'], choices['open'])} of the positions, the longest win"
        f" takes {facts['longest']} turns, and a random game takes"
        f" {games['plies'] / games['games']:.0f}."
    )


def patterns(known: Solved) -> list[str]:
    """What many boards have in common."""
    values = {tiles: read(facts["start"]) for tiles, facts in known}
    counts = Counter(value.sign for value in values.values())
    beaten = [
        f"{words.board(tiles.board)} with {words.tiles(tiles.singles, tiles.dominoes)}"
        for tiles, value in values.items()
        if value.sign < 0
    ]
    said = [
        f"Of these {len(values)} tile sets Player 1 wins {counts[1]}, and {counts[0]} are drawn."
    ]
    if beaten:
        said.append(f"Player 2 wins {words.number(len(beaten))}: {'; '.join(beaten)}.")
    alone = sum(
        sum(read(text).sign > 0 for text in facts["first_moves"].values()) == 1
        for _, facts in known
    )
    if alone:
        said.append(f"With {words.number(alone)} of them exactly one first move wins.")
    bare = [value for tiles, value in values.items() if not tiles.singles]
    if bare and all(value.sign for value in bare):
        most = max(value.plies for value in bare)
        said.append(f"Without singles every start is decided, in {most} turns at most.")
    return said
