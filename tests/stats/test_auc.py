"""Area under the ROC curve: scikit-learn, hand calculations, coverage and degenerate input."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import roc_auc_score

from qgauge.stats.auc import auc


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 8).map(float), st.booleans()), min_size=2, max_size=40))
def test_equals_scikit_learn(rows: list[tuple[float, bool]]) -> None:
    scores, positive = zip(*rows, strict=True)
    assume(len(set(positive)) == 2)
    assert auc(scores, positive).value == pytest.approx(roc_auc_score(positive, scores))


def test_by_hand() -> None:
    # positives .9 .5, negatives .5 .1: higher in three of four pairs, equal in one
    found = auc([0.9, 0.5, 0.5, 0.1, None, 0.3], [True, True, False, False, True, None])
    assert found.value == 3.5 / 4
    assert (found.positives, found.negatives, found.missing, found.clusters) == (2, 2, 2, 4)
    assert found.reason == "no interval: fewer than 5 clusters"


def test_all_scores_tied_is_one_half() -> None:
    assert auc([1, 1, 1, 1], [True, False, True, False]).value == 0.5


def test_interval_is_a_jackknife_over_clusters() -> None:
    random = np.random.default_rng(7)
    groups = random.integers(0, 10, 70)
    positive = random.random(70) < 0.4
    scores = np.round(positive + random.normal(size=70), 1)
    left_out = np.array(
        [roc_auc_score(positive[groups != at], scores[groups != at]) for at in range(10)]
    )
    spread = sqrt(9 / 10 * np.sum((left_out - left_out.mean()) ** 2))
    reach = stats.t.ppf(0.975, 9) * spread
    value = roc_auc_score(positive, scores)
    found = auc(scores, positive.tolist(), groups=groups)
    assert (found.low, found.high) == pytest.approx((value - reach, value + reach))


def test_interval_has_95_percent_coverage() -> None:
    # Positive minus negative scores are normal with mean 1 and variance 2.
    truth = stats.norm.cdf(1 / sqrt(2))
    random = np.random.default_rng(8)
    hits = 0
    for _ in range(400):
        positive = np.arange(60) % 3 == 0
        found = auc(positive + random.normal(size=60), positive.tolist())
        assert found.low is not None and found.high is not None
        hits += found.low <= truth <= found.high
    assert 0.92 <= hits / 400 <= 0.98


@pytest.mark.parametrize(
    ("scores", "positive", "value", "reason"),
    [
        ([], [], None, "no row has both a score and a label"),
        ([None], [True], None, "no row has both a score and a label"),
        ([1, 2], [True, True], None, "no row is negative"),
        ([1, 2], [False, False], None, "no row is positive"),
        (
            [1, 2, 3, 4, 5],
            [False, False, True, True, True],
            1,
            "no interval: the ranking is perfect, so its estimated variance is 0",
        ),
        (
            [1, 2, 3, 4, 5],
            [False, False, True, False, False],
            0.5,
            "no interval: one cluster has all positives or all negatives",
        ),
    ],
)
def test_degenerate_input_has_a_reason(
    scores: list[float | None], positive: list[bool | None], value: float | None, reason: str
) -> None:
    found = auc(scores, positive)
    assert (found.value, found.low, found.reason) == (value, None, reason)
