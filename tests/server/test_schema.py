"""The API is what its description says: schemathesis asks by it and checks the answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from jostle.server.app import create_app
from jostle.server.settings import Settings
from tests.serving import GENEROUS, Served, serving

SCHEMA = schemathesis.openapi.from_dict(create_app(Settings()).openapi())
# What is described wrongly is no Ok, and fails here.
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations()]  # type: ignore[union-attr]
# Requests as they should be, and where anything can be wrong with them, as they should not be.
ASKED = [
    *((operation, GenerationMode.POSITIVE) for operation in OPERATIONS),
    *(
        (operation, GenerationMode.NEGATIVE)
        for operation in OPERATIONS
        if not {"parameters", "requestBody"}.isdisjoint(operation.definition.raw)
    ),
]
TOO_LARGE = 413
load_all_checks()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("described"), "", GENEROUS) as server:
        yield server
    assert "Traceback" not in server.log.read_text()


@pytest.mark.parametrize(
    ("operation", "mode"), ASKED, ids=lambda given: getattr(given, "label", str(given))
)
def test_the_api_keeps_its_word(server: Served, operation: Any, mode: GenerationMode) -> None:
    @settings(
        max_examples=30,
        deadline=None,  # the machine may be busy with other tests
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: schemathesis.Case) -> None:
        # A text of the right shape need not name a variant, a position or a game that there is.
        left_out: list[Any] = [positive_data_acceptance]
        answer = case.call(base_url=server.url)
        if answer.status_code == TOO_LARGE:  # refused before anybody looked what is wrong with it
            left_out.append(negative_data_rejection)
        case.validate_response(answer, excluded_checks=left_out)

    ask()
