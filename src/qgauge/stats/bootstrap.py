"""Correlations of many resamples at once: the clusters are drawn, their rows come along.

Every function takes the columns of two sides and gives (resamples, left, right); NaN where a
resample leaves a column constant.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qgauge.stats.arrays import Array, Indices, standard
from qgauge.stats.ranks import levels, middles
from qgauge.stats.resample import FEWEST_CLUSTERS, TOO_FEW, draws

Columns = Sequence[Array]
Interval = tuple[float | None, float | None, str]
"""The two ends, or the reason why there are none."""

_MOST_UNDEFINED = 0.05
"""Share of constant resamples above which the others are no fair picture."""
_NO_SPREAD = 1e-12
"""A resample's variance, as a share of the whole column's, that is only the sums' rounding."""


def pearson_draws(
    left: Columns, right: Columns, clusters: Indices, resamples: int, random: np.random.Generator
) -> Array:
    """From sums by cluster: a resample is how often each cluster was drawn times those sums."""
    left, right = [standard(column) for column in left], [standard(column) for column in right]
    count = int(clusters.max()) + 1
    parts = []
    for times in draws(count, resamples, random):
        # Column by column, not in one product: a product's rounding depends on its width, and a
        # pair is to get the same bits alone and among others.
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
    """From midranks within each resample, ties included, without sorting again.

    All sums are of halves and quarters, so they are exact up to some 300,000 rows.
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
    """Correlation of two sides once a third variable has been taken out of both."""
    return _ratio(both - left_given * given_right, 1 - left_given**2, 1 - given_right**2, 1e-12)


def percentiles(drawn: Array, clusters: Indices) -> Interval:
    """95 % interval of what was drawn, a little wider than the middle 95 % of it.

    Plain percentiles are too narrow where clusters are few: resamples vary less than samples, and
    by the normal, not by the t distribution. Hesterberg (2015) widens them by just that much.
    """
    from scipy.special import ndtr, stdtrit

    count = int(clusters.max()) + 1
    if count < FEWEST_CLUSTERS:
        return None, None, TOO_FEW
    undefined = int(np.isnan(drawn).sum())
    if undefined > _MOST_UNDEFINED * len(drawn):
        return None, None, (
            f"no interval: undefined in {undefined} of {len(drawn)} resamples (a constant column)"
        )
    tail = float(ndtr(-np.sqrt(count / (count - 1)) * stdtrit(count - 1, 0.975)))
    low, high = np.quantile(drawn[~np.isnan(drawn)], [tail, 1 - tail], method="weibull")
    return float(low), float(high), ""


def _ratio(together: Array, first: Array, second: Array, least: float) -> Array:
    """Covariance over the root of the variances; NaN where one of these is (nearly) 0."""
    first, second = np.broadcast_arrays(first, second)
    defined = (first > least) & (second > least)
    root = np.sqrt(np.where(defined, first, 1.0)) * np.sqrt(np.where(defined, second, 1.0))
    ratio: Array = np.where(defined, np.clip(together / root, -1.0, 1.0), np.nan)
    return ratio
