"""The base classes of reference metrics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from qgauge.core import Example, Score
from qgauge.metrics.reference import TextMetric, marked


def test_each_chosen_word_is_used_once() -> None:
    assert marked(["a", "b", "a", "a"], ["a", "a"]) == [
        ("a", "matched"),
        ("b", ""),
        ("a", "matched"),
        ("a", ""),
    ]


def test_plugins_may_still_use_the_old_name_of_compare() -> None:
    with pytest.warns(DeprecationWarning, match="Same.against is deprecated; rename it to compare"):

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
