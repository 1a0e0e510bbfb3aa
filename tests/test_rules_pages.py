"""The rules pages: every rule has its section, and every figure is true."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import jostle
from jostle.core.errors import IllegalMove
from jostle.core.messages import languages
from jostle.core.outcome import Outcome, Reason
from jostle.core.players import Player
from jostle.core.rules_page import Figure, RulesPage, Section
from tests.reference import reference

GAMES = Path(jostle.__file__).parent / "games"


def ids(letter: str, last: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, last + 1)]


RULES = {
    "pomeczi": ids("P", 12) + ids("R", 2),
    "push-push": ids("B", 11) + ids("R", 2),
    "pushee-pieces": ids("C", 9) + ids("V", 4) + ids("R", 2),
}
PAGES = {
    path.parent.name.replace("_", "-"): RulesPage.parse(path.read_text(encoding="utf-8"))
    for path in sorted(GAMES.glob("*/rules.md"))
}
SECTIONS = [
    pytest.param(game, section, id=f"{game} {section.id or section.title}")
    for game, page in PAGES.items()
    for section in page.sections
]
FIGURES = [
    pytest.param(figure.variant or game, figure, id=f"{game} {section.id} line {figure.line}")
    for game, page in PAGES.items()
    for section in page.sections
    for figure in section.figures
]


# The pages.


def test_every_game_has_a_page() -> None:
    assert PAGES.keys() == RULES.keys()


@pytest.mark.parametrize("game", RULES)
def test_every_rule_has_a_section(game: str) -> None:
    assert [section.id for section in PAGES[game].sections] == [*RULES[game], None]


@pytest.mark.parametrize("game", RULES)
def test_a_page_opens_with_name_maker_and_summary(game: str) -> None:
    page = PAGES[game]
    assert page.title.lower().replace(" ", "-") == game
    maker, summary = page.introduction.split("\n\n")
    assert maker.startswith("A game for two")
    assert summary.startswith("**In short.** ")
    assert len(re.findall(r"[.!?](?: |$)", summary.removeprefix("**In short.** "))) == 2


@pytest.mark.parametrize(("game", "section"), SECTIONS)
def test_every_section_is_complete(game: str, section: Section) -> None:
    assert section.text
    assert section.figures or section.id is None
    for note in section.notes:
        assert note.startswith("**Note.** ")
    for figure in section.figures:
        assert figure.shows.endswith(".")
        assert figure.variant is None or figure.variant.startswith(f"{game}:")


@pytest.mark.parametrize(("game", "section"), SECTIONS)
def test_every_rule_that_is_named_has_a_section(game: str, section: Section) -> None:
    refused = [figure.refused for figure in section.figures if figure.refused]
    shown = [figure.shows for figure in section.figures]
    named = re.findall(r"\b[PBCVR]\d+\b", " ".join([section.text, *section.notes, *shown]))
    assert {*named, *refused} <= set(RULES[game])


@pytest.mark.parametrize("game", RULES)
def test_the_words_need_only_simple_markdown(game: str) -> None:
    """Readers of the pages know paragraphs, lists, fenced blocks, bold, italics and code."""
    page = PAGES[game]
    said = [text for section in page.sections for text in (section.text, *section.notes)]
    for text in (page.introduction, *said):
        words = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
        words = re.sub(r"`[^`]*`", "", words)
        assert not re.search(r"^(\||\d+\. |[*+] |#|    |---)", words, flags=re.MULTILINE)
        assert not re.search(r"\]\(|<\w", words)
        assert words.count("*") % 2 == 0


def test_a_section_is_found_by_its_rule() -> None:
    assert PAGES["pomeczi"].section("P8").title == "No hanging"
    with pytest.raises(KeyError):
        PAGES["pomeczi"].section("B8")


# The figures.


@pytest.mark.parametrize(("variant", "figure"), FIGURES)
def test_every_figure_by_the_reference(variant: str, figure: Figure) -> None:
    engine = reference(variant)
    moves = engine.moves(figure.position)
    outcome = engine.outcome(figure.position)
    if figure.outcome is not None:
        assert outcome == (figure.outcome.winner, figure.outcome.reason)
        return
    assert outcome is None
    if figure.move is not None:
        assert moves.get(figure.move) == figure.after  # None: refused


@pytest.mark.parametrize(("variant", "figure"), FIGURES)
def test_every_figure_by_the_engine(variant: str, figure: Figure) -> None:
    game = jostle.game(variant)
    assert game.variant == variant
    position = game.position(figure.position)
    assert position.text == figure.position
    if figure.outcome is not None:
        assert position.outcome is not None
        assert position.outcome.winner == figure.outcome.winner
        assert position.outcome.reason == figure.outcome.reason
        return
    assert position.outcome is None
    if figure.after is not None:
        assert figure.move is not None
        assert figure.move in position.legal_moves
        assert str(position.parse(figure.move)) == figure.move
        assert position.play(figure.move).text == figure.after
    if figure.refused is not None:
        assert figure.move is not None
        with pytest.raises(IllegalMove) as caught:
            position.play(figure.move)
        assert caught.value.rule == figure.refused


# R1 needs more than one position: the figures' walks, all the way round, three times.


@pytest.mark.parametrize(
    ("game", "walk"),
    [
        ("pomeczi", "a1^ d4v a2> d3< b2v c3^ b1< c4>"),
        ("push-push", "d1d2 d7d6 d2d1 d6d7"),
    ],
)
def test_r1_the_figures_walk_comes_round(game: str, walk: str) -> None:
    (figure,) = PAGES[game].section("R1").figures
    engine = reference(game)
    position = figure.after
    assert position is not None
    for move in walk.split():
        before, position = position, engine.moves(position)[move]
    quiet = r" \d+$"  # R1: Push Push's count makes no difference
    assert move == figure.move
    if game == "pomeczi":
        assert (before, position) == (figure.position, figure.after)
    else:
        assert re.sub(quiet, "", position) == re.sub(quiet, "", figure.after or "")


# The parser.

PAGE = """\
# Draughts

By many hands.

**In short.** Jump.

## D1 Board

Eight by eight.

- Dark squares
- only.

```text
# not a heading

> not a note
```

> **Note.** Ten by ten
> elsewhere.

> **Note.** So be it.

```figure
position: 8/8 1
shows: The board.
```

```figure
variant: draughts:board=10x10
position: 9/9 1
move: a1b2
after: 9/9 2
shows: A move: forwards.
```

```figure
position: 9/9 1
outcome: draw quiet
shows: The end.
```

## Notation

As in chess.
"""


def test_a_page_is_read() -> None:
    page = RulesPage.parse(PAGE)
    assert page.title == "Draughts"
    assert page.introduction == "By many hands.\n\n**In short.** Jump."
    board, notation = page.sections
    assert (board.id, board.title) == ("D1", "Board")
    assert board.text == (
        "Eight by eight.\n\n- Dark squares\n- only.\n\n"
        "```text\n# not a heading\n\n> not a note\n```"
    )
    assert board.notes == ("**Note.** Ten by ten\nelsewhere.", "**Note.** So be it.")
    assert board.figures == (
        Figure("8/8 1", "The board.", line=25),
        Figure(
            position="9/9 1",
            shows="A move: forwards.",
            variant="draughts:board=10x10",
            move="a1b2",
            after="9/9 2",
            line=30,
        ),
        Figure("9/9 1", "The end.", outcome=Outcome(None, Reason.QUIET), line=38),
    )
    assert notation == Section(None, "Notation", "As in chess.", (), ())


def test_an_outcome_may_have_a_winner() -> None:
    page = RulesPage.parse(PAGE.replace("draw quiet", "2 goal"))
    assert page.sections[0].figures[2].outcome == Outcome(Player.TWO, Reason.GOAL)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("# Draughts", "Draughts", "line 1: "),
        ("By many hands.", "> By many hands.", "line 3: "),
        ("## Notation", "## D1 Notation", "line 44: a second section D1"),
        ("## Notation", "### Notation", "line 44: a heading"),
        ("As in chess.", "As in\n# chess.", "line 47: an empty line"),
        ("- only.\n\n", "- only.\n", "line 13: an empty line"),
        ("> elsewhere.", "elsewhere.", "line 21: a line of a note"),
        ("> **Note.** So be it.", "So be it.", "line 23: the order"),
        ("## Notation\n\n", "", "line 44: the order"),
        ("shows: The end.\n```\n", "shows: The end.\n", "line 38: this fenced block has no end"),
        ("shows: The board.\n", "", "line 25: a figure needs 'shows'"),
        ("position: 8/8 1\n", "", "line 25: a figure needs 'position'"),
        ("position: 8/8 1\n", "position: 8/8 1\n\n", "line 27: not a line of a figure"),
        ("position: 8/8 1", "place: 8/8 1", "line 26: not a line of a figure"),
        ("position: 8/8 1", "position:8/8 1", "line 26: not a line of a figure"),
        ("shows: The board.", "position: 8/8 1", "line 27: a second 'position'"),
        ("after: 9/9 2\n", "", "line 30: a move goes with"),
        ("move: a1b2\n", "", "line 30: a move goes with"),
        ("after: 9/9 2", "outcome: 1 goal", "line 30: a move goes with"),
        ("after: 9/9 2", "after: 9/9 2\nrefused: D1", "line 30: a figure has one result"),
        ("outcome: draw quiet", "outcome: 3 goal", "line 38: not an outcome"),
        ("outcome: draw quiet", "outcome: draw boredom", "line 38: not an outcome"),
        ("outcome: draw quiet", "outcome: nobody quiet", "line 38: not an outcome"),
    ],
)
def test_a_bad_page_is_refused_with_its_line(old: str, new: str, problem: str) -> None:
    assert PAGE.count(old) == 1
    with pytest.raises(ValueError, match=f"^({problem})"):
        RulesPage.parse(PAGE.replace(old, new))


@pytest.mark.parametrize("text", ["", "\n\n", "## D1 Board\n"])
def test_a_page_needs_a_name(text: str) -> None:
    with pytest.raises(ValueError, match=r"^line 1: "):
        RulesPage.parse(text)


# The pages in other languages.

TRANSLATED = [
    pytest.param(path, id=f"{path.parent.name} {path.suffixes[0][1:]}")
    for path in sorted(GAMES.glob("*/rules.*.md"))
]


def test_every_game_has_a_page_in_every_language() -> None:
    for folder in {path.parent for path in GAMES.glob("*/rules.md")}:
        names = {f"rules.{language}.md" for language in languages() if language != "en"}
        assert {path.name for path in folder.glob("rules.*.md")} == names


def without_words(figure: Figure) -> Figure:
    return replace(figure, shows="", line=0)


@pytest.mark.parametrize("path", TRANSLATED)
def test_a_page_in_another_language_is_the_same_page(path: Path) -> None:
    """Whatever is added to rules.md or changed there, other than words, belongs here as well."""
    english = PAGES[path.parent.name.replace("_", "-")]
    page = RulesPage.parse(path.read_text(encoding="utf-8"))
    assert page.title == english.title
    assert [section.id for section in page.sections] == [section.id for section in english.sections]
    for section, original in zip(page.sections, english.sections, strict=True):
        where = f"{section.id}: the same as in rules.md, in the same order"
        assert len(section.notes) == len(original.notes), where
        assert section.text.count("\n\n") == original.text.count("\n\n"), where
        figures, originals = (
            [without_words(figure) for figure in one.figures] for one in (section, original)
        )
        assert figures == originals, where
        for ours, theirs in zip(section.figures, original.figures, strict=True):
            assert ours.shows != theirs.shows, where
            assert ours.shows.endswith("."), where
        assert section.title != original.title
        assert section.text != original.text
        said = (" ".join([one.text, *one.notes]) for one in (section, original))
        named, codes = zip(
            *((re.findall(r"\b[PBCVR]\d+\b", text), re.findall(r"`[^`]*`", text)) for text in said),
            strict=True,
        )
        assert sorted(named[0]) == sorted(named[1]), where
        assert sorted(codes[0]) == sorted(codes[1]), where
