"""The tokens of a record's text, and the line and column where each stands."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

# Every character of a text belongs to exactly one token, and what can run far never backtracks
# (``*+``), so that no text takes more than one pass.

_LETTER = r"""[^\s(){}\[\];!?$*"]"""  # what a move can be made of
_END = rf"(?!{_LETTER})"  # a number or result that goes on is part of a move
_HALF = r"(?:1/2|½)"
_DASH = r"[ \t]*+[-\u2013][ \t]*+"  # word processors make the long one
_RESULT = rf"(?: \* | (?: 1{_DASH}0 | 0{_DASH}1 | {_HALF}{_DASH}{_HALF} | {_HALF} ) {_END} )"
_TAG = r'\[ \s*+ ([A-Za-z0-9_]++) \s*+ "( (?: [^"\\\n]++ | \\[^\n] )*+ )" \s*+ \]'
_FLAGS = re.VERBOSE | re.MULTILINE | re.DOTALL

_TOKEN = re.compile(
    rf"""
      (?P<space>    \s++ | ^% [^\n]*+ )
    | (?P<remark>   ; [^\n]*+ )
    | (?P<comment>  \{{ (?: [^\\}}]++ | \\. )*+ \}} )
    | (?P<unclosed> \{{ .*+ )
    | (?P<tag>      {_TAG} )
    | (?P<bad_tag>  \[ [^\]\n]*+ \]? )
    | (?P<open>     \( )
    | (?P<close>    \) )
    | (?P<result>   {_RESULT} )
    | (?P<number>   [0-9]++ [.…]++ | [0-9]++ {_END} | [.…]++ )
    | (?P<mark>     [!?]++ | \$ [0-9]*+ )
    | (?P<move>     {_LETTER}++ )
    | (?P<stray>    [}}\]"]++ )
    """,
    _FLAGS,
)
_TAG_PARTS = re.compile(_TAG, _FLAGS)
_RESULT_ALONE = re.compile(_RESULT, _FLAGS)


class Token(NamedTuple):
    """A piece of the text; its kind is the name of its group above."""

    kind: str
    text: str
    offset: int


class Source:
    """A text, its tokens, and the line and column of each of its characters."""

    def __init__(self, text: str) -> None:
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._starts = [0, *(found.end() for found in re.finditer("\n", self.text))]

    def tokens(self) -> Iterator[Token]:
        for found in _TOKEN.finditer(self.text):
            kind = found.lastgroup or ""
            if kind != "space":
                yield Token(kind, found.group(), found.start())

    def place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def tag_parts(tag: Token) -> tuple[str, str]:
    """The name and the value of a tag."""
    parts = _TAG_PARTS.fullmatch(tag.text)
    assert parts is not None, f"a {tag.kind} was taken for a tag"
    return parts[1], re.sub(r'\\(["\\])', r"\1", parts[2])


def comment_text(comment: Token) -> str:
    """What a comment says; a run of white space counts as one space."""
    text = comment.text[1:-1] if comment.kind == "comment" else comment.text[1:]
    if comment.kind != "remark":
        text = re.sub(r"\\([\\}])", r"\1", text)
    return " ".join(text.split())


def result_text(text: str) -> str | None:
    """A result in its one spelling, or None if it is none."""
    if not _RESULT_ALONE.fullmatch(text):
        return None
    if "/" in text or "½" in text:
        return "1/2-1/2"
    return {"1": "1-0", "0": "0-1", "*": "*"}[text[0]]
