"""Insertions that know what to do if the row is there already."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_into(table: Table, dialect: str) -> Any:
    """The dialect's own insertion."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
