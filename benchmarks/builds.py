"""The two versions that are compared, a commit and the working tree, in a temporary folder."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.processes import ProcessFailed, run

SOURCE = "src"
PACKAGE = "jostle"
SHORT_ID = 7
JOSTLE = ("-m", PACKAGE)  # arguments of Python


class BadCommit(Exception):
    """There is no such commit, or its source cannot be run."""


@dataclass(frozen=True)
class Build:
    """A version of the package whose source is in ``folder``, with its own cache."""

    name: str
    folder: Path

    @property
    def source(self) -> Path:
        """What Python imports the package from."""
        return self.folder / SOURCE

    @property
    def settings(self) -> dict[str, str]:
        """The environment variables that select this version.

        PYTHONPATH comes before the folders that ``.pth`` files of an editable installation add.
        In the user's cache directory, new kernels would displace older ones.
        """
        return {"PYTHONPATH": str(self.source), "XDG_CACHE_HOME": str(self.folder / "cache")}

    @property
    def environment(self) -> dict[str, str]:
        """The environment of its processes, without the user's tables and settings."""
        data = str(self.folder / "data")
        return {**os.environ, "XDG_DATA_HOME": data, "XDG_CONFIG_HOME": data, **self.settings}

    def jostle(self, *arguments: str) -> str:
        """Run its ``jostle`` command; return the standard output."""
        return run([*JOSTLE, *arguments], self.environment)

    def games(self) -> list[str]:
        """The names of its games."""
        return [game["game"] for game in json.loads(self.jostle("games", "--json"))]

    def check_import(self) -> None:
        """Raise BadCommit unless Python imports this version."""
        code = f"import {PACKAGE}; print({PACKAGE}.__file__)"
        try:
            imported = run(["-c", code], self.environment).strip()
        except ProcessFailed as error:
            raise BadCommit(f"{self.name} cannot be imported: {error}") from None
        if not Path(imported).resolve().is_relative_to(self.source.resolve()):
            expected = self.source / PACKAGE
            raise BadCommit(f"{self.name}: Python imports {imported} instead of {expected}")


def git(root: Path, *arguments: str) -> bytes:
    """Run git in a folder; return the standard output."""
    try:
        done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, check=True)
    except FileNotFoundError:
        raise BadCommit("git is not installed") from None
    except subprocess.CalledProcessError as error:
        raise BadCommit(error.stderr.decode(errors="replace").strip()) from None
    return done.stdout


def find_commit(root: Path, name: str) -> str:
    """The full id of the commit that a name stands for in the checkout ``root``."""
    try:
        top = git(root, "rev-parse", "--show-toplevel").decode().strip()
    except BadCommit as error:
        raise BadCommit(f"{root} is not a git checkout ({error})") from None
    if Path(top).resolve() != root.resolve():
        raise BadCommit(f"{root} is not a git checkout, but a folder of {top}")
    try:
        found = git(root, "rev-parse", "--verify", f"{name}^{{commit}}")
    except BadCommit:
        raise BadCommit(f"no commit {name!r} in {root}") from None
    return found.decode().strip()


@contextlib.contextmanager
def builds(root: Path, commit: str) -> Iterator[tuple[Build, Build]]:
    """Copy the commit and the working tree to a temporary folder, and remove it at the end.

    An edit while both are measured changes neither. Both use the packages installed for this
    Python.
    """
    with tempfile.TemporaryDirectory(prefix="jostle-against-") as folder:
        old = Build(commit[:SHORT_ID], Path(folder) / "commit")
        new = Build("working tree", Path(folder) / "working-tree")
        try:
            archive = git(root, "archive", "--format=zip", commit, f"{SOURCE}/{PACKAGE}")
        except BadCommit as error:
            raise BadCommit(f"{old.name} has no {SOURCE}/{PACKAGE} ({error})") from None
        zipfile.ZipFile(io.BytesIO(archive)).extractall(old.folder)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / SOURCE / PACKAGE, new.source / PACKAGE, ignore=ignored)
        for build in (old, new):
            build.check_import()
        yield old, new
