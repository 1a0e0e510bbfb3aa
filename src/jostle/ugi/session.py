"""A session of the protocol: lines come in, are obeyed one after the other, and are answered.

Three threads take part. One reads lines and one thinks, and both only put what they have into a
queue; the third, which runs the session, takes it out and does everything else. So nothing is
changed or said by two at once, and a line is obeyed at once even while thinking goes on.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from queue import SimpleQueue
from threading import Thread

from jostle.core.errors import JostleError
from jostle.core.game import Move
from jostle.core.match import Match
from jostle.core.messages import say
from jostle.core.players import Player
from jostle.core.words import told_outcome
from jostle.games import game
from jostle.search.analysis import Analysis
from jostle.ugi.clock import limits_of
from jostle.ugi.errors import cannot
from jostle.ugi.lines import LONGEST_LINE, shortened
from jostle.ugi.options import HASH, Options
from jostle.ugi.orders import read_go, read_position, read_setoption
from jostle.ugi.telling import told_analysis, told_effort, told_result, told_truth
from jostle.ugi.thinkers import Thinker, Thinkers

QUIT = "quit"
NO_MOVE = "(none)"


class Session:
    """A talk with whoever uses the engine, and what has been settled in it so far.

    ``answer`` is given each line that goes out. ``prepare`` is called before the first game is
    needed, so that the first lines are answered at once.
    """

    def __init__(
        self,
        answer: Callable[[str], None],
        *,
        version: str,
        options: Options | None = None,
        prepare: Callable[[], None] = lambda: None,
        thinkers: Thinkers | None = None,
    ) -> None:
        self.options = Options() if options is None else options
        self._answer = answer
        self._version = version
        self._prepare = prepare
        self._thinkers = Thinkers() if thinkers is None else thinkers
        self._events: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._lines: deque[str] = deque()  # yet to be obeyed
        self._match: Match | None = None
        self._thinking: _Thinking | None = None
        self._is_leaving = False

    def run(self, lines: Iterable[str]) -> None:
        """Obey lines until one is ``quit`` or there are no more."""
        Thread(target=self._read, args=(lines,), name="reader", daemon=True).start()
        try:
            while not self._is_leaving or self._thinking is not None:
                self._events.get()()
        finally:
            if self._thinking is not None:
                self._thinking.end()
            self._thinkers.close()

    def _read(self, lines: Iterable[str]) -> None:
        """Hand over lines up to the last, which is ``quit``; the end of the input means the same.

        Not one more is read after it: there may be none, and nobody would wait for this thread.
        """
        try:
            for line in lines:
                self._events.put(partial(self.obey, line))
                if _name(line) == QUIT:
                    return
        except OSError as error:
            self._events.put(partial(_raise, error))
        else:
            self._events.put(partial(self.obey, QUIT))

    def obey(self, line: str) -> None:
        """Do what a line says, or answer why that cannot be done; nothing has changed then."""
        self._lines.append(line)
        self._advance()

    def _advance(self) -> None:
        """Obey the lines that are waiting.

        What comes between a stop and the end of thinking is taken as said after that end: whoever
        said it counts on the stop.
        """
        while self._lines and not self._is_leaving:
            if self._is_stopping and _name(self._lines[0]) not in AT_ANY_TIME:
                return
            try:
                self._obey(self._lines.popleft())
            except JostleError as error:
                self._tell(str(error))

    def _obey(self, line: str) -> None:
        if len(line) > LONGEST_LINE:
            raise cannot("long-line", most=LONGEST_LINE)
        name = _name(line)
        if not name:
            return
        if name not in COMMANDS:
            raise cannot("command", name=shortened(name), right=list(COMMANDS))
        if self._thinking is not None and name not in AT_ANY_TIME:
            raise cannot("thinking", name=name)
        COMMANDS[name](self, line[len(name) :].strip())

    # The commands.

    def introduce(self, rest: str) -> None:
        """``ugi``: say who is there and what can be set."""
        self._answer(f"id name Jostle {self._version}")
        self._answer(f"id author {say('ugi.author')}")
        for line in self.options.told():
            self._answer(line)
        self._answer("ugiok")

    def get_ready(self, rest: str) -> None:
        """``isready``: answered once all that takes time is done, and at once while thinking."""
        if self._thinking is None:
            self._make_ready()
        self._answer("readyok")

    def set_option(self, rest: str) -> None:
        """``setoption name … value …``; another variant means a new game."""
        name, value = read_setoption(rest)
        before = self.options.variant
        self._prepare()
        self.options.set(name, value)
        if self.options.variant != before:
            self._match = None

    def start_anew(self, rest: str) -> None:
        """``uginewgame``: forget the last game."""
        self._match = None
        self._thinkers.start_anew()

    def set_position(self, rest: str) -> None:
        """``position …``: the old one stands unless all of it is right."""
        self._match = read_position(rest, self.match.game)

    def go(self, rest: str) -> None:
        """``go …``: think about the position, and tell the best move when that is done."""
        match = self.match
        order = read_go(rest, match.position.mover)
        if match.outcome is not None:
            self._tell(say("over.match", result=told_outcome(match.outcome)))
            self._answer(f"bestmove {NO_MOVE}")
            return
        limits = limits_of(order, match)
        self._make_ready()
        thinker = self._thinkers.thinker(match, limits, self.options)
        self._thinking = _Thinking(thinker, order.infinite, self._think)

    def stop(self, rest: str) -> None:
        """``stop``: end the thinking; if there is none, nothing is to be done."""
        if self._thinking is not None:
            self._thinking.stop()
            self._conclude(self._thinking)

    def inform(self, rest: str) -> None:
        """``query …``: tell about the game that was set."""
        if rest not in QUERIES:
            raise cannot("query", name=shortened(rest), right=list(QUERIES))
        self._answer(f"response {QUERIES[rest](self.match)}")

    def leave(self, rest: str) -> None:
        """``quit``: end the session; thinking still tells its move."""
        self._is_leaving = True
        self.stop("")

    # What they need.

    @property
    def match(self) -> Match:
        """The match that was set, or one that begins."""
        if self._match is None:
            self._prepare()
            self._match = Match(game(self.options.variant))
        return self._match

    @property
    def _is_stopping(self) -> bool:
        return self._thinking is not None and self._thinking.is_stopped

    def _make_ready(self) -> None:
        """Get all that thinking needs; if memory is short, no more of it than usual."""
        try:
            self._thinkers.make_ready(self.match.game, self.options)
        except MemoryError:
            wanted = self.options[HASH]
            self.options.set(HASH.name, str(HASH.default))
            self._thinkers.make_ready(self.match.game, self.options)
            self._tell(say("ugi.no-memory", wanted=wanted, taken=HASH.default))

    def _tell(self, text: str) -> None:
        self._answer(f"info string {text}")

    # Thinking, and what it reports.

    def _think(self, thinker: Thinker) -> None:
        """Think, in a thread of its own, and report by way of the queue."""
        try:
            move = thinker.think(lambda found: self._events.put(partial(self._deepen, found)))
        except Exception as error:
            self._events.put(partial(_raise, error))
        else:
            self._events.put(partial(self._finish, move))

    def _deepen(self, analysis: Analysis) -> None:
        """Tell what has been found so far."""
        if self._thinking is not None:
            self._thinking.latest = analysis
        for line in told_analysis(analysis):
            self._answer(line)

    def _finish(self, move: Move) -> None:
        """Take the move that was found, and go on with the lines that waited for it."""
        if self._thinking is not None:
            self._thinking.move = move
            self._conclude(self._thinking)
        self._advance()

    def _conclude(self, thinking: _Thinking) -> None:
        """Tell the move if it is found; endless thinking keeps it until it is stopped."""
        if thinking.move is None or (thinking.is_endless and not thinking.is_stopped):
            return
        self._thinking = None
        self._answer(f"info {thinking.effort}")
        self._answer(f"bestmove {thinking.move}")


class _Thinking:
    """Thinking that goes on in a thread of its own, and what it has reported so far."""

    def __init__(
        self, thinker: Thinker, is_endless: bool, think: Callable[[Thinker], None]
    ) -> None:
        self.is_endless = is_endless
        self.is_stopped = False
        self.latest: Analysis | None = None
        self.move: Move | None = None
        self._thinker = thinker
        self._began = time.monotonic()
        self._thread = Thread(target=think, args=(thinker,), name="thinking")
        self._thread.start()

    @property
    def effort(self) -> str:
        """How much it took, as far as that is known."""
        if self.latest is None:
            return f"time {round(1000 * (time.monotonic() - self._began))}"
        return told_effort(self.latest.nodes, self.latest.seconds)

    def stop(self) -> None:
        """End it soon."""
        self.is_stopped = True
        self._thinker.stop()

    def end(self) -> None:
        """End it and wait for that."""
        self.stop()
        self._thread.join()


COMMANDS: dict[str, Callable[[Session, str], None]] = {
    "ugi": Session.introduce,
    "isready": Session.get_ready,
    "setoption": Session.set_option,
    "uginewgame": Session.start_anew,
    "position": Session.set_position,
    "go": Session.go,
    "stop": Session.stop,
    "query": Session.inform,
    QUIT: Session.leave,
}
AT_ANY_TIME = ("ugi", "isready", "stop", "query", QUIT)
QUERIES: dict[str, Callable[[Match], str]] = {
    "gameover": lambda match: told_truth(match.outcome is not None),
    "p1turn": lambda match: told_truth(match.position.mover is Player.ONE),
    "result": lambda match: told_result(match.outcome),
}


def _name(line: str) -> str:
    """The first word of a line."""
    return "".join(line.split(maxsplit=1)[:1])


def _raise(error: Exception) -> None:
    """Let an error of another thread end the session: it is a mistake of ours."""
    raise error
