"""Pairs of rows that two variables put in the same or in opposite order, without looking at each.

What Kendall's tau and the area under the curve are made of, row by row and with each cluster left
out in turn, in n log n steps.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from qgauge.stats.arrays import Array, Indices


@dataclass(frozen=True, slots=True)
class PairSum:
    """A sum over all pairs of rows, and what is left of it without the rows of each cluster."""

    total: float
    left_out: Array


def concordance(first: Indices, second: Indices, clusters: Indices) -> PairSum:
    """Pairs in the same order less pairs in opposite order, given the levels of two variables."""
    together = np.zeros_like(clusters)
    everywhere = _agreeing(first, second, together)
    within = _agreeing(first, second, clusters)
    return _pair_sum(everywhere, within, clusters)


def ties(values: Indices, clusters: Indices) -> PairSum:
    """Pairs in which both rows have the same value."""
    within = values + clusters * (values.max() + 1)
    return _pair_sum(_like(values), _like(within), clusters)


def all_pairs(clusters: Indices) -> PairSum:
    """Every pair of rows: as if all had the same value."""
    return ties(np.zeros_like(clusters), clusters)


def _pair_sum(everywhere: Indices, within: Indices, clusters: Indices) -> PairSum:
    """From each row's pairs: with all rows, and with those of its own cluster."""
    total = everywhere.sum() / 2
    # the pairs with a row in the cluster; those with both rows in it are counted twice
    touched = np.bincount(clusters, everywhere) - np.bincount(clusters, within) / 2
    return PairSum(float(total), total - touched)


def _like(values: Indices) -> Indices:
    """For each row, how many others have its value."""
    _, level, counts = np.unique(values, return_inverse=True, return_counts=True)
    others: Indices = counts[level] - 1
    return others


def _agreeing(first: Indices, second: Indices, clusters: Indices) -> Indices:
    """For each row the rows of its cluster in the same order with it, less the opposite ones."""
    if len(clusters) == clusters.max() + 1:
        return np.zeros_like(clusters)  # every row is a cluster of its own
    first_back, second_back = first.max() - first, second.max() - second
    return (
        _both_smaller(first, second, clusters)
        + _both_smaller(first_back, second_back, clusters)
        - _both_smaller(first, second_back, clusters)
        - _both_smaller(first_back, second, clusters)
    )


def _both_smaller(first: Indices, second: Indices, clusters: Indices) -> Indices:
    """For each row, how many rows of its cluster are smaller in both variables.

    The rows are put in the order of the first variable; what is left to count are earlier rows
    with a smaller second value. One of two values is smaller at the first binary digit in which
    they differ, so each digit is looked at once, among the rows that agree in all digits before.
    """
    # of rows equal in the first variable none may count as earlier and smaller
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
