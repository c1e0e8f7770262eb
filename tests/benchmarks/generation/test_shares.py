"""Shares and means of clustered rows, against scipy where rows are independent."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from benchmarks.generation import shares
from benchmarks.generation.shares import clustered_mean, share


@given(st.lists(st.integers(0, 1), min_size=1, max_size=60))
def test_a_share_of_independent_rows_has_wilsons_interval(values: list[int]) -> None:
    found = share(values, range(len(values)))
    expected = stats.binomtest(sum(values), len(values)).proportion_ci(method="wilson")
    assert found.value == pytest.approx(sum(values) / len(values))
    assert found.interval == pytest.approx((expected.low, expected.high), abs=1e-9)


@given(st.lists(st.integers(0, 1), min_size=2, max_size=30), st.integers(2, 5))
def test_copies_of_a_row_in_its_cluster_add_nothing(values: list[int], copies: int) -> None:
    """Each row `copies` times: the effective number of rows is about the number of clusters."""
    many = [value for value in values for _ in range(copies)]
    clusters = [at for at in range(len(values)) for _ in range(copies)]
    found, alone = share(many, clusters), share(values, range(len(values)))
    assert found.value == pytest.approx(alone.value)
    assert found.low is not None
    assert alone.low is not None
    if 0 < sum(values) < len(values):
        # variance m(1-m)/(k-1) over m(1-m)/(ck-1): the design effect is (ck-1)/(k-1)
        k, c = len(values), copies
        size = c * k * (k - 1) / (c * k - 1)
        mean, z = sum(values) / k, shares.Z
        middle = (mean + z**2 / (2 * size)) / (1 + z**2 / size)
        half = z * (mean * (1 - mean) / size + z**2 / (4 * size**2)) ** 0.5 / (1 + z**2 / size)
        assert found.interval == pytest.approx((middle - half, middle + half))


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=30))
def test_the_mean_of_independent_rows_has_the_t_interval(values: list[float]) -> None:
    found = clustered_mean(values, range(len(values)))
    mean, error = sum(values) / len(values), stats.sem(values)
    gap = stats.t.ppf(0.975, len(values) - 1) * error
    assert found.value == pytest.approx(mean, abs=1e-9)
    assert found.interval == pytest.approx((mean - gap, mean + gap), abs=1e-6)


def test_missing_values_have_reasons() -> None:
    assert share([], []).reason == clustered_mean([], []).reason == "no rows"
    assert clustered_mean([1.0, 2.0], "aa").reason == "no interval: one cluster"


def test_examples() -> None:
    assert doctest.testmod(shares).failed == 0
