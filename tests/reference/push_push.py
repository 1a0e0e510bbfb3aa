"""Push Push, rule by rule (``B1`` to ``B11``)."""

from dataclasses import dataclass

from tests.reference import (
    Cell,
    Effect,
    Outcome,
    cell_name,
    named_cell,
    neighbour,
    read_ranks,
    write_ranks,
)

SIZE = 7  # B1
CENTRE = (4, 4)
LETTERS = {1: " ABCD", 2: " abcd"}  # by player, then by value
MOST_QUIET = 9999  # with quiet=off the counter stops here
PASS = "--"

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


@dataclass(frozen=True)
class Figure:
    """A figure, or the ball: value 0 and nobody's (B2)."""

    value: int
    owner: int | None


@dataclass(frozen=True)
class Change:
    """What a move does to one figure; without a target it leaves the board."""

    kind: str
    origin: Cell
    target: Cell | None
    by: Cell | None


@dataclass(frozen=True)
class Move:
    """All changes of a move (none: a pass), and who wins if it sends the ball out."""

    changes: list[Change]
    winner: int | None = None


@dataclass
class State:
    board: dict[Cell, Figure]
    mover: int
    opening: str
    quiet: int


def is_square(cell: Cell) -> bool:
    return 1 <= cell[0] <= SIZE and 1 <= cell[1] <= SIZE


class PushPush:
    def __init__(self, quiet_limit: int | None) -> None:
        self.quiet_limit = quiet_limit

    # What others ask.

    def start(self) -> str:
        return "abcdcba/7/7/3o3/7/7/ABCDCBA 1 first 0"  # B2

    def moves(self, position: str) -> dict[str, str]:
        state = self.read(position)
        return {text: self.write(self.after(state, move)) for text, move in self.turn(state)}

    def outcome(self, position: str) -> Outcome | None:
        return self.result(self.read(position))

    def effects(self, position: str, move: str) -> list[set[Effect]]:
        state = self.read(position)
        changes = dict(self.turn(state))[move].changes
        if not changes:
            return [{("passed", None, state.mover, (), (), None)}]
        step: set[Effect] = set()
        for change in changes:
            figure = state.board[change.origin]
            piece = str(figure.value) if figure.value else "ball"
            origin = (cell_name(change.origin),)
            target = () if change.target is None else (cell_name(change.target),)
            by = None if change.by is None else cell_name(change.by)
            step.add((change.kind, piece, figure.owner, origin, target, by))
        return [step]

    # The rules.

    def result(self, state: State) -> Outcome | None:
        if state.opening in ("1-0", "0-1"):
            return (1 if state.opening == "1-0" else 2), "goal"  # B8
        if not self.legal(state) and not self.motions(state.board, 3 - state.mover):
            return None, "stuck"  # B11
        if self.quiet_limit is not None and state.quiet >= self.quiet_limit:
            return None, "quiet"  # B11; a goal on the last of the turns is a goal
        return None

    def turn(self, state: State) -> list[tuple[str, Move]]:
        """What the mover may do, a pass included; nothing when the game is over."""
        if self.result(state) is not None:
            return []
        return list(self.legal(state).items()) or [(PASS, Move([]))]  # B3

    def legal(self, state: State) -> dict[str, Move]:
        found = self.motions(state.board, state.mover)
        return {text: found[text] for text in found if not self.is_refused_reply(state, text)}

    def is_refused_reply(self, state: State, text: str) -> bool:
        """B10: the first reply with the same value, in line with the centre."""
        if state.opening[0] not in LETTERS[1]:
            return False
        value = LETTERS[1].index(state.opening[0])
        if state.board[named_cell(text[:2])].value != value:
            return False
        first = named_cell(state.opening[1:])
        reply = named_cell(text[2:4])
        # Two vectors from the centre lie on one line when their cross product is zero.
        across = (first[0] - CENTRE[0]) * (reply[1] - CENTRE[1])
        return across == (first[1] - CENTRE[1]) * (reply[0] - CENTRE[0])

    def motions(self, board: dict[Cell, Figure], player: int) -> dict[str, Move]:
        """All moves of a player's figures, by B3 to B9."""
        found: dict[str, Move] = {}
        for square, figure in board.items():
            if figure.owner == player:
                for direction in DIRECTIONS:  # B3: any of the eight directions
                    found |= self.motion(board, square, direction)
        return found

    def motion(self, board: dict[Cell, Figure], square: Cell, direction: Cell) -> dict[str, Move]:
        """The moves of one figure in one direction: none, one, or a push and a deflected one."""
        figure = board[square]
        entered = neighbour(square, direction)
        if not is_square(entered):
            return {}  # B3: staying on the board
        text = cell_name(square) + cell_name(entered)
        changes = [Change("moved", square, entered, None)]
        occupant = board.get(entered)
        if figure.value == 1 and occupant == Figure(4, 3 - (figure.owner or 0)):
            # B6: only the 1 that moves itself, and only an opponent's 4.
            return {text: Move([*changes, Change("eliminated", entered, None, square)])}
        behind, ahead = square, entered
        while ahead in board:
            if board[ahead].value >= board[behind].value:
                return {}  # B4: the values strictly decrease along the chain
            if board[ahead].value == 0:
                return {
                    text + mark: Move([*changes, change], winner)
                    for mark, change, winner in self.ball_pushes(board, behind, ahead, direction)
                }
            target = neighbour(ahead, direction)
            if is_square(target):
                changes.append(Change("pushed", ahead, target, behind))
            else:
                changes.append(Change("eliminated", ahead, None, behind))  # B5
            behind, ahead = ahead, target
        return {text: Move(changes)}

    def ball_pushes(
        self, board: dict[Cell, Figure], pusher: Cell, ball: Cell, direction: Cell
    ) -> list[tuple[str, Change, int | None]]:
        """What may become of the ball: the move's mark, the change, and who wins by it."""
        found: list[tuple[str, Change, int | None]] = []
        target = neighbour(ball, direction)
        if is_square(target):
            if target not in board:  # B7: the ball pushes nothing
                found.append(("", Change("pushed", ball, target, pusher), None))
        elif target[1] > SIZE:
            found.append(("", Change("scored", ball, None, pusher), 1))  # B8: over the top
        elif target[1] < 1:
            found.append(("", Change("scored", ball, None, pusher), 2))  # B8: over the bottom
        # B8: otherwise only its file goes beyond the board, over a neutral edge: illegal.

        for inward in self.inner_sides(pusher, ball, direction):
            # B9: diagonally ahead; in the corner, perpendicular along the other edge.
            ahead = target if is_square(target) else ball
            deflected = neighbour(ahead, inward)
            if deflected not in board:  # B9: judged apart from the normal push
                found.append(("~", Change("deflected", ball, deflected, pusher), None))
        return found

    def inner_sides(self, pusher: Cell, ball: Cell, direction: Cell) -> list[Cell]:
        """B9: the way inwards from the edge along which the push runs, if it runs along one."""
        found = []
        if direction[0] == 0:  # along the left or the right edge
            if pusher[0] == ball[0] == 1:
                found.append((1, 0))
            if pusher[0] == ball[0] == SIZE:
                found.append((-1, 0))
        if direction[1] == 0:  # along the bottom or the top edge
            if pusher[1] == ball[1] == 1:
                found.append((0, 1))
            if pusher[1] == ball[1] == SIZE:
                found.append((0, -1))
        return found

    def after(self, state: State, move: Move) -> State:
        board = {
            square: figure
            for square, figure in state.board.items()
            if square not in [change.origin for change in move.changes]
        }
        for change in move.changes:
            if change.target is not None:
                board[change.target] = state.board[change.origin]
        opening = "-"
        if move.winner is not None:
            opening = "1-0" if move.winner == 1 else "0-1"  # B8
        elif state.opening == "first":
            moved = move.changes[0]
            assert moved.target is not None
            value = state.board[moved.origin].value
            opening = LETTERS[1][value] + cell_name(moved.target)  # B10
        eliminates = any(change.kind == "eliminated" for change in move.changes)
        quiet = 0 if eliminates else min(state.quiet + 1, MOST_QUIET)  # B11
        return State(board, 3 - state.mover, opening, quiet)

    # The text.

    def read(self, position: str) -> State:
        ranks, mover, opening, quiet = position.split(" ")
        board = {}
        for square, letter in read_ranks(ranks).items():
            if letter == "o":
                board[square] = Figure(0, None)
            else:
                owner = 1 if letter in LETTERS[1] else 2
                board[square] = Figure(LETTERS[owner].index(letter), owner)
        return State(board, int(mover), opening, int(quiet))

    def write(self, state: State) -> str:
        letters = {
            square: "o" if figure.owner is None else LETTERS[figure.owner][figure.value]
            for square, figure in state.board.items()
        }
        ranks = write_ranks(letters, SIZE, SIZE)
        return f"{ranks} {state.mover} {state.opening} {state.quiet}"
