"""Compiling kernels, and keeping the compiled code where it can never be stale.

Numba notices an edit only in the file of the function itself, not in what that function calls. So
the cache directory is named by a digest of every source file that compiled code can depend on, of
the versions of Python and Numba, and of the processor.
"""

from __future__ import annotations

import ast
import hashlib
import os
import re
import shutil
import sys
import tempfile
import threading
import types
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import llvmlite.binding
import numba
import platformdirs

PACKAGE = Path(__file__).parents[1]
KEPT_CACHES = 5
COMPILES = re.compile(
    r"^from jostle\.core\.compiling import .*\b(compiled|inlined|specialise)\b", re.M
)

Function = TypeVar("Function", bound=Callable[..., Any])

# Numba's setting is one for all threads, and modules that compile are imported in several.
_setting = threading.Lock()


# Called with a function's name once it is compiled or loaded, for a progress bar.
on_compiled: list[Callable[[str], None]] = []


def compiled(signature: Any) -> Callable[[Function], Function]:
    """Compile a function for one signature, from the cache where possible."""

    def compile_now(function: Function) -> Function:
        return cast(Function, _sealed(_cached(function), signature))

    return compile_now


def inlined(function: Function) -> Function:
    """Mark a function as part of whatever compiled function calls it.

    It is compiled with its callers and not kept by itself, so a start from the cache skips it.
    """
    return cast(Function, numba.njit(nogil=True)(function))


def specialise(
    template: Callable[..., Any], owner: str, signature: Any, names: dict[str, Any]
) -> Callable[..., Any]:
    """Compile a copy of ``template`` in which ``names`` stand for one game's own functions.

    A function handed over as an argument or held in a closure is never found in the cache again;
    one reached through the globals is, and is inlined besides. The copy needs a qualified name of
    its own, or the second game would silently get the first one's machine code.
    """
    scope = {**template.__globals__, **names}
    copy = types.FunctionType(template.__code__, scope, template.__name__)
    names_apart = f"{owner}_{template.__module__}_{template.__qualname__}"
    copy.__qualname__ = names_apart.replace(".", "_")
    copy.__module__ = template.__module__
    special = _cached(copy)
    scope[template.__name__] = special  # so that it can call itself
    return cast(Callable[..., Any], _sealed(special, signature))


def _cached(function: Callable[..., Any]) -> Any:
    """A dispatcher that keeps its code in our directory; other users of Numba keep theirs."""
    config: Any = numba.config
    with _setting:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache_directory())
        try:
            return numba.njit(nogil=True, cache=True)(function)
        finally:
            config.CACHE_DIR = before


def _sealed(dispatcher: Any, signature: Any) -> Any:
    """Compile for this signature and no other, so that a wrong type is an error, not a surprise."""
    dispatcher.compile(signature)
    dispatcher.disable_compile()
    for listener in on_compiled:
        listener(dispatcher.__name__)
    return dispatcher


@cache
def cache_directory() -> Path:
    """Where this version's compiled code is kept; made if need be."""
    name = digest(compiled_sources())
    for parent in (platformdirs.user_cache_path("jostle"), Path(tempfile.gettempdir())):
        directory = parent / "kernels" / name
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue  # a home that cannot be written to; the temporary directory serves
        if os.access(directory, os.W_OK):
            return directory
    raise OSError("no place to keep compiled kernels: neither the cache nor /tmp can be written")


def clear_old_caches(current: Path) -> None:
    """Remove all but the newest caches beside this one, which becomes the newest."""
    os.utime(current)
    caches = sorted(current.parent.iterdir(), key=lambda path: path.stat().st_mtime)
    for old in caches[:-KEPT_CACHES]:
        shutil.rmtree(old, ignore_errors=True)  # another process may be clearing it too


def digest(sources: list[Path]) -> str:
    """A name for exactly these sources on this Python, Numba and processor."""
    summary = hashlib.sha256()
    for word in (
        str(PACKAGE),  # Numba keeps the code of two checkouts apart
        sys.version,
        numba.__version__,
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
    ):
        summary.update(word.encode() + b"\0")
    for path in sources:
        summary.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0")
        summary.update(path.read_bytes() + b"\0")
    return summary.hexdigest()[:16]


def compiled_sources() -> list[Path]:
    """Every file that compiled code can depend on: those that compile, and all they import."""
    texts = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    waiting = [path for path, text in texts.items() if COMPILES.search(text)]
    found = {Path(__file__).resolve()}
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += imported_files(texts[path])
    return sorted(found)


def imported_files(text: str) -> list[Path]:
    """The package's own files that a source text imports, except for types alone."""
    files = []
    waiting: list[ast.AST] = [ast.parse(text)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        waiting += ast.iter_child_nodes(node)
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            if name.split(".")[0] == PACKAGE.name:
                place = PACKAGE.parent.joinpath(*name.split("."))
                files += [place.with_suffix(".py"), place / "__init__.py"]
    return [file for file in files if file.is_file() and file.parent != PACKAGE]
