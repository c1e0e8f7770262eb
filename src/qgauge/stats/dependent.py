"""Is one metric better correlated with the same human ratings than another?"""

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
    """The second metric's correlation less the first's, how sure that is, and how surprising.

    `low`, `high` and `p` come from drawing the clusters (Kendall: from leaving out one at a time).
    Williams' test takes every row as independent of the others, so with clusters it is too sure of
    itself; there is none for Kendall.
    """

    first: float | None = None
    second: float | None = None
    p: float | None = None
    williams_t: float | None = None
    williams_p: float | None = None
    missing: int = 0
    clusters: int = 0

    @property
    def difference(self) -> float | None:
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
    """Two metrics on the rows that both have scored and that are rated."""
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
    """The interval of a difference from its resamples, and the p that there is none."""
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
        p = 1.0  # the same order, cluster by cluster
    return CorrelationDifference(
        second - first, low, high, reason=reason, first=first, second=second, p=p, **counts
    )


def _two_sided(gaps: Array) -> float:
    """How often the difference is not on its side of 0, twice; the data count as one draw."""
    # what is equal up to rounding counts as equal: the same scores then have p = 1
    below, above = np.sum(gaps <= 1e-12), np.sum(gaps >= -1e-12)
    return float(min(1.0, 2 * (1 + min(below, above)) / (len(gaps) + 1)))


def williams(first: float, second: float, between: float, n: int) -> tuple[float, float] | None:
    """Williams' t (1959; Steiger 1980) for two correlations that share a variable; its p.

    `between` is the correlation of the two metrics. None where the test is undefined: below four
    rows, or if the metrics are the same up to scale.
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
