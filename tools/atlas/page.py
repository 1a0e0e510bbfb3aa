"""The page of the atlas, made of the kept figures alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tools.atlas import words
from tools.atlas.facts import GAMES, LONGEST_GAME, MOST_LOOKED_AT, Facts, read
from tools.atlas.kept import Expected, Kept
from tools.atlas.standard import standard_section
from tools.atlas.tile_sets import BOARDS, STANDARD, TileSet, playable, refused
from tools.atlas.verdict import verdict_section

from jostle.core.game import Game

GIGABYTE = 2**30
WHY = {
    "memory": "more memory than the machine had",
    "time": "longer than a table may take",
}

INTRODUCTION = """\
Small boards of Pomeczi are solved: for every position that can occur, it is known who wins and
in how many turns, if the winner hurries and the loser delays. This page tells what came out,
for every board of 3×3, 3×4 and 4×4 cells and every set of at most two singles and two dominoes
each. A board of 4×3 cells is a 3×4 board turned by a quarter, so it has the same figures.

A *turn* is one player's action. Positions that are mirror images, or the same with the players
exchanged, are counted once. Player 1 moves first."""

HEADS = (
    *("board", "singles", "dominoes", "positions", "value of the start"),
    *("first moves that win / draw / lose", "longest win", "drawn", "choice matters", "only move"),
    "random game",
)

COLUMNS = f"""\
From the smallest to the largest; *default* are the tiles of a board unless others are asked
for. *Value of the start* counts turns. *First moves* are all
placements on the empty board, by what they are worth to Player 1. *Longest win* is the largest
number of turns that any won position needs. *Drawn* is the share of draws among all positions.
*Choice matters*: of the positions in which the player to move has at least a draw, the share in
which a wrong move gives a win or a draw away; *only move*: the share in which all moves but one
do. Where a variant has more than {MOST_LOOKED_AT:,} positions, these two come from so many that
were drawn at random. *Random game* is the mean length of {GAMES} games in which both players
choose any legal move; those still going on after {LONGEST_GAME} turns are broken off."""

FIRST_MOVES = """\
Each picture has a board for every kind of tile: singles, flat dominoes, tall dominoes. A mark
stands in the middle of the cells that the tile would cover. A round green mark is a win for
Player 1 and a square red one a loss; the figure is the number of turns until the end. A grey
diamond with two bars is a draw."""

HOW = """\
`make atlas` solves what is missing and fits this machine, and writes this page, its pictures
and the record. It can be stopped at any time and goes on when it is started again. A variant is
left out while it needs more memory than is free, or longer than half an hour by its estimate.
Tables are kept where `jostle solve --list` shows them; the figures of this page are in
[data.json](atlas/data.json), so that the page can be written again without solving anything
(`make atlas-page`). `jostle probe VARIANT POSITION` tells the exact value of any position of a
solved variant and of all its moves."""


def write_page(kept: Kept) -> str:
    """The Markdown of the page."""
    parts = ["# An atlas of Pomeczi", INTRODUCTION]
    if kept["study"] is not None and STANDARD in kept["solved"]:
        parts += standard_section(kept["solved"][STANDARD], kept["study"])
    parts += ["## All boards", words.table(HEADS, list(rows(kept)), left=0), COLUMNS]
    parts += [*unsolved_section(kept), refused_told()]
    parts += verdict_section(kept["solved"])
    parts += ["## First moves", FIRST_MOVES, *pictures_section(kept)]
    parts += ["## How this was made", HOW]
    return "\n\n".join(parts) + "\n"


def by_size(kept: Kept) -> list[tuple[TileSet, Game]]:
    """The tile sets that can be played and are known of, by the number of positions."""
    solved, unsolved = kept["solved"], kept["unsolved"]

    def positions(pair: tuple[TileSet, Game]) -> int:
        known: Facts | Expected = solved.get(pair[1].variant) or unsolved[pair[1].variant]
        return known["positions"]

    known = solved.keys() | unsolved.keys()
    return sorted((pair for pair in playable().items() if pair[1].variant in known), key=positions)


def rows(kept: Kept) -> Iterator[list[str]]:
    """A row for each tile set."""
    for tiles, game in by_size(kept):
        row = [words.board(tiles.board), str(tiles.singles), str(tiles.dominoes)]
        if game.variant == STANDARD:
            row[0] += " (standard)"
        elif game.variant.partition("=")[2] == tiles.board:
            row[0] += " (default)"
        facts = kept["solved"].get(game.variant)
        if facts is None:
            about = kept["unsolved"][game.variant]["positions"]
            yield [*row, f"about {about / 1e6:,.0f} million", "not solved", *["–"] * 6]
            continue
        signs = Counter(read(value).sign for value in facts["first_moves"].values())
        choices, games = facts["choices"], facts["random_games"]
        yield [
            *row,
            f"{facts['positions']:,}",
            words.start(read(facts["start"])),
            " / ".join(str(signs[sign]) for sign in (1, 0, -1)),
            str(facts["longest"]),
            words.share(facts["draws"], facts["positions"]),
            words.share(choices["matters"], max(1, choices["open"])),
            words.share(choices["only"], max(1, choices["open"])),
            f"{games['plies'] / games['games']:.0f}",
        ]


def unsolved_section(kept: Kept) -> list[str]:
    """What has not been solved, what it would take, and why it was left."""
    told = []
    for tiles, game in by_size(kept):
        expected = kept["unsolved"].get(game.variant)
        if expected is None:
            continue
        told.append(
            f"Not solved: {words.board(tiles.board)} with"
            f" {words.tiles(tiles.singles, tiles.dominoes)} each (`{game.variant}`). It has about"
            f" {expected['positions'] / 1e6:,.0f} million positions and would take about"
            f" {expected['memory'] / GIGABYTE:.1f} GB of memory and"
            f" {expected['seconds'] / 60:,.0f} minutes; this was {WHY[expected['why']]}."
        )
    return told


def refused_told() -> str:
    """The tile sets that are no variants."""
    crowded = [
        f"{words.board(tiles.board)} with {words.tiles(tiles.singles, tiles.dominoes)} each"
        for tiles in refused()
        if tiles.singles or tiles.dominoes
    ]
    return (
        "There is no game without tiles, nor one whose tiles do not all fit on the board at once:"
        f" {words.listed(crowded)}."
    )


def pictures_section(kept: Kept) -> list[str]:
    """The pictures of first moves, board by board."""
    parts = []
    for board in BOARDS:
        shown = [
            f"{words.tiles(tiles.singles, tiles.dominoes)} each (`{game.variant}`):"
            f" {words.start(read(kept['solved'][game.variant]['start']))}\n\n"
            f"![{alternative(kept['solved'][game.variant])}](atlas/{tiles.name}.svg)"
            for tiles, game in by_size(kept)
            if tiles.board == board and game.variant in kept["solved"]
        ]
        if shown:
            parts += [f"### {words.board(board)}", *shown]
    return parts


def alternative(facts: Facts) -> str:
    """What a picture of first moves shows, in words."""
    by_sign: dict[int, list[str]] = {1: [], 0: [], -1: []}
    for move, value in facts["first_moves"].items():
        by_sign[read(value).sign].append(move)
    names = {1: "winning", 0: "drawing", -1: "losing"}
    told = []
    for sign, moves in by_sign.items():
        if len(moves) == len(facts["first_moves"]):
            return f"All first moves are {names[sign]}"
        if moves:
            told.append(f"{len(moves)} {names[sign]}")
    return f"First moves: {words.listed(told)}"
