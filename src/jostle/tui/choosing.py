"""Choosing what to play, and against whom."""

from __future__ import annotations

from random import Random

from jostle.core.errors import JostleError
from jostle.core.game import Game
from jostle.core.messages import say
from jostle.games import GAMES, game
from jostle.search.agents import LEVEL, Agent
from jostle.search.levels import LEVELS
from jostle.solve.informed import agent
from jostle.tui.errors import cannot
from jostle.tui.terminal import Terminal

TWO_PEOPLE = "2p"
USUAL_LEVEL = 3
LEAVING = ("quit", "exit", "q")


class AgentMaker:
    """Makes agents by their names, each with a seed of its own."""

    def __init__(self, random: Random | None = None) -> None:
        self._random = Random() if random is None else random

    def make(self, name: str) -> Agent:
        """The agent of this name; the error lists those that there are."""
        return agent(name, seed=self._random.getrandbits(32))

    def make_level(self, level: str) -> Agent:
        """The agent of this level; the error says which levels there are."""
        if level not in map(str, LEVELS):
            raise cannot("level", name=level, lowest=LEVELS[0], highest=LEVELS[-1])
        return self.make(f"{LEVEL}{level}")


class Leaving(Exception):
    """The player leaves before a game has begun."""


def ask_for_game(terminal: Terminal) -> Game:
    """Let the player choose a game by its number or name, or type a variant.

    The first game is taken if the line is empty or there is no input at all.
    """
    names = list(GAMES)
    terminal.say(say("play.games"))
    for number, name in enumerate(names, 1):
        told = {"title": say(f"{name}.title"), "summary": say(f"{name}.summary")}
        terminal.say(say("play.game", number=number, name=name, **told))
    while True:
        answer = _answer(terminal, say("play.which-game")).lower().replace(" ", "-")
        if answer in map(str, range(1, len(names) + 1)):
            answer = names[int(answer) - 1]
        try:
            return game(answer or names[0])
        except JostleError as error:
            terminal.say(str(error))


def ask_for_opponent(terminal: Terminal, agents: AgentMaker) -> Agent | None:
    """Let the player choose a level or another agent; None for two people."""
    told = {"lowest": LEVELS[0], "highest": LEVELS[-1], "usual": USUAL_LEVEL, "two": TWO_PEOPLE}
    while True:
        answer = _answer(terminal, say("play.which-opponent", **told)) or str(USUAL_LEVEL)
        if answer.lower() == TWO_PEOPLE:
            return None
        level = answer.lower().removeprefix("level").strip(" :")
        try:
            return agents.make_level(level) if level.isdecimal() else agents.make(answer)
        except JostleError as error:
            terminal.say(str(error))


def _answer(terminal: Terminal, question: str) -> str:
    """What the player answers, nothing if there is no input at all; raises Leaving."""
    try:
        answer = terminal.ask(question).strip()
    except EOFError:
        return ""
    if answer.lower() in LEAVING:
        raise Leaving
    return answer
