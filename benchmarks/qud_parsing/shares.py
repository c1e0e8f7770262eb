"""The share of the best label by criterion and system, with intervals over essays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from qgauge.core import Example, Score
from qgauge.qud.documents import article_of
from qgauge.stats.interval import jackknife
from training.qud.edges import BEST


@dataclass(frozen=True)
class Share:
    """A share with its interval, and the number of labels; for a mean, of the first criterion."""

    value: float
    interval: tuple[float, float] | None
    n: int

    def __str__(self) -> str:
        if not self.n:
            return "-"
        low, high = self.interval or (self.value, self.value)
        return f"{_short(self.value)} ({_short(low)} to {_short(high)}), {self.n}"


class Counts:
    """For each essay and criterion: how many labels are the best one, and how many there are."""

    def __init__(self, essays: Sequence[str], criteria: Iterable[str]) -> None:
        self.essays, self.criteria = list(essays), list(criteria)
        self.values = np.zeros((len(self.essays), len(self.criteria), 2))

    def add(self, edge: Example, criterion: str, label: object) -> None:
        """Count a label; None is not counted."""
        if label is not None:
            at = self.essays.index(article_of(edge)), self.criteria.index(criterion)
            self.values[at] += float(label == BEST[criterion]), 1.0

    def share(self, *criteria: str) -> Share:
        """Return the share of the best label, or its mean over several criteria."""
        at = [self.criteria.index(one) for one in criteria]
        sums = self.values[:, at]
        found = jackknife(sums, _mean_share)
        within = (max(0.0, found[0]), min(1.0, found[1])) if found else None
        return Share(float(_mean_share(sums.sum(axis=0))), within, int(sums[:, 0, 1].sum()))


def difference(ours: Counts, theirs: Counts, *criteria: str) -> Share:
    """Return by how much the mean share of one system is above that of another."""
    both = np.stack([one.values for one in (ours, theirs)], axis=1)
    at = [ours.criteria.index(one) for one in criteria]
    sums = both[:, :, at]

    def combine(values: Any) -> Any:
        first, second = (_mean_share(values[..., which, :, :]) for which in (0, 1))
        return first - second

    return Share(
        float(combine(sums.sum(axis=0))), jackknife(sums, combine), int(sums[:, 0, 0, 1].sum())
    )


def counts_of_scores(
    edges: Sequence[Example], scores: Mapping[str, Sequence[Score]], essays: Sequence[str]
) -> Counts:
    """Count the labels of scored edges, by criterion."""
    found = Counts(essays, scores)
    for criterion, some in scores.items():
        for edge, score in zip(edges, some, strict=True):
            found.add(edge, criterion, score.value)
    return found


def counts_of_people(edges: Sequence[Example], essays: Sequence[str]) -> Counts:
    """Count the human labels of edges, by criterion."""
    found = Counts(essays, BEST)
    for edge in edges:
        for criterion in BEST:
            found.add(edge, criterion, edge.ratings.get(criterion, (None,))[0])
    return found


def _mean_share(sums: Any) -> Any:
    """Return the mean over criteria (the last axis but one) of best labels by labels."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return (sums[..., 0] / sums[..., 1]).mean(axis=-1)


def _short(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1)
