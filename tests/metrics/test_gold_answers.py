"""The expected answers of an example."""

from __future__ import annotations

from typing import Any

import pytest

from qgauge.core import Example
from qgauge.metrics.gold_answers import gold_answers


@pytest.mark.parametrize(
    ("answer", "more", "golds"),
    [
        ("Bram", {}, ("Bram",)),
        ("Bram", {"answers": ["the fisherman", "Bram", " "]}, ("Bram", "the fisherman")),
        (
            "Bram",
            {"answers": {"text": ["Bram", "old Bram"], "answer_start": [1]}},
            ("Bram", "old Bram"),
        ),
        ("Bram", {"answers": "the fisherman"}, ("Bram",)),
        (None, {}, ()),
    ],
)
def test_gold_answers(answer: str | None, more: dict[str, Any], golds: tuple[str, ...]) -> None:
    assert gold_answers(Example("1", "Who?", answer=answer, meta=more)) == golds
