"""Cluster bootstrap of correlations: clusters are drawn with replacement, with all their rows.

The `*_draws` functions take the left and the right columns and return an array of shape
(resamples, left, right), with NaN where a column is constant in a resample.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qgauge.stats.arrays import Array, Indices, standard
from qgauge.stats.ranks import levels, middles
from qgauge.stats.resample import FEWEST_CLUSTERS, TOO_FEW, draws

Columns = Sequence[Array]
Interval = tuple[float | None, float | None, str]
"""The lower and the upper bound, and the reason if they are None."""

_MOST_UNDEFINED = 0.05
"""Give no interval if the correlation is undefined in a larger share of the resamples."""
_NO_SPREAD = 1e-12
"""Smaller variances of a resample, relative to the whole column, are rounding error."""


def pearson_draws(
    left: Columns, right: Columns, clusters: Indices, resamples: int, random: np.random.Generator
) -> Array:
    """Return Pearson's correlation of each resample, computed from sums by cluster."""
    left, right = [standard(column) for column in left], [standard(column) for column in right]
    count = int(clusters.max()) + 1
    parts = []
    for times in draws(count, resamples, random):
        # Multiply column by column, not as one matrix: the rounding of a matrix product depends on
        # its width, and a pair must get the same bits in any table.
        n = times @ np.bincount(clusters).astype(np.float64)

        def mean(rows: Array, times: Array = times, n: Array = n) -> Array:
            of_draws: Array = times @ np.bincount(clusters, rows) / n
            return of_draws

        means = [[mean(column) for column in side] for side in (left, right)]
        spreads = [
            [mean(column**2) - average**2 for column, average in zip(side, averages, strict=True)]
            for side, averages in zip((left, right), means, strict=True)
        ]
        part = np.empty((len(times), len(left), len(right)))
        for i, first in enumerate(left):
            for j, second in enumerate(right):
                together = mean(first * second) - means[0][i] * means[1][j]
                part[:, i, j] = _ratio(together, spreads[0][i], spreads[1][j], _NO_SPREAD)
        parts.append(part)
    return np.concatenate(parts)


def spearman_draws(
    left: Columns, right: Columns, clusters: Indices, resamples: int, random: np.random.Generator
) -> Array:
    """Return Spearman's correlation of each resample, from midranks within the resample.

    Columns are sorted only once. All sums are multiples of 1/4, so they are exact up to about
    300,000 rows.
    """
    left_levels, right_levels = [levels(column) for column in left], [levels(c) for c in right]
    found = np.empty((resamples, len(left), len(right)))
    at = 0
    for block in draws(int(clusters.max()) + 1, resamples, random):
        for times in block:
            rows = times[clusters]
            middle = rows.sum() / 2
            first = np.array([middles(level, rows) - middle for level in left_levels])
            second = np.array([middles(level, rows) - middle for level in right_levels])
            weighted = first * rows
            spread_first = np.sum(weighted * first, axis=1)
            spread_second = second**2 @ rows
            found[at] = _ratio(weighted @ second.T, spread_first[:, np.newaxis], spread_second, 0.0)
            at += 1
    return found


def partial(both: Array, left_given: Array, given_right: Array) -> Array:
    """Return the partial correlation of two variables, given their correlations with a third."""
    return _ratio(both - left_given * given_right, 1 - left_given**2, 1 - given_right**2, 1e-12)


def percentiles(drawn: Array, clusters: Indices) -> Interval:
    """Return the expanded 95 % percentile interval of the bootstrap (Hesterberg 2015).

    Plain percentile intervals are too narrow with few clusters: they lack the factor n / (n - 1) in
    the variance and use normal instead of t quantiles. The expanded tails correct for both.

    Args:
        drawn: The statistic in each resample; NaN where it is undefined.
        clusters: The cluster index of each row.

    Returns:
        The lower and the upper bound and an empty reason, or None, None and the reason.
    """
    from scipy.special import ndtr, stdtrit

    count = int(clusters.max()) + 1
    if count < FEWEST_CLUSTERS:
        return None, None, TOO_FEW
    undefined = int(np.isnan(drawn).sum())
    if undefined > _MOST_UNDEFINED * len(drawn):
        why = f"undefined in {undefined} of {len(drawn)} resamples (constant column)"
        return None, None, f"no interval: {why}"
    tail = float(ndtr(-np.sqrt(count / (count - 1)) * stdtrit(count - 1, 0.975)))
    low, high = np.quantile(drawn[~np.isnan(drawn)], [tail, 1 - tail], method="weibull")
    return float(low), float(high), ""


def _ratio(together: Array, first: Array, second: Array, least: float) -> Array:
    """Return covariance / sqrt(product of variances); NaN where a variance is at most `least`."""
    first, second = np.broadcast_arrays(first, second)
    defined = (first > least) & (second > least)
    root = np.sqrt(np.where(defined, first, 1.0)) * np.sqrt(np.where(defined, second, 1.0))
    ratio: Array = np.where(defined, np.clip(together / root, -1.0, 1.0), np.nan)
    return ratio
