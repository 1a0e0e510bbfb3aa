"""What probing says: the exact value of a position and of its moves."""

from __future__ import annotations

import json

import typer

from jostle.core.errors import GameOver
from jostle.core.game import Position
from jostle.core.messages import message, say
from jostle.core.mistakes import mistake
from jostle.core.values import Value
from jostle.core.words import told_outcome
from jostle.search.score import Score
from jostle.search.words import told_score
from jostle.solve.numbered import check_numbered
from jostle.solve.table_file import TableError
from jostle.solve.tables import Table, open_table


def show_probe(asked: Position, *, as_json: bool) -> None:
    """Print the exact value of a position and of every move in it, best first."""
    table = open_table(asked.game)
    if table is None:
        check_numbered(asked.game)
        raise TableError(message("table.none", variant=asked.game.variant))
    if asked.outcome is not None:
        raise GameOver(message("over.position", result=told_outcome(asked.outcome)))
    value = table.value(asked)
    if value is None:
        raise TableError(message("table.cannot-occur", text=asked.text))
    moves = valued_moves(table, asked)
    if as_json:
        told_moves = [
            {"move": move, **worth.to_json(), "mistake": mistake(value, worth)}
            for move, worth in moves
        ]
        told = {"variant": asked.game.variant, "position": asked.text, **value.to_json()}
        typer.echo(json.dumps({**told, "moves": told_moves}))
        return
    typer.echo(str(told_score(Score.exact(asked.mover, value))))
    widest = max(len(move) for move, _ in moves)
    for move, worth in moves:
        told_value = told_score(Score.exact(asked.mover, worth))
        given = mistake(value, worth)
        remark = "" if given is None else say(f"mistake.{given}")
        line = say("cli.probe.line", move=move.ljust(widest), value=told_value, remark=remark)
        typer.echo(line.rstrip())


def valued_moves(table: Table, position: Position) -> list[tuple[str, Value]]:
    """Every move with its value, best first."""
    values = table.values_after(position)
    moves = [(str(position.move_of(code)), value) for code, value in values.items()]
    moves.sort(key=lambda pair: pair[0])
    return sorted(moves, key=lambda pair: pair[1], reverse=True)
