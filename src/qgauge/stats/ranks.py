"""Ranks in which equal values share the middle place."""

from __future__ import annotations

import numpy as np

from qgauge.stats.arrays import Array, Indices, Values, numbers, standard


def levels(values: Array) -> Indices:
    """The place of each value among the distinct ones, from 0. The only sorting there is.

    Values that differ by rounding only are one: the means of 1, 2, 3 and of 2, 2, 2 may differ
    in the last bit, and a rank correlation would make a whole rank of it.
    """
    largest = np.max(np.abs(values), initial=0.0)
    settled = np.round(values / largest, 12) if largest > 0 else values
    return np.unique(settled, return_inverse=True)[1].astype(np.int64)


def varies(column: Array) -> bool:
    return bool(levels(column).any())


def middles(of_levels: Indices, weights: Array) -> Array:
    """For each row the weight below it and half the weight equal to it.

    This is the midrank less one half. With the weights of a resample it is the midrank in that
    resample, without sorting again: only the weight of each level changes.
    """
    of_level = np.bincount(of_levels, weights)
    below_and_half: Array = np.cumsum(of_level) - of_level / 2
    return below_and_half[of_levels]


def standard_ranks(column: Array) -> Array:
    """Ranks with mean 0 and variance 1."""
    return standard(middles(levels(column), np.ones(len(column))))


def tie_share(values: Values) -> float | None:
    """Share of the pairs of rows that have equal values. None below two rows."""
    array = numbers(values)
    found = levels(array[~np.isnan(array)])
    pairs = len(found) * (len(found) - 1)
    if not pairs:
        return None
    counts = np.bincount(found)
    return float(np.sum(counts * (counts - 1)) / pairs)


def mid_distribution(values: Values) -> Array:
    """Ratings on the scale 0 to 1: (count below + half the count equal) / n (Blatz et al. 2004).

    It takes out that one rater is stricter than another; Nema and Khapra (2018) average such values
    over the raters. Missing ratings stay missing.
    """
    array = numbers(values)
    rated = ~np.isnan(array)
    if rated.any():
        array[rated] = middles(levels(array[rated]), np.ones(rated.sum())) / rated.sum()
    return array
