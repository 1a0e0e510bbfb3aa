"""A game in the terminal: two people, or one against an agent."""

from __future__ import annotations

from contextlib import closing
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
from jostle.games import game
from jostle.search.agent import Agent
from jostle.tui import board, colours, files, typed
from jostle.tui.choosing import AgentMaker, Leaving, ask_for_game, ask_for_opponent
from jostle.tui.completion import completing
from jostle.tui.errors import cannot
from jostle.tui.telling import told_steps
from jostle.tui.terminal import Terminal, forgiving_streams
from jostle.tui.thinking import Helper, review_match, tell_review

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

    ``opponent`` is the name of an agent, and empty for two people; then ``side`` does not matter.
    Without a variant the player is asked for it, and for the opponent if there is none. Bad
    parameters raise a JostleError. ``source`` gives the lines instead of standard input.
    """
    random = Random(seed)
    agents = AgentMaker(random)
    robot = agents.make(opponent) if opponent else None
    if side not in SIDES:
        raise cannot("side", name=side, right=list(SIDES))
    chosen = None if variant is None else game(variant)
    record = None if load is None else _read(load, chosen)
    human = random.choice(list(Player)) if side == "random" else Player(int(side))

    with forgiving_streams():
        terminal = Terminal(console, source)
        try:
            if chosen is None and record is not None:
                chosen = record.game
            if chosen is None:
                chosen = ask_for_game(terminal)
                if robot is None:
                    robot = ask_for_opponent(terminal, agents)
            match = Match(chosen) if record is None else record.match()
            session = Session(terminal, match, agents)
            if robot is not None:
                session.oppose(robot, human.other)
            session.greet()
            if record is not None:
                session.tell_loaded(record)
            with completing(session.completions), closing(session):
                return session.run()
        except Leaving:
            return 0
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


class Session:
    """A match with the people who play it: it shows the board, asks for moves and obeys commands.

    ``robot`` is the side that an agent plays, None if two people play.
    """

    def __init__(self, terminal: Terminal, match: Match, agents: AgentMaker | None = None) -> None:
        self.terminal = terminal
        self.match = match
        self.agents = AgentMaker() if agents is None else agents
        self.robot: Player | None = None
        self.helper = Helper()
        self.finished = False
        self._agent: Agent | None = None
        self._agent_names: dict[Player, list[str]] = {player: [] for player in Player}
        self._is_stopped = False  # the agent was told to stop thinking, or could not go on
        self._board_is_due = True
        self._review_is_due = match.outcome is None

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
            if not line.strip():
                self._is_stopped = False
            try:
                typed.obey(self, line)
            except IllegalMove as error:
                self.terminal.say(say("play.refused", reason=str(error), rule=error.rule))
            except JostleError as error:
                self.terminal.say(str(error))
            except KeyboardInterrupt:
                self.terminal.say(say("play.stopped"))
        return 0

    def close(self) -> None:
        """Give back what the agent holds."""
        if self._agent is not None:
            self._agent.close()

    def greet(self) -> None:
        """Say what is being played and how to begin."""
        name = self.match.game.name
        self.terminal.say(say(f"{name}.title"), "label")
        self.terminal.say(say("play.hello", summary=say(f"{name}.summary")))
        self.terminal.say(say("play.how", expected=say(f"{name}.expected")))

    # What commands do.

    def play(self, text: str) -> None:
        """Play a move that the player typed."""
        if self._is_robots_turn:
            raise cannot("not-your-turn", player=self.name(self.match.position.mover))
        self._play(text)
        self._is_stopped = False

    def undo(self) -> None:
        """Take back the last move or verdict; against an agent, its reply as well."""
        outcome = self.match.outcome
        by_players = outcome is not None and outcome.reason in VERDICTS
        movers = [position.mover for position in self.match.positions[:-1]]
        if not by_players and set(movers) <= {self.robot}:
            raise GameOver(message("over.nothing-to-undo"))
        self._is_stopped = False
        taken = [self.match.undo()]
        while not by_players and self.match.position.mover is self.robot:
            taken.append(self.match.undo())
        self._review_is_due = True
        if by_players:
            self.terminal.say(say("play.goes-on"))
        else:
            self.terminal.say(say("play.taken-back", moves=taken[::-1]))
            self._board_is_due = True

    def replace(self, match: Match) -> None:
        """Go on with another match."""
        self.match = match
        self.helper = Helper()
        self._agent_names = {player: [] for player in Player}
        self._is_stopped = False
        self._board_is_due = True
        self._review_is_due = match.outcome is None
        if self._agent is not None:
            self._agent.start_anew()

    def oppose(self, opponent: Agent, player: Player | None = None) -> None:
        """Let an agent play for a player: the one it plays for already, or who is not to move."""
        self.close()
        self.robot = player or self.robot or self.match.position.mover.other
        self._agent = opponent
        self._is_stopped = False

    def play_alone(self) -> None:
        """Let two people play on without the agent."""
        self.close()
        self.robot = self._agent = None

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
        """Say how the game ended, if it has, and the first time what decided it."""
        if self.match.outcome is None:
            return
        self.terminal.say(say("play.over", result=told_outcome(self.match.outcome)), "label")
        if self._review_is_due and self.match.moves:
            self._review_is_due = False
            self._tell_review()
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

    @property
    def person(self) -> Player:
        """The player who types: against an agent always the same, of two people who is to move."""
        return self.match.position.mover if self.robot is None else self.robot.other

    @property
    def tags(self) -> dict[str, str]:
        """Which agents played, as the tags of a record."""
        playing = {player: list(names) for player, names in self._agent_names.items()}
        if self.robot is not None and self._agent is not None and not playing[self.robot]:
            playing[self.robot] = [self._agent.name]
        return {
            f"Player{int(player)}": ", ".join(names) for player, names in playing.items() if names
        }

    def name(self, player: Player) -> str:
        """A player's name, with who plays for them if an agent takes part."""
        if self._agent is None:
            return say("play.name.person", player=player)
        key = "play.name.opponent" if player is self.robot else "play.name.you"
        return say(key, player=player, opponent=self._agent.name)

    def completions(self, before: str, word: str) -> list[str]:
        """What a word that begins so can become, given the line before it."""
        return typed.completions(self, before, word)

    # Moves.

    @property
    def _is_robots_turn(self) -> bool:
        return self.match.outcome is None and self.match.position.mover is self.robot

    def _play(self, text: str) -> None:
        """Play a move for whoever is to move, and tell what it does."""
        before = self.match.position
        self.match.play(text)
        move = self.match.moves[-1]
        heading = Text(say("play.plays", mover=self.name(before.mover), move=move))
        heading.highlight_words([self.name(before.mover)], colours.piece(before.mover))
        self.terminal.say(heading)
        self.terminal.say_lines(told_steps(before.game.name, before.mover, before.effects(move)))
        self._board_is_due = True

    def _advance(self) -> None:
        """Let the agent move if it is its turn, and show what has changed."""
        while self._agent is not None and self._is_robots_turn and not self._is_stopped:
            self._let_play(self._agent)
        if self._board_is_due:
            self.show_board()

    def _let_play(self, opponent: Agent) -> None:
        """Let the agent play a move; if it is stopped or fails, the player has the word."""
        player = self.match.position.mover
        try:
            with self.terminal.busy(say("play.opponent-thinking", player=self.name(player))):
                move = opponent.choose(self.match)
        except KeyboardInterrupt:
            self._is_stopped = True
            self.terminal.say(say("play.opponent-stopped", player=self.name(player)))
            return
        except JostleError as error:
            self._is_stopped = True
            self.terminal.say(str(error))
            self.terminal.say(say("play.opponent-failed", player=self.name(player)))
            return
        if opponent.name not in self._agent_names[player]:
            self._agent_names[player].append(opponent.name)
        self._play(str(move))

    def _tell_review(self) -> None:
        """Say what decided the game."""
        try:
            found = review_match(self.terminal, self.match)
        except KeyboardInterrupt:
            self.terminal.say(say("play.stopped"))
            return
        tell_review(self.terminal, self.match, found)

    def _prompt(self) -> str:
        if self.match.outcome is not None:
            return say("play.prompt-over")
        key = "play.prompt-stopped" if self._is_robots_turn else "play.prompt"
        return say(key, player=self.name(self.match.position.mover))
