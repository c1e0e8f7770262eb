"""Does a metric follow human ratings? Correlations with intervals and p-values over clusters."""

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
    """A correlation and how often chance gives one as large."""

    p: float | None = None
    missing: int = 0
    clusters: int = 0

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
    """One metric with one rating: `correlation_table` for a single pair."""
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
    """Every metric with every rating, over the rows that have both.

    Rows with the same label in `groups` are drawn together: intervals and p-values are about other
    passages, not about other rows of the same ones. With `given` (say, the question's length) it
    is the partial correlation: what is left once that variable has been taken out of both.

    Pearson and Spearman have percentile intervals of `resamples` draws and the p of `chance_p`;
    Kendall's tau-b leaves out one cluster at a time instead (`kendall`). A pair's draws depend on
    the seed and its own clusters only, so it gets the same numbers in any table.
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
    """Columns without gaps."""

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
        # two rows always lie on a line, and so do three once a third variable is taken out
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
        """Pearson's correlation, or Spearman's: Pearson's of the ranks."""
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
        # a stream of its own: the interval's is used up to a length that depends on the clusters
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
    """What the control leaves of each column, scaled again; zeros where it leaves nothing."""
    slopes = np.mean(columns * control, axis=1, keepdims=True)
    rest = columns - slopes * control
    spread = np.sqrt(np.mean(rest**2, axis=1, keepdims=True))
    left: Array = np.where(spread < 1e-6, 0.0, rest / np.maximum(spread, 1e-6))
    return left
