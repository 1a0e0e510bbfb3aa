"""Pomeczi, rule by rule (``P1`` to ``P12``)."""

from dataclasses import dataclass

from tests.reference import (
    Cell,
    Effect,
    Outcome,
    cell_name,
    cell_names,
    named_cell,
    neighbour,
    read_ranks,
    write_ranks,
)

STEPS = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "v": (0, -1)}
OPPOSITE = {">": "<", "<": ">", "^": "v", "v": "^"}


@dataclass(frozen=True)
class Tile:
    """A tile on the board; a domino's left or lower cell is the first."""

    owner: int
    cells: tuple[Cell, ...]

    @property
    def kind(self) -> str:
        return "single" if len(self.cells) == 1 else "domino"

    @property
    def name(self) -> str:
        """The square by which moves name the tile."""
        return cell_name(self.cells[0])

    def shifted(self, direction: str) -> "Tile":
        """The tile one cell further, perhaps off the board."""
        return Tile(self.owner, tuple(neighbour(cell, STEPS[direction]) for cell in self.cells))


@dataclass(frozen=True)
class Action:
    """A placement (no direction), or a motion with the tiles that it pushes."""

    tile: Tile  # as it will lie, or as it lies before it goes
    direction: str | None = None
    pushed: tuple[Tile, ...] = ()


@dataclass
class State:
    board: dict[Cell, Tile]
    hands: dict[int, dict[str, int]]  # by player, then by kind of tile
    mover: int
    forbidden: list[str]
    later: str | None


class Pomeczi:
    def __init__(self, width: int, height: int, singles: int, dominoes: int) -> None:
        self.width = width
        self.height = height
        self.singles = singles
        self.dominoes = dominoes

    # What others ask.

    def start(self) -> str:
        hands = {
            player: {"single": self.singles, "domino": self.dominoes} for player in (1, 2)
        }  # P2
        return self.write(State({}, hands, mover=1, forbidden=[], later=None))

    def moves(self, position: str) -> dict[str, str]:
        state = self.read(position)
        return {
            text: self.write(self.after(state, action))
            for text, action in self.legal(state).items()
        }

    def outcome(self, position: str) -> Outcome | None:
        state = self.read(position)
        if self.legal(state):
            return None
        return 3 - state.mover, "no-action"  # P12

    def effects(self, position: str, move: str) -> list[set[Effect]]:
        state = self.read(position)
        action = self.legal(state)[move]
        tile = action.tile
        origin = cell_names(tile.cells)
        if action.direction is None:
            return [{("placed", tile.kind, tile.owner, (), origin, None)}]
        target = cell_names(tile.shifted(action.direction).cells)
        step: set[Effect] = {("moved", tile.kind, tile.owner, origin, target, None)}
        for pushed in action.pushed:
            origin = cell_names(pushed.cells)
            landed = pushed.shifted(action.direction)
            if self.is_on_board(landed):
                target = cell_names(landed.cells)
                step.add(("pushed", pushed.kind, pushed.owner, origin, target, tile.name))
            else:
                step.add(("flipped", pushed.kind, pushed.owner, origin, (), tile.name))
        return [step]

    # The rules.

    def is_cell(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.width and 1 <= cell[1] <= self.height

    def is_on_board(self, tile: Tile) -> bool:
        return all(self.is_cell(cell) for cell in tile.cells)

    def legal(self, state: State) -> dict[str, Action]:
        """The legal actions by their text (P3: exactly one of them is the turn)."""
        possible = self.possible(state)
        # P10, P11: what they deny in this position was worked out by the action before.
        return {text: possible[text] for text in possible if text not in state.forbidden}

    def possible(self, state: State) -> dict[str, Action]:
        """The actions that are legal if P10 and P11 are left aside."""
        return self.placements(state) | self.motions(state)

    def placements(self, state: State) -> dict[str, Action]:
        """P4: tiles from the hand go on empty cells, anywhere."""
        found = {}
        hand = state.hands[state.mover]
        for file in range(1, self.width + 1):
            for rank in range(1, self.height + 1):
                cell = (file, rank)
                name = cell_name(cell)
                shapes: dict[str, tuple[Cell, ...]] = {}
                if hand["single"]:
                    shapes[f"S{name}"] = (cell,)
                if hand["domino"]:
                    for direction in (">", "^"):  # P4: horizontally or vertically
                        second = neighbour(cell, STEPS[direction])
                        if self.is_cell(second):
                            shapes[f"D{name}{direction}"] = (cell, second)
                for text, cells in shapes.items():
                    if not any(covered in state.board for covered in cells):
                        found[text] = Action(Tile(state.mover, cells))
        return found

    def motions(self, state: State) -> dict[str, Action]:
        """P5, P6: a tile of the mover goes one cell, moving or pushing."""
        found = {}
        for tile in set(state.board.values()):
            if tile.owner != state.mover:
                continue
            for direction in STEPS:
                gone = tile.shifted(direction)
                if not self.is_on_board(gone):
                    continue  # P5, P6: a tile never leaves the board by its own motion
                entered = [cell for cell in gone.cells if cell not in tile.cells]
                pushed = {state.board[cell] for cell in entered if cell in state.board}
                if not pushed and tile.kind == "domino":
                    continue  # P5: a domino may never go without pushing
                if all(self.can_be_pushed(state, other, direction) for other in pushed):
                    action = Action(tile, direction, tuple(pushed))
                    found[tile.name + direction] = action
        return found

    def can_be_pushed(self, state: State, tile: Tile, direction: str) -> bool:
        landed = tile.shifted(direction)
        # P7: a pushed tile may not push.
        if any(state.board.get(cell, tile) != tile for cell in landed.cells):
            return False
        # P8: on the board or off it, but not half of each.
        return len({self.is_cell(cell) for cell in landed.cells}) == 1

    def after(self, state: State, action: Action) -> State:
        """The position after an action, with what P10 and P11 deny the next mover."""
        mover, opponent = state.mover, 3 - state.mover
        hands = {player: dict(state.hands[player]) for player in (1, 2)}
        tiles = set(state.board.values()) - {action.tile, *action.pushed}
        denied = set()
        later = None
        if action.direction is None:
            hands[mover][action.tile.kind] -= 1  # P4
            tiles.add(action.tile)
        else:
            back = OPPOSITE[action.direction]
            gone = action.tile.shifted(action.direction)
            tiles.add(gone)
            later = gone.name + back  # P11: what the mover may not do on their next turn
            for pushed in action.pushed:
                landed = pushed.shifted(action.direction)
                if not self.is_on_board(landed):
                    hands[3 - pushed.owner][pushed.kind] += 1  # P9
                    continue
                tiles.add(landed)
                if pushed.owner == opponent:
                    # P10. Going back, a pushed tile always enters its pusher, which stands on
                    # a cell where the pushed tile was.
                    denied.add(landed.name + back)
        # P11: the reverse of the opponent's last motion, unless the tile has been pushed since.
        if state.later and state.board[named_cell(state.later[:2])] not in action.pushed:
            denied.add(state.later)
        board = {cell: tile for tile in tiles for cell in tile.cells}
        result = State(board, hands, opponent, forbidden=[], later=later)
        # The string lists only what would otherwise be legal; both rules deny motions.
        result.forbidden = [text for text in sorted(denied) if text in self.motions(result)]
        return result

    # The text.

    def read(self, position: str) -> State:
        ranks_and_hands, mover, forbidden, later = position.split(" ")
        ranks, _, held = ranks_and_hands.rstrip("]").partition("[")
        letters = read_ranks(ranks)
        board = {}
        for cell, letter in letters.items():
            covered = {
                "S": (cell,),
                "L": (cell, neighbour(cell, STEPS[">"])),
                "B": (cell, neighbour(cell, STEPS["^"])),
            }.get(letter.upper(), ())  # the other halves come with the first ones
            tile = Tile(1 if letter.isupper() else 2, covered)
            for part in covered:
                board[part] = tile
        return State(
            board,
            hands={
                1: {"single": held.count("S"), "domino": held.count("D")},
                2: {"single": held.count("s"), "domino": held.count("d")},
            },
            mover=int(mover),
            forbidden=[] if forbidden == "-" else forbidden.split(","),
            later=None if later == "-" else later,
        )

    def write(self, state: State) -> str:
        letters = {}
        for tile in state.board.values():
            if tile.kind == "single":
                shape = "S"
            else:
                lies_flat = tile.cells[0][1] == tile.cells[1][1]
                shape = "LR" if lies_flat else "BT"
            for cell, letter in zip(tile.cells, shape, strict=True):
                letters[cell] = letter if tile.owner == 1 else letter.lower()
        first, second = (
            "S" * state.hands[player]["single"] + "D" * state.hands[player]["domino"]
            for player in (1, 2)
        )
        ranks = write_ranks(letters, self.width, self.height)
        forbidden = ",".join(state.forbidden) or "-"
        later = state.later or "-"
        return f"{ranks}[{first}{second.lower()}] {state.mover} {forbidden} {later}"
