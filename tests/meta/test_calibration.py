"""Calibration: tenths of the rows by score."""

from __future__ import annotations

import numpy as np
import pytest

from qgauge.meta import calibration


def test_tenths_by_hand() -> None:
    scores = np.arange(20.0)
    gold = np.where(scores < 10, 1.0, 3.0)
    bins = calibration(scores, gold, [str(at) for at in range(20)])
    assert [one.n for one in bins] == [2] * 10
    assert [one.score for one in bins] == [0.5 + 2 * at for at in range(10)]
    assert [one.gold for one in bins] == [1.0] * 5 + [3.0] * 5
    assert all(one.interval is None for one in bins)


def test_equal_scores_stay_together() -> None:
    bins = calibration(np.array([0.0] * 15 + [1.0] * 5), np.arange(20.0), [""] * 20)
    assert [(one.score, one.n, one.gold) for one in bins] == [(0, 15, 7), (1, 5, 17)]


def test_the_interval_is_that_of_a_mean() -> None:
    gold = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
    (one,) = calibration(np.zeros(5), gold, list("abcde"))
    # the t interval: 3 +- 2.776 * sqrt(2.5 / 5)
    assert one.interval == pytest.approx((3 - 1.963, 3 + 1.963), abs=0.001)
    (few,) = calibration(np.zeros(5), gold, list("aabbc"))
    assert few.interval is None


def test_missing_values_are_skipped() -> None:
    nan = np.nan
    bins = calibration(np.array([1, nan, 2.0]), np.array([nan, 1, 3.0]), ["a", "b", "c"])
    assert [(one.score, one.gold, one.n) for one in bins] == [(2, 3, 1)]
    assert calibration(np.array([nan]), np.array([1.0]), ["a"]) == []
