"""Clusters and random draws of them: rows that share a passage are drawn together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from qgauge.stats.arrays import Array, Indices, Labels, same_length

FEWEST_CLUSTERS = 5
"""Below this, resampling the clusters says next to nothing about other clusters."""
TOO_FEW = f"no interval: fewer than {FEWEST_CLUSTERS} clusters"
_CELLS = 4_000_000
"""Random draws held in memory at a time."""


def cluster_indices(groups: Labels) -> Indices:
    """The number of each row's cluster, in the order of the labels, whatever the rows' order."""
    return np.unique(np.asarray(groups), return_inverse=True)[1].astype(np.int64)


def complete_rows(columns: Sequence[Array], groups: Labels | None) -> tuple[list[Array], Indices]:
    """The rows in which nothing is missing, and their clusters: without groups, each its own."""
    n = same_length(*columns, groups)
    labels = np.arange(n) if groups is None else np.asarray(groups)
    complete = ~np.isnan(columns).any(axis=0)
    return [column[complete] for column in columns], cluster_indices(labels[complete])


def draws(count: int, resamples: int, random: np.random.Generator) -> Iterator[Array]:
    """How often each of `count` things is drawn with replacement: blocks of one line a resample."""
    for size in _blocks(count, resamples):
        times = np.empty((size, count))
        for at in range(size):
            times[at] = np.bincount(random.integers(0, count, count), minlength=count)
        yield times


def coins(count: int, resamples: int, random: np.random.Generator) -> Iterator[Array]:
    """0 or 1 at random for each of `count` things: blocks of one line a resample."""
    for size in _blocks(count, resamples):
        yield random.integers(0, 2, (size, count), dtype=np.int8).astype(np.float64)


def _blocks(count: int, resamples: int) -> Iterator[int]:
    step = max(1, _CELLS // count)
    for start in range(0, resamples, step):
        yield min(step, resamples - start)
