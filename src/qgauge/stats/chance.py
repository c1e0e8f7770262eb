"""How often chance alone correlates as much: p-values for columns that may be clustered.

Rows that stand alone are permuted: if the two sides have nothing to do with each other, every
order of one side is as likely as the one seen.

Rows of one passage resemble each other on both sides, and permuting them freely calls that
resemblance a finding. Permuting within passages is no way out (what differs between passages is
kept in every permutation, so it can never be found), and whole passages can change places only
where they have the same size. So each cluster's contribution to the covariance gets a random sign
instead: without an association these contributions are independent and centred at 0, however
large the clusters and whatever happens within (a wild cluster bootstrap of the score).
"""

from __future__ import annotations

import numpy as np

from qgauge.stats.arrays import Array, Indices
from qgauge.stats.resample import coins

_ROUNDING = 1e-12


def chance_p(
    left: Array, right: Array, clusters: Indices, resamples: int, random: np.random.Generator
) -> Array:
    """Two-sided p for each left with each right column (one line a column, mean 0, variance 1).

    The observed data count as one of the samples, so no p is 0.
    """
    count = int(clusters.max()) + 1
    if count == len(clusters):
        observed = np.abs(left @ right.T) - _ROUNDING * count
        as_large = np.zeros(observed.shape)
        for _ in range(resamples):
            shuffled = right[:, random.permutation(count)]
            as_large += np.abs(left @ shuffled.T) >= observed
        return (1 + as_large) / (resamples + 1)
    contributions = [np.bincount(clusters, first * second) for first in left for second in right]
    return _sign_p(np.array(contributions), resamples, random).reshape(len(left), len(right))


def _sign_p(contributions: Array, resamples: int, random: np.random.Generator) -> Array:
    """Two-sided p of each line's sum, if each cluster's part in it had any sign by chance."""
    observed = np.abs(contributions.sum(axis=1)) - _ROUNDING * np.abs(contributions).sum(axis=1)
    as_large = np.zeros(len(contributions))
    for block in coins(contributions.shape[1], resamples, random):
        signs = block * 2 - 1
        # line by line: the same pair gets the same bits alone and among others
        for line, parts in enumerate(contributions):
            as_large[line] += np.sum(np.abs(signs @ parts) >= observed[line])
    return (1 + as_large) / (resamples + 1)
