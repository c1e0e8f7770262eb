"""Time correlations with cluster-bootstrap intervals, and compare with plain loops.

`python -m benchmarks.speed.meta`: 10,000 rows in 700 passages, 10 metrics, 7 rated dimensions,
1,000 resamples of Pearson and of Spearman, on one core. The other programs do a few resamples of
all 70 pairs, scaled up; both sides draw the same passages, and their intervals are compared first.

- `scipy`: select the rows of the drawn passages, then `pearsonr` and `spearmanr` for each pair;
- `ranked-once`: the same loop, but rank each column once per resample (`rankdata`) and compute all
  pairs with one `numpy.corrcoef`.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from time import perf_counter

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from qgauge.stats.correlation import correlation_table

Array = NDArray[np.float64]
Loop = Callable[[Array, Array], tuple[Array, Array]]
TARGET_SECONDS = 120
PASSAGES, METRICS, DIMENSIONS = 700, 10, 7
SEED = 5


def made_up(rows: int) -> tuple[Array, Array, NDArray[np.int64]]:
    """Return scores (every other metric with few distinct values), ratings 1-3, and passages."""
    random = np.random.default_rng(SEED)
    groups = random.integers(0, PASSAGES, rows)
    quality = random.normal(size=rows) + random.normal(size=PASSAGES)[groups]
    scores = quality + random.normal(size=(METRICS, rows))
    scores[::2] = np.round(scores[::2], 1)
    ratings = np.clip(np.round(quality + random.normal(size=(DIMENSIONS, rows)) + 2), 1, 3)
    return scores, ratings, groups


def drawn_rows(groups: NDArray[np.int64], resamples: int) -> Iterator[NDArray[np.int64]]:
    """Yield the rows of the passages that qgauge draws."""
    labels, clusters = np.unique(groups, return_inverse=True)
    members = [np.flatnonzero(clusters == at) for at in range(len(labels))]
    random = np.random.default_rng(SEED)
    for _ in range(resamples):
        yield np.concatenate([members[at] for at in random.integers(0, len(labels), len(labels))])


def pair_by_pair(scores: Array, ratings: Array) -> tuple[Array, Array]:
    pearson = [[stats.pearsonr(one, other).statistic for other in ratings] for one in scores]
    spearman = [[stats.spearmanr(one, other).statistic for other in ratings] for one in scores]
    return np.array(pearson), np.array(spearman)


def ranked_once(scores: Array, ratings: Array) -> tuple[Array, Array]:
    columns = np.concatenate([scores, ratings])
    pearson = np.corrcoef(columns)
    spearman = np.corrcoef(stats.rankdata(columns, axis=1))
    return pearson[:METRICS, METRICS:], spearman[:METRICS, METRICS:]


def intervals(table: tuple[Array, Array, NDArray[np.int64]], resamples: int) -> Array:
    """Return qgauge's intervals: (kind, metric, dimension, end)."""
    scores, ratings, groups = table
    found = []
    for kind in ("pearson", "spearman"):
        records = correlation_table(
            {str(at): column for at, column in enumerate(scores)},
            {str(at): column for at, column in enumerate(ratings)},
            kind=kind,
            groups=groups,
            resamples=resamples,
            seed=SEED,
        )
        found.append([(record.low, record.high) for record in records.values()])
    return np.array(found, dtype=np.float64).reshape(2, METRICS, DIMENSIONS, 2)


def on_one_core() -> None:
    """Restart with one thread on one core: numpy starts its threads on import."""
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    if threads.items() <= os.environ.items():
        return
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | threads)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, default=10_000)
    parser.add_argument("--resamples", type=int, default=1000)
    parser.add_argument("--peer-resamples", type=int, default=20)
    options = parser.parse_args()
    on_one_core()
    table = made_up(options.rows)
    scores, ratings, groups = table
    print(
        f"{options.rows:,} rows, {len(np.unique(groups))} passages, {METRICS} metrics x "
        f"{DIMENSIONS} dimensions, {options.resamples:,} resamples, one core, "
        f"numpy {np.__version__}, load average {os.getloadavg()[0]:.1f}"
    )
    start = perf_counter()
    intervals(table, options.resamples)
    ours = perf_counter() - start
    verdict = "met" if ours < TARGET_SECONDS else "MISSED"
    print(f"qgauge       {ours:8.1f} s   target {TARGET_SECONDS} s: {verdict} (p-values included)")
    few = options.peer_resamples
    passages = len(np.unique(groups))
    tail = stats.norm.sf(np.sqrt(passages / (passages - 1)) * stats.t.ppf(0.975, passages - 1))
    expected = intervals(table, few)
    loops: dict[str, Loop] = {"scipy": pair_by_pair, "ranked-once": ranked_once}
    for name, loop in loops.items():
        start = perf_counter()
        drawn = [loop(scores[:, rows], ratings[:, rows]) for rows in drawn_rows(groups, few)]
        peer = (perf_counter() - start) * options.resamples / few
        ends = np.moveaxis(np.quantile(drawn, [tail, 1 - tail], axis=0, method="weibull"), 0, -1)
        print(
            f"{name:<12} {peer:8.1f} s   ratio {peer / ours:.0f}   ({few} resamples scaled up; "
            f"largest difference of an interval's end {np.abs(ends - expected).max():.1g})"
        )


if __name__ == "__main__":
    main()
