"""What the atlas keeps of a solved variant: few figures, found in its table."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TypedDict

from tools.atlas.watching import watched

from jostle.core.game import Position
from jostle.core.values import Draw, Loss, Value, Win
from jostle.solve.tables import Table, value_of

MOST_LOOKED_AT = 20_000  # positions; where there are more, so many are drawn
GAMES = 200
LONGEST_GAME = 400  # plies


class Choices(TypedDict):
    """How much depends on the move, over all positions that go on or many drawn from them."""

    positions: int
    open: int  # the mover has not lost yet
    matters: int  # … and some move would give something away
    only: int  # … and all moves but one would


class RandomGames(TypedDict):
    """What happens when both players choose any legal move."""

    games: int
    plies: int
    won: list[int]  # by Player 1, by Player 2
    choices: int  # moves where the mover had something to give away, or could have had
    errors: int  # … and gave it away


class Facts(TypedDict):
    """The figures of one variant; a value is written as in ``told``."""

    variant: str
    rules_version: int
    positions: int
    wins: int
    losses: int
    draws: int
    start: str
    first_moves: dict[str, str]
    longest: int
    longest_position: str
    choices: Choices
    random_games: RandomGames


def facts_of(table: Table) -> Facts:
    """Everything the atlas wants to know; the same for the same table."""
    header, start = table.file.header, table.game.start()
    return {
        "variant": header.variant,
        "rules_version": header.rules_version,
        "positions": header.positions,
        "wins": header.wins,
        "losses": header.losses,
        "draws": header.draws,
        "start": told(value_of(header.start)),
        "first_moves": {move: told(value) for move, value in valued_moves(table, start).items()},
        "longest": header.longest,
        "longest_position": header.longest_position,
        "choices": choices(table),
        "random_games": random_games(table),
    }


def told(value: Value) -> str:
    """A value as a short text.

    >>> told(Win(21)), told(Draw())
    ('win 21', 'draw')
    """
    return f"{value.name} {value.plies}" if value.sign else value.name


def read(text: str) -> Value:
    """A value from its short text.

    >>> read("loss 4"), read("draw")
    (Loss(4), Draw())
    """
    name, _, plies = text.partition(" ")
    return Draw() if name == "draw" else (Win if name == "win" else Loss)(int(plies))


def valued_moves(table: Table, position: Position) -> dict[str, Value]:
    """Every move with what it is worth to the mover, sorted by text."""
    values = table.values_after(position)
    return {text: values[code] for text, code in position.legal_moves.codes.items()}


def choices(table: Table) -> Choices:
    """Count in how many positions the choice of a move matters."""
    found = Counter[str]()
    for number in watched(drawn_numbers(table), "looking at positions"):
        values = list(table.values_after(table.position(number)).values())
        if not values:
            continue  # the game is over here
        best = max(value.sign for value in values)
        good = sum(value.sign == best for value in values)
        is_open = best >= 0
        found["positions"] += 1
        found["open"] += is_open
        found["matters"] += is_open and good < len(values)
        found["only"] += is_open and good == 1 < len(values)
    return {
        "positions": found["positions"],
        "open": found["open"],
        "matters": found["matters"],
        "only": found["only"],
    }


def drawn_numbers(table: Table) -> list[int]:
    """The numbers of all positions, or of so many that are drawn at random."""
    numbers: list[int] = table.entries()[0].tolist()
    if len(numbers) <= MOST_LOOKED_AT:
        return numbers
    return sorted(Random(0).sample(numbers, MOST_LOOKED_AT))


def random_games(table: Table) -> RandomGames:
    """Play games of random moves, and count how often they give something away."""
    random = Random(0)
    plies, chosen, errors = 0, 0, 0
    won = [0, 0]
    for _ in watched(range(GAMES), "playing at random"):
        position = table.game.start()
        for _ in range(LONGEST_GAME):
            values = table.values_after(position)
            if not values:
                break
            best = max(value.sign for value in values.values())
            code = random.choice(sorted(values))
            if best >= 0:
                chosen += 1
                errors += values[code].sign < best
            position = position.play_unchecked(code)
            plies += 1
        if position.outcome is not None and position.outcome.winner is not None:
            won[position.outcome.winner - 1] += 1
    return {"games": GAMES, "plies": plies, "won": won, "choices": chosen, "errors": errors}
