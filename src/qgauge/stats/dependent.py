"""Is one metric better correlated with the same human ratings than another?"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np

from qgauge.stats.arrays import Array, Labels, Values, numbers, standard
from qgauge.stats.bootstrap import pearson_draws, percentiles, spearman_draws
from qgauge.stats.ranks import standard_ranks, varies
from qgauge.stats.resample import complete_rows


@dataclass(frozen=True, slots=True)
class CorrelationDifference:
    """The second metric's correlation less the first's, how sure that is, and how surprising.

    `low`, `high` and `p` come from drawing the clusters; Williams' test takes every row as
    independent of the others, so with clusters it is too sure of itself.
    """

    first: float | None = None
    second: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    williams_t: float | None = None
    williams_p: float | None = None
    n: int = 0
    missing: int = 0
    clusters: int = 0
    reason: str = ""

    @property
    def difference(self) -> float | None:
        if self.first is None or self.second is None:
            return None
        return self.second - self.first


def compare_correlations(
    first: Values,
    second: Values,
    ratings: Values,
    *,
    kind: Literal["pearson", "spearman"] = "pearson",
    groups: Labels | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> CorrelationDifference:
    """Two metrics on the rows that both have scored and that are rated."""
    columns, clusters = complete_rows([numbers(first), numbers(second), numbers(ratings)], groups)
    n, count = len(clusters), len(np.unique(clusters))
    counts = {"n": n, "missing": len(first) - n, "clusters": count}
    if n < 4:
        return CorrelationDifference(**counts, reason="fewer than 4 rows have all three values")
    for column, name in zip(columns, ("first scores", "second scores", "ratings"), strict=True):
        if not varies(column):
            return CorrelationDifference(**counts, reason=f"the {name} are constant")
    scaled = standard if kind == "pearson" else standard_ranks
    one, other, human = (scaled(column) for column in columns)
    values = float(np.mean(one * human)), float(np.mean(other * human))
    t, williams_p = williams(*values, float(np.mean(one * other)), n) or (None, None)
    resampled = pearson_draws if kind == "pearson" else spearman_draws
    random = np.random.default_rng(seed)
    drawn = resampled(columns[:2], columns[2:], clusters, resamples, random)
    gaps = drawn[:, 1, 0] - drawn[:, 0, 0]
    low, high, reason = percentiles(gaps, clusters)
    p = None if reason else _two_sided(gaps[~np.isnan(gaps)])
    return CorrelationDifference(*values, low, high, p, t, williams_p, **counts, reason=reason)


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
