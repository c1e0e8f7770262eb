"""System-level correlations: does a metric rank systems as people do?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from qgauge.stats.arrays import Array, Indices
from qgauge.stats.bootstrap import partial, percentiles
from qgauge.stats.correlation import Correlation, Kind, Pair, correlate
from qgauge.stats.dependent import CorrelationDifference, compare_correlations, drawn_difference
from qgauge.stats.resample import cluster_indices, draws

FEWEST_SYSTEMS, MOST_SYSTEMS = 5, 1000
MOST_ABSENT = 0.05
"""If more resamples than this proportion lack a system, the rest are biased: no interval."""


def system_table(
    scores: Mapping[str, Array],
    ratings: Mapping[str, Array],
    *,
    kind: Kind,
    systems: Sequence[str],
    clusters: Sequence[str],
    given: Array | None = None,
    resamples: int,
    seed: int,
) -> dict[Pair, Correlation]:
    """Return the table of `correlation_table` for system means; n is the number of systems.

    The interval resamples clusters (passages) and recomputes the means of the same systems. The
    p-value permutes the means of the systems.
    """
    found = {}
    for name, dimension in product(scores, ratings):
        columns = [scores[name], ratings[dimension], *([] if given is None else [given])]
        known = ~np.isnan(columns).any(axis=0)
        found[name, dimension] = _correlation(
            [column[known] for column in columns],
            cluster_indices(np.asarray(systems)[known]),
            cluster_indices(np.asarray(clusters)[known]),
            missing=int(np.sum(~known)),
            kind=kind,
            resamples=resamples,
            seed=seed,
        )
    return found


def system_difference(
    first: Array,
    second: Array,
    ratings: Array,
    *,
    kind: Kind,
    systems: Sequence[str],
    clusters: Sequence[str],
    resamples: int,
    seed: int,
) -> CorrelationDifference:
    """Run `compare_correlations` on system means; both metrics share the same resamples."""
    known = ~np.isnan([first, second, ratings]).any(axis=0)
    columns = [column[known] for column in (first, second, ratings)]
    of = cluster_indices(np.asarray(systems)[known])
    groups = cluster_indices(np.asarray(clusters)[known])
    count = int(of.max(initial=-1)) + 1
    counts = {"n": count, "missing": int(np.sum(~known)), "clusters": len(np.unique(groups))}
    if reason := _too_few_or_many(count):
        return CorrelationDifference(None, **counts, reason=reason)
    means = [_means(column, of) for column in columns]
    seen = compare_correlations(*means, kind=kind, resamples=1, seed=seed)
    if seen.value is None:
        return CorrelationDifference(None, **counts, reason=seen.reason)

    def gaps(drawn: list[Array]) -> Array:
        one, other, human = drawn
        return _coefficients([other, human], kind) - _coefficients([one, human], kind)

    drawn, why = _resampled(columns, of, groups, gaps, resamples, seed)
    (low, high, reason), p = ((None, None, why), None) if why else drawn_difference(drawn, groups)
    return replace(seen, low=low, high=high, p=p, reason=reason, **counts)


def means_by_system(column: Array, systems: Sequence[str]) -> Array:
    """Return the mean of each system, sorted by name; NaN for a system without values."""
    of, known = cluster_indices(systems), ~np.isnan(column)
    size = int(of.max(initial=-1)) + 1
    sums = np.bincount(of[known], column[known], minlength=size)
    counts = np.bincount(of[known], minlength=size)
    return np.where(counts > 0, sums / np.maximum(counts, 1), np.nan)


def _correlation(
    columns: list[Array],
    systems: Indices,
    clusters: Indices,
    *,
    missing: int,
    kind: Kind,
    resamples: int,
    seed: int,
) -> Correlation:
    count, groups = int(systems.max(initial=-1)) + 1, int(clusters.max(initial=-1)) + 1
    base = Correlation(None, n=count, missing=missing, clusters=groups)
    if reason := _too_few_or_many(count):
        return replace(base, reason=reason)
    means = [_means(column, systems) for column in columns]
    seen = correlate(
        means[0],
        means[1],
        kind=kind,
        given=means[2] if len(means) > 2 else None,
        resamples=resamples,
        seed=seed,
    )
    if seen.value is None:
        return replace(base, reason=seen.reason)
    drawn, why = _resampled(
        columns, systems, clusters, lambda part: _coefficients(part, kind), resamples, seed
    )
    low, high, reason = (None, None, why) if why else percentiles(drawn, clusters)
    return replace(base, value=seen.value, low=low, high=high, p=seen.p, reason=reason)


def _too_few_or_many(systems: int) -> str:
    if systems < FEWEST_SYSTEMS:
        return f"fewer than {FEWEST_SYSTEMS} systems"
    too_many = f"more than {MOST_SYSTEMS} systems; check that the field holds system names"
    return too_many if systems > MOST_SYSTEMS else ""


def _means(column: Array, systems: Indices) -> Array:
    """Return the mean of each system; every system must have rows."""
    means: Array = np.bincount(systems, column) / np.bincount(systems)
    return means


def _resampled(
    columns: list[Array],
    systems: Indices,
    clusters: Indices,
    of: Callable[[list[Array]], Array],
    resamples: int,
    seed: int,
) -> tuple[Array, str]:
    """Apply `of` to the system means of each resample; also return why there is no interval."""
    count, groups = int(systems.max()) + 1, int(clusters.max()) + 1
    cell = clusters * count + systems

    def by_cluster(weights: Array) -> Array:
        sums = np.bincount(cell, weights, minlength=groups * count).astype(np.float64)
        return sums.reshape(groups, count)

    sizes = by_cluster(np.ones(len(cell)))
    sums = [by_cluster(column) for column in columns]
    drawn, absent = [], 0
    for times in draws(groups, resamples, np.random.default_rng(seed)):
        rows = times @ sizes
        there = (rows > 0).all(axis=1)
        absent += int(np.sum(~there))
        drawn.append(of([(times @ part)[there] / rows[there] for part in sums]))
    lacking = f"no interval: {absent} of {resamples} resamples lack a system"
    return np.concatenate(drawn), lacking if absent > MOST_ABSENT * resamples else ""


def _coefficients(means: list[Array], kind: Kind) -> Array:
    """Return the correlation of each resample, one per line; NaN for a constant line."""
    if kind == "kendall":
        return np.array([_tau(*pair) for pair in zip(*map(_settled, means), strict=True)])
    first, second, *given = (_standard(column, kind) for column in means)

    def of(one: Array, other: Array) -> Array:
        products: Array = np.mean(one * other, axis=1)
        return products

    if not given:
        return of(first, second)
    return partial(of(first, second), of(first, given[0]), of(given[0], second))


def _settled(lines: Array) -> Array:
    """Make values equal that differ only by rounding, as in `ranks.levels`."""
    largest = np.abs(lines).max(axis=1, keepdims=True)
    settled: Array = np.round(lines / np.where(largest > 0, largest, 1.0), 12)
    return settled


def _standard(lines: Array, kind: Kind) -> Array:
    """Standardise each line, or its ranks, to mean 0 and variance 1."""
    from scipy.stats import rankdata

    settled = _settled(lines)
    values = rankdata(settled, axis=1) if kind == "spearman" else settled
    centred = values - values.mean(axis=1, keepdims=True)
    constant = np.ptp(settled, axis=1, keepdims=True) == 0
    spread = np.sqrt(np.mean(centred**2, axis=1, keepdims=True))
    scaled: Array = np.where(constant, np.nan, centred / np.where(constant, 1.0, spread))
    return scaled


def _tau(one: Array, other: Array) -> float:
    """Return Kendall's tau-b."""
    signs = [np.sign(np.subtract.outer(column, column)) for column in (one, other)]
    untied = [float(np.sum(sign**2)) for sign in signs]
    if not all(untied):
        return float("nan")
    return float(np.sum(signs[0] * signs[1]) / np.sqrt(untied[0] * untied[1]))
