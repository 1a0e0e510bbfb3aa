"""What is wrong with a request's shape, in words: the framework's findings by our catalogue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jostle.core.errors import JostleError
from jostle.core.messages import Message, message

# By the framework's name for a finding: our key, and under which name it tells our parameter.
FINDINGS: Mapping[str, tuple[str, dict[str, str]]] = {
    "missing": ("missing", {}),
    "extra_forbidden": ("unknown", {}),
    "string_type": ("text", {}),
    "string_too_long": ("long", {"most": "max_length"}),
    "string_too_short": ("short", {"least": "min_length"}),
    "string_pattern_mismatch": ("pattern", {}),
    "int_type": ("whole-number", {}),
    "int_parsing": ("whole-number", {}),
    "int_from_float": ("whole-number", {}),
    "float_type": ("number", {}),
    "float_parsing": ("number", {}),
    "finite_number": ("number", {}),
    "bool_type": ("yes-no", {}),
    "bool_parsing": ("yes-no", {}),
    "greater_than_equal": ("at-least", {"least": "ge"}),
    "less_than_equal": ("at-most", {"most": "le"}),
    "list_type": ("list", {}),
    "too_long": ("many", {"most": "max_length"}),
    "dict_type": ("object", {}),
    "model_type": ("object", {}),
    "model_attributes_type": ("object", {}),
    "literal_error": ("words", {"right": "expected"}),
    "enum": ("words", {"right": "expected"}),
    "union_tag_invalid": ("words", {"right": "expected_tags"}),
    "union_tag_not_found": ("missing", {}),
    "json_invalid": ("json", {}),
}


class BadText(JostleError):
    """A text that nobody should have to read."""

    code = "format"


def told_finding(findings: Sequence[Mapping[str, Any]]) -> Message:
    """What is wrong in the first place."""
    first = findings[0]
    told: Mapping[str, Any] = first.get("ctx") or {}
    key, parameters = FINDINGS.get(first["type"], ("other", {}))
    if isinstance(error := told.get("error"), JostleError):
        return error.message
    if not all(name in told for name in parameters.values()):
        key, parameters = "other", {}
    given = {ours: told[theirs] for ours, theirs in parameters.items()}
    if key == "words":
        given["right"] = str(given["right"]).replace("'", "")
    if key == "other":
        given["technical"] = first["msg"]
    return message(f"server.format.{key}", **given)
