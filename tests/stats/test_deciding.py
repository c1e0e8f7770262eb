"""How many rows decide: the smallest number, and more data that bear it out."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import t

from qgauge.stats.agreement import cohen_kappa
from qgauge.stats.deciding import More, rows_to_decide, verdict_on
from qgauge.stats.estimate import Estimate


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (0.6, 0.8, "trust"),
        (0.59, 0.8, "undecided"),
        (0.3, 0.6, "undecided"),
        (0.3, 0.59, "not good enough"),
        (None, None, "undecided"),
    ],
)
def test_the_verdict_is_about_the_whole_interval(
    low: float | None, high: float | None, verdict: str
) -> None:
    assert verdict_on(Estimate(0.6, low, high), 0.6) == verdict


def reach(estimate: Estimate, clusters: int, more: int) -> float:
    """Return half the width of the interval with more clusters, by the definition."""
    assert estimate.value is not None
    assert estimate.low is not None
    error = (estimate.value - estimate.low) / t.ppf(0.975, clusters - 1)
    return float(t.ppf(0.975, clusters + more - 1) * error * sqrt(clusters / (clusters + more)))


@given(
    st.floats(-0.5, 1),
    st.floats(-0.5, 1),
    st.floats(0.01, 1),
    st.integers(5, 400),
    st.integers(1, 6),
)
def test_it_is_the_smallest_number(
    value: float, required: float, half: float, clusters: int, size: int
) -> None:
    assume(0.002 < abs(value - required) < half)
    estimate = Estimate(value, value - half, value + half, clusters * size)
    found = rows_to_decide(estimate, required, clusters, most=10**7)
    gap = abs(value - required)
    if found.rows is None:
        assert found.reason
        return
    assert found.clusters is not None
    assert found.rows == found.clusters * size
    assert reach(estimate, clusters, found.clusters) <= gap + 1e-9
    assert reach(estimate, clusters, found.clusters - 1) > gap - 1e-9


def test_a_requirement_too_near_to_decide() -> None:
    near = rows_to_decide(Estimate(0.6, 0.5, 0.7, n=100), 0.6, 100)
    assert near == More(None, None, "even 100,000 more rows would not decide it")
    nothing = Estimate(0.6, reason="no interval: fewer than 5 clusters")
    assert rows_to_decide(nothing, 0.5, 3).reason == "no interval: fewer than 5 clusters"


@pytest.mark.parametrize("required", [0.45, 0.7])
def test_simulated_raters_agree_with_the_number(required: float) -> None:
    """Rows of the same kind, as many more as it says: the interval then just excludes it."""

    def kappa(first: np.ndarray) -> Estimate:
        second = np.where(np.arange(len(first)) % 5 == 0, 1 - first, first)
        return cohen_kappa(first.tolist(), second.tolist(), order=[0, 1])

    first = np.tile([0, 1, 1, 0, 1, 1, 0, 0, 0, 1], 4)
    few = kappa(first)
    assert few.value == pytest.approx(0.6)
    more = rows_to_decide(few, required, len(first))
    assert more.rows is not None
    tens = -(-(len(first) + more.rows) // 10)
    enough = kappa(np.tile(first[:10], tens))
    too_few = kappa(np.tile(first[:10], int(tens * 0.8)))
    assert verdict_on(few, required) == verdict_on(too_few, required) == "undecided"
    assert verdict_on(enough, required) != "undecided"
