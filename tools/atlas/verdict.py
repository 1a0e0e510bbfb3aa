"""Which boards are worth playing, as far as figures can tell."""

from __future__ import annotations

from collections.abc import Mapping

from tools.atlas import words
from tools.atlas.facts import Facts, read
from tools.atlas.tile_sets import TileSet, playable

SOON = 10  # turns: an end that players see coming
FAR = 30  # turns: an end that nobody sees from the start

CAVEAT = (
    "These are verdicts about perfect play. They say how much there is to find on a board, not how"
    " much fun it is."
)


def verdict_section(solved: Mapping[str, Facts]) -> list[str]:
    """The paragraphs for a designer."""
    groups: dict[str, list[tuple[TileSet, Facts]]] = {}
    for tiles, game in playable().items():
        if game.variant in solved:
            facts = solved[game.variant]
            groups.setdefault(verdict(facts), []).append((tiles, facts))
    parts = [
        f"**{title}.** {reason} {words.listed([told(*pair) for pair in sorted_by_size(members)])}."
        for key, (title, reason) in TITLES.items()
        if (members := groups.get(key))
    ]
    return ["## Which boards are worth playing", *parts, CAVEAT]


TITLES = {
    "worth": (
        "Worth playing",
        f"The start is drawn or the win takes more than {FAR} turns, and most positions are"
        " decided, so there is something to play for:",
    ),
    "lesson": (
        "Good for a lesson or a puzzle",
        f"One player wins in {SOON + 1} to {FAR} turns. That is too long to see from the start and"
        " short enough to learn:",
    ),
    "soon": ("Over too soon", f"One player wins in at most {SOON} turns:"),
    "dull": (
        "Nothing to play for",
        "Most positions are drawn, and the few wins are short:",
    ),
}


def verdict(facts: Facts) -> str:
    """The key of what is to be said about a variant."""
    value = read(facts["start"])
    if value.sign == 0:
        return "dull" if 2 * facts["draws"] > facts["positions"] else "worth"
    if value.plies <= SOON:
        return "soon"
    return "lesson" if value.plies <= FAR else "worth"


def sorted_by_size(members: list[tuple[TileSet, Facts]]) -> list[tuple[TileSet, Facts]]:
    return sorted(members, key=lambda pair: pair[1]["positions"])


def told(tiles: TileSet, facts: Facts) -> str:
    """A variant with the figures that its verdict rests on."""
    value = read(facts["start"])
    choices = facts["choices"]
    name = f"{words.board(tiles.board)} with {words.tiles(tiles.singles, tiles.dominoes)}"
    if value.sign == 0:
        reason = f"a draw, {words.share(facts['draws'], facts['positions'])} of all positions drawn"
    else:
        good = sum(read(text).sign == value.sign for text in facts["first_moves"].values())
        reason = words.start(value)
        if value.sign > 0:
            reason += f", by {good} of {len(facts['first_moves'])} first moves"
    if verdict(facts) != "worth":
        return f"{name} ({reason})"
    return (
        f"{name} ({reason}; the choice matters in"
        f" {words.share(choices['matters'], choices['open'])} of the positions, and the longest"
        f" win takes {facts['longest']} turns)"
    )
