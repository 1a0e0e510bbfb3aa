"""What a player can type: a move, the number of a move, or a command."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from jostle.core.errors import IllegalMove, NotationError
from jostle.core.match import Match
from jostle.core.messages import say
from jostle.core.record import Record
from jostle.games import game as find_game
from jostle.tui import files, rules
from jostle.tui.errors import cannot
from jostle.tui.opponent import accepts_draw
from jostle.tui.telling import listed_moves, told_end, told_steps

if TYPE_CHECKING:
    from jostle.tui.session import Session

LONGEST_COMPARED = 40  # a longer word is no slip of the fingers
MOST_SUGGESTED = 3


def obey(session: Session, line: str) -> None:
    """Do what a line says; the error says why it cannot be done, and then nothing has changed."""
    text = line.strip()
    word, _, argument = text.partition(" ")
    name = ALIASES.get(word.lower(), word.lower())
    # A move comes first, so that no command can stand in its way.
    not_a_move = _not_a_move(session, text)
    if not text:
        return
    if not_a_move is None or text.isdecimal():
        _play(session, text)
    elif name in COMMANDS:
        COMMANDS[name].run(session, argument.strip())
    else:
        session.terminal.say(str(not_a_move))
        nearest = _nearest(text, [*COMMANDS, *map(str, session.match.position.legal_moves)])
        key = "play.did-you-mean" if nearest else "play.try-help"
        session.terminal.say(say(key, words=nearest))


def completions(session: Session, before: str, word: str) -> list[str]:
    """What a word that begins so can become, given the line before it."""
    moves = [str(move) for move in session.match.position.legal_moves]
    command = before.strip().lower()
    if not command:
        words: Iterable[str] = [*moves, *COMMANDS]
    elif command in ("why", "moves"):
        words = moves
    elif command in ("help", "rules"):
        words = [*rules.names(_page(session)), *COMMANDS]
    elif command in ("save", "save!", "load"):
        words = _file_names(word)
    else:
        words = []
    return sorted(found for found in words if found.lower().startswith(word.lower()))


def _play(session: Session, text: str) -> None:
    try:
        session.play(_numbered(session, text))
    except IllegalMove as error:
        session.terminal.say(say("play.refused", reason=error, rule=error.rule))


def _help(session: Session, argument: str) -> None:
    terminal, name = session.terminal, argument.lower()
    if name in COMMANDS:
        terminal.say(_usage(name))
        terminal.say("  " + say(f"play.help.{name}"))
    elif argument:
        _rules(session, argument)
    else:
        terminal.say(say("play.how", expected=say(f"{session.match.game.name}.expected")))
        terminal.say(say("play.commands"))
        widest = max(len(_usage(name)) for name in COMMANDS)
        for name in COMMANDS:
            terminal.say(f"  {_usage(name).ljust(widest)}  {say(f'play.help.{name}')}")


def _rules(session: Session, argument: str) -> None:
    page, terminal = _page(session), session.terminal
    if not argument:
        rules.show_contents(terminal, page)
        terminal.say(say("play.rules-hint"))
    elif argument.lower() == "all":
        rules.show_all(terminal, page)
    else:
        section = rules.section_or_refusal(page, argument)
        rules.show_section(terminal, session.match.game, section)


def _moves(session: Session, argument: str) -> None:
    if session.match.outcome is not None:
        raise cannot("over")
    lines = listed_moves(session.match.position, argument, session.terminal.width)
    if not lines:
        raise cannot("no-such-moves", prefix=argument)
    session.terminal.say_lines(lines)


def _why(session: Session, argument: str) -> None:
    if not argument:
        raise cannot("usage", usage=_usage("why"))
    position, terminal = session.match.position, session.terminal
    text = _numbered(session, argument)
    error = position.why_not(text)
    if isinstance(error, IllegalMove):
        terminal.say(say("play.illegal", move=text))
        terminal.say(say("play.refused", reason=error, rule=error.rule))
    elif error is not None:
        raise error
    else:
        terminal.say(say("play.legal", move=position.parse(text)))
        steps = told_steps(position.game.name, position.mover, position.effects(text))
        terminal.say_lines(steps)
        end = told_end(position.play(text))
        if end is not None:
            terminal.say(end)


def _undo(session: Session, argument: str) -> None:
    _takes_nothing("undo", argument)
    session.undo()


def _save(session: Session, argument: str, *, overwrite: bool = False) -> None:
    if not argument:
        raise cannot("usage", usage=_usage("save"))
    path = files.save(argument, str(_record(session)), overwrite=overwrite)
    session.terminal.say(say("play.saved", file=path, count=len(session.match.moves)))


def _save_over(session: Session, argument: str) -> None:
    _save(session, argument, overwrite=True)


def _load(session: Session, argument: str) -> None:
    if not argument:
        raise cannot("usage", usage=_usage("load"))
    record = files.load(argument)
    if record.game is None or record.start is None:
        session.tell_problems(record)
        raise cannot("no-game", file=argument)
    session.replace(record.match())
    session.tell_problems(record)


def _draw(session: Session, argument: str) -> None:
    _takes_nothing("draw", argument)
    match, terminal = session.match, session.terminal
    if match.outcome is not None:
        raise cannot("over")
    if session.robot is not None:
        agreed = accepts_draw(match.position, session.robot)
    else:
        agreed = session.agrees(say("play.draw-offer", player=match.position.mover.other))
    if agreed:
        match.agree_draw()
        session.replace(match)
    else:
        terminal.say(say("play.draw-declined"))


def _resign(session: Session, argument: str) -> None:
    _takes_nothing("resign", argument)
    session.match.resign(session.match.position.mover)
    session.replace(session.match)


def _board(session: Session, argument: str) -> None:
    _takes_nothing("board", argument)
    session.show_board()


def _position(session: Session, argument: str) -> None:
    _takes_nothing("position", argument)
    session.terminal.say_whole(session.match.position.text)


def _show_record(session: Session, argument: str) -> None:
    _takes_nothing("record", argument)
    session.terminal.say_whole(str(_record(session)))


def _new(session: Session, argument: str) -> None:
    session.replace(Match(find_game(argument) if argument else session.match.game))
    session.greet()


def _quit(session: Session, argument: str) -> None:
    _takes_nothing("quit", argument)
    session.finished = True


class Command(NamedTuple):
    """A word a player can type, and what it does with the rest of the line."""

    run: Callable[[Session, str], None]


# In the order in which help lists them.
COMMANDS = {
    "moves": Command(_moves),
}
