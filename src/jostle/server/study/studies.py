"""Shared studies: a study is a record, with its variations, comments and marks."""

from __future__ import annotations

import re
from hashlib import blake2b

from jostle.core.errors import RecordError
from jostle.core.messages import message
from jostle.core.record import Record
from jostle.server.study.importing import import_text
from jostle.server.wire.views import View

DIGEST = 10  # bytes
STUDY_ID = re.compile(f"[0-9a-f]{{{2 * DIGEST}}}")


def read_study(text: str) -> View:
    """A record that must be right, as plain values; the error names the first problem."""
    found = import_text(text, None, 0)
    problems, read = found["problems"], found["read"]
    if problems:
        first, more = problems[0], len(problems) - 1
        place = {"line": first["line"], "column": first["column"]}
        key = "record.problems" if more else "record.problem"
        raise RecordError(message(key, **place, reason=first["message"], more=more))
    if read is None or len(found["records"]) != 1:
        raise RecordError(message("study.one-record"))
    view: View = read
    return view


def study_id(record: str) -> str:
    """The id of a record in its one spelling: what is behind it never changes."""
    return blake2b(record.encode(), digest_size=DIGEST).hexdigest()


def without_clocks(record: Record) -> Record:
    """A record without what the players' clocks showed, which says nothing about the moves."""
    for played in record.line.moves:
        played.clock = None
    return record
