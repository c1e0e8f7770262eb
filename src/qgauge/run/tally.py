"""Summing scores up while they stream by, over all rows and by system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from qgauge import __version__
from qgauge.core import Metric, Result, Score, Summary, Tools
from qgauge.run.scoring import Request
from qgauge.stats.interval import GroupedSums, jackknife


class _Sums:
    """The additive statistics of one metric over one set of rows."""

    def __init__(self) -> None:
        self.scored = GroupedSums()
        self.reasons: Counter[str] = Counter()

    def summary(self, metric: Metric) -> Summary:
        left_out = sum(self.reasons.values())
        if not self.scored.n:
            return Summary(None, 0, left_out, None, dict(self.reasons))
        groups = self.scored.sums()
        value = float(metric.combine(groups.sum(axis=0)))
        interval = jackknife(groups, metric.combine)
        if interval:
            low, high = metric.span
            interval = max(low, interval[0]), min(high, interval[1])
        return Summary(value, self.scored.n, left_out, interval, dict(self.reasons))


Count = tuple[float, ...] | str
"""What one score adds to the sums: its statistics, or the reason why it has none."""


def countable(metrics: Sequence[Metric], scores: Sequence[Score]) -> list[Count]:
    """What the scores of one example add to the sums, metric by metric."""
    return [
        score.unscored if score.value is None else metric.additive(score)
        for metric, score in zip(metrics, scores, strict=True)
    ]


class Tally:
    """All requested metrics' sums; memory does not grow with the number of rows."""

    def __init__(self, asked: Sequence[Request]) -> None:
        self._asked = list(asked)
        self._overall = [_Sums() for _ in asked]
        self._systems: dict[str, list[_Sums]] = {}
        self.rows = 0

    def add(self, system: str, counts: Sequence[Count]) -> None:
        self.rows += 1
        by_system = self._systems.get(system)
        if by_system is None:
            by_system = self._systems[system] = [_Sums() for _ in self._asked]
        for overall, own, count in zip(self._overall, by_system, counts, strict=True):
            if isinstance(count, str):
                overall.reasons[count] += 1
                own.reasons[count] += 1
            else:
                overall.scored.add(count)
                own.scored.add(count)

    def results(self, tools: Tools, scores: Sequence[Sequence[Score]] = ()) -> list[Result]:
        """One result per metric; with the scores themselves where the caller kept them."""
        return [
            Result(
                metric=request.label,
                signature=request.metric.signature(tools, __version__),
                overall=self._overall[at].summary(request.metric),
                systems={
                    name: sums[at].summary(request.metric)
                    for name, sums in self._systems.items()
                    if name or len(self._systems) > 1
                },
                scores=tuple(row[at] for row in scores),
            )
            for at, request in enumerate(self._asked)
        ]
