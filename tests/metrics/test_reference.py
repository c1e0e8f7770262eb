"""What all metrics with references share."""

from __future__ import annotations

import time

from qgauge.metrics.reference import marked


def test_each_chosen_word_marks_one_word() -> None:
    assert marked(["a", "b", "a", "a"], ["a", "a"]) == [
        ("a", "matched"),
        ("b", ""),
        ("a", "matched"),
        ("a", ""),
    ]


def test_a_hundred_thousand_words_are_marked_in_a_moment() -> None:
    words = [f"w{at}" for at in range(100_000)]
    started = time.perf_counter()
    pairs = marked(words, words[::-1])
    assert time.perf_counter() - started < 10  # it takes .1 s; comparing each with each, minutes
    assert all(mark == "matched" for _, mark in pairs)
