"""The API is what its description says: schemathesis asks by it and checks the answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tests.serving import GENEROUS, serving


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The description that a real server gives of itself."""
    with serving(tmp_path_factory.mktemp("described"), "", GENEROUS) as server:
        yield schemathesis.openapi.from_url(f"{server.url}/openapi.json")
        assert "Traceback" not in server.log.read_text()


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(
    max_examples=40,
    deadline=None,  # the machine may be busy with other tests
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_the_api_keeps_its_word(case: schemathesis.Case) -> None:
    case.call_and_validate()
