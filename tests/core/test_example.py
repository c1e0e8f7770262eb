"""Examples refuse values that are not strings."""

from __future__ import annotations

from typing import Any

import pytest

from qgauge.core import BadInput, Example


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"id": 1}, "id"),
        ({"question": None}, "question"),
        ({"question": float("nan")}, "question"),
        ({"references": "Who?"}, "references"),
        ({"references": None}, "references"),
        ({"references": (1,)}, "references"),
        ({"sentences": "One. Two."}, "sentences"),
        ({"passage": ["One."]}, "passage"),
        ({"answer": 5}, "answer"),
        ({"system": None}, "system"),
    ],
)
def test_non_strings_are_refused(fields: dict[str, Any], field: str) -> None:
    given: dict[str, Any] = {"id": "1", "question": "Who?", **fields}
    with pytest.raises(BadInput, match=f"^field '{field}': must be a "):
        Example(**given)


def test_sequences_become_tuples() -> None:
    example = Example("1", "Who?", ["Who?", "Why?"], sentences=["One."])  # type: ignore[arg-type]
    assert example == Example("1", "Who?", ("Who?", "Why?"), sentences=("One.",))
