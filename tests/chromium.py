"""The system's browser, for tests and screenshots: the one without windows if it is there."""

from __future__ import annotations

import shutil

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


def chromium_path() -> str:
    """Where it is; the same engine in the shell for programs needs far less of the machine."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert path is not None, "Chromium is missing; tools/install_services.sh installs it"
    return path
