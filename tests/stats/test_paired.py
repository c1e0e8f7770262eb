"""Paired tests: hand cases, exact enumeration and false positive rates."""

from __future__ import annotations

from itertools import product
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multitest import multipletests

from qgauge.stats.paired import compare, holm


def mean(sums: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    quotient: np.ndarray = sums[..., 1] / sums[..., 0]  # type: ignore[type-arg]
    return quotient


def rows(values: list[float]) -> np.ndarray:  # type: ignore[type-arg]
    return np.array([(1.0, value) for value in values])


def test_randomisation_is_close_to_the_exact_permutation_test() -> None:
    first, second = [0.1, 0.5, 0.3, 0.6, 0.2, 0.4], [0.2, 0.7, 0.6, 0.5, 0.4, 0.6]
    gaps = np.array(second) - np.array(first)
    flipped = [abs(np.mean(gaps * signs)) for signs in product((1, -1), repeat=6)]
    exact = np.mean(np.array(flipped) >= abs(gaps.mean()) - 1e-12)
    found = compare(rows(first), rows(second), mean, resamples=20_000, seed=1)
    assert found.randomisation_p == pytest.approx(exact, abs=0.01)
    assert found.difference == pytest.approx(gaps.mean())
    assert found.n == 6


def test_equals_scipys_permutation_test() -> None:
    random = np.random.default_rng(5)
    first = random.normal(0, 1, 60)
    second = first + random.normal(0.25, 1, 60)
    expected = stats.permutation_test(
        (second, first),
        lambda a, b, axis: np.mean(a, axis=axis) - np.mean(b, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=20_000,
        rng=2,
    ).pvalue
    found = compare(rows(first.tolist()), rows(second.tolist()), mean, resamples=20_000, seed=3)
    assert found.randomisation_p == pytest.approx(expected, abs=0.015)


def test_bootstrap_interval_is_close_to_the_normal_one() -> None:
    random = np.random.default_rng(8)
    first = random.normal(0, 1, 400)
    second = first + random.normal(0.1, 0.5, 400)
    found = compare(rows(first.tolist()), rows(second.tolist()), mean, resamples=5000, seed=4)
    gaps = second - first
    reach = 1.96 * gaps.std(ddof=1) / 20
    assert found.interval == pytest.approx((gaps.mean() - reach, gaps.mean() + reach), abs=0.008)


def test_identical_systems_do_not_differ() -> None:
    same = rows([0.1, 0.9, 0.4])
    found = compare(same, same, mean, resamples=500, seed=1)
    assert (found.difference, found.randomisation_p, found.bootstrap_p) == (0, 1, 1)


def test_systems_that_differ_by_rounding_only_do_not_differ() -> None:
    # .1 + .2 is .30000000000000004: the second system is ahead on every row by rounding only.
    found = compare(rows([0.3] * 8), rows([0.1 + 0.2] * 8), mean, resamples=500, seed=1)
    assert found.difference > 0
    assert (found.randomisation_p, found.bootstrap_p) == (1, 1)


def test_results_are_reproducible_by_seed() -> None:
    first, second = rows([0.1, 0.5, 0.3, 0.9]), rows([0.2, 0.4, 0.6, 0.8])
    one = compare(first, second, mean, resamples=400, seed=1)
    assert one == compare(first, second, mean, resamples=400, seed=1)
    assert one != compare(first, second, mean, resamples=400, seed=2)


def test_false_positive_rate_is_5_percent() -> None:
    random = np.random.default_rng(21)
    alarms = 0
    for seed in range(300):
        pair = random.normal(0, 1, (2, 40))
        found = compare(
            rows(pair[0].tolist()), rows(pair[1].tolist()), mean, resamples=200, seed=seed
        )
        alarms += found.randomisation_p < 0.05
    assert 0.02 <= alarms / 300 <= 0.085


def test_holm_by_hand() -> None:
    # Sorted .01 .02 .04: 3 x .01, 2 x .02, 1 x .04, made non-decreasing.
    assert holm([0.04, 0.01, 0.02]) == pytest.approx([0.04, 0.03, 0.04])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_equals_statsmodels(p_values: list[float]) -> None:
    with patch("gc.collect"):  # multipletests calls it every time, which is slow
        expected = multipletests(p_values, method="holm")[1]
    assert holm(p_values) == pytest.approx(list(expected))


@pytest.mark.parametrize("rows", [10, 5000])
def test_progress_adds_up_and_changes_nothing(rows: int) -> None:
    random = np.random.default_rng(5)
    first, second = (np.column_stack([np.ones(rows), random.random(rows)]) for _ in range(2))
    told: list[int] = []
    found = compare(first, second, mean, resamples=1000, seed=1, progress=told.append)
    assert sum(told) == 2000
    assert found == compare(first, second, mean, resamples=1000, seed=1)
