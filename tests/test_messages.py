"""The catalogue of messages: every sentence is in it, and every sentence of it is said."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator

import pytest

from jostle.core.messages import catalogue, languages
from jostle.games import game_class
from jostle.server.site.quiz_json import game_quiz
from tests.package import GAMES, pages, sources


@pytest.mark.parametrize("language", languages())
def test_all_languages_have_the_same_keys(language: str) -> None:
    assert "en" in languages()
    assert set(catalogue(language)) == set(catalogue("en"))
    for key, template in catalogue(language).items():
        fields = {field for _, field, _, _ in string.Formatter().parse(template) if field}
        english = {
            field for _, field, _, _ in string.Formatter().parse(catalogue("en")[key]) if field
        }
        assert fields == english, key


# What is the same in all languages: names and signs. Commands are typed as they are.
NAMES = re.compile(
    r"\b(jostle|pomeczi|push push|pushee pieces|elo|kb|mb|gif|pdf|png|svg|min|h|s|r|esc|a|perft)\b",
    re.IGNORECASE,
)
COMMANDS = "play.usage."


def words_of(template: str) -> str:
    """A template without its parameters, names and signs."""
    return re.sub(r"[^\w]|\d|_", "", NAMES.sub("", re.sub(r"\{[^{}|]*\}", "", template)))


@pytest.mark.parametrize("language", [name for name in languages() if name != "en"])
def test_every_sentence_is_translated(language: str) -> None:
    english = catalogue("en")
    left = [
        key
        for key, template in catalogue(language).items()
        if template == english[key] and words_of(template) and not key.startswith(COMMANDS)
    ]
    assert left == []


def test_the_test_of_translations_can_fail() -> None:
    assert words_of("{count} {count:move|moves}, {name}")
    assert words_of("Play")
    assert not words_of("{title} ({options}) · Jostle")


def strings_in(tree: ast.Module) -> Iterator[str]:
    """The strings of a file, docstrings among them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def pattern_of(node: ast.JoinedStr) -> str:
    """An f-string as a pattern, in which a hole is anything without a dot."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else "([^.]+)"
        for part in node.values
    )


def patterns_in(tree: ast.Module) -> Iterator[str]:
    """The f-strings of a file that may make a key or a part of one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            pattern = pattern_of(node)
            if re.search("[a-z-]", pattern.replace("([^.]+)", "")):
                yield pattern


def asked_keys(tree: ast.Module) -> Iterator[str]:
    """Patterns of the keys that a file asks the catalogue for in so many words."""
    constants = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        called = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
        if called in ("message", "say") and node.args:
            yield from patterns_of(node.args[0], constants)
        elif called == "bad_position" and len(node.args) > 1:
            yield from patterns_of(node.args[1], constants)
        elif called == "refused" and len(node.args) == 3:
            for game in patterns_of(node.args[0], constants):
                for rule in patterns_of(node.args[1], constants):
                    for case in patterns_of(node.args[2], constants):
                        yield rf"{game}\.refusal\.{rule}\.{case}"


def patterns_of(node: ast.expr, constants: dict[str, ast.expr]) -> list[str]:
    """What an expression may be, as patterns; anything if that cannot be told from here."""
    if isinstance(node, ast.Name) and node.id in constants:
        node = constants[node.id]
    if isinstance(node, ast.Constant):
        return [re.escape(str(node.value))]
    if isinstance(node, ast.IfExp):
        return patterns_of(node.body, constants) + patterns_of(node.orelse, constants)
    if isinstance(node, ast.JoinedStr) and "." in pattern_of(node).replace("([^.]+)", ""):
        return [pattern_of(node)]
    return [".+"]


def template_patterns_in(script: str) -> Iterator[str]:
    """The template strings of a script that may make a key, as patterns."""
    for template in re.findall(r"`([^`\s]*)`", script):
        parts = re.split(r"\$\{[^}]*\}", template)
        if any(re.search("[a-z-]", part) for part in parts):
            yield "([^.]+)".join(map(re.escape, parts))


def test_every_key_asked_for_exists() -> None:
    keys = catalogue("en")
    asked = {pattern for tree in sources().values() for pattern in asked_keys(tree)}
    assert len(asked) > 100
    missing = [pattern for pattern in asked if not any(re.fullmatch(pattern, key) for key in keys)]
    assert missing == []


def test_every_string_that_looks_like_a_key_is_one() -> None:
    tables = {key.partition(".")[0] for key in catalogue("en")}
    strays = {
        text
        for tree in sources().values()
        for text in strings_in(tree)
        if re.fullmatch(r"[a-z-]+(\.[A-Za-z0-9-]+)+", text)
        and text.partition(".")[0] in tables
        and text not in catalogue("en")
    }
    assert strays == set()


def test_every_key_that_a_page_asks_for_exists() -> None:
    asked = {
        key for text in pages().values() for key in re.findall(r"\bweb(?:\.[a-z][a-z-]*)+\b", text)
    }
    keys = catalogue("en")
    tables = {key.rpartition(".")[0] for key in keys}
    assert len(asked) > 10
    assert asked - set(keys) - tables == set()  # a template may begin with a table's name


def test_every_key_is_used() -> None:
    """A key stands in the code, or an f-string or a template makes it of words that stand there."""
    trees = sources().values()
    words = {text for tree in trees for text in strings_in(tree)} | set(GAMES)
    words |= {piece.kind for name in GAMES for piece in game_class(name).pieces}
    words |= {reason for name in GAMES for reason in game_quiz(name).reasons}
    words |= {
        target.id.lower()  # members of enums tell their names
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for line in node.body
        if isinstance(line, ast.Assign)
        for target in line.targets
        if isinstance(target, ast.Name)
    }
    patterns = [re.compile(pattern) for tree in trees for pattern in set(patterns_in(tree))]
    for text in pages().values():
        words |= set(re.findall(r"[\w.-]+", text))
        patterns += map(re.compile, set(template_patterns_in(text)))

    def said(text: str) -> bool:
        made = (pattern.fullmatch(text) for pattern in patterns)
        return text in words or any(match and all(map(said, match.groups())) for match in made)

    assert [key for key in catalogue("en") if not said(key)] == []


def test_the_test_of_keys_can_fail() -> None:
    """An unused key and a missing one would be found."""
    tree = ast.parse('say("no.such-key")\nsay(f"{kind}.no-such-end")\nrefused(GAME, "P9", "odd")')
    keys = catalogue("en")
    asked = list(asked_keys(tree))
    assert asked == [r"no\.such\-key", r"([^.]+)\.no\-such\-end", r".+\.refusal\.P9\.odd"]
    assert not any(re.fullmatch(pattern, key) for pattern in asked for key in keys)
