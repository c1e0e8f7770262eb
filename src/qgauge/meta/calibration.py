"""What people say of questions that a metric scores low, middling and high."""

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
    """A tenth of the rows by score: the mean score, and the mean gold with a 95 % interval."""

    score: float
    gold: float
    n: int
    interval: tuple[float, float] | None
    """None below five clusters."""


def calibration(scores: Array, gold: Array, clusters: Sequence[str]) -> list[Bin]:
    """The rows that have both, cut into tenths by score; equal scores are never cut apart.

    So there are fewer bins, of unequal sizes, where many rows have the same score.
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
