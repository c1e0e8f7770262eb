"""What all metrics with references share."""

from __future__ import annotations

from qgauge.metrics.reference import marked


def test_each_chosen_word_marks_one_word() -> None:
    assert marked(["a", "b", "a", "a"], ["a", "a"]) == [
        ("a", "matched"),
        ("b", ""),
        ("a", "matched"),
        ("a", ""),
    ]
