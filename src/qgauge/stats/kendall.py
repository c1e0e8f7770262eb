"""Kendall's tau-b: concordant minus discordant pairs, corrected for ties."""

from __future__ import annotations

import numpy as np

from qgauge.stats.arrays import Array, Indices
from qgauge.stats.bootstrap import Interval
from qgauge.stats.concordance import all_pairs, concordance, ties
from qgauge.stats.interval import jackknife_of
from qgauge.stats.ranks import levels
from qgauge.stats.resample import FEWEST_CLUSTERS, TOO_FEW

ALL_TIED = "no interval: leaving out one cluster leaves only ties"


def kendall(left: Array, right: Array, clusters: Indices) -> tuple[float, Interval, float | None]:
    """Return tau-b of two non-constant columns with its interval and p-value.

    The interval is a jackknife over clusters, which takes a single pass over the data; a bootstrap
    would take one pass per resample. Independent rows get the exact or normal p-value of Kendall's
    test. Clustered rows get the p-value of a t-test with the jackknife standard error.

    Args:
        left: The first column, without missing values.
        right: The second column.
        clusters: The cluster index of each row.

    Returns:
        The value, the interval, and the p-value or None.
    """
    value, left_out = taus(left, right, clusters)
    count = int(clusters.max()) + 1
    alone = count == len(clusters)
    p = _independent_p(levels(left), levels(right)) if alone else None
    (low, high, reason), of_spread = left_out_interval(value, left_out)
    if low is None or high is None:
        return value, (None, None, reason), p
    return value, (max(low, -1.0), min(high, 1.0), ""), p if alone else of_spread


def taus(left: Array, right: Array, clusters: Indices) -> tuple[float, Array]:
    """Return tau-b of two non-constant columns, and without each cluster (NaN if all tied)."""
    first, second = levels(left), levels(right)
    agreeing = concordance(first, second, clusters)
    every = all_pairs(clusters)
    apart = [ties(column, clusters) for column in (first, second)]
    value = float(agreeing.total / np.sqrt(np.prod([every.total - tied.total for tied in apart])))
    untied = np.prod([every.left_out - tied.left_out for tied in apart], axis=0)
    defined = untied > 0
    left_out = agreeing.left_out / np.sqrt(np.where(defined, untied, 1.0))
    return value, np.where(defined, left_out, np.nan)


def left_out_interval(value: float, left_out: Array) -> tuple[Interval, float | None]:
    """Return the jackknife interval of a value and the p-value of the hypothesis that it is 0."""
    from scipy.special import stdtr, stdtrit

    count = len(left_out)
    if count < FEWEST_CLUSTERS:
        return (None, None, TOO_FEW), None
    if np.isnan(left_out).any():
        return (None, None, ALL_TIED), None
    low, high = jackknife_of(value, left_out)
    spread = (high - low) / 2 / stdtrit(count - 1, 0.975)
    p = float(2 * stdtr(count - 1, -abs(value) / spread)) if spread > 0 else None
    return (low, high, ""), p


def _independent_p(first: Indices, second: Indices) -> float:
    from scipy.stats import kendalltau

    return float(kendalltau(first, second).pvalue)
