"""Tests of the difference between two correlations with the same human ratings."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from qgauge.stats.arrays import Array, Indices, Labels, Values, numbers, standard
from qgauge.stats.bootstrap import Interval, pearson_draws, percentiles, spearman_draws
from qgauge.stats.correlation import Kind
from qgauge.stats.estimate import Estimate
from qgauge.stats.kendall import left_out_interval, taus
from qgauge.stats.ranks import standard_ranks, varies
from qgauge.stats.resample import complete_rows


@dataclass(frozen=True, slots=True)
class CorrelationDifference(Estimate):
    """The correlation of the second metric minus that of the first, with interval and p-values.

    `low`, `high` and `p` come from a cluster bootstrap, or from a jackknife over clusters for
    Kendall's tau.
    """

    first: float | None = None
    """The correlation of the first metric."""
    second: float | None = None
    """The correlation of the second metric."""
    p: float | None = None
    """The two-sided p-value of no difference."""
    williams_t: float | None = None
    """Williams' t; None for Kendall's tau."""
    williams_p: float | None = None
    """The p-value of Williams' test, which assumes independent rows: too small with clusters."""
    missing: int = 0
    """Rows left out because a value is missing."""
    clusters: int = 0
    """Clusters that the other rows belong to."""

    @property
    def difference(self) -> float | None:
        """The same as `value`."""
        return self.value

    def counts(self) -> dict[str, Any]:
        names = ("p", "williams_t", "williams_p", "n", "missing", "clusters")
        return {name: getattr(self, name) for name in names}


def compare_correlations(
    first: Values,
    second: Values,
    ratings: Values,
    *,
    kind: Kind = "pearson",
    groups: Labels | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> CorrelationDifference:
    """Compare the correlations of two metrics with the same ratings.

    Args:
        first: The scores of the first metric, one per row; None or NaN where a score is missing.
        second: The scores of the second metric, likewise.
        ratings: The ratings, likewise.
        kind: `pearson`, `spearman` or `kendall` (tau-b).
        groups: The cluster of each row, such as its passage. By default each row is a cluster.
        resamples: Bootstrap resamples.
        seed: Seed of the random draws.

    Returns:
        The difference over the rows that have all three values. Its value is None, with a reason,
        if a correlation is undefined.

    Raises:
        ValueError: The columns differ in length.

    Examples:
        >>> from qgauge.stats.dependent import compare_correlations
        >>> ratings = [1, 2, 3, 4, 5, 6]
        >>> found = compare_correlations([2, 1, 4, 3, 6, 5], [1, 2, 3, 4, 6, 5], ratings)
        >>> round(found.first, 3), round(found.second, 3), round(found.difference, 3)
        (0.829, 0.943, 0.114)
    """
    columns, clusters = complete_rows([numbers(first), numbers(second), numbers(ratings)], groups)
    n, count = len(clusters), len(np.unique(clusters))
    counts = {"n": n, "missing": len(first) - n, "clusters": count}
    if n < 4:
        return CorrelationDifference(
            None, **counts, reason="fewer than 4 rows have all three values"
        )
    for column, name in zip(columns, ("first scores", "second scores", "ratings"), strict=True):
        if not varies(column):
            return CorrelationDifference(None, **counts, reason=f"the {name} are constant")
    if kind == "kendall":
        return _of_taus(columns, clusters, counts)
    scaled = standard if kind == "pearson" else standard_ranks
    one, other, human = (scaled(column) for column in columns)
    values = float(np.mean(one * human)), float(np.mean(other * human))
    t, williams_p = williams(*values, float(np.mean(one * other)), n) or (None, None)
    resampled = pearson_draws if kind == "pearson" else spearman_draws
    random = np.random.default_rng(seed)
    drawn = resampled(columns[:2], columns[2:], clusters, resamples, random)
    (low, high, reason), p = drawn_difference(drawn[:, 1, 0] - drawn[:, 0, 0], clusters)
    return CorrelationDifference(
        values[1] - values[0],
        low,
        high,
        reason=reason,
        first=values[0],
        second=values[1],
        p=p,
        williams_t=t,
        williams_p=williams_p,
        **counts,
    )


def drawn_difference(gaps: Array, clusters: Indices) -> tuple[Interval, float | None]:
    """Return the bootstrap interval and the two-sided p-value of a difference.

    Args:
        gaps: The difference in each resample; NaN where it is undefined.
        clusters: The cluster index of each row.

    Returns:
        The interval, and the p-value of no difference; None if there is no interval.
    """
    interval = percentiles(gaps, clusters)
    return interval, None if interval[2] else _two_sided(gaps[~np.isnan(gaps)])


def _of_taus(
    columns: list[Array], clusters: Indices, counts: dict[str, int]
) -> CorrelationDifference:
    (first, without_first), (second, without_second) = (
        taus(column, columns[2], clusters) for column in columns[:2]
    )
    gaps = without_second - without_first
    (low, high, reason), p = left_out_interval(second - first, gaps)
    if not reason and p is None and first == second:
        p = 1.0  # equal taus, and no jackknife variance
    return CorrelationDifference(
        second - first, low, high, reason=reason, first=first, second=second, p=p, **counts
    )


def _two_sided(gaps: Array) -> float:
    """Return twice the share of resamples on the other side of 0, with the data as one resample."""
    # Differences within rounding error count as 0, so that identical scores have p = 1.
    below, above = np.sum(gaps <= 1e-12), np.sum(gaps >= -1e-12)
    return float(min(1.0, 2 * (1 + min(below, above)) / (len(gaps) + 1)))


def williams(first: float, second: float, between: float, n: int) -> tuple[float, float] | None:
    """Williams' test (1959; Steiger 1980) of two dependent correlations that share a variable.

    Args:
        first: The correlation of the first metric with the ratings.
        second: The correlation of the second metric with the ratings.
        between: The correlation of the two metrics with each other.
        n: The number of rows.

    Returns:
        Williams' t and its two-sided p-value, or None if the test is undefined: with fewer than
        four rows, or if the metrics are identical up to scale.

    Examples:
        >>> from qgauge.stats.dependent import williams
        >>> t, p = williams(0.4, 0.5, 0.6, 103)
        >>> round(t, 3), round(p, 3)
        (1.296, 0.198)
    """
    from scipy.special import stdtr

    if n < 4:
        return None
    rest = 1 - first**2 - second**2 - between**2 + 2 * first * second * between
    mean = (first + second) / 2
    below = 2 * rest * (n - 1) / (n - 3) + mean**2 * (1 - between) ** 3
    if below < 1e-12:
        return None
    t = (second - first) * sqrt((n - 1) * max(0.0, 1 + between) / below)
    return t, float(2 * stdtr(n - 3, -abs(t)))
