"""Item statistics, compared with scipy and pingouin or computed by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas
import pingouin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.stats import pointbiserialr

from qgauge.items import Matrix, powers, reliability

ROWS = [[1, 1, 1, 1], [1, 1, 1, 0], [1, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]


def matrix(rows: Any, test: str = "t") -> Matrix:
    scores = np.array(rows, dtype=float)
    return Matrix(test, tuple(f"i{at}" for at in range(scores.shape[1])), scores)


def test_point_biserial_is_scipys_with_the_rest_score() -> None:
    test = matrix(np.random.default_rng(1).integers(0, 2, (40, 7)))
    for at, found in enumerate(powers([test]).values()):
        rest = test.scores.sum(axis=1) - test.scores[:, at]
        expected = pointbiserialr(test.scores[:, at], rest).statistic
        assert found.point_biserial.value == pytest.approx(expected, abs=1e-12)
        low, high = found.point_biserial.interval or (9, -9)
        assert low < expected < high
        assert found.difficulty.value == test.scores[:, at].mean()


def test_upper_lower_by_hand() -> None:
    # n = 6: groups of 27 % of 6 = 1.62, rounded to 2. Totals 4 3 3 2 1 1: the upper group is the
    # first and half of each of the two with 3; the lower group is the two with 1.
    found = powers([matrix(ROWS)], fewest=3)
    # i1: 1 + 1/2 + 1/2 of the upper two and one of the lower two are right: 2/2 - 1/2
    assert found["i1"].upper_lower.value == pytest.approx(1 - 0.5)
    # i2: upper 1 + 1/2, lower 0; i3: upper 1 + 1/2, lower 1
    assert found["i2"].upper_lower.value == pytest.approx(0.75)
    assert found["i3"].upper_lower.value == pytest.approx(0.25)


@pytest.mark.slow
def test_upper_lower_has_27_of_100_in_each_group() -> None:
    # Respondents with totals 0 to 99. If the best 30 got an item right, so did all 27 of the
    # upper group. If the best 90 did, so did 17 of the lower 27.
    ladder = np.tril(np.ones((100, 100)), -1)
    test = matrix(np.column_stack([ladder, np.arange(100) >= 70, np.arange(100) >= 10]))
    found = powers([test])
    assert found["i100"].upper_lower.value == pytest.approx(1)
    assert found["i101"].upper_lower.value == pytest.approx(1 - 17 / 27)


def test_items_not_given_are_ignored() -> None:
    # The last respondent was not given i0; rest scores are means over the given items.
    rows = [[1, 1, 1], [1, 0, 1], [0, 1, 0], [0, 0, 0], [np.nan, 1, 1]]
    found = powers([matrix(rows)], fewest=3)
    assert found["i0"].n == 4
    expected = np.corrcoef([1, 1, 0, 0], [1, 0.5, 0.5, 0])[0, 1]
    assert found["i0"].point_biserial.value == pytest.approx(expected)
    expected = np.corrcoef([1, 0, 1, 0, 1], [1, 1, 0, 0, 1])[0, 1]
    assert found["i1"].point_biserial.value == pytest.approx(expected)


def test_an_item_in_two_tests_is_compared_within_each() -> None:
    # Within each test the item is the same linear function of the rest. The second test is much
    # easier, but its respondents get the item wrong more often, so r over both pooled is lower.
    first = [[0, 0, 0, 0], [0, 1, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0]]
    second = [[0, 1, 0, 1], [0, 1, 1, 1], [0, 1, 1, 1], [1, 1, 1, 1]]
    one, other = matrix(first, "a"), matrix(second, "b")
    together = powers([one, other], fewest=3)["i0"].point_biserial.value
    assert together is not None
    items, rests = [], []
    for test in (one, other):
        item, rest = test.scores[:, 0], test.scores[:, 1:].mean(axis=1)
        items += list(item - item.mean())
        rests += list(rest - rest.mean())
    assert together == pytest.approx(np.corrcoef(items, rests)[0, 1])
    thrown = powers([matrix([*first, *second])], fewest=3)["i0"].point_biserial.value
    assert thrown is not None and thrown < together


@pytest.mark.parametrize(
    ("rows", "item", "reason"),
    [
        ([[1, 0], [0, 1]], "i0", "fewer than 3 respondents"),
        ([[1], [0], [1]], "i0", "no other item"),
        ([[1, 0], [1, 1], [1, 0]], "i0", "everybody got it right"),
        ([[0, 0], [0, 1], [0, 0]], "i0", "everybody got it wrong"),
        ([[0.5, 0], [0.5, 1], [0.5, 0]], "i0", "everybody has the same score on it"),
        ([[1, 1], [0, 1], [1, 1]], "i0", "the same score on the rest"),
        ([[np.nan, 1], [np.nan, 0], [np.nan, 1]], "i0", "no respondent was given it"),
    ],
)
def test_undefined_power_has_a_reason(rows: Any, item: str, reason: str) -> None:
    found = powers([matrix(rows)], fewest=3)[item].point_biserial
    assert found.value is None and found.interval is None
    assert reason in found.reason


def test_no_groups_where_all_totals_are_equal() -> None:
    found = powers([matrix([[1, 0], [0, 1], [1, 0], [0, 1]])], fewest=3)["i0"].upper_lower
    assert found.value is None and "the same total score" in found.reason


def test_an_item_that_all_got_right_has_an_index_of_0() -> None:
    found = powers([matrix([[1, 0], [1, 1], [1, 0], [1, 1]])], fewest=3)["i0"]
    assert found.upper_lower.value == 0


def test_alpha_is_pingouins() -> None:
    test = matrix(np.random.default_rng(2).integers(0, 2, (30, 5)))
    expected, _ = pingouin.cronbach_alpha(pandas.DataFrame(test.scores))
    found = reliability(test)
    assert found.alpha.value == pytest.approx(expected, abs=1e-12)
    assert (found.respondents, found.items) == (30, 5)
    assert found.mean == pytest.approx(test.scores.mean())


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[1]] * 12, "at least two items"),
        ([[1, 0]] * 9, "fewer than 10"),
        ([[1, 0], [0, 1]] * 6, "the same total"),
    ],
)
def test_no_alpha_without_a_reason(rows: Any, reason: str) -> None:
    found = reliability(matrix(rows)).alpha
    assert found.value is None and reason in found.reason


scores = arrays.arrays(
    np.float64,
    st.tuples(st.integers(3, 12), st.integers(1, 5)),
    elements=st.sampled_from([0.0, 1, np.nan]),
)


@settings(max_examples=60, deadline=None)
@given(scores, st.randoms(use_true_random=False))
def test_the_order_of_respondents_and_items_does_not_matter(rows: Any, random: Any) -> None:
    people, columns = list(range(rows.shape[0])), list(range(rows.shape[1]))
    random.shuffle(people)
    random.shuffle(columns)
    one = powers([matrix(rows)], fewest=3, resamples=20)
    moved = Matrix("t", tuple(f"i{at}" for at in columns), rows[people][:, columns])
    other = powers([moved], fewest=3, resamples=20)
    for item, found in one.items():
        for name in ("difficulty", "point_biserial", "upper_lower"):
            mine, theirs = getattr(found, name), getattr(other[item], name)
            assert mine.reason == theirs.reason
            assert mine.value == pytest.approx(theirs.value, abs=1e-9)
            assert mine.value is None or -1 - 1e-9 <= mine.value <= 1 + 1e-9
