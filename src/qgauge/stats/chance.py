"""P-values of correlations: a permutation test, or a wild cluster bootstrap for clustered rows.

Independent rows are permuted: under the null hypothesis of no association, every order of one
column is equally likely.

Clustered rows cannot be permuted. Rows of one passage resemble each other in both columns, so
permuting them freely gives too many false positives. Permuting within passages misses every
association between passages. Permuting whole passages requires passages of equal size. Instead,
each cluster's contribution to the covariance gets a random sign (a wild cluster bootstrap of the
score): under the null hypothesis the contributions are independent with mean 0, whatever the size
of the clusters and the dependence within them.
"""

from __future__ import annotations

import numpy as np

from qgauge.stats.arrays import Array, Indices
from qgauge.stats.resample import coins

_ROUNDING = 1e-12


def chance_p(
    left: Array, right: Array, clusters: Indices, resamples: int, random: np.random.Generator
) -> Array:
    """Return the two-sided p-value of the correlation of each left with each right column.

    Args:
        left: One column per line, scaled to mean 0 and variance 1.
        right: Likewise.
        clusters: The cluster index of each row.
        resamples: The number of permutations or sign draws.
        random: The random generator.

    Returns:
        An array (left, right). The observed data count as one resample, so no p-value is 0.
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
    """Return the two-sided p-value of each line's sum when the sign of each cluster is random."""
    observed = np.abs(contributions.sum(axis=1)) - _ROUNDING * np.abs(contributions).sum(axis=1)
    as_large = np.zeros(len(contributions))
    for block in coins(contributions.shape[1], resamples, random):
        signs = block * 2 - 1
        # Multiply line by line, so that a pair gets the same bits in any table.
        for line, parts in enumerate(contributions):
            as_large[line] += np.sum(np.abs(signs @ parts) >= observed[line])
    return (1 + as_large) / (resamples + 1)
