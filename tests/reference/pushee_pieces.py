"""Pushee Pieces, rule by rule (``C1`` to ``C9``, ``V1`` to ``V4``)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tests.reference import (
    Cell,
    Effect,
    Outcome,
    cell_name,
    neighbour,
    read_ranks,
    write_ranks,
)

STEPS = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}
ALONG = {"h": (">", "<"), "v": ("^", "v")}
LETTERS = {("h", False): "H", ("v", False): "V", ("h", True): "X", ("v", True): "Y"}
PASS = "--"


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece; two alike are still two pieces, for C7 has to tell them apart."""

    owner: int
    axis: str  # C2: "h" or "v"
    turned: bool = False  # V4


Board = dict[Cell, Piece]


@dataclass(frozen=True)
class Push:
    """A row that an active piece may push; the row's first cell is next to the pusher."""

    pusher: Cell
    direction: str
    row: tuple[Cell, ...]

    @property
    def name(self) -> str:
        return cell_name(self.row[0]) + self.direction

    def target(self, cell: Cell) -> Cell:
        return neighbour(cell, STEPS[self.direction])


@dataclass(frozen=True)
class Chain:
    """One way in which a chain reaction may run: the choices, the steps, the board after it."""

    choices: list[str]
    steps: list[set[Effect]]
    board: Board


@dataclass
class State:
    board: Board
    mover: int
    left: dict[int, int]  # pieces still to place, by player
    turns: dict[int, int]  # extra turns left, by player
    given_up: set[int]  # the players who passed

    def can_act(self, player: int) -> bool:
        return self.left[player] > 0 or self.turns[player] > 0


class PusheePieces:
    def __init__(
        self, grid: dict[Cell, int], pieces: int, walls: bool, tiers: int | None, turns: int
    ) -> None:
        self.grid = grid
        self.width = max(file for file, _ in grid)
        self.height = max(rank for _, rank in grid)
        self.pieces = pieces
        self.walls = walls
        self.tiers = tiers
        self.turns = turns

    # What others ask.

    def start(self) -> str:
        left = {1: self.pieces, 2: self.pieces}  # C2, V1
        turns = {1: self.turns, 2: self.turns}  # V4
        return self.write(State({}, 1, left, turns, set()))

    def moves(self, position: str) -> dict[str, str]:
        state = self.read(position)
        return {text: self.write(after) for text, (_, after) in self.legal(state).items()}

    def outcome(self, position: str) -> Outcome | None:
        state = self.read(position)
        if state.can_act(1) or state.can_act(2):
            return None
        first, second = self.scores(position)
        if first == second:
            return None, "score"  # C9: equal scores are a draw
        return (1 if first > second else 2), "score"  # C9

    def effects(self, position: str, move: str) -> list[set[Effect]]:
        steps, _ = self.legal(self.read(position))[move]
        return steps

    def scores(self, position: str) -> tuple[int, int]:
        """C9: the sum of the numbers under each player's pieces."""
        points = {1: 0, 2: 0}
        for cell, piece in self.read(position).board.items():
            points[piece.owner] += self.grid[cell]
        return points[1], points[2]

    # The rules.

    def legal(self, state: State) -> dict[str, tuple[list[set[Effect]], State]]:
        """The legal moves by their text: the steps, and the position after them."""
        found = {}
        mover = state.mover
        if state.left[mover] > 0:
            left = state.left | {mover: state.left[mover] - 1}
            for cell in self.grid:
                if cell in state.board:
                    continue  # C2, C3: on an empty square
                for axis in ("h", "v"):  # C3
                    board = state.board | {cell: Piece(mover, axis)}
                    placed = (cell_name(cell),)
                    step: set[Effect] = {("placed", "bar", mover, (), placed, None)}
                    for chain in self.chains(board, [cell], frozenset(), tier=1):
                        after = self.next_state(state, chain.board, left=left)
                        text = cell_name(cell) + axis + self.choice_text(chain)
                        found[text] = ([step, *chain.steps], after)
        if state.turns[mover] > 0:  # V4: at any time
            turns = state.turns | {mover: state.turns[mover] - 1}
            for cell, piece in state.board.items():
                if piece.owner != mover or piece.turned:
                    continue  # V4: one of their own pieces, and once only
                across = "v" if piece.axis == "h" else "h"
                board = state.board | {cell: Piece(mover, across, turned=True)}
                here = (cell_name(cell),)
                step = {("turned", "bar", mover, here, here, None)}
                for chain in self.chains(board, [cell], frozenset(), tier=1):
                    after = self.next_state(state, chain.board, turns=turns)
                    text = cell_name(cell) + "r" + self.choice_text(chain)
                    found[text] = ([step, *chain.steps], after)
            if state.left[mover] == 0:  # V4: a pass gives up the rest
                turns = state.turns | {mover: 0}
                after = self.next_state(state, state.board, turns=turns)
                after.given_up.add(mover)
                found[PASS] = ([{("passed", None, mover, (), (), None)}], after)
        return found

    def next_state(
        self,
        state: State,
        board: Board,
        left: dict[int, int] | None = None,
        turns: dict[int, int] | None = None,
    ) -> State:
        """Hand the turn on: to the opponent, unless only the mover has something to do (V4)."""
        opponent = 3 - state.mover
        after = State(
            board,
            opponent,  # in a finished game, too
            state.left if left is None else left,
            state.turns if turns is None else turns,
            set(state.given_up),
        )
        if not after.can_act(opponent) and after.can_act(state.mover):
            after.mover = state.mover
        return after

    def choice_text(self, chain: Chain) -> str:
        return "=" + ",".join(chain.choices) if chain.choices else ""

    def chains(
        self, board: Board, active: list[Cell], pushed: frozenset[Piece], tier: int
    ) -> list[Chain]:
        """All ways in which the chain reaction may run on from a tier (C6)."""
        if self.tiers is not None and tier > self.tiers:
            return [Chain([], [], board)]  # C6, V3
        pushes = [push for cell in active for push in self.possible_pushes(board, cell, pushed)]
        if not pushes:
            return [Chain([], [], board)]  # C6: a tier that moves nothing ends the turn
        found = []
        for choices, happening in self.selections(pushes):
            # C6: all pushes happen at once, judged on the board as the tier began.
            moved: Board = {}
            step: set[Effect] = set()
            leaving = [cell for push in happening for cell in push.row]
            for push in happening:
                for cell in push.row:
                    piece = board[cell]
                    target = push.target(cell)
                    origin, by = (cell_name(cell),), cell_name(push.pusher)
                    if target in self.grid:
                        moved[target] = piece
                        there = (cell_name(target),)
                        step.add(("pushed", "bar", piece.owner, origin, there, by))
                    else:  # V2: over the edge and out of the game
                        step.add(("eliminated", "bar", piece.owner, origin, (), by))
            stays = {cell: piece for cell, piece in board.items() if cell not in leaving}
            rest = self.chains(
                stays | moved,
                active=list(moved),  # C6: the pieces moved, on their new squares
                pushed=pushed | {board[cell] for cell in leaving},  # C7
                tier=tier + 1,
            )
            for chain in rest:
                found.append(Chain(choices + chain.choices, [step, *chain.steps], chain.board))
        return found

    def possible_pushes(
        self, board: Board, pusher: Cell, pushed: frozenset[Piece]
    ) -> Iterator[Push]:
        """C4: the rows that an active piece can push, on both sides along its axis."""
        for direction in ALONG[board[pusher].axis]:
            row = []
            cell = neighbour(pusher, STEPS[direction])
            while cell in board:  # C4: the whole unbroken row, whoever owns it
                row.append(cell)
                cell = neighbour(cell, STEPS[direction])
            if not row:
                continue
            if self.walls and cell not in self.grid:
                continue  # C5: the wall; V2: it does not block
            if any(board[part] in pushed for part in row):
                continue  # C5, C7
            yield Push(pusher, direction, tuple(row))

    def selections(self, pushes: list[Push]) -> Iterator[tuple[list[str], list[Push]]]:
        """C8: each choice the player has, with all pushes that then happen."""
        clashing = [
            push
            for push in pushes
            if any(self.clash(push, other) for other in pushes if other != push)
        ]
        free = [push for push in pushes if push not in clashing]
        for size in range(len(clashing) + 1):
            for chosen in combinations(clashing, size):
                if any(self.clash(one, other) for one, other in combinations(chosen, 2)):
                    continue
                others = [push for push in clashing if push not in chosen]
                if all(any(self.clash(push, one) for one in chosen) for push in others):
                    # No further listed push could be added.
                    yield sorted(push.name for push in chosen), [*free, *chosen]

    def clash(self, one: Push, other: Push) -> bool:
        """C8: the pushes want the same piece, or would put two pieces on the same square."""
        if set(one.row) & set(other.row):
            return True
        first, second = (
            {push.target(cell) for cell in push.row if push.target(cell) in self.grid}
            for push in (one, other)
        )  # V2: off the board, there is no clash
        return bool(first & second)

    # The text.

    def read(self, position: str) -> State:
        ranks, mover, left, turns = position.split(" ")
        shapes = {letter: shape for shape, letter in LETTERS.items()}
        board = {}
        for cell, letter in read_ranks(ranks).items():
            axis, turned = shapes[letter.upper()]
            board[cell] = Piece(1 if letter.isupper() else 2, axis, turned)
        extra = ["0", "0"] if turns == "-" else turns.split("/")
        return State(
            board,
            int(mover),
            left=dict(enumerate(map(int, left.split("/")), start=1)),
            turns={
                player: 0 if number == "p" else int(number)
                for player, number in enumerate(extra, start=1)
            },
            given_up={player for player, number in enumerate(extra, start=1) if number == "p"},
        )

    def write(self, state: State) -> str:
        letters = {}
        for cell, piece in state.board.items():
            letter = LETTERS[piece.axis, piece.turned]
            letters[cell] = letter if piece.owner == 1 else letter.lower()
        ranks = write_ranks(letters, self.width, self.height)
        turns = "-"
        if self.turns:  # V4
            first, second = (
                "p" if player in state.given_up else str(state.turns[player]) for player in (1, 2)
            )
            turns = f"{first}/{second}"
        return f"{ranks} {state.mover} {state.left[1]}/{state.left[2]} {turns}"
