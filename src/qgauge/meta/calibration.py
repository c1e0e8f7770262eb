"""Mean human rating of questions with low, medium and high scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from qgauge.stats.arrays import Array
from qgauge.stats.interval import jackknife, mean_of_sums
from qgauge.stats.ranks import levels
from qgauge.stats.resample import FEWEST_CLUSTERS, cluster_indices

BINS = 10


@dataclass(frozen=True, slots=True)
class Bin:
    """A bin: about a tenth of the rows, sorted by score."""

    score: float
    """Mean score."""
    gold: float
    """Mean gold score."""
    n: int
    """Number of rows."""
    interval: tuple[float, float] | None
    """95 % interval of the mean gold score; None below five clusters."""


def calibration(scores: Array, gold: Array, clusters: Sequence[str]) -> list[Bin]:
    """Divide the rows into tenths by score.

    Rows with equal scores stay in one bin, so many ties give fewer bins of unequal sizes.

    Args:
        scores: The scores; NaN for unscored rows.
        gold: The gold scores; NaN for unrated rows.
        clusters: The cluster of each row.

    Returns:
        The bins, from low to high scores.

    Examples:
        >>> import numpy as np
        >>> from qgauge.meta import calibration
        >>> bins = calibration(np.array([0.1, 0.9]), np.array([1.0, 5.0]), ["a", "b"])
        >>> [(one.score, one.gold) for one in bins]
        [(0.1, 1.0), (0.9, 5.0)]
    """
    known = ~(np.isnan(scores) | np.isnan(gold))
    scores, gold, labels = scores[known], gold[known], np.asarray(clusters)[known]
    level = levels(scores)
    below = np.cumsum(np.bincount(level)) - np.bincount(level)
    tenth = below[level] * BINS // max(len(level), 1)
    bins = []
    for one in np.unique(tenth):
        inside = tenth == one
        of = cluster_indices(labels[inside])
        sums = np.stack([np.bincount(of) * 1.0, np.bincount(of, gold[inside])], axis=1)
        enough = len(sums) >= FEWEST_CLUSTERS
        interval = jackknife(sums, mean_of_sums) if enough else None
        mean, size = float(scores[inside].mean()), int(inside.sum())
        bins.append(Bin(mean, float(gold[inside].mean()), size, interval))
    return bins
