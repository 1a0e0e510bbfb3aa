"""A game in the terminal: two people, or one against the opponent."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TextIO

from rich.console import Console
from rich.text import Text

from jostle.core.effects import Step
from jostle.core.errors import GameOver, IllegalMove, JostleError
from jostle.core.game import Game
from jostle.core.match import REPETITIONS, Match
from jostle.core.messages import message, say
from jostle.core.players import Player
from jostle.core.record import Record
from jostle.core.record_tree import VERDICTS
from jostle.core.words import told_outcome
from jostle.games import GAMES, game
from jostle.tui import board, colours, files, typed
from jostle.tui.completion import completing
from jostle.tui.errors import cannot
from jostle.tui.opponent import OPPONENTS
from jostle.tui.telling import told_steps
from jostle.tui.terminal import Terminal, forgiving_streams

INTERRUPTED = 130
SIDES = ("1", "2", "random")
MOST_PROBLEMS = 10  # of a loaded file, shown


def play(
    variant: str | None = None,
    *,
    opponent: str = "",
    side: str = "1",
    seed: int | None = None,
    load: Path | None = None,
    console: Console | None = None,
    source: TextIO | None = None,
) -> int:
    """Play until the player leaves; returns the exit status.

    Without a variant the player is asked. ``opponent`` is empty for two people, and then ``side``
    does not matter. Bad parameters raise a JostleError. ``source`` gives the lines instead of
    standard input.
    """
    random = Random(seed)
    if opponent and opponent not in OPPONENTS:
        raise cannot("opponent", name=opponent, right=list(OPPONENTS))
    if side not in SIDES:
        raise cannot("side", name=side, right=list(SIDES))
    chosen = None if variant is None else game(variant)
    record = None if load is None else _read(load, chosen)
    human = random.choice(list(Player)) if side == "random" else Player(int(side))

    with forgiving_streams():
        terminal = Terminal(console, source)
        try:
            chosen = chosen or (record.game if record else None) or _ask_for_game(terminal)
            if chosen is None:
                return 0
            match = Match(chosen) if record is None else record.match()
            session = Session(terminal, match, human.other if opponent else None, opponent, random)
            session.greet()
            if record is not None:
                session.tell_loaded(record)
            with completing(session.completions):
                return session.run()
        except KeyboardInterrupt:
            terminal.say()
            return INTERRUPTED


def _read(path: Path, chosen: Game | None) -> Record:
    """The record to go on from, which must tell a game and be of the variant, if one is given."""
    record = files.load(str(path))
    if record.game is None or record.start is None:
        raise cannot("load", file=path, reason=record.problems[0])
    if chosen is not None and chosen != record.game:
        raise cannot("other-variant", file=path, found=record.game.variant, wanted=chosen.variant)
    return record


def _ask_for_game(terminal: Terminal) -> Game | None:
    """Let the player choose a game by its number or name, or type a variant; None to leave.

    The first game is taken if the line is empty or there is no input at all.
    """
    names = list(GAMES)
    terminal.say(say("play.games"))
    for number, name in enumerate(names, 1):
        told = {"title": say(f"{name}.title"), "summary": say(f"{name}.summary")}
        terminal.say(say("play.game", number=number, name=name, **told))
    while True:
        try:
            answer = terminal.ask(say("play.which-game")).strip().lower().replace(" ", "-")
        except EOFError:
            answer = ""
        if answer and typed.split(answer)[0] == "quit":
            return None
        if answer in map(str, range(1, len(names) + 1)):
            answer = names[int(answer) - 1]
        try:
            return game(answer or names[0])
        except JostleError as error:
            terminal.say(str(error))


class Session:
    """A match with the people who play it: it shows the board, asks for moves and obeys commands.

    ``robot`` is the side that the opponent plays, None if two people do.
    """

    def __init__(
        self,
        terminal: Terminal,
        match: Match,
        robot: Player | None = None,
        opponent: str = "",
        random: Random | None = None,
    ) -> None:
        self.terminal = terminal
        self.match = match
        self.robot = robot
        self.opponent = opponent
        self.finished = False
        self._random = Random() if random is None else random
        self._board_is_due = True

    def run(self) -> int:
        """Play until the player leaves; returns the exit status."""
        interrupted = False
        while not self.finished:
            self._advance()
            try:
                line = self.terminal.ask(self._prompt())
            except KeyboardInterrupt:
                self.terminal.say()
                if interrupted:
                    return INTERRUPTED
                interrupted = True
                self.terminal.say(say("play.interrupted"))
                continue
            except EOFError:
                self.show_board()
                return 0
            interrupted = False
            try:
                typed.obey(self, line)
            except IllegalMove as error:
                self.terminal.say(say("play.refused", reason=str(error), rule=error.rule))
            except JostleError as error:
                self.terminal.say(str(error))
        return 0

    def greet(self) -> None:
        """Say what is being played and how to begin."""
        name = self.match.game.name
        self.terminal.say(say(f"{name}.title"), "label")
        self.terminal.say(say("play.hello", summary=say(f"{name}.summary")))
        self.terminal.say(say("play.how", expected=say(f"{name}.expected")))

    # What commands do.

    def play(self, text: str) -> None:
        """Play a move for whoever is to move, and tell what it does."""
        before = self.match.position
        self.match.play(text)
        move = self.match.moves[-1]
        heading = Text(say("play.plays", mover=self.name(before.mover), move=move))
        heading.highlight_words([self.name(before.mover)], colours.piece(before.mover))
        self.terminal.say(heading)
        self.terminal.say_lines(told_steps(before.game.name, before.mover, before.effects(move)))
        self._board_is_due = True

    def undo(self) -> None:
        """Take back the last move or verdict; against the opponent, its reply as well."""
        outcome = self.match.outcome
        by_players = outcome is not None and outcome.reason in VERDICTS
        movers = [position.mover for position in self.match.positions[:-1]]
        if not by_players and set(movers) <= {self.robot}:
            raise GameOver(message("over.nothing-to-undo"))
        taken = [self.match.undo()]
        while not by_players and self.match.position.mover is self.robot:
            taken.append(self.match.undo())
        if by_players:
            self.terminal.say(say("play.goes-on"))
        else:
            self.terminal.say(say("play.taken-back", moves=taken[::-1]))
            self._board_is_due = True

    def replace(self, match: Match) -> None:
        """Go on with another match."""
        self.match = match
        self._board_is_due = True

    def agrees(self, question: str) -> bool:
        """Ask a question; whatever is not a yes is a no."""
        try:
            answer = self.terminal.ask(question)
        except (EOFError, KeyboardInterrupt):
            self.terminal.say()
            return False
        return answer.strip().lower() in say("play.yes").split()

    def show_board(self) -> None:
        """Print the board, and how the game ended if it has."""
        names = (self.name(Player.ONE), self.name(Player.TWO))
        drawn = board.drawn(self.terminal.console, self.match.position, self.last_steps, names)
        self.terminal.say()
        self.terminal.console.print(drawn, soft_wrap=True)
        self.terminal.say()
        self._board_is_due = False
        self.terminal.say_lines(str(note) for note in self.match.position.notes)
        if self.match.outcome is None and self.match.repetitions == REPETITIONS - 1:
            self.terminal.say(say("play.repeated"))
        self.tell_end()

    def tell_end(self) -> None:
        """Say how the game ended, if it has."""
        if self.match.outcome is not None:
            self.terminal.say(say("play.over", result=told_outcome(self.match.outcome)), "label")
            self.terminal.say(say("play.over-next"))

    def tell_loaded(self, record: Record) -> None:
        """Say what was read of a record, and what could not be read and where."""
        if record.problems:
            self.terminal.say(say("play.problems", count=len(record.problems)))
            self.terminal.say_lines(f"  {problem}" for problem in record.problems[:MOST_PROBLEMS])
        if record.game is not None and record.start is not None:
            told = {"variant": record.game.variant, "count": len(record.moves)}
            self.terminal.say(say("play.loaded", **told))

    # What they need to know.

    @property
    def last_steps(self) -> tuple[Step, ...]:
        """What the last move did."""
        if not self.match.moves:
            return ()
        return self.match.positions[-2].effects(self.match.moves[-1])

    def name(self, player: Player) -> str:
        """A player's name, with who plays for them if the opponent takes part."""
        if self.robot is None:
            return say("play.name.person", player=player)
        key = "play.name.opponent" if player is self.robot else "play.name.you"
        return say(key, player=player, opponent=self.opponent)

    def completions(self, before: str, word: str) -> list[str]:
        """What a word that begins so can become, given the line before it."""
        return typed.completions(self, before, word)

    def _advance(self) -> None:
        """Let the opponent move if it is its turn, and show the board if it has changed."""
        while self.match.outcome is None and self.match.position.mover is self.robot:
            move = OPPONENTS[self.opponent](self.match.position, self._random)
            self.play(str(move))
        if self._board_is_due:
            self.show_board()

    def _prompt(self) -> str:
        if self.match.outcome is not None:
            return say("play.prompt-over")
        return say("play.prompt", player=self.name(self.match.position.mover))
