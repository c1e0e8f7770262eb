"""Cut points that turn scores into steps of a rating scale, tested on rows they were not fitted to.

A score means nothing on the scale of the raters. The cut points give each step as many scores as
people gave it ratings. Kappa depends on such matching totals, and nothing else is fitted, so the
cut points hold on other rows: a search for the highest kappa did worse there.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from qgauge.stats.arrays import Array, Indices, Labels, same_length
from qgauge.stats.resample import cluster_indices
from qgauge.stats.thresholds import cut_values

FOLDS = 10


def fit_cuts(scores: Array, steps: Indices, count: int) -> Array:
    """Return the cut points by which each step is as frequent among the scores as among ratings.

    Args:
        scores: One score per row; at least one.
        steps: The step of each row that people gave, counted from 0.
        count: The number of steps of the scale.

    Returns:
        The cuts in ascending order, one fewer than steps. A score equal to a cut is above it.
        Equal scores are never divided, so many ties make the match less exact.

    Examples:
        >>> import numpy as np
        >>> from qgauge.stats.cut_points import fit_cuts
        >>> fit_cuts(np.array([0.1, 0.2, 0.6, 0.9]), np.array([0, 0, 1, 1]), 2).tolist()
        [0.4]
    """
    distinct, times = np.unique(scores, return_counts=True)
    below = np.concatenate([[0], np.cumsum(times)])
    wanted = np.cumsum(np.bincount(steps, minlength=count))[:-1]
    places = np.abs(below[np.newaxis] - wanted[:, np.newaxis]).argmin(axis=1)
    cuts: Array = cut_values(distinct)[places]
    return cuts


def steps_of(scores: Array, cuts: Sequence[float] | Array) -> Indices:
    """Return the step of each score, counted from 0.

    Args:
        scores: The scores.
        cuts: The cut points in ascending order.

    Returns:
        The number of cuts at or below each score.

    Examples:
        >>> import numpy as np
        >>> from qgauge.stats.cut_points import steps_of
        >>> steps_of(np.array([0.1, 0.4, 0.9]), [0.4, 0.5]).tolist()
        [0, 1, 2]
    """
    found: Indices = np.searchsorted(np.asarray(cuts), scores, side="right").astype(np.int64)
    return found


def held_out_steps(
    scores: Array,
    steps: Indices,
    count: int,
    *,
    groups: Labels,
    folds: int = FOLDS,
    seed: int = 0,
) -> Indices:
    """Return the step of each score by cut points that were fitted without the row's cluster.

    Args:
        scores: One score per row.
        steps: The step of each row that people gave, counted from 0.
        count: The number of steps of the scale.
        groups: The cluster of each row; there must be at least two clusters.
        folds: The number of folds; with fewer clusters, each is a fold.
        seed: The seed by which clusters are dealt to folds; the order of the rows has no effect.

    Returns:
        The steps, counted from 0.

    Raises:
        ValueError: The columns differ in length, or there is only one cluster.

    Examples:
        >>> import numpy as np
        >>> from qgauge.stats.cut_points import held_out_steps
        >>> scores = np.array([0.1, 0.2, 0.3, 0.7, 0.8, 0.9])
        >>> steps = np.array([0, 0, 0, 1, 1, 1])
        >>> held_out_steps(scores, steps, 2, groups=list("abcdef")).tolist()
        [0, 0, 0, 1, 1, 1]
    """
    same_length(scores, steps, groups)
    clusters = cluster_indices(groups)
    number = int(clusters.max(initial=-1)) + 1
    if number < 2:
        raise ValueError("cut points need at least two clusters: one to fit on and one to test on")
    turn = np.random.default_rng(seed).permutation(number)
    fold = turn[clusters] % min(folds, number)
    found = np.zeros(len(scores), dtype=np.int64)
    for one in range(min(folds, number)):
        out = fold == one
        found[out] = steps_of(scores[out], fit_cuts(scores[~out], steps[~out], count))
    return found
