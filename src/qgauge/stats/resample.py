"""Clusters of rows, and random draws of clusters: rows of a passage are drawn together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from qgauge.stats.arrays import Array, Indices, Labels, same_length

FEWEST_CLUSTERS = 5
"""With fewer clusters an interval would be unreliable, so none is given."""
TOO_FEW = f"no interval: fewer than {FEWEST_CLUSTERS} clusters"
_CELLS = 4_000_000
"""Maximum number of random draws in memory at a time."""


def cluster_indices(groups: Labels) -> Indices:
    """Return the cluster index of each row; clusters are numbered by their sorted labels."""
    return np.unique(np.asarray(groups), return_inverse=True)[1].astype(np.int64)


def complete_rows(columns: Sequence[Array], groups: Labels | None) -> tuple[list[Array], Indices]:
    """Drop rows with missing values; return the columns and the cluster index of each row."""
    n = same_length(*columns, groups)
    labels = np.arange(n) if groups is None else np.asarray(groups)
    complete = ~np.isnan(columns).any(axis=0)
    return [column[complete] for column in columns], cluster_indices(labels[complete])


def draws(count: int, resamples: int, random: np.random.Generator) -> Iterator[Array]:
    """Draw `count` items with replacement, `resamples` times.

    Yields:
        Blocks with one line per resample: how often each item was drawn.
    """
    for size in _blocks(count, resamples):
        times = np.empty((size, count))
        for at in range(size):
            times[at] = np.bincount(random.integers(0, count, count), minlength=count)
        yield times


def coins(count: int, resamples: int, random: np.random.Generator) -> Iterator[Array]:
    """Toss a fair coin for each of `count` items, `resamples` times.

    Yields:
        Blocks of zeros and ones with one line per resample.
    """
    for size in _blocks(count, resamples):
        yield random.integers(0, 2, (size, count), dtype=np.int8).astype(np.float64)


def _blocks(count: int, resamples: int) -> Iterator[int]:
    step = max(1, _CELLS // count)
    for start in range(0, resamples, step):
        yield min(step, resamples - start)
