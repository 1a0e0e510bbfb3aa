"""The positions that the scripts are tested with are those that the server tells."""

from __future__ import annotations

from tests.web_positions import FILE, made


def test_the_file_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == made(), "run: python -m tests.web_positions"
