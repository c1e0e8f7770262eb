"""Comparison of dependent correlations: Williams' test, and the bootstrap against a naive loop."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from qgauge.stats.correlation import Kind
from qgauge.stats.dependent import compare_correlations, williams


def three(random: np.random.Generator, n: int, first: float, second: float, between: float):  # type: ignore[no-untyped-def]
    """Draw the scores of two metrics and ratings with the given correlations."""
    cover = [[1, between, first], [between, 1, second], [first, second, 1]]
    return random.multivariate_normal([0, 0, 0], cover, n).T


def test_williams_by_hand() -> None:
    # Case A of Steiger (1980): r .4 and .5, between .1, n 103. psych::r.test prints t .89, p .37.
    # |R| = 1 - .16 - .25 - .01 + .04 = .62; 2 * .62 * 102/100 + .2025 * .729 = 1.4124
    found = williams(0.4, 0.5, 0.1, 103)
    assert found is not None
    t, p = found
    assert t == pytest.approx(0.1 * sqrt(102 * 1.1 / (1.2648 + 0.2025 * 0.729)))
    assert (t, p) == pytest.approx((0.89, 0.37), abs=0.006)
    assert p == pytest.approx(2 * stats.t.sf(t, 100))
    assert williams(0.5, 0.4, 0.1, 103) == pytest.approx((-t, p))


def test_williams_is_close_to_steigers_z() -> None:
    # Steiger's (1980) z tests the same hypothesis with pooled correlations.
    first, second, between, n = 0.45, 0.6, 0.5, 300
    mean = (first + second) / 2
    rest = 1 - 2 * mean**2
    covariance = (between * rest - 0.5 * mean**2 * (rest - between**2)) / (1 - mean**2) ** 2
    z = (np.arctanh(second) - np.arctanh(first)) * sqrt((n - 3) / (2 - 2 * covariance))
    found = williams(first, second, between, n)
    assert found is not None
    assert found[0] == pytest.approx(z, rel=0.02)


def test_williams_is_undefined_for_the_same_metric_twice() -> None:
    assert williams(0.5, 0.5, 1.0, 50) is None
    assert williams(0.5, 0.4, 0.1, 3) is None
    # Rounding may push a correlation past 1.
    assert williams(0.5, -0.5, -1.0000000000000002, 50) in (None, (0, 1))


@pytest.mark.parametrize("kind", ["pearson", "spearman"])
def test_interval_equals_a_naive_loop_over_the_same_resamples(kind: str) -> None:
    random = np.random.default_rng(2)
    one, other, human = np.round(three(random, 90, 0.3, 0.6, 0.4), 1)
    groups = random.integers(0, 18, 90)
    oracle = {"pearson": stats.pearsonr, "spearman": stats.spearmanr}[kind]
    same = np.random.default_rng(5)
    gaps = []
    for _ in range(150):
        picked = same.integers(0, 18, 18)
        rows = np.concatenate([np.flatnonzero(groups == label) for label in picked])
        gaps.append(
            oracle(other[rows], human[rows]).statistic - oracle(one[rows], human[rows]).statistic
        )
    found = compare_correlations(
        one,
        other,
        human,
        kind=kind,  # type: ignore[arg-type]
        groups=groups,
        resamples=150,
        seed=5,
    )
    # expanded percentile interval (Hesterberg 2015)
    tail = stats.norm.sf(stats.t.ppf(0.975, 17) * sqrt(18 / 17))
    ends = np.quantile(gaps, [tail, 1 - tail], method="weibull")
    assert (found.low, found.high) == pytest.approx(tuple(ends))
    assert found.p == pytest.approx(2 * (1 + np.sum(np.array(gaps) <= 0)) / 151)
    assert found.first == pytest.approx(oracle(one, human).statistic)
    assert found.second == pytest.approx(oracle(other, human).statistic)
    assert found.clusters == 18


def test_kendall_interval_is_a_jackknife_over_clusters() -> None:
    random = np.random.default_rng(2)
    one, other, human = np.round(three(random, 60, 0.3, 0.6, 0.4), 1)
    groups = random.integers(0, 12, 60)

    def gap(kept: np.ndarray) -> float:  # type: ignore[type-arg]
        first, second = (stats.kendalltau(x[kept], human[kept]).statistic for x in (one, other))
        return float(second - first)

    without = np.array([gap(groups != label) for label in range(12)])
    spread = sqrt(11 / 12 * np.sum((without - without.mean()) ** 2))
    reach = stats.t.ppf(0.975, 11) * spread
    value = gap(np.full(60, True))
    found = compare_correlations(one, other, human, kind="kendall", groups=groups)
    assert found.value == pytest.approx(value)
    assert (found.low, found.high) == pytest.approx((value - reach, value + reach))
    assert found.p == pytest.approx(2 * stats.t.sf(abs(value) / spread, 11))
    assert (found.williams_p, found.clusters) == (None, 12)


def test_clusters_invalidate_williams_test_but_not_the_bootstrap() -> None:
    # The rows of a cluster are copies: Williams' test counts 200 independent rows, but 40 are.
    random = np.random.default_rng(8)
    groups = np.repeat(np.arange(40), 5)
    alarms = {"williams": 0, "bootstrap": 0}
    for seed in range(150):
        columns = np.repeat(three(random, 40, 0.5, 0.5, 0.6), 5, axis=1)
        found = compare_correlations(*columns, groups=groups, resamples=150, seed=seed)
        assert found.p is not None and found.williams_p is not None
        alarms["williams"] += found.williams_p < 0.05
        alarms["bootstrap"] += found.p < 0.05
    assert alarms["bootstrap"] / 150 < 0.11 < 0.25 < alarms["williams"] / 150


def test_false_positive_rate_is_5_percent() -> None:
    random = np.random.default_rng(3)
    alarms = {"williams": 0, "bootstrap": 0}
    for seed in range(250):
        columns = three(random, 60, 0.5, 0.5, 0.6)
        found = compare_correlations(*columns, resamples=150, seed=seed)
        assert found.p is not None and found.williams_p is not None
        alarms["williams"] += found.williams_p < 0.05
        alarms["bootstrap"] += found.p < 0.05
    assert 0.015 <= alarms["williams"] / 250 <= 0.09
    assert 0.015 <= alarms["bootstrap"] / 250 <= 0.09


@pytest.mark.parametrize("kind", ["pearson", "spearman", "kendall"])
def test_a_metric_does_not_differ_from_itself(kind: Kind) -> None:
    random = np.random.default_rng(3)
    scores, human = random.normal(size=(2, 30))
    found = compare_correlations(scores, scores, human, kind=kind)
    assert (found.value, found.low, found.high, found.p) == (0, 0, 0, 1)
    assert found.williams_p is None


def test_rows_need_all_three_values() -> None:
    found = compare_correlations([1, 2, 3, 4, 5, 9], [2, 1, 3, 5, None, 1], [1, 2, 4, 3, 5, None])
    assert (found.n, found.missing) == (4, 2)
    assert found.reason == "no interval: fewer than 5 clusters"
    assert found.second == pytest.approx(stats.pearsonr([2, 1, 3, 5], [1, 2, 4, 3]).statistic)


@pytest.mark.parametrize(
    ("first", "second", "ratings", "reason"),
    [
        ([1, 2, 3], [1, 2, 3], [1, 2, 3], "fewer than 4 rows have all three values"),
        ([1, 1, 1, 1], [1, 2, 3, 4], [1, 2, 3, 4], "the first scores are constant"),
        ([1, 2, 3, 4], [1, 1, 1, 1], [1, 2, 3, 4], "the second scores are constant"),
        ([1, 2, 3, 4], [1, 2, 3, 5], [1, 1, 1, 1], "the ratings are constant"),
    ],
)
def test_degenerate_input_has_a_reason(
    first: list[float], second: list[float], ratings: list[float], reason: str
) -> None:
    found = compare_correlations(first, second, ratings)
    assert (found.value, found.p, found.williams_p, found.reason) == (None, None, None, reason)
