"""The face of every game: ``Game``, ``Position`` and ``Move``.

A game gives its options, its texts and its reasons for refusing; legality comes from its kernel
alone. Outside there are objects, inside there are words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from jostle.core.effects import Piece, Step, unpack
from jostle.core.errors import GameOver, IllegalMove, JostleError
from jostle.core.kernel import MOST_EFFECTS, Kernel, Rules, State
from jostle.core.messages import Message, message
from jostle.core.options import Option, read_options, write_variant
from jostle.core.outcome import Outcome, decode_outcome
from jostle.core.players import Player
from jostle.core.squares import Square
from jostle.core.words import told_outcome


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A move as a person types it; moves are equal when their texts are."""

    text: str

    def __str__(self) -> str:
        return self.text


class Game(ABC):
    """One game under the options of one variant."""

    name: ClassVar[str]
    rules_version: ClassVar[int] = 1
    options: ClassVar[tuple[Option, ...]]
    main_variants: ClassVar[tuple[str, ...]]  # the ones people play and benchmarks measure
    pieces: ClassVar[tuple[Piece, ...]]  # by the kernel's piece codes
    kernel: ClassVar[Kernel]
    rules: Rules

    def __init__(self, options: str = "") -> None:
        """Set up a variant from the options part of its string."""
        given = read_options(self.name, options, self.options)
        defaults = self.defaults(given)
        # Games are shared, so nobody may change one.
        self.settings: Mapping[str, str] = MappingProxyType({**defaults, **given})
        self.variant = write_variant(self.name, self.settings, defaults)
        self.rules = self.configure()

    def __repr__(self) -> str:
        return f"jostle.game({self.variant!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.variant.partition(":")[2],)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.variant == other.variant

    def __hash__(self) -> int:
        return hash(self.variant)

    def start(self) -> Position:
        """The position a game starts from."""
        return Position(self, self.kernel.start(self.rules))

    def position(self, text: str) -> Position:
        """Read a position string; PositionError says what is wrong with it and where."""
        return Position(self, self.read(text))

    # What each game provides.

    @property
    @abstractmethod
    def size(self) -> tuple[int, int]:
        """The board's width and height."""

    @classmethod
    @abstractmethod
    def defaults(cls, given: Mapping[str, str]) -> dict[str, str]:
        """The values of all options where they are not given; they may depend on those that are."""

    @abstractmethod
    def configure(self) -> Rules:
        """The kernel's rules for these settings; VariantError if they do not go together."""

    @abstractmethod
    def read(self, text: str) -> State:
        """The state of a position string."""

    @abstractmethod
    def write(self, state: State) -> str:
        """The position string of a state."""

    @abstractmethod
    def placed(self, state: State) -> tuple[tuple[Piece, Square], ...]:
        """The pieces on the board, each with its left or lower square."""

    def beside(self, state: State) -> tuple[tuple[tuple[Piece, int], ...], ...]:
        """What each player has beside the board, and how many of each."""
        return (), ()

    @abstractmethod
    def move_texts(self, state: State, codes: list[int]) -> list[str]:
        """The texts of all legal moves, given their codes."""

    @abstractmethod
    def read_move(self, state: State, text: str) -> str:
        """A typed move in its one canonical form; NotationError if it is no move at all."""

    @abstractmethod
    def refusal(self, state: State, text: str) -> IllegalMove:
        """Why a move, given in canonical form, is not legal."""

    def scores(self, state: State) -> tuple[int, int] | None:
        """The running scores, where the game has them."""
        return None

    def notes(self, state: State) -> tuple[Message, ...]:
        """What a player should know of a position that the board does not show."""
        return ()

    @abstractmethod
    def board_text(self, position: Position) -> str:
        """The board for people, in plain text."""

    @abstractmethod
    def svg(self, position: Position, steps: tuple[Step, ...], **look: Any) -> str:
        """The board as a picture."""

    @abstractmethod
    def png(self, position: Position, steps: tuple[Step, ...], **look: Any) -> bytes:
        """The same picture in pixels."""

    @abstractmethod
    def gif(self, positions: Sequence[Position], moves: Sequence[Move], **look: Any) -> bytes:
        """An animated picture of a line: its positions, and the moves between them."""


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """One position of a game: an immutable value.

    Two positions are equal when their variants and their position strings are.
    """

    game: Game
    state: State

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.state == other.state and self.game == other.game

    def __hash__(self) -> int:
        return hash((self.game.variant, self.state))

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.text!r})"

    def __str__(self) -> str:
        return self.game.board_text(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (self.game, self.state)

    @cached_property
    def text(self) -> str:
        """The position string."""
        return self.game.write(self.state)

    @property
    def mover(self) -> Player:
        """Whose turn it is."""
        return Player(1 + (self.state[-1] & 1))

    @property
    def pieces(self) -> tuple[tuple[Piece, Square], ...]:
        """The pieces on the board, each with its left or lower square."""
        return self.game.placed(self.state)

    @property
    def beside(self) -> tuple[tuple[tuple[Piece, int], ...], ...]:
        """What Player 1 and Player 2 have beside the board, and how many of each."""
        return self.game.beside(self.state)

    @property
    def scores(self) -> tuple[int, int] | None:
        """The running scores, where the game has them."""
        return self.game.scores(self.state)

    @property
    def notes(self) -> tuple[Message, ...]:
        """What a player should know that the board does not show."""
        return self.game.notes(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended here, or None while it goes on."""
        code = self.game.kernel.outcome(self.game.rules, self.state)
        return decode_outcome(code, self.scores) if code else None

    @cached_property
    def legal_moves(self) -> LegalMoves:
        """All legal moves, computed when asked for."""
        return LegalMoves(self)

    @property
    def key(self) -> int:
        """A 64-bit fingerprint of the whole position."""
        return self.game.kernel.key(self.state)

    @property
    def repetition_key(self) -> int:
        """A 64-bit fingerprint of what must come again for a repetition (R1)."""
        return self.game.kernel.repetition_key(self.state)

    def parse(self, move: str | Move) -> Move:
        """A typed move as the legal move it means; the error says why it is none."""
        return self.resolve(move)[0]

    def resolve(self, move: str | Move) -> tuple[Move, int]:
        """A typed move as the legal move it means, and the kernel's code of it.

        All checking is here: the error says why it is not a legal move.
        """
        if self.outcome is not None:
            raise GameOver(message("over.position", result=told_outcome(self.outcome)))
        text = self.game.read_move(self.state, str(move))
        code = self.legal_moves.codes.get(text)
        if code is None:
            raise self.game.refusal(self.state, text)
        return Move(text), code

    def move_of(self, code: int) -> Move:
        """The legal move that the kernel lists under this code."""
        return Move({listed: text for text, listed in self.legal_moves.codes.items()}[code])

    def play(self, move: str | Move) -> Position:
        """The position after a move; the error says why it is not legal."""
        return self.play_unchecked(self.resolve(move)[1])

    def play_unchecked(self, code: int) -> Position:
        """The position after a move that the kernel itself listed."""
        return Position(self.game, self.game.kernel.play(self.game.rules, self.state, code))

    def effects(self, move: str | Move) -> tuple[Step, ...]:
        """What a move does, step by step."""
        packed = self.game.kernel.effects(self.game.rules, self.state, self.resolve(move)[1])
        return _steps(packed, self.game.pieces)

    def why_not(self, move: str | Move) -> JostleError | None:
        """Why a text is not a legal move here, or None if it is one."""
        try:
            self.resolve(move)
        except JostleError as error:
            return error
        return None

    def expand(self) -> tuple[Branch, ...]:
        """Every legal move with its effects and the position after it, from one compiled call."""
        game, codes = self.game, self.legal_moves.codes
        moves = np.array(list(codes.values()), dtype=np.int64)
        states = np.empty((moves.size, len(self.state)), dtype=np.uint64)
        packed = np.empty((moves.size + 1) * MOST_EFFECTS, dtype=np.int64)
        ends = np.empty(moves.size, dtype=np.int64)
        game.kernel.expand(game.rules, self.state, moves, states, packed, ends)
        bounds = [0, *ends.tolist()]
        numbers = packed[: bounds[-1]].tolist()
        return tuple(
            Branch(
                Move(text),
                _steps(numbers[bounds[index] : bounds[index + 1]], game.pieces),
                Position(game, tuple(state)),
            )
            for index, (text, state) in enumerate(zip(codes, states.tolist(), strict=True))
        )

    def svg(self, steps: tuple[Step, ...] = (), **look: Any) -> str:
        """The board as a picture, with the effects of the last move if they are given."""
        return self.game.svg(self, steps, **look)

    def png(self, steps: tuple[Step, ...] = (), **look: Any) -> bytes:
        """The same picture in pixels, as the content of a PNG file."""
        return self.game.png(self, steps, **look)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True, slots=True)
class Branch:
    """One legal move, what it does, and the position after it."""

    move: Move
    steps: tuple[Step, ...]
    position: Position

    def to_json(self) -> dict[str, object]:
        return {
            "move": str(self.move),
            "steps": [[effect.to_json() for effect in step] for step in self.steps],
            "position": self.position.text,
        }


class LegalMoves:
    """The legal moves of a position: a lazy view with ``in``, ``len``, iteration and ``bool``."""

    def __init__(self, position: Position) -> None:
        self._position = position

    @cached_property
    def _listed(self) -> np.ndarray:
        game = self._position.game
        return game.kernel.legal(game.rules, self._position.state)

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """The kernel's codes by the moves' texts, sorted."""
        game, state = self._position.game, self._position.state
        codes = self._listed.tolist()
        texts = game.move_texts(state, codes)
        return MappingProxyType(dict(sorted(zip(texts, codes, strict=True))))

    def __len__(self) -> int:
        return len(self._listed)

    def __iter__(self) -> Iterator[Move]:
        return (Move(text) for text in self.codes)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, str | Move) and self._position.why_not(move) is None

    def __repr__(self) -> str:
        return f"<{len(self)} legal moves: {', '.join(self.codes)}>"


def _steps(packed: list[int], pieces: tuple[Piece, ...]) -> tuple[Step, ...]:
    """Packed effects as steps."""
    steps: list[list[Any]] = []
    for number in packed:
        step, effect = unpack(number, pieces)
        while len(steps) <= step:
            steps.append([])
        steps[step].append(effect)
    return tuple(tuple(step) for step in steps)
