"""Concordant and discordant pairs in O(n log n), also with each cluster left out in turn.

Kendall's tau and the area under the ROC curve are computed from these counts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qgauge.stats.arrays import Array, Indices


@dataclass(frozen=True, slots=True)
class PairSum:
    """A sum over all pairs of rows."""

    total: float
    left_out: Array
    """The sum without the rows of each cluster."""


def concordance(first: Indices, second: Indices, clusters: Indices) -> PairSum:
    """Return concordant minus discordant pairs, given the levels of two variables."""
    together = np.zeros_like(clusters)
    everywhere = _agreeing(first, second, together)
    within = _agreeing(first, second, clusters)
    return _pair_sum(everywhere, within, clusters)


def ties(values: Indices, clusters: Indices) -> PairSum:
    """Count the pairs of rows with equal values."""
    within = values + clusters * (values.max() + 1)
    return _pair_sum(_like(values), _like(within), clusters)


def all_pairs(clusters: Indices) -> PairSum:
    """Count all pairs of rows."""
    return ties(np.zeros_like(clusters), clusters)


def _pair_sum(everywhere: Indices, within: Indices, clusters: Indices) -> PairSum:
    """Sum over pairs, given each row's sum over all rows and over the rows of its cluster."""
    total = everywhere.sum() / 2
    # Pairs with at least one row in the cluster: those with both rows in it are counted twice.
    touched = np.bincount(clusters, everywhere) - np.bincount(clusters, within) / 2
    return PairSum(float(total), total - touched)


def _like(values: Indices) -> Indices:
    """Return for each row the number of other rows with the same value."""
    _, level, counts = np.unique(values, return_inverse=True, return_counts=True)
    others: Indices = counts[level] - 1
    return others


def _agreeing(first: Indices, second: Indices, clusters: Indices) -> Indices:
    """Return for each row its concordant minus its discordant pairs within its cluster."""
    if len(clusters) == clusters.max() + 1:
        return np.zeros_like(clusters)  # every row is its own cluster
    first_back, second_back = first.max() - first, second.max() - second
    return (
        _both_smaller(first, second, clusters)
        + _both_smaller(first_back, second_back, clusters)
        - _both_smaller(first, second_back, clusters)
        - _both_smaller(first_back, second, clusters)
    )


def _both_smaller(first: Indices, second: Indices, clusters: Indices) -> Indices:
    """Return for each row the number of rows of its cluster that are smaller in both variables.

    Rows are sorted by the first variable, so it remains to count earlier rows with a smaller second
    value. Of two values, the smaller one has a 0 at the highest bit in which they differ. So each
    bit is handled once, among the rows that agree in all higher bits.
    """
    # Descending by the second variable within ties of the first: tied rows must not count.
    order = np.lexsort((-second, first))
    digits = int(second.max()).bit_length()
    keys = (clusters[order] << digits) | second[order]
    counts = np.zeros_like(keys)
    for digit in range(digits):
        before = keys >> (digit + 1)
        at = np.argsort(before, kind="stable")
        alike = before[at]
        larger = (keys[at] >> digit) & 1
        smaller_so_far = np.cumsum(1 - larger) - (1 - larger)
        start = np.searchsorted(alike, alike)
        counts[at] += larger * (smaller_so_far - smaller_so_far[start])
    result = np.empty_like(counts)
    result[order] = counts
    return result
