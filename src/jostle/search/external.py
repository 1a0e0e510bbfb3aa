"""An agent that is another program: it speaks the Universal Game Interface through pipes."""

from __future__ import annotations

import shlex
import time
import weakref
from types import TracebackType
from typing import Any, Self

from jostle.core.errors import JostleError
from jostle.core.game import Game, Move
from jostle.core.match import Match
from jostle.core.messages import Message, message
from jostle.search.agent import Agent
from jostle.search.piped import PipedProcess

PREFIX = "ugi:"
SECONDS = 1.0  # to think, if no limit is given
PATIENCE = 120.0  # a first start may have much to get ready
READY, STARTED, CHOSEN = "readyok", "ugiok", "bestmove"


class EngineError(JostleError):
    """An engine that cannot be started, ends, falls silent, or plays what is no legal move."""

    code = "engine"


class ExternalAgent(Agent):
    """Plays what an engine in a process of its own says.

    The process starts when the first move is asked for, and again if it has ended since. It is
    told the variant if it has an option of that name. It thinks until one of the limits is reached,
    or for a second if there are none; ``patience`` is how many seconds more, and for any other
    answer, it may take.

    The agent is a context manager that ends the process. If it is never closed, the process ends
    with it, or with the program.
    """

    def __init__(
        self,
        command: str,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        name: str | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.name = PREFIX + command if name is None else name
        self._arguments = self._split(command)
        self._seconds = SECONDS if (seconds, nodes, depth) == (None, None, None) else seconds
        self._nodes, self._depth = nodes, depth
        self._patience = patience
        self._process: PipedProcess | None = None
        self._end_process: weakref.finalize[[], Any] | None = None
        self._has_variants = False
        self._told_game: Game | None = None
        self._is_new_game = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def choose(self, match: Match) -> Move:
        try:
            answer = self._ask(match)
        except BaseException:
            # It may be about to answer, and that must not be taken for its next move.
            self.close()
            raise
        words = answer.split()
        chosen = words[1] if len(words) > 1 else ""
        try:
            return match.position.parse(chosen)
        except JostleError as error:
            raise self._failure("illegal", move=chosen, reason=str(error)) from None

    def start_anew(self) -> None:
        self._is_new_game = True
        if self._process is not None and not self._process.is_running:
            self.close()

    def close(self) -> None:
        if self._end_process is not None:
            self._end_process()
        self._process = self._end_process = None

    def _split(self, command: str) -> list[str]:
        """The program and its arguments, as a shell reads them."""
        try:
            arguments = shlex.split(command)
        except ValueError:
            raise self._failure("quotes") from None
        if not arguments:
            raise self._failure("no-command")
        return arguments

    def _ask(self, match: Match) -> str:
        """The line in which the engine tells its move."""
        process = self._running()
        if self._has_variants and match.game != self._told_game:
            process.send(f"setoption name Variant value {match.game.variant}")
            self._is_new_game = True
        self._told_game = match.game
        if self._is_new_game:
            process.send("uginewgame")
            self._exchange(process, "isready", READY)
            self._is_new_game = False
        process.send(told_position(match))
        self._exchange(process, "isready", READY)
        return self._exchange(process, self._told_limits(), CHOSEN, self._seconds)[-1]

    def _running(self) -> PipedProcess:
        """The process, started if need be."""
        if self._process is not None and self._process.is_running:
            return self._process
        self.close()
        try:
            process = PipedProcess(self._arguments)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise self._failure("start", program=self._arguments[0], reason=reason) from None
        self._process = process
        # Called when the agent is forgotten or the program ends, if not before. It must not hold
        # the agent itself, which would then never be forgotten.
        self._end_process = weakref.finalize(self, process.end)
        self._told_game = None
        self._is_new_game = True
        said = self._exchange(process, "ugi", STARTED)
        self._has_variants = any(
            line.lower().split()[:3] == ["option", "name", "variant"] for line in said
        )
        return process

    def _exchange(
        self, process: PipedProcess, line: str, awaited: str, seconds: float | None = 0.0
    ) -> list[str]:
        """Send a line and wait for the answer; returns what is said up to it.

        It may take some seconds more than patience allows; None leaves that to the engine as long
        as it goes on telling how far it has come.
        """
        process.send(line)
        said: list[str] = []
        deadline = time.monotonic() + self._patience + (seconds or 0.0)
        while not said or said[-1].split()[0] != awaited:
            try:
                heard = process.receive(deadline)
            except EOFError:
                status = process.end()
                raise self._failure("ended", status=status, said=_said(process)) from None
            if heard is None:
                waited = round(self._patience + (seconds or 0.0), 1)
                raise self._failure("silent", line=line, seconds=waited, said=_said(process))
            if seconds is None and heard.startswith("info "):
                deadline = time.monotonic() + self._patience
            if heard.split()[0] in ("option", awaited):
                said.append(heard)
        return said

    def _told_limits(self) -> str:
        """The line that makes it think."""
        limits = {
            "movetime": None if self._seconds is None else max(1, round(self._seconds * 1000)),
            "nodes": self._nodes,
            "depth": self._depth,
        }
        told = (f"{word} {limit}" for word, limit in limits.items() if limit is not None)
        return " ".join(["go", *told])

    def _failure(self, key: str, **parameters: Any) -> EngineError:
        """The error for a key of the catalogue's section ``ugi.engine``."""
        return EngineError(message(f"ugi.engine.{key}", engine=self.name, **parameters))


def _said(process: PipedProcess) -> Message:
    """What the engine said last, as a part of an error's message."""
    words = process.last_words
    return message("ugi.engine.said" if words else "ugi.engine.said-nothing", words=words)


def told_position(match: Match) -> str:
    """The line that tells a match: where it started, and its moves."""
    is_usual = match.start == match.game.start()
    start = "startpos" if is_usual else f"fen {match.start.text}"
    moves = ["moves", *map(str, match.moves)] if match.moves else []
    return " ".join(["position", start, *moves])
