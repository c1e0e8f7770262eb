"""Weights of parts that follow ratings best: least squares with none below zero."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from qgauge.stats.arrays import Array, Labels
from qgauge.stats.resample import cluster_indices


def nonnegative(columns: Array, target: Array, ridge: float) -> Array:
    """The weights >= 0 with the smallest squared error plus `ridge` times n times their squares.

    An intercept is free. A row of `columns` has the parts of one example.
    """
    from scipy.optimize import nnls

    rows = columns - columns.mean(axis=0)
    wanted = target - target.mean()
    # the penalty as rows of its own, each wanting its weight to be zero
    penalty = np.sqrt(ridge * len(rows)) * np.eye(rows.shape[1])
    weights, _ = nnls(np.vstack([rows, penalty]), np.append(wanted, np.zeros(rows.shape[1])))
    return np.asarray(weights, dtype=np.float64)


def folds(groups: Labels, count: int, seed: int) -> Iterator[NDArray[np.bool_]]:
    """For each fold the rows that are in it; rows of a group are in the same one."""
    clusters = cluster_indices(np.asarray(groups))
    order = np.random.default_rng(seed).permutation(int(clusters.max()) + 1)
    for fold in range(count):
        yield np.isin(clusters, order[fold::count])
