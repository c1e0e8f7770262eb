"""Chi-square against scipy, by hand, and where it is no good."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from qgauge.stats.contingency import chi_square

TABLES = st.integers(2, 4).flatmap(
    lambda labels: st.lists(
        st.lists(st.integers(1, 60), min_size=labels, max_size=labels), min_size=2, max_size=5
    )
)


@settings(max_examples=100, deadline=None)
@given(TABLES)
def test_is_scipys(counts: list[list[int]]) -> None:
    expected = stats.chi2_contingency(counts, correction=False)
    found = chi_square(counts)
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue))
    assert found.degrees == expected.dof
    assert found.smallest_expected == pytest.approx(expected.expected_freq.min())


def test_by_hand() -> None:
    # 10 20 / 20 10: each expected count is 15, so 4 * 25 / 15
    found = chi_square([[10, 20], [20, 10]])
    assert (found.statistic, found.degrees, found.n) == (pytest.approx(100 / 15), 1, 60)
    assert found.warning == ""


def test_labels_and_systems_without_counts_are_left_out() -> None:
    assert chi_square([[10, 0, 20], [20, 0, 10], [0, 0, 0]]) == chi_square([[10, 20], [20, 10]])


def test_rare_labels_are_a_warning() -> None:
    found = chi_square([[30, 2], [31, 1]])
    assert found.p is not None
    assert found.warning == "50% of the expected counts are below 5"
    assert found.smallest_expected == 1.5


@pytest.mark.parametrize(
    ("counts", "reason"),
    [
        ([[1, 2]], "fewer than 2 systems have labels"),
        ([[1, 2], [0, 0]], "fewer than 2 systems have labels"),
        ([[0, 0], [0, 0]], "fewer than 2 systems have labels"),
        ([[3, 0], [4, 0]], "all labels are the same"),
    ],
)
def test_degenerate_input_gets_a_reason(counts: list[list[int]], reason: str) -> None:
    found = chi_square(np.array(counts, dtype=float))
    assert (found.statistic, found.p, found.reason) == (None, None, reason)
