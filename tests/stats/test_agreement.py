"""Inter-rater agreement against scikit-learn, krippendorff, statsmodels and hand calculations."""

from __future__ import annotations

from math import nan, sqrt
from statistics import fmean
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import cohen_kappa_score, f1_score
from statsmodels.stats.inter_rater import cohens_kappa

from qgauge.stats.agreement import (
    Level,
    Weights,
    cohen_kappa,
    full_agreement,
    human_ceiling,
    kappa_ceiling,
    krippendorff_alpha,
    pairwise_f1,
)

PAIRS = st.lists(st.tuples(st.integers(1, 4), st.integers(1, 4)), min_size=2, max_size=40)
GAPPY = st.integers(1, 4).flatmap(
    lambda raters: st.lists(
        st.tuples(*[st.one_of(st.none(), st.integers(1, 5))] * raters), min_size=1, max_size=25
    )
)


@pytest.mark.parametrize("weights", ["none", "linear", "quadratic"])
@settings(max_examples=80, deadline=None)
@given(rows=PAIRS)
def test_kappa_equals_scikit_learn(weights: Weights, rows: list[tuple[int, int]]) -> None:
    first, second = zip(*rows, strict=True)
    assume(len({*first, *second}) > 1)
    expected = cohen_kappa_score(first, second, weights=None if weights == "none" else weights)
    assert cohen_kappa(first, second, weights=weights).value == pytest.approx(expected, abs=1e-12)


def test_kappa_by_hand() -> None:
    # 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: observed .7, expected .5 * .6 + .5 * .4 = .5
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    found = cohen_kappa(first, second)
    assert (found.value, found.n) == (pytest.approx(0.4), 50)
    expected = cohens_kappa(np.array([[20, 5], [10, 15]]))
    assert (found.low, found.high) == pytest.approx(
        (expected.kappa_low, expected.kappa_upp), abs=0.02
    )


def test_kappa_needs_unused_labels_for_distances() -> None:
    first, second = [1, 2, 4, 4], [1, 4, 4, 2]
    # On the scale 1-4 the labels 2 and 4 are two steps apart, among the labels 1 2 4 only one.
    scale = cohen_kappa(first, second, weights="linear", order=[1, 2, 3, 4]).value
    expected = cohen_kappa_score(first, second, weights="linear", labels=[1, 2, 3, 4])
    assert scale == pytest.approx(expected)
    assert scale != cohen_kappa(first, second, weights="linear").value
    with pytest.raises(ValueError, match=r"labels missing from `order`: \['4'\]"):
        cohen_kappa(first, second, order=[1, 2, 3])


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
@settings(max_examples=100, deadline=None)
@given(rows=GAPPY)
def test_alpha_equals_the_krippendorff_package(
    level: Level, rows: list[tuple[int | None, ...]]
) -> None:
    shared = [[x for x in row if x is not None] for row in rows]
    assume(len({x for row in shared if len(row) > 1 for x in row}) > 1)
    assume(sum(len(row) > 1 for row in shared) > 1)
    ratings = list(zip(*rows, strict=True))
    expected = krippendorff.alpha(
        reliability_data=np.array(ratings, dtype=float), level_of_measurement=level
    )
    found = krippendorff_alpha(ratings, level=level)
    assert found.value == pytest.approx(expected, abs=1e-9)
    assert found.n == sum(len(row) > 1 for row in shared)


def test_alpha_of_krippendorffs_published_example() -> None:
    # Krippendorff 2011, data C: alpha is .743 nominal, .815 ordinal, .849 interval
    ratings = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3],
        [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None],
    ]
    for level, expected in (("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)):
        found = krippendorff_alpha(ratings, level=level)  # type: ignore[arg-type]
        assert (found.value, found.n) == (pytest.approx(expected, abs=0.0006), 11)


def test_alpha_by_hand() -> None:
    # a-a, a-b, b-b: one row of three disagrees, 2 of 6 values; expected 3 * 3 * 2 / 5 = 3.6 of 6
    found = krippendorff_alpha([["a", "a", "b"], ["a", "b", "b"]])
    assert found.value == pytest.approx(1 - 2 / 3.6)
    assert found.reason == "no interval: fewer than 5 clusters"


def test_ordinal_labels_follow_the_given_order() -> None:
    words = [["low", "high", "middle", "low"], ["middle", "high", "low", "low"]]
    places = [[1, 3, 2, 1], [2, 3, 1, 1]]
    found = krippendorff_alpha(words, level="ordinal", order=["low", "middle", "high"])
    assert found.value == krippendorff_alpha(places, level="ordinal").value


def test_interval_is_a_jackknife_over_rows_or_groups() -> None:
    random = np.random.default_rng(2)
    first = random.integers(1, 4, 60)
    second = np.where(random.random(60) < 0.7, first, random.integers(1, 4, 60))
    groups = random.integers(0, 8, 60)
    for labels, clusters in ((None, np.arange(60)), (groups, groups)):
        left_out = np.array(
            [
                cohen_kappa_score(first[clusters != at], second[clusters != at])
                for at in range(clusters.max() + 1)
            ]
        )
        count = len(left_out)
        spread = sqrt((count - 1) / count * np.sum((left_out - left_out.mean()) ** 2))
        reach = stats.t.ppf(0.975, count - 1) * spread
        value = cohen_kappa_score(first, second)
        found = cohen_kappa(first.tolist(), second.tolist(), groups=labels)
        assert (found.low, found.high) == pytest.approx((value - reach, value + reach))


def test_many_rows_are_merged_into_groups() -> None:
    random = np.random.default_rng(2)
    first = random.integers(1, 3, 3000)
    second = np.where(random.random(3000) < 0.8, first, 3 - first)
    found = cohen_kappa(first.tolist(), second.tolist())
    expected = cohens_kappa(
        np.array([[np.sum((first == a) & (second == b)) for b in (1, 2)] for a in (1, 2)])
    )
    assert (found.low, found.high) == pytest.approx(
        (expected.kappa_low, expected.kappa_upp), abs=0.005
    )


@settings(max_examples=60, deadline=None)
@given(rows=st.lists(st.tuples(*[st.integers(1, 3)] * 3), min_size=1, max_size=30))
def test_pairwise_f1_equals_scikit_learns_mean_over_pairs(rows: list[tuple[int, int, int]]) -> None:
    one, two, three = zip(*rows, strict=True)
    pairs = ((one, two), (one, three), (two, three))
    expected = fmean(f1_score(a, b, average="macro") for a, b in pairs)
    found = pairwise_f1([one, two, three])
    assert (found.value, found.n) == (pytest.approx(expected), len(rows))


def test_pairwise_f1_over_shared_rows_by_hand() -> None:
    # first and second share a-a, a-b: F1 of a 2/3, of b 0; first and third share b-b: 1
    found = pairwise_f1([["a", "a", "b"], ["a", "b", None], [nan, None, "b"]])
    assert (found.value, found.n) == (pytest.approx((1 / 3 + 1) / 2), 3)


def test_full_agreement_by_hand() -> None:
    # Rows: all the same; two the same and one missing; one differs; only one rating.
    found = full_agreement([["a", "a", "a", "b"], ["a", None, "b", None], ["a", "a", "a", None]])
    assert (found.value, found.n) == (pytest.approx(2 / 3), 3)
    expected = [1, 0, 1, 1, 0, 1, 1, 0]
    share = full_agreement([["x"] * 8, ["x" if same else "y" for same in expected]])
    interval = stats.t.interval(0.95, 7, fmean(expected), np.std(expected, ddof=1) / sqrt(8))
    assert (share.low, share.high) == pytest.approx((interval[0], min(1, interval[1])))


def test_ceiling_by_hand() -> None:
    ratings = [[1, 2, 3, 4, 5, 5], [1, 3, 2, 4, 4, 5], [2, 2, 3, 5, 4, 5]]
    lines = np.array(ratings)
    expected = fmean(
        stats.pearsonr(lines[at], np.delete(lines, at, axis=0).mean(axis=0)).statistic
        for at in range(3)
    )
    found = human_ceiling(ratings)
    assert found.value == pytest.approx(expected)
    assert [rater.n for rater in found.raters] == [6, 6, 6]
    assert all(rater.low is not None for rater in found.raters)


def test_ceiling_of_two_raters_is_their_correlation() -> None:
    first, second = [1, 2, 3, 4, 5, None], [2, 1, 3, 5, 5, 4]
    expected = stats.spearmanr(first[:5], second[:5]).statistic
    assert human_ceiling([first, second], kind="spearman").value == pytest.approx(expected)


def test_ceiling_averages_the_other_raters_of_each_row() -> None:
    first: list[float | None] = [1, 2, 3, 4]
    second: list[float | None] = [1, None, 3, 5]
    third: list[float | None] = [2, 2, None, None]
    found = human_ceiling([first, second, third])
    # The mean of the others is 1.5, 2, 3, 5; the third rater has only two rows and is skipped.
    assert found.raters[0].value == pytest.approx(stats.pearsonr(first, [1.5, 2, 3, 5]).statistic)
    assert found.raters[2].reason == "fewer than 3 rows have both values"
    assert found.value == pytest.approx(
        fmean(rater.value for rater in found.raters[:2] if rater.value)
    )


def test_undefined_ceiling_has_a_reason() -> None:
    assert human_ceiling([[1, 2, 3]]).reason == (
        "needs the ratings of each rater, not only their mean"
    )
    assert human_ceiling([]).value is None
    found = human_ceiling([[1, 2, None], [1, None, 3]])
    assert found.reason == (
        "fewer than 2 raters can be compared: fewer than 3 rows have both values"
    )


@pytest.mark.parametrize("statistic", [krippendorff_alpha, full_agreement, pairwise_f1])
def test_no_row_with_two_ratings_has_a_reason(statistic: Any) -> None:
    for ratings in ([], [["a", "b"]], [["a", None], [None, "b"]], [[], []]):
        found = statistic(ratings)
        assert (found.value, found.reason) == (None, "no row has two ratings")


def test_degenerate_input_has_a_reason() -> None:
    same = "all ratings are the same label"
    assert cohen_kappa([1, 1, None], [1, 1, 2], order=[1, 2]).reason == same
    assert krippendorff_alpha([["a"] * 6, ["a"] * 6]).reason == same
    perfect = krippendorff_alpha([["a", "b"] * 5, ["a", "b"] * 5])
    assert (perfect.value, perfect.low) == (1, None)
    assert perfect.reason == "no interval: the value is the same whichever cluster is left out"
    lonely = cohen_kappa(["a"] * 6 + ["b"], ["a"] * 6 + ["b"])
    assert (lonely.value, lonely.low) == (1, None)
    assert lonely.reason == ("no interval: leaving out one cluster leaves only one label")


def test_one_row_says_nothing_about_chance() -> None:
    only = "only one row has two ratings"
    assert cohen_kappa([1], [2]).reason == only
    for level in ("nominal", "ordinal", "interval"):
        found = krippendorff_alpha([[1, 2], [2, None]], level=level)  # type: ignore[arg-type]
        assert (found.value, found.reason) == (None, only)
    assert full_agreement([[1], [1]]).value == 1


def test_continuous_ratings_have_interval_alpha_but_no_kappa() -> None:
    # A table of 3,000 by 3,000 labels for each row would not fit in memory.
    random = np.random.default_rng(2)
    truth = random.normal(size=3000)
    ratings = truth + random.normal(size=(2, 3000)) / 2
    found = krippendorff_alpha(ratings.tolist(), level="interval")
    expected = krippendorff.alpha(
        reliability_data=ratings[:, :100], level_of_measurement="interval"
    )
    part = krippendorff_alpha(ratings[:, :100].tolist(), level="interval")
    assert part.value == pytest.approx(expected, abs=1e-9)
    # The share of the true values in the variance is 1 / (1 + .25).
    assert found.value == pytest.approx(0.8, abs=0.03)
    assert found.low is not None and found.high is not None
    assert found.low < 0.8 < found.high
    many = "more than 100 different ratings: too many to be labels"
    assert cohen_kappa(*ratings.tolist()).reason == many
    assert krippendorff_alpha(ratings.tolist(), level="ordinal").reason == many


@pytest.mark.parametrize("scale", [1e-300, 1e-12, 1.0, 1e12, 1e300])
def test_alpha_is_scale_invariant(scale: float) -> None:
    ratings = np.array([[1, 2, 3, 3, 2, 1, 4, 1], [1, 2, 3, 3, 2, 2, 4, 2]], dtype=float)
    plain = krippendorff_alpha(ratings.tolist(), level="interval")
    found = krippendorff_alpha((ratings * scale).tolist(), level="interval")
    assert (found.value, found.low) == pytest.approx((plain.value, plain.low))


def test_kappa_ceiling_is_the_mean_over_raters() -> None:
    """Each of three raters against the rounded mean of the other two, by scikit-learn."""
    raters = [[1, 2, 3, 3, 2, 1, 3], [1, 2, 3, 2, 2, 1, 3], [2, 2, 3, 3, 1, 1, 3]]
    others = [
        [int(np.floor((one + other) / 2 + 0.5)) for one, other in zip(*rest, strict=True)]
        for rest in ([raters[1], raters[2]], [raters[0], raters[2]], [raters[0], raters[1]])
    ]
    found = kappa_ceiling(raters, others, weights="quadratic", order=[1, 2, 3])
    expected = [
        cohen_kappa_score(one, rest, weights="quadratic", labels=[1, 2, 3])
        for one, rest in zip(raters, others, strict=True)
    ]
    assert found.value == pytest.approx(np.mean(expected))
    assert found.n == 7
    assert found.interval is not None
    assert found.low < found.value < found.high


def test_kappa_ceiling_counts_raters_by_their_rows() -> None:
    """The third rater agrees fully on two rows; the others have kappa .5 on four rows each."""
    raters = [[1, 1, 0, 0], [1, 1, 0, 1], [1, None, 0, None]]
    others = [raters[1], raters[0], [1, None, 0, None]]
    found = kappa_ceiling(raters, others, order=[0, 1])
    assert found.value == pytest.approx((0.5 * 4 + 0.5 * 4 + 1 * 2) / 10)


def test_kappa_ceiling_needs_two_raters() -> None:
    assert kappa_ceiling([[1, 2]], [[None, None]], order=[1, 2]).value is None
    alone = kappa_ceiling([[1, 2], [None, None]], [[None, None], [1, 2]], order=[1, 2])
    assert (alone.value, alone.reason) == (None, "fewer than two raters can be compared")
