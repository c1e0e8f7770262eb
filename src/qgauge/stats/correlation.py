"""Correlations of metrics with human ratings, with cluster-aware intervals and p-values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from qgauge.stats.arrays import Array, Indices, Labels, Values, numbers, same_length, standard
from qgauge.stats.bootstrap import (
    Interval,
    partial,
    pearson_draws,
    percentiles,
    spearman_draws,
)
from qgauge.stats.chance import chance_p
from qgauge.stats.estimate import Estimate
from qgauge.stats.kendall import kendall
from qgauge.stats.ranks import standard_ranks, varies
from qgauge.stats.resample import cluster_indices

Kind = Literal["pearson", "spearman", "kendall"]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Correlation(Estimate):
    """A correlation with its 95 % interval and two-sided p-value."""

    p: float | None = None
    """The p-value of no association, or None."""
    missing: int = 0
    """Rows left out because a value is missing."""
    clusters: int = 0
    """Clusters that the other rows belong to."""

    def counts(self) -> dict[str, Any]:
        return {"p": self.p, "n": self.n, "missing": self.missing, "clusters": self.clusters}


def correlate(
    scores: Values,
    ratings: Values,
    *,
    kind: Kind = "pearson",
    groups: Labels | None = None,
    given: Values | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> Correlation:
    """Correlate one metric with one rating.

    Args:
        scores: One score per row; None or NaN where it is missing.
        ratings: One rating per row, likewise.
        kind: `pearson`, `spearman` or `kendall` (tau-b).
        groups: The cluster of each row, such as its passage. By default each row is a cluster.
        given: A control variable, such as question length, for a partial correlation.
        resamples: Bootstrap resamples for the interval, and permutations for the p-value.
        seed: Seed of the random draws.

    Returns:
        The correlation over the rows that have all values. Its value is None, with a reason, if it
        is undefined.

    Raises:
        ValueError: The columns differ in length, or `given` is used with `kendall`.

    Examples:
        >>> from qgauge.stats.correlation import correlate
        >>> found = correlate([0.1, 0.4, 0.5, 0.7, 0.9, 0.8], [1, 2, 2, 4, 5, None])
        >>> round(found.value, 3), found.n, found.missing
        (0.963, 5, 1)
        >>> found.low < found.value < found.high
        True
    """
    table = correlation_table(
        {"": scores},
        {"": ratings},
        kind=kind,
        groups=groups,
        given=given,
        resamples=resamples,
        seed=seed,
    )
    return table["", ""]


def correlation_table(
    scores: Mapping[str, Values],
    ratings: Mapping[str, Values],
    *,
    kind: Kind = "pearson",
    groups: Labels | None = None,
    given: Values | None = None,
    resamples: int = 1000,
    seed: int = 0,
) -> dict[Pair, Correlation]:
    """Correlate every metric with every rating, each pair over the rows that have both.

    Pearson and Spearman have percentile intervals from a cluster bootstrap and p-values from a
    permutation test, or from a wild cluster bootstrap if rows are clustered. Kendall's tau-b has a
    jackknife interval over clusters. The random draws of a pair depend only on the seed and on its
    own clusters, so a pair gets the same numbers in any table.

    Args:
        scores: Columns of scores by name; None or NaN where a score is missing.
        ratings: Columns of ratings by name, likewise.
        kind: `pearson`, `spearman` or `kendall` (tau-b).
        groups: The cluster of each row. Rows of a cluster are resampled together, so intervals and
            p-values generalise to new passages, not only to new rows of the same passages.
        given: A control variable, such as question length. The correlations are then partial
            correlations: the control variable is regressed out of scores and ratings.
        resamples: Bootstrap resamples for the interval, and permutations for the p-value.
        seed: Seed of the random draws.

    Returns:
        The correlation of each pair of names (metric, rating).

    Raises:
        ValueError: The columns differ in length, or `given` is used with `kendall`.

    Examples:
        >>> from qgauge.stats.correlation import correlation_table
        >>> scores = {"bleu4": [0.1, 0.4, 0.5, 0.7], "length": [4, 4, 4, 4]}
        >>> table = correlation_table(scores, {"fluency": [1, 2, 3, 5]}, kind="spearman")
        >>> round(table["bleu4", "fluency"].value, 3)
        1.0
        >>> table["length", "fluency"].reason
        'the scores are constant'
    """
    if given is not None and kind == "kendall":
        raise ValueError("partial correlation is not available for Kendall's tau")
    left = {name: numbers(values) for name, values in scores.items()}
    right = {name: numbers(values) for name, values in ratings.items()}
    control = None if given is None else numbers(given)
    n = same_length(*left.values(), *right.values(), control, groups)
    labels = np.arange(n) if groups is None else np.asarray(groups)
    unknown = np.zeros(n, dtype=np.bool_) if control is None else np.isnan(control)

    masks: dict[Pair, NDArray[np.bool_]] = {}
    alike: dict[bytes, list[Pair]] = {}
    for pair in product(left, right):
        mask = ~(np.isnan(left[pair[0]]) | np.isnan(right[pair[1]]) | unknown)
        masks[pair] = mask
        alike.setdefault(mask.tobytes(), []).append(pair)
    found: dict[Pair, Correlation] = {}
    for pairs in alike.values():
        mask = masks[pairs[0]]
        rows = _Rows(
            {name: left[name][mask] for name, _ in pairs},
            {name: right[name][mask] for _, name in pairs},
            None if control is None else control[mask],
            cluster_indices(labels[mask]),
            missing=int(np.sum(~mask)),
        )
        found |= rows.correlations(pairs, kind, resamples, seed)
    return {pair: found[pair] for pair in masks}


@dataclass(frozen=True, slots=True)
class _Rows:
    """Columns without missing values."""

    left: Mapping[str, Array]
    right: Mapping[str, Array]
    control: Array | None
    clusters: Indices
    missing: int

    def correlations(
        self, pairs: Sequence[Pair], kind: Kind, resamples: int, seed: int
    ) -> dict[Pair, Correlation]:
        reasons = {pair: self._why_not(pair) for pair in pairs}
        found = {pair: self._record(None, (None, None, why)) for pair, why in reasons.items()}
        usable = [pair for pair in pairs if not reasons[pair]]
        if not usable:
            return found
        if kind != "kendall":
            return found | self._linear(usable, kind, resamples, seed)
        for pair in usable:
            first, second = self.left[pair[0]], self.right[pair[1]]
            found[pair] = self._record(*kendall(first, second, self.clusters))
        return found

    def _why_not(self, pair: Pair) -> str:
        n = len(self.clusters)
        # Two points always lie on a line, and so do three after a control variable is removed.
        wanted, least = ("both values", 3) if self.control is None else ("all three values", 4)
        if n == 0:
            return f"no row has {wanted}"
        if n < least:
            return f"fewer than {least} rows have {wanted}"
        columns = {"scores are": self.left[pair[0]], "ratings are": self.right[pair[1]]}
        if self.control is not None:
            columns["control variable is"] = self.control
        return next(
            (f"the {name} constant" for name, column in columns.items() if not varies(column)), ""
        )

    def _linear(
        self, pairs: Sequence[Pair], kind: Kind, resamples: int, seed: int
    ) -> dict[Pair, Correlation]:
        """Compute Pearson's correlations, of the values or (for Spearman's) of the ranks."""
        lefts = list(dict.fromkeys(name for name, _ in pairs))
        rights = list(dict.fromkeys(name for _, name in pairs))
        control = [] if self.control is None else [self.control]
        sides = (
            [*(self.left[name] for name in lefts), *control],
            [*(self.right[name] for name in rights), *control],
        )
        resampled, scaled = (
            (pearson_draws, standard) if kind == "pearson" else (spearman_draws, standard_ranks)
        )
        drawn = resampled(*sides, self.clusters, resamples, np.random.default_rng(seed))
        first, second = (np.array([scaled(column) for column in side]) for side in sides)
        if control:
            drawn = partial(drawn[:, :-1, :-1], drawn[:, :-1, -1:], drawn[:, -1:, :-1])
            first, second = (_without(side[:-1], side[-1]) for side in (first, second))
        # Use a separate stream: how much of the first is consumed depends on the clusters.
        random = np.random.default_rng((seed, 1))
        p = chance_p(first, second, self.clusters, resamples, random)
        found = {}
        for pair in pairs:
            i, j = lefts.index(pair[0]), rights.index(pair[1])
            value = float(np.clip(np.mean(first[i] * second[j]), -1, 1))
            if first[i].any() and second[j].any():
                interval = percentiles(drawn[:, i, j], self.clusters)
                found[pair] = self._record(value, interval, float(p[i, j]))
            else:
                why = "the control variable fully explains the scores or the ratings"
                found[pair] = self._record(None, (None, None, why))
        return found

    def _record(
        self, value: float | None, interval: Interval, p: float | None = None
    ) -> Correlation:
        count = int(self.clusters.max(initial=-1)) + 1
        low, high, reason = interval
        if value is not None and abs(value) > 1 - 1e-12 and not reason:
            low = high = None
            reason = "no interval: the correlation is perfect, so its estimated variance is 0"
        chance = p if count > 1 else None
        n = len(self.clusters)
        return Correlation(value, low, high, n, reason, chance, self.missing, count)


def _without(columns: Array, control: Array) -> Array:
    """Return the standardised residuals of each column on the control; zeros if none remain."""
    slopes = np.mean(columns * control, axis=1, keepdims=True)
    rest = columns - slopes * control
    spread = np.sqrt(np.mean(rest**2, axis=1, keepdims=True))
    left: Array = np.where(spread < 1e-6, 0.0, rest / np.maximum(spread, 1e-6))
    return left
