"""Kendall's tau-b: pairs in the same order less pairs in opposite order, ties set aside."""

from __future__ import annotations

import numpy as np

from qgauge.stats.arrays import Array, Indices
from qgauge.stats.bootstrap import Interval
from qgauge.stats.concordance import all_pairs, concordance, ties
from qgauge.stats.interval import jackknife_of
from qgauge.stats.ranks import levels
from qgauge.stats.resample import FEWEST_CLUSTERS, TOO_FEW


def kendall(left: Array, right: Array, clusters: Indices) -> tuple[float, Interval, float | None]:
    """Tau-b of two columns that vary: value, interval and p.

    The interval leaves out one cluster at a time: that takes one pass over the data, where each
    resample would take one. The p of rows that stand alone is the exact or the normal one; where
    rows are clustered it is that of the value over the spread that gives the interval.
    """
    first, second = levels(left), levels(right)
    agreeing = concordance(first, second, clusters)
    every = all_pairs(clusters)
    apart = [ties(column, clusters) for column in (first, second)]
    value = float(agreeing.total / np.sqrt(np.prod([every.total - tied.total for tied in apart])))
    count = int(clusters.max()) + 1
    p = _independent_p(first, second) if count == len(clusters) else None
    if count < FEWEST_CLUSTERS:
        return value, (None, None, TOO_FEW), p
    untied = np.prod([every.left_out - tied.left_out for tied in apart], axis=0)
    if not untied.all():
        return value, (None, None, "no interval: without one of the clusters all is tied"), p
    low, high = jackknife_of(value, agreeing.left_out / np.sqrt(untied))
    if p is None:
        p = _spread_p(value, high - low, count)
    return value, (max(low, -1.0), min(high, 1.0), ""), p


def _independent_p(first: Indices, second: Indices) -> float:
    from scipy.stats import kendalltau

    return float(kendalltau(first, second).pvalue)


def _spread_p(value: float, width: float, count: int) -> float | None:
    """How surprising the value is if it should be 0, given the width of its t interval."""
    from scipy.special import stdtr, stdtrit

    spread = width / 2 / stdtrit(count - 1, 0.975)
    return float(2 * stdtr(count - 1, -abs(value) / spread)) if spread > 0 else None
