"""Means and shares of rows that come in clusters, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import sqrt

import numpy as np

from qgauge.stats.estimate import Estimate
from qgauge.stats.interval import jackknife, mean_of_sums

Z = 1.959963984540054
"""The 97.5 % point of the normal distribution."""
_NO_ROWS = Estimate(None, reason="no rows")


def clustered_mean(values: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """Return the mean with a jackknife interval over clusters.

    Args:
        values: One value per row.
        clusters: The cluster of each row, such as its passage.

    Examples:
        >>> print(clustered_mean([2.0, 3.0, 4.0, 5.0], "abcd"))
        3.500 [1.446, 5.554]
    """
    if not values:
        return _NO_ROWS
    sums = _sums(values, clusters)
    value, interval = float(mean_of_sums(sums.sum(axis=0))), jackknife(sums, mean_of_sums)
    if interval is None:
        return Estimate(value, n=len(values), reason="no interval: one cluster")
    return Estimate(value, *interval, n=len(values))


def share(values: Sequence[float], clusters: Sequence[Hashable]) -> Estimate:
    """Return the mean of values from 0 to 1 with Wilson's interval for clustered rows.

    Rows of a cluster resemble each other, so they count for fewer independent rows: n is divided
    by the design effect, the variance of the mean over that of independent rows, if that is above
    1. Unlike the jackknife, the interval has a width where all values are 0 or all are 1.

    Args:
        values: One value per row, such as 1 for yes and 0 for no.
        clusters: The cluster of each row.

    Examples:
        >>> print(share([1, 1, 1, 0], "abcd"))
        0.750 [0.301, 0.954]
        >>> print(share([0] * 200, range(200)))
        0.000 [0.000, 0.019]
    """
    if not values:
        return _NO_ROWS
    n, mean = len(values), float(np.mean(values))
    size = n / max(1.0, _design_effect(values, clusters))
    middle = (mean + Z**2 / (2 * size)) / (1 + Z**2 / size)
    half = Z / (1 + Z**2 / size) * sqrt(mean * (1 - mean) / size + Z**2 / (4 * size**2))
    return Estimate(mean, max(0.0, middle - half), min(1.0, middle + half), n=n)


def _design_effect(values: Sequence[float], clusters: Sequence[Hashable]) -> float:
    sums, n = _sums(values, clusters), len(values)
    mean, count = float(np.mean(values)), len(sums)
    independent = mean * (1 - mean) / (n - 1) if n > 1 else 0.0
    if count < 2 or independent <= 0:
        return 1.0
    gaps = sums[:, 1] - mean * sums[:, 0]
    return float(count / (count - 1) * np.sum(gaps**2) / n**2 / independent)


def _sums(values: Sequence[float], clusters: Sequence[Hashable]) -> np.ndarray:
    """Return the number of rows and the sum of the values of each cluster."""
    sums: dict[Hashable, list[float]] = {}
    for value, cluster in zip(values, clusters, strict=True):
        of = sums.setdefault(cluster, [0.0, 0.0])
        of[0] += 1
        of[1] += value
    return np.array(list(sums.values()))
