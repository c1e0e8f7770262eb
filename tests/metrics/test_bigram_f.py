"""bigram_f: the formula worked out by hand."""

from __future__ import annotations

import pytest

from qgauge.core import Example
from qgauge.metrics import create


def test_bigrams_by_hand() -> None:
    # who built | built the | the old | old tower against who built | built the | the tower:
    # 2 of 4 and 2 of 3, F = 2 x .5 x .6667 / 1.1667 = 4/7
    metric = create("bigram_f")
    example = Example("1", "Who built the old tower?", ("Who built the tower?",))
    (score,) = metric.score([example], {})
    assert score.parts == pytest.approx({"precision": 1 / 2, "recall": 2 / 3})
    assert score.value == pytest.approx(4 / 7)
    (view,) = metric.explain(example, {}).evidence["views"]
    assert view["question"] == [
        ("who built", "matched"),
        ("built the", "matched"),
        ("the old", ""),
        ("old tower", ""),
    ]


def test_repeated_bigrams_are_clipped() -> None:
    # why why, three times, against once: P = 1/3, R = 1, F = .5
    (score,) = create("bigram_f").score([Example("1", "why why why why", ("why why",))], {})
    assert score.value == pytest.approx(0.5)


def test_one_word_has_no_bigrams() -> None:
    metric = create("bigram_f")
    none, zero = metric.score(
        [Example("1", "Why not?", ("Why?",)), Example("2", "Why?", ("Why not?",))], {}
    )
    assert none.value is None and none.unscored
    assert zero.value == 0
