"""Where the terminal game lets the machine think for the player: hints, evaluations and reviews.

All searches here are limited by positions, so that the same question gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.table import Table
from rich.text import Text

from jostle.core.match import Match
from jostle.core.messages import say
from jostle.core.players import Player
from jostle.search.analysis import Analysis
from jostle.search.draws import DRAW_NODES
from jostle.search.draws import accepts_draw as content_with_draw
from jostle.search.hints import Hints, hints
from jostle.search.review import (
    Judgement,
    Review,
    complete_depths,
    told_turning_point,
)
from jostle.search.score import Score
from jostle.search.thinking import Engine
from jostle.search.words import told_line, told_score
from jostle.solve.informed import review, table_for
from jostle.tui import colours
from jostle.tui.terminal import Terminal

HINT_NODES = 200_000
EVALUATION_NODES = 400_000
EVALUATION_LINES = 3
REVIEW_NODES = 1_000_000  # for a whole game, however many moves it has
MOST_REVIEW_NODES = 30_000  # for one position
LEAST_REVIEW_NODES = 1_000
MEMORY = 16  # megabytes

LONGEST_LINE = 8  # moves shown of a line of play
BAR = 30  # the width of the bar that shows a score
LEAST_WIDTH = 60  # of a terminal that shows it


class Helper:
    """Gives hints for a match, each saying more than the last as long as nothing is played."""

    def __init__(self) -> None:
        self._known: Hints | None = None
        self._asked = 0
        self._moves: tuple[object, ...] = ()

    def hint(self, terminal: Terminal, match: Match) -> str:
        """The next hint."""
        known = self._known
        if known is None or known.analysis.position != match.position or self._moves != match.moves:
            with terminal.busy(say("play.thinking")):
                known = hints(match, nodes=HINT_NODES, oracle=table_for(match.game))
            self._known, self._moves, self._asked = known, match.moves, 0
        self._asked += 1
        return known.told(self._asked)


def show_evaluation(terminal: Terminal, match: Match) -> None:
    """Show how good a position is, and the best lines of play."""
    with terminal.busy(say("play.thinking")):
        engine = Engine(match.game, memory=MEMORY, oracle=table_for(match.game))
        analysis = complete_depths(engine, match, EVALUATION_NODES, lines=EVALUATION_LINES)[-1]
    if terminal.width >= LEAST_WIDTH and not terminal.console.options.ascii_only:
        terminal.console.print(bar(analysis.score))
    terminal.console.print(lines_table(analysis))
    told = {"depth": analysis.depth, "nodes": f"{analysis.nodes:,}"}
    terminal.say(say("play.effort", **told))


def bar(score: Score) -> Text:
    """A player's chance as a part of a line."""
    share = score.seen_by(Player.ONE).probability
    filled = min(max(round(BAR * share), 1), BAR - 1)
    if score.value is not None and score.value.sign:
        filled = round(BAR * share)
    first, second = (say("player.name", number=int(player)) for player in Player)
    return Text.assemble(
        f"{first} ",
        ("█" * filled, colours.side(Player.ONE)),
        ("░" * (BAR - filled), colours.side(Player.TWO)),
        f" {second}",
    )


def lines_table(analysis: Analysis) -> Table:
    """The lines of play, best first, each with its score."""
    table = Table.grid(padding=(0, 2))
    for line in analysis.lines:
        moves = told_line(line.moves, LONGEST_LINE)
        table.add_row(Text(str(told_score(line.score)), no_wrap=True), Text(moves))
    return table


def review_match(terminal: Terminal, match: Match) -> Review:
    """Go through a match; a long one is looked at less closely."""
    nodes = REVIEW_NODES // len(match.positions)
    nodes = min(max(nodes, LEAST_REVIEW_NODES), MOST_REVIEW_NODES)
    with terminal.busy(say("play.reviewing", done=0, total=len(match.positions))) as tell:

        def progress(done: int, total: int) -> None:
            tell(say("play.reviewing", done=done, total=total))

        return review(match, nodes=nodes, on_progress=progress)


def tell_review(terminal: Terminal, match: Match, found: Review) -> None:
    """Say which moves decided a match, or have mattered most so far."""
    points = found.turning_points()
    if not points:
        terminal.say(say("review.clean"))
        return
    terminal.say(say("review.so-far" if match.outcome is None else "review.decided"))
    for judged in points:
        terminal.say_below(str(told_turning_point(judged)))


def told_counts(found: Review) -> Iterator[str]:
    """How many moves of each kind the players made."""
    for player in Player:
        counts = {str(kind): found.count(player, kind) for kind in Judgement}
        yield say("review.count", player=player, **counts)


def accepts_draw(terminal: Terminal, match: Match, player: Player) -> bool:
    """Whether the opponent, playing for ``player``, is content with a draw here."""
    with terminal.busy(say("play.thinking")):
        return content_with_draw(match, player, nodes=DRAW_NODES, oracle=table_for(match.game))
