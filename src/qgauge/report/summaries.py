"""The value of each system on each metric, and tests of their differences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isfinite
from random import Random
from typing import TYPE_CHECKING, Any

from qgauge.core import QgaugeError
from qgauge.report.drawing import Scale, scale_of
from qgauge.report.scored_rows import ScoredRows, SystemRows, main_of
from qgauge.stats.interval import GROUPS, GroupedSums, jackknife, mean_of_sums

if TYPE_CHECKING:
    from qgauge.run.comparison import SystemTest
    from qgauge.stats.arrays import Array

ALL_PAIRS = 6
"""With more systems, only the best is compared with all others."""
MOST_RESAMPLES, FEWEST_RESAMPLES, RESAMPLES_IN_ALL = 10_000, 1_000, 150_000
SEED = 12345


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of some rows, with its 95 % interval."""

    value: float
    n: int
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known about a metric."""

    span: tuple[float, float] | None = None
    """Lowest and highest possible value."""
    marks: tuple[float, float] | None = None
    """Value below which a row is poor, and from which on it is good."""


def facts_of(metric: str) -> Facts:
    """Return what is known about a metric, by its name as the rows hold it."""
    from qgauge.metrics import TABLE, create

    name, _, settings = metric.partition(":")
    if name not in TABLE or name == "judge":
        return Facts()
    try:
        known = create(name)  # without settings, which come from a file and may name other files
    except QgaugeError:
        return Facts()
    span = known.span if all(map(isfinite, known.span)) else None
    return Facts(span, None if settings else known.marks)


def mean_of(values: Sequence[float], span: tuple[float, float] | None) -> Mean | None:
    """Return the mean of values with the interval that `score` prints; None of none."""
    if not values:
        return None
    sums = GroupedSums()
    for value in values:
        sums.add((1.0, value))
    groups = sums.sums()
    found = jackknife(groups, mean_of_sums)
    if found and span:
        found = max(span[0], found[0]), min(span[1], found[1])
    return Mean(float(mean_of_sums(groups.sum(axis=0))), len(values), found)


@dataclass(frozen=True, slots=True)
class Summaries:
    """The numbers of a report."""

    rows: ScoredRows
    main: str | None
    """The metric that the page is mainly about; None if no metric gives numbers."""
    order: list[str]
    """The systems, best first by the main metric."""
    means: dict[str, dict[str, Mean]]
    """The means by metric and system; systems without a score are missing."""
    facts: dict[str, Facts]
    scales: dict[str, Scale]
    tests: tuple[SystemTest, ...]
    resamples: int
    """Resamples of each test."""
    seed: int
    grouped: bool
    """Whether rows were put into groups for the tests."""

    @property
    def metrics(self) -> list[str]:
        """The metrics with means, the main one first."""
        return sorted(self.means, key=lambda metric: metric != self.main)

    def tests_of(self, metric: str) -> Iterator[SystemTest]:
        """Yield the tests of a metric."""
        yield from (test for test in self.tests if test.metric == metric)


def summarised(
    rows: ScoredRows,
    baseline: str | None = None,
    tests: Sequence[SystemTest] | None = None,
    resamples: int = 0,
    seed: int = 0,
) -> Summaries:
    """Return the numbers of a report.

    Args:
        rows: The scored rows.
        baseline: The system to compare the others with; None to compare all, or many with the best.
        tests: The tests of a comparison that was made already, with so many `resamples`.
        resamples: The number of resamples of these tests.
        seed: Their random seed.

    Returns:
        Means, tests and scales.
    """
    numeric = [one for one in rows.numeric if any(of.known(one) for of in rows.systems.values())]
    facts = {metric: facts_of(metric) for metric in numeric}
    means: dict[str, dict[str, Mean]] = {metric: {} for metric in numeric}
    for metric in numeric:
        for name, system in rows.systems.items():
            if found := mean_of(system.known(metric), facts[metric].span):
                means[metric][name] = found
    main = main_of(numeric)
    by_value = means[main] if main else {}
    order = sorted(
        rows.systems, key=lambda name: -by_value[name].value if name in by_value else float("inf")
    )
    scales = {metric: _scale(rows.systems.values(), metric, facts[metric]) for metric in numeric}
    grouped = False
    if tests is None:
        seed = SEED
        pairs, untested = _pairs(order, baseline)
        count = len(pairs) * len(numeric)
        resamples = min(
            MOST_RESAMPLES, max(FEWEST_RESAMPLES, RESAMPLES_IN_ALL // max(1, count) // 100 * 100)
        )
        tests = _tested(rows, pairs, numeric, resamples, untested * len(numeric))
        grouped = any(test.n > GROUPS for test in tests)
    return Summaries(
        rows, main, order, means, facts, scales, tuple(tests), resamples, seed, grouped
    )


def _scale(systems: Iterable[SystemRows], metric: str, facts: Facts) -> Scale:
    if facts.span:
        return Scale(*facts.span)
    values = [value for system in systems for value in system.known(metric)]
    low, high = min(values), max(values)
    return Scale(0, 1) if low >= 0 and high <= 1 else scale_of([low, high])


def _pairs(order: Sequence[str], baseline: str | None) -> tuple[list[tuple[str, str]], int]:
    """Return the pairs to test, and the number of those from which they were chosen in hindsight.

    In each pair, the second system is the one that seems better, unless there is a baseline.
    """
    if baseline is not None:
        return [(baseline, name) for name in order if name != baseline], 0
    every = [(worse, better) for better, worse in combinations(order, 2)]
    if len(order) <= ALL_PAIRS:
        return every, 0
    kept = [(worse, order[0]) for worse in order[1:]]
    return kept, len(every) - len(kept)


def _tested(
    rows: ScoredRows,
    pairs: Sequence[tuple[str, str]],
    metrics: Sequence[str],
    resamples: int,
    untested: int,
) -> list[SystemTest]:
    from qgauge.run.comparison import SIGNIFICANT, SystemTest
    from qgauge.stats import paired

    found: list[dict[str, Any]] = []
    for first, second in pairs:
        mine, theirs = rows.systems[first], rows.systems[second]
        shared = [(at, theirs.places[id]) for id, at in mine.places.items() if id in theirs.places]
        alone = mine.rows + theirs.rows - 2 * len(shared)
        differ = any(mine.about[one] != theirs.about[other] for one, other in shared)
        for metric in metrics:
            one, other = mine.of(metric), theirs.of(metric)
            both = [
                (one[at], other[to])
                for at, to in shared
                if one[at] == one[at] and other[to] == other[to]
            ]
            row: dict[str, Any] = {
                "metric": metric,
                "first": first,
                "second": second,
                "n": len(both),
                "unpaired": alone,
                "unscored": len(shared) - len(both),
            }
            if not shared:
                row["reason"] = "no ids in common"
            elif differ:
                row["reason"] = "rows with the same id have different passages or references"
            elif len(both) < 2:
                row["reason"] = "fewer than two rows are scored for both systems"
            else:
                before, after = _groups(both)
                result = paired.compare(before, after, mean_of_sums, resamples=resamples, seed=SEED)
                row |= {
                    "first_value": result.first,
                    "second_value": result.second,
                    "difference": result.difference,
                    "ci": result.interval,
                    "p_bootstrap": result.bootstrap_p,
                    "p_randomisation": result.randomisation_p,
                }
            found.append(row)
    tested = [row for row in found if "ci" in row]
    # pairs that were not tested count as if they had been, with the least significant result
    chances = [row["p_randomisation"] for row in tested] + [1.0] * untested
    for row, p in zip(tested, paired.holm(chances), strict=False):
        row["p_holm"] = p
        better = "better" if row["difference"] > 0 else "worse"
        row["verdict"] = better if p < SIGNIFICANT else "not shown"
    return [SystemTest(**row) for row in found]


def _groups(both: Sequence[tuple[float, float]]) -> tuple[Array, Array]:
    """Return the counts and sums of two systems, row by row or, of many rows, by random groups."""
    import numpy as np

    pairs = np.array(both)
    if len(pairs) > GROUPS:
        random = Random(0)  # noqa: S311 - not cryptographic
        groups = [*range(GROUPS), *(int(random.random() * GROUPS) for _ in both[GROUPS:])]
        sums = np.zeros((GROUPS, 3))
        np.add.at(sums, groups, np.column_stack([np.ones(len(pairs)), pairs]))
    else:
        sums = np.column_stack([np.ones(len(pairs)), pairs])
    return sums[:, :2], sums[:, [0, 2]]
