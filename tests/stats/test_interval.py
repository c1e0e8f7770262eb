"""The jackknife interval against the t interval, and its coverage."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from qgauge.stats.interval import GROUPS, GroupedSums, jackknife


def mean(sums: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    quotient: np.ndarray = sums[..., 1] / sums[..., 0]  # type: ignore[type-arg]
    return quotient


def grouped(values: list[float]) -> GroupedSums:
    sums = GroupedSums()
    for value in values:
        sums.add((1.0, value))
    return sums


def test_interval_of_a_mean_is_the_t_interval() -> None:
    values = [0.2, 0.4, 0.9, 0.5, 0.1]
    expected = stats.t.interval(0.95, 4, np.mean(values), np.std(values, ddof=1) / sqrt(5))
    assert jackknife(grouped(values).sums(), mean) == pytest.approx(expected)


def test_one_row_has_no_interval() -> None:
    assert jackknife(grouped([0.5]).sums(), mean) is None


def test_interval_of_equal_rows_has_no_width() -> None:
    assert jackknife(grouped([0.25] * 8).sums(), mean) == pytest.approx((0.25, 0.25))


def test_memory_is_constant_and_the_interval_correct_for_many_rows() -> None:
    random = np.random.default_rng(3)
    values = random.normal(0.5, 0.1, 20_000).tolist()
    sums = grouped(values)
    assert sums.sums().shape == (GROUPS, 2)
    assert sums.n == 20_000
    low, high = jackknife(sums.sums(), mean) or (0, 0)
    width = 2 * 1.96 * 0.1 / sqrt(20_000)
    assert high - low == pytest.approx(width, rel=0.1)
    assert (low + high) / 2 == pytest.approx(np.mean(values))


def test_interval_has_95_percent_coverage() -> None:
    random = np.random.default_rng(11)
    hits = 0
    for _ in range(600):
        found = jackknife(grouped(random.exponential(1.0, 80).tolist()).sums(), mean)
        assert found
        hits += found[0] <= 1.0 <= found[1]
    assert 0.91 <= hits / 600 <= 0.98
