"""Midranks, ties and normalised ratings: hand calculations, scipy and the released ratings."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from math import isnan, nan

import numpy as np
import pytest
from helpers.shared_data import shared_folder
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from qgauge.stats.arrays import Array, Values, column_means
from qgauge.stats.ranks import levels, mid_distribution, middles, tie_share

COARSE = st.lists(st.integers(0, 6).map(float), min_size=1, max_size=40)


def gold_scores(ratings: Sequence[Values]) -> Array:
    """Return the human score of Nema and Khapra (2018)."""
    return column_means(np.array([mid_distribution(rater) for rater in ratings]))


@settings(max_examples=100, deadline=None)
@given(COARSE, st.data())
def test_weighted_midranks_equal_midranks_of_repeated_rows(
    values: list[float], data: st.DataObject
) -> None:
    times = data.draw(
        st.lists(st.integers(0, 3), min_size=len(values), max_size=len(values)).filter(any)
    )
    found = middles(levels(np.array(values)), np.array(times, dtype=float))
    ranks = stats.rankdata(np.repeat(values, times)) - 0.5
    assert np.array_equal(np.repeat(found, times), ranks)


@settings(max_examples=100, deadline=None)
@given(COARSE)
def test_mid_distribution_is_the_midrank_over_n(values: list[float]) -> None:
    expected = (stats.rankdata(values) - 0.5) / len(values)
    assert mid_distribution(values) == pytest.approx(expected)


def test_mid_distribution_by_hand() -> None:
    # of 1 2 2 5: (0 + 1/2)/4, (1 + 2/2)/4 twice, (3 + 1/2)/4
    assert mid_distribution([2, 5, 1, 2]).tolist() == [0.5, 0.875, 0.125, 0.5]


def test_missing_ratings_stay_missing() -> None:
    found = mid_distribution([2, None, 1, nan])
    assert found[[0, 2]].tolist() == [0.75, 0.25]
    assert isnan(found[1]) and isnan(found[3])
    assert np.isnan(mid_distribution([None, None])).all()


def test_human_score_is_the_mean_over_available_ratings() -> None:
    # first rater: .25 .75 -; second: .5/3 .5 2.5/3
    found = gold_scores([[1, 2, None], [1, 3, 5]])
    assert found == pytest.approx([(0.25 + 0.5 / 3) / 2, (0.75 + 0.5) / 2, 2.5 / 3])
    assert np.isnan(gold_scores([[None, 1], [None, 2]])[0])


def test_a_stricter_rater_gives_the_same_score() -> None:
    kind, strict = [3, 4, 5, 5], [1, 2, 4, 4]
    assert gold_scores([kind, strict]).tolist() == mid_distribution(kind).tolist()


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("squad", {(2, 2): 0.10, (5, 5): 0.85}),
        ("vqa", {(5, 5): 0.92, (2, 2): 0.10, (3, 3): 0.35}),
        ("wikimovies", {(5, 5): 0.91, (2, 2): 0.15, (1, 1): 0.03}),
    ],
)
def test_reproduces_the_papers_human_scores(
    name: str, printed: dict[tuple[int, int], float]
) -> None:
    # Table 7 uses all rows; the shared file has about half of them, hence the tolerance.
    path = shared_folder() / "eval" / "answerability" / f"{name}.tsv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    pairs = [(int(row[2]), int(row[3])) for row in rows]
    found = dict(zip(pairs, gold_scores(list(zip(*pairs, strict=True))), strict=True))
    for pair, score in printed.items():
        assert found[pair] == pytest.approx(score, abs=0.013)


def test_values_that_differ_by_rounding_are_tied() -> None:
    assert levels(np.array([0.1 + 0.2, 0.3, 0.4])).tolist() == [0, 0, 1]
    assert levels(np.array([1e-9, 2e-9])).tolist() == [0, 1]
    assert levels(np.array([0.0, 0.0])).tolist() == [0, 0]


def test_tie_share_by_hand() -> None:
    # 1 1 1 2 3: three of ten pairs are tied
    assert tie_share([1, 1, 1, 2, 3, None]) == pytest.approx(0.3)
    assert tie_share([1]) is None
    assert tie_share([]) is None
