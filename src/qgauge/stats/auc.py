"""Area under the ROC curve: the probability that a positive row outscores a negative one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from qgauge.stats.arrays import Labels, Values, numbers
from qgauge.stats.concordance import concordance
from qgauge.stats.estimate import Estimate
from qgauge.stats.interval import jackknife_of
from qgauge.stats.ranks import levels
from qgauge.stats.resample import FEWEST_CLUSTERS, TOO_FEW, complete_rows


@dataclass(frozen=True, slots=True)
class Auc(Estimate):
    """An area under the ROC curve with its 95 % interval."""

    positives: int = 0
    """Rows with a positive label."""
    negatives: int = 0
    """Rows with a negative label."""
    missing: int = 0
    """Rows without a score or a label."""
    clusters: int = 0
    """Clusters that the other rows belong to."""

    def counts(self) -> dict[str, Any]:
        names = ("positives", "negatives", "missing", "clusters")
        return {name: getattr(self, name) for name in names}


def auc(scores: Values, positive: Sequence[bool | None], *, groups: Labels | None = None) -> Auc:
    """Return the area under the ROC curve; tied scores count one half.

    Args:
        scores: One score per row; None or NaN where it is missing.
        positive: Whether each row is positive; None where the label is missing.
        groups: The cluster of each row. By default each row is a cluster.

    Returns:
        The area with a 95 % jackknife interval over clusters. Its value is None, with a reason, if
        there are no positive or no negative rows.

    Raises:
        ValueError: The columns differ in length.

    Examples:
        >>> from qgauge.stats.auc import auc
        >>> auc([0.9, 0.8, 0.3, 0.2], [True, False, True, False]).value
        0.75
    """
    wanted = numbers([None if label is None else float(label) for label in positive])
    (values, kept), clusters = complete_rows([numbers(scores), wanted], groups)
    truth = kept.astype(np.int64)
    above, below, count = int(truth.sum()), int((1 - truth).sum()), len(np.unique(clusters))

    def record(value: float | None, reason: str, *interval: float) -> Auc:
        low, high = interval or (None, None)
        n, missing = len(truth), len(wanted) - len(truth)
        return Auc(value, low, high, n, reason, above, below, missing, count)

    if not len(truth):
        return record(None, "no row has both a score and a label")
    if not above or not below:
        return record(None, f"no row is {'positive' if below else 'negative'}")
    ordered = concordance(levels(values), truth, clusters)
    value = 0.5 + ordered.total / (2 * above * below)
    if count < FEWEST_CLUSTERS:
        return record(value, TOO_FEW)
    if value in (0, 1):
        return record(value, "no interval: the ranking is perfect, so its estimated variance is 0")
    pairs = (above - np.bincount(clusters, truth)) * (below - np.bincount(clusters, 1 - truth))
    if not pairs.all():
        return record(value, "no interval: one cluster has all positives or all negatives")
    low, high = jackknife_of(value, 0.5 + ordered.left_out / (2 * pairs))
    return record(value, "", max(low, 0.0), min(high, 1.0))
