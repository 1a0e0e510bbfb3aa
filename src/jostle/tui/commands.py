"""The commands of the terminal game, each a word and what it does with the rest of its line.

What a command says about itself stands in the catalogue: ``play.usage`` and ``play.help``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from jostle.core.errors import GameOver, IllegalMove
from jostle.core.match import Match
from jostle.core.messages import message, say
from jostle.core.record import Record
from jostle.core.words import told_outcome
from jostle.games import game as find_game
from jostle.tui import files, rules
from jostle.tui.errors import cannot
from jostle.tui.telling import listed_moves, told_steps
from jostle.tui.thinking import (
    accepts_draw,
    review_match,
    show_evaluation,
    tell_review,
    told_counts,
)

if TYPE_CHECKING:
    from jostle.tui.session import Session


def show_help(session: Session, argument: str) -> None:
    """Tell about the commands, one command, or a rule."""
    name = argument.lower()
    if name in COMMANDS:
        session.terminal.say(usage(name), "label")
        session.terminal.say(say(f"play.help.{name}"))
    elif argument:
        show_rules(session, argument)
    else:
        game = session.match.game.name
        session.terminal.say(say("play.how", expected=say(f"{game}.expected")))
        session.terminal.say(say("play.commands"))
        widest = max(map(len, map(usage, COMMANDS)))
        for name in COMMANDS:
            session.terminal.say_entry(usage(name).ljust(widest), say(f"play.help.{name}"))


def show_rules(session: Session, argument: str) -> None:
    """Show what rules there are, all of them, or one."""
    game, terminal = session.match.game, session.terminal
    page = rules.rules_page(type(game))
    if not argument:
        rules.show_contents(terminal, page)
        terminal.say(say("play.rules-hint"))
    elif argument.lower() == "all":
        rules.show_all(terminal, page)
    else:
        rules.show_section(terminal, game, rules.find(page, argument))


def list_moves(session: Session, argument: str) -> None:
    """List the legal moves with their numbers."""
    check_running(session)
    lines = listed_moves(session.match.position, argument, session.terminal.width)
    if not lines:
        raise cannot("no-such-moves", prefix=argument)
    session.terminal.say_lines(lines)


def explain(session: Session, argument: str) -> None:
    """Tell what a move would do, or which rule refuses it."""
    if not argument:
        raise cannot("usage", usage=usage("why"))
    check_running(session)
    position, terminal = session.match.position, session.terminal
    try:
        move = position.parse(numbered(session, argument))
    except IllegalMove:
        terminal.say(say("play.illegal", move=argument))
        raise
    terminal.say(say("play.legal", move=move))
    steps = position.effects(move)
    terminal.say_lines(told_steps(position.game.name, position.mover, steps))
    outcome = position.play(move).outcome
    if outcome is not None:
        terminal.say(say("play.then", result=told_outcome(outcome)))


def hint(session: Session, argument: str) -> None:
    """Tell which piece to take; asked again, which move, and then why."""
    takes_nothing("hint", argument)
    check_running(session)
    session.terminal.say(session.helper.hint(session.terminal, session.match))


def evaluate(session: Session, argument: str) -> None:
    """Tell who is better, and show the best lines of play."""
    takes_nothing("eval", argument)
    check_running(session)
    show_evaluation(session.terminal, session.match)


def review(session: Session, argument: str) -> None:
    """Tell which moves were mistakes, and what would have been better."""
    takes_nothing("review", argument)
    if not session.match.moves:
        raise cannot("no-moves")
    found = review_match(session.terminal, session.match)
    tell_review(session.terminal, session.match, found)
    session.terminal.say_lines(told_counts(found))


def set_level(session: Session, argument: str) -> None:
    """Play against an opponent of this level from now on."""
    if not argument:
        raise cannot("usage", usage=usage("level"))
    if argument.lower() == OFF:
        session.play_alone()
        session.terminal.say(say("play.alone"))
    else:
        opponent = session.agents.make_level(argument)
        session.oppose(opponent)
        told = {"player": session.person.other, "opponent": opponent.name}
        session.terminal.say(say("play.opposes", **told))


def undo(session: Session, argument: str) -> None:
    """Take back."""
    takes_nothing("undo", argument)
    session.undo()


def save(session: Session, argument: str) -> None:
    """Write the game to a new file."""
    write_file(session, "save", argument, overwrite=False)


def save_over(session: Session, argument: str) -> None:
    """Write the game to a file, whatever is in it."""
    write_file(session, "save!", argument, overwrite=True)


def write_file(session: Session, command: str, name: str, *, overwrite: bool) -> None:
    if not name:
        raise cannot("usage", usage=usage(command))
    files.save(name, str(record_of(session)), overwrite=overwrite)
    session.terminal.say(say("play.saved", file=name, count=len(session.match.moves)))


def load(session: Session, argument: str) -> None:
    """Go on from a file."""
    if not argument:
        raise cannot("usage", usage=usage("load"))
    record = files.load(argument)
    session.tell_loaded(record)
    if record.game is None or record.start is None:
        raise cannot("no-game", file=argument)
    session.replace(record.match())


def offer_draw(session: Session, argument: str) -> None:
    """R2: end the game if the other side agrees."""
    takes_nothing("draw", argument)
    check_running(session)
    if session.robot is None:
        agreed = session.agrees(say("play.draw-offer", player=session.person.other))
    else:
        agreed = accepts_draw(session.terminal, session.match, session.robot)
    if agreed:
        session.match.agree_draw()
        session.tell_end()
    else:
        session.terminal.say(say("play.draw-declined"))


def resign(session: Session, argument: str) -> None:
    """R2: give the game up."""
    takes_nothing("resign", argument)
    session.match.resign(session.person)
    session.tell_end()


def show_board(session: Session, argument: str) -> None:
    """Show the board again."""
    takes_nothing("board", argument)
    session.show_board()


def show_position(session: Session, argument: str) -> None:
    """Print the position string."""
    takes_nothing("position", argument)
    session.terminal.say_whole(session.match.position.text)


def show_record(session: Session, argument: str) -> None:
    """Print what would be saved."""
    takes_nothing("record", argument)
    session.terminal.say_whole(str(record_of(session)))


def start_anew(session: Session, argument: str) -> None:
    """Begin another game."""
    before = session.match.game
    session.replace(Match(find_game(argument) if argument else before))
    if session.match.game != before:
        session.greet()


def leave(session: Session, argument: str) -> None:
    """End the session."""
    takes_nothing("quit", argument)
    session.finished = True


OFF = "off"
Command = Callable[["Session", str], None]

# In the order in which help lists them.
COMMANDS: dict[str, Command] = {
    "moves": list_moves,
    "why": explain,
    "hint": hint,
    "eval": evaluate,
    "undo": undo,
    "draw": offer_draw,
    "resign": resign,
    "review": review,
    "level": set_level,
    "board": show_board,
    "position": show_position,
    "record": show_record,
    "save": save,
    "save!": save_over,
    "load": load,
    "new": start_anew,
    "rules": show_rules,
    "help": show_help,
    "quit": leave,
}
ALIASES = {"?": "help", "q": "quit", "exit": "quit", "m": "moves", "b": "board", "u": "undo"}


def usage(command: str) -> str:
    """How a command is written."""
    return say(f"play.usage.{command}")


def numbered(session: Session, text: str) -> str:
    """The move with this number in the list of legal moves; any other text as it is."""
    if not text.isdecimal():
        return text
    check_running(session)
    moves = [str(move) for move in session.match.position.legal_moves]
    number = int(text) if len(text) < 5 else 0
    if not 1 <= number <= len(moves):
        raise cannot("number", number=text, count=len(moves))
    return moves[number - 1]


def takes_nothing(command: str, argument: str) -> None:
    if argument:
        raise cannot("usage", usage=usage(command))


def check_running(session: Session) -> None:
    outcome = session.match.outcome
    if outcome is not None:
        raise GameOver(message("over.match", result=told_outcome(outcome)))


def record_of(session: Session) -> Record:
    """The game so far, with the day and who played."""
    return session.match.record(Date=f"{date.today():%Y.%m.%d}", **session.tags)
