"""Numbers and values in the words of the page."""

from __future__ import annotations

from collections.abc import Sequence

from jostle.core.values import Value

SMALL_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def share(part: int, whole: int) -> str:
    """A share in percent, with a decimal where it is small.

    >>> share(1, 3), share(1, 50), share(1, 5000), share(0, 9)
    ('33 %', '2.0 %', '<0.1 %', '0 %')
    """
    percent = 100 * part / whole
    if part == 0 or percent >= 9.95:
        return f"{percent:.0f} %"
    return f"{percent:.1f} %" if percent >= 0.05 else "<0.1 %"


def number(amount: int) -> str:
    """A number in words where it is small.

    >>> number(2), number(12), number(1234)
    ('two', '12', '1,234')
    """
    return SMALL_NUMBERS[amount] if amount < len(SMALL_NUMBERS) else f"{amount:,}"


def counted(amount: int, noun: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "domino", "dominoes"), counted(2, "single")
    ('1 domino', '2 singles')
    """
    return f"{amount} {noun if amount == 1 else plural or noun + 's'}"


def board(text: str) -> str:
    """A board's size as people write it."""
    return text.replace("x", "×")


def tiles(singles: int, dominoes: int) -> str:
    """A player's tiles.

    >>> tiles(2, 1), tiles(0, 2)
    ('2 singles and 1 domino', '2 dominoes')
    """
    held = []
    if singles:
        held.append(counted(singles, "single"))
    if dominoes:
        held.append(counted(dominoes, "domino", "dominoes"))
    return " and ".join(held) or "no tiles"


def start(value: Value) -> str:
    """What the start is worth; Player 1 is to move."""
    if value.sign == 0:
        return "draw"
    return f"Player {1 if value.sign > 0 else 2} wins in {value.plies}"


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A Markdown table; all columns but the first so many are set to the right."""
    lines = ["| " + " | ".join(heads) + " |"]
    lines.append("|" + "---|" * left + "---:|" * (len(heads) - left))
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines)
