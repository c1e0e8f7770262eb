"""Do raters agree? Kappa, alpha, full agreement, F1 between raters, and the human ceiling.

Ratings are one line a rater and one column a row; None or NaN where a rater did not rate. An
estimate counts the rows with at least two ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from statistics import fmean
from typing import Any, Literal

import numpy as np

from qgauge.stats.arrays import Array, Indices, Labels, Values, column_means, numbers, same_length
from qgauge.stats.correlation import Correlation, Kind, correlate
from qgauge.stats.estimate import Estimate
from qgauge.stats.f1 import macro_f1
from qgauge.stats.interval import GROUPS, jackknife, mean_of_sums
from qgauge.stats.resample import FEWEST_CLUSTERS, TOO_FEW, cluster_indices

Ratings = Sequence[Sequence[Any]]
Weights = Literal["none", "linear", "quadratic"]
Level = Literal["nominal", "ordinal", "interval"]


@dataclass(frozen=True, slots=True)
class Ceiling:
    """How well raters do as metrics: the mean over raters, and each rater's own correlation."""

    value: float | None
    raters: tuple[Correlation, ...] = ()
    reason: str = ""


def by_rater(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Ratings row by row as one line a rater; None where a row has fewer ratings than others."""
    raters = max(map(len, rows), default=0)
    return [[row[at] if at < len(row) else None for row in rows] for at in range(raters)]


def majority(ratings: Sequence[Any]) -> str | None:
    """The commonest label of a row; None where there is none, or two are as common."""
    ranked = Counter(str(one) for one in ratings if one is not None).most_common(2)
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def cohen_kappa(
    first: Sequence[Any],
    second: Sequence[Any],
    *,
    weights: Weights = "none",
    order: Sequence[Hashable] | None = None,
    groups: Labels | None = None,
) -> Estimate:
    """Cohen's kappa of two raters; 1 is agreement, 0 what chance gives.

    With weights, near misses count less, by the distance (or its square) in `order`: the labels
    from lowest to highest, by default those that occur, sorted. Name all labels of the scale there
    if one is never used, or its neighbours become neighbours of each other.
    """
    rated = _Rated.of([first, second], order, groups)
    if rated.too_many:
        return Estimate(None, n=rated.n, reason=_TOO_MANY)
    places = np.arange(len(rated.labels))
    gaps = np.abs(np.subtract.outer(places, places)).astype(np.float64)
    cost = {"none": np.sign(gaps), "linear": gaps, "quadratic": gaps**2}[weights]

    def kappa(counts: Array) -> Array:
        by_chance = counts.sum(axis=-1)[..., np.newaxis] * counts.sum(axis=-2)[..., np.newaxis, :]
        return _less_than_chance(counts, by_chance / _total(counts), cost)

    return rated.agreement(rated.crossed([(0, 1)]), kappa)


def krippendorff_alpha(
    ratings: Ratings,
    *,
    level: Level = "nominal",
    order: Sequence[Hashable] | None = None,
    groups: Labels | None = None,
) -> Estimate:
    """Krippendorff's alpha for any number of raters, each of whom may have left rows out.

    `interval` takes the labels as numbers; `ordinal` only their order, by default the sorted one.
    """
    rated = _Rated.of(ratings, order, groups)
    if level == "interval":
        return rated.agreement(rated.moments(), _interval_alpha)
    if rated.too_many:
        return Estimate(None, n=rated.n, reason=_TOO_MANY)

    def alpha(counts: Array) -> Array:
        uses = counts.sum(axis=-1)
        if level == "nominal":
            cost = 1 - np.eye(uses.shape[-1])
        else:
            # ordinal: two labels are as far apart as there are ratings between their middles
            at = np.cumsum(uses, axis=-1) - uses / 2
            cost = (at[..., np.newaxis] - at[..., np.newaxis, :]) ** 2
        by_chance = uses[..., np.newaxis] * uses[..., np.newaxis, :]
        return _less_than_chance(counts, by_chance / (_total(counts) - 1), cost)

    everyone = list(permutations(range(len(ratings)), 2))
    return rated.agreement(rated.crossed(everyone, rated.counts - 1), alpha)


def full_agreement(ratings: Ratings, *, groups: Labels | None = None) -> Estimate:
    """Share of the rows with two or more ratings in which all of them are the same."""
    rated = _Rated.of(ratings, None, groups)
    none, beyond = -1, len(rated.labels)
    highest = rated.codes.max(axis=0, initial=none)
    lowest = np.where(rated.codes == none, beyond, rated.codes).min(axis=0, initial=beyond)
    stats = np.stack([rated.summed(np.ones(rated.n)), rated.summed(highest == lowest)], axis=1)
    return rated.agreement(stats, mean_of_sums, fewest=1)


def pairwise_f1(ratings: Ratings) -> Estimate:
    """One rater's labels against another's: macro-F1, the plain mean over all pairs of raters.

    What a metric that gives labels can hope for. Without an interval.
    """
    found, rows = [], set()
    for first, second in combinations(ratings, 2):
        shared = [
            at
            for at in range(same_length(first, second))
            if not (_absent(first[at]) or _absent(second[at]))
        ]
        f1 = macro_f1([first[at] for at in shared], [second[at] for at in shared])
        found += [] if f1 is None else [f1]
        rows.update(shared)
    if not found:
        return Estimate(None, reason=_NOBODY)
    return Estimate(fmean(found), n=len(rows))


def human_ceiling(
    ratings: Sequence[Values],
    *,
    kind: Kind = "pearson",
    groups: Labels | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> Ceiling:
    """Each rater's correlation with the mean of the others, averaged over the raters."""
    lines = np.array([numbers(rater) for rater in ratings])
    if len(lines) < 2:
        return Ceiling(None, reason="needs the ratings of each rater, not only their mean")
    found = []
    for rater in range(len(lines)):
        one, mean = lines[rater], column_means(np.delete(lines, rater, axis=0))
        found.append(correlate(one, mean, kind=kind, groups=groups, resamples=resamples, seed=seed))
    values = [one.value for one in found if one.value is not None]
    if len(values) < 2:
        reasons = "; ".join(dict.fromkeys(one.reason for one in found if one.value is None))
        return Ceiling(None, tuple(found), f"fewer than 2 raters can be compared: {reasons}")
    return Ceiling(fmean(values), tuple(found))


def _interval_alpha(sums: Array) -> Array:
    """Alpha of numbers from the sums of `_Rated.moments`: no table of labels is needed."""
    within, n, total, squares = np.moveaxis(sums, -1, 0)
    between = 2 * (n * squares - total**2)
    # what is left of a difference of sums is rounding
    varied = between > 1e-12 * n * squares
    alpha: Array = 1 - within * (n - 1) / np.where(varied, between, np.nan)
    return alpha


_NOBODY = "no row has two ratings"
_MOST_LABELS = 100
_TOO_MANY = f"more than {_MOST_LABELS} different ratings: too many to be labels"


@dataclass(frozen=True, slots=True)
class _Rated:
    """The rows that have at least two ratings, the labels as numbers, -1 where one is missing."""

    labels: list[Any]
    codes: Indices
    clusters: Indices

    @classmethod
    def of(
        cls, ratings: Ratings, order: Sequence[Hashable] | None, groups: Labels | None
    ) -> _Rated:
        rows = same_length(*ratings, groups)
        used = {label for rater in ratings for label in rater if not _absent(label)}
        labels = sorted(used) if order is None else list(order)
        if not used <= set(labels):
            raise ValueError(f"labels missing from `order`: {sorted(map(str, used - set(labels)))}")
        place = {label: at for at, label in enumerate(labels)}
        codes = np.array(
            [[-1 if _absent(label) else place[label] for label in rater] for rater in ratings],
            dtype=np.int64,
        ).reshape(len(ratings), rows)
        several = np.sum(codes >= 0, axis=0) >= 2
        names = np.arange(rows) if groups is None else np.asarray(groups)
        clusters = cluster_indices(names[several])
        count = int(clusters.max(initial=-1)) + 1
        if count > GROUPS:
            # the memory of leaving one out must not grow with the data: they are dealt into groups
            dealt = np.random.default_rng(0).integers(0, GROUPS, count)
            clusters = cluster_indices(dealt[clusters])
        return cls(labels, codes[:, several], clusters)

    @property
    def n(self) -> int:
        return len(self.clusters)

    @property
    def too_many(self) -> bool:
        """Whether a table of all labels with all labels would be too large, and say nothing."""
        return len(self.labels) > _MOST_LABELS

    @property
    def counts(self) -> Indices:
        """How many ratings each row has."""
        counts: Indices = np.sum(self.codes >= 0, axis=0)
        return counts

    def summed(self, rows: Any) -> Array:
        sums: Array = np.bincount(self.clusters, rows).astype(np.float64)
        return sums

    def moments(self) -> Array:
        """What interval alpha is made of, by cluster: how far the ratings of a row are apart,
        and their number, sum and sum of squares."""
        values = np.asarray([*self.labels, np.nan], dtype=np.float64)[self.codes]
        there = self.codes >= 0
        if not there.any():
            return np.zeros((0, 4))
        used = values[there]
        centred = np.where(there, values / 2 - used.min() / 2 - np.ptp(used / 2) / 2, 0.0)
        centred /= max(np.abs(centred).max(), np.finfo(float).tiny)
        counts, total = self.counts, centred.sum(axis=0)
        squares = np.sum(centred**2, axis=0)
        apart = 2 * (counts * squares - total**2) / (counts - 1)
        return np.stack([self.summed(each) for each in (apart, counts, total, squares)], axis=1)

    def crossed(self, raters: Sequence[tuple[int, int]], shares: Indices | None = None) -> Array:
        """Tables of how often a label met a label, (cluster, label, label); a row is shared out."""
        size, count = len(self.labels), int(self.clusters.max(initial=-1)) + 1
        table = np.zeros(count * size * size)
        for one, other in raters:
            both = (self.codes[one] >= 0) & (self.codes[other] >= 0)
            cell = (self.clusters * size + self.codes[one]) * size + self.codes[other]
            weight = np.ones(self.n) if shares is None else 1 / shares
            table += np.bincount(cell[both], weight[both], minlength=len(table))
        return table.reshape(count, size, size)

    def agreement(
        self, stats: Array, combine: Callable[[Array], Array], fewest: int = 2
    ) -> Estimate:
        """A value made of statistics that add up over clusters."""
        if not self.n:
            return Estimate(None, reason=_NOBODY)
        if self.n < fewest:  # one row says nothing about what chance would give
            return Estimate(None, n=self.n, reason="only one row has two ratings")
        value = float(combine(stats.sum(axis=0)))
        if np.isnan(value):
            return Estimate(None, n=self.n, reason="all ratings are the same label")
        if len(stats) < FEWEST_CLUSTERS:
            return Estimate(value, n=self.n, reason=TOO_FEW)
        low, high = jackknife(stats, combine) or (np.nan, np.nan)
        if np.isnan(low):
            why = "no interval: leaving out one cluster leaves only one label"
            return Estimate(value, n=self.n, reason=why)
        if high - low < 1e-12:
            why = "no interval: the value is the same whichever cluster is left out"
            return Estimate(value, n=self.n, reason=why)
        return Estimate(value, low, min(high, 1.0), self.n)


def _less_than_chance(counts: Array, by_chance: Array, cost: Array) -> Array:
    """1 less the cost of disagreeing over that by chance; NaN where chance cannot disagree."""
    expected = np.sum(by_chance * cost, axis=(-2, -1))
    share = np.sum(counts * cost, axis=(-2, -1)) / np.where(expected > 0, expected, np.nan)
    less: Array = 1 - share
    return less


def _total(counts: Array) -> Array:
    total: Array = counts.sum(axis=(-2, -1))[..., np.newaxis, np.newaxis]
    return total


def _absent(label: Any) -> bool:
    return label is None or label != label
