"""The README tells the truth: its examples run, and its pictures are what the project draws."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from tools.draw_pictures import FOLDER, pictures

from jostle.cli import run

README = Path(__file__).parents[1] / "README.md"


@pytest.mark.usefixtures("empty_home")
def test_python_examples() -> None:
    examples = README.read_text(encoding="utf-8")
    assert len(re.findall(r"^```python", examples, re.MULTILINE)) == 5
    result = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert result.attempted >= 15
    assert result.failed == 0


@pytest.mark.parametrize("name", pictures())
def test_pictures_are_drawn_by_the_project(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8") == pictures()[name]
    assert f"docs/pictures/{name}" in README.read_text(encoding="utf-8")


def commands() -> list[str]:
    """The commands of the README that neither wait for a person nor take long.

    Solving tells its progress, so it is another test's.
    """
    text = README.read_text(encoding="utf-8")
    lines = re.findall(r"^jostle .*$", text, re.MULTILINE)
    return [line for line in lines if not re.match(r"jostle (serve|play|bench|solve)", line)]


@pytest.mark.usefixtures("empty_home")
@pytest.mark.parametrize("line", commands())
def test_commands(
    line: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "docs").symlink_to(README.parent / "docs")
    monkeypatch.chdir(tmp_path)  # where some of them write files
    if line.startswith("jostle probe"):
        assert run(["solve", "pomeczi:board=3x3"]) == 0
        capsys.readouterr()
    assert run(shlex.split(line, comments=True)[1:]) == 0
    output = capsys.readouterr()
    assert output.out
    assert output.err == ""
