"""Finding puzzles: many positions are tried, and a mix of depths is kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from jostle.core.game import Position
from jostle.puzzles.mirrors import canonical
from jostle.puzzles.puzzle import Puzzle
from jostle.puzzles.solving import puzzle_of
from jostle.puzzles.sources import Source

BATCHES_PER_PUZZLE = 12  # games that are played at most for each puzzle wanted
LARGEST_SHARE = 2  # times the puzzles that a depth would have if all depths had equally many
MOST_TRIED = 8  # positions of a batch; proofs that fail can take long

Told = Callable[[int], None]


class Collection:
    """Puzzles found so far, no two of them mirror images."""

    def __init__(self) -> None:
        self.found: list[Puzzle] = []
        self._seen: set[tuple[str, str]] = set()
        self._depths: Counter[int] = Counter()

    def count(self, depth: int) -> int:
        """How many puzzles have a win in so many plies."""
        return self._depths[depth]

    def is_new(self, position: Position) -> bool:
        """Whether neither the position nor a mirror image of it is there."""
        return (position.game.variant, canonical(position)) not in self._seen

    def add(self, position: Position, puzzle: Puzzle) -> None:
        """Take a puzzle in."""
        self._seen.add((position.game.variant, canonical(position)))
        self._depths[puzzle.value.plies] += 1
        self.found.append(puzzle)

    def by_difficulty(self) -> list[Puzzle]:
        """All puzzles, the easiest first."""
        return sorted(self.found, key=lambda puzzle: (puzzle.rating, puzzle.id))


def mine(
    batches: Iterable[Iterable[Position]],
    source: Source,
    count: int,
    *,
    collection: Collection,
    choices: int = 1,
    tried_each: int = MOST_TRIED,
    tell: Told = lambda _tried: None,
) -> None:
    """Collect puzzles from batches of positions until there are enough, or too many were tried.

    A batch is what belongs together, as the positions of one game: at most one puzzle is taken from
    it, since the others would look like it. It is one whose depth has few so far, and no depth gets
    more than its share; of the first so many ``choices`` it is the one in which the solver is bound
    to one move most often. What is found is in the collection at any time, so nothing is lost by an
    interruption.
    """
    share = -(-LARGEST_SHARE * count // source.depths)
    tell(0)
    for tried, batch in enumerate(islice(batches, BATCHES_PER_PUZZLE * count), start=1):
        puzzles = puzzles_of(candidates(batch, source, collection, share)[:tried_each], source)
        best = max(islice(puzzles, choices), key=lambda each: each[1].only_moves, default=None)
        if best is not None:
            collection.add(*best)
        tell(tried)
        if len(collection.found) >= count:
            break


def puzzles_of(positions: Iterable[Position], source: Source) -> Iterator[tuple[Position, Puzzle]]:
    """Those of the positions that are puzzles."""
    for position in positions:
        puzzle = puzzle_of(position, source)
        if puzzle is not None:
            yield position, puzzle


def candidates(
    batch: Iterable[Position], source: Source, collection: Collection, share: int
) -> list[Position]:
    """The new positions of a batch that may be puzzles, the most wanted depth first."""
    wanted: list[tuple[int, int, Position]] = []
    for position in batch:
        depth = None if position.outcome is not None else source.distance(position)
        if depth is not None and collection.count(depth) < share and collection.is_new(position):
            wanted.append((collection.count(depth), -depth, position))
    return [position for _, _, position in sorted(wanted, key=lambda each: each[:2])]
