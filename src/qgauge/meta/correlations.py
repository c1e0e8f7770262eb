"""Correlate every metric with every rated dimension, next to trivial baselines and raters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from math import isfinite
from typing import Any, cast

import numpy as np

from qgauge.core import Example, Result, Score
from qgauge.meta.comparison import Comparison, compare_pairs
from qgauge.meta.judged import Judged
from qgauge.meta.ratings import Gold, Opinions, opinions
from qgauge.meta.report import Block, Level, Line, MetaReport
from qgauge.meta.systems import (
    FEWEST_SYSTEMS,
    means_by_system,
    system_difference,
    system_table,
)
from qgauge.stats.agreement import Ceiling, human_ceiling
from qgauge.stats.arrays import Array, numbers
from qgauge.stats.auc import Auc, auc
from qgauge.stats.correlation import Correlation, Kind, Pair, correlation_table
from qgauge.stats.dependent import CorrelationDifference, compare_correlations
from qgauge.stats.paired import holm
from qgauge.stats.ranks import tie_share

FLOOR = ("length", "random")
"""Trivial baselines: minus the number of words, and a random number."""


def study(
    judged: Judged,
    results: Sequence[Result],
    *,
    level: Level = "items",
    gold: Gold = "mean",
    kinds: Sequence[Kind] = ("pearson", "spearman"),
    pairs: Sequence[Pair] = (),
    resamples: int = 1000,
    seed: int = 12345,
) -> MetaReport:
    """Measure how well metrics agree with human ratings.

    Args:
        judged: The rated questions.
        results: The results of the metrics, with one score per question.
        level: Correlate questions (`"items"`) or the means of systems (`"systems"`).
        gold: The gold score: the `"mean"` of the raters, or the mean of their ratings as
            mid-distribution values (`"blatz"`).
        kinds: The correlations to compute: `"pearson"`, `"spearman"`, `"kendall"`.
        pairs: Pairs of metrics to compare with each other.
        resamples: Bootstrap and permutation samples.
        seed: The seed of the resampling.

    Returns:
        One block per dimension, with correlations, 95 % intervals, the baselines and the human
        ceiling.

    Raises:
        ValueError: If a result does not have one score per question.

    Examples:
        >>> import qgauge
        >>> from qgauge.meta import Judged, study
        >>> rated = {"Who built the mill?": 5, "Who build mill?": 2, "Who the?": 1, "Mill?": 3}
        >>> rows = [
        ...     qgauge.Example(str(at), question, ("Who built the mill?",), ratings={"all": (one,)})
        ...     for at, (question, one) in enumerate(rated.items())
        ... ]
        >>> results = qgauge.score(rows, metrics=["rouge_l"])
        >>> report = study(Judged.of_rows(rows), list(results.values()))
        >>> report.blocks[0].metrics[0].n
        4
    """
    for result in results:
        if len(result.scores) != len(judged.examples):
            raise ValueError(f"{result.metric} has scores for different rows")
    settings = f"meta:{level}|gold:{gold}|resamples:{resamples}|seed:{seed}"
    made = _Columns(judged, results, level, tuple(kinds), resamples, seed)
    people = [opinions(judged, scale, gold) for scale in judged.scales]
    return MetaReport(
        judged,
        level,
        tuple(made.blocks(people, pairs)),
        {result.metric: f"{result.signature}|{settings}" for result in results},
        {result.metric: made.columns[result.metric] for result in results},
        {one.scale.name: one.gold for one in people},
    )


class _Columns:
    """The score columns of one rated set, and the blocks computed from them."""

    def __init__(
        self,
        judged: Judged,
        results: Sequence[Result],
        level: Level,
        kinds: tuple[Kind, ...],
        resamples: int,
        seed: int,
    ) -> None:
        self._judged, self._level, self._kinds = judged, level, kinds
        self._draws, self._seed = {"resamples": resamples, "seed": seed}, seed
        self._systems = [example.system for example in judged.examples]
        self._length = np.array([float(len(e.question.split())) for e in judged.examples])
        self._why = {
            one.metric: [why_not_a_number(score) for score in one.scores] for one in results
        }
        self._floor = [f"floor {name}" for name in FLOOR]
        self.columns: dict[str, Array] = {
            one.metric: numbers(
                [None if why_not_a_number(s) else cast("float", s.value) for s in one.scores]
            )
            for one in results
        }
        self.columns |= {f"floor {name}": one for name, one in floor_columns(judged, seed).items()}

    def blocks(self, people: Sequence[Opinions], pairs: Sequence[Pair]) -> Iterator[Block]:
        gold = {one.scale.name: one.gold for one in people if not one.reason}
        tables = {kind: self._table(gold, kind) for kind in self._kinds}
        given_length = self._table(gold, "pearson", self._length)
        for one in people:
            name, rated = one.scale.name, one.rated
            corrected = {kind: self._corrected(tables[kind], name) for kind in self._kinds}
            lines = [
                Line(
                    metric.removeprefix("floor "),
                    given_length[metric, name].n,
                    int(np.sum(rated & np.isnan(column))),
                    self._reasons(metric, rated),
                    self._ties(np.where(rated, column, np.nan)),
                    {kind: tables[kind][metric, name] for kind in self._kinds},
                    given_length[metric, name],
                    {kind: p[metric] for kind, p in corrected.items() if metric in p},
                    self._auc(column, one.gold),
                )
                for metric, column in self.columns.items()
                if not one.reason
            ]
            split = max(0, len(lines) - len(FLOOR))
            yield Block(
                name,
                one.rule,
                one.reason,
                int(rated.sum()),
                int(np.sum(~rated)),
                self._ties(one.gold),
                tuple(lines[:split]),
                tuple(lines[split:]),
                {kind: self._ceiling(one, kind) for kind in self._kinds},
                one.agreement(self._judged.clusters),
                one.level,
                () if one.reason else self._compared(pairs, one.gold),
            )

    def _table(
        self, gold: Mapping[str, Array], kind: Kind, given: Array | None = None
    ) -> dict[Pair, Correlation]:
        clusters = self._judged.clusters
        if self._level == "systems":
            return system_table(
                self.columns,
                gold,
                kind=kind,
                systems=self._systems,
                clusters=clusters,
                given=given,
                **self._draws,
            )
        return correlation_table(
            self.columns, gold, kind=kind, groups=clusters, given=given, **self._draws
        )

    def _compared(self, pairs: Sequence[Pair], gold: Array) -> tuple[Comparison, ...]:
        clusters = self._judged.clusters

        def difference(first: str, second: str, kind: Kind) -> CorrelationDifference:
            one, other = self.columns[first], self.columns[second]
            if self._level == "systems":
                return system_difference(
                    one,
                    other,
                    gold,
                    kind=kind,
                    systems=self._systems,
                    clusters=clusters,
                    **self._draws,
                )
            return compare_correlations(one, other, gold, kind=kind, groups=clusters, **self._draws)

        return compare_pairs(pairs, self._kinds, difference)

    def _corrected(self, table: Mapping[Pair, Correlation], dimension: str) -> dict[str, float]:
        """Apply Holm's correction over the metrics of one block; baselines are not tested."""
        p = {
            name: found.p
            for (name, of), found in table.items()
            if of == dimension and name not in self._floor and found.p is not None
        }
        return dict(zip(p, holm(list(p.values())), strict=True))

    def _reasons(self, metric: str, rated: Any) -> dict[str, int]:
        why = self._why.get(metric, [])
        return dict(Counter(why[at] for at in np.flatnonzero(rated) if why and why[at]))

    def _ties(self, column: Array) -> float | None:
        if self._level == "systems":
            column = means_by_system(column, self._systems)
        return tie_share(column)

    def _auc(self, column: Array, gold: Array) -> Auc | None:
        known = ~np.isnan(gold)
        if self._level == "systems" or len(np.unique(gold[known])) != 2:
            return None
        positive = [
            bool(one == gold[known].max()) if there else None
            for one, there in zip(gold, known, strict=True)
        ]
        return auc(column, positive, groups=self._judged.clusters)

    def _ceiling(self, people: Opinions, kind: Kind) -> Ceiling:
        if people.reason:
            return Ceiling(None, reason=people.reason)
        if people.scale.means_only or people.raters < 2:
            only = "the file has means only" if people.scale.means_only else "there is one rater"
            return Ceiling(None, reason=f"{only}, and each rater's own ratings are needed")
        lines, groups = list(people.lines), self._judged.clusters
        if self._level == "systems":
            if len(set(self._systems)) < FEWEST_SYSTEMS:
                return Ceiling(None, reason=f"fewer than {FEWEST_SYSTEMS} systems")
            means = [means_by_system(line, self._systems) for line in lines]
            return human_ceiling(means, kind=kind, resamples=1, seed=self._seed)
        # intervals of single raters are not reported, so one resample is enough
        return human_ceiling(lines, kind=kind, groups=groups, resamples=1, seed=self._seed)


def floor_columns(judged: Judged, seed: int) -> dict[str, Array]:
    """Return the scores of the trivial baselines."""
    length = np.array([-float(len(example.question.split())) for example in judged.examples])
    by_chance = np.array([_chance(seed, example) for example in judged.examples])
    return dict(zip(FLOOR, (length, by_chance), strict=True))


def why_not_a_number(score: Score) -> str:
    """Return why this score is not a number, or '' if it is."""
    if score.value is None:
        return score.unscored or "no reason given"
    if isinstance(score.value, str):
        return "the metric gives labels, not numbers"
    return "" if isfinite(score.value) else "the score is not finite"


def _chance(seed: int, example: Example) -> float:
    """Return a number from 0 to 1 that depends on the seed and the row's id, not its position."""
    name = f"{seed}\0{example.system}\0{example.id}".encode()
    return int.from_bytes(sha256(name).digest()[:6]) / 2**48
