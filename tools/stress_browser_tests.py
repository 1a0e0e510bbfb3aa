"""``make stress``: run the browser tests where pages are slow, to find what depends on time.

Three runs: beside a busy process for each core, with a throttled processor, and on a slow network.
The last two are settings of ``tests/browser/people.py``.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager

from rich.console import Console

TESTS = "tests/browser"
SETTINGS: Mapping[str, Mapping[str, str]] = {
    "busy": {},
    "processor": {"JOSTLE_TEST_CPU_SLOWDOWN": "4"},
    "network": {"JOSTLE_TEST_LATENCY": "400"},
}
BUSY = "while True: pass"


@contextmanager
def busy_process() -> Iterator[None]:
    """A process that uses a whole core."""
    process = subprocess.Popen([sys.executable, "-c", BUSY])
    try:
        yield
    finally:
        process.kill()
        process.wait()


def main() -> int:
    """Run the tests as often as asked; return 1 if a run failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", help=f"of {', '.join(SETTINGS)}; all if left out")
    parser.add_argument("--times", type=int, default=1, help="how often each is run")
    given = parser.parse_args()
    if unknown := set(given.kinds) - set(SETTINGS):
        parser.error(f"{', '.join(sorted(unknown))} is none of {', '.join(SETTINGS)}")
    console = Console()
    failed = 0
    for kind in given.kinds or SETTINGS:
        for number in range(1, given.times + 1):
            console.rule(f"{kind}, run {number} of {given.times}")
            with ExitStack() as stack:
                for _ in range(os.cpu_count() or 1) if kind == "busy" else ():
                    stack.enter_context(busy_process())
                command = [sys.executable, "-m", "pytest", "-q", TESTS]
                failed += (
                    subprocess.run(command, env={**os.environ, **SETTINGS[kind]}).returncode != 0
                )
    console.print(f"{failed} runs failed" if failed else "all runs passed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
