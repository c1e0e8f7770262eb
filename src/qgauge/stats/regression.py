"""Non-negative ridge regression and grouped cross-validation folds."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from qgauge.stats.arrays import Array, Labels
from qgauge.stats.resample import cluster_indices


def nonnegative(columns: Array, target: Array, ridge: float) -> Array:
    """Fit a ridge regression with non-negative weights and a free intercept.

    Args:
        columns: The features, one line per example.
        target: The target of each example.
        ridge: The penalty on the squared weights, multiplied by the number of examples.

    Returns:
        The weights, without the intercept.

    Examples:
        >>> import numpy as np
        >>> from qgauge.stats.regression import nonnegative
        >>> features = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0]])
        >>> nonnegative(features, np.array([1.0, 3.0, 5.0, 7.0]), 0.0).round(6).tolist()
        [2.0, 0.0]
    """
    from scipy.optimize import nnls

    rows = columns - columns.mean(axis=0)
    wanted = target - target.mean()
    # Write the penalty as one more row per weight with target 0.
    penalty = np.sqrt(ridge * len(rows)) * np.eye(rows.shape[1])
    weights, _ = nnls(np.vstack([rows, penalty]), np.append(wanted, np.zeros(rows.shape[1])))
    return np.asarray(weights, dtype=np.float64)


def folds(groups: Labels, count: int, seed: int) -> Iterator[NDArray[np.bool_]]:
    """Split rows into random folds; all rows of a group are in the same fold.

    Args:
        groups: The group of each row.
        count: The number of folds.
        seed: Seed of the random split.

    Yields:
        A mask of the rows in each fold.

    Examples:
        >>> from qgauge.stats.regression import folds
        >>> [mask.tolist() for mask in folds(["a", "a", "b"], 2, seed=0)]
        [[True, True, False], [False, False, True]]
    """
    clusters = cluster_indices(np.asarray(groups))
    order = np.random.default_rng(seed).permutation(int(clusters.max()) + 1)
    for fold in range(count):
        yield np.isin(clusters, order[fold::count])
