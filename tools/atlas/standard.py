"""What the page tells of the standard game: first moves, the longest win, moves hard to find."""

from __future__ import annotations

from collections import Counter

from tools.atlas import words
from tools.atlas.facts import LONGEST_GAME, Facts, read
from tools.atlas.study import FEWEST_MOVES, LOOKED_AT, NODES, SHORTEST, Hidden, Study
from tools.atlas.tile_sets import STANDARD, TileSet, playable

from jostle.core.effects import EffectKind
from jostle.core.values import Value
from jostle.games import game

RECORD = "longest-win.jostle"
LONGEST_PICTURE = "longest-win.svg"

DOES = {
    "gives": "It pushes a tile of Player 1's own off the board, which gives it to Player 2.",
    "trades": "It pushes two tiles off at once, one of Player 1's own and one of Player 2's.",
    "moves": "It moves a single and touches nothing.",
    "pushes": "It pushes, but nothing leaves the board.",
    "takes": "It wins a tile.",
    "single": "It places a single.",
    "domino": "It places a domino.",
}


def standard_section(facts: Facts, study: Study) -> list[str]:
    """The paragraphs about the standard game."""
    tiles = standard_tiles()
    return [
        "## The standard game",
        f"On {words.board(tiles.board)} with {words.tiles(tiles.singles, tiles.dominoes)} each,"
        f" {value_told(facts)}",
        first_moves_told(facts),
        first_moves_table(facts),
        f"![The first moves of the standard game](atlas/{tiles.name}.svg)",
        random_told(facts),
        "### The longest win",
        longest_told(study),
        f"![{study['start']}](atlas/{LONGEST_PICTURE})",
        *hidden_section(study),
    ]


def standard_tiles() -> TileSet:
    """The tile set of the standard game."""
    return next(tiles for tiles, variant in playable().items() if variant.variant == STANDARD)


def value_told(facts: Facts) -> str:
    value = read(facts["start"])
    if value.sign == 0:
        return "the start is a draw: neither player can force a win."
    return f"{words.start(value)} turns."


def first_moves_told(facts: Facts) -> str:
    """How many first moves win, draw and lose, and which singles and dominoes are good."""
    signs = Counter(read(value).sign for value in facts["first_moves"].values())
    parts = [
        "none " + verb + "s" if not signs[sign] else f"{words.number(signs[sign])} {verb}"
        for sign, verb in ((1, "win"), (0, "draw"), (-1, "lose"))
    ]
    told = f"Of {len(facts['first_moves'])} first moves {words.listed(parts)}."
    outer, inner = (
        {read(value).sign for move, value in facts["first_moves"].items() if on_edge(move) == edge}
        for edge in (True, False)
    )
    if outer == {-1} and inner == {0}:
        told += " A tile that lies along an edge of the board loses; any other one draws."
    return told


def on_edge(move: str) -> bool:
    """Whether a placement puts a tile along an edge of the standard board.

    >>> on_edge("Sa2"), on_edge("Da2>"), on_edge("Da2^")
    (True, False, True)
    """
    files, ranks = {move[1]}, {move[2]}
    if move.endswith(">"):
        files.add(chr(ord(move[1]) + 1))
    if move.endswith("^"):
        ranks.add(chr(ord(move[2]) + 1))
    return files in ({"a"}, {"d"}) or ranks in ({"1"}, {"4"})


def first_moves_table(facts: Facts) -> str:
    """The first moves by what they are worth, best first."""
    groups: dict[str, list[str]] = {}
    for move, worth in facts["first_moves"].items():
        groups.setdefault(worth, []).append(f"`{move}`")
    rows = []
    for text in sorted(groups, key=read, reverse=True):
        value = read(text)
        rows.append(
            [
                worth_told(value),
                " ".join(sorted(groups[text], key=lambda move: (move[1] != "S", move))),
            ]
        )
    return words.table(("worth", "first moves"), rows, left=2)


def random_told(facts: Facts) -> str:
    """How often random play errs."""
    games, choices = facts["random_games"], facts["choices"]
    unfinished = games["games"] - sum(games["won"])
    return (
        f"In {games['games']} games of random moves,"
        f" {words.share(games['errors'], games['choices'])} of the moves of a player who had at"
        " least a draw gave a win or a draw away. Player 1 won"
        f" {games['won'][0]} of these games, Player 2 {games['won'][1]}, and"
        f" {words.number(unfinished)} went on for more than {LONGEST_GAME} turns. Of all positions"
        " in which the player to move has at least a draw,"
        f" {words.share(choices['matters'], choices['open'])} have a move that gives something"
        f" away, and {words.share(choices['only'], choices['open'])} have one right move only."
    )


def longest_told(study: Study) -> str:
    """The longest win in words."""
    position = game(STANDARD).position(study["start"])
    mover, left = position.mover, 0
    for move in study["line"]:
        left += sum(
            effect.kind is EffectKind.FLIPPED for step in position.effects(move) for effect in step
        )
        position = position.play(move)
    outcome = position.outcome
    assert outcome is not None
    ends = "wins" if outcome.winner is mover else "loses"
    return (
        f"No win takes longer than {len(study['line'])} turns. In `{study['start']}` Player"
        f" {int(mover)} is to move and {ends} in so many, if both play as well as they can. On the"
        f" way {words.number(left)} tiles are pushed off the board. The game from there is in"
        f" [{RECORD}](atlas/{RECORD}); `jostle.Record.read` reads it."
    )


def hidden_section(study: Study) -> list[str]:
    """The positions whose winning move is hard to find."""
    if not study["hidden"]:
        return []
    parts = [
        "### Moves that are hard to find",
        "In each of these positions Player 1 is to move and exactly one move wins."
        f" {LOOKED_AT:,} won positions were drawn at random, and those with at least {FEWEST_MOVES}"
        " moves kept in which all other moves lose. Shown are, of each kind of move, the one that"
        f" the engine liked least (it looked at {NODES:,} positions and not at the table), then the"
        " one with the longest win.",
        sacrifices_told(study),
    ]
    for number, hidden in enumerate(study["hidden"], 1):
        parts += [
            f"**{number}.** `{hidden['position']}`",
            f"![{hidden['position']}](atlas/{hidden_picture(number)})",
            hidden_told(hidden),
        ]
    return parts


def sacrifices_told(study: Study) -> str:
    """How often giving a tile away is the only way to win."""
    gives, trades = study["gives"], study["trades"]
    told = (
        "Must a player ever give a tile away to win? Of the"
        f" {study['plain']:,} positions that are won in {SHORTEST} turns or more and in which"
        " nothing is forbidden, the only winning move pushes a tile of the player's own off the"
        f" board in {words.number(gives + trades)}"
    )
    if trades:
        part = f"{words.number(trades)} of these" if gives else "each of these"
        told += f", and in {part} it takes a tile at the same time"
    return f"{told}." + (" The last position is one of them." if gives + trades else "")


def hidden_picture(number: int) -> str:
    return f"hidden-{number}.svg"


def hidden_told(hidden: Hidden) -> str:
    """What there is to say about one of them."""
    wins, others = read(hidden["value"]), read(hidden["others"])
    chance = f"{100 * hidden['chance']:.0f} %"
    rest = f"the other {hidden['moves'] - 1} moves"
    told = (
        f"`{hidden['move']}` wins in {wins.plies} turns. {DOES[hidden['kind']]} Of {rest} none wins"
    )
    if others.sign < 0:
        told = (
            f"`{hidden['move']}` wins in {wins.plies} turns. {DOES[hidden['kind']]} All of {rest}"
            f" lose, the slowest in {others.plies} turns"
        )
    if hidden["preferred"] == hidden["move"]:
        return f"{told}. The engine plays it too, and gives it a chance of {chance}."
    return (
        f"{told}. The engine puts it at place {hidden['rank']} of {hidden['moves']}, with a chance"
        f" of {chance}, and would play `{hidden['preferred']}`, which"
        f" {worth_told(read(hidden['preferred_value']))}."
    )


def worth_told(value: Value) -> str:
    """What a move does that is worth so much."""
    if value.sign == 0:
        return "draws"
    return f"{'wins' if value.sign > 0 else 'loses'} in {value.plies} turns"
