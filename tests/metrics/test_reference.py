"""What all metrics with references share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from qgauge.core import Example, Score
from qgauge.metrics.reference import TextMetric, marked


def test_each_chosen_word_marks_one_word() -> None:
    assert marked(["a", "b", "a", "a"], ["a", "a"]) == [
        ("a", "matched"),
        ("b", ""),
        ("a", "matched"),
        ("a", ""),
    ]


def test_a_metric_of_another_package_may_still_call_compare_against() -> None:
    with pytest.warns(DeprecationWarning, match="Same.against should be called compare"):

        @dataclass(frozen=True)
        class Same(TextMetric):
            name: ClassVar[str] = "same"
            about: ClassVar[str] = "is it the reference?"

            def prepare(self, text: str) -> str:
                return text

            def against(self, question: str, references: Sequence[str]) -> Score:
                return Score(float(question in references))

            def view(self, question: str, references: Sequence[str], score: Score) -> Any:
                return {}

    (score,) = Same().score([Example("1", "Why?", ("Who?", "Why?"))], {})
    assert score.value == 1.0
