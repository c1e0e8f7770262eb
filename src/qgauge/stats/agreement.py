"""Inter-rater agreement: kappa, alpha, full agreement, pairwise F1 and the human ceiling.

Ratings are given as one sequence per rater with one rating per row. None or NaN means that the
rater did not rate the row. The `n` of an estimate counts the rows with at least two ratings.
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
    """The human ceiling: how well single raters correlate with the other raters."""

    value: float | None
    """The mean correlation over raters, or None."""
    raters: tuple[Correlation, ...] = ()
    """The correlation of each rater with the mean of the others."""
    reason: str = ""
    """Why `value` is None; empty otherwise."""


def by_rater(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Transpose ratings from one sequence per row to one sequence per rater.

    Args:
        rows: The ratings of each row. Rows may differ in length.

    Returns:
        One list per rater, with None where a row has fewer ratings than the longest row.

    Examples:
        >>> from qgauge.stats.agreement import by_rater
        >>> by_rater([["yes", "no"], ["yes"]])
        [['yes', 'yes'], ['no', None]]
    """
    raters = max(map(len, rows), default=0)
    return [[row[at] if at < len(row) else None for row in rows] for at in range(raters)]


def majority(ratings: Sequence[Any]) -> str | None:
    """Return the most frequent label of a row.

    Args:
        ratings: The labels of one row; None is ignored.

    Returns:
        The label as a string, or None if the row has no labels or the first place is tied.

    Examples:
        >>> from qgauge.stats.agreement import majority
        >>> majority(["yes", "no", "yes"])
        'yes'
        >>> majority(["yes", "no"]) is None
        True
    """
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
    """Return Cohen's kappa of two raters: 1 is full agreement, 0 is agreement expected by chance.

    Args:
        first: The labels of the first rater, one per row; None where a row is not rated.
        second: The labels of the second rater.
        weights: How to penalise disagreement: equally (`none`), or by the distance between the
            two labels in `order` (`linear`) or its square (`quadratic`).
        order: All labels from lowest to highest. By default the labels that occur, sorted. Give
            the whole scale if some label is never used: otherwise distances skip it.
        groups: The cluster of each row, for the interval. By default each row is a cluster.

    Returns:
        The estimate with a 95 % jackknife interval over clusters. Its value is None, with a
        reason, if fewer than two rows have both ratings or all ratings are the same label.

    Raises:
        ValueError: The columns differ in length, or a label is missing from `order`.

    Examples:
        >>> from qgauge.stats.agreement import cohen_kappa
        >>> found = cohen_kappa(["yes", "yes", "no", "no"], ["yes", "yes", "no", "yes"])
        >>> found.value, found.n, found.reason
        (0.5, 4, 'no interval: fewer than 5 clusters')
    """
    rated = _Rated.of([first, second], order, groups)
    if rated.too_many:
        return Estimate(None, n=rated.n, reason=_TOO_MANY)
    return rated.agreement(rated.crossed([(0, 1)]), lambda counts: kappa_of_counts(counts, weights))


def kappa_of_counts(counts: Array, weights: Weights = "none") -> Array:
    """Return Cohen's kappa of contingency tables.

    Args:
        counts: How often each pair of labels occurs, in the last two axes; labels are in order.
        weights: How to penalise disagreement, as in `cohen_kappa`.

    Returns:
        One kappa per table; NaN where all ratings are the same label.

    Examples:
        >>> import numpy as np
        >>> from qgauge.stats.agreement import kappa_of_counts
        >>> float(kappa_of_counts(np.array([[2.0, 0.0], [1.0, 1.0]])))
        0.5
    """
    places = np.arange(counts.shape[-1])
    gaps = np.abs(np.subtract.outer(places, places)).astype(np.float64)
    cost = {"none": np.sign(gaps), "linear": gaps, "quadratic": gaps**2}[weights]
    expected = counts.sum(axis=-1)[..., np.newaxis] * counts.sum(axis=-2)[..., np.newaxis, :]
    total = _total(counts)
    return _chance_corrected(counts, expected / np.where(total > 0, total, np.nan), cost)


def kappa_ceiling(
    ratings: Ratings,
    others: Ratings,
    *,
    weights: Weights = "none",
    order: Sequence[Hashable],
    groups: Labels | None = None,
) -> Estimate:
    """Return the kappa of each rater with the others, averaged over raters by their rows.

    Args:
        ratings: One sequence per rater; None where a row is not rated.
        others: For each rater, what the other raters say together about each row, such as their
            majority; None where they say nothing.
        weights: How to penalise disagreement, as in `cohen_kappa`.
        order: All labels from lowest to highest.
        groups: The cluster of each row, for the interval. By default each row is a cluster.

    Returns:
        The estimate with a 95 % jackknife interval over clusters. Its value is None, with a
        reason, if fewer than two raters can be compared. `n` counts the rows of two or more raters.

    Raises:
        ValueError: The columns differ in length, or a label is missing from `order`.

    Examples:
        >>> from qgauge.stats.agreement import kappa_ceiling
        >>> raters = [["yes", "yes", "no", "no"], ["yes", "yes", "no", "yes"]]
        >>> kappa_ceiling(raters, raters[::-1], order=["no", "yes"]).value
        0.5
    """
    if len(ratings) < 2:
        return Estimate(None, reason=_NOBODY)
    rated = _Rated.of([*ratings, *others], order, groups)
    pairs = [(at, at + len(ratings)) for at in range(len(ratings))]
    tables = np.stack([rated.crossed([pair]) for pair in pairs], axis=1)
    known = ~np.isnan(kappa_of_counts(tables.sum(axis=0), weights))
    if known.sum() < 2:
        return Estimate(None, n=rated.n, reason="fewer than two raters can be compared")

    def mean(counts: Array) -> Array:
        found = kappa_of_counts(counts, weights)
        rows = np.where(np.isnan(found), 0.0, counts.sum(axis=(-2, -1)))
        sums, total = np.sum(np.nan_to_num(found) * rows, axis=-1), rows.sum(axis=-1)
        average: Array = np.where(total > 0, sums / np.maximum(total, 1), np.nan)
        return average

    return rated.agreement(tables[:, known], mean)


def krippendorff_alpha(
    ratings: Ratings,
    *,
    level: Level = "nominal",
    order: Sequence[Hashable] | None = None,
    groups: Labels | None = None,
) -> Estimate:
    """Return Krippendorff's alpha for any number of raters, with missing ratings allowed.

    Args:
        ratings: One sequence per rater; None or NaN where a row is not rated.
        level: The level of measurement: `nominal` labels, `ordinal` labels, or `interval` numbers.
        order: All labels from lowest to highest, for `ordinal`. By default the labels that occur,
            sorted.
        groups: The cluster of each row, for the interval. By default each row is a cluster.

    Returns:
        The estimate with a 95 % jackknife interval over clusters. Its value is None, with a
        reason, if fewer than two rows have two ratings or all ratings are the same label.

    Raises:
        ValueError: The columns differ in length, or a label is missing from `order`.

    Examples:
        >>> from qgauge.stats.agreement import krippendorff_alpha
        >>> raters = [["yes", "yes", "no", "no"], ["yes", "yes", "no", "yes"]]
        >>> round(krippendorff_alpha(raters).value, 3)
        0.533
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
            # The ordinal distance of two labels is the number of ratings between their midranks.
            at = np.cumsum(uses, axis=-1) - uses / 2
            cost = (at[..., np.newaxis] - at[..., np.newaxis, :]) ** 2
        expected = uses[..., np.newaxis] * uses[..., np.newaxis, :]
        return _chance_corrected(counts, expected / (_total(counts) - 1), cost)

    everyone = list(permutations(range(len(ratings)), 2))
    return rated.agreement(rated.crossed(everyone, rated.counts - 1), alpha)


def full_agreement(ratings: Ratings, *, groups: Labels | None = None) -> Estimate:
    """Return the share of rows on which all raters agree.

    Args:
        ratings: One sequence per rater; None or NaN where a row is not rated.
        groups: The cluster of each row, for the interval. By default each row is a cluster.

    Returns:
        The estimate over the rows with at least two ratings, with a 95 % jackknife interval.

    Raises:
        ValueError: The columns differ in length.

    Examples:
        >>> from qgauge.stats.agreement import full_agreement
        >>> full_agreement([[1, 2, 3, 3], [1, 2, 3, 4]]).value
        0.75
    """
    rated = _Rated.of(ratings, None, groups)
    none, beyond = -1, len(rated.labels)
    highest = rated.codes.max(axis=0, initial=none)
    lowest = np.where(rated.codes == none, beyond, rated.codes).min(axis=0, initial=beyond)
    stats = np.stack([rated.summed(np.ones(rated.n)), rated.summed(highest == lowest)], axis=1)
    return rated.agreement(stats, mean_of_sums, fewest=1)


def pairwise_f1(ratings: Ratings) -> Estimate:
    """Return the macro-F1 of one rater's labels against another's, averaged over pairs of raters.

    This is the human ceiling for a metric that assigns labels.

    Args:
        ratings: One sequence per rater; None or NaN where a row is not rated.

    Returns:
        The mean macro-F1, without an interval; `n` counts the rows that two raters share.

    Raises:
        ValueError: The columns differ in length.

    Examples:
        >>> from qgauge.stats.agreement import pairwise_f1
        >>> found = pairwise_f1([["yes", "yes", "no", "no"], ["yes", "yes", "no", "yes"]])
        >>> round(found.value, 3)
        0.733
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
    """Return the correlation of each rater with the mean of the others, averaged over raters.

    Args:
        ratings: One sequence of numbers per rater; None or NaN where a row is not rated.
        kind: The correlation coefficient.
        groups: The cluster of each row. By default each row is a cluster.
        resamples: Bootstrap resamples for the interval of each rater.
        seed: Seed of the random draws.

    Returns:
        The ceiling. Its value is None, with a reason, if fewer than two raters can be compared.

    Raises:
        ValueError: The columns differ in length.

    Examples:
        >>> from qgauge.stats.agreement import human_ceiling
        >>> found = human_ceiling([[1, 2, 3, 4, 5], [1, 2, 3, 5, 4], [2, 1, 3, 4, 5]])
        >>> round(found.value, 3)
        0.898
    """
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
    """Compute interval alpha from the sums of `_Rated.moments`, without a table of labels."""
    within, n, total, squares = np.moveaxis(sums, -1, 0)
    between = 2 * (n * squares - total**2)
    # A smaller difference of the two sums is rounding error.
    varied = between > 1e-12 * n * squares
    alpha: Array = 1 - within * (n - 1) / np.where(varied, between, np.nan)
    return alpha


_NOBODY = "no row has two ratings"
_MOST_LABELS = 100
_TOO_MANY = f"more than {_MOST_LABELS} different ratings: too many to be labels"


@dataclass(frozen=True, slots=True)
class _Rated:
    """The rows that have at least two ratings."""

    labels: list[Any]
    codes: Indices
    """Index into `labels` by rater and row; -1 where the rating is missing."""
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
            # Merge clusters at random into a fixed number of groups, so that the memory of the
            # jackknife does not grow with the data.
            dealt = np.random.default_rng(0).integers(0, GROUPS, count)
            clusters = cluster_indices(dealt[clusters])
        return cls(labels, codes[:, several], clusters)

    @property
    def n(self) -> int:
        return len(self.clusters)

    @property
    def too_many(self) -> bool:
        """Whether a contingency table of the labels would be too large to mean anything."""
        return len(self.labels) > _MOST_LABELS

    @property
    def counts(self) -> Indices:
        """The number of ratings of each row."""
        counts: Indices = np.sum(self.codes >= 0, axis=0)
        return counts

    def summed(self, rows: Any) -> Array:
        """Sum the values of the rows by cluster."""
        sums: Array = np.bincount(self.clusters, rows).astype(np.float64)
        return sums

    def moments(self) -> Array:
        """Return the sums that interval alpha needs, by cluster.

        The columns are the squared differences within rows, and the number, sum and sum of squares
        of the ratings. Values are centred and scaled first, so that squares cannot overflow.
        """
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
        """Count label pairs as a table (cluster, label, label) over the given pairs of raters.

        With `shares`, each pair of a row counts 1 / shares[row].
        """
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
        """Return the estimate of a function of statistics that are summed over clusters."""
        if not self.n:
            return Estimate(None, reason=_NOBODY)
        if self.n < fewest:  # one row says nothing about chance agreement
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


def _chance_corrected(counts: Array, expected: Array, cost: Array) -> Array:
    """Return 1 - observed / expected disagreement; NaN where no disagreement is expected."""
    by_chance = np.sum(expected * cost, axis=(-2, -1))
    ratio = np.sum(counts * cost, axis=(-2, -1)) / np.where(by_chance > 0, by_chance, np.nan)
    corrected: Array = 1 - ratio
    return corrected


def _total(counts: Array) -> Array:
    total: Array = counts.sum(axis=(-2, -1))[..., np.newaxis, np.newaxis]
    return total


def _absent(label: Any) -> bool:
    return label is None or label != label
