"""Midranks: tied values share the mean of their ranks."""

from __future__ import annotations

import numpy as np

from qgauge.stats.arrays import Array, Indices, Values, numbers, standard


def levels(values: Array) -> Indices:
    """Return the index of each value among the sorted distinct values.

    Values that differ only by rounding error count as equal. Otherwise the means of 1, 2, 3 and of
    2, 2, 2 could differ in the last bit and get different ranks.
    """
    largest = np.max(np.abs(values), initial=0.0)
    settled = np.round(values / largest, 12) if largest > 0 else values
    return np.unique(settled, return_inverse=True)[1].astype(np.int64)


def varies(column: Array) -> bool:
    """Return whether a column is not constant, apart from rounding error."""
    return bool(levels(column).any())


def middles(of_levels: Indices, weights: Array) -> Array:
    """Return for each row the total weight of lower rows plus half the weight of tied rows.

    This is the midrank minus 1/2. If the weights say how often a resample has each row, it is the
    midrank in the resample, without sorting again.
    """
    of_level = np.bincount(of_levels, weights)
    below_and_half: Array = np.cumsum(of_level) - of_level / 2
    return below_and_half[of_levels]


def standard_ranks(column: Array) -> Array:
    """Return midranks scaled to mean 0 and variance 1."""
    return standard(middles(levels(column), np.ones(len(column))))


def tie_share(values: Values) -> float | None:
    """Return the share of pairs of rows that are tied.

    Args:
        values: One value per row; None or NaN where it is missing.

    Returns:
        The share, or None if fewer than two rows have values.

    Examples:
        >>> from qgauge.stats.ranks import tie_share
        >>> tie_share([1, 1, 2, None])
        0.3333333333333333
    """
    array = numbers(values)
    found = levels(array[~np.isnan(array)])
    pairs = len(found) * (len(found) - 1)
    if not pairs:
        return None
    counts = np.bincount(found)
    return float(np.sum(counts * (counts - 1)) / pairs)


def mid_distribution(values: Values) -> Array:
    """Normalise the ratings of one rater to 0..1: (rows below + half the ties) / n.

    This removes differences in strictness between raters (Blatz et al. 2004). Nema and Khapra
    (2018) average the normalised ratings over raters.

    Args:
        values: The ratings of one rater; None or NaN where a row is not rated.

    Returns:
        The normalised ratings; missing ratings are NaN.

    Examples:
        >>> from qgauge.stats.ranks import mid_distribution
        >>> mid_distribution([1, 3, 3, 5]).tolist()
        [0.125, 0.5, 0.5, 0.875]
    """
    array = numbers(values)
    rated = ~np.isnan(array)
    if rated.any():
        array[rated] = middles(levels(array[rated]), np.ones(rated.sum())) / rated.sum()
    return array
