"""Correlations against scipy and pingouin, intervals against a naive loop, and coverage."""

from __future__ import annotations

from math import inf, nan, sqrt
from typing import Any

import numpy as np
import pingouin
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pandas import DataFrame
from scipy import stats

from qgauge.stats.correlation import Correlation, Kind, correlate, correlation_table

ORACLES: dict[Kind, Any] = {
    "pearson": stats.pearsonr,
    "spearman": stats.spearmanr,
    "kendall": stats.kendalltau,
}
KINDS = tuple(ORACLES)
NUMBER = st.one_of(st.integers(-3, 3).map(float), st.integers(-(10**6), 10**6).map(lambda x: x / 7))


def middle_95(drawn: list[float], clusters: int) -> tuple[float, float]:
    """Return the expanded percentile interval (Hesterberg 2015)."""
    wide = stats.t.ppf(0.975, clusters - 1) * sqrt(clusters / (clusters - 1))
    tail = stats.norm.sf(wide)
    low, high = np.quantile(drawn, [tail, 1 - tail], method="weibull")
    return float(low), float(high)


def clustered(
    random: np.random.Generator, clusters: int, size: int, both: float = 0.5
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Draw scores and ratings with passage and row effects; the true correlation is `both`."""
    groups = np.repeat(np.arange(clusters), size)
    cover = [[1, both], [both, 1]]
    parts = [
        random.multivariate_normal([0, 0], cover, clusters)[groups],
        random.multivariate_normal([0, 0], cover, clusters * size),
    ]
    scores, ratings = np.sum(parts, axis=0).T
    return scores, ratings, groups


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=80, deadline=None)
@given(rows=st.lists(st.tuples(NUMBER, NUMBER), min_size=3, max_size=40))
def test_value_equals_scipy(kind: Kind, rows: list[tuple[float, float]]) -> None:
    first, second = zip(*rows, strict=True)
    assume(len(set(first)) > 1 and len(set(second)) > 1)
    found = correlate(first, second, kind=kind, resamples=20)
    assert found.value == pytest.approx(ORACLES[kind](first, second).statistic, abs=1e-9)


def test_by_hand() -> None:
    # Deviations -1 0 1 and -1 1 0: covariance 1, variances 2 and 2. Kendall: (2 - 1) / 3 pairs.
    for kind, expected in (("pearson", 0.5), ("spearman", 0.5), ("kendall", 1 / 3)):
        assert correlate([1, 2, 3], [1, 3, 2], kind=kind).value == pytest.approx(expected)  # type: ignore[arg-type]
    # Ties: scores 1 1 2, ratings 1 2 3: two of three pairs concordant, one tied: 2 / sqrt(2 * 3).
    tied = correlate([1, 1, 2], [1, 2, 3], kind="kendall").value
    assert tied == pytest.approx(2 / sqrt(6))


@pytest.mark.parametrize("kind", ["pearson", "spearman"])
@pytest.mark.parametrize("coarse", [False, True])
def test_interval_equals_a_naive_loop_over_the_same_resamples(kind: Kind, coarse: bool) -> None:
    random = np.random.default_rng(4)
    groups = random.integers(0, 25, 120)
    scores = random.normal(size=120)
    ratings = scores + random.normal(size=120)
    if coarse:
        scores, ratings = np.round(scores), np.clip(np.round(ratings), -1, 1)
    labels = np.unique(groups)
    same = np.random.default_rng(9)
    drawn = []
    for _ in range(200):
        picked = labels[same.integers(0, len(labels), len(labels))]
        rows = np.concatenate([np.flatnonzero(groups == label) for label in picked])
        drawn.append(ORACLES[kind](scores[rows], ratings[rows]).statistic)
    found = correlate(scores, ratings, kind=kind, groups=groups, resamples=200, seed=9)
    assert (found.low, found.high) == pytest.approx(middle_95(drawn, len(labels)))


def test_kendall_interval_is_a_jackknife_over_clusters() -> None:
    random = np.random.default_rng(4)
    groups = random.integers(0, 12, 80)
    scores = np.round(random.normal(size=80), 1)
    ratings = np.round(scores + random.normal(size=80))
    left_out = np.array(
        [stats.kendalltau(scores[groups != g], ratings[groups != g]).statistic for g in range(12)]
    )
    spread = sqrt(11 / 12 * np.sum((left_out - left_out.mean()) ** 2))
    reach = stats.t.ppf(0.975, 11) * spread
    value = stats.kendalltau(scores, ratings).statistic
    found = correlate(scores, ratings, kind="kendall", groups=groups)
    assert (found.low, found.high) == pytest.approx((value - reach, value + reach))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_interval_has_95_percent_coverage_on_clustered_rows(kind: Kind) -> None:
    # For a bivariate normal with correlation r: Spearman 6/pi asin(r/2), Kendall 2/pi asin(r).
    truth = {
        "pearson": 0.5,
        "spearman": 6 / np.pi * np.arcsin(0.25),
        "kendall": 2 / np.pi * np.arcsin(0.5),
    }[kind]
    random = np.random.default_rng(13)
    hits = missed_by_rows = 0
    for seed in range(150):
        scores, ratings, groups = clustered(random, 40, 5)
        for labels in (groups, None):
            found = correlate(scores, ratings, kind=kind, groups=labels, resamples=150, seed=seed)
            assert found.low is not None and found.high is not None
            hit = found.low <= truth <= found.high
            hits += hit and labels is not None
            missed_by_rows += not hit and labels is None
    assert 0.90 <= hits / 150 <= 0.985
    # Intervals that ignore the clusters are too narrow.
    assert missed_by_rows / 150 > 0.1


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_false_positive_rate_is_5_percent_on_clustered_rows(kind: Kind) -> None:
    random = np.random.default_rng(6)
    alarms = {"clustered": 0, "rows": 0}
    for seed in range(250):
        scores, ratings, groups = clustered(random, 25, 4, both=0)
        # Drop rows so that passages differ in size.
        kept = random.random(100) < 0.8
        for name, labels in (("clustered", groups[kept]), ("rows", None)):
            found = correlate(
                scores[kept], ratings[kept], kind=kind, groups=labels, resamples=60, seed=seed
            )
            assert found.p is not None
            alarms[name] += found.p < 0.05
    assert 0.015 <= alarms["clustered"] / 250 <= 0.085
    assert alarms["rows"] / 250 > 0.09


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["pearson", "spearman"])
def test_p_of_independent_rows_equals_scipys_permutation_test(kind: Kind) -> None:
    random = np.random.default_rng(5)
    scores = np.round(random.normal(size=30), 1)
    ratings = np.round(0.35 * scores + random.normal(size=30), 1)
    expected = stats.permutation_test(
        (scores,),
        lambda x: ORACLES[kind](x, ratings).statistic,
        permutation_type="pairings",
        n_resamples=4000,
        rng=3,
    ).pvalue
    found = correlate(scores, ratings, kind=kind, resamples=10_000, seed=2)
    assert found.p == pytest.approx(expected, abs=0.015)


def test_p_of_three_rows_equals_all_six_permutations() -> None:
    # 1 2 3 against itself: two of the six permutations have a correlation of 1 or -1.
    assert correlate([1, 2, 3], [1, 2, 3], resamples=20_000).p == pytest.approx(1 / 3, abs=0.02)
    assert correlate([1, 2, 3], [1, 2, 3], kind="kendall").p == pytest.approx(1 / 3)


def test_p_of_clusters_by_hand() -> None:
    # Each of two clusters contributes 1 to the covariance: the sign patterns give 2, 0, 0 and -2.
    scores, ratings, groups = [1, -1, 1, -1], [1, -1, 1, -1], ["a", "a", "b", "b"]
    found = correlate(scores, ratings, groups=groups, resamples=20_000)
    assert found.p == pytest.approx(0.5, abs=0.02)
    assert correlate(scores, ratings, groups=["a"] * 4).p is None


@pytest.mark.parametrize("kind", KINDS)
def test_a_pair_has_the_same_result_alone_and_in_a_table(kind: Kind) -> None:
    random = np.random.default_rng(1)
    groups = random.integers(0, 60, 300).tolist()
    scores = {str(at): random.normal(size=300).tolist() for at in range(7)}
    ratings = {str(at): random.integers(1, 4, 300).tolist() for at in range(5)}
    scores["3"][5] = ratings["2"][7] = None
    table = correlation_table(scores, ratings, kind=kind, groups=groups, resamples=150)
    assert list(table) == [(one, other) for one in scores for other in ratings]
    for pair in (("0", "0"), ("3", "1"), ("3", "2"), ("6", "4")):
        one, other = pair
        alone = correlate(scores[one], ratings[other], kind=kind, groups=groups, resamples=150)
        assert table[pair] == alone
    length = random.normal(size=300)
    if kind != "kendall":
        table = correlation_table(scores, ratings, kind=kind, given=length, resamples=50)
        assert table["4", "4"] == correlate(
            scores["4"], ratings["4"], kind=kind, given=length, resamples=50
        )


@pytest.mark.parametrize("kind", KINDS)
def test_rows_with_missing_values_are_ignored(kind: Kind) -> None:
    random = np.random.default_rng(2)
    groups = [f"passage {at}" for at in random.integers(0, 20, 60)]
    scores: list[float | None] = random.normal(size=60).tolist()
    ratings: list[float | None] = random.normal(size=60).tolist()
    scores[3], scores[10], ratings[10], ratings[20] = None, nan, None, inf
    kept = [at for at in range(60) if at not in (3, 10, 20)]
    whole = correlate(scores, ratings, kind=kind, groups=groups, resamples=100)
    rest = correlate(
        [scores[at] for at in kept],
        [ratings[at] for at in kept],
        kind=kind,
        groups=[groups[at] for at in kept],
        resamples=100,
    )
    assert (whole.missing, rest.missing, whole.n) == (3, 0, 57)
    assert (whole.value, whole.low, whole.high, whole.p) == (
        (rest.value, rest.low, rest.high, rest.p)
    )


def test_the_order_of_clustered_rows_does_not_matter() -> None:
    random = np.random.default_rng(3)
    scores, ratings, groups = clustered(random, 20, 5)
    order = random.permutation(100)
    one = correlate(scores, ratings, groups=groups, kind="spearman", resamples=100)
    other = correlate(
        scores[order], ratings[order], groups=groups[order], kind="spearman", resamples=100
    )
    assert (one.low, one.high) == (other.low, other.high)


def test_results_are_reproducible_by_seed() -> None:
    scores, ratings, groups = clustered(np.random.default_rng(3), 20, 5)
    one = correlate(scores, ratings, groups=groups, resamples=100, seed=1)
    assert one == correlate(scores, ratings, groups=groups, resamples=100, seed=1)
    assert one != correlate(scores, ratings, groups=groups, resamples=100, seed=2)


@pytest.mark.parametrize("kind", ["pearson", "spearman"])
@settings(max_examples=30, deadline=None)
@given(rows=st.lists(st.tuples(NUMBER, NUMBER, NUMBER), min_size=5, max_size=30))
def test_partial_correlation_equals_pingouin(
    kind: Kind, rows: list[tuple[float, float, float]]
) -> None:
    frame = DataFrame(rows, columns=["x", "y", "z"])
    among = frame.corr(method=kind).to_numpy()
    assume(not np.isnan(among).any() and np.abs(among - np.eye(3)).max() < 0.99)
    assume(np.linalg.eigvalsh(among)[0] > 1e-6)  # pingouin warns about collinear columns
    expected = pingouin.partial_corr(frame, "x", "y", "z", method=kind)["r"].iloc[0]
    found = correlate(frame["x"], frame["y"], kind=kind, given=frame["z"], resamples=20)
    assert found.value == pytest.approx(expected, abs=1e-6)


def test_partial_interval_equals_a_naive_loop_over_the_same_resamples() -> None:
    random = np.random.default_rng(4)
    length = random.normal(size=60)
    scores, ratings = length + random.normal(size=60), length + random.normal(size=60)
    frame = DataFrame({"x": scores, "y": ratings, "z": length})
    same = np.random.default_rng(9)
    drawn = [
        pingouin.partial_corr(frame.iloc[same.integers(0, 60, 60)], "x", "y", "z")["r"].iloc[0]
        for _ in range(50)
    ]
    found = correlate(scores, ratings, given=length, resamples=50, seed=9)
    assert (found.low, found.high) == pytest.approx(middle_95(drawn, 60))
    assert found.p is not None and found.p > 0.05
    plain = correlate(scores, ratings)
    assert plain.p is not None and plain.p < 0.05


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("scores", "ratings", "reason"),
    [
        ([], [], "no row has both values"),
        ([1, None], [None, 1], "no row has both values"),
        ([1, 2, None], [1, 2, 3], "fewer than 3 rows have both values"),
        ([2, 2, 2], [1, 2, 3], "the scores are constant"),
        ([1, 2, 3], [2, 2, 2], "the ratings are constant"),
        ([0.3, 0.1 + 0.2, 0.3], [1, 2, 3], "the scores are constant"),
    ],
)
def test_degenerate_input_has_a_reason(
    kind: Kind, scores: list[float | None], ratings: list[float | None], reason: str
) -> None:
    found = correlate(scores, ratings, kind=kind)
    assert (found.value, found.low, found.p, found.reason) == (None, None, None, reason)
    assert found.n + found.missing == len(scores)


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_interval_has_a_reason(kind: Kind) -> None:
    few = correlate([1, 2, 3, 4], [1, 3, 2, 4], kind=kind)
    assert few.value and few.p and few.low is None
    assert few.reason == "no interval: fewer than 5 clusters"
    perfect = correlate(range(9), range(9), kind=kind)
    assert (perfect.value, perfect.low) == (pytest.approx(1), None)
    why = "no interval: the correlation is perfect, so its estimated variance is 0"
    assert perfect.reason == why
    # Without the one distinct row, as in every third resample, the scores are constant.
    lonely = correlate([0.0] * 19 + [1.0], [*range(19), 5], kind=kind)
    assert lonely.value is not None and lonely.low is None
    assert lonely.reason.startswith("no interval: ")


def test_undefined_partial_correlation_has_a_reason() -> None:
    def reason(third: list[float | None]) -> str:
        return correlate([1, 3, 2, 4, 4], [1, 2, 4, 3, 1], given=third).reason

    explained = "the control variable fully explains the scores or the ratings"
    assert reason([1, 3, 2, 4, 4]) == explained
    assert reason([5, 5, 5, 5, 5]) == "the control variable is constant"
    assert reason([1, 2, 3, None, None]) == "fewer than 4 rows have all three values"
    with pytest.raises(ValueError, match="partial correlation is not available"):
        correlate([1, 2, 3], [1, 2, 3], kind="kendall", given=[1, 2, 3])


def test_columns_of_different_lengths_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"different lengths: \[2, 3\]"):
        correlate([1, 2, 3], [1, 2])
    with pytest.raises(ValueError, match="different lengths"):
        correlate([1, 2, 3], [1, 2, 3], groups=["a"])


def test_an_empty_table_is_empty() -> None:
    assert correlation_table({}, {}) == {}
    assert correlation_table({"a": []}, {"b": []})["a", "b"] == Correlation(
        None, reason="no row has both values"
    )


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_is_scale_invariant(scale: float) -> None:
    random = np.random.default_rng(4)
    scores, human = random.normal(size=(2, 40))
    plain = correlate(scores, human, resamples=100)
    found = correlate(scores * scale, human * scale, resamples=100)
    assert found.value == pytest.approx(plain.value)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high))
